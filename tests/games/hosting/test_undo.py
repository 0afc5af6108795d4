"""Undo by consent: what it takes back, what it never takes back, and what is played after it."""

from __future__ import annotations

import pytest

from games.engine.chance import CommitReveal
from games.hosting.errors import Conflict, NotThere, Stale
from games.models import Match, Note, Turn
from games.services import clocks
from games.services.bots import bots_move
from games.services.histories import path
from games.services.offers import undo_accept, undo_ask, undo_decline
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import DAY, HOARD, START, Played, at, begun

pytestmark = pytest.mark.django_db


def do(what, played: Played, seat: int, revision: int | None = None) -> Match:
    return what(
        person=played.people[seat],
        match_id=played.pk,
        revision=played.match.turn if revision is None else revision,
        now=at(hours=1),
    )


def counted(played: Played) -> list[int]:
    """Return the numbers of the turns that were not taken back."""
    return [turn.number for turn in path(played.turns)]


def test_an_undo_takes_back_ones_last_answer():
    played = begun()
    played.say(0, "take 3")

    asked = do(undo_ask, played, 0)
    do(undo_accept, played, 1)

    assert (asked.undo_asked_by, asked.undo_to, asked.turn) == (0, 0, 1)
    match = played.match
    assert (match.turn, match.asked, match.state["heap"]) == (2, [0], 10)
    assert (match.undo_asked_by, match.undo_to) == (None, None)
    turn = played.turns[2]
    assert (turn.kind, turn.back_to, turn.answers, turn.reveals) == ("undo", 0, {}, False)
    assert turn.events == [{"kind": "undone", "data": {"seat": 0, "back_to": 0}, "seen_by": None}]
    assert counted(played) == [0]
    assert verify_match(match) == []


def test_everything_since_ones_last_answer_is_taken_back():
    played = begun()
    played.say(0, "take 3")
    played.say(1, "take 2")

    do(undo_ask, played, 0)
    do(undo_accept, played, 1)

    assert played.match.state["heap"] == 10
    assert played.match.asked == [0]
    assert counted(played) == [0]


def test_what_lies_before_ones_last_answer_stays():
    played = begun()
    played.say(0, "take 3")
    played.say(1, "take 2")

    do(undo_ask, played, 1)
    do(undo_accept, played, 0)

    assert played.match.state["heap"] == 7
    assert played.match.asked == [1]
    assert counted(played) == [0, 1]
    assert verify_match(played.match) == []


def test_undo_after_undo_goes_back_along_what_counts():
    played = begun()
    played.say(0, "take 3")  # 1
    played.say(1, "take 2")  # 2
    do(undo_ask, played, 1)
    do(undo_accept, played, 0)  # 3: back to 1
    played.say(1, "take 1")  # 4

    do(undo_ask, played, 0)
    do(undo_accept, played, 1)  # 5: back to 0

    assert played.turns[5].back_to == 0
    assert played.match.state["heap"] == 10
    assert counted(played) == [0]
    assert verify_match(played.match) == []


def test_nothing_happens_without_consent():
    played = begun()
    played.say(0, "take 3")
    do(undo_ask, played, 0)

    do(undo_decline, played, 1)

    assert (played.match.turn, played.match.undo_asked_by) == (1, None)
    with pytest.raises(Conflict) as refused:
        do(undo_ask, played, 0)
    assert refused.value.code == "declined_already"


def test_nobody_grants_ones_own_undo():
    played = begun()
    played.say(0, "take 3")
    do(undo_ask, played, 0)
    do(undo_ask, played, 0)

    with pytest.raises(Conflict) as refused:
        do(undo_accept, played, 0)

    assert refused.value.code == "no_offer"
    assert Note.objects.filter(kind="undo_offered").count() == 1


def test_while_one_asks_the_other_answers_that_first():
    played = begun()
    played.say(0, "take 3")
    played.say(1, "take 3")
    do(undo_ask, played, 0)

    with pytest.raises(Conflict) as refused:
        do(undo_ask, played, 1)

    assert refused.value.code == "undo_asked"


