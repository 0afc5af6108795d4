"""What has been chosen for a turn of Winter Court: it is all in the address of the page.

What it comes to, and why something cannot be chosen, is said by
``games.winter_court.reckoning``, which judges by the rules' own checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from urllib.parse import urlencode

from games.web.boards import Scene
from games.winter_court.components import LETTERS, MEMBER_OF, WORD
from games.winter_court.reckoning import Composition, Reckoning, reckon

ADDERS = ("knight", "lover", "matchmaker")
DIRECT = ("steward", "sage", "charlatan")
"""The powers that are answers of their own; the Wizard's is a second play."""

LETTER_OF = {word: LETTERS[WORD.index(word)] for word in (*DIRECT, *ADDERS, "wizard", "fool")}


class Desk:
    """What the seat that is asked to act has chosen so far, and what it can choose next."""

    def __init__(self, scene: Scene) -> None:
        assert scene.seat is not None
        self.scene, self.view, self.seat = scene, scene.view, scene.seat
        self.hand: list[str] = self.view["hands"][self.seat]
        self.parts = _known(scene.query, self.hand, self.view["discard"])

    @cached_property
    def composition(self) -> Composition:
        """The play that is being put together; a second one is the Wizard's."""
        parts = self.parts
        return Composition(
            target=parts.get("to"),
            main=parts.get("main"),
            knight=parts.get("knight"),
            lover=parts.get("lover"),
            matchmaker=parts.get("matchmaker"),
            boosts=tuple(self.boosts),
            fool="fool" in parts,
            wizard=self.view["plays"] > 0,
        )

    @cached_property
    def boosts(self) -> list[str]:
        """The chosen boosts."""
        return _listed(self.parts.get("boosts", ""))

    @cached_property
    def reckoning(self) -> Reckoning:
        """What the composition comes to."""
        return reckon(self.view, self.seat, self.composition)

    @cached_property
    def bare(self) -> Reckoning:
        """What could be chosen if nothing were yet."""
        if not self.parts:
            return self.reckoning
        return reckon(self.view, self.seat, Composition(wizard=self.view["plays"] > 0))

    @property
    def deed(self) -> str:
        """The power that is to be used by itself, if it can be."""
        word = self.parts.get("do", "")
        return word if word and self.bare.powers[word] is None else ""

    def url(self, **changes: str) -> str:
        """Return the page with these choices changed; an empty one is dropped."""
        return _address(self.scene.address, {**self.parts, **changes})

    def anew(self, **chosen: str) -> str:
        """Return the page with these choices alone."""
        return _address(self.scene.address, chosen)

    def holds(self, word: str) -> bool:
        """Tell whether the reader controls the member with that power."""
        return bool(self.view["court"][LETTER_OF[word]]["holder"] == self.seat)


def _address(address: str, parts: Mapping[str, str]) -> str:
    query = urlencode({key: value for key, value in parts.items() if value}, safe=",")
    return f"{address}?{query}" if query else address


def _listed(text: str) -> list[str]:
    return [part for part in text.split(",") if part]


def _known(query: Mapping[str, str], hand: Sequence[str], discard: Sequence[str]) -> dict[str, str]:
    """Return what of the address is in the hand, in the court, on the discard pile."""
    known: dict[str, str] = {}
    if query.get("to") in MEMBER_OF:
        known["to"] = query["to"]
    if query.get("do") in DIRECT:
        known["do"] = query["do"]
        if query.get("card") in discard:
            known["card"] = query["card"]
        return known
    known |= {key: query[key] for key in ("main", *ADDERS) if query.get(key) in hand}
    boosts = [card for card in dict.fromkeys(_listed(query.get("boosts", ""))) if card in hand]
    if boosts:
        known["boosts"] = ",".join(boosts)
    if query.get("fool"):
        known["fool"] = "1"
    return known
