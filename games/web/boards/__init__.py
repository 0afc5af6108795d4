"""The seam between the page of a match and a game's own picture.

A game that has a board exposes it as ``BOARD`` in ``games.web.boards.<game>``; every other
game is shown by ``plain``. The match page includes ``board.template`` in its ``#board`` with
what ``context`` returned as ``board``, and with ``scene``, ``revision``, ``answer_url`` and
``problems`` (sentences about the answer refused last). ``board_of`` gives the board of a
game, ``board_for`` that of one match, whose cards may have names of their own.

Choosing works by links and forms that lead to ``scene.address`` with a query
(``?card=w05``): ``match.js`` takes them over and swaps ``#board`` alone; without scripts
they load the page. The composed answer is sent by ``matches/send.html``; it comes back with
the same query if it was refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from django.utils.functional import Promise

from games.engine.contract import Ask, Json
from games.models import Match, SavedTeam

__all__ = ["Board", "Scene", "board_for", "board_of"]


@dataclass(frozen=True)
class Scene:
    """What a board is drawn from; nothing in it that its reader may not know.

    ``view`` is the game's view for the reader, ``seat`` the reader's own (``None``: an
    outsider), ``ask`` what that seat is asked now, ``query`` what has been chosen on the page
    so far, ``address`` where links that choose lead. ``hands``: in a replay after the end,
    every seat's own view. ``events``: what the reader saw happen last, oldest first. ``saved``:
    teams the reader keeps that they can choose now.
    """

    match: Match
    names: list[str]
    view: Json
    seat: int | None
    ask: Ask | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    hands: Sequence[Json] | None = None
    events: Sequence[Mapping[str, Json]] = ()
    saved: Sequence[SavedTeam] = ()


class Board(Protocol):
    """How one game is shown."""

    def for_match(self, match: Match) -> Board:
        """Return the board that calls things as they are called in that match."""
        ...

    @property
    def template(self) -> str:
        """The template that draws it, given ``board``."""
        ...

    @property
    def how_to(self) -> str:
        """The template of the page that explains the game."""
        ...

    @property
    def summary(self) -> str | Promise:
        """The game in one sentence, for who chooses one."""
        ...

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return what the template needs as ``board``."""
        ...

    def how_to_pictures(self) -> dict[str, Any]:
        """Return what the page that explains the game shows as ``pictures``."""
        ...

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event (``kind``, ``data``) in plain words to that seat; "" leaves it out."""
        ...

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words; ``kind``: of the ask it answers, where that is known."""
        ...

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        ...


@cache
def board_of(game: str) -> Board:
    """Return a game's own board, or the plain one."""
    place = f"{__name__}.{game}"
    name = place if find_spec(place) else f"{__name__}.plain"
    board: Board = import_module(name).BOARD
    return board


def board_for(match: Match) -> Board:
    """Return the board of a match."""
    return board_of(match.game).for_match(match)
