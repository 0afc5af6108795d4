"""Matches that something else needs: opened once per key, its listener told once."""

from __future__ import annotations

import pytest

from games.engine.contract import BadOptions
from games.engine.registry import load_system
from games.hosting.errors import ServiceError
from games.models import Match
from games.services import listeners
from games.services.listeners import Finished, tell
from games.services.offers import resign
from games.services.sourced import abort, open_for
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.conftest import ErrorLog
from tests.factories import make_user
from tests.games.hosting.nested import opened
from tests.games.hosting.toys import DAY, HEAP, HOARD, START, at, begun

pytestmark = pytest.mark.django_db


def test_it_begins_at_once_between_those_named(battles):
    anna = make_user()

    match = open_for(
        source="battles",
        key="7",
        game=HEAP,
        options={"heap": 5},
        seats=["greedy", anna],
        clock=DAY,
        now=START,
    )

    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert [(seat.bot, seat.user) for seat in match.seats.all()] == [("greedy", None), ("", anna)]
    assert (match.source, match.source_key, match.opened_by) == ("battles", "7", None)
    assert (match.is_listed, match.options, match.asked) == (False, {"heap": 5}, [0])


def test_there_is_one_match_for_a_key(battles):
    first, again, other = opened("7"), opened("7"), opened("8")

    assert first.pk == again.pk
    assert other.pk != first.pk
    assert Match.objects.count() == 2


def test_what_cannot_be_opened_is_refused(battles):
    with pytest.raises(BadOptions):
        opened(heap=0)
    with pytest.raises(ServiceError):
        open_for(source="battles", key="7", game=HEAP, options={}, seats=["random"] * 2, clock={})
    with pytest.raises(ValueError, match="nobody listens"):
        open_for(source="nobody", key="7", game=HEAP, options={}, seats=["random"] * 2, clock=DAY)

    assert not Match.objects.exists()


def test_the_listener_is_told_once_how_it_ended(battles):
    played = opened(heap=1)
    played.say(0, "take 1")
    woken = played.match.wake_at

    told = [tell(played.pk, START), tell(played.pk, START)]
    swept = sweep(now=at(days=1))

    assert woken == START
    assert (told, swept) == ([True, False], 0)
    (finished,) = battles.heard
    assert (finished.match_id, finished.key, finished.game) == (played.pk, "7", HEAP)
    assert finished.ending == "rules"
    assert (finished.outcome.winners, finished.outcome.scores) == ((0,), (1, 0))
    assert (played.match.heard_at, played.match.wake_at) == (START, None)


def test_the_sweep_tells_it_when_the_worker_was_killed_before(battles):
    played = opened()
    resign(person=played.people[1], match_id=played.pk, now=at(hours=1))

    swept = [sweep(now=at(hours=2)), sweep(now=at(hours=2))]

    assert len(battles.heard) == 1
    assert battles.heard[0].ending == "resigned"
    assert swept == [1, 0]


def test_a_worker_killed_in_the_midst_of_it_told_nothing(battles):
    played = opened(heap=1)
    played.say(0, "take 1")
    battles.fails = KeyboardInterrupt()

    with pytest.raises(KeyboardInterrupt):
        tell(played.pk, START)
    battles.fails = None
    sweep(now=at(seconds=1))

    assert len(battles.heard) == 1


def test_a_listener_that_fails_is_told_again_and_the_match_stays_over(battles, error_log: ErrorLog):
    played = opened(heap=1)
    played.say(0, "take 1")
    battles.fails = RuntimeError("not now")

    first = tell(played.pk, START)
    battles.fails = None
    too_early = sweep(now=at(seconds=59))
    sweep(now=at(minutes=1))

    assert (first, too_early) == (False, 0)
    assert played.match.status == Match.Status.OVER
    assert len(battles.heard) == 1
    assert error_log.take() == [f"the listener of match {played.pk} failed"]


def test_f05_a_listener_that_always_fails_holds_up_no_match(battles, error_log: ErrorLog):
    stuck, other = opened("7", heap=1), begun(clock=DAY)
    stuck.say(0, "take 1")
    battles.fails = RuntimeError("never")

    for day in range(1, 3):
        sweep(now=at(days=day))

    assert other.match.turn == 2
    assert stuck.match.heard_at is None
    assert len(error_log.take()) == 2


