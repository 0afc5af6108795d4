"""Whoever opened a match sets its clock anew: its deadline has moved, or it was paused."""

from __future__ import annotations

import pytest

from games.hosting.errors import ServiceError
from games.models import Match
from games.services.answers import resume
from games.services.sourced import reclock
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.games.hosting.nested import Battles, opened
from tests.games.hosting.toys import DAY, at

pytestmark = pytest.mark.django_db

HOUR = {"kind": "total", "minutes": 60}
NONE = {"kind": "none"}


@pytest.fixture(autouse=True)
def _opener(battles: Battles) -> Battles:
    return battles


def test_every_seat_has_its_full_minutes_again():
    played = opened(clock=HOUR)
    played.say(0, "take 1", now=at(minutes=50))
    played.say(1, "take 1", now=at(minutes=90))

    done = reclock(match_id=played.pk, clock={"kind": "total", "minutes": 30}, now=at(minutes=100))
    played.say(0, "take 1", now=at(minutes=105))

    timing = played.match.timing
    assert done is True
    assert played.match.clock == {"kind": "total", "minutes": 30, "increment": 0}
    assert timing["0"]["left"] == 25 * 60
    assert timing["1"]["due"] == at(minutes=135).isoformat()


def test_the_sweep_looks_when_the_new_clock_strikes():
    played = opened(clock=DAY)

    reclock(match_id=played.pk, clock=HOUR, now=at(hours=1))
    early, late = sweep(now=at(minutes=119)), sweep(now=at(hours=2))

    assert (early, late, played.match.turn) == (0, 1, 1)
    assert verify_match(played.match) == []


def test_while_it_is_paused_nobody_is_hurried():
    played = opened(clock=HOUR)

    reclock(match_id=played.pk, clock=NONE, now=at(minutes=59))
    sweep(now=at(days=300))
    reclock(match_id=played.pk, clock=HOUR, now=at(days=301))

    assert played.match.turn == 0
    assert played.match.timing["0"]["due"] == at(days=301, hours=1).isoformat()


def test_who_missed_answers_has_missed_them_still():
    played = opened(clock=HOUR, most_defaults=2)
    sweep(now=at(hours=1))

    reclock(match_id=played.pk, clock=HOUR, now=at(hours=1))
    played.say(1, "take 1", now=at(hours=1))
    sweep(now=at(hours=2))

    assert (played.match.status, played.match.ending) == (Match.Status.OVER, "adjudicated")


def test_a_match_that_is_over_keeps_its_clock():
    played = opened(heap=1)
    played.say(0, "take 1")

    assert reclock(match_id=played.pk, clock=HOUR, now=at(hours=1)) is False

    assert played.match.clock == DAY


def test_f05_a_match_that_was_stopped_goes_on_under_the_new_clock():
    played = opened()
    Match.objects.filter(pk=played.pk).update(status=Match.Status.PARKED, wake_at=None)

    done = reclock(match_id=played.pk, clock=HOUR, now=at(hours=1))
    while_stopped = played.match.wake_at
    resume(played.pk, at(hours=5))

    assert (done, while_stopped) == (True, None)
    assert played.match.timing["0"]["due"] == at(hours=6).isoformat()


def test_a_clock_of_no_kind_is_refused_before_anything_happens():
    played = opened()

    with pytest.raises(ServiceError) as refused:
        reclock(match_id=played.pk, clock={"kind": "total", "minutes": 0})

    assert refused.value.code == "bad_clock"
    assert played.match.clock == DAY
