"""Stakes: what a court is played for, read into a small frozen value.

::

    reader = Reader(game.limits)
    stake = read_stake(reader, {"kind": "purse", "gold": 1, "from": "seats"}, "stake")
    refuse(reader.problems)

As everywhere, ``read_*`` judges the shape alone; ``review.py`` judges what the position
allows. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.outside import COURTIER
from campaign.rules.reader import MOST_NUMBER, MOST_STOCK, Reader
from campaign.rules.ruleset import COURTIER_SEATS, RULES, Price
from games.engine.contract import Json

HONOUR, PRECEDENCE, PURSE, FAVOUR, TILE = "honour", "precedence", "purse", "favour", "tile"
KINDS = (HONOUR, PRECEDENCE, PURSE, FAVOUR, TILE)

POT, SEATS = "pot", "seats"
"""Who fills a purse: nobody, or each seated kingdom but the winner."""

GAMES: Mapping[str, tuple[int, int]] = {
    game: (2, COURTIER_SEATS if game == COURTIER else 2) for game in RULES["standing_game"].choices
}
"""The games of a court, each with the fewest and the most kingdoms it seats."""

_FIELDS: Mapping[str, tuple[str, ...]] = {
    HONOUR: ("kind",),
    PRECEDENCE: ("kind",),
    PURSE: ("kind", "gold", "food", "from"),
    FAVOUR: ("kind", "might"),
    TILE: ("kind", "tile"),
}


@dataclass(frozen=True, slots=True)
class Stake:
    """What a court is played for; only what belongs to its ``kind`` is not 0 or empty.

    ``source`` is who fills a purse. ``tile`` is a hex's number.
    """

    kind: str = HONOUR
    gold: int = 0
    food: int = 0
    source: str = ""
    might: int = 0
    tile: int = 0

    @property
    def each(self) -> Price:
        """What every seated kingdom risks of its own stock."""
        return Price(self.gold, self.food) if self.source == SEATS else Price(0, 0)


@dataclass(frozen=True, slots=True)
class Court:
    """One court: its number in the Winter, what is played, who sits there, and for what."""

    number: int
    game: str
    seats: tuple[int, ...]
    stake: Stake


def read_stake(reader: Reader, answer: Json, where: str = "stake") -> Stake:
    """Read a stake's shape, noting every problem; one that cannot be read is honour."""
    kind = answer.get("kind") if isinstance(answer, dict) else HONOUR
    if not isinstance(kind, str) or kind not in KINDS:
        reader.refuse("unknown_stake", where)
        return Stake()
    given = reader.fields(answer, where, _FIELDS[kind])
    if kind == PURSE:
        return _read_purse(reader, given, where)
    if kind == FAVOUR:
        return Stake(kind, might=reader.needed(given, "might", where, 1, MOST_STOCK))
    if kind == TILE:
        return Stake(kind, tile=reader.needed(given, "tile", where, 1, MOST_NUMBER))
    return Stake(kind)


def _read_purse(reader: Reader, given: dict[str, Json], where: str) -> Stake:
    source = given.get("from")
    if not isinstance(source, str) or source not in (POT, SEATS):
        reader.refuse("unknown_purse", f"{where}.from")
        source = POT
    gold = reader.optional(given, "gold", where, MOST_STOCK)
    food = reader.optional(given, "food", where, MOST_STOCK)
    if not gold and not food:
        reader.refuse("empty_purse", where)
    return Stake(PURSE, gold, food, source)


def stake_json(stake: Stake) -> dict[str, Json]:
    """Write a stake in canonical form, as ``read_stake`` reads it."""
    if stake.kind == PURSE:
        purse = {"gold": stake.gold, "food": stake.food, "from": stake.source}
        return {"kind": PURSE, **purse}
    if stake.kind == FAVOUR:
        return {"kind": FAVOUR, "might": stake.might}
    return {"kind": TILE, "tile": stake.tile} if stake.kind == TILE else {"kind": stake.kind}
