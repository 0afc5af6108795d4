"""A match changed by hand in the database is found out, with the turn."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Seat, Turn
from games.services import endings
from games.services.offers import undo_accept, undo_ask
from games.services.openings import NewMatch, match_open
from games.services.table import sit
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.history.matches import heap, hoard, resign, take_back
from tests.games.hosting.toys import HOARD, Played

pytestmark = pytest.mark.django_db


def change(played: Played, number: int, **fields: Any) -> None:
    Turn.objects.filter(match=played.pk, number=number).update(**fields)


def change_match(played: Played, **fields: Any) -> None:
    Match.objects.filter(pk=played.pk).update(**fields)


def with_an_undo() -> Played:
    played = heap("take 3", "take 1")
    take_back(played, 1)
    played.say(1, "take 2")
    return played


def undone() -> Played:
    """The second seat took its answer back, as the first agreed, and plays another."""
    played = heap("take 3", "take 1")
    undo_ask(person=played.people[1], match_id=played.pk, revision=2)
    undo_accept(person=played.people[0], match_id=played.pk, revision=2)
    played.say(1, "roll")
    return played


def undone_while_others_were_asked() -> Played:
    played = half_answered()
    undo_ask(person=played.people[0], match_id=played.pk, revision=1)
    undo_accept(person=played.people[1], match_id=played.pk, revision=1)
    return played


def ended(ending: str, seat: int | None = None) -> Played:
    played = heap("take 3", "take 1")
    endings.end_as_it_stands(table := sit(played.pk), ending, seat)
    table.save()
    return played


def agreed() -> Played:
    played = heap("take 3")
    endings.end_by_agreement(table := sit(played.pk))
    table.save()
    return played


def resigned() -> Played:
    played = heap("take 3")
    resign(played, 0)
    return played


def half_answered() -> Played:
    played = hoard(1)
    played.say(0, played.match.state["hands"][0][0])
    return played


@pytest.mark.parametrize(
    "make",
    [
        lambda: hoard(),
        lambda: hoard(2),
        lambda: hoard(3),
        half_answered,
        with_an_undo,
        undone,
        undone_while_others_were_asked,
        agreed,
        resigned,
        lambda: ended(endings.ADJUDICATED, 1),
        lambda: ended(endings.UNTIL),
    ],
)
def test_a_match_that_nobody_touched_is_as_recorded(make: Any):
    assert verify_match(make().match) == []


def test_a_match_that_has_not_begun_is_as_recorded():
    match = match_open(person=make_user(), new=NewMatch(HOARD))

    assert verify_match(match) == []


def test_f51_another_state_is_found():
    played = hoard(1)
    change_match(played, state={**played.match.state, "gold": [99, 0]})

    assert verify_match(played.match) == ["turn 1: the state on record is not that of the rules"]


def test_another_draw_is_found():
    played = hoard(2)
    (draw,) = played.turns[1].draws
    change(played, 1, draws=[draw | {"outcome": [draw["outcome"][0] % 6 + 1]}])

    assert verify_match(played.match) == ["turn 1: the draws on record are not those of its secret"]


def test_another_secret_is_found():
    played = hoard()
    change_match(played, secret="11" * 32)

    assert "turn 0: the draws on record are not those of its secret" in verify_match(played.match)


def test_another_answer_is_found():
    played = heap("take 3", "take 1")
    change(played, 1, answers={"0": "take 2"})

    assert verify_match(played.match) == [
        "turn 1: the events on record are not those of the rules",
        "turn 2: the state on record is not that of the rules",
    ]


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ({"0": "take 9"}, "the answer of seat 0 is not legal: Say it like: take 1"),
        ({"0": "Take  3"}, "the answer of seat 0 is not in canonical form"),
        ({"1": "take 3"}, "the seats that answered are not those that were asked"),
        ({}, "the seats that answered are not those that were asked"),
    ],
)
def test_an_answer_that_nobody_could_give_is_found(answers: Any, text: str):
    played = heap("take 3", "take 1")
    change(played, 1, answers=answers)

    assert verify_match(played.match) == [f"turn 1: {text}"]


def test_other_events_are_found():
    played = hoard(1)
    events = played.turns[0].events
    events[0]["seen_by"] = None
    change(played, 0, events=events)

    assert verify_match(played.match) == ["turn 0: the events on record are not those of the rules"]


def test_a_turn_that_is_gone_is_found():
    played = heap("take 3", "take 1")
    Turn.objects.filter(match=played.pk, number=1).delete()

    assert verify_match(played.match) == ["turn 2: turn 1 is missing"]


def test_a_newest_turn_that_is_gone_is_found():
    played = heap("take 3", "take 1")
    Turn.objects.filter(match=played.pk, number=2).delete()

    assert "the newest turn is 1, not 2" in verify_match(played.match)


def test_f46_an_undo_past_a_die_is_found():
    played = heap("roll")
    take_back(played, 0)

    assert verify_match(played.match) == ["turn 2: it takes back a turn that revealed something"]


def test_a_turn_that_hides_its_die_is_found():
    played = heap("roll")
    change(played, 1, reveals=False)

    assert verify_match(played.match) == [
        "turn 1: whether it revealed something is not as the rules say"
    ]


def test_an_undo_to_nowhere_is_found():
    played = with_an_undo()
    change(played, 3, back_to=7)

    assert verify_match(played.match) == ["turn 3: it goes back to a turn that is not there"]


def test_a_turn_after_the_end_is_found():
    played = resigned()
    Turn.objects.create(match=played.match, number=3, kind="play", at=played.turns[0].at)

    assert verify_match(played.match) == ["turn 3: the match was over before it"]


def test_another_seat_asked_is_found():
    played = heap("take 3")
    change_match(played, asked=[0])

    assert verify_match(played.match) == ["turn 1: the seats asked are [1], not [0]"]


def test_another_outcome_is_found():
    played = resigned()
    change_match(played, outcome={**played.match.outcome, "winners": [0], "places": [1, 2]})

    assert verify_match(played.match) == ["turn 2: the outcome on record is not that of its end"]


def test_a_resignation_written_into_another_end_is_found():
    played = agreed()
    change_match(played, ending=endings.RESIGNED)

    assert verify_match(played.match) == ["turn 2: it ended agreed, not resigned"]


def test_a_match_declared_over_by_hand_is_found():
    played = heap("take 3")
    change_match(played, status=Match.Status.OVER, asked=[])

    assert verify_match(played.match) == ["turn 1: it is not over"]


def test_a_match_played_on_by_hand_is_found():
    played = hoard(3)
    change_match(played, status=Match.Status.RUNNING)

    assert verify_match(played.match) == ["turn 3: it is over"]


def test_a_seat_that_is_gone_is_found():
    played = heap("take 3")
    Seat.objects.filter(match=played.pk, number=1).delete()

    assert verify_match(played.match) == ["its seats are not those it was opened with"]


def test_rules_of_another_version_are_named():
    played = heap("take 3")
    change_match(played, rules_version="0")

    assert verify_match(played.match) == ["played with rules 0, which are not those of today"]


def test_a_state_that_nobody_can_read_is_reported():
    played = heap("take 3")
    change_match(played, options={"heap": 0})

    assert verify_match(played.match) == ["its options make no game: At least one stick."]


# The command


def verify(*arguments: str) -> str:
    out = StringIO()
    call_command("verify", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_checks_all_matches():
    one, other = hoard(1), heap("take 3")

    assert verify() == (
        f"match {one.pk}: 2 turns, 0 differences\nmatch {other.pk}: 2 turns, 0 differences\n"
    )


def test_the_command_checks_the_match_it_is_given():
    _one, other = hoard(1), heap("take 3")

    assert verify("--match", str(other.pk)) == f"match {other.pk}: 2 turns, 0 differences\n"


def test_the_command_fails_on_a_difference():
    played = heap("take 3")
    change_match(played, asked=[0])

    out = StringIO()
    with pytest.raises(CommandError, match="1 difference"):
        call_command("verify", stdout=out)

    assert f"match {played.pk}: turn 1: the seats asked are [1], not [0]\n" in out.getvalue()


def test_the_command_says_when_there_is_no_such_match():
    with pytest.raises(CommandError, match="no such match: 4711"):
        verify("--match", "4711")
