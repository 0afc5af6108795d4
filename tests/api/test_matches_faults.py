"""A fault of the rules, met by a program that sends a key with its answers."""

from __future__ import annotations

import pytest

from games.models import Match
from games.services.answers import resume
from tests.api.client import is_problem
from tests.api.matches import programs
from tests.conftest import ErrorLog
from tests.games.hosting.toys import offer_toys

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


@pytest.mark.parametrize("headers", [{}, {"Idempotency_Key": "k"}])
def test_f05_rules_that_fail_stop_the_match_with_a_key_and_without(
    headers: dict[str, str], error_log: ErrorLog
):
    game = programs("heap", options={"fragile": True})

    refused = game.answer(0, "break", 0, **headers)

    assert is_problem(refused, 409, "parked")
    assert error_log.take() == [f"match {game.played.pk} was stopped by a fault"]
    assert (game.match.status, game.match.turn) == (Match.Status.PARKED, 0)


def test_f05_a_match_that_goes_on_takes_the_answer_under_another_key(error_log: ErrorLog):
    game = programs("heap", options={"fragile": True})
    refused = game.answer(0, "break", 0, Idempotency_Key="k")
    error_log.take()

    resume(game.played.pk)
    again = game.answer(0, "break", 0, Idempotency_Key="k")
    other = game.answer(0, "take 1", 0, Idempotency_Key="l")

    assert (again.status_code, again.content) == (409, refused.content)
    assert (other.status_code, game.match.turn) == (201, 1)
