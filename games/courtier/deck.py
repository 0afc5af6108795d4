"""The component data as the rules use it: numbers, tuples and masks.

``compile_deck(table)`` takes the plain dict of a checked deck file
(``games.courtier.deckfile``). A card is a number: the kinds of influence cards in
file order, then the kinds of power cards; courtiers, coteries, petitions and
fashions are numbered in file order, which for courtiers is the board order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from games.courtier.deckfile import digest_of, house_table

INFLUENCE, POWER = 0, 1
"""The two decks."""

DECKS = ("influence", "power")
NONE = -1
"""Stands where no card, owner, courtier or coterie is."""


class Ability(NamedTuple):
    """What the holder of a coterie's card may do (courtier.md 4)."""

    coterie: int
    amount: int
    optional: bool
    gianni: bool


class Influence(NamedTuple):
    """An influence card; ``targets`` are the courtiers it allows, in board order."""

    targets: tuple[int, ...]
    markers: int
    wild: bool
    empty_only: bool


class Effect(NamedTuple):
    """One step of a power card, or one effect of a fashion card."""

    op: str
    amount: int
    coterie: int


class Power(NamedTuple):
    """A power card (courtier.md 8.3). ``choose``: only one of the steps is carried out."""

    cost: int
    extra_play: str
    extra_plays: int
    penalty: int
    lifts: bool
    repeatable: bool
    choose: bool
    steps: tuple[Effect, ...]


class Petition(NamedTuple):
    """A petition: its courtiers in the card's order, and as a mask."""

    courtiers: tuple[int, ...]
    mask: int
    points: int


class Fashion(NamedTuple):
    """A fashion card."""

    ends: bool
    effects: tuple[Effect, ...]


class Setup(NamedTuple):
    """The numbers of courtier.md 2 and 6; the options' defaults are among them."""

    markers: int
    neutral: int
    track: int
    pool: int
    hand_size: int
    auction_hand: int
    first_influence: int
    first_power: int
    public: int
    secret: int
    fashion_top: int
    fashion_bottom: int


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """All component data. ``copies`` are both decks in file order, copies side by side.

    A deck equals itself only: ``compile_deck`` gives one for the same table.
    """

    digest: str
    coteries: tuple[str, ...]
    fast_start: tuple[bool, ...]
    courtiers: tuple[str, ...]
    courtier_names: tuple[str, ...]
    slots: tuple[int, ...]
    coterie_of: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    abilities: Mapping[str, tuple[Ability, ...]]
    cards: tuple[str, ...]
    card_names: tuple[str, ...]
    influence: tuple[Influence, ...]
    power: tuple[Power, ...]
    cost: tuple[int, ...]
    copies: tuple[tuple[int, ...], tuple[int, ...]]
    petition_ids: tuple[str, ...]
    petition_names: tuple[str, ...]
    petitions: tuple[Petition, ...]
    fashion_ids: tuple[str, ...]
    fashions: tuple[Fashion, ...]
    fashion_copies: tuple[int, ...]
    end_card: int
    setup: Setup
    card_of: Mapping[str, int]
    courtier_of: Mapping[str, int]
    petition_of: Mapping[str, int]
    fashion_of: Mapping[str, int]

    @property
    def first_power(self) -> int:
        """The number of the first power card: all below are influence cards."""
        return len(self.influence)


ABILITY_OPS = (
    "protect", "end_bonus", "extra_marker", "repeat", "draw", "vp", "substitute", "free_discard",
)  # fmt: skip
"""The ops of abilities (courtier.md 4)."""

_compiled: dict[str, Deck] = {}
KEPT = 32
"""How many decks are kept compiled."""


def compile_deck(table: Mapping[str, Any]) -> Deck:
    """Return the deck of a checked table; the same table gives the same deck."""
    digest = digest_of(table)
    if digest not in _compiled:
        while len(_compiled) >= KEPT:
            del _compiled[next(iter(_compiled))]
        _compiled[digest] = _compile(table, digest)
    return _compiled[digest]


@lru_cache(maxsize=1)
def house_deck() -> Deck:
    """Return the deck of the house."""
    return compile_deck(house_table())


