"""An event of Courtier and to whom it is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.web.boards.courtier_names import Names
from games.web.boards.courtier_words import cards_words, owner_name

Text = str | Promise


@dataclass(frozen=True)
class Telling:
    """One event, and to whom it is said."""

    data: Mapping[str, Any]
    names: Names
    seats: Sequence[str]
    reader: int | None

    def is_mine(self, owner: str | int | None) -> bool:
        """Tell whether an owner or a seat is the reader."""
        return owner is not None and str(owner) == str(self.reader)

    def name(self, owner: str | int | None) -> str:
        """Return an owner's name."""
        return owner_name(None if owner is None else str(owner), self.seats)

    def courtier(self, key: str = "courtier") -> str:
        """Return the name of the courtier that the event names."""
        return self.names.courtier(self.data[key])

    def says(self, mine: Text, theirs: Text, owner: str | int, **things: Any) -> str:
        """Say one of two sentences: the reader's own deed, or another's."""
        template = mine if self.is_mine(owner) else theirs
        return str(template) % {"name": self.name(owner), **things}


Teller = Callable[[Telling], str]


def said(mine: Text, theirs: Text) -> Teller:
    """Return what says an event in one of two sentences about its seat and its cards."""

    def tell(told: Telling) -> str:
        data = told.data
        cards = data["cards"] if "cards" in data else filter(None, [data.get("card")])
        things = {"cards": cards_words(cards, told.names), "hand": data.get("hand")}
        return told.says(mine, theirs, data["seat"], **things)

    return tell
