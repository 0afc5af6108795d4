"""Every kind of event of the campaign, its data and who is told.

Data are ints and strings only; ``kingdom``, ``giver`` and ``receiver`` are seats, ``tile``
is a tile number. Adding up ``gold`` and ``food`` by ``LEDGER`` accounts for every change of
a kingdom's stock. Hosts render the kinds to text; nothing here is prose for players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.contract import Event


class Kind(NamedTuple):
    """One kind of event: its data keys and what it tells (for those who render it)."""

    keys: tuple[str, ...]
    tells: str


KINDS: Mapping[str, Kind] = {
    # Setup (2)
    "capital_founded": Kind(("kingdom", "tile"), "the kingdom's first capital"),
    "homeland_claimed": Kind(
        ("kingdom", "tile", "settlement"), "a tile of the homeland; settlement may be empty"
    ),
    "army_raised": Kind(("kingdom", "army", "tile", "points"), "the first army"),
    "year_began": Kind(("year",), "a new year's Winter begins"),
    # Player order (1)
    "order_rolled": Kind(
        ("kingdom", "die", "roll"), "a roll-off's die; roll counts the rolls from 1"
    ),
    "order_set": Kind(
        ("kingdom", "place", "armies"), "a kingdom's place in player order, 1 is first"
    ),
    # Recall (4a)
    "seat_chosen": Kind(("kingdom", "tile"), "where a kingdom without capital winters"),
    "recalled": Kind(("kingdom", "army", "start", "tile"), "an army went home from start"),
    "army_lost": Kind(
        ("kingdom", "army", "tile", "points", "reason"),
        "reason: no_place (nowhere to winter), cut_off (lines of supply), no_room (Deploy)",
    ),
    "ship_docked": Kind(("kingdom", "ship", "start", "tile"), "a ship took its berth"),
    "ship_lost": Kind(("kingdom", "ship", "tile", "reason"), "reason: no_berth"),
    "kingdom_out": Kind(("kingdom", "year"), "a kingdom without tiles is out"),
    # Gather (4b)
    "gathered": Kind(
        ("kingdom", "gold", "food", "villages", "cities", "fortresses", "capitals"),
        "what a kingdom's settlements brought; cities without the capital",
    ),
    # Spend (4c)
    "tithe_given": Kind(("giver", "receiver", "gold", "food"), "a tithe"),
    "bought": Kind(("kingdom", "buy", "tile", "gold", "food"), "village, city, fortress, capital"),
    "ship_built": Kind(("kingdom", "ship", "tile", "gold", "food"), "a ship was bought"),
    "army_recruited": Kind(
        ("kingdom", "army", "tile", "points", "gold", "food"), "an army was bought"
    ),
    "army_disbanded": Kind(
        ("kingdom", "army", "tile", "points"), "an army made room for a recruit"
    ),
    "army_fed": Kind(("kingdom", "army", "gold", "food"), "an army was fed; gold is 0"),
    "army_dismissed": Kind(
        ("kingdom", "army", "tile", "points"), "an army its owner would not feed"
    ),
    "army_starved": Kind(("kingdom", "army", "tile", "points"), "an army without food"),
    "leftover_lost": Kind(("kingdom", "gold", "food"), "unspent stock is lost"),
    # Deploy (4d)
    "army_stayed": Kind(
        ("kingdom", "army", "tile"), "a recruit in a fortress that is not connected"
    ),
    "army_deployed": Kind(("kingdom", "army", "tile"), "an army was placed"),
    "year_ended": Kind(("year",), "the year is over"),
    # Scoring (4e)
    "scored": Kind(("kingdom", "score", "place"), "a kingdom's final score and place"),
    "campaign_ended": Kind(("year", "reason"), "reason: years, one_left, nobody_left"),
    # To the kingdom alone
    "line_unused": Kind(
        ("kingdom", "list", "line", "reason", "code"),
        "a line never carried out; line counts from 0; reason: illegal (code says why), "
        "condition, too_poor",
    ),
    "sheet_void": Kind(
        ("kingdom", "stage", "code"), "an answer that made no sense by then; the default counts"
    ),
}

LEDGER: Mapping[str, tuple[tuple[str, int], ...]] = {
    "gathered": (("kingdom", 1),),
    "tithe_given": (("giver", -1), ("receiver", 1)),
    "bought": (("kingdom", -1),),
    "ship_built": (("kingdom", -1),),
    "army_recruited": (("kingdom", -1),),
    "army_fed": (("kingdom", -1),),
    "leftover_lost": (("kingdom", -1),),
}
"""For each kind that moves gold or food: whose stock changes, and with which sign."""

ARMY_GAINED = ("army_raised", "army_recruited")
ARMY_GONE = ("army_lost", "army_disbanded", "army_dismissed", "army_starved")
SHIP_GAINED, SHIP_GONE = ("ship_built",), ("ship_lost",)


def concerns(event: Event, seat: int) -> bool:
    """Tell whether an event is about this kingdom, or about all of them."""
    named = [event.data[key] for key in ("kingdom", "giver", "receiver") if key in event.data]
    return not named or seat in named
