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
    "banner_raised": Kind(("kingdom", "race"), "a kingdom's race; empty: none was named"),
    "faction_chosen": Kind(("kingdom", "faction"), "with its banner: what it fields in skirmishes"),
    "year_began": Kind(("year",), "a new year begins"),
    # Orders (3a); army or ship is 0 where the token has none
    "month_began": Kind(("year", "month"), "a month of Summer begins, 1 to 6"),
    "order_given": Kind(
        ("kingdom", "army", "ship", "order", "tile"), "open play; tile is a move's goal, else 0"
    ),
    "pair_made": Kind(("kingdom", "army", "ship", "tile"), "an army went aboard"),
    "pair_split": Kind(("kingdom", "army", "ship", "tile"), "an army went ashore"),
    # Resolution (3b)
    "moved": Kind(("kingdom", "army", "ship", "start", "tile"), "a token entered a tile"),
    "explored": Kind(
        ("kingdom", "tile", "first", "second", "settlement"), "two dice; settlement may be empty"
    ),
    "tile_taken": Kind(("kingdom", "tile", "loser"), "control of a tile; loser -1: nobody's"),
    "capital_fell": Kind(("kingdom", "tile", "captor"), "a capital became a city"),
    "capital_restored": Kind(("kingdom", "tile"), "the founder retook the original capital"),
    "defended": Kind(("kingdom", "army", "tile"), "an army defends this month"),
    "regrouped": Kind(("kingdom", "army", "ship", "tile"), "a token stands upright again"),
    "razed": Kind(("kingdom", "tile", "settlement"), "a settlement was removed"),
    "raze_failed": Kind(("kingdom", "tile"), "an enemy was there, or nothing stood any more"),
    # Battle (3c); battle counts the month's battles from 1
    "battle_began": Kind(
        ("battle", "tile", "attacker", "defender", "kind", "mode"),
        "kind: slaughter, naval, land_water, land; mode of a land battle, else empty",
    ),
    "battle_waits": Kind(
        ("battle", "tile", "attacker", "defender", "mode"), "it is fought on a real table"
    ),
    "match_waits": Kind(
        ("battle", "tile", "attacker", "defender", "mode", "seats"),
        "a match decides it; seats as text, joined by commas, in the match's order",
    ),
    "mode_changed": Kind(("battle", "tile", "mode"), "it was fought by this mode after all"),
    "match_decided": Kind(("battle", "tile", "mode", "winner"), "a match's result; -1: draw"),
    "battle_ranked": Kind(
        ("battle", "tile", "attacker", "defender"),
        "decided by the Courtier that its sides have played this month",
    ),
    "army_hurt": Kind(
        ("battle", "tile", "kingdom", "army", "lost", "points"),
        "what a skirmish cost an army, and what it has left",
    ),
    "weather_rolled": Kind(
        ("battle", "tile", "die", "weather"),
        "weather: boggy, unstable, reduced_visibility, passing_engagement, scouting_failure, clear",
    ),
    "strategy_drawn": Kind(("battle", "kingdom", "card"), "a strategy card, by its number"),
    "roster_opened": Kind(("kingdom", "army"), "an army's list is open to all from now on"),
    "conceded": Kind(
        ("battle", "tile", "kingdom", "forced"), "forced is 1 when the weaker had to, else 0"
    ),
    "stood": Kind(("battle", "tile", "kingdom"), "a last stand"),
    "battle_rolled": Kind(
        ("battle", "tile", "kingdom", "round", "dice"),
        "dice as text, joined by commas, in the sequence of section 6; round from 1",
    ),
    "die_played": Kind(
        ("battle", "tile", "kingdom", "die", "army", "points", "hit"),
        "a die of kingdom at the enemy's army (0: void); points it has left; hit is 1 or 0",
    ),
    "beaten": Kind(("battle", "tile", "kingdom", "round"), "gave up after a naval round"),
    "reported": Kind(
        ("battle", "tile", "winner", "simple"), "winner -1: draw; simple 1: the dice decide"
    ),
    "unit_routed": Kind(
        ("kingdom", "army", "unit", "by_kingdom", "by_army", "by_unit"),
        "on the table; by_unit 0: nobody's; units count from 1",
    ),
    "unit_grew": Kind(("kingdom", "army", "unit", "change"), "unit strength after a first rout"),
    "battle_ended": Kind(
        ("battle", "tile", "attacker", "defender", "result", "winner"),
        "result: win, draw, none, slaughter; winner -1 unless win",
    ),
    "strategy_learned": Kind(("kingdom", "strategies"), "after a lost battle; how many it has"),
    "might_won": Kind(("kingdom", "might"), "by a battle or at court; how much it has"),
    "retreated": Kind(("kingdom", "army", "ship", "start", "tile", "upright"), "upright is 1 or 0"),
    "advanced": Kind(("kingdom", "army", "ship", "start", "tile"), "the winner's extra step"),
    # Reform (3e)
    "laid_down": Kind(("kingdom", "army", "tile"), "by the terrain it crossed"),
    "unit_struck": Kind(
        ("kingdom", "army", "unit", "points"), "a unit is off the list; points its army has left"
    ),
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
        "reason: no_place (nowhere to winter), cut_off (lines of supply), no_room (Deploy), "
        "hits, slaughter, sunk, no_retreat, struck (no unit left on its list), "
        "slain (in a skirmish)",
    ),
    "ship_docked": Kind(("kingdom", "ship", "start", "tile"), "a ship took its berth"),
    "ship_lost": Kind(
        ("kingdom", "ship", "tile", "reason"), "reason: no_berth, sunk, slaughter, no_retreat"
    ),
    "kingdom_out": Kind(("kingdom", "year"), "without tiles (in Summer: and tokens) it is out"),
    # Gather (4b)
    "gathered": Kind(
        ("kingdom", "gold", "food", "villages", "cities", "fortresses", "capitals"),
        "what a kingdom's settlements brought; cities without the capital",
    ),
    # Court (4b); court counts this Winter's courts from 1
    "court_held": Kind(
        ("court", "game", "seats", "stake", "winner"),
        "seats as text, joined by commas; stake: its kind; winner -1: nobody alone",
    ),
    "precedence_won": Kind(("court", "kingdom"), "it is first in player order until Deploy"),
    "purse_paid": Kind(("court", "kingdom", "gold", "food"), "what a seat lost at court"),
    "purse_won": Kind(("court", "kingdom", "gold", "food"), "what the winner took at court"),
    "stake_kept": Kind(("court",), "nobody won, or the stake was gone: all is as it was"),
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

NAMES = ("kingdom", "giver", "receiver", "attacker", "defender", "captor", "loser", "by_kingdom")
"""The keys that hold a seat."""

LEDGER: Mapping[str, tuple[tuple[str, int], ...]] = {
    "gathered": (("kingdom", 1),),
    "purse_paid": (("kingdom", -1),),
    "purse_won": (("kingdom", 1),),
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
    named = [event.data[key] for key in NAMES if key in event.data]
    return not named or seat in named
