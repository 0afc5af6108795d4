"""The board of Winter Court: the court between two players, the hand, the turn to compose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.models import Match
from games.web.boards import Scene
from games.web.boards import winter_court_composing as composing
from games.web.boards import winter_court_drawing as drawing
from games.web.boards import winter_court_events as events
from games.web.boards import winter_court_powers as powers
from games.web.boards import winter_court_text as text
from games.web.boards import winter_court_words as words
from games.web.boards.winter_court_desk import Desk
from games.winter_court import SYSTEM
from games.winter_court.components import DECK, LETTERS
from games.winter_court.notation import parse
from games.winter_court.rules import apply

PROMPTS = {
    "draw": gettext_lazy("Your turn ends with the draw."),
    "keep": gettext_lazy("Keep one of the two cards; the other is thrown away."),
}

EXAMPLE_CARDS = ["W5", "W1", "W2"]
EXAMPLE_PLAY = "play W5 F +W1 +W2"
EXAMPLE: Json = {
    "court": {"F": {"card": "L7", "holder": 1}},
    "hands": [EXAMPLE_CARDS, ["L5"]],
}
"""What the page that explains the game shows before and after one play."""


class WinterCourtBoard:
    """Shows the court and lets the reader put a turn together."""

    template = "matches/winter_court/board.html"
    how_to = "matches/winter_court/how_to.html"
    summary = gettext_lazy("Cards of influence win twelve members of the court, and their powers.")

    def for_match(self, match: Match) -> WinterCourtBoard:
        """Every match of it calls things alike."""
        return self

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the court, the hands, the composition and what can be sent."""
        acts = scene.ask is not None and scene.ask.kind == "act" and scene.seat is not None
        desk = Desk(scene) if acts else None
        return _table(scene, desk) | _hands(scene, desk) | _choices(scene, desk)

    def how_to_pictures(self) -> dict[str, Any]:
        """Return the suits, the members, and a play before and after."""
        game = SYSTEM.open({}, 2)
        before = game.position(EXAMPLE)
        after = apply(before, parse(EXAMPLE_PLAY)).state
        return {
            "suits": [drawing.glyph(suit) for suit in range(len(DECK.suits))],
            "members": drawing.every_member(),
            "cards": [drawing.card_face(card) for card in EXAMPLE_CARDS],
            "before": drawing.example(game.view(before, 0), "F"),
            "after": drawing.example(game.view(after, 0), "F"),
        }

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return events.line(event, names, seat)

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words."""
        return words.answer_words(answer)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return text.as_text(view, names)


def _table(scene: Scene, desk: Desk | None) -> dict[str, Any]:
    """Return what lies on the table for everybody."""
    view = scene.view
    fresh = drawing.fresh_of(scene.events)
    far, near = drawing.players(view, scene.names, scene.seat)
    told = [events.line(event, scene.names, scene.seat) for event in scene.events]
    return {
        "far": far,
        "near": near,
        "told": list(filter(None, told)) if scene.hands is None else [],
        "members": [
            drawing.member_on_table(view, scene.names, scene.seat, letter, fresh)
            | (composing.target(desk, letter) if desk else {})
            for letter in LETTERS
        ],
        "pile": view["pile"],
        "discarded": len(view["discard"]),
        "discard": _discard(view["discard"], desk),
        "is_searching": desk is not None and desk.deed == "sage",
    }


def _discard(cards: Sequence[str], desk: Desk | None) -> list[dict[str, Any]]:
    piles = drawing.suit_piles(cards)
    for face in (face for pile in piles for face in pile["cards"]):
        face["url"] = powers.discard_url(desk, face["code"])
        face["is_main"] = desk is not None and desk.parts.get("card") == face["code"]
    return piles


def _hands(scene: Scene, desk: Desk | None) -> dict[str, Any]:
    """Return the reader's hand, and after the end both."""
    own = scene.view["hands"][scene.seat] if scene.seat is not None else []
    drawn = drawing.drawn_of(scene.events, scene.seat) | set(scene.view["drawn"])
    cards = [
        (composing.hand_card(desk, card) if desk else drawing.card_face(card))
        | {"is_new": card in drawn}
        for card in own
    ]
    return {
        "has_hand": scene.seat is not None and not scene.hands,
        "hand": cards,
        "hands": [
            {
                "name": scene.names[seat],
                "cards": [drawing.card_face(card) for card in open_view["hands"][seat]],
            }
            for seat, open_view in enumerate(scene.hands or ())
        ],
    }


def _choices(scene: Scene, desk: Desk | None) -> dict[str, Any]:
    """Return what the reader can choose and send."""
    ask = scene.ask
    if ask is None:
        return {"prompt": "", "sends": []}
    if desk is None:
        answers = [str(answer) for answer in ask.legal or ()]
        return {"prompt": PROMPTS[ask.kind], "sends": powers.sends(scene.view, answers)}
    play = powers.deed(desk) or composing.play(desk)
    return {
        "prompt": composing.prompt(desk),
        "play": play,
        "powers": [] if play else powers.powers(desk),
        "modifiers": powers.modifiers(desk),
        "refused": powers.refused(desk),
        "sends": [] if play else powers.sends(scene.view, [str(ask.default)]),
    }


BOARD = WinterCourtBoard()
