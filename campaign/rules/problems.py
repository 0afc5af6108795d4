"""Every sentence with which the rules refuse an answer, an option or a map.

A message is a template for ``str.format``; ``at`` says which line is meant
("Purchases, line 2") and is built from ``where``, so that a host can say it in
the reader's language: ``at_words(where)`` gives the parts. Codes are stable.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import BadOptions, Problem, Refusal


def gettext_noop(text: str) -> str:
    """Mark a text for translation; the host translates it when it is shown."""
    return text


_ = gettext_noop

LISTS = {
    "tithes": _("Tithes"),
    "purchases": _("Purchases"),
    "berths": _("Berths"),
    "placements": _("Placements"),
    "first": _("Feed first"),
    "dismiss": _("Dismiss"),
    "tiles": _("Map"),
}
"""What the lists of a sheet (and of a map) are called, by their key."""

WHOLE, LINE = _("Your answer"), _("{list}, line {line}")

MESSAGES = {
    # the shape of an answer
    "not_a_sheet": _("{at}: a sheet with named fields is expected here."),
    "unknown_field": _("{at}: there is no field called {field}."),
    "not_this_step": _("{at}: “{field}” is not asked now; that step is over or yet to come."),
    "too_poor": _("{at}: you cannot pay for this now."),
    "not_a_list": _("{at}: a list is expected here."),
    "too_many_lines": _("{at}: a list may have {most} lines at most."),
    "not_a_number": _("{at}: {field} must be a whole number."),
    "out_of_range": _("{at}: {field} must be between {low} and {high}."),
    "not_a_pair": _("{at}: two numbers are expected here."),
    "missing_field": _("{at}: {field} is missing."),
    "unknown_purchase": _("{at}: one can buy a village, city, fortress, capital, ship or army."),
    "unknown_condition": _("{at}: a condition is either “received” or “stock”."),
    "empty_condition": _("{at}: the condition asks for nothing; leave it out."),
    "disband_without_army": _("{at}: only recruiting an army can disband another."),
    "duplicate_line": _("{at}: this repeats line {other}; it could never be carried out."),
    "fed_and_dismissed": _("{at}: army {army} cannot be fed and dismissed."),
    "not_a_choice": _("{at}: this is not one of the possible answers now."),
    # what a kingdom may do
    "not_asked": _("Nothing is asked of this kingdom now."),
    "unknown_tile": _("{at}: there is no hex {tile} on this map."),
    "foreign_tile": _("{at}: hex {tile} is not yours."),
    "unknown_army": _("{at}: you have no army {army}."),
    "unknown_ship": _("{at}: you have no ship {ship}."),
    "place_is_capital": _("{at}: your armies go to your capital, hex {tile}."),
    "place_is_city": _("{at}: hex {tile} is no city, and armies go to a city while you hold one."),
    "place_is_village": _("{at}: hex {tile} has no village; armies winter in a city or village."),
    "no_berth": _("{at}: hex {tile} is no city on a coast or river."),
    "gift_to_self": _("{at}: a kingdom cannot tithe to itself."),
    "unknown_kingdom": _("{at}: there is no kingdom with seat {seat}."),
    "dead_kingdom": _("{at}: the kingdom of seat {seat} holds no hex and is out of the game."),
    "empty_gift": _("{at}: a tithe is at least 1 gold or 1 food."),
    "already_tithed": _("{at}: you have already tithed to that kingdom this winter."),
    "never_received": _("{at}: the condition can never hold; so much cannot be received."),
    "not_empty": _("{at}: a village needs an empty hex, and hex {tile} has a settlement."),
    "not_land": _("{at}: nothing can be built on hex {tile}, it is water or marsh."),
    "needs_village": _("{at}: cities and fortresses grow from villages; hex {tile} has none."),
    "needs_city": _("{at}: a capital grows from a city; hex {tile} has none."),
    "needs_fortress": _("{at}: an army is recruited in a fortress; hex {tile} has none."),
    "has_capital": _("{at}: you hold a capital already."),
    "already_built": _("{at}: only one building a winter is allowed on hex {tile}."),
    "no_harbour": _("{at}: a ship needs a city on a coast or river; hex {tile} is none."),
    "berth_taken": _("{at}: the city on hex {tile} has its ship already."),
    "fortress_used": _("{at}: the fortress on hex {tile} recruits no more this winter."),
    "needs_disband": _("{at}: you have {most} armies; name one to disband."),
    "not_staged": _("{at}: army {army} is not waiting to be placed."),
    "no_settlement": _("{at}: an army is placed in a settlement; hex {tile} has none."),
    "not_connected": _("{at}: hex {tile} is not connected to your seat."),
    "no_room": _("{at}: there is no room left on hex {tile}."),
    # options
    "bad_options": _("The options must be named fields."),
    "unknown_option": _("There is no option called {field}."),
    "bad_choice": _("{field} must be one of: {choices}."),
    "unknown_edition": _("There is no such edition; choose one of: {choices}."),
    "bad_rules": _("The house rules must be named fields."),
    "unknown_rule": _("There is no rule called {rule}."),
    "rule_not_switch": _("The rule {rule} is either on or off."),
    "rule_not_number": _("The rule {rule} must be a whole number."),
    "rule_not_choice": _("The rule {rule} must be one of {choices}."),
    "rule_not_price": _("The rule {rule} must name a whole number of gold and of food."),
    "rule_out_of_range": _("The rule {rule} must be between {low} and {high}."),
    "bad_seats": _("A campaign has {low} to {high} kingdoms."),
    # maps
    "bad_map": _("The map must have a list of hexes."),
    "map_too_large": _("A map has at most {most} hexes."),
    "map_unknown_field": _("The map has a field called {field}, which means nothing."),
    "map_bad_name": _("The map’s name must be a short text."),
    "map_bad_grid": _("A grid is two whole numbers, the width and the height."),
    "hex_not_fields": _("Entry {entry} of the map is no hex with named fields."),
    "hex_bad_number": _("Entry {entry} of the map has no number between 1 and {high}."),
    "hex_unknown_field": _("Hex {tile} has a field called {field}, which means nothing."),
    "hex_bad_place": _("Hex {tile} has no place; q and r must be small whole numbers."),
    "hex_bad_terrain": _("Hex {tile} has an unknown terrain; choose one of: {choices}."),
    "hex_bad_flag": _("Hex {tile}: {field} must be true or false."),
    "hex_bad_start": _("Hex {tile}: start must be a rank, a whole number from 1."),
    "hex_bad_name": _("Hex {tile} has a name that is no short text."),
    "hex_bad_edges": _("Hex {tile} has an edge that is not mountain, forest, water or none."),
    "hex_twice": _("There are two hexes with the number {tile}."),
    "place_twice": _("Hex {tile} lies on the same place as hex {other}."),
    "start_rank_twice": _("Hex {tile} has the same start rank as hex {other}."),
    "too_few_starts": _("The map has {starts} start hexes; {seats} kingdoms need {seats}."),
    "start_not_land": _("Hex {tile} is a start hex but no land."),
    "start_neighbours": _("Hex {tile} is a start hex and needs six neighbours of dry land."),
    "starts_too_close": _("Start hexes {tile} and {other} are less than {least} apart."),
    # positions
    "bad_position": _("The position is impossible: {what}."),
}


def at_words(where: str) -> tuple[str, int] | None:
    """Split a path such as ``recall.berths.0.1`` into its list and line (from 1), if any."""
    parts = where.split(".")
    for name, line in zip(parts, parts[1:], strict=False):
        if name in LISTS and line.isdigit():
            return name, int(line) + 1
    return None


def problem(code: str, where: str = "", **params: Any) -> Problem:
    """Build the problem ``code``; ``at`` is filled in from ``where``."""
    words = at_words(where)
    at = LINE.format(list=LISTS[words[0]], line=words[1]) if words else WHOLE
    return Problem(code, MESSAGES[code], where, {"at": at, **params})


def refuse(problems: Iterable[Problem]) -> None:
    """Raise ``Refusal`` when there are problems."""
    found = tuple(problems)
    if found:
        raise Refusal(*found)


def bad_options(code: str, where: str = "", **params: Any) -> BadOptions:
    """Build the error for options that make no game."""
    return BadOptions(problem(code, where, **params))


def clipped(value: object) -> str:
    """Return a short printable form of a name somebody sent, safe to show."""
    text = value if isinstance(value, str) else type(value).__name__
    short = text[:40]
    return "".join(letter if letter.isprintable() else "?" for letter in short)