def _compile(table: Mapping[str, Any], digest: str) -> Deck:
    coteries = _ids(table["coterie"])
    courtiers = _ids(table["courtier"])
    cards = _ids(table["influence"]) + _ids(table["power"])
    coterie_of = tuple(coteries.index(one["coterie"]) for one in table["courtier"])
    members = tuple(
        tuple(c for c, coterie in enumerate(coterie_of) if coterie == number)
        for number in range(len(coteries))
    )
    power = tuple(_power(one, coteries) for one in table["power"])
    kinds = len(table["influence"])
    fashions = _ids(table["fashion"])
    return Deck(
        digest=digest,
        coteries=coteries,
        fast_start=tuple(one["fast_start"] for one in table["coterie"]),
        courtiers=courtiers,
        courtier_names=tuple(one["name"] for one in table["courtier"]),
        slots=tuple(one["slots"] for one in table["courtier"]),
        coterie_of=coterie_of,
        members=members,
        abilities=_abilities(table, coteries),
        cards=cards,
        card_names=tuple(one["name"] for one in (*table["influence"], *table["power"])),
        influence=tuple(
            _influence(one, courtiers, coteries, members) for one in table["influence"]
        ),
        power=power,
        cost=(0,) * kinds + tuple(one.cost for one in power),
        copies=(_copies(table["influence"], 0), _copies(table["power"], kinds)),
        petition_ids=_ids(table["petition"]),
        petition_names=tuple(one["title"] for one in table["petition"]),
        petitions=tuple(_petition(one, courtiers) for one in table["petition"]),
        fashion_ids=fashions,
        fashions=tuple(
            Fashion(one["ends_game"], _effects(one["effects"], coteries))
            for one in table["fashion"]
        ),
        fashion_copies=tuple(
            number
            for number, one in enumerate(table["fashion"])
            for _ in range(0 if one["ends_game"] else one["qty"])
        ),
        end_card=next(n for n, one in enumerate(table["fashion"]) if one["ends_game"]),
        setup=_setup(table),
        card_of=_numbers(cards),
        courtier_of=_numbers(courtiers),
        petition_of=_numbers(_ids(table["petition"])),
        fashion_of=_numbers(fashions),
    )


def _ids(records: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(one["id"] for one in records)


def _numbers(ids: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(ids)}


def _copies(records: list[dict[str, Any]], first: int) -> tuple[int, ...]:
    return tuple(first + n for n, one in enumerate(records) for _ in range(one["qty"]))


def _abilities(
    table: Mapping[str, Any], coteries: tuple[str, ...]
) -> dict[str, tuple[Ability, ...]]:
    found: dict[str, tuple[Ability, ...]] = dict.fromkeys(ABILITY_OPS, ())
    for one in table["ability"]:
        ability = Ability(
            coteries.index(one["coterie"]),
            one["amount"],
            one["use"] == "optional",
            one["gianni_uses"],
        )
        found[one["op"]] += (ability,)
    return found


def _influence(
    one: Mapping[str, Any],
    courtiers: tuple[str, ...],
    coteries: tuple[str, ...],
    members: tuple[tuple[int, ...], ...],
) -> Influence:
    if one["kind"] == "named":
        targets: tuple[int, ...] = (courtiers.index(one["target"]),)
    elif one["kind"] == "coterie":
        targets = members[coteries.index(one["target"])]
    else:
        targets = tuple(range(len(courtiers)))
    return Influence(targets, one["markers"], one["wild"], one["empty_only"])


def _power(one: Mapping[str, Any], coteries: tuple[str, ...]) -> Power:
    return Power(
        cost=one["cost"],
        extra_play=one["extra_play"],
        extra_plays=one["extra_plays"],
        penalty=one["refill_penalty"],
        lifts=one["lifts_protection"],
        repeatable=one["repeatable"],
        choose=one["mode"] == "choose_one",
        steps=_effects(one["steps"], coteries),
    )


def _effects(steps: list[dict[str, Any]], coteries: tuple[str, ...]) -> tuple[Effect, ...]:
    return tuple(
        Effect(
            step["op"],
            step.get("count", 1),
            coteries.index(step["coterie"]) if "coterie" in step else NONE,
        )
        for step in steps
    )


def _petition(one: Mapping[str, Any], courtiers: tuple[str, ...]) -> Petition:
    listed = tuple(courtiers.index(name) for name in one["courtiers"])
    return Petition(listed, sum(1 << courtier for courtier in listed), one["points"])


def _setup(table: Mapping[str, Any]) -> Setup:
    given, counts = table["setup"], table["counts"]
    return Setup(
        markers=counts["markers_per_player"],
        neutral=counts["markers_neutral"],
        track=given["score_track_markers"],
        pool=given["pool_start"],
        hand_size=given["hand_size"],
        auction_hand=given["starting_hand_size"],
        first_influence=given["first_game_influence"],
        first_power=given["first_game_power"],
        public=given["public_petitions"],
        secret=given["secret_petitions"],
        fashion_top=given["fashion_top"],
        fashion_bottom=given["fashion_bottom"],
    )
