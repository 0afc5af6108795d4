"""What can be read off a view of Courtier's table: control, holders, what a petition needs.

``Court`` holds the markers on the board, as they are or as they would be after some moves;
all it says follows from a view, so it knows no more than the view's reader.

Source: courtier.md 9 (control), 10.1 (petitions), 14 (No Cheese).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.web.boards.courtier_names import Names

NEUTRAL, GIANNI = "neutral", "gianni"

Move = tuple[str, str, int]
"""A courtier, an owner, and how many of the owner's markers come there (or leave)."""


@dataclass(frozen=True, eq=False)
class Table:
    """A view with the names of all that is in it. ``reader``: a seat, or an outsider."""

    view: Json
    names: Names
    seats: Sequence[str]
    reader: int | None
    no_cheese: bool = False

    @cached_property
    def owners(self) -> list[str]:
        """All owners of markers: the seats, Gianni with two of them, neutral."""
        return list(self.view["owners"])

    @cached_property
    def colours(self) -> list[str]:
        """The owners that can control something."""
        return self.owners[:-1]

    @cached_property
    def members(self) -> dict[str, list[str]]:
        """The courtiers of every coterie, in board order."""
        return {coterie: self.names.members(coterie) for coterie in self.names.coteries}

    @property
    def own(self) -> str:
        """The reader as an owner; empty for an outsider."""
        return "" if self.reader is None else str(self.reader)

    @property
    def on_turn(self) -> str:
        """Who controls, now, courtiers that are full of neutral markers alone."""
        if self.view["stage"].startswith(GIANNI):
            return GIANNI
        seat = self.view["turn_of"]
        return "" if seat is None else str(seat)

    @cached_property
    def court(self) -> Court:
        """The markers as they lie."""
        lying = self.view["courtiers"]
        return Court(self, {one: tuple(here["markers"]) for one, here in lying.items()})

    @cached_property
    def petitions(self) -> list[str]:
        """The petitions that the reader may hope for: their secret one first, then the row."""
        secret = None if self.reader is None else self.view["secrets"][self.reader]
        return [*([secret] if secret else []), *self.view["petitions"]]

    @cached_property
    def deputy(self) -> tuple[str, str]:
        """The coterie whose ability is to stand in on a petition, and its courtier."""
        for coterie, ability in self.names.abilities.items():
            if ability["op"] == "substitute":
                return coterie, self.members[coterie][0]
        return "", ""

    @cached_property
    def letters(self) -> dict[str, str]:
        """A sign for every colour: its initial if nobody shares it, else its seat's number."""
        initials = {owner: self.name(owner)[:1].upper() for owner in self.colours}
        shared = [one for one, count in Counter(initials.values()).items() if count > 1]
        return {
            owner: str(int(owner) + 1)
            if owner != GIANNI and (sign in shared or not sign.isalpha())
            else sign
            for owner, sign in initials.items()
        }

    def name(self, owner: str) -> str:
        """Return what an owner is called; not for the reader, who is "you"."""
        if owner == NEUTRAL:
            return _("neutral")
        return _("Gianni") if owner == GIANNI else self.seats[int(owner)]


