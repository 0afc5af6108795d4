"""The board of the skirmish: the field, both sides, the last fight, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.models import Match
from games.skirmish.faction import faction
from games.web.boards import Scene
from games.web.boards import skirmish_events as events
from games.web.boards import skirmish_how_to as how_to
from games.web.boards import skirmish_text as text
from games.web.boards import skirmish_words as words
from games.web.boards.skirmish_choosing import choose
from games.web.boards.skirmish_desk import Desk
from games.web.boards.skirmish_drawing import Picture, fresh_of
from games.web.boards.skirmish_sheets import sheet
from games.web.boards.skirmish_table import (
    jokers,
    last_fight,
    piece_card,
    side,
    told,
    turns,
)
from games.web.boards.skirmish_teams import team_form

MANY = 3
"""Of more answers than these each button is small."""


class SkirmishBoard:
    """Shows the field and lets the reader choose on it."""

    template = "matches/skirmish/board.html"
    how_to = "matches/skirmish/how_to.html"
    summary = gettext_lazy("Two teams of chess pieces fight, with dice, cards and Trees.")

    def for_match(self, match: Match) -> SkirmishBoard:
        """Every match of it calls things alike."""
        return self

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the field, both sides, and all that the reader can choose and send."""
        desk = Desk(scene)
        choose(desk)
        view, fresh = scene.view, fresh_of(scene.events)
        picture = Picture(view, scene.names, scene.seat == 1, desk.targets, desk.hints, fresh)
        team = team_form(scene)
        return {
            "picture": None if view["choosing"] else picture.to_context(),
            "told": told(scene),
            "prompt": desk.prompt,
            "sends": desk.sends,
            "is_many": len(desk.sends) > MANY,
            "piece": piece_card(desk),
            "team": team,
            "waits_for_teams": bool(view["choosing"]) and team is None,
            "turns": turns(view),
            "sides": [side(scene, seat) for seat in _order(scene)],
            "fight": last_fight(view),
            "shown": [] if desk.sends else [words.card_words(card) for card in view["shown"]],
            "deck": view["deck"],
            "discard": [words.card_words(card) for card in reversed(view["discard"])],
            "jokers": jokers(view),
            "jokers_up": view["jokers_up"],
            "is_thawing": "thaw" in view["marks"][0] + view["marks"][1],
            "sheets": [sheet(faction(id)) for id in view["factions"]],
        }

    def how_to_pictures(self) -> dict[str, Any]:
        """Return an example field and the sheets of all factions."""
        return how_to.pictures()

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return events.line(event, names, seat)

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words."""
        return words.answer_words(answer, kind)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return text.as_text(view, names)


def _order(scene: Scene) -> tuple[int, int]:
    """Return the seats as they lie beside the board: the far side first."""
    return (0, 1) if scene.seat == 1 else (1, 0)


BOARD = SkirmishBoard()
