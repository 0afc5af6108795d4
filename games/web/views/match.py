"""The page of a match, its board alone, and what it asks every few seconds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.hosting.pages import conditional, page, tagged
from games.web.match_page import board_context, look_at, match_context
from games.web.plan_page import plan_context

LOG = "log"
"""The one name in a match's address that chooses nothing on the board."""
MOST_CHOSEN, LONGEST = 40, 200


def chosen(request: HttpRequest) -> dict[str, str]:
    """Return what has been chosen on the board so far, as the address says it."""
    pairs = [(key[:40], str(value)[:LONGEST]) for key, value in request.GET.items()]
    return {key: value for key, value in pairs[:MOST_CHOSEN] if key not in (LOG, "seen")}


@require_safe
@page
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match as far as the reader may know it."""
    look = look_at(request.user, pk, whole_log=LOG in request.GET)
    query = chosen(request)
    tag, unchanged = conditional(request, "match", look.mark, query, LOG in request.GET)
    if unchanged is not None:
        return unchanged
    context = match_context(request, look, query) | plan_context(look)
    return tagged(render(request, "matches/match.html", context), tag)


@require_safe
@page
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board alone, with what has been chosen on it."""
    look, query = look_at(request.user, pk), chosen(request)
    tag, unchanged = conditional(request, "board", look.mark, query)
    if unchanged is not None:
        return unchanged
    return tagged(render(request, "matches/board.html", board_context(look, query)), tag)


@require_safe
@page
def status(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the match again if it has changed since the reader's ``seen``; else nothing."""
    look = look_at(request.user, pk)
    if request.GET.get("seen") == look.mark:
        response = HttpResponse(status=204)
        patch_cache_control(response, no_store=True)
        return response
    tag, unchanged = conditional(request, "status", look.mark)
    if unchanged is not None:
        return unchanged
    context = match_context(request, look, {}) | plan_context(look)
    return tagged(render(request, "matches/part.html", context), tag)
