"""Battles on a real table: what is filed, confirming it, and the game master's ruling."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents_year as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.preconditions import phase_seen, phase_tag, sheet_tag
from campaign.api.serializers import inputs, outputs, reports
from campaign.api.views.masters import action_key
from campaign.services import rulings, selectors
from campaign.services.rehearsal import rehearse
from games.hosting.api.endpoint import once


class Reports(CampaignEndpoint):
    """The battles of a phase of reports."""

    @doc.REPORTS
    def get(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """List them with what is filed, as far as the reader may know."""
        phase = selectors.phase_at(self.access.campaign, ordinal)
        battles = rulings.filed_reports(self.access, phase)
        return Response(reports.FiledBattle(battles, many=True).data)


class Confirm(CampaignEndpoint):
    """Agreeing with the other side."""

    @doc.CONFIRM_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Hand in what the other side filed."""
        given = self.read(inputs.ConfirmForm)
        receipt = rulings.report_confirm(
            person=request.user, campaign_id=campaign_id, phase=ordinal, **given
        )
        return Response(outputs.Sheet(receipt).data, headers={"ETag": sheet_tag(receipt.receipt)})


class Ruling(CampaignEndpoint):
    """The game master's word on a battle."""

    rehearsed = ("POST",)

    @doc.RULING_POST
    @once
    def post(self, request: Request, campaign_id: int) -> Response:
        """Rule how it ended; once for each key."""
        given = self.read(inputs.RulingForm)
        given["revision"] = phase_seen(request, given["phase"])
        given["key"] = action_key(request, given)
        phase = rehearse(
            lambda: rulings.battle_rule(person=request.user, campaign_id=campaign_id, **given),
            dry=self.flag("dry_run"),
        )
        return Response(outputs.Phase(phase).data, headers={"ETag": phase_tag(phase)})
