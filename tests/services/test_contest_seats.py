"""Who plays a battle's match when kingdoms change hands, and how long when the clock is moved."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Invite, User
from campaign.services.clock import clock_act
from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
)
from campaign.services.memberships import kingdom_hand_over, kingdom_join, kingdom_leave
from campaign.services.phases import sweep
from campaign.services.regents import kingdom_set_regent, kingdom_take_back
from games.hosting.errors import NotThere, Stale
from games.models import Seat
from games.services import sourced
from games.services.answers import answer_give
from games.services.bots import bots_move
from games.services.clocks import due_of
from games.services.sweeping import sweep as sweep_matches
from tests.factories import Table, make_user
from tests.services.nested import (
    SOON,
    THREE,
    at_match,
    contest,
    fought_by,
    is_sound,
    match_of,
    move,
    occupants,
    won,
)
from tests.services.war import FOUGHT, REPORTS_DUE, TILE

pytestmark = pytest.mark.django_db


def hand_over(table: Table, seat: int, heir: User | None) -> None:
    kingdom_hand_over(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=seat,
        username=heir.username if heir else None,
        now=SOON,
    )


def appoint(table: Table, seat: int, regent: str = "steward", key: str = "k") -> None:
    kingdom_set_regent(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=seat,
        regent=regent,
        key=key,
        now=SOON,
    )


def act(table: Table, action: str, now: Any = SOON, **fields: Any) -> None:
    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        action=action,
        key=f"{action} {now}",
        now=now,
        **fields,
    )


def asked(table: Table) -> int:
    """Return the kingdom that the match asks first."""
    return int(contest(table).seats[match_of(table).asked[0]])


# Changing hands


def test_whoever_is_handed_the_kingdom_plays_on_in_its_match():
    table, heir = at_match(), make_user()
    before = table.players[0]

    hand_over(table, 0, heir)

    assert occupants(match_of(table)) == [heir.pk, table.players[1].pk]
    with pytest.raises(NotThere):
        answer_give(person=before, match_id=match_of(table).pk, revision=0, answer=None)


def test_in_the_middle_of_a_match_the_heir_is_asked_what_was_asked():
    table, heir = at_match(), make_user()
    seat = asked(table)
    move(table, table.players[seat])
    while asked(table) != seat:
        move(table, table.players[asked(table)])

    hand_over(table, seat, heir)
    move(table, heir)

    turn = match_of(table).turns.last()
    assert heir.pk in turn.authors.values()


def test_a_kingdom_without_a_player_is_played_by_the_bot():
    table = at_match()

    kingdom_leave(person=table.players[1], campaign_id=table.campaign.pk, now=SOON)

    assert occupants(match_of(table)) == [table.players[0].pk, "greedy"]


def test_who_joins_in_the_middle_of_a_battle_sits_down_at_it():
    table, heir = at_match(), make_user()
    kingdom_leave(person=table.players[1], campaign_id=table.campaign.pk, now=SOON)
    token = Invite.objects.filter(campaign=table.campaign).latest("pk").token

    kingdom_join(person=heir, token=token, seat=1, now=FOUGHT)

    assert occupants(match_of(table)) == [table.players[0].pk, heir.pk]


def test_a_regent_has_the_bot_play_and_the_player_comes_back():
    table = at_match()

    appoint(table, 0)
    under_the_steward = occupants(match_of(table))
    kingdom_take_back(person=table.players[0], campaign_id=table.campaign.pk, now=SOON)

    assert under_the_steward == ["greedy", table.players[1].pk]
    assert occupants(match_of(table)) == [table.players[0].pk, table.players[1].pk]


def test_the_game_master_ends_a_regency_and_the_player_sits_down_again():
    table = at_match()
    appoint(table, 0)

    appoint(table, 0, regent="", key="back")

    assert occupants(match_of(table))[0] == table.players[0].pk


def test_two_bots_play_a_battle_to_its_end_and_it_comes_home():
    table = at_match()
    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk, now=SOON)
    kingdom_leave(person=table.players[1], campaign_id=table.campaign.pk, now=SOON)

    for _ in range(100):
        bots_move(match_id=match_of(table).pk)
        if match_of(table).status == "over":
            break
    sweep_matches(match_of(table).wake_at)

    assert (match_of(table).ending, contest(table).decided_by) == ("rules", "match")


def test_the_seats_of_the_other_kingdoms_stay():
    table = at_match("courtier", position=THREE)
    seats, heir = contest(table).seats, make_user()

    hand_over(table, 2, heir)

    people = [table.players[0].pk, table.players[1].pk, heir.pk]
    assert occupants(match_of(table)) == [people[seat] for seat in seats]


def test_a_kingdom_that_does_not_fight_there_changes_no_seat():
    table, heir = at_match(), make_user()

    hand_over(table, 2, heir)

    assert occupants(match_of(table)) == [table.players[0].pk, table.players[1].pk]


def test_whoever_sits_on_the_other_side_already_leaves_the_seat_to_the_bot():
    table, friend = at_match(), make_user()
    # No page lets a seat of a nested match go by itself; whatever brought it about is mended.
    Seat.objects.filter(match=match_of(table), number=0).update(user=friend)

    hand_over(table, 1, friend)

    assert occupants(match_of(table)) == [friend.pk, "greedy"]
    assert table.kingdom(1).player == friend


def test_after_its_end_the_seats_of_a_match_stay():
    table, heir = at_match(), make_user()
    won(table, 0)

    hand_over(table, 0, heir)

    assert occupants(match_of(table))[0] == table.players[0].pk


def test_f23_a_failure_to_pass_a_seat_on_leaves_the_kingdom_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
):
    table, heir = at_match(), make_user()

    def fails(**fields: Any) -> bool:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(sourced, "reseat", fails)
    with pytest.raises(ValueError, match="a fault of ours"):
        hand_over(table, 0, heir)

    assert table.kingdom(0).player == table.players[0]


def test_what_the_one_before_wished_for_lapses_with_a_hand_over():
    table, heir = at_match(), make_user()
    named = {"campaign_id": table.campaign.pk, "phase": 2, "tile": TILE, "now": SOON}
    battle_propose_mode(person=table.players[0], mode="winter", key="p", **named)

    hand_over(table, 0, heir)

    assert (contest(table).proposed_mode, contest(table).accepted) == ("", [])
    with pytest.raises(Stale):
        battle_agree_mode(person=table.players[1], mode="winter", key="a", **named)


def test_what_the_one_before_agreed_to_needs_the_word_of_the_heir():
    table, heir = at_match("courtier", position=THREE), make_user()
    named = {"campaign_id": table.campaign.pk, "phase": 2, "tile": TILE, "now": SOON}
    battle_propose_mode(person=table.players[0], mode="winter", key="p", **named)
    battle_agree_mode(person=table.players[1], mode="winter", key="a", **named)

    hand_over(table, 1, heir)
    battle_agree_mode(person=table.players[2], mode="winter", key="b", **named)
    without_the_heir = contest(table).mode
    battle_agree_mode(person=heir, mode="winter", key="c", **named)

    assert (without_the_heir, contest(table).mode) == ("courtier", "winter")


# The clock


def test_f33_a_paused_phase_stops_the_clocks_of_its_matches():
    table = at_match()

    act(table, "pause")

    match = match_of(table)
    assert match.clock == {"kind": "none"}
    assert [due_of(match, seat) for seat in match.asked] == [None]


def test_f33_a_resumed_phase_gives_its_matches_the_time_it_has_left():
    table = at_match()
    act(table, "pause")

    later = SOON + timedelta(days=4)
    act(table, "resume", now=later)

    # 70 of the 72 hours were left: 35 for each side.
    match = match_of(table)
    assert match.clock == {"kind": "total", "minutes": 35 * 60, "increment": 0}
    assert due_of(match, match.asked[0]) == later + timedelta(hours=35)
    assert table.phase(2).due_at == later + timedelta(hours=70)


def test_an_extended_phase_gives_its_matches_more():
    table = at_match()

    act(table, "extend", minutes=20 * 60, reason="A feast.")

    # 70 hours were left and 20 come to them.
    assert match_of(table).clock["minutes"] == 45 * 60


def test_a_match_of_a_paused_phase_is_opened_without_a_clock_and_gets_one_after_it():
    table = at_match()
    act(table, "pause")

    fought_by(table, "winter")
    while_paused = match_of(table).clock
    act(table, "resume", now=SOON + timedelta(hours=1))

    assert (match_of(table).game, while_paused) == ("winter", {"kind": "none"})
    assert match_of(table).clock["minutes"] == 35 * 60


def test_all_of_it_in_one_campaign_ends_sound():
    table, heir = at_match(), make_user()
    move(table, table.players[asked(table)])

    act(table, "pause")
    hand_over(table, 1, heir)
    appoint(table, 0)
    act(table, "resume", now=SOON + timedelta(hours=3))
    sweep(now=REPORTS_DUE + timedelta(hours=3))

    assert contest(table).status == "over"
    assert is_sound(table)
