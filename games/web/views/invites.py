"""The pages behind links: take a free seat, take somebody's seat over."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.hosting.pages import page
from games.models import Match, Seat
from games.services.openings import match_find, match_join
from games.services.seats import seat_offered, seat_take
from games.services.selectors import game_name, seat_names, seat_of
from games.web.addresses import how_to_address
from games.web.boards import board_of
from games.web.option_words import option_words
from games.web.words import clock_words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Show an open match to who has its link; let people who are logged in join it."""
    match = match_find(token=token)
    if seat_of(match, request.user.pk) is not None:
        return redirect("match", pk=match.pk)
    if request.method == "POST" and request.user.is_authenticated:
        match_join(person=request.user, token=token)
        return redirect("match", pk=match.pk)
    return link_page(request, match, seat=None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose seat can be taken over; let people who are logged in take it."""
    seat = seat_offered(token=token)
    if request.method == "POST" and request.user.is_authenticated:
        match = seat_take(person=request.user, token=token)
        return redirect("match", pk=match.pk)
    return link_page(request, seat.match, seat)


def link_page(request: HttpRequest, match: Match, seat: Seat | None) -> HttpResponse:
    """Say what is to be joined, and on which terms."""
    rows = list(match.seats.select_related("user"))
    names = seat_names(rows)
    context = {
        "match": match,
        "seat": seat,
        "taken_from": names[seat.number] if seat else "",
        "game": game_name(match.game),
        "summary": board_of(match.game).summary,
        "clock": clock_words(match.clock),
        "terms": option_words(match),
        "free": sum(row.kind == Seat.Kind.FREE for row in rows),
        "how_to": how_to_address(match.game),
        "others": [name for row, name in zip(rows, names, strict=True) if is_taken(row, seat)],
        "is_seated": any(row.user_id == request.user.pk for row in rows if row.user_id),
    }
    return render(request, "matches/invite.html", context)


def is_taken(row: Seat, wanted: Seat | None) -> bool:
    """Tell whether somebody sits there with whom one would play."""
    return row.kind != Seat.Kind.FREE and (wanted is None or row.pk != wanted.pk)
