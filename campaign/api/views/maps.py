"""Maps: one's own drafts, what the rules say of a map, and maps made from a seed."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from campaign.api import documents_maps as doc
from campaign.api.serializers import maps as shapes
from campaign.models import MapDraft as Draft
from campaign.rules.maps import load_map
from campaign.rules.maps.generator import BOUNDS, generate
from campaign.rules.maps.text import to_text
from campaign.services import map_drafts
from games.engine.contract import BadOptions, Json
from games.hosting.api.endpoint import Endpoint, once, signed_in
from games.hosting.api.preconditions import PreconditionRequired, answer_if_changed, version_seen
from games.hosting.errors import NotThere, Stale, problem_dicts


class MapThrottle(UserRateThrottle):
    """Counts what costs the most to work out, by person."""

    scope = "map"
    rate = "60/min"


class MapDrafts(Endpoint):
    """The reader's own maps."""

    @doc.MAP_DRAFTS
    def get(self, request: Request) -> Response:
        """List them, last saved first."""
        rows = map_drafts.drafts_of(signed_in(request))
        return Response(shapes.MapDraftLine(rows, many=True).data)

    @doc.MAP_DRAFTS_POST
    @once
    def post(self, request: Request) -> Response:
        """Keep another."""
        document = map_drafts.map_of(self.read(shapes.MapForm))
        draft = map_drafts.draft_create(user=signed_in(request), document=document)
        where = reverse("api:map-draft", args=[draft.pk])
        headers = {"Location": where, "ETag": _tag(draft)}
        return Response(_shape(draft), status=201, headers=headers)


class MapDraft(Endpoint):
    """One of the reader's own maps."""

    @doc.MAP_DRAFT
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """Return it, or 304 when the client has it."""
        draft = map_drafts.draft_of(signed_in(request), draft_id)
        return answer_if_changed(request, _tag(draft), lambda: _shape(draft))

    @doc.MAP_DRAFT_PUT
    @once
    def put(self, request: Request, draft_id: int) -> Response:
        """Replace the one that the client saw."""
        revision = _seen(request, draft_id)
        if revision is None:
            raise PreconditionRequired(
                "precondition_required", _("Say with If-Match which version you replace.")
            )
        draft = map_drafts.draft_save(
            user=signed_in(request),
            draft_id=draft_id,
            document=map_drafts.map_of(self.read(shapes.MapForm)),
            revision=revision,
        )
        return Response(_shape(draft), headers={"ETag": _tag(draft)})

    @doc.MAP_DRAFT_DELETE
    def delete(self, request: Request, draft_id: int) -> Response:
        """Delete it; with ``If-Match`` only the version that the client saw."""
        revision = _seen(request, draft_id)
        map_drafts.draft_delete(user=signed_in(request), draft_id=draft_id, revision=revision)
        return Response(status=204)


def _tag(draft: Draft) -> str:
    return f'"map.{draft.pk}.{draft.revision}"'


def _seen(request: Request, draft_id: int) -> int | None:
    """Return the revision that the client saw; raise ``Stale`` for the tag of anything else."""
    tag = version_seen(request)
    if tag is None:
        return None
    revision = tag.removeprefix(f"map.{draft_id}.")
    if revision == tag or not (revision.isascii() and revision.isdecimal() and len(revision) < 9):
        raise Stale("draft_changed", _("That is not the version of this map that you saw."))
    return int(revision)


def _shape(draft: Draft) -> dict[str, Any]:
    line = shapes.MapDraftLine(draft).data
    return line | {"document": draft.document, "text": to_text(draft.document)}


class MapCheck(Endpoint):
    """What the rules say of a map."""

    throttle_classes = [*Endpoint.throttle_classes, MapThrottle]

    @doc.MAP_CHECK_POST
    @once
    def post(self, request: Request) -> Response:
        """Judge it for so many kingdoms; nothing is stored."""
        given = self.read(shapes.CheckForm)
        document = map_drafts.map_of(given)
        check = map_drafts.check_map(document, given["kingdoms"])
        return Response(
            {
                "text": to_text(document),
                "document": document,
                "problems": problem_dicts(check.problems),
                "warnings": problem_dicts(check.warnings),
                "lands": [{"tile": tile, "land": land} for tile, land in check.lands],
                "fairness": check.fairness,
            }
        )


class MadeMap(Endpoint):
    """Maps made from a seed."""

    throttle_classes = [*Endpoint.throttle_classes, MapThrottle]

    @doc.MAP_MADE
    def get(self, request: Request) -> Response:
        """Make one."""
        wishes = {name: _number(request.query_params.get(name)) for name in BOUNDS}
        document = generate(wishes.pop("seed"), **wishes)
        return Response({"text": to_text(document), "document": document})


def _number(given: str | None) -> Json:
    """Return the whole number of an address; anything else is for the rules to refuse."""
    text = given or ""
    plain = text.isascii() and text.isdecimal() and len(text) < 18
    return int(text) if plain else given


class MapText(Endpoint):
    """One of the site's maps in text form."""

    @doc.MAP_TEXT
    def get(self, request: Request, key: str) -> Response:
        """Return it."""
        try:
            return Response({"text": to_text(load_map(key))})
        except BadOptions:
            raise NotThere("no_map", _("There is no such map.")) from None
