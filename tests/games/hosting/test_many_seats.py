"""Matches of three and four: one link for all, absent seats, offers that all must accept."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Outcome
from games.hosting.errors import Conflict, NotThere
from games.models import Match, Note
from games.services import answers, clocks, endings
from games.services.answers import answer_give
from games.services.offers import (
    draw_accept,
    draw_decline,
    draw_offer,
    resign,
    undo_accept,
    undo_ask,
)
from games.services.openings import NewMatch, match_join, match_open
from games.services.plans import plan_write
from games.services.rematches import rematch_ask
from games.services.rulebook import game_of
from games.services.selectors import seat_names
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import DAY, HEAP, START, Played, at, begun, me

pytestmark = pytest.mark.django_db

COURTIER, COURT = "courtier", "winter_court"
DEALT = {"first": 0, "auction": False}


def do(what: Any, played: Played, seat: int) -> Match:
    match: Match = what(
        person=played.people[seat], match_id=played.pk, revision=played.match.turn, now=START
    )
    return match


def notes(played: Played) -> list[tuple[str, int | None]]:
    return [(note.kind, note.seat) for note in Note.objects.filter(match=played.pk)]


def sources(played: Played) -> list[tuple[str, str]]:
    """Return who was asked in each turn after the start, and by whom it was answered."""
    return [pair for turn in played.turns for pair in turn.sources.items()]


def hand_of(played: Played, seat: int) -> list[str]:
    """Return the cards that a seat of Courtier holds."""
    match = played.match
    game = game_of(match)
    hand: list[str] = game.view(game.decode(match.state), seat)["hands"][seat]
    return hand


# Sitting down


def test_one_link_serves_all_free_seats_and_the_last_begins_the_match():
    people = [make_user() for _ in range(4)]
    match = match_open(
        person=people[0], new=NewMatch(COURTIER, DEALT, seats=me("free", "free", "free"))
    )

    after = [match_join(person=one, token=match.invite_token).status for one in people[1:]]

    assert after == ["open", "open", "running"]
    assert [seat.user for seat in match.seats.order_by("number")] == people
    with pytest.raises(NotThere):
        match_join(person=make_user(), token=match.invite_token)


def test_bots_do_not_play_before_the_last_seat_is_taken():
    match = match_open(
        person=make_user(), new=NewMatch(COURTIER, DEALT, seats=me("greedy", "free", "random"))
    )

    assert match.status == Match.Status.OPEN
    assert match_join(person=make_user(), token=match.invite_token).status == "running"


def test_a_seat_can_be_chosen_and_is_taken_once():
    match = match_open(person=make_user(), new=NewMatch(HEAP, seats=me("free", "free")))

    match_join(person=make_user(), token=match.invite_token, seat=2)
    with pytest.raises(Conflict) as refused:
        match_join(person=make_user(), token=match.invite_token, seat=2)

    assert refused.value.code == "seat_taken"


def test_free_seats_bear_no_numbers_and_equal_bots_do():
    new = NewMatch(HEAP, seats=me("free", "free", "greedy"))
    match = match_open(person=make_user("anna"), new=new)

    assert seat_names(match.seats.all()) == ["anna", "a free seat", "a free seat", "Greedy (bot)"]


# Absent seats


def test_an_absent_seat_takes_the_rest_of_its_turn_by_default_at_once():
    played = begun(COURTIER, 4, options=DEALT, clock=DAY)
    played.say(0, f"discard {hand_of(played, 0)[0]}")

    swept = sweep(now=at(days=1))

    # It was asked whether to discard more (done), then it drew up to five again.
    match = played.match
    assert swept == 1
    assert sources(played) == [("0", "person"), ("0", "default"), ("0", "default")]
    assert [turn.answers["0"] for turn in played.turns[2:]] == ["done", "draw influence"]
    assert (match.asked, clocks.due_of(match, 1)) == ([1], at(days=2))
    assert match.timing["0"]["defaults"] == 1
    assert notes(played) == [("default_taken", 0)]
    assert verify_match(match) == []


def test_so_it_is_with_two_seats():
    played = begun(COURT, 2, options={"first": 0}, clock=DAY)

    sweep(now=at(days=1))

    match = played.match
    assert [turn.answers["0"] for turn in played.turns[1:]] == ["pass", "draw 1"]
    assert (match.asked, match.timing["0"]["defaults"]) == ([1], 1)


def test_on_a_total_clock_too_no_further_time_is_waited_for():
    played = begun(
        COURT, 2, options={"first": 0}, clock={"kind": "total", "minutes": 10, "increment": 30}
    )

    sweep(now=at(minutes=10))

    assert played.match.asked == [1]
    assert played.match.timing["0"] == {"defaults": 1, "left": 0}


def test_at_its_next_turn_an_absent_seat_has_its_whole_time():
    played = begun(HEAP, 3, clock=DAY)
    sweep(now=at(days=1))
    played.say(1, "take 1", now=at(days=1))
    played.say(2, "take 1", now=at(days=1))

    match = played.match

    assert (match.asked, clocks.due_of(match, 0)) == ([0], at(days=2))


def test_whoever_comes_back_is_not_absent_any_more():
    played = begun(HEAP, 3, clock=DAY)
    sweep(now=at(days=1))
    played.say(1, "take 1", now=at(days=1))
    played.say(2, "take 1", now=at(days=1))

    played.say(0, "take 2", now=at(days=1, hours=1))

    assert played.match.timing["0"]["defaults"] == 0


def test_a_plan_of_an_absent_seat_is_kept_to():
    played = begun(COURT, 2, options={"first": 1}, clock=DAY)
    lines = [{"if": "pass", "then": ["pass", "draw 2"]}]
    plan_write(person=played.people[0], match_id=played.pk, revision=0, lines=lines, now=START)

    sweep(now=at(days=1))

    assert [turn.sources for turn in played.turns[1:]] == [
        {"1": "default"},
        {"1": "default"},
        {"0": "plan"},
        {"0": "plan"},
    ]


def test_f24_a_game_that_asks_one_seat_alone_does_not_rush_ahead(monkeypatch: Any):
    monkeypatch.setattr(answers, "MOST_AT_ONCE", 1)
    played = begun(COURTIER, 2, options=DEALT, clock=DAY)
    for _ in range(3):
        played.say(0, f"discard {hand_of(played, 0)[0]}")

    sweep(now=at(days=1))

    # "done" when the time was up, one card at once; then it has its time again.
    assert [turn.answers.get("0") for turn in played.turns[4:]] == ["done", "draw influence"]
    assert clocks.due_of(played.match, 0) == at(days=2)
    sweep(now=at(days=2))
    assert played.match.timing["0"]["defaults"] == 2


def test_of_four_one_absent_seat_does_not_end_the_match():
    played = begun(HEAP, 4, clock=DAY, most_defaults=2, options={"heap": 99})

    for day in range(1, 6):
        sweep(now=at(days=day))
        for seat in (1, 2, 3):
            played.say(seat, "take 1", now=at(days=day))

    match = played.match
    assert match.status == Match.Status.RUNNING
    assert match.timing["0"]["defaults"] == 5
    assert verify_match(match) == []


def test_when_nobody_of_three_is_there_any_more_the_match_ends_as_it_stands():
    played = begun(HEAP, 3, clock=DAY, most_defaults=2, options={"heap": 99})

    for day in range(1, 6):
        sweep(now=at(days=day))
    assert played.match.status == Match.Status.RUNNING
    sweep(now=at(days=6))  # the third misses a second time

    match = played.match
    assert (match.status, match.ending) == (Match.Status.OVER, "adjudicated")
    assert match.outcome["scores"] == [2, 2, 2]
    assert verify_match(match) == []


def test_who_plays_bots_alone_ends_the_match_by_staying_away():
    played = begun(HEAP, 1, "greedy", "greedy", clock=DAY, most_defaults=1)

    sweep(now=at(days=1))

    assert played.match.ending == "adjudicated"


# Offers


def test_a_draw_among_four_needs_all_of_them():
    played = begun(HEAP, 4)

    do(draw_offer, played, 0)
    do(draw_accept, played, 2)
    do(draw_accept, played, 2)
    do(draw_accept, played, 1)
    assert played.match.status == Match.Status.RUNNING
    do(draw_offer, played, 3)

    match = played.match
    assert match.ending == "agreed"
    assert (match.outcome["places"], match.outcome["winners"]) == ([1] * 4, [0, 1, 2, 3])
    assert verify_match(match) == []


def test_one_of_four_is_enough_to_decline():
    played = begun(HEAP, 4)
    do(draw_offer, played, 0)
    do(draw_accept, played, 1)

    do(draw_decline, played, 2)

    assert played.match.draw_offered_by is None
    with pytest.raises(Conflict) as refused:
        do(draw_accept, played, 3)
    assert refused.value.code == "no_offer"


def test_an_undo_among_four_takes_all_answers_since_back_when_all_agree():
    played = begun(HEAP, 3, "greedy")
    played.say(0, "take 3")
    played.say(1, "take 2")

    do(undo_ask, played, 0)
    do(undo_accept, played, 2)
    assert played.match.turn == 2
    do(undo_accept, played, 1)

    match = played.match
    assert (match.turn, match.asked, match.state["heap"]) == (3, [0], 10)
    assert verify_match(match) == []


# Resigning


def test_a_bot_plays_on_for_one_of_four_who_resigns():
    played = begun(COURTIER, 2, "greedy", "greedy", options=DEALT)

    resign(person=played.people[0], match_id=played.pk)

    seat = played.seat(0)
    assert (seat.kind, seat.bot, played.match.status) == ("bot", "greedy", "running")


def test_the_last_person_who_resigns_ends_the_match():
    played = begun(HEAP, 1, "greedy", "random")
    played.say(0, "take 3")

    resign(person=played.people[0], match_id=played.pk)

    match = played.match
    assert match.ending == "resigned"
    assert match.outcome["places"] == [3, 1, 1]
    assert match.outcome["winners"] == [1, 2]
    assert verify_match(match) == []


# Gianni


def test_a_match_in_which_gianni_leads_has_no_winner_when_it_ends_as_it_stands():
    standing = Outcome(False, "standing", (3, 5), (2, 1), (), beaten=True)

    stands = endings.final_outcome(standing, endings.UNTIL, None)
    given_up = endings.final_outcome(standing, endings.RESIGNED, 1)
    agreed = endings.final_outcome(standing, endings.AGREED, None)

    assert stands == Outcome(True, "standing", (3, 5), (2, 1), (), beaten=True)
    assert given_up == Outcome(True, "resigned", (3, 5), (1, 2), (0,))
    assert agreed == Outcome(True, "agreed", (3, 5), (1, 1), (0, 1))


def test_a_game_that_gianni_wins_is_kept_and_verified():
    cap = 2  # nobody has a point after two turns: the first petition is far away
    played = begun(COURTIER, 2, options=DEALT | {"turn_cap": cap})
    while (match := played.match).status == Match.Status.RUNNING:
        ask = game_of(match).asks(game_of(match).decode(match.state))[0]
        answer_give(
            person=played.people[ask.seat],
            match_id=match.pk,
            revision=match.turn,
            answer=ask.default,
        )

    outcome = endings.outcome_of(match)
    assert outcome is not None
    assert (match.ending, outcome.reason, outcome.scores) == ("rules", "turn_cap", (0, 0))
    assert outcome.beaten is (outcome.winners == ())
    assert verify_match(match) == []


def test_a_match_kept_before_anybody_could_be_beaten_is_read_as_it_was():
    old = {"over": True, "reason": "x", "scores": [1, 2], "places": [2, 1], "winners": [1]}

    assert endings.outcome_of(Match(outcome=old)) == Outcome(True, "x", (1, 2), (2, 1), (1,))
    assert endings.told_outcome(Match(outcome=old)) == old | {"beaten": False}
    assert endings.told_outcome(Match()) is None


# Once more


def test_in_a_rematch_of_three_all_move_on_by_one_seat():
    played = begun(HEAP, 3, "greedy", options={"heap": 7})
    do(draw_offer, played, 0)  # declined by the bot
    for person in played.people:
        resign(person=person, match_id=played.pk)
    old = played.match
    assert old.status == Match.Status.OVER

    new = rematch_ask(person=played.people[2], match_id=old.pk)

    # Two of the three left their seats to bots; whoever was last to sit there moves on.
    kinds = [(seat.kind, seat.user_id) for seat in new.seats.order_by("number")]
    assert kinds[3] == ("person", played.people[2].pk)
    assert [kind for kind, _user in kinds] == ["bot", "bot", "bot", "person"]
    assert new.options == {"heap": 7}


def test_in_a_rematch_of_four_people_each_finds_the_next_seat():
    played = begun(HEAP, 4)
    for seat in range(4):
        do(draw_offer, played, seat)

    again = [rematch_ask(person=played.people[seat], match_id=played.pk) for seat in (2, 0, 3, 1)]

    assert len({match.pk for match in again}) == 1
    users = [seat.user for seat in again[0].seats.order_by("number")]
    assert users == [played.people[3], *played.people[:3]]
    assert again[-1].status == Match.Status.RUNNING
