"""Which matches there are, opening and joining one, and who sits where."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import documents_tables as doc
from games.api import shapes
from games.api.endpoint import MatchEndpoint
from games.api.serializers import inputs
from games.hosting.api.endpoint import Endpoint, Paged, once, signed_in
from games.hosting.errors import ServiceError
from games.hosting.people import is_known
from games.models import Match
from games.services import openings, rematches, seats, selectors

LISTS = {
    "open": selectors.lobby_open,
    "running": selectors.lobby_running,
    "over": selectors.lobby_over,
}
"""What ``?list=`` may name; without it, one's own matches."""


class Matches(Endpoint):
    """Lists of matches."""

    @doc.MATCHES
    def get(self, request: Request) -> Response:
        """List one's own matches or, with ``?list=``, a part of the lobby."""
        pages = Paged()
        rows = _rows(request)
        pages.ordering = ("-created_at", "-pk")
        page: Any = pages.paginate_queryset(rows, request, view=self)
        lines = selectors.lines_for(page, request.user)
        return pages.get_paginated_response([shapes.line_shape(line) for line in lines])

    @doc.MATCHES_POST
    @once
    def post(self, request: Request) -> Response:
        """Open a match."""
        given = self.read(inputs.MatchForm)
        match = openings.match_open(person=request.user, new=openings.NewMatch(**given))
        return _opened(match)


def _rows(request: Request) -> Any:
    wanted = request.query_params.get("list", "")
    if wanted in LISTS:
        return LISTS[wanted](request.user)
    if wanted:
        raise ServiceError("bad_parameter", _("list is open, running or over."))
    return selectors.matches_of(request.user) if is_known(request.user) else Match.objects.none()


def _opened(match: Match) -> Response:
    where = reverse("api:match", args=[match.pk])
    return Response(shapes.opened_shape(match), status=201, headers={"Location": where})


class MyMatches(Endpoint):
    """The matches that wait for the reader."""

    @doc.MY_MATCHES
    def get(self, request: Request) -> Response:
        """List them, soonest due first."""
        user = signed_in(request)
        lines = selectors.lines_for(selectors.matches_waiting_for(user), user)
        return Response([shapes.line_shape(line) for line in lines])


class Join(MatchEndpoint):
    """The free seats of a listed match."""

    @doc.JOIN_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Take one."""
        given = self.read(inputs.SeatForm)
        return _opened(openings.match_join(person=request.user, match_id=match_id, **given))


class Invitation(Endpoint):
    """What is behind an invitation."""

    @doc.INVITATION
    def get(self, request: Request, token: str) -> Response:
        """Say which match waits there."""
        return Response(shapes.invitation_shape(openings.match_find(token=token)))

    @doc.INVITATION_POST
    @once
    def post(self, request: Request, token: str) -> Response:
        """Take a free seat."""
        given = self.read(inputs.SeatForm)
        return _opened(openings.match_join(person=request.user, token=token, **given))


class Leave(MatchEndpoint):
    """Going before a match begins."""

    @doc.LEAVE_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Leave; the seat is free again."""
        openings.match_leave(person=request.user, match_id=match_id)
        return Response(status=204)


class CallOff(MatchEndpoint):
    """Ending a match before it begins."""

    @doc.CALL_OFF_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Call it off."""
        openings.match_call_off(person=request.user, match_id=match_id)
        return Response(status=204)


class Rematch(MatchEndpoint):
    """Playing once more."""

    @doc.REMATCH_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Open the rematch, or join the one that waits."""
        return _opened(rematches.rematch_ask(person=request.user, match_id=match_id))


class SeatBot(MatchEndpoint):
    """A bot on a seat."""

    @doc.SEAT_BOT_POST
    @once
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Give one's own seat, or an absent person's, to a bot."""
        given = self.read(inputs.BotForm)
        seats.seat_to_bot(person=request.user, match_id=match_id, seat=number, **given)
        return Response(status=204)


class SeatLink(MatchEndpoint):
    """The link by which somebody takes one's own seat over."""

    @doc.SEAT_LINK_POST
    @once
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Make it, or show the one there is."""
        token = seats.seat_link(person=request.user, match_id=match_id, seat=number)
        return Response({"token": token}, status=201)

    @doc.SEAT_LINK_DELETE
    def delete(self, request: Request, match_id: int, number: int) -> Response:
        """Take it back."""
        seats.seat_link_drop(person=request.user, match_id=match_id, seat=number)
        return Response(status=204)


class OfferedSeat(Endpoint):
    """What is behind such a link."""

    @doc.SEAT
    def get(self, request: Request, token: str) -> Response:
        """Say which seat of which match is offered."""
        seat = seats.seat_offered(token=token)
        body = {"id": seat.match_id, "game": seat.match.game, "seat": seat.number}
        return Response(body)

    @doc.SEAT_POST
    @once
    def post(self, request: Request, token: str) -> Response:
        """Take the seat over."""
        return _opened(seats.seat_take(person=request.user, token=token))
