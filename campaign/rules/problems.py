"""Every sentence with which the rules refuse an answer, an option or a map.

A message is a template for ``str.format``; ``at`` says which line is meant
("Purchases, line 2") and is built from ``where``, so that a host can say it in
the reader's language: ``at_words(where)`` gives the parts. Codes are stable.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import BadOptions, Problem, Refusal
from games.engine.texts import gettext_noop as _

LISTS = {
    "tithes": _("Tithes"),
    "purchases": _("Purchases"),
    "berths": _("Berths"),
    "placements": _("Placements"),
    "first": _("Feed first"),
    "dismiss": _("Dismiss"),
    "starts": _("Start hexes"),
    "orders": _("Orders"),
    "battles": _("Battles"),
    "sacrifice": _("Sacrifice"),
    "retreat": _("Retreat"),
    "advance": _("Advance"),
    "concede": _("Concede"),
    "tiles": _("Map"),
    "lists": _("Army lists"),
    "units": _("Units"),
    "reports": _("Reports"),
}
"""What the lists of a sheet (and of a map) are called, by their key."""

PARTS = {
    **LISTS,
    "race": _("Your people"),
    "faction": _("Army in skirmishes"),
    "homeland": _("Homeland"),
    "army": _("First army"),
}
"""What a problem of a whole part of a sheet begins with, as the sheet's page calls that part."""

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
    # army lists for the real table
    "lists_unused": _("{at}: army lists are used only where battles are fought on a real table."),
    "list_without_army": _("{at}: only recruiting an army can carry a list."),
    "list_empty": _("{at}: a list needs at least one unit."),
    "not_a_name": _("{at}: {field} must be a short text."),
    "not_yes_or_no": _("{at}: {field} must be yes or no."),
    "not_an_extra": _("{at}: an upgrade has a name, its points, and is a magic item or not."),
    "list_too_dear": _("{at}: the list costs {cost} points; at most {limit} are allowed."),
    "list_fought": _("{at}: army {army} has fought; its list stands."),
    "list_fixed": _("{at}: army {army} has its list, and lists are fixed."),
    "list_twice": _("{at}: army {army} already has a list on line {other}."),
    "not_unique": _("{at}: {name} is unique; your kingdom can have it only once."),
    "ally_mixed": _("{at}: an allied army is wholly allied, and no other has allied units."),
    "ally_first": _("{at}: the first army of a kingdom has no allies."),
    "ally_second": _("{at}: a kingdom can have only one allied army."),
    "ally_too_soon": _("{at}: an allied army needs {least} armies of your own beside it."),
    "ally_fixed": _("{at}: the allies of army {army} were settled when it was recruited."),
    # reports of battles on the real table
    "not_waiting": _("{at}: no battle of yours on hex {tile} waits for a report."),
    "not_a_winner": _("{at}: one of the two sides wins, or nobody."),
    "dice_and_result": _("{at}: a report that leaves it to the dice names nothing else."),
    "not_a_unit": _("{at}: a unit is named by kingdom, army and its place in the list."),
    "unit_not_there": _("{at}: there is no unit {unit} of army {army} in this battle."),
    "unit_gone": _("{at}: unit {unit} of army {army} is off its list."),
    "routed_by_friend": _("{at}: only a unit of the other side routs a unit."),
    "routed_twice": _("{at}: unit {unit} of army {army} is routed twice."),
    "reported_twice": _("{at}: line {other} already reports this battle."),
    # courts
    "unknown_court": _("{at}: a court plays Winter Court, Winter or Courtier."),
    "court_seats": _("{at}: this game seats {low} to {high} kingdoms."),
    "seated_twice": _("{at}: the kingdom of seat {seat} is named twice."),
    "unknown_stake": _("{at}: a stake is honour, precedence, a purse, favour or a hex."),
    "unknown_purse": _("{at}: a purse is filled from the pot or by the seats."),
    "empty_purse": _("{at}: a purse holds at least 1 gold or 1 food."),
    "might_unused": _("{at}: there is no might in this campaign, so no favour to win."),
    "stake_too_poor": _(
        "{at}: the kingdom of seat {seat} has only {gold} gold and {food} food that are not "
        "staked already."
    ),
    "stake_foreign": _("{at}: hex {tile} is no land of a kingdom seated there."),
    "stake_no_border": _("{at}: hex {tile} does not border on all the others seated there."),
    "stake_is_seat": _("{at}: hex {tile} is where a kingdom winters, and never staked."),
    "stake_guarded": _("{at}: an army or a ship stands on hex {tile}."),
    "stake_last": _("{at}: a kingdom does not stake the last of its hexes, {tile}."),
    "stake_locked": _("{at}: hex {tile} is staked in another court already."),
    "stake_not_theirs": _("{at}: only the game master gives a pot or favour to play for."),
    "precedence_not_theirs": _(
        "{at}: precedence is played for only where the first kingdom sits, or by the game "
        "master’s word."
    ),
    "recall_over": _("{at}: everybody is home; where the armies winter is settled."),
    # what a pasted list left open (warnings, nothing is refused)
    "list_cut": _("The text is too long; only its first {lines} lines were read."),
    "size_assumed": _("Line {line}: no number of models was found, so it counts as 1."),
    "extras_included": _("The units’ points seem to include their upgrades; they were parted."),
    "total_differs": _("The list says {stated} points in all, but its lines come to {counted}."),
    # Setup
    "bad_race": _("{at}: a race is a text of up to {most} letters."),
    "unknown_faction": _("{at}: an army in skirmishes is one of: {choices}."),
    "not_a_start": _("{at}: no capital can be founded on hex {tile}."),
    "start_taken": _("{at}: hex {tile} is taken."),
    "bad_homeland": _(
        "{at}: a homeland is one city, one fortress and two villages, "
        "each in a direction of its own."
    ),
    "bad_muster": _("{at}: the army stands in the capital or in a settlement of the homeland."),
    # the month's sheet
    "no_token": _("{at}: name an army, a ship, or both."),
    "unknown_order": _("{at}: the order is one of: {choices}."),
    "goal_without_move": _("{at}: only a move has a goal."),
    "unknown_battle": _("{at}: a battle is “land” or “naval”."),
    "already_ordered": _("{at}: this token has an order already."),
    "ordered_twice": _("{at}: line {other} has an order for this token already."),
    "not_together": _("{at}: army {army} and ship {ship} are not on one hex."),
    "pair_on_side": _("{at}: only an upright army can go aboard, and only an upright ship."),
    "parts_at_sea": _("{at}: ship and army cannot part on open water."),
    "must_regroup": _("{at}: a token on its side can only regroup."),
    "stands_already": _("{at}: only a token on its side can regroup."),
    "not_adjacent": _("{at}: hex {tile} is not next to hex {start}."),
    "enters_marsh": _("{at}: hex {tile} is marsh, which nobody enters."),
    "enters_ocean": _("{at}: hex {tile} is open water; an army crosses it only aboard a ship."),
    "water_edge": _("{at}: there is water between hex {start} and hex {tile}."),
    "no_water": _("{at}: ships go to coast, open water and rivers; hex {tile} is none of them."),
    "ship_cannot_defend": _("{at}: a ship cannot defend; it can hold."),
    "army_cannot_hold": _("{at}: only a ship can hold; an army defends."),
    "nothing_to_raze": _("{at}: no settlement stands on hex {start}."),
    "battle_with_self": _("{at}: a kingdom does not fight itself."),
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
    "too_few_starts": _("Start hexes on the map: {starts}; kingdoms that need one: {seats}."),
    "start_not_land": _("Hex {tile} is a start hex but no land."),
    "start_neighbours": _("Hex {tile} is a start hex and needs six neighbours of dry land."),
    "starts_too_close": _("Start hexes {tile} and {other} are less than {least} apart."),
    # maps as text
    "text_not_text": _("A map in text form must be a text."),
    "text_too_long": _("A map in text form has at most {most} characters."),
    "text_no_title": _("Line {line}: a map in text form begins with “{title}”."),
    "text_bad_line": _("Line {line}: this is no line of a map: {text}"),
    "text_bad_hexes": _("Line {line}, after hex {tile}: “{text}” is no hex."),
    "text_bad_first": _("Line {line}: hexes without a letter; after the colon comes one for each."),
    "text_bad_number": _("Line {line}: hex {tile} has no number between 1 and {high}."),
    "text_bad_place": _("Line {line}: hex {tile} lies too far away."),
    "text_bad_rank": _("Line {line}: hex {tile} has a start rank over {high}."),
    "text_number_twice": _("Line {line}: there is a hex {tile} already, on line {other}."),
    "text_place_twice": _("Line {line}: hex {tile} lies on the same place as hex {other}."),
    "text_rank_twice": _("Line {line}: hex {tile} has the same start rank as hex {other}."),
    "text_no_hex": _("Line {line}: there is no hex {tile} above."),
    "text_bad_edge": _("Line {line}, hex {tile}: “{text}” is no direction and what it bears."),
    "text_bad_name": _("Line {line}, hex {tile}: a name is a text of up to {most} characters."),
    "text_bad_title": _("Line {line}: the map’s name and description are short texts."),
    "text_said_twice": _("Line {line}: this was said on line {other} already."),
    # maps that are legal but odd
    "map_fair": _("Start hex {tile} has {worth} % of the good land of the best, hex {other}."),
    "map_apart": _("No army can march from start hex {tile} to start hex {other}."),
    "map_cut_off": _("No army can march to hex {tile} ({count} such hexes in a row)."),
    "map_lone_marsh": _("Hex {tile} is marsh without dry land beside it."),
    "map_dry_coast": _("Hex {tile} is coast without open water beside it."),
    "map_dry_bridge": _("Hex {tile} has a bridge but no river."),
    "map_dry_river": _("The river at hex {tile} does not reach the sea."),
    "map_lost_edge": _("Hex {tile}: its edge {direction} is marked, but no hex lies there."),
    "map_far_hex": _("Hex {tile} does not touch the hexes of the other part of the map."),
    # maps made from a seed
    "seed_bad_number": _("{field} must be a whole number between {low} and {high}."),
    "seed_too_little_land": _("{seats} kingdoms need {least} hexes of land; this makes {land}."),
    "seed_no_map": _("No fair map came of this; take another seed or more hexes."),
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
    words, part = at_words(where), where.partition(".")[0]
    whole = PARTS.get(part, WHOLE)
    at = LINE.format(list=LISTS[words[0]], line=words[1]) if words else whole
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
