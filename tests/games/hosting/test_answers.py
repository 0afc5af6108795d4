"""Answering: what counts, what is refused, and what is told twice."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.contract import NotAsked, Refusal
from games.hosting.errors import Conflict, NotAllowed, NotThere, Stale
from games.models import Held, Match
from games.services.offers import resign
from games.services.verify import verify_match
from tests.conftest import ErrorLog
from tests.engine.systems import sticks
from tests.factories import make_user
from tests.games.hosting.toys import DAY, HOARD, START, STICKS, Played, at, begun
from tests.hosting.statements import verbs

pytestmark = pytest.mark.django_db


def hands(played: Played) -> list[list[int]]:
    return played.match.state["hands"]


def test_an_answer_becomes_a_turn_and_the_next_is_asked():
    played = begun()

    answered = played.say(0, " Take  2", now=at(minutes=5))

    assert (answered.turn, answered.answer, answered.is_new) == (1, "take 2", True)
    match = played.match
    assert (match.turn, match.asked, match.moved_at) == (1, [1], at(minutes=5))
    assert match.state["heap"] == 8
    turn = played.turns[1]
    assert (turn.kind, turn.answers, turn.sources) == ("play", {"0": "take 2"}, {"0": "person"})
    assert turn.authors == {"0": played.people[0].pk}
    assert turn.at == at(minutes=5)
    assert turn.events == [
        {"kind": "taken", "data": {"seat": 0, "number": 2}, "seen_by": None},
    ]
    assert verify_match(match) == []


def test_a_match_is_played_to_its_end():
    played = begun(options={"heap": 3})

    played.say(0, "take 2")
    played.say(1, "take 1")

    match = played.match
    assert match.status == Match.Status.OVER
    assert (match.ending, match.asked, match.wake_at) == ("rules", [], None)
    assert match.ended_at == START
    assert match.outcome == {
        "over": True,
        "reason": "last_stick",
        "scores": [2, 1],
        "places": [2, 1],
        "winners": [1],
        "beaten": False,
    }
    assert verify_match(match) == []


def test_answers_that_are_sheets_are_kept_as_they_are():
    played = begun(STICKS)

    played.say(0, {"take": 3})

    assert played.turns[1].answers == {"0": {"take": 3}}
    assert played.match.state == {"sticks": 7, "turn": 1}


def test_f11_an_answer_made_for_another_turn_is_refused():
    played = begun()
    played.say(0, "take 1")
    played.say(1, "take 1")

    with pytest.raises(Stale) as refused:
        played.say(0, "take 3", revision=0)

    assert refused.value.code == "moved_on"
    assert played.match.turn == 2


@pytest.mark.parametrize("revision", [-1, 1, 2**40])
def test_f11_a_revision_that_is_not_there_yet_is_refused(revision: int):
    played = begun()

    with pytest.raises(Stale):
        played.say(0, "take 1", revision=revision)

    assert played.match.turn == 0


def test_f16_the_second_of_a_double_click_is_told_what_the_first_did():
    played = begun()

    first = played.say(0, "take 2", revision=0)
    second = played.say(0, "TAKE 2", revision=0)

    assert (first.is_new, second.is_new) == (True, False)
    assert (second.turn, second.answer) == (1, "take 2")
    assert played.match.state["heap"] == 8
    assert len(played.turns) == 2


def test_f16_another_answer_at_the_same_turn_is_not_taken_for_a_repeat():
    played = begun()
    played.say(0, "take 2", revision=0)

    with pytest.raises(Stale):
        played.say(0, "take 3", revision=0)

    assert played.match.state["heap"] == 8


def test_f16_the_last_answer_of_a_match_may_be_sent_twice():
    played = begun(options={"heap": 1})

    played.say(0, "take 1", revision=0)
    again = played.say(0, "take 1", revision=0)

    assert again.is_new is False


def test_f12_two_seats_asked_at_once_are_both_kept():
    played = begun(HOARD)
    mine, theirs = hands(played)[0][2], hands(played)[1][0]

    first = played.say(0, mine, revision=0)
    turn_between, asked_between = played.match.turn, played.match.asked
    second = played.say(1, theirs, revision=0)

    assert (first.waits, turn_between, asked_between) == (True, 0, [1])
    assert (second.waits, second.turn) == (False, 1)
    assert played.turns[1].answers == {"0": mine, "1": theirs}
    assert played.turns[1].authors == {
        "0": played.people[0].pk,
        "1": played.people[1].pk,
    }
    assert played.match.asked == [0, 1]
    assert verify_match(played.match) == []


def test_f16_a_double_click_while_others_are_asked_is_told_the_same():
    played = begun(HOARD)
    card = hands(played)[0][0]

    played.say(0, card, revision=0)
    again = played.say(0, card, revision=0)

    assert (again.is_new, again.waits, again.answer) == (False, True, card)
    assert Held.objects.count() == 1


def test_an_answer_given_is_not_changed_while_others_are_asked():
    played = begun(HOARD)
    played.say(0, hands(played)[0][0], revision=0)

    with pytest.raises(Conflict) as refused:
        played.say(0, hands(played)[0][1], revision=0)

    assert refused.value.code == "already_answered"
    assert Held.objects.get().answer == hands(played)[0][0]


def test_who_is_not_asked_is_told_so():
    played = begun()

    with pytest.raises(NotAsked) as refused:
        played.say(1, "take 1")

    assert refused.value.code == "not_asked"
    assert played.match.turn == 0


def test_who_does_not_sit_there_answers_nothing():
    hidden, listed = begun(), begun(is_listed=True)

    for person in (make_user(), AnonymousUser()):
        with pytest.raises(NotThere):
            hidden.say(0, "take 1", person=person)
        with pytest.raises(NotAllowed):
            listed.say(0, "take 1", person=person)

    assert (hidden.match.turn, listed.match.turn) == (0, 0)


def test_a_match_that_is_not_there_is_told_like_one_that_is_hidden():
    played = begun()

    with pytest.raises(NotThere) as refused:
        Played(played.pk + 1000, played.people).say(0, "take 1", revision=0)

    assert refused.value.code == "no_match"


def test_nobody_answers_once_the_match_is_over():
    played = begun()
    resign(person=played.people[1], match_id=played.pk, now=START)

    with pytest.raises(Conflict) as refused:
        played.say(0, "take 1", revision=0)

    assert refused.value.code == "not_running"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("take 9", "too_many"),
        ("sing", "bad_answer"),
        (None, "bad_answer"),
        ({"take": 1}, "bad_answer"),
    ],
)
def test_f14_a_refused_answer_keeps_its_code_and_changes_nothing(answer: Any, code: str):
    played = begun(options={"heap": 4})
    before = Match.objects.filter(pk=played.pk).values().get()

    with pytest.raises(Refusal) as refused:
        played.say(0, answer)

    assert refused.value.code == code
    assert Match.objects.filter(pk=played.pk).values().get() == before
    assert len(played.turns) == 1


def test_a_trial_checks_and_changes_nothing():
    played = begun()
    before = Match.objects.filter(pk=played.pk).values().get()

    answered = played.say(0, "TAKE 3", dry_run=True)

    assert (answered.answer, answered.is_new, answered.turn) == ("take 3", False, 0)
    assert Match.objects.filter(pk=played.pk).values().get() == before
    assert len(played.turns) == 1
    with pytest.raises(Refusal):
        played.say(0, "take 11", dry_run=True)


def test_f40_what_is_one_seats_own_is_told_to_that_seat_alone():
    played = begun(HOARD)
    mine, theirs = hands(played)
    played.say(0, mine[0], revision=0)
    played.say(1, theirs[0], revision=0)

    events = [event for turn in played.turns for event in turn.events]
    told_all = [event for event in events if event["seen_by"] is None]

    assert [event["seen_by"] for event in events if event["kind"] == "dealt"] == [[0], [1]]
    assert {event["kind"] for event in told_all} == {"played", "prize"}
    kept = {card for hand in hands(played) for card in hand}
    shown = {card for event in told_all for card in event["data"].get("cards", [])}
    assert not kept & shown


def test_f05_rules_that_fail_stop_this_match_and_no_other(error_log: ErrorLog):
    broken, other = begun(options={"fragile": True}), begun()

    with pytest.raises(Conflict) as refused:
        broken.say(0, "break")
    other.say(0, "take 1")

    assert refused.value.code == "parked"
    match = broken.match
    assert (match.status, match.turn, match.wake_at) == (Match.Status.PARKED, 0, None)
    assert "the heap fell over" in match.failure
    assert other.match.turn == 1
    assert error_log.take() == [f"match {broken.pk} was stopped by a fault"]


def test_f05_a_match_that_was_stopped_says_so_and_changes_no_more(error_log: ErrorLog):
    played = begun(options={"fragile": True})
    with pytest.raises(Conflict):
        played.say(0, "break")
    error_log.take()

    for act in (
        lambda: played.say(0, "take 1"),
        lambda: resign(person=played.people[0], match_id=played.pk),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert refused.value.code == "parked"
    assert len(played.turns) == 1


def test_a_match_that_was_stopped_goes_on_where_it_stood():
    played = begun(HOARD, clock=DAY)
    mine, theirs = hands(played)
    played.say(0, mine[0])
    Match.objects.filter(pk=played.pk).update(status=Match.Status.PARKED, wake_at=None)

    call_command("resume_match", played.pk, stdout=StringIO())
    with pytest.raises(CommandError):
        call_command("resume_match", played.pk, stdout=StringIO())
    match = played.match
    played.say(1, theirs[0])

    assert (match.status, match.failure, match.asked) == (Match.Status.RUNNING, "", [1])
    assert match.wake_at is not None
    assert played.turns[1].answers == {"0": mine[0], "1": theirs[0]}
    assert verify_match(played.match) == []


def test_a_match_of_other_rules_is_not_played_on(monkeypatch: pytest.MonkeyPatch):
    played = begun(STICKS)
    monkeypatch.setattr(sticks.SticksSystem, "version", "2")

    with pytest.raises(Conflict) as refused:
        played.say(0, {"take": 1})
    with pytest.raises(NotThere):
        played.say(0, {"take": 1}, person=make_user())

    assert refused.value.code == "other_rules"
    assert played.match.status == Match.Status.RUNNING


def test_an_answer_costs_three_queries():
    played = begun()
    revision = played.match.turn

    with CaptureQueriesContext(connection) as captured:
        played.say(0, "take 1", revision=revision)

    assert verbs(captured) == ["SELECT", "INSERT", "UPDATE"]
