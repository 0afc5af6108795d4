"""What the tests of hosting share."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from games import bots as bot_players
from games.engine.contract import Ask, Game, Json
from games.hosting import wake
from games.services import listeners, news
from games.services.listeners import listen
from games.services.news import News
from tests.games.hosting.nested import Battles
from tests.games.hosting.toys import offer_toys


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


class Steady:
    """Always answers the same, or raises what it was given."""

    def __init__(self, answer: Any) -> None:
        self.given = answer
        self.saw: list[Json] = []

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        self.saw.append(view)
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


@pytest.fixture
def seat_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that puts a player behind the name ``random``."""

    def put(answer: Any) -> Steady:
        player = Steady(answer)
        monkeypatch.setitem(bot_players.BOTS, "random", player)
        return player

    return put


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return the tasks that workers were asked to run."""
    sent: list[tuple[str, int]] = []

    class Broker:
        def send_task(self, name: str, args: tuple[int, ...], **how: Any) -> None:
            sent.append((name, *args))  # type: ignore[arg-type]

    monkeypatch.setattr(wake, "current_app", Broker())
    return sent


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    """Return what is handed to the messengers."""
    messages: list[News] = []

    def carry(some: Iterable[News]) -> None:
        messages.extend(some)

    monkeypatch.setattr(news, "_messengers", [carry])
    return messages


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> Battles:
    """Return who opens matches for ``battles``."""
    monkeypatch.setattr(listeners, "_listeners", {})
    opener = Battles()
    listen("battles", opener, opener.may_watch, opener.place)
    return opener