def test_a_wish_lapses_with_the_next_turn():
    played = begun()
    played.say(0, "take 3")
    do(undo_ask, played, 0)

    played.say(1, "take 1")

    assert (played.match.undo_asked_by, played.match.undo_to) == (None, None)
    with pytest.raises(Stale):
        do(undo_accept, played, 1, revision=1)
    with pytest.raises(Conflict):
        do(undo_accept, played, 1)


def test_who_has_answered_nothing_takes_nothing_back():
    played = begun()
    played.say(0, "take 3")

    with pytest.raises(Conflict) as refused:
        do(undo_ask, played, 1)

    assert refused.value.code == "nothing_to_undo"


def test_f46_nothing_is_taken_back_past_what_was_revealed():
    played = begun()
    played.say(0, "take 1")
    played.say(1, "roll")

    with pytest.raises(Conflict) as mine:
        do(undo_ask, played, 0)
    with pytest.raises(Conflict) as theirs:
        do(undo_ask, played, 1)

    assert (mine.value.code, theirs.value.code) == ("undo_past_reveal",) * 2
    assert played.match.undo_asked_by is None


def test_f46_what_came_after_a_reveal_can_be_taken_back():
    played = begun()
    played.say(0, "roll")
    heap = played.match.state["heap"]
    played.say(1, "take 1")

    do(undo_ask, played, 1)
    do(undo_accept, played, 0)

    assert played.match.state["heap"] == heap
    assert counted(played) == [0, 1]


def test_f46_after_an_undo_other_dice_are_drawn():
    played = begun()
    played.say(0, "take 1")
    do(undo_ask, played, 0)
    do(undo_accept, played, 1)

    played.say(0, "roll")

    # What a roll in turn 1 would have shown says nothing of turn 3: its context is another.
    match, (draw,) = played.match, played.turns[3].draws
    secret = bytes.fromhex(match.secret)
    chance = CommitReveal(secret, f"match/{match.public_id}/3")
    assert draw["outcome"] == list(chance.roll("die", 6))
    assert verify_match(match) == []


def test_the_clock_begins_anew_after_an_undo():
    played = begun(clock=DAY)
    played.say(0, "take 3", now=at(minutes=30))

    do(undo_ask, played, 0)
    do(undo_accept, played, 1)

    match = played.match
    assert clocks.due_of(match, 0) == at(days=1, hours=1)
    assert clocks.due_of(match, 1) is None
    assert match.wake_at == at(hours=1, minutes=10)


def test_among_bots_an_undo_happens_at_once(seat_bot):
    seat_bot("take 1")
    played = begun("heap", 1, "random")
    played.say(0, "take 3")
    bots_move(played.pk)

    do(undo_ask, played, 0)

    assert played.match.asked == [0]
    assert played.match.state["heap"] == 10


def test_at_a_larger_table_everybody_must_agree():
    played = begun("heap", 3)
    played.say(0, "take 3")

    do(undo_ask, played, 0)
    do(undo_accept, played, 1)
    between = played.match.turn
    do(undo_accept, played, 2)

    assert between == 1
    assert played.match.state["heap"] == 10


def test_an_answer_that_waits_for_others_can_be_taken_back():
    played = begun(HOARD)
    mine, theirs = played.match.state["hands"]
    played.say(0, mine[0])

    do(undo_ask, played, 0)
    do(undo_accept, played, 1)
    played.say(0, mine[2])
    played.say(1, theirs[0])

    assert played.turns[1].kind == Turn.Kind.UNDO
    assert played.turns[2].answers == {"0": mine[2], "1": theirs[0]}
    assert verify_match(played.match) == []


def test_an_answer_made_before_an_undo_is_refused_after_it():
    played = begun()
    played.say(0, "take 3")
    do(undo_ask, played, 0)
    do(undo_accept, played, 1)

    with pytest.raises(Stale):
        played.say(1, "take 1", revision=1)

    assert played.match.turn == 2


def test_who_does_not_sit_there_asks_for_no_undo():
    played = begun()

    with pytest.raises(NotThere):
        undo_ask(person=make_user(), match_id=played.pk, revision=0, now=START)
