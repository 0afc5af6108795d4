"""What requests about matches ask the database, and what a page of legal answers makes."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.shapes import ask_shape
from games.engine.contract import Ask
from games.engine.listing import Listing
from games.services.histories import Shown
from tests.api.client import Api
from tests.api.matches import Programs, programs
from tests.factories import make_user
from tests.hosting.statements import statements, verbs

pytestmark = pytest.mark.django_db

TOKEN = 1
"""The query that finds the person of a token."""
READS = {"": 2, "ask/": 2, "events/": 3, "notes/": 3, "plan/": 3}
AFTER = {"replay/": 3, "record/": 3}
"""Queries of each read besides."""


def queries(api: Api, path: str) -> int:
    """Count the queries of a read; the first fills this process's caches."""
    assert api.get(path).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        assert api.get(path).status_code == 200
    return len(statements(captured))


def grown(turns: int) -> Programs:
    game, rng = programs("winter_court", options={"first": 0}), Random(1)
    for _ in range(turns):
        game.step(rng)
    return game


def test_reads_cost_the_same_in_a_short_and_a_long_match():
    games = [grown(2), grown(24)]
    for path, cost in READS.items():
        counts = [queries(game.seats[0], game.path(path)) for game in games]
        assert counts == [cost + TOKEN] * 2, path

    for game in games:
        game.seats[0].post(game.path("resign/"))
    for path, cost in AFTER.items():
        counts = [queries(game.seats[0], game.path(path)) for game in games]
        assert counts == [cost + TOKEN] * 2, path


def test_an_answer_is_four_queries_in_a_short_and_in_a_long_match():
    """The token; match and seats under the lock, the turn that is added, the match kept."""
    for turns in (2, 24):
        game = grown(turns)
        seat = game.match.asked[0]
        answer = game.ask(seat)["default"]
        with CaptureQueriesContext(connection) as captured:
            given = game.answer(seat, answer, turns)

        assert given.status_code == 201
        assert verbs(captured) == ["SELECT", "SELECT", "INSERT", "UPDATE"]


def test_a_refused_answer_writes_nothing():
    game = grown(2)
    with CaptureQueriesContext(connection) as captured:
        refused = game.answer(game.match.asked[0], "nonsense", 2)

    assert refused.status_code == 422
    assert set(verbs(captured)) == {"SELECT"}


def test_lists_cost_the_same_however_long():
    person = make_user()
    api, costs = Api(person), []
    for _ in range(2):
        for _ in range(3):
            opened = api.post("matches/", {"game": "winter", "is_listed": True}).json()
            Api(make_user()).post(f"matches/{opened['id']}/join/", {})
        paths = ("matches/", "matches/?list=running", "me/matches/", "me/")
        costs.append([queries(api, path) for path in paths])

    assert costs[0] == costs[1]


class Board(Shown):
    """A match as shown to somebody who is asked; nothing else of it is looked at."""

    def __init__(self, ask: Any) -> None:
        vars(self).update(turn=7, ask=ask)


def test_no_more_legal_answers_are_made_than_a_page_needs():
    made: list[str] = []

    def endless() -> Any:
        for number in count():
            made.append(f"take {number}")
            yield made[-1]

    page = ask_shape(Board(Ask(0, "act", "pass", Listing(endless))), offset=10, limit=5)

    assert page["ask"]["legal"] == [f"take {number}" for number in range(10, 15)]
    assert page["ask"]["more"]
    assert len(made) == 16
