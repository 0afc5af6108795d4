"""A faction's sheet for pages: its roster, allowances, costs and rules."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.skirmish.faction import Entry, Faction, Rule
from games.web.boards.skirmish_drawing import piece_face

COMMON = {
    "faction_leader": "Faction Leader",
    "legendary": "Legendary",
    "fools_endeavour": "Fool's Endeavour",
    "castle": "Castle",
    "en_passant": "En Passant",
    "promotion": "Promotion",
    "mounted_advantage": "Mounted Advantage",
}
"""The common rules by their names on the sheets; skirmish_how_to says what they do."""


def sheet(faction: Faction) -> dict[str, Any]:
    """Return all that a sheet shows."""
    return {
        "id": faction.id,
        "name": _(faction.name),
        "about": _(faction.about),
        "stars": faction.stars,
        "is_house": faction.is_house,
        "rules": [_rule(rule) for rule in faction.rules],
        "entries": [
            entry_row(entry) | {"face": piece_face(faction.id, {"entry": entry.id, "seat": 0})}
            for entry in faction.entries
        ],
    }


def entry_row(entry: Entry) -> dict[str, Any]:
    """Return one line of a roster."""
    return {
        "id": entry.id,
        "name": _(entry.name),
        "type": _(entry.type.name),
        "letter": entry.type.letter,
        "die": entry.die,
        "cost": entry.cost,
        "least": entry.least,
        "most": entry.most,
        "common": [_(COMMON.get(name, name)) for name in entry.common],
        "rules": [_rule(rule) for rule in entry.rules],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {"name": _(rule.name), "text": _(rule.text), "is_house": rule.is_house}