@dataclass(frozen=True, eq=False)
class Court:
    """Markers by courtier, each list in the order of the owners."""

    table: Table
    markers: Mapping[str, tuple[int, ...]]

    def moved(self, moves: Iterable[Move]) -> Court:
        """Return the court after these moves."""
        there = {one: list(counts) for one, counts in self.markers.items()}
        for courtier, owner, count in moves:
            there[courtier][self.table.owners.index(owner)] += count
        return Court(self.table, {one: tuple(counts) for one, counts in there.items()})

    def cleared(self, courtiers: Iterable[str]) -> Court:
        """Return the court with these courtiers empty."""
        none = (0,) * len(self.table.owners)
        return Court(self.table, {**self.markers, **dict.fromkeys(courtiers, none)})

    def count(self, courtier: str, owner: str) -> int:
        """Return how many markers of an owner a courtier has."""
        return self.markers[courtier][self.table.owners.index(owner)]

    def is_full(self, courtier: str) -> bool:
        """Tell whether a courtier has no free slot."""
        return sum(self.markers[courtier]) >= self.table.names.slots(courtier)

    def is_all_neutral(self, courtier: str) -> bool:
        """Tell whether a courtier is full of neutral markers alone."""
        return self.is_full(courtier) and not any(self.markers[courtier][:-1])

    def _leader(self, counts: Sequence[int]) -> str | None:
        most = max(counts)
        if not most or list(counts).count(most) > 1:
            return None
        return self.table.colours[list(counts).index(most)]

    def controller(self, courtier: str) -> str | None:
        """Return who controls a courtier now."""
        if self.is_all_neutral(courtier):
            return self.table.on_turn or None
        return self._leader(self.markers[courtier][:-1])

    def counts(self, coterie: str) -> list[int]:
        """Return the markers in a coterie by colour."""
        there = [self.markers[one][:-1] for one in self.table.members[coterie]]
        return [sum(column) for column in zip(*there, strict=True)]

    def holder(self, coterie: str) -> str | None:
        """Return who holds a coterie's ability."""
        return self._leader(self.counts(coterie))

    # Petitions

    def is_ready(self, courtier: str, owner: str) -> bool:
        """Tell whether a courtier is full and, on its turn, that owner's."""
        if not self.is_full(courtier):
            return False
        leader = self._leader(self.markers[courtier][:-1])
        return leader == owner or self.is_all_neutral(courtier)

    def ready(self, petition: str, owner: str) -> list[str]:
        """Return the courtiers of a petition that an owner could give to it, on its turn."""
        asked = self.table.names.asked_for(petition)
        return [courtier for courtier in asked if self.is_ready(courtier, owner)]

    def can_complete(self, petition: str, owner: str) -> bool:
        """Tell whether an owner meets a petition, with what stands in for it this turn."""
        asked = self.table.names.asked_for(petition)
        if not asked or not self._is_paid(asked, owner):
            return False
        missing = [courtier for courtier in asked if not self.is_ready(courtier, owner)]
        return not self._uncovered(missing, owner) or self._by_deputy(missing, asked, owner)

    def _is_paid(self, asked: Sequence[str], owner: str) -> bool:
        """Tell whether No Cheese, if played, allows it."""
        if not self.table.no_cheese:
            return True
        of = self.table.names.coterie_of
        return any(self.count(one, owner) or of(one) in self._stand_ins(owner) for one in asked)

    def _stand_ins(self, owner: str) -> list[str]:
        """Return the coteries that cards stand in for: only whoever is on turn has any."""
        is_theirs = owner == str(self.table.view["turn_of"]) == self.table.on_turn
        return list(self.table.view["stand_ins"]) if is_theirs else []

    def _uncovered(self, missing: Iterable[str], owner: str) -> list[str]:
        """Return of the missing courtiers those that no card stands in for."""
        left = Counter(self._stand_ins(owner))
        uncovered = []
        for courtier in missing:
            coterie = self.table.names.coterie_of(courtier)
            if left[coterie]:
                left[coterie] -= 1
            else:
                uncovered.append(courtier)
        return uncovered

    def _by_deputy(self, missing: Sequence[str], asked: Sequence[str], owner: str) -> bool:
        """Tell whether the Minister, standing in for one, is enough; he never counts twice."""
        coterie, deputy = self.table.deputy
        if not coterie or self.holder(coterie) != owner or not self.is_ready(deputy, owner):
            return False
        uncovered = self._uncovered([*missing, *({deputy} & set(asked))], owner)
        return len(uncovered) <= 1 and deputy not in uncovered


def moves_in(events: Iterable[Mapping[str, Any]]) -> list[Move]:
    """Return the moves of markers that events tell of, as far as nothing but them happened.

    It stops at the first event that chance has a hand in, or that ends the turn.
    """
    moves: list[Move] = []
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind in BEYOND:
            break
        moves += _moves_of(kind, data)
    return moves


BEYOND = frozenset(
    ("turn_began", "drew", "drew_card", "bought", "offer_shown", "deck_shuffled", "scored")
    + ("petition_completed", "fashion_shown", "gianni_turned", "game_over")
)


def _moves_of(kind: str, data: Mapping[str, Any]) -> list[Move]:
    if kind == "marker_placed":
        replaced = data["replaced"]
        gone = [(data["courtier"], str(replaced), -1)] if replaced is not None else []
        return [*gone, (data["courtier"], str(data["owner"]), 1)]
    if kind == "marker_taken":
        return [(data["courtier"], str(data["owner"]), -1)]
    if kind == "marker_moved":
        return [(data["from"], str(data["owner"]), -1), (data["to"], str(data["owner"]), 1)]
    if kind == "markers_swapped":
        (one, other), (here, there) = data["owners"], data["courtiers"]
        return [(here, one, -1), (there, one, 1), (there, other, -1), (here, other, 1)]
    if kind == "spent" and data["courtier"] is not None:
        return [(data["courtier"], str(data["seat"]), -int(data["count"]))]
    return []
