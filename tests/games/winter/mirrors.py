"""The same table seen another way: colours exchanged, half turned, mirrored, moved along.

A ``Change`` maps a state to the state of the other table, and an answer to the answer
that means the same there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tests.games.winter.play import GAME
from tests.games.winter.referee import DECK, OTHER

Point = tuple[int, int]


@dataclass(frozen=True)
class Change:
    """``face``: what a face looks like there; ``anchor``, ``square``: where things lie there."""

    face: Callable[[str], str]
    point: Callable[[int, int], Point]
    swaps: bool = False

    @cached_property
    def cards(self) -> dict[str, str]:
        """Card ids by id: each card stands for one that has its face there, none twice."""
        left = dict(DECK)
        found = {}
        for card, pattern in DECK.items():
            face = self.face(pattern)
            fitting = [c for c, p in left.items() if p in (face, face[::-1])]
            found[card] = fitting[0]
            del left[fitting[0]]
        return found

    def spot(self, card: str, x: int, y: int, rot: int) -> list[Any]:
        """Where the card that stands for ``card`` lies there, and how it is turned."""
        other = DECK[self.cards[card]]
        face = self.face(DECK[card] if rot == 0 else DECK[card][::-1])
        return [*self.point(x, y), 0 if face == other else 180]

    def data(self, data: dict[str, Any]) -> dict[str, Any]:
        """The encoded state of the other table, its history left out."""
        cards = self.cards
        colour = OTHER if self.swaps else {"L": "L", "D": "D"}
        by_colour = {
            name: {colour[c]: data[name][c] for c in "LD"}
            for name in ("supply", "had_token", "tokens")
        }
        tokens = {
            c: sorted((list(self.point(*at)) for at in points), key=lambda at: (at[1], at[0]))
            for c, points in by_colour["tokens"].items()
        }
        return {
            **data,
            **by_colour,
            "tokens": tokens,
            "colours": data["colours"] and [colour[c] for c in data["colours"]],
            "deck": [cards[card] for card in data["deck"]],
            "drawn": data["drawn"] and cards[data["drawn"]],
            "lake": dict(
                sorted((cards[c], self.spot(c, *spot)) for c, spot in data["lake"].items())
            ),
            "discarded": [cards[card] for card in data["discarded"]],
        }

    def state(self, state: Any) -> Any:
        """The state of the other table; positions are counted anew where they look different."""
        return GAME.decode(self.data(GAME.encode(state)))

    def seen(self, state: Any) -> Any:
        """What a state comes to there, without the marks of positions and who leaves first."""
        return plain(self.data(GAME.encode(state)))

    def plain(self, state: Any) -> Any:
        """A state of the other table, in the form of ``seen``."""
        return plain(GAME.encode(state))

    def outcome(self, outcome: Any) -> Any:
        """The outcome there: seats keep their colours' tokens, so nothing changes."""
        return outcome

    def answer(self, text: str, state: Any) -> str:
        """The answer of the other table."""
        verb, *words = text.split()
        if verb == "colour":
            return f"colour {OTHER[words[0]] if self.swaps else words[0]}"
        if verb == "draw":
            return text
        if verb in ("token", "take"):
            return f"{verb} {self.at(words[0])}"
        if verb == "place":
            drawn = GAME.encode(state)["drawn"]
            return f"place {self.laid(drawn, words[0], words[1])}"
        if verb == "keep":
            return f"keep {self.lowest(words[0], state)}"
        card = self.cards[words[0]]
        if verb == "remove":
            return f"remove {card}"
        squares = " ".join(map(self.at, self.in_order(words[4:])))
        move = f"move {card} {self.laid(words[0], words[1], words[2])}"
        return f"{move} on {squares}" if squares else move

    def at(self, words: str) -> str:
        """A square there."""
        x, y = self.point(*map(int, words.split(",")))
        return f"{x},{y}"

    def in_order(self, squares: list[str]) -> list[str]:
        """Squares in the order in which they are written there."""

        def there(words: str) -> Point:
            x, y = self.point(*map(int, words.split(",")))
            return y, x

        return sorted(squares, key=there)

    def laid(self, card: str, at: str, rot: str) -> str:
        """A card's place there."""
        x, y, turned = self.spot(card, *map(int, at.split(",")), int(rot))
        return f"{x},{y} {turned}"

    def lowest(self, card: str, state: Any) -> str:
        """The lowest card there of the group that ``card`` is the lowest of here."""
        groups = GAME.view(state, None)["groups"]
        (group,) = [group for group in groups if card in group]
        return min(self.cards[one] for one in group)


def plain(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "history": len(data["history"]), "discarded": sorted(data["discarded"])}


SWAP = Change(lambda face: "".join(map(OTHER.get, face)), lambda x, y: (x, y), swaps=True)
HALF_TURN = Change(lambda face: face[::-1], lambda x, y: (-x, -y))
MIRROR = Change(lambda face: face[1] + face[0] + face[3] + face[2], lambda x, y: (-x, y))


def shifted(dx: int, dy: int) -> Change:
    """The same lake, moved along."""
    return replace(MIRROR, face=lambda face: face, point=lambda x, y: (x + dx, y + dy))
