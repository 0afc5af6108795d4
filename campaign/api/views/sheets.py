"""What a kingdom is asked, its sheets and their receipts."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.preconditions import sheet_tag
from campaign.api.serializers import outputs
from campaign.api.shapes import ask_shape, forecast_shape
from campaign.services import selectors
from campaign.services.submissions import Receipt, sheet_forecast, sheet_submit
from games.engine.contract import Json
from games.hosting.api.endpoint import once, paged, raw_body
from games.hosting.api.preconditions import PreconditionRequired, answer_if_changed, version_seen
from games.hosting.arrival import arrived_at
from games.hosting.errors import NotThere, Stale
from games.hosting.tags import page_tag


class Ask(CampaignEndpoint):
    """What the reader's kingdom must decide now."""

    @doc.ASK
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Return the ask with its choices and the sheet that is in."""
        phase = selectors.current_phase(self.access.campaign)
        ask = selectors.own_ask(self.access, phase)
        receipt = ask.submission.receipt if ask and ask.submission else ""
        kingdom = self.access.kingdom
        clock = (phase.pk, phase.revision, phase.closing) if phase else ()
        tag = page_tag("ask", self.access.campaign.pk, kingdom and kingdom.pk, *clock, receipt)

        def make() -> Json:
            shown = outputs.Phase(phase).data if phase else None
            return {"phase": shown, "ask": ask_shape(self.access, phase, ask)}

        return answer_if_changed(request, tag, make)


class Sheet(CampaignEndpoint):
    """The kingdom's sheet for one phase."""

    rehearsed = ("PUT",)

    @doc.SHEET
    def get(self, request: Request, campaign_id: int, ordinal: int) -> HttpResponseBase:
        """Return the sheet that is in, or 304 when the client has it."""
        phase = selectors.phase_at(self.access.campaign, ordinal)
        ask = selectors.own_ask(self.access, phase)
        if ask is None or ask.submission is None:
            raise NotThere("no_sheet", _("No sheet is handed in for that phase."))
        row = ask.submission
        receipt = Receipt(row.receipt, ordinal, row.at, row.sheet, is_new=False)
        return answer_if_changed(
            request, sheet_tag(row.receipt), lambda: outputs.Sheet(receipt).data
        )

    @doc.SHEET_PUT
    @once
    def put(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Hand in a sheet, or replace the one that the client saw."""
        seen, dry = version_seen(request), self.flag("dry_run")
        try:
            receipt = sheet_submit(
                person=request.user,
                campaign_id=campaign_id,
                phase=ordinal,
                sheet=_sheet(request),
                based_on=seen or "",
                dry_run=dry,
                arrived=arrived_at(request._request),
            )
        except Stale:
            if seen is not None or "If-None-Match" in request.headers:
                raise
            raise _which_version() from None
        return _handed_in(receipt, is_first=receipt.is_new and not seen and not dry)


def _sheet(request: Request) -> Json:
    """Return the sheet sent; nothing at all is a mistake, not an empty sheet."""
    if not raw_body(request):
        raise ParseError(_("The body is the sheet; an empty sheet is {}."), "no_body")
    return request.data


def _which_version() -> PreconditionRequired:
    return PreconditionRequired(
        "precondition_required",
        _("A sheet is in already; say with If-Match which one you replace."),
    )


def _handed_in(receipt: Receipt, *, is_first: bool) -> Response:
    answer = Response(outputs.Sheet(receipt).data, status=201 if is_first else 200)
    if receipt.receipt:
        answer.headers["ETag"] = sheet_tag(receipt.receipt)
    return answer


class Forecast(CampaignEndpoint):
    """What would become of a sheet."""

    @doc.FORECAST_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Return what the resolver makes of it if the others do nothing special."""
        forecast = sheet_forecast(
            person=request.user, campaign_id=campaign_id, phase=ordinal, sheet=_sheet(request)
        )
        return Response(forecast_shape(forecast))


class Receipts(CampaignEndpoint):
    """The kingdom's chain of submissions."""

    @doc.RECEIPTS
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them, newest first."""
        rows = selectors.own_submissions(self.access)
        return paged(self, rows, outputs.Receipt, ("-sequence",))
