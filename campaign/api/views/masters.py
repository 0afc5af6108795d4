"""What only the game master asks: who is in, the clock, invitations, handing over."""

from __future__ import annotations

import secrets
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents as doc
from campaign.api import documents_year as doc_year
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.preconditions import phase_seen, phase_tag
from campaign.api.serializers import inputs, outputs
from campaign.services import memberships, selectors
from campaign.services.clock import clock_act
from campaign.services.health import health
from campaign.services.regents import kingdom_set_regent
from campaign.services.rehearsal import rehearse
from games.hosting.api.endpoint import once
from games.hosting.api.preconditions import PreconditionRequired
from games.hosting.idempotency import fingerprint


class Presence(CampaignEndpoint):
    """Who is in."""

    @doc.PRESENCE
    def get(self, request: Request, campaign_id: int) -> Response:
        """Return who has handed in, and whether resolution is on time."""
        phase = selectors.current_phase(self.access.campaign)
        page = {
            "phase": phase,
            "kingdoms": selectors.who_is_in(self.access, phase) if phase else [],
            "resolution": health(),
            "failure": selectors.failure_of(self.access, phase) if phase else "",
        }
        return Response(outputs.PresencePage(page).data)


class Clock(CampaignEndpoint):
    """The campaign's clock."""

    rehearsed = ("POST",)

    @doc.CLOCK_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Pause, resume, extend, resolve now or retry; once for each key."""
        given = self.read(inputs.ClockForm)
        given["revision"] = phase_seen(request, given["phase"])
        given["key"] = action_key(request, given)
        phase = rehearse(
            lambda: clock_act(person=request.user, campaign_id=campaign_id, **given),
            dry=self.flag("dry_run"),
        )
        return Response(outputs.Phase(phase).data, headers={"ETag": phase_tag(phase)})


def action_key(request: Request, given: dict[str, Any]) -> str:
    """Return what makes a repeat a repeat; with nothing to tell by, pressing twice acts twice.

    Keys are a person's own: what two people call the same is not the same.
    """
    key = given.get("key") or request.headers.get("Idempotency-Key")
    if key:
        return fingerprint(f"clock {request.user.pk}", key)
    if given["revision"] is None:
        raise PreconditionRequired(
            "precondition_required", _("Send a key, or If-Match with the phase you saw.")
        )
    return secrets.token_hex(16)


class Invites(CampaignEndpoint):
    """The invitations of a campaign."""

    @doc.INVITES
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them, newest first."""
        return Response(outputs.Invite(selectors.invites_of(self.access), many=True).data)

    @doc.INVITES_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Make another."""
        invite = memberships.invite_create(person=request.user, campaign_id=campaign_id)
        return Response(outputs.Invite(invite).data, status=201)


class Invite(CampaignEndpoint):
    """One invitation."""

    @doc.INVITE_DELETE
    def delete(self, request: Request, campaign_id: int, invite_id: int) -> Response:
        """End it."""
        memberships.invite_revoke(person=request.user, campaign_id=campaign_id, invite_id=invite_id)
        return Response(status=204)


class HandOver(CampaignEndpoint):
    """Who plays a kingdom."""

    @doc.HAND_OVER_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Give a kingdom to somebody, or to nobody yet."""
        given = self.read(inputs.HandOverForm)
        memberships.kingdom_hand_over(person=request.user, campaign_id=campaign_id, **given)
        return Response(status=204)


class Regent(CampaignEndpoint):
    """Whether the steward plays a kingdom."""

    rehearsed = ("POST",)

    @doc_year.REGENT_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Let the steward play it, or no longer; once for each key."""
        given = self.read(inputs.RegentForm)
        phase = given["phase"]
        given["revision"] = None if phase is None else phase_seen(request, phase)
        given["key"] = action_key(request, given)
        rehearse(
            lambda: kingdom_set_regent(person=request.user, campaign_id=campaign_id, **given),
            dry=self.flag("dry_run"),
        )
        return Response(status=204)
