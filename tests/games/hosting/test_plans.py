"""Conditional answers: played when they fit, dropped when they do not, known to nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from games.hosting.errors import Conflict, NotThere, ServiceError, Stale
from games.models import Plan
from games.services.histories import events_since, shown
from games.services.offers import resign, undo_accept, undo_ask
from games.services.plans import plan_write
from games.services.policy import access_match
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import HOARD, START, Played, begun

pytestmark = pytest.mark.django_db


def plan(played: Played, seat: int, *lines: tuple[str, list[str]], **how: Any) -> Plan | None:
    if "revision" not in how:
        how["revision"] = played.match.turn
    how.setdefault("person", played.people[seat])
    written = [{"if": when, "then": then} for when, then in lines]
    return plan_write(match_id=played.pk, lines=written, now=START, **how)


def test_the_line_that_fits_is_answered_in_the_same_breath():
    played = begun()
    plan(played, 1, ("take 1", ["take 3"]), ("take 2", ["take 2"]))

    answered = played.say(0, "take 2")

    assert answered.turn == 2
    match = played.match
    assert (match.turn, match.asked, match.state["heap"]) == (2, [0], 6)
    assert played.turns[2].answers == {"1": "take 2"}
    assert played.turns[2].sources == {"1": "plan"}
    assert played.turns[2].authors == {"1": played.people[1].pk}
    assert match.planned == []
    assert not Plan.objects.exists()
    assert verify_match(match) == []


def test_a_plan_compares_without_case_and_spacing():
    played = begun()
    plan(played, 1, (" Take   2", ["TAKE 2"]))

    played.say(0, "take 2")

    assert played.turns[2].answers == {"1": "take 2"}


def test_a_star_fits_whatever_was_answered():
    played = begun()
    plan(played, 1, ("take 1", ["take 3"]), ("*", ["take 1"]))

    played.say(0, "take 3")

    assert played.turns[2].answers == {"1": "take 1"}


def test_a_plan_that_does_not_fit_is_dropped_and_the_person_asked():
    played = begun()
    plan(played, 1, ("take 1", ["take 3"]))

    played.say(0, "take 2")

    assert (played.match.turn, played.match.asked) == (1, [1])
    assert not Plan.objects.exists()
    assert played.match.planned == []


def test_an_answer_that_became_illegal_is_dropped_and_the_person_asked():
    played = begun(options={"heap": 4})
    plan(played, 1, ("take 3", ["take 2"]))

    played.say(0, "take 3")

    assert (played.match.turn, played.match.asked) == (1, [1])
    assert not Plan.objects.exists()


def test_a_line_of_several_answers_is_played_on_while_it_stays_ones_turn():
    played = begun()
    plan(played, 1, ("take 1", ["wait", "take 2"]))

    played.say(0, "take 1")

    assert [turn.answers for turn in played.turns[1:]] == [
        {"0": "take 1"},
        {"1": "wait"},
        {"1": "take 2"},
    ]
    assert played.match.asked == [0]
    assert not Plan.objects.exists()


def test_what_is_left_of_a_line_is_dropped_when_somebody_else_has_answered():
    played = begun()
    plan(played, 1, ("take 1", ["take 2", "take 3"]))

    played.say(0, "take 1")
    played.say(0, "take 1")

    assert [turn.answers for turn in played.turns[1:]] == [
        {"0": "take 1"},
        {"1": "take 2"},
        {"0": "take 1"},
    ]
    assert played.match.asked == [1]
    assert not Plan.objects.exists()


def test_a_line_stops_at_the_first_answer_that_is_not_legal():
    played = begun()
    plan(played, 1, ("take 1", ["wait", "wait", "take 2"]))

    played.say(0, "take 1")

    assert [turn.answers for turn in played.turns[1:]] == [{"0": "take 1"}, {"1": "wait"}]
    assert played.match.asked == [1]
    assert not Plan.objects.exists()


def test_plans_of_both_can_play_a_match_to_its_end():
    played = begun(options={"heap": 6})
    plan(played, 1, ("take 3", ["take 1"]))
    played.say(0, "wait")

    played.say(0, "take 3")
    plan(played, 1, ("*", ["take 1"]))
    played.say(0, "take 1")

    assert played.match.ending == "rules"
    assert played.match.outcome["winners"] == [1]


def test_only_answers_given_after_it_was_made_count():
    played = begun()
    played.say(0, "take 1")
    played.say(1, "take 2")
    plan(played, 1, ("take 1", ["take 3"]))

    played.say(0, "take 2")

    assert (played.match.turn, played.match.asked) == (3, [1])


def test_a_plan_replaces_the_one_before_and_no_lines_end_it():
    played = begun()
    plan(played, 1, ("take 1", ["take 3"]))
    plan(played, 1, ("take 1", ["take 2"]))
    kept = [row.lines for row in Plan.objects.all()]

    ended = plan(played, 1)
    played.say(0, "take 1")

    assert kept == [[{"if": "take 1", "then": ["take 2"]}]]
    assert ended is None
    assert played.match.asked == [1]


def test_f11_a_plan_made_for_another_turn_is_refused():
    played = begun()
    played.say(0, "take 1")
    played.say(1, "take 1")

    with pytest.raises(Stale):
        plan(played, 1, ("take 1", ["take 3"]), revision=0)

    assert not Plan.objects.exists()


def test_who_is_asked_answers_instead_of_planning():
    played = begun()

    with pytest.raises(Conflict) as refused:
        plan(played, 0, ("take 1", ["take 1"]))

    assert refused.value.code == "your_turn"


def test_who_does_not_sit_there_plans_nothing():
    played = begun()

    with pytest.raises(NotThere):
        plan(played, 1, ("take 1", ["take 3"]), person=make_user())


def test_a_plan_for_a_simultaneous_phase_is_held_for_the_others():
    played = begun(HOARD)
    mine, theirs = played.match.state["hands"]
    played.say(0, mine[0])
    plan(played, 0, ("*", ["nothing in a hand"]))

    played.say(1, theirs[0])

    assert played.match.asked == [0, 1]
    assert not Plan.objects.exists()


@pytest.mark.parametrize(
    "lines",
    [
        None,
        {"if": "*", "then": ["take 1"]},
        ["take 1"],
        [{"if": "*"}],
        [{"if": "*", "then": []}],
        [{"if": "*", "then": "take 1"}],
        [{"if": "*", "then": ["take 1"] * 9}],
        [{"if": "", "then": ["take 1"]}],
        [{"if": "*", "then": [" "]}],
        [{"if": 1, "then": ["take 1"]}],
        [{"if": "*", "then": ["x" * 201]}],
        [{"if": "x" * 100_000, "then": ["take 1"]}],
        [{"if": "*", "then": ["take\u200b1"]}],
        [{"if": "\u202etake 1", "then": ["take 1"]}],
        [{"if": "*", "then": ["take 1"], "else": []}],
        [{"if": "*", "then": ["take 1"]}] * 21,
    ],
)
def test_what_is_no_plan_is_refused(lines: Any):
    played = begun()

    with pytest.raises(ServiceError) as refused:
        plan_write(person=played.people[1], match_id=played.pk, revision=0, lines=lines)

    assert refused.value.code == "bad_plan"


def test_f43_a_plan_shows_nowhere_to_anybody_else():
    played, stranger = begun(is_listed=True), make_user()
    readers = [played.people[0], stranger]

    def everything() -> list[Any]:
        looks = [access_match(person, played.pk) for person in readers]
        return [
            (shown(look, START).turn, shown(look, START).view, events_since(look, "", 100, START))
            for look in looks
        ]

    before, wakes = everything(), played.match.wake_at
    plan(played, 1, ("take 1", ["take 3"]))

    assert everything() == before
    assert played.match.wake_at == wakes


def test_every_plan_goes_with_an_undo_and_with_the_end():
    played = begun()
    played.say(0, "take 1")
    plan(played, 0, ("*", ["take 3"]))
    undo_ask(person=played.people[0], match_id=played.pk, revision=1, now=START)
    undo_accept(person=played.people[1], match_id=played.pk, revision=1, now=START)
    after_undo = (Plan.objects.count(), played.match.planned)

    plan(played, 1, ("*", ["take 3"]))
    resign(person=played.people[0], match_id=played.pk, now=START)

    assert after_undo == (0, [])
    assert (Plan.objects.count(), played.match.planned) == (0, [])
