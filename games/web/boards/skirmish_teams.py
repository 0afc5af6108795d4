"""Choosing a team on the page of a match: counts by entry, the points, what is wrong.

Source: skirmish.md 2. The same rows stand on the page of saved teams.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from games.hosting.errors import problem_text
from games.hosting.pages import whole
from games.models import SavedTeam
from games.services.teams import entries_of
from games.skirmish.faction import Faction, faction
from games.skirmish.teams import (
    Team,
    cost_of,
    default_team,
    read_team,
    team_problems,
    write_team,
)
from games.web.boards import Scene
from games.web.boards.skirmish_sheets import entry_row
from games.web.boards.skirmish_words import team_words

PREFIX = "n_"


def team_form(scene: Scene) -> dict[str, Any] | None:
    """Return the form of a seat that chooses its team now, else ``None``."""
    if scene.ask is None or scene.ask.kind != "team" or scene.seat is None:
        return None
    view = scene.view
    chosen = faction(view["factions"][scene.seat])
    points = view["team_points"][scene.seat]
    team = team_of(chosen, points, scene.query)
    return team_rows(chosen, points, team) | {
        "address": f"{scene.address}#board",
        "match": scene.match.pk,
        "saved": [_choice(chosen, saved, scene.address) for saved in scene.saved],
    }


def _choice(chosen: Faction, saved: SavedTeam, address: str) -> dict[str, Any]:
    """Return a saved team as one tap that fills the form."""
    query = urlencode({"team": write_team(chosen, saved.counts)})
    words = team_words(entries_of(saved))
    return {"name": saved.name, "words": words, "url": f"{address}?{query}#board"}


def team_rows(chosen: Faction, points: int, team: Team) -> dict[str, Any]:
    """Return the rows of a team with its cost and all that is wrong with it."""
    problems = team_problems(chosen, team, points)
    return {
        "faction": chosen.id,
        "is_house": chosen.is_house,
        "rows": [entry_row(entry) | {"count": team.get(entry.id, 0)} for entry in chosen.entries],
        "cost": cost_of(chosen, {name: n for name, n in team.items() if name in chosen.by_id}),
        "points": points,
        "problems": [problem_text(problem) for problem in problems],
        "answer": "" if problems else write_team(chosen, team),
    }


def team_of(chosen: Faction, points: int, query: Mapping[str, str]) -> Team:
    """Read a team from a page's query: counts (``n_captain=1``) or a whole one (``team=...``)."""
    if any(key.startswith(PREFIX) for key in query):
        return {
            entry.id: min(whole(query.get(PREFIX + entry.id, "0")) or 0, 99)
            for entry in chosen.entries
        }
    read = read_team(chosen, query.get("team"))
    return read if isinstance(read, dict) else default_team(chosen, points)
