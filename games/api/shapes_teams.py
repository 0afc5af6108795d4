"""The skirmish's factions and saved teams as the API answers them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.models import SavedTeam
from games.services.teams import Sample, entries_of, is_playable, sample_teams
from games.skirmish.faction import Entry, Faction, Rule, faction, faction_ids
from games.skirmish.teams import cost_of, write_team


def team_shape(team: SavedTeam) -> Json:
    """Return a team, to nobody but its owner."""
    counts = entries_of(team)
    is_whole = team.faction in faction_ids() and counts.keys() <= faction(team.faction).by_id.keys()
    return {
        "id": team.pk,
        "name": team.name,
        "faction": team.faction,
        "points": team.points,
        "cost": cost_of(faction(team.faction), counts) if is_whole else None,
        "team": counts,
        "answer": write_team(faction(team.faction), counts) if is_whole else "",
        "is_legal": is_playable(team),
        "revision": team.revision,
        "changed_at": team.changed_at,
    }


def factions_shape() -> list[dict[str, Any]]:
    """Return the sheets of all factions."""
    return [_sheet(faction(sample.faction), sample) for sample in sample_teams()]


def _sheet(one: Faction, sample: Sample) -> dict[str, Any]:
    counts = entries_of(sample)
    return {
        "faction": one.id,
        "name": _(one.name),
        "about": _(one.about),
        "stars": one.stars,
        "is_house": one.is_house,
        "rules": [_rule(rule) for rule in one.rules],
        "entries": [_entry(entry) for entry in one.entries],
        "sample": {
            "points": sample.points,
            "cost": cost_of(one, counts),
            "team": counts,
            "answer": write_team(one, counts),
        },
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.id,
        "name": _(entry.name),
        "type": entry.type.id,
        "die": entry.die,
        "cost": entry.cost,
        "least": entry.least,
        "most": entry.most,
        "common": list(entry.common),
        "rules": [_rule(rule) for rule in entry.rules],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {"name": _(rule.name), "text": _(rule.text), "is_house": rule.is_house}
