"""A bot that answers for people whose time is up, where a match was opened with one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games import bots as bot_players
from games.engine.contract import Ask, Game, Json
from games.models import Match, Note
from games.services import clocks
from games.services.bots import bots_move
from games.services.histories import shown
from games.services.news import News
from games.services.policy import access_match
from games.services.sourced import open_for, reclock, reseat
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.conftest import ErrorLog
from tests.factories import make_user
from tests.games.hosting.nested import Battles, opened
from tests.games.hosting.toys import DAY, HEAP, HOARD, Played, at

pytestmark = pytest.mark.django_db

MOVE_BOT = "games.tasks.move_bot"


@pytest.fixture(autouse=True)
def _opener(battles: Battles) -> Battles:
    return battles


class Script:
    """A bot that answers as it is written down, or raises it; what it saw it keeps."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.saw: list[Json] = []

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        self.saw.append((view, ask.seat))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Script]:
    """Return a function that writes down what ``random`` will answer."""

    def write(*answers: Any) -> Script:
        script = Script(*answers)
        monkeypatch.setitem(bot_players.BOTS, "random", script)
        return script

    return write


def absent(**new: Any) -> Played:
    """Begin a match in which ``random`` stands in for those who are absent."""
    return opened(stand_in="random", **new)


def sources(played: Played) -> list[tuple[str, str]]:
    return [
        (*turn.sources.values(), *turn.answers.values())
        for turn in played.turns
        if turn.kind == "play"
    ]


def test_the_bot_answers_instead_of_the_default(says: Callable[..., Script]):
    says("take 3")
    played = absent()

    moved = bots_move(played.pk, now=at(days=1))

    assert moved == 1
    assert sources(played) == [("bot", "take 3")]
    assert played.turns[1].authors == {"0": None}
    assert (played.match.asked, clocks.due_of(played.match, 1)) == ([1], at(days=2))
    assert clocks.missed_by(played.match, 0) == 1
    assert [(note.kind, note.seat) for note in Note.objects.all()] == [("stood_in", 0)]
    assert verify_match(played.match) == []


def test_it_answers_for_nobody_who_has_time(says: Callable[..., Script]):
    script = says("take 3")
    played = absent()

    moved = bots_move(played.pk, now=at(days=1, seconds=-1))

    assert (moved, played.match.turn, script.saw) == (0, 0, [])


def test_the_sweep_wakes_it_and_does_so_again_until_it_has_answered(
    says: Callable[..., Script],
    woken: list[tuple[str, int]],
    told: list[News],
    django_capture_on_commit_callbacks,
):
    says("take 3")
    played = absent()
    told.clear()
    sweep(now=at(hours=23, minutes=59))  # what there was to be told is told
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        swept = [sweep(now=at(days=1)), sweep(now=at(days=1)), sweep(now=at(days=1, seconds=20))]
    bots_move(played.pk, now=at(days=1, seconds=21))

    assert swept == [1, 0, 1]
    assert woken == [(MOVE_BOT, played.pk)] * 2
    assert told == []
    assert sources(played) == [("bot", "take 3")]


def test_who_comes_back_before_it_has_thought_plays_on(says: Callable[..., Script]):
    says("take 3")
    played = absent()
    sweep(now=at(days=1))

    played.say(0, "take 2", now=at(days=1, seconds=1))
    moved = bots_move(played.pk, now=at(days=1, seconds=2))

    assert (moved, sources(played)) == (0, [("person", "take 2")])
    assert clocks.missed_by(played.match, 0) == 0


def test_it_goes_on_for_the_rest_of_the_same_turn_and_that_is_missed_once(
    says: Callable[..., Script],
):
    says("wait", "take 3")
    played = absent()

    moved = bots_move(played.pk, now=at(days=1))

    assert moved == 2
    assert sources(played) == [("bot", "wait"), ("bot", "take 3")]
    assert clocks.missed_by(played.match, 0) == 1
    assert Note.objects.filter(kind="stood_in").count() == 1


def test_too_many_missed_answers_end_the_match_all_the_same(says: Callable[..., Script]):
    says("take 3", "take 3")
    played = absent(most_defaults=2, heap=30)

    bots_move(played.pk, now=at(days=1))
    played.say(1, "take 1", now=at(days=1))
    bots_move(played.pk, now=at(days=2))

    match = played.match
    assert (match.status, match.ending) == (Match.Status.OVER, "adjudicated")
    assert match.outcome["scores"] == [6, 1]


def test_where_no_number_ends_it_the_bot_plays_to_the_end(says: Callable[..., Script]):
    says(*["take 3"] * 4)
    played = absent(most_defaults=0, heap=12, clock={"kind": "total", "minutes": 60})

    for hour in range(1, 9):
        bots_move(played.pk, now=at(hours=hour))

    match = played.match
    assert (match.status, match.ending, match.outcome["winners"]) == ("over", "rules", [1])
    assert {source for source, _answer in sources(played)} == {"bot"}
    assert verify_match(match) == []


def test_it_sees_what_the_absent_seat_may_know(says: Callable[..., Script], error_log: ErrorLog):
    script = says(RuntimeError("seen enough"))
    played = absent(game=HOARD)
    views = [shown(access_match(person, played.pk)).view for person in played.people]

    bots_move(played.pk, now=at(days=1))

    assert script.saw == [(views[0], 0)]
    assert views[0] != views[1]
    assert error_log.take() == [f"match {played.pk} was stopped by a fault"]


def test_f05_a_stand_in_that_fails_stops_this_match_only(
    says: Callable[..., Script], error_log: ErrorLog
):
    says(RuntimeError("no idea"))
    played = absent()

    bots_move(played.pk, now=at(days=1))

    assert played.match.status == Match.Status.PARKED
    assert error_log.take() == [f"match {played.pk} was stopped by a fault"]


def test_two_absent_seats_asked_at_once_are_both_stood_in_for():
    played = absent(game=HOARD)

    moved = bots_move(played.pk, now=at(days=1))

    assert moved == 2
    assert played.turns[1].sources == {"0": "bot", "1": "bot"}
    assert [clocks.missed_by(played.match, seat) for seat in (0, 1)] == [1, 1]
    assert verify_match(played.match) == []


def test_who_takes_the_seat_over_or_gets_another_clock_has_time_again(
    says: Callable[..., Script],
):
    says()
    passed_on, reclocked = absent(), absent(key="8")

    reseat(match_id=passed_on.pk, seat=0, occupant=make_user(), now=at(days=2))
    reclock(match_id=reclocked.pk, clock=DAY, now=at(days=2))

    for played in (passed_on, reclocked):
        assert bots_move(played.pk, now=at(days=2, hours=1)) == 0
        assert played.match.turn == 0


def test_without_one_the_default_is_taken():
    played = opened()

    moved = bots_move(played.pk, now=at(days=1))
    sweep(now=at(days=1))

    assert moved == 0
    assert sources(played) == [("default", "take 1")]


def test_a_bot_that_is_not_there_is_no_stand_in_and_sits_nowhere():
    people = [make_user(), make_user()]

    for new in ({"stand_in": "nobody", "seats": people}, {"seats": [people[0], "nobody"]}):
        with pytest.raises(ValueError, match="no bot"):
            open_for(source="battles", key="7", game=HEAP, options={}, clock=DAY, **new)

    assert not Match.objects.exists()
