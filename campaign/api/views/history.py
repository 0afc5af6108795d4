"""The campaign's past: any phase opened again, and all of it in one document."""

from __future__ import annotations

from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework.request import Request

from campaign.api import documents_year as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.serializers import reports
from campaign.services import history, selectors
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.api.throttles import ExportThrottle
from games.hosting.tags import page_tag


class Position(CampaignEndpoint):
    """A phase opened again."""

    @doc.POSITION
    def get(self, request: Request, campaign_id: int, ordinal: int) -> HttpResponseBase:
        """Return the position it began with and, once it is done, what came of it."""
        phase = selectors.phase_at(self.access.campaign, ordinal)
        ask = selectors.own_ask(self.access, phase)
        own = ask.submission.receipt if ask and ask.submission else ""
        tag = page_tag("position", phase.pk, phase.revision, phase.status, self.access.seat, own)
        return answer_if_changed(
            request,
            tag,
            lambda: reports.PastPhase(history.phase_position(self.access, ordinal)).data,
        )


class Export(CampaignEndpoint):
    """The whole campaign."""

    throttle_classes = [*CampaignEndpoint.throttle_classes, ExportThrottle]

    @doc.EXPORT
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Return all of it, as the reader may know it, piece by piece."""
        name = f"wintertide-{campaign_id}.json"
        return StreamingHttpResponse(
            history.export_text(self.access),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
