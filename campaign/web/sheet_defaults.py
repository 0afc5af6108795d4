"""What the defaults of a Winter's sheet bring, in words: of all of it, or of what is left open.

Source: campaign.md 8.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from django.utils.translation import gettext as _

from campaign.rules.winter.choices import Choices
from campaign.web.sheet_form import Draft
from campaign.web.words import armies_words, joined
from games.engine.contract import Json

EMPTY = Draft()


def default_words(can: Choices, parts: Sequence[str], draft: Draft = EMPTY) -> list[str]:
    """Say what becomes of everything on which the draft says nothing, part by part."""
    return [text for part in parts for text in DEFAULTS[part](can, draft)]


def _recall(can: Choices, draft: Draft) -> list[str]:
    place = [] if draft.place else _place(can)
    return [*place, *_berths(can, but=dict(draft.berths))]


def _place(can: Choices) -> list[str]:
    home = can.home
    texts = []
    kept = {*can.meals.fed, *can.meals.starving}
    cut_off = [army.number for army in can.armies if army.number not in kept]
    if home.default is None and can.armies:
        texts.append(_("Your armies have no place to winter and are lost."))
    elif kept:
        texts.append(_("Your armies winter on hex %(tile)s.") % {"tile": home.default})
    if home.default is not None and cut_off:
        armies = armies_words(cut_off)
        texts.append(_("Cut off from supply and lost: %(armies)s.") % {"armies": armies})
    return texts


def _berths(can: Choices, but: Container[Json]) -> list[str]:
    texts = [
        _("Ship %(ship)s winters on hex %(tile)s.") % {"ship": ship, "tile": tile}
        for ship, tile in can.home.docks
        if ship not in but
    ]
    if can.home.ships_lost:
        numbers = joined(can.home.ships_lost)
        texts.append(_("No berth is left for ship %(numbers)s.") % {"numbers": numbers})
    return texts


def _tithes(can: Choices, draft: Draft) -> list[str]:
    return [] if draft.tithes else [_("You give nothing.")]


def _purchases(can: Choices, draft: Draft) -> list[str]:
    if draft.purchases:
        return []
    return [_("You build and recruit nothing; what is left is lost.")]


def _feed(can: Choices, draft: Draft) -> list[str]:
    meals = can.meals
    if draft.first or draft.dismiss:
        return []
    if meals.fed and any(line.get("buy") == "army" for line in draft.purchases):
        return [_("The strongest are fed first, a new army before a weaker one.")]
    texts = []
    if meals.fed:
        texts.append(_("Fed: %(armies)s.") % {"armies": armies_words(meals.fed)})
    if meals.starving:
        texts.append(_("No food for %(armies)s.") % {"armies": armies_words(meals.starving)})
    return texts


def _deploy(can: Choices, draft: Draft) -> list[str]:
    placed, by_tile = dict(draft.placements), dict[int, list[int]]()
    for army, tile in can.deployment.default:
        if army not in placed:
            by_tile.setdefault(tile, []).append(army)
    texts = [
        _("Hex %(tile)s: %(armies)s.") % {"tile": tile, "armies": armies_words(armies)}
        for tile, armies in by_tile.items()
    ]
    if can.deployment.lost:
        armies = armies_words(can.deployment.lost)
        texts.append(_("No room for %(armies)s: lost.") % {"armies": armies})
    return texts


DEFAULTS: dict[str, Callable[[Choices, Draft], list[str]]] = {
    "recall": _recall,
    "tithes": _tithes,
    "purchases": _purchases,
    "feed": _feed,
    "placements": _deploy,
}