def test_nobody_is_told_of_matches_that_people_opened(battles):
    played = begun(options={"heap": 1})
    played.say(0, "take 1")

    assert tell(played.pk, START) is False
    assert battles.heard == []
    assert played.match.wake_at is None


def test_nobody_is_told_of_a_match_that_goes_on(battles):
    played = opened()

    assert tell(played.pk, START) is False
    assert battles.heard == []


def test_its_listener_ends_it_as_it_stands_and_has_the_outcome_at_once(battles):
    played = opened()
    played.say(0, "take 3")

    finished = abort(match_id=played.pk, now=at(hours=1))
    sweep(now=at(days=9))

    match = played.match
    assert (match.status, match.ending, match.ended_at) == ("over", "adjudicated", at(hours=1))
    assert finished == Finished(
        played.pk, "7", HEAP, "adjudicated", listeners.finished(match).outcome
    )
    assert finished.outcome.winners == (0,)
    assert battles.heard == []  # it knows already
    assert verify_match(match) == []


def test_aborting_what_is_over_returns_how_it_ended(battles):
    played = opened(heap=1)
    played.say(0, "take 1")

    first, second = abort(match_id=played.pk), abort(match_id=played.pk)

    assert first == second
    assert (first.ending, first.outcome.winners) == ("rules", (0,))
    assert tell(played.pk) is False


def test_f05_a_match_that_was_stopped_can_be_aborted(battles, error_log: ErrorLog):
    played = opened(game=HOARD)
    Match.objects.filter(pk=played.pk).update(
        status=Match.Status.PARKED, state={"nothing": "readable"}
    )

    finished = abort(match_id=played.pk, now=at(hours=1))

    assert finished.outcome.winners == (0, 1)
    assert finished.outcome.reason == "aborted"
    assert played.match.status == Match.Status.OVER
    assert error_log.take() == [f"match {played.pk} could not be adjudicated"]


# Losses


PLAIN = {"factions": ["plain_guard", "briar_host"], "points": [7, 10]}


def test_what_both_sides_lost_is_told_with_the_end_of_a_skirmish(battles):
    resigned, aborted = (opened(key, "skirmish", **PLAIN) for key in ("7", "8"))
    resigned.say(0, "team captain 1 spearman 2")
    resigned.say(1, "team thorn_king 1 old_oak 2")

    resign(person=resigned.people[1], match_id=resigned.pk, now=at(hours=1))
    tell(resigned.pk, at(hours=1))

    assert battles.heard[0].casualties == ((0, 5), (0, 7))
    assert abort(match_id=aborted.pk, now=at(hours=1)).casualties == ((0, 7), (0, 10))


def test_pieces_slain_on_the_way_are_told(battles):
    played = opened(game="skirmish", seats=["random", "random"], **PLAIN)
    game = load_system("skirmish").open(PLAIN, 2)
    state = game.position(
        {
            "south": {"d1": "watchtower"},
            "north": {"h8": "thorn_king"},
            "slain": [["captain", "spearman"], ["old_oak"]],
        }
    )
    Match.objects.filter(pk=played.pk).update(state=game.encode(state), asked=[0])

    finished = abort(match_id=played.pk, now=at(hours=1))

    assert finished.casualties == ((4, 6), (2, 5))
    assert finished.outcome.winners == (1,)


def test_games_without_losses_tell_of_none(battles):
    assert abort(match_id=opened().pk).casualties == ()


def test_f05_a_skirmish_that_nobody_can_read_any_more_tells_of_no_losses(
    battles, error_log: ErrorLog
):
    played = opened(game="skirmish", **PLAIN)
    Match.objects.filter(pk=played.pk).update(rules_version="0")

    finished = abort(match_id=played.pk, now=at(hours=1))

    assert (finished.casualties, finished.outcome.winners) == ((), (0, 1))
    assert error_log.take() == [
        f"match {played.pk} could not be adjudicated",
        f"nobody can say what was lost in match {played.pk}",
    ]
