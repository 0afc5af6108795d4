"""How one battle is fought: the game master's word, for one that waits or for a hex."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Ask, Contest, LogEntry, Membership
from campaign.services import contest_modes, contest_views
from campaign.services.contest_modes import (
    battle_set_mode,
)
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from campaign.services.regents import kingdom_set_regent
from campaign.services.reports import line_of
from games.hosting.errors import NotAllowed, NotThere, ServiceError
from games.models import Match
from games.services import listeners
from games.services.offers import resign
from tests.factories import Table, make_table, make_user
from tests.services.nested import (
    SOON,
    at_match,
    contest,
    done,
    is_sound,
    match_of,
    move,
    occupants,
    told,
    won,
)
from tests.services.war import ASIDE, FIELD, REPORTS_DUE, START, TILE, WON, at_war, file, hand_in

pytestmark = pytest.mark.django_db


def set_mode(table: Table, mode: str, key: str = "k", **fields: Any) -> Any:
    given = {"phase": 2, "tile": TILE, "reason": "We agreed.", "now": SOON} | fields
    person = given.pop("person", table.master)
    return battle_set_mode(
        person=person, campaign_id=table.campaign.pk, mode=mode, key=key, **given
    )


def refused(call: Any, *args: Any, **fields: Any) -> str:
    with pytest.raises(ServiceError) as error:
        call(*args, **fields)
    return error.value.code


# The game master, while the battle waits


@pytest.mark.parametrize("mode", ["skirmish", "winter", "courtier"])
def test_the_game_master_has_a_waiting_battle_fought_by_another_match(mode: str):
    table = at_match("winter_court")
    before = match_of(table)

    set_mode(table, mode)

    before.refresh_from_db()
    after = match_of(table)
    assert (before.status, before.heard_at) == ("over", SOON)
    assert (after.game, after.status, contest(table).mode) == (mode, "running", mode)
    assert occupants(after) == [table.players[0].pk, table.players[1].pk]
    won(table, 0)
    sweep(now=REPORTS_DUE)
    assert told(table, "match_decided") == [{"battle": 1, "tile": TILE, "mode": mode, "winner": 0}]
    assert done(table).outside["modes"] == {str(TILE): mode}
    assert is_sound(table)


def test_the_old_match_of_a_changed_battle_is_heard_of_no_more():
    table = at_match("winter_court")
    before = match_of(table)
    set_mode(table, "winter")
    Match.objects.filter(pk=before.pk).update(heard_at=None)

    assert listeners.tell(before.pk, SOON)

    assert (contest(table).status, match_of(table).game) == ("open", "winter")


def test_a_waiting_battle_can_be_changed_more_than_once():
    table = at_match("winter_court")

    for key, mode in enumerate(("winter", "winter_court", "tabletop", "skirmish", "winter")):
        set_mode(table, mode, key=str(key))

    assert (contest(table).changes, match_of(table).game) == (5, "winter")
    assert Match.objects.filter(status="running").count() == 1
    won(table, 1)
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_nobody_changes_a_battle_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contest_modes, "MODE_CHANGES", 2)
    monkeypatch.setattr(contest_views, "MODE_CHANGES", 2)
    table = at_match("winter_court")
    set_mode(table, "winter", key="1")
    offered = seen_by(table, table.master).may_set
    set_mode(table, "winter_court", key="2")

    assert refused(set_mode, table, "winter", key="3") == "too_many_changes"
    assert (offered, seen_by(table, table.master).may_set) == (True, False)
    assert (contest(table).changes, match_of(table).status) == (2, "running")


def test_a_game_master_who_fights_there_needs_the_other_side():
    table = at_match("winter_court")
    plays = table.players[0]
    Membership.objects.filter(user=plays).update(is_game_master=True)
    dealt = match_of(table).pk

    alone = [refused(set_mode, table, mode, person=plays) for mode in ("winter", "simple")]
    seen = seen_by(table, plays)

    assert alone == ["own_battle", "own_battle"]
    assert (seen.may_set, seen.may_wish, match_of(table).pk) == (False, True, dealt)
    set_mode(table, "winter")  # another game master's word
    assert match_of(table).game == "winter"


def seen_by(table: Table, person: Any) -> contest_views.SeenContest:
    access = access_campaign(person, table.campaign.pk)
    (seen,) = contest_views.contests_of(access, table.phase(2))
    return seen


def test_simple_decides_a_waiting_battle_at_once_by_dice():
    table = at_match("winter_court")
    before = match_of(table)

    set_mode(table, "simple")

    before.refresh_from_db()
    battle = contest(table)
    assert (before.status, battle.match, battle.status) == ("over", None, "over")
    assert (battle.decided_by, battle.result) == ("dice", {"tile": TILE, "dice": True})
    sweep(now=REPORTS_DUE)
    assert done(table).outside["modes"] == {str(TILE): "simple"}
    assert told(table, "mode_changed") == [{"battle": 1, "tile": TILE, "mode": "simple"}]
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_battle_left_to_dice_waits_for_nothing_but_what_its_sides_say_of_the_time_after():
    table = at_war()

    set_mode(table, "simple")
    without_their_sheets = sweep(now=SOON)
    hand_in(table, 0, {"advance": [{"army": 1, "to": 16}]}, now=SOON)
    hand_in(table, 1, {"retreat": [16]}, now=SOON)

    assert (without_their_sheets, sweep(now=SOON)) == (0, 1)
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_match_can_become_a_battle_on_a_table():
    table = at_match("winter_court")

    set_mode(table, "tabletop")
    file(table, 0, WON)
    file(table, 1, WON)

    assert contest(table).match is None
    assert sweep(now=SOON) == 1
    assert told(table, "reported") == [{"battle": 1, "tile": TILE, "winner": 0, "simple": 0}]
    assert told(table, "mode_changed") == [{"battle": 1, "tile": TILE, "mode": "tabletop"}]
    assert is_sound(table)


def test_a_battle_that_comes_to_the_table_late_is_reported_by_a_steward():
    table = at_match("winter_court")
    steward_plays(table, 0)
    before = said_of_the_battle(table, 0)

    set_mode(table, "tabletop")
    file(table, 1, DICE)

    assert (before, said_of_the_battle(table, 0)) == (None, DICE)
    assert sweep(now=SOON) == 1
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_steward_who_comes_later_still_reports_it_and_leaves_to_players_what_is_theirs():
    table = at_match("winter_court")
    hand_in(table, 1, {"retreat": [16]})
    steward_plays(table, 1)

    set_mode(table, "tabletop")
    steward_plays(table, 0)

    assert (said_of_the_battle(table, 0), said_of_the_battle(table, 1)) == (DICE, None)


DICE = {"tile": TILE, "simple": True}


def steward_plays(table: Table, seat: int) -> None:
    kingdom_set_regent(
        person=table.master, campaign_id=table.campaign.pk, seat=seat, regent="steward",
        key=f"regent {seat}", now=SOON,
    )  # fmt: skip


def said_of_the_battle(table: Table, seat: int) -> Any:
    ask = Ask.objects.select_related("submission").get(phase=table.phase(2), kingdom__seat=seat)
    return line_of(ask.submission.sheet, TILE)


def test_a_battle_on_a_table_can_become_a_match():
    table = at_war()

    set_mode(table, "winter")

    assert refused(file, table, 0, WON) == "match_decides"
    won(table, 1)
    sweep(now=REPORTS_DUE)
    assert [event["winner"] for event in told(table, "match_decided")] == [1]
    assert is_sound(table)


def test_a_battle_that_dice_decide_takes_no_report():
    table = at_war(ends_early=False)

    set_mode(table, "simple")

    assert refused(file, table, 0, WON) == "match_decides"


def test_once_somebody_has_moved_a_battle_stays_as_it_is():
    table = at_match("winter_court")
    seat = contest(table).seats[match_of(table).asked[0]]
    move(table, table.players[seat])

    assert refused(set_mode, table, "simple") == "battle_begun"
    assert match_of(table).status == "running"
    assert LogEntry.objects.filter(action="battle_mode").count() == 0


def test_once_a_side_has_reported_a_battle_stays_as_it_is():
    table = at_war()
    file(table, 0, WON)

    assert refused(set_mode, table, "winter") == "battle_begun"


def test_once_it_is_decided_a_battle_stays_as_it_is():
    table = at_match("winter_court")
    won(table, 0)

    assert refused(set_mode, table, "winter") == "battle_begun"


def test_f16_one_key_changes_a_battle_once_and_is_one_line_of_the_log():
    table = at_match("winter_court")

    for _ in range(3):
        set_mode(table, "winter", key="same")

    assert contest(table).changes == 1
    entry = LogEntry.objects.get(action="battle_mode")
    assert (entry.actor, entry.reason) == (table.master, "We agreed.")
    assert entry.data == {"phase": 2, "tile": TILE, "mode": "winter", "by_consent": False}


def test_what_makes_no_sense_is_refused():
    table = at_match("winter_court")

    assert refused(set_mode, table, "chess") == "unknown_mode"
    assert refused(set_mode, table, "winter_court") == "same_mode"
    assert refused(set_mode, table, "winter", reason=" ") == "reason_missing"
    assert refused(set_mode, table, "winter", key="") == "bad_key"
    assert refused(set_mode, table, "winter", tile=ASIDE) == "no_battle"
    assert refused(set_mode, table, "winter", phase=7) == "no_phase"
    assert refused(set_mode, table, "winter", phase=1) == "phase_over"
    assert refused(set_mode, table, "winter", now=REPORTS_DUE) == "deadline_passed"
    assert refused(set_mode, table, "winter", revision=7) == "phase_changed"


def test_only_the_game_master_may():
    table = at_match("winter_court")

    with pytest.raises(NotAllowed):
        set_mode(table, "winter", person=table.players[0])
    with pytest.raises(NotThere):
        set_mode(table, "winter", person=make_user())


# The game master, while orders are due


def ahead(mode: str, tile: int = TILE) -> Any:
    def before_month(table: Table) -> None:
        set_mode(table, mode, phase=1, tile=tile, now=START)

    return before_month


@pytest.mark.parametrize("mode", ["skirmish", "winter"])
def test_a_mode_set_while_orders_are_due_is_how_the_hex_is_fought_over(mode: str):
    table = at_match("winter_court", before_month=ahead(mode))

    assert table.phase(1).outside == {"modes": {str(TILE): mode}}
    assert (contest(table).mode, match_of(table).game) == (mode, mode)
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_a_mode_set_for_another_hex_changes_nothing_here():
    table = at_match("winter_court", before_month=ahead("winter", tile=ASIDE))

    assert contest(table).mode == "winter_court"
    assert is_sound(table)


def test_dice_set_while_orders_are_due_keep_the_month_from_waiting():
    table = at_match("winter_court", before_month=ahead("simple"))

    assert not Contest.objects.exists()
    assert table.phase(2).kind == "month"
    assert is_sound(table)


def test_a_mode_holds_for_its_month_and_no_longer():
    table = at_match("winter_court", before_month=ahead("winter"))
    assert table.phase(2).modes == {str(TILE): "winter"}

    sweep(now=REPORTS_DUE)

    assert table.phase(3).month == 2
    assert table.phase(3).modes == {}


def test_a_mode_is_for_a_hex_of_land_that_is_there():
    table = at_match("simple")

    assert refused(set_mode, table, "winter", tile=9999) == "no_land"


def test_in_open_play_a_mode_is_kept_through_the_turns_of_its_month():
    table = in_open_play(ahead("winter"))

    assert [table.phase(ordinal).modes for ordinal in (1, 2, 3)] == [{str(TILE): "winter"}] * 3
    battle = Contest.objects.get(campaign=table.campaign)
    assert (battle.phase, battle.mode, battle.seats) == (table.phase(4), "winter", [0, 1])


def test_in_open_play_the_month_goes_on_after_its_match():
    table = in_open_play(ahead("winter"))
    battle = Contest.objects.get(campaign=table.campaign)
    assert battle.match is not None

    resign(person=table.players[1], match_id=battle.match.pk, now=START)
    listeners.tell(battle.match.pk, START)
    for seat in (0, 1):
        hand_in(table, seat, {}, phase=4, now=START)

    assert sweep(now=START) == 1
    assert table.phase(4).outside == {"results": [{"tile": TILE, "winner": 0}]}
    assert [event["winner"] for event in told(table, "match_decided", 4)] == [0]
    assert is_sound(table)


def test_in_open_play_the_battle_that_is_being_fought_out_stays_as_it_is():
    # Its first choice is the attacker's: concede, or fight.
    table = in_open_play(id, concede=True)

    on_its_hex = refused(set_mode, table, "winter", phase=4, now=START)
    set_mode(table, "winter", phase=4, tile=ASIDE, now=START)

    assert on_its_hex == "battle_begun"
    assert table.phase(4).modes == {str(ASIDE): "winter"}


def in_open_play(before_month: Any, **rules: Any) -> Table:
    """Play the turns of all three: seat 0 marches into hex 15, the others stay."""
    table = make_table(
        3,
        now=START,
        position=FIELD,
        options={"play": "open", "rules": {"battle_mode": "winter_court", **rules}},
    )
    before_month(table)
    march = {"army": 1, "order": "move", "to": TILE}
    for ordinal, order in enumerate((march, DEFEND, DEFEND), start=1):
        hand_in(table, ordinal - 1, order, phase=ordinal, now=START)
        assert sweep(now=START) == 1
    return table


DEFEND = {"army": 1, "order": "defend"}
