"""The skirmish's factions, and one's own teams."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import documents_teams as doc
from games.api import shapes_teams as shapes
from games.api.serializers.teams import TeamForm
from games.hosting.api.endpoint import Endpoint, once
from games.hosting.api.preconditions import PreconditionRequired, answer_if_changed, version_seen
from games.hosting.errors import Stale
from games.models import SavedTeam
from games.services.policy import access_team
from games.services.teams import (
    NewTeam,
    known_faction,
    team_change,
    team_delete,
    team_save,
    teams_of,
)


class Factions(Endpoint):
    """The factions."""

    @doc.FACTIONS
    def get(self, request: Request) -> Response:
        """Return their sheets."""
        return Response(shapes.factions_shape())


class Teams(Endpoint):
    """The reader's own teams."""

    @doc.TEAMS
    def get(self, request: Request) -> Response:
        """List them, by faction and name."""
        wanted = request.query_params.get("faction")
        of = None if wanted is None else known_faction(wanted).id
        return Response([shapes.team_shape(team) for team in teams_of(request.user, of)])

    @doc.TEAMS_POST
    @once
    def post(self, request: Request) -> Response:
        """Keep another."""
        team = team_save(person=request.user, new=_new(self))
        where = reverse("api:skirmish-team", args=[team.pk])
        headers = {"Location": where, "ETag": _tag(team)}
        return Response(shapes.team_shape(team), status=201, headers=headers)


class Team(Endpoint):
    """One of the reader's own teams."""

    @doc.TEAM
    def get(self, request: Request, team_id: int) -> HttpResponseBase:
        """Return it, or 304 when the client has it."""
        team = access_team(request.user, team_id)
        return answer_if_changed(request, _tag(team), lambda: shapes.team_shape(team))

    @doc.TEAM_PUT
    @once
    def put(self, request: Request, team_id: int) -> Response:
        """Replace the one that the client saw."""
        revision = _seen(request, team_id)
        if revision is None:
            raise PreconditionRequired(
                "precondition_required", _("Say with If-Match which version you replace.")
            )
        new = _new(self)
        team = team_change(person=request.user, team_id=team_id, revision=revision, new=new)
        return Response(shapes.team_shape(team), headers={"ETag": _tag(team)})

    @doc.TEAM_DELETE
    def delete(self, request: Request, team_id: int) -> Response:
        """Delete it; with ``If-Match`` only the version that the client saw."""
        team_delete(person=request.user, team_id=team_id, revision=_seen(request, team_id))
        return Response(status=204)


def _new(view: Endpoint) -> NewTeam:
    given: dict[str, Any] = view.read(TeamForm)
    return NewTeam(given["name"], given["faction"], given["team"], given["points"])


def _tag(team: SavedTeam) -> str:
    return f'"team.{team.pk}.{team.revision}"'


def _seen(request: Request, team_id: int) -> int | None:
    """Return the revision that the client saw; raise ``Stale`` for the tag of anything else."""
    tag = version_seen(request)
    if tag is None:
        return None
    revision = tag.removeprefix(f"team.{team_id}.")
    if revision == tag or not (revision.isascii() and revision.isdecimal() and len(revision) < 9):
        raise Stale("team_changed", _("That is not the version of this team that you saw."))
    return int(revision)
