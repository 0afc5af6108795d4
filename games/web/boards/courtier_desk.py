"""What a seat of Courtier is asked, and what has been chosen on the page so far.

Choices that need another look first (a card of the hand, the height of a bid) are in the
page's address; everything else is sent at one tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from games.services.rulebook import game_of
from games.web.boards import Scene
from games.web.boards.courtier_foresight import Forecast, Foresight
from games.web.boards.courtier_names import Names
from games.web.boards.courtier_table import Table
from games.web.boards.courtier_targets import TARGETED, Options, options

SHED = {"discard_more": "discard", "review_more": "review"}
"""The kinds that are asked card after card, each with the verb of its answers."""


class Desk:
    """The reader's seat, what it is asked now if anything, and what is chosen so far."""

    def __init__(self, scene: Scene, names: Names) -> None:
        self.scene, self.names = scene, names
        no_cheese = bool((scene.match.options or {}).get("no_cheese"))
        self.table = Table(scene.view, names, scene.names, scene.seat, no_cheese)
        self.kind = scene.ask.kind if scene.ask else ""
        self.legal: list[str] = list(scene.ask.legal or ()) if scene.ask else []

    @property
    def hand(self) -> Sequence[str]:
        """The reader's cards."""
        seat = self.scene.seat
        return () if seat is None else self.scene.view["hands"][seat]

    @property
    def card(self) -> str:
        """The card of the hand that is being looked at."""
        card = self.scene.query.get("play", "")
        return card if card in self.hand and self.kind not in SHED else ""

    @property
    def bid(self) -> tuple[str, str]:
        """The hand and the amount of a bid that is being made up."""
        return self.scene.query.get("hand", ""), self.scene.query.get("amount", "").strip()

    @property
    def is_aiming(self) -> bool:
        """Whether a place on the board is asked for."""
        return self.kind in TARGETED

    @cached_property
    def foresight(self) -> Foresight:
        """The made-up world in which answers are tried."""
        assert self.scene.seat is not None
        return Foresight(game_of(self.scene.match), self.table, self.scene.seat)

    @cached_property
    def forecast(self) -> Forecast:
        """What playing the chosen card would do, if it can be played."""
        answer = f"play {self.card}"
        return self.foresight.forecast(answer) if answer in self.legal else Forecast()

    @property
    def options(self) -> Options:
        """What can be chosen at each courtier, or would be after the chosen card."""
        if self.is_aiming:
            return options(self.table, self.table.court, self.kind, self.legal)
        return self.forecast.options if self.card else {}

    def url(self, **chosen: str) -> str:
        """Return the page with these choices alone."""
        query = urlencode({key: value for key, value in chosen.items() if value})
        return f"{self.scene.address}?{query}" if query else self.scene.address

    def said(self, answer: str) -> dict[str, Any]:
        """Return an answer to send, as far as every button has it."""
        return {"answer": answer, "note": "", "is_main": False}
