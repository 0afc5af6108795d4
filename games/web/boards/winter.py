"""The board of Winter: the lake as a picture, what can be chosen on it, and all in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.models import Match
from games.web.boards import Scene, winter_words
from games.web.boards.winter_choosing import CHOOSERS, Choice
from games.web.boards.winter_drawing import Picture, news_of, small_card
from games.web.boards.winter_thaw import thaw
from games.web.boards.winter_words import card_words, colour_word
from games.winter import SYSTEM
from games.winter.components import DECK

FACES = tuple(dict.fromkeys(DECK.patterns))
"""Each face of the deck once."""

PROMPTS = {
    "setup_place": gettext_lazy("Lay the second card beside the first."),
    "choose_colour": gettext_lazy(
        "Choose your colour; the other one is your opponent's. Then you begin."
    ),
    "freeze": gettext_lazy("Draw a card, or put a token on a square of your colour."),
    "freeze_place": gettext_lazy("Lay the card you drew."),
    "thaw": gettext_lazy("Choose a free card to move or remove, or one of your tokens."),
    "keep_group": gettext_lazy("The lake has parted. Which group stays?"),
}


class WinterBoard:
    """Shows the lake and lets the reader choose on it."""

    template = "matches/winter/board.html"
    how_to = "matches/winter/how_to.html"
    summary = gettext_lazy("A lake of cards freezes, then thaws: hold the last token on it.")

    def for_match(self, match: Match) -> WinterBoard:
        """Every match of it calls things alike."""
        return self

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the picture, what can be sent, and what lies beside the lake."""
        choice = Choice(scene, Picture(scene.view, news_of(scene.events)))
        if scene.ask is not None:
            {**CHOOSERS, "thaw": thaw}[scene.ask.kind](choice)
        drawn = scene.view["drawn"]
        return {
            "picture": choice.picture.to_context(),
            "prompt": choice.prompt or (PROMPTS[scene.ask.kind] if scene.ask else ""),
            "sends": _sends(choice),
            "ways": choice.ways,
            "notes": choice.notes,
            "players": _players(scene),
            "drawn": drawn and _beside(drawn["pattern"], card_words(drawn), _rot(scene)),
            "deck": scene.view["deck"],
            "unseen": [
                _beside(pattern, f"{pattern[:2]}/{pattern[2:]}", 0) | {"count": count}
                for pattern, count in scene.view["unseen"].items()
            ],
        }

    def how_to_pictures(self) -> dict[str, Any]:
        """Return all faces, a square with its token, and a lake that would part."""
        return {
            "faces": [_beside(pattern, f"{pattern[:2]}/{pattern[2:]}", 0) for pattern in FACES],
            "square": _example(["LDLD@(0,0)180", "LDLD@(2,0)0"], tokens={"L": [[1, 0]]}),
            "parted": _example([f"LDDL@({x},0)0" for x in (0, 2)] + ["DLLD@(4,0)0"]),
        }

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return winter_words.line(event, names, seat)

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words."""
        return winter_words.answer_words(answer)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return winter_words.as_text(view, names)


def _example(lake: list[str], **position: Json) -> dict[str, Any]:
    """Draw a lake for the page that explains the game."""
    game = SYSTEM.open({}, 2)
    state = game.position({"lake": lake, **position})
    return Picture(game.view(state, None)).to_context()


def _sends(choice: Choice) -> list[dict[str, Any]]:
    """Return what can be sent; the first of it is next once something has been chosen."""
    has_chosen = any(target.is_chosen for target in choice.picture.targets)
    return [
        {**send, "is_next": has_chosen and not number} for number, send in enumerate(choice.sends)
    ]


def _players(scene: Scene) -> list[dict[str, Any]]:
    view = scene.view
    if not view["colours"]:
        return []
    return [
        {
            "name": name,
            "colour": letter,
            "word": colour_word(letter),
            "is_mine": seat == scene.seat,
            "lying": sum(token["colour"] == letter for token in view["tokens"]),
            "supply": view["supply"][letter],
        }
        for seat, (name, letter) in enumerate(zip(scene.names, view["colours"], strict=True))
    ]


def _rot(scene: Scene) -> int:
    return 180 if scene.query.get("rot") == "180" else 0


def _beside(pattern: str, words: str, rot: int) -> dict[str, Any]:
    return {"sections": small_card(pattern, rot), "words": words}


BOARD = WinterBoard()
