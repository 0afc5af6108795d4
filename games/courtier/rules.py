"""One game's rules: the deck, the options, and who takes part.

A *colour* is whoever has 25 markers: the seats in order, then Gianni when two play.
An *owner* is a colour or neutral, which is the last.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.courtier.deck import NONE, Ability, Deck
from games.courtier.notation import GIANNI, NEUTRAL, Texts, texts_of

TWO = 2
"""With so many seats Gianni plays (courtier.md 13)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game, filled in (courtier.md 6, 12 to 14)."""

    first: int | None
    auction: bool
    fast_start: bool
    fashion_top: int
    fashion_bottom: int
    no_cheese: bool
    turn_cap: int | None
    gianni_can_win: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What every part of the rules looks things up in."""

    deck: Deck
    options: Options
    seats: int
    gianni: int = field(init=False)
    colours: int = field(init=False)
    neutral: int = field(init=False)
    owners: int = field(init=False)
    names: tuple[str, ...] = field(init=False)
    owner_of: dict[str, int] = field(init=False)
    texts: Texts = field(init=False)
    masks: tuple[int, ...] = field(init=False)
    stand_ins: tuple[tuple[Ability, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        gianni = self.seats == TWO
        names = (*map(str, range(self.seats)), *([GIANNI] if gianni else []), NEUTRAL)
        colours = len(names) - 1
        made = {
            "gianni": self.seats if gianni else NONE,
            "colours": colours,
            "neutral": colours,
            "owners": colours + 1,
            "names": names,
            "owner_of": {name: number for number, name in enumerate(names)},
            "texts": texts_of(self.deck, names, self.seats),
            "masks": tuple(one.mask for one in self.deck.petitions),
            "stand_ins": tuple(
                (ability, self.deck.members[ability.coterie][0])
                for ability in self.deck.abilities["substitute"]
            ),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)
