"""The page of a skirmish: a secret team, what it costs, and odd addresses."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.chance import Seeded
from games.services.answers import answer_give
from games.services.rulebook import game_of
from games.skirmish import SYSTEM
from tests.web.matches import address, make_match
from tests.web.pages import client_of
from tests.web.skirmish import (
    board,
    html,
    lively,
    scene_of,
)

# Secrets


@pytest.mark.parametrize("seat", [0, None])
def test_a_secret_team_changes_nothing_on_anybody_elses_page(seat: int | None) -> None:
    game = SYSTEM.open({"first": 0}, 2)
    state = game.start(Seeded(Random(1))).state
    mine = "team father_winter 1"

    pages = {
        html(
            scene_of(game, game.resolve(state, {0: mine, 1: theirs}, Seeded(Random(2))).state, seat)
        )
        for theirs in ("team captain 1", "team jester 1 spearman 8")
    }

    assert len(pages) == 1


def test_a_chosen_team_is_on_its_owners_page() -> None:
    game = SYSTEM.open({"first": 0}, 2)
    state = game.start(Seeded(Random(1))).state
    answers = {0: "team father_winter 1", 1: "team jester 1 spearman 8"}
    state = game.resolve(state, answers, Seeded(Random(2))).state

    sides = board(scene_of(game, state, 1))["sides"]

    assert [(side["name"], side["team"]) for side in sides] == [
        ("Anna", ""),
        ("Ben", "Jester and 8 × Spearman"),
    ]


# The page


@pytest.mark.django_db
def test_the_page_asks_the_database_no_more_in_a_long_match_than_in_a_new_one() -> None:
    match, one, other = make_match("skirmish")
    client, rng = client_of(one), Random(8)

    def play(answers: int) -> None:
        for _answer in range(answers):
            match.refresh_from_db()
            game = game_of(match)
            state = game.decode(match.state)
            ask = next(ask for ask in game.asks(state) if ask.seat in match.asked)
            answer = lively(game, state, ask, rng)
            person = (one, other)[ask.seat]
            answer_give(person=person, match_id=match.pk, revision=match.turn, answer=answer)

    def queries() -> int:
        client.get(address(match))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(match)).status_code == 200
        return len(captured)

    play(4)
    early = queries()
    play(40)

    assert queries() == early


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["?to=z9", "?piece=²", "?piece=e4&to=e4", "?n_captain=-1&n_yeti=²", "?team=team+x"]
)
def test_odd_choices_choose_nothing_and_break_nothing(query: str) -> None:
    match, one, _other = make_match("skirmish")

    statuses = [
        client_of(one).get(address(match, part) + query).status_code for part in ("", "board/")
    ]

    assert statuses == [200, 200]
