"""Campaigns: which there are, how one is set up, making, starting, joining and leaving one."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents as doc
from campaign.api import documents_year as doc_year
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.serializers import inputs, outputs
from campaign.api.shapes import campaign_shape
from campaign.models import User
from campaign.rules.maps import load_map
from campaign.services import campaigns, memberships, selectors
from campaign.services.regents import kingdom_take_back
from campaign.services.rehearsal import rehearse
from games.hosting.api.endpoint import Endpoint, once, paged


class Campaigns(Endpoint):
    """The campaigns the reader may look at."""

    rehearsed = ("POST",)

    @doc.CAMPAIGNS
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        person = request.user if isinstance(request.user, User) else None
        rows = selectors.campaigns_visible_to(person)
        return paged(self, rows, outputs.CampaignLine, ("-created_at", "-pk"))

    @doc.CAMPAIGNS_POST
    @once
    def post(self, request: Request) -> Response:
        """Make a campaign that gathers players."""
        new = _new_campaign(self.read(inputs.CampaignForm))
        dry = self.flag("dry_run")
        made = rehearse(lambda: campaigns.campaign_create(person=request.user, new=new), dry=dry)
        body = outputs.CampaignLine(made).data
        if dry:
            return Response(body | {"id": None})
        where = reverse("api:campaign", args=[made.pk])
        return Response(body, status=201, headers={"Location": where})


def _new_campaign(given: dict[str, Any]) -> campaigns.NewCampaign:
    """Put a map that is named by its key into the options."""
    key = given.pop("map", None)
    options = given.pop("options", {})
    if key is not None and isinstance(options, dict):
        options = options | {"map": load_map(key)}
    given.setdefault("schedule", {})
    return campaigns.NewCampaign(options=options, **given)


class Campaign(CampaignEndpoint):
    """One campaign."""

    @doc.CAMPAIGN
    def get(self, request: Request, campaign_id: int) -> Response:
        """Return its settings, its kingdoms and its running phase."""
        return Response(campaign_shape(self.access))


class Start(CampaignEndpoint):
    """The beginning of a campaign."""

    @doc.START_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Lay out the board and open the first phase."""
        phase = campaigns.campaign_start(person=request.user, campaign_id=campaign_id)
        return Response(outputs.Phase(phase).data, status=201)


class Join(Endpoint):
    """Taking a kingdom."""

    @doc.JOIN_POST
    @once
    def post(self, request: Request) -> Response:
        """Take a free kingdom by invitation."""
        kingdom = memberships.kingdom_join(person=request.user, **self.read(inputs.JoinForm))
        where = reverse("api:campaign", args=[kingdom.campaign_id])
        return Response(outputs.Joined(kingdom).data, status=201, headers={"Location": where})


class Invitation(Endpoint):
    """What an invitation opens, for whoever holds it."""

    @doc.INVITATION
    def get(self, request: Request, token: str) -> Response:
        """Return the campaign's name and its free kingdoms."""
        invite = memberships.invite_find(token=token)
        shown = {
            "campaign": invite.campaign,
            "expires_at": invite.expires_at,
            "free": memberships.free_kingdoms(invite.campaign),
        }
        return Response(outputs.Invitation(shown).data)


class Kingdom(CampaignEndpoint):
    """The reader's own kingdom."""

    @doc.KINGDOM_PUT
    @once
    def put(self, request: Request, campaign_id: int) -> Response:
        """Name it and its banner."""
        given = self.read(inputs.KingdomForm)
        kingdom = memberships.kingdom_rename(person=request.user, campaign_id=campaign_id, **given)
        return Response(outputs.Joined(kingdom).data)


class Leave(CampaignEndpoint):
    """Giving a kingdom up."""

    @doc.LEAVE_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Give one's kingdom up; it goes on by the defaults until somebody takes it."""
        memberships.kingdom_leave(person=request.user, campaign_id=campaign_id)
        return Response(status=204)


class TakeBack(CampaignEndpoint):
    """Playing oneself again."""

    @doc_year.TAKE_BACK_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Take one's kingdom back from the steward; without a regent nothing changes."""
        kingdom_take_back(person=request.user, campaign_id=campaign_id)
        return Response(status=204)
