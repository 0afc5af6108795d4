"""Battles in words, from the first blow to the last retreat. Source: campaign.md 3c, 3d, 5, 6."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.contest_words import game_word, waits_words
from campaign.web.report_words import (
    Data,
    Names,
    Teller,
    as_start,
    facts,
    seat_name,
    seats_in,
    teller,
    unit_words,
)
from campaign.web.words import joined

KINDS: dict[str, Promise] = {
    "slaughter": gettext_lazy(
        "%(attacker)s falls upon %(defender)s on hex %(tile)s, where nobody stands upright."
    ),
    "naval": gettext_lazy("%(attacker)s’s ships attack %(defender)s’s on hex %(tile)s."),
    "land_water": gettext_lazy(
        "%(attacker)s attacks %(defender)s on hex %(tile)s, land against water."
    ),
    "land": gettext_lazy("%(attacker)s attacks %(defender)s on hex %(tile)s."),
}

MODES: dict[str, Promise] = {
    "tabletop": gettext_lazy("It is fought on the table."),
}
"""How a land battle is decided; simple dice need no words, a match has its own."""

WEATHER: dict[str, Promise] = {
    "boggy": gettext_lazy("boggy ground"),
    "unstable": gettext_lazy("unstable ground"),
    "reduced_visibility": gettext_lazy("reduced visibility"),
    "passing_engagement": gettext_lazy("a passing engagement"),
    "scouting_failure": gettext_lazy("a scouting failure"),
    "clear": gettext_lazy("clear weather"),
}

RESULTS: dict[str, Promise] = {
    "win": gettext_lazy("%(winner)s wins."),
    "draw": gettext_lazy("It is a draw."),
    "none": gettext_lazy("Both are gone; nobody wins."),
    "slaughter": gettext_lazy("Nobody retreats."),
}


def weather_word(weather: str) -> str:
    """Say the conditions of a battle on the table."""
    return str(WEATHER.get(weather, weather))


def _began(data: Data, names: Names) -> str:
    text = str(KINDS.get(data["kind"], KINDS["land"])) % facts(data, names)
    mode = MODES.get(data["mode"])
    return f"{text} {mode}" if mode else text


def _weather(data: Data, names: Names) -> str:
    return _("Conditions: %(weather)s.") % {"weather": weather_word(data["weather"])}


def _conceded(data: Data, names: Names) -> str:
    if data["forced"]:
        return _("%(kingdom)s is the weaker and has to concede.") % facts(data, names)
    return _("%(kingdom)s concedes.") % facts(data, names)


def _rolled(data: Data, names: Names) -> str:
    if data["round"] == 1:
        return _("%(kingdom)s rolls:") % facts(data, names)
    return _("Round %(round)s: %(kingdom)s rolls:") % facts(data, names)


def _die(data: Data, names: Names) -> str:
    if not data["army"]:
        text = _("%(kingdom)s’s %(die)s finds no enemy.")
    elif not data["hit"]:
        text = _("%(kingdom)s’s %(die)s misses army %(army)s.")
    elif data["points"]:
        text = _("%(kingdom)s’s %(die)s hits army %(army)s, %(points)s points left.")
    else:
        text = _("%(kingdom)s’s %(die)s destroys army %(army)s.")
    return text % facts(data, names)


def _reported(data: Data, names: Names) -> str:
    if data["simple"]:
        return _("The battle on hex %(tile)s is left to simple dice.") % facts(data, names)
    if data["winner"] == -1:
        return _("The battle on hex %(tile)s ended in a draw on the table.") % facts(data, names)
    return _("%(winner)s won the battle on hex %(tile)s on the table.") % named(data, names)


def _waits(data: Data, names: Names) -> str:
    words = facts(data, names) | {"players": joined(names[seat] for seat in seats_in(data, names))}
    return waits_words(data["mode"]) % words


def _mode_changed(data: Data, names: Names) -> str:
    text = _("How the battle on hex %(tile)s is fought was changed to %(game)s.")
    return text % {"tile": data["tile"], "game": game_word(data["mode"])}


def _match_decided(data: Data, names: Names) -> str:
    """Say that a match decided a battle; its result is told by the end of the battle."""
    text = _("The battle on hex %(tile)s is decided by %(game)s.")
    return text % {"tile": data["tile"], "game": game_word(data["mode"])}


def _hurt(data: Data, names: Names) -> str:
    if not data["points"]:
        return _("%(kingdom)s’s %(armies)s loses all its %(lost)s points.") % facts(data, names)
    text = _("%(kingdom)s’s %(armies)s loses %(lost)s points, %(points)s are left.")
    return text % facts(data, names)


def named(data: Data, names: Names) -> dict[str, str]:
    """Return an event's facts with its winner named."""
    winner = data["winner"]
    return facts(data, names) | {"winner": seat_name(winner, names)}


def _routed(data: Data, names: Names) -> str:
    unit = as_start(unit_words(data, names))
    if not data["by_unit"]:
        return _("%(unit)s is routed.") % {"unit": unit}
    return _("%(unit)s is routed by %(by)s.") % {"unit": unit, "by": unit_words(data, names, "by_")}


def _grew(data: Data, names: Names) -> str:
    unit = as_start(unit_words(data, names))
    return _("%(unit)s grows (%(change)s).") % {"unit": unit, "change": f"{data['change']:+d}"}


def _ended(data: Data, names: Names) -> str:
    return str(RESULTS.get(data["result"], RESULTS["draw"])) % named(data, names)


def _retreated(data: Data, names: Names) -> str:
    if data["upright"]:
        text = _("%(kingdom)s’s %(token)s retreats to hex %(tile)s.")
    else:
        text = _("%(kingdom)s’s %(token)s retreats to hex %(tile)s and lies on its side.")
    return text % facts(data, names)


TELLERS: dict[str, Teller] = {
    "battle_began": _began,
    "battle_waits": teller(
        gettext_lazy("The battle on hex %(tile)s waits for what both sides report.")
    ),
    "match_waits": _waits,
    "mode_changed": _mode_changed,
    "match_decided": _match_decided,
    "battle_ranked": teller(gettext_lazy("The Courtier they played there this month decides it.")),
    "army_hurt": _hurt,
    "weather_rolled": _weather,
    "strategy_drawn": teller(gettext_lazy("%(kingdom)s draws strategy card %(card)s.")),
    "roster_opened": teller(
        gettext_lazy("The list of %(kingdom)s’s army %(army)s is open to all from now on.")
    ),
    "conceded": _conceded,
    "stood": teller(gettext_lazy("%(kingdom)s makes a last stand.")),
    "battle_rolled": _rolled,
    "die_played": _die,
    "beaten": teller(gettext_lazy("%(kingdom)s gives up.")),
    "reported": _reported,
    "unit_routed": _routed,
    "unit_grew": _grew,
    "battle_ended": _ended,
    "strategy_learned": teller(
        gettext_lazy("%(kingdom)s learns from it; strategies: %(strategies)s.")
    ),
    "might_won": teller(gettext_lazy("%(kingdom)s’s might is %(might)s now.")),
    "retreated": _retreated,
    "advanced": teller(gettext_lazy("%(kingdom)s’s %(token)s advances to hex %(tile)s.")),
}

STEP_OF = dict.fromkeys(TELLERS, "battles")
