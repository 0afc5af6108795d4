"""Games that decide something in a campaign, in words: modes of battles, courts and their stakes.

Sources: campaign.md 4b ("Court"), 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.courts.stakes import FAVOUR, HONOUR, POT, PRECEDENCE, PURSE, TILE
from campaign.rules.labels import CHOICES
from campaign.web.words import amount_words
from games.engine.contract import Json

GAMES: dict[str, Promise] = {
    "simple": gettext_lazy("simple dice"),
    "tabletop": gettext_lazy("a battle on the table"),
    "skirmish": gettext_lazy("a skirmish"),
    "winter_court": gettext_lazy("Winter Court"),
    "winter": gettext_lazy("Winter"),
    "courtier": gettext_lazy("Courtier"),
}
"""What is played, within a sentence."""

PLAYS: dict[str, Promise] = {
    "skirmish": gettext_lazy("Play the skirmish"),
    "winter_court": gettext_lazy("Play Winter Court"),
    "winter": gettext_lazy("Play Winter"),
    "courtier": gettext_lazy("Play Courtier"),
}

WAITS: dict[str, Promise] = {
    "skirmish": gettext_lazy("%(players)s fight a skirmish for hex %(tile)s."),
    "winter_court": gettext_lazy("%(players)s play Winter Court for hex %(tile)s."),
    "winter": gettext_lazy("%(players)s play Winter for hex %(tile)s."),
    "courtier": gettext_lazy("%(players)s play Courtier for hex %(tile)s."),
}

STAKES: dict[str, Promise] = {
    HONOUR: gettext_lazy("honour alone"),
    PRECEDENCE: gettext_lazy("precedence"),
    PURSE: gettext_lazy("a purse"),
    FAVOUR: gettext_lazy("favour"),
    TILE: gettext_lazy("a hex"),
}
"""What a court is for, by the kind of its stake, within a sentence."""


def mode_word(mode: str) -> str:
    """Say how a battle is fought, as a choice: "Skirmish"."""
    return _(CHOICES[mode]) if mode in CHOICES else mode


def game_word(mode: str) -> str:
    """Say what is played, within a sentence: "a skirmish"."""
    return str(GAMES.get(mode, mode))


def play_word(mode: str) -> str:
    """Say what a player's button to a match says."""
    return str(PLAYS.get(mode, gettext_lazy("Play")))


def stake_kind_word(kind: str) -> str:
    """Say what a court is for, when only the kind of its stake is known."""
    return str(STAKES.get(kind, kind))


def stake_words(stake: Json, seats: int = 0) -> str:
    """Say what a court between so many kingdoms is for, and what that brings."""
    given: Mapping[str, Any] = stake if isinstance(stake, dict) else {}
    kind = given.get("kind", HONOUR)
    if kind == PURSE:
        return purse_words(given, seats)
    if kind == FAVOUR:
        return _("favour: the winner gains %(might)s might") % {"might": given.get("might")}
    if kind == TILE:
        text = _("hex %(tile)s: the winner holds it from then on")
        return text % {"tile": given.get("tile")}
    if kind == PRECEDENCE:
        return _("precedence: the winner is first in player order for the rest of this Winter")
    return _("honour alone: nothing changes hands")


def purse_words(stake: Mapping[str, Any], seats: int) -> str:
    """Say what a purse holds and who fills it."""
    words = {"amount": amount_words(stake.get("gold", 0), stake.get("food", 0))}
    if stake.get("from") == POT:
        return _("a purse: the winner gets %(amount)s from the common pot") % words
    if seats == 2:
        return _("a purse: the loser pays the winner %(amount)s") % words
    return _("a purse: everybody else there pays the winner %(amount)s") % words


def stake_in_short(stake: Json) -> str:
    """Say what a court was for, within a sentence."""
    given: Mapping[str, Any] = stake if isinstance(stake, dict) else {}
    kind = given.get("kind", HONOUR)
    if kind == PURSE:
        words = {"amount": amount_words(given.get("gold", 0), given.get("food", 0))}
        if given.get("from") == POT:
            return _("a purse of %(amount)s") % words
        return _("a purse of %(amount)s from each") % words
    if kind == TILE:
        return _("hex %(tile)s") % {"tile": given.get("tile")}
    return stake_kind_word(kind)


def places_words(places: Mapping[str, int], names: Sequence[str]) -> str:
    """Say in which order kingdoms came in; ``places`` are by seat, as results hold them."""
    ranks = sorted((place, int(seat)) for seat, place in places.items())
    texts = [f"{place}. {names[seat]}" for place, seat in ranks if seat < len(names)]
    return _("In order: %(places)s.") % {"places": ", ".join(texts)}
