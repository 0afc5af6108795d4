"""Answers sent in the same moment: both of two who are asked, one of a double click."""

from __future__ import annotations

import pytest

from games.models import Turn
from tests.api.matches import Programs, programs
from tests.api.test_races import at_once
from tests.games.hosting.toys import offer_toys

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


def turns(game: Programs) -> int:
    return Turn.objects.filter(match=game.played.pk).count()


def test_f12_two_seats_that_answer_at_once_are_both_heard():
    game = programs("hoard")
    cards = [game.ask(seat)["legal"][0] for seat in (0, 1)]

    answers = at_once(*[lambda seat=seat: game.answer(seat, cards[seat], 0) for seat in (0, 1)])

    assert [answer.status_code for answer in answers] == [201, 201]
    assert sorted(answer.json()["revision"] for answer in answers) == [0, 1]
    assert sorted(answer.json()["waits"] for answer in answers) == [False, True]
    last = Turn.objects.get(match=game.played.pk, number=1)
    assert last.answers == {"0": cards[0], "1": cards[1]}


def test_f16_one_answer_sent_six_times_at_once_is_one_turn():
    game = programs("heap")

    answers = at_once(*[lambda: game.answer(0, "wait", 0) for _ in range(6)])

    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]
    assert turns(game) == 2


def test_f16_one_key_sent_six_times_at_once_is_one_turn():
    game = programs("heap")

    answers = at_once(*[lambda: game.answer(0, "roll", 0, Idempotency_Key="k") for _ in range(6)])

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert turns(game) == 2


def test_f11_of_two_different_answers_at_once_the_first_counts():
    game = programs("heap")

    answers = at_once(*[lambda take=take: game.answer(0, take, 0) for take in ("take 1", "take 2")])

    assert sorted(answer.status_code for answer in answers) == [201, 412]
    assert turns(game) == 2
