"""Games that decide something in a campaign, in words: modes of battles, courts and their stakes.

Sources: campaign.md 4b ("Court"), 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.courts.stakes import FAVOUR, HONOUR, POT, PRECEDENCE, PURSE, TILE
from campaign.rules.labels import CHOICES
from campaign.web.words import amount_words
from games.engine.contract import Json


class ModeWords(NamedTuple):
    """How a battle is decided, or what is played at court, in words.

    ``within`` a sentence, as it is ``offered`` for a new campaign, and where a match decides on
    the ``button`` that leads there and in the report of what ``waits``. Its title is one of
    ``campaign.rules.labels.CHOICES``.
    """

    within: Promise
    offered: Promise
    button: Promise = gettext_lazy("Play")
    waits: Promise = gettext_lazy("%(players)s play for hex %(tile)s.")


MODE_WORDS: dict[str, ModeWords] = {
    "simple": ModeWords(
        gettext_lazy("simple dice"), gettext_lazy("By dice: the site decides them")
    ),
    "tabletop": ModeWords(
        gettext_lazy("a battle on the table"),
        gettext_lazy("On your own table: you play them and report how they end"),
    ),
    "skirmish": ModeWords(
        gettext_lazy("a skirmish"),
        gettext_lazy("By a skirmish played here: both sides lose what is slain"),
        gettext_lazy("Play the skirmish"),
        gettext_lazy("%(players)s fight a skirmish for hex %(tile)s."),
    ),
    "winter_court": ModeWords(
        gettext_lazy("Winter Court"),
        gettext_lazy("By Winter Court played here: no losses"),
        gettext_lazy("Play Winter Court"),
        gettext_lazy("%(players)s play Winter Court for hex %(tile)s."),
    ),
    "winter": ModeWords(
        gettext_lazy("Winter"),
        gettext_lazy("By Winter played here: no losses"),
        gettext_lazy("Play Winter"),
        gettext_lazy("%(players)s play Winter for hex %(tile)s."),
    ),
    "courtier": ModeWords(
        gettext_lazy("Courtier"),
        gettext_lazy("By Courtier played here: no losses, one game for a hex"),
        gettext_lazy("Play Courtier"),
        gettext_lazy("%(players)s play Courtier for hex %(tile)s."),
    ),
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
    return str(MODE_WORDS[mode].within) if mode in MODE_WORDS else mode


def play_word(mode: str) -> str:
    """Say what a player's button to a match says."""
    return str(words_of(mode).button)


def waits_words(mode: str) -> str:
    """Say that players have a hex to play for; their names and the hex go in."""
    return str(words_of(mode).waits)


def words_of(mode: str) -> ModeWords:
    """Return a mode's words; of one that is no more the plain ones."""
    return MODE_WORDS.get(mode, ModeWords(gettext_lazy("a game"), gettext_lazy("By a game")))


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
        return _("precedence: the winner is first in player order for tithes and building")
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
