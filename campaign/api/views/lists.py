"""Army lists: reading pasted ones, and one's own that wait for a sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents_lists as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.serializers import lists as shapes
from campaign.rules.tabletop.list_frame import Line
from campaign.rules.tabletop.list_parser import parse_list
from campaign.rules.tabletop.roster_sheet import list_json
from campaign.services import roster_drafts
from campaign.services.policy import Action, access_campaign
from campaign.services.roster_drafts import ArmyList
from games.engine.contract import Json
from games.hosting.api.endpoint import Endpoint, once
from games.hosting.api.preconditions import PreconditionRequired, version_seen
from games.hosting.errors import Stale, problem_dicts


class ReadList(Endpoint):
    """What a pasted text says."""

    @doc.LIST_READ
    @once
    def post(self, request: Request) -> Response:
        """Read it; nothing is stored, and what is not understood is in ``unread``."""
        found = parse_list(self.read(shapes.TextForm)["text"])
        return Response(
            {
                "name": found.name,
                "race": found.race,
                "list": list_json(found.roster(0, 0)),
                "stated": found.stated,
                "counted": found.counted,
                "aside": _lines(found.aside),
                "unread": _lines(found.unread),
                "warnings": problem_dicts(found.warnings),
            }
        )


def _lines(lines: Iterable[Line]) -> list[dict[str, Json]]:
    return [{"line": line.line, "text": line.text} for line in lines]


class Armies(CampaignEndpoint):
    """One's own armies and their lists."""

    @doc.ARMY_LISTS
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them, the next recruit last."""
        state = roster_drafts.state_for_lists(self.access.campaign)
        return Response([_shape(entry) for entry in roster_drafts.own_lists(self.access, state)])


class ArmyDraft(CampaignEndpoint):
    """The list of an army of one's own, before a sheet carries it."""

    @doc.ARMY_LIST_PUT
    @once
    def put(self, request: Request, campaign_id: int, army: int) -> Response:
        """Keep it instead of the one that the client saw."""
        access_campaign(request.user, campaign_id, Action.WRITE_LISTS)
        revision = _seen(request, army)
        if revision is None:
            raise PreconditionRequired(
                "precondition_required", _("Say with If-Match which version you replace.")
            )
        draft = roster_drafts.roster_draft_save(
            person=request.user,
            campaign_id=campaign_id,
            army=army,
            document=self.read(shapes.ListForm)["list"],
            revision=revision,
        )
        body = {"number": army, "list": draft.document, "revision": draft.revision}
        return Response(body, headers={"ETag": f'"{_tag(army, draft.revision)}"'})

    @doc.ARMY_LIST_DELETE
    def delete(self, request: Request, campaign_id: int, army: int) -> Response:
        """Throw it away; with ``If-Match`` only the version that the client saw."""
        roster_drafts.roster_draft_drop(
            person=request.user,
            campaign_id=campaign_id,
            army=army,
            revision=_seen(request, army),
        )
        return Response(status=204)


def _tag(army: int, revision: int) -> str:
    return f"list.{army}.{revision}"


def _seen(request: Request, army: int) -> int | None:
    """Return the revision that the client saw, 0 for none; raise ``Stale`` for any other tag."""
    tag = version_seen(request)
    if not tag:
        return None if tag is None else 0
    revision = tag.removeprefix(_tag(army, 0)[:-1])
    if revision == tag or not (revision.isascii() and revision.isdecimal() and len(revision) < 9):
        raise Stale("list_changed", _("That is not the version of this list that you saw."))
    return int(revision)


def _shape(entry: ArmyList) -> dict[str, Any]:
    draft = entry.draft
    return {
        "number": entry.number,
        "points": entry.army.points if entry.army else None,
        "list": list_json(entry.roster) if entry.roster else None,
        "is_open": bool(entry.roster and entry.roster.open),
        "is_fixed": entry.is_fixed,
        "draft": {"list": draft.document, "revision": draft.revision} if draft else None,
    }
