"""What the OpenAPI document says about the skirmish's factions and saved teams."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.api.serializers import teams
from games.hosting.api.schema import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEY,
    LOCATION,
    OTHER_VERSION,
    RUNNING_KEY,
    UNCHANGED,
    operation,
    sent,
    tag_of,
)
from games.skirmish.faction import faction_ids

TAG = "matches"
RULES = "the codes of the rules"
BAD_TEAM = f"invalid, bad_team_name, unknown_faction, bad_team_points, long_team, {KEY}"
IF_MATCH_TEAM = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The tag of the team that you saw and now replace.",
)
GUARD = sent(
    "a guard",
    {
        "name": "Spears and a Captain",
        "faction": "plain_guard",
        "points": 14,
        "team": {"captain": 1, "chaplain": 2, "spearman": 7},
    },
)

FACTIONS = operation(
    "factions",
    "The skirmish's factions: rosters, costs, rules, sample teams",
    tag="reference",
    answer=teams.Faction(many=True),
    problems={},
    description="Rules are in our own words. `is_house` marks what is ours and not official.",
    anyone=True,
)
TEAMS = operation(
    "skirmish_teams",
    "My teams of the skirmish",
    tag=TAG,
    answer=teams.SavedTeam(many=True),
    problems={400: "unknown_faction", 403: "not_signed_in"},
    parameters=[
        OpenApiParameter("faction", enum=faction_ids(), description="Of that faction alone.")
    ],
    description="By faction and name; sixty at most.",
)
TEAMS_POST = operation(
    "skirmish_team_create",
    "Keep a team",
    tag=TAG,
    answer=teams.SavedTeam,
    status=201,
    body=teams.TeamForm,
    problems={
        400: BAD_TEAM,
        403: "not_signed_in, permission_denied",
        409: f"too_many_teams, team_name_taken, {RUNNING_KEY}",
        422: RULES,
    },
    parameters=[IDEMPOTENCY_KEY, LOCATION, tag_of(201)],
    description="Only a legal team is kept; `problems` says all that is wrong with another.",
    examples=[GUARD],
)
TEAM = operation(
    "skirmish_team",
    "One of my teams",
    tag=TAG,
    answer=teams.SavedTeam,
    also=UNCHANGED,
    problems={404: "no_team"} | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
)
TEAM_PUT = operation(
    "skirmish_team_save",
    "Replace one of my teams",
    tag=TAG,
    answer=teams.SavedTeam,
    body=teams.TeamForm,
    problems={
        400: f"bad_precondition, {BAD_TEAM}",
        403: "not_signed_in, permission_denied",
        404: "no_team",
        409: f"team_name_taken, {RUNNING_KEY}",
        412: "team_changed",
        422: RULES,
        428: "precondition_required",
    },
    parameters=[IF_MATCH_TEAM, IDEMPOTENCY_KEY, tag_of(200)],
    examples=[GUARD],
)
TEAM_DELETE = operation(
    "skirmish_team_delete",
    "Delete one of my teams",
    tag=TAG,
    status=204,
    problems={
        400: "bad_precondition",
        403: "permission_denied",
        404: "no_team",
        412: "team_changed",
    },
    parameters=[IF_MATCH_TEAM],
)
