"""What the pages of saved teams show: all of one's own by faction, and one being built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.hosting.errors import problem_text
from games.hosting.pages import whole
from games.hosting.people import Person
from games.models import SavedTeam
from games.services.teams import (
    LONGEST_NAME,
    NewTeam,
    Sample,
    entries_of,
    known_faction,
    problems_of,
    sample_teams,
    teams_of,
)
from games.skirmish.faction import Faction, faction, faction_ids
from games.skirmish.house import HOUSE
from games.skirmish.setup import MOST_POINTS
from games.skirmish.teams import Team, cost_of, team_problems, write_team
from games.web.boards.skirmish_names import faction_name
from games.web.boards.skirmish_sheets import sheet
from games.web.boards.skirmish_teams import PREFIX, team_of, team_rows
from games.web.boards.skirmish_words import team_words


@dataclass(frozen=True, slots=True)
class Draft:
    """A team as a page holds it: its faction exists, all else is as it was typed.

    ``match``: the match for which it is built, to go back to.
    """

    faction: Faction
    name: str
    points: str
    counts: Team
    match: int | None = None

    @property
    def most(self) -> int:
        """The points to count against; the usual ones while none can be read."""
        return whole(self.points) or HOUSE.points

    def new(self) -> NewTeam:
        """Return it for the service to check."""
        points = whole(self.points)
        return NewTeam(self.name, self.faction.id, self.counts, 0 if points is None else points)


def draft_of(given: Mapping[str, str], saved: SavedTeam | None = None) -> Draft:
    """Read a team from a form or an address; what it leaves out is as saved, or as usual.

    Raises ``ServiceError`` (``unknown_faction``).
    """
    chosen = known_faction(saved.faction if saved else given.get("faction", ""))
    points = given.get("points", str(saved.points if saved else HOUSE.points))[:20]
    name = given.get("name", saved.name if saved else "")[: 4 * LONGEST_NAME]
    has_team = "team" in given or any(key.startswith(PREFIX) for key in given)
    if saved and not has_team:
        counts = entries_of(saved)
    else:
        counts = team_of(chosen, whole(points) or HOUSE.points, given)
    return Draft(chosen, name, points, counts, whole(given.get("match")))


def builder_context(
    draft: Draft,
    saved: SavedTeam | None = None,
    refused: str = "",
    revision: int | None = None,
    *,
    is_begun: bool = True,
) -> dict[str, Any]:
    """Return what the builder shows; ``refused`` says why nothing was saved.

    What is wrong with a team is not said before anything ``is_begun``.
    """
    chosen = draft.faction
    problems = [{"message": refused, "href": ""}] if refused else []
    if is_begun:
        problems += _faults(draft)
    return {
        "draft": draft,
        "saved": saved,
        "revision": revision if revision is not None else saved and saved.revision,
        "team": team_rows(chosen, draft.most, draft.counts),
        "sheet": sheet(chosen),
        "problems": problems,
        "longest_name": LONGEST_NAME,
        "most_points": MOST_POINTS,
        "back": match_address(draft.match, chosen, draft.counts) if draft.match else "",
    }


def _faults(draft: Draft) -> list[dict[str, str]]:
    """Return what is wrong with a team, each with the field where it is."""
    known = draft.faction.by_id
    return [
        {
            "message": problem_text(problem),
            "href": f"#n-{problem.where}" if problem.where in known else "",
        }
        for problem in team_problems(draft.faction, draft.counts, draft.most)
    ]


def match_address(match: int, chosen: Faction, counts: Mapping[str, int]) -> str:
    """Return where a match is, with its form for a team filled in."""
    query = f"?{urlencode({'team': write_team(chosen, counts)})}" if counts else ""
    return f"{reverse('match', args=[match])}{query}#board"


def list_context(person: Person) -> dict[str, Any]:
    """Return a person's teams by faction, with the sample teams; one query."""
    lines = [_line(team) for team in teams_of(person)]
    groups = [
        {
            "id": sample.faction,
            "name": faction_name(sample.faction),
            "about": _(faction(sample.faction).about),
            "sample": _told(sample) | {"points": sample.points},
            "lines": [line for line in lines if line["team"].faction == sample.faction],
        }
        for sample in sample_teams()
    ]
    gone = [line for line in lines if line["team"].faction not in faction_ids()]
    return {"groups": groups, "gone": gone, "has_teams": bool(lines)}


def _line(team: SavedTeam) -> dict[str, Any]:
    problems = [problem_text(problem) for problem in problems_of(team)]
    return _told(team) | {"team": team, "problems": problems}


def _told(team: SavedTeam | Sample) -> dict[str, Any]:
    """Say what a team holds and costs."""
    counts = entries_of(team)
    known = faction(team.faction) if team.faction in faction_ids() else None
    held = {entry: n for entry, n in counts.items() if known and entry in known.by_id}
    return {"words": team_words(counts), "cost": cost_of(known, held) if known else None}
