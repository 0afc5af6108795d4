"""One game's rules: the deck, the options, and who takes part.

A *colour* is whoever has 25 markers: the seats in order, then Gianni when two play.
An *owner* is a colour or neutral, which is the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    """What every part of the rules looks things up in.

    ``gianni`` is his number among the colours, ``NONE`` without him; ``names`` and
    ``owner_of`` are the owners as answers write them; ``masks`` are the petitions'
    courtiers; ``stand_ins`` the courtiers that may stand in for others, by ability.
    """

    deck: Deck
    options: Options
    seats: int
    gianni: int
    colours: int
    neutral: int
    owners: int
    names: tuple[str, ...]
    owner_of: Mapping[str, int]
    texts: Texts
    masks: tuple[int, ...]
    stand_ins: tuple[tuple[Ability, int], ...]


def make_rules(deck: Deck, options: Options, seats: int) -> Rules:
    """Return the rules of a game with these options and so many seats."""
    with_gianni = seats == TWO
    names = (*map(str, range(seats)), *([GIANNI] if with_gianni else []), NEUTRAL)
    colours = len(names) - 1
    return Rules(
        deck=deck,
        options=options,
        seats=seats,
        gianni=seats if with_gianni else NONE,
        colours=colours,
        neutral=colours,
        owners=colours + 1,
        names=names,
        owner_of={name: number for number, name in enumerate(names)},
        texts=texts_of(deck, names, seats),
        masks=tuple(one.mask for one in deck.petitions),
        stand_ins=tuple(
            (ability, deck.members[ability.coterie][0]) for ability in deck.abilities["substitute"]
        ),
    )
