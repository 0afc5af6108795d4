"""The board of Courtier: the court, its petitions and players, and whatever the reader is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.models import Match
from games.web.boards import Scene
from games.web.boards import courtier_choosing as choosing
from games.web.boards import courtier_drawing as drawing
from games.web.boards import courtier_events as events
from games.web.boards import courtier_how_to as how_to
from games.web.boards import courtier_offers as offers
from games.web.boards import courtier_text as text
from games.web.boards import courtier_words as words
from games.web.boards.courtier_desk import SHED, Desk
from games.web.boards.courtier_names import Names, house_names, names_of

CARD_KINDS = frozenset(("action", "play_more", *SHED))
"""The kinds that are answered with cards of the hand in the first place."""
HAND_FIRST = CARD_KINDS | {"petition", "trade", "draw", "refill"}
"""The kinds that need a look at the hand before one at the board."""
AUCTION = ("hands", "bid")
MOST_TOLD = 4
UNTOLD = frozenset(
    ("began", "petition_dealt", "petitions_shown", "offer_shown", "hand_dealt", "turn_began")
    + ("drew", "drew_card", "deck_shuffled")
)
"""What the table shows anyway; the log has it all."""


class CourtierBoard:
    """Shows the court, and lets the reader see what an answer changes before it is sent."""

    template = "matches/courtier/board.html"
    how_to = "matches/courtier/how_to.html"
    summary = gettext_lazy("Fill a court with influence, and complete petitions with it.")

    def __init__(self, names: Names | None = None) -> None:
        self._names = names

    @property
    def names(self) -> Names:
        """What the cards are called."""
        return self._names or house_names()

    def for_match(self, match: Match) -> CourtierBoard:
        """Return the board with the names of the match's own deck."""
        return CourtierBoard(names_of(match))

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the court, the hand, and all that the reader can choose and send."""
        desk = Desk(scene, names_of(scene.match))
        return _table(desk) | _hands(desk) | _choices(desk) | self._told(scene)

    def _told(self, scene: Scene) -> dict[str, Any]:
        told = [self.line(event, scene.names, scene.seat) for event in _news(scene)]
        return {"told": list(filter(None, told))[-MOST_TOLD:] if scene.hands is None else []}

    def how_to_pictures(self) -> dict[str, Any]:
        """Return an example court, its courtiers, petitions and cards."""
        return how_to.pictures()

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return events.line(event, self.names, names, seat)

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words."""
        return words.answer_words(answer, self.names, names, kind)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return text.as_text(view, self.names, names)


def _news(scene: Scene) -> Iterator[Mapping[str, Json]]:
    """Give of the latest events those that others caused and the table does not show."""
    for event in scene.events:
        is_own = scene.seat is not None and event["data"].get("seat") == scene.seat
        if event["kind"] not in UNTOLD and not is_own:
            yield event


def _table(desk: Desk) -> dict[str, Any]:
    """Return what lies on the table for everybody, and where on it something can be chosen."""
    table, view = desk.table, desk.scene.view
    fresh = drawing.fresh_of(desk.scene.events)
    return {
        "coteries": drawing.pairs(drawing.coteries(table, table.court, fresh, desk.options)),
        "petitions": drawing.petitions(table, table.court),
        "petition_deck": view["petition_deck"],
        "players": drawing.players(table, table.court),
        "decks": drawing.decks(table),
        "fashion": drawing.fashion(table),
        "neutral": view["neutral"],
        "turn": offers.turn(desk),
        "is_over": view["stage"] == "over",
    }


def _hands(desk: Desk) -> dict[str, Any]:
    """Return the reader's hand, and after the end all of them."""
    scene = desk.scene
    has_hand = bool(desk.hand) or scene.view["stage"] not in AUCTION
    return {
        "has_hand": scene.seat is not None and not scene.hands,
        "hand": choosing.hand(desk),
        "hand_first": has_hand and desk.kind in HAND_FIRST,
        "hand_last": has_hand and desk.kind not in HAND_FIRST,
        "hands": [
            {
                "name": scene.names[seat],
                "cards": drawing.faces(desk.names, open_view["hands"][seat]),
                "secret": _secret(desk, open_view["secrets"][seat]),
            }
            for seat, open_view in enumerate(scene.hands or ())
        ],
    }


def _secret(desk: Desk, petition: str | None) -> dict[str, Any] | None:
    return drawing.petition(desk.table, desk.table.court, petition) if petition else None


def _choices(desk: Desk) -> dict[str, Any]:
    """Return what the reader is asked and can send."""
    return {
        "prompt": _prompt(desk),
        "is_aiming": desk.is_aiming,
        "is_choosing_cards": desk.kind in CARD_KINDS,
        "card": choosing.chosen_card(desk),
        "sends": choosing.sends(desk),
        "completions": offers.completions(desk),
        "auction": offers.auction(desk),
        "auction_cards": offers.auction_cards(desk),
    }


def _prompt(desk: Desk) -> str:
    """Say what the reader is asked."""
    if desk.scene.ask is None:
        return ""
    verbs = {text.split()[0] for text in desk.legal}
    if desk.kind == "petition" and "complete" not in verbs:
        no, free = _("You can complete no petition now."), _("You may discard cards for free.")
        return f"{no} {free}" if "review" in verbs else no
    return words.asked(desk.scene.ask, desk.scene.view, desk.names)


BOARD = CourtierBoard()
