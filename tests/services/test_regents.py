"""Kingdoms that the steward plays: what it hands in, who may take over, and who is waited for."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from campaign.models import Campaign, Invite, LogEntry, Outbox, Phase, Submission
from campaign.rules.state import State
from campaign.rules.steward.answer import steward_answer
from campaign.rules.system import CampaignGame
from campaign.services import stewards
from campaign.services.desk import hand_ins
from campaign.services.memberships import kingdom_hand_over, kingdom_join, kingdom_leave
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from campaign.services.regents import kingdom_take_back
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import asks_waiting_for, who_is_in
from campaign.services.waiting import waiting_count
from games.engine.contract import Ask as RulesAsk
from games.engine.contract import Json
from games.hosting.errors import NotAllowed, NotThere
from tests.conftest import ErrorLog
from tests.factories import SETUP, make_table, make_user
from tests.services.nested import is_sound
from tests.services.ruled import DUE, SOON, START, appoint, hand_in, sheet_of

pytestmark = pytest.mark.django_db


# What the steward hands in


def test_the_steward_hands_in_a_real_submission_when_a_phase_opens():
    table = make_table(2, seats=3, now=START)
    appoint(table, 2)

    sweep(now=DUE)

    sheet = sheet_of(table, 2, phase=2)
    assert sheet is not None
    assert (sheet.author, sheet.author_name, sheet.by_regent) == (None, "steward", True)
    state = state_of(game_of(table.campaign), table.phase(2))
    ask = next(ask for ask in game_of(table.campaign).asks(state) if ask.seat == 2)
    assert sheet.sheet == steward_answer(game_of(table.campaign), state, 2, ask)
    assert table.phase(1).receipts == {"2": Submission.objects.get(sequence=1).receipt}
    assert is_sound(table)


def test_in_the_middle_of_a_phase_it_hands_in_at_once_unless_something_is_in():
    table = make_table(2, seats=3, now=START, ends_early=False)
    mine = hand_in(table, 0, {"tithes": [{"to": 1, "gold": 1, "food": 0}]})

    appoint(table, 0)
    appoint(table, 2)

    kept, new = sheet_of(table, 0), sheet_of(table, 2)
    assert (kept and kept.receipt, kept and kept.by_regent) == (mine.receipt, False)
    assert new is not None
    assert new.by_regent


def test_f43_the_steward_knows_no_more_than_its_kingdom(monkeypatch: pytest.MonkeyPatch):
    units = [{"name": "Guard", "size": 20, "points": 500}]
    rosters = [{"kingdom": seat, "army": 1, "ally": "", "open": False, "units": units}
               for seat in (0, 1)]  # fmt: skip
    rosters = [roster | {"units": [whole_unit(unit) for unit in units]} for roster in rosters]
    position = {
        "stage": "orders",
        "summer": {"month": 1},
        "tiles": {"14": {"owner": 0, "settlement": "capital"},
                  "51": {"owner": 1, "settlement": "capital"}},
        "armies": [{"kingdom": 0, "tile": 14}, {"kingdom": 1, "tile": 51}],
        "rosters": rosters,
    }  # fmt: skip
    options = {"rules": {"battle_mode": "tabletop"}}
    table = make_table(2, now=START, position=position, options=options, ends_early=False)
    seen: list[State] = []

    def spy(game: CampaignGame, state: State, seat: int, ask: RulesAsk) -> Json:
        seen.append(state)
        return steward_answer(game, state, seat, ask)

    monkeypatch.setattr(stewards, "steward_answer", spy)
    appoint(table, 0)

    game, state = game_of(table.campaign), state_of(game_of(table.campaign), table.phase())
    assert seen == [game.imagine(game.view(state, 0), 0, Random(0))]
    assert [roster.kingdom for roster in state.rosters] == [0, 1]
    assert [roster for roster in seen[0].rosters if roster.kingdom == 1] != [state.rosters[1]]


def whole_unit(unit: dict[str, Any]) -> dict[str, Any]:
    return {"strength": 1, "legend": False, "ally": False, "extras": [], "change": 0,
            "struck": False, **unit}  # fmt: skip


def test_f05_a_steward_that_fails_leaves_the_defaults(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    table = make_table(2, now=START)
    monkeypatch.setattr(stewards, "steward_answer", fail)

    appoint(table, 1)
    resolved = sweep(now=DUE)

    assert resolved == 1
    assert table.phase(1).receipts == {}
    assert table.phase(2).status == Phase.Status.OPEN
    assert len(error_log.take()) == 2


def test_stewards_alone_play_a_whole_year_deadline_by_deadline():
    table = make_table(0, seats=3, now=START, options={**SETUP, "rules": {"years": 1}})
    for seat in range(3):
        appoint(table, seat)

    now = START
    kinds = []
    while Phase.objects.exclude(status=Phase.Status.DONE).exists():
        now += timedelta(days=2)
        kinds.append(Phase.objects.get(status=Phase.Status.OPEN).kind)
        assert sweep(now=now) == 1

    assert kinds == ["setup", *["month"] * 6, "winter", "deploy"]
    assert Campaign.objects.get().status == Campaign.Status.OVER
    assert Submission.objects.filter(by_regent=True).count() == 9 * 3
    assert is_sound(table)


# Who is waited for


def test_f20_a_steward_counts_as_in():
    table = make_table(2, seats=3, now=START)
    appoint(table, 2)

    hand_in(table, 0, {})
    waiting = table.phase().closing
    hand_in(table, 1, {})

    assert (waiting, table.phase().closing) == ("", "all_in")
    assert sweep(now=SOON) == 1


def test_f24_kingdoms_without_people_go_no_faster_than_the_deadlines():
    table = make_table(0, seats=2, now=START)
    appoint(table, 0)
    appoint(table, 1)

    early = sweep(now=DUE - timedelta(seconds=1))
    due = sweep(now=DUE)

    assert (early, due) == (0, 1)
    assert table.phase(2).closing == ""


def test_f24_a_player_whose_kingdom_has_a_regent_does_not_hurry_the_campaign():
    table = make_table(1, seats=2, now=START)
    appoint(table, 0)
    appoint(table, 1)

    assert sweep(now=SOON) == 0


def test_f23_in_open_play_a_stewards_turn_ends_at_once_while_people_play():
    table = make_table(1, seats=2, now=START, options={**SETUP, "play": "open"})
    appoint(table, 1)
    hand_in(table, 0, {"race": "Elves"})
    sweep(now=SOON)

    turns = []
    while (phase := Phase.objects.get(status=Phase.Status.OPEN)).kind != "order":
        seat = phase.asks.get().kingdom.seat
        turns.append((phase.kind, seat))
        if seat == 0:
            state = state_of(game_of(table.campaign), phase)
            (ask,) = game_of(table.campaign).asks(state)
            hand_in(table, 0, ask.default, phase=phase.ordinal)
        assert sweep(now=SOON) == 1

    # The second to found a capital has no choice left; the rest both decide (2.3 to 2.5).
    assert sorted(turns)[1:] == [("homeland", 0), ("homeland", 1), ("muster", 0), ("muster", 1)]
    assert turns[0][0] == "found"


def test_f22_nobody_is_reminded_for_a_kingdom_that_has_a_regent():
    table = make_table(2, now=START, ends_early=False)
    appoint(table, 1)
    Outbox.objects.exclude(kind="reminder").delete()

    sent = deliver_outbox(now=DUE - timedelta(hours=1))

    assert sent == 1
    assert waiting_count(table.players[1]) == 0
    assert asks_waiting_for(table.players[1]) == []
    sweep(now=DUE)
    reminded = Outbox.objects.filter(phase=table.phase(2), kind="reminder")
    assert list(reminded.values_list("recipient", flat=True)) == [table.players[0].pk]


# Who takes over


def test_who_joins_takes_over_and_may_replace_what_the_steward_handed_in():
    table = make_table(1, seats=2, now=START)
    appoint(table, 1)
    stewards_sheet = sheet_of(table, 1)
    heir = make_user()

    kingdom_join(person=heir, token=Invite.objects.get().token, seat=1, now=SOON)
    hand_in(table, 0, {})
    waited_for = table.phase().closing
    table.players.append(heir)
    mine = hand_in(table, 1, {"tithes": [{"to": 0, "gold": 1, "food": 0}]})

    assert table.kingdom(1).regent == ""
    assert waited_for == ""
    assert stewards_sheet is not None
    assert Submission.objects.get(receipt=mine.receipt).previous == stewards_sheet.receipt
    assert table.phase().closing == "all_in"
    assert is_sound(table)


@pytest.mark.parametrize("how", ["unset", "hand over"])
def test_f21_a_kingdom_without_its_regent_is_waited_for_again_everywhere(how: str):
    table = make_table(2, now=START)
    appoint(table, 1)

    if how == "unset":
        appoint(table, 1, "")
        player = table.players[1]
    else:
        player = make_user()
        kingdom_hand_over(
            person=table.master, campaign_id=table.campaign.pk, seat=1, username=player.username
        )
    hand_in(table, 0, {})

    access = access_campaign(table.master, table.campaign.pk)
    assert table.phase().closing == ""
    assert hand_ins(table.phase()) == (1, 2)
    assert [line.is_in for line in who_is_in(access, table.phase())] == [True, False]
    assert waiting_count(player) == 1


def test_a_player_may_hand_in_though_a_regent_stands_in():
    table = make_table(2, now=START, ends_early=False)
    appoint(table, 0)

    hand_in(table, 0, {"tithes": [{"to": 1, "gold": 1, "food": 0}]})

    sheet = sheet_of(table, 0)
    assert sheet is not None
    assert (sheet.author, sheet.by_regent) == (table.players[0], False)


def test_f21_a_player_takes_their_own_kingdom_back_and_is_waited_for():
    table = make_table(2, now=START)
    appoint(table, 1)
    back = {"person": table.players[1], "campaign_id": table.campaign.pk, "now": SOON}

    kingdom = kingdom_take_back(**back)
    kingdom_take_back(**back)
    hand_in(table, 0, {})

    log = LogEntry.objects.filter(action="take_back")
    assert kingdom.regent == table.kingdom(1).regent == ""
    assert [(entry.actor, entry.data) for entry in log] == [(table.players[1], {"seat": 1})]
    assert table.phase().closing == ""
    assert waiting_count(table.players[1]) == 1
    stewards = sheet_of(table, 1)
    assert stewards is not None
    assert stewards.by_regent


def test_f21_who_agrees_with_a_former_regent_hands_the_same_sheet_in_and_is_in():
    table = make_table(2, now=START)
    appoint(table, 1)
    kingdom_take_back(person=table.players[1], campaign_id=table.campaign.pk, now=SOON)
    hand_in(table, 0, {})
    stewards = sheet_of(table, 1)
    assert stewards is not None

    hand_in(table, 1, stewards.sheet)

    sheet = sheet_of(table, 1)
    assert sheet is not None
    assert (sheet.sheet, sheet.author, sheet.by_regent) == (stewards.sheet, table.players[1], False)
    assert table.phase().closing == "all_in"


def test_only_its_own_player_takes_a_kingdom_back():
    table = make_table(2, now=START)
    appoint(table, 1)

    other = kingdom_take_back(person=table.players[0], campaign_id=table.campaign.pk)
    for person, error in ((table.master, NotAllowed), (make_user(), NotThere)):
        with pytest.raises(error):
            kingdom_take_back(person=person, campaign_id=table.campaign.pk)

    assert other.seat == 0
    assert table.kingdom(1).regent == "steward"
    assert not LogEntry.objects.filter(action="take_back").exists()


def test_a_kingdom_that_is_left_or_given_to_nobody_keeps_its_regent():
    table = make_table(2, now=START)
    appoint(table, 0)
    appoint(table, 1)

    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk)
    kingdom_hand_over(person=table.master, campaign_id=table.campaign.pk, seat=1, username=None)

    assert [table.kingdom(seat).regent for seat in (0, 1)] == ["steward", "steward"]
