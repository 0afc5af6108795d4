"""Phases: the running one, the ones before, what happened in them, and the dice."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.preconditions import phase_tag
from campaign.api.serializers import outputs, reports
from campaign.api.shapes import running_shape
from campaign.models import Phase
from campaign.services import selectors
from campaign.services.chances import dice_export
from campaign.services.policy import Access
from games.hosting.api.endpoint import paged
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.errors import Conflict, NotThere


class RunningPhase(CampaignEndpoint):
    """The running phase."""

    @doc.PHASE
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Return it and its clock, or 304 when neither changed."""
        phase = selectors.current_phase(self.access.campaign)
        if phase is None:
            raise NotThere("no_phase", _("No phase is running."))
        return answer_if_changed(request, phase_tag(phase), lambda: running_shape(phase))


class Phases(CampaignEndpoint):
    """The phases that are done."""

    @doc.PHASES
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them, newest first."""
        rows = selectors.phases_done(self.access.campaign)
        return paged(self, rows, outputs.Phase, ("-ordinal",))


class Report(CampaignEndpoint):
    """How a phase went."""

    @doc.REPORT
    def get(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Return what the reader may know of it."""
        phase = _done(self.access, ordinal)
        report = {
            "phase": phase,
            "events": selectors.events_of(phase, self.access.seat),
            "receipts": phase.receipts,
            "rulings": phase.rulings,
            "draws": phase.draws,
        }
        return Response(reports.Report(report).data)


class Dice(CampaignEndpoint):
    """The dice of a phase, to be checked by anybody."""

    @doc.DICE
    def get(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Return the secret that was committed to, and every draw."""
        phase = _done(self.access, ordinal)
        return Response(dice_export(self.access.campaign, phase))


def _done(access: Access, ordinal: int) -> Phase:
    phase = selectors.phase_at(access.campaign, ordinal)
    if phase.status != Phase.Status.DONE:
        raise Conflict("phase_running", _("That phase is still running."))
    return phase


class Events(CampaignEndpoint):
    """What happened, phase after phase."""

    @doc.EVENTS
    def get(self, request: Request, campaign_id: int) -> Response:
        """Return what the reader may know, after a cursor."""
        since = request.query_params.get("since", "")
        limit = self.number("limit", 100, selectors.MOST_EVENTS)
        page = selectors.events_page(self.access, since, limit)
        return Response(reports.Events(page).data)


class Log(CampaignEndpoint):
    """What the game master did."""

    @doc.LOG
    def get(self, request: Request, campaign_id: int) -> Response:
        """List it, newest first."""
        rows = selectors.log_of(self.access.campaign)
        return paged(self, rows, outputs.LogLine, ("-at", "-pk"))
