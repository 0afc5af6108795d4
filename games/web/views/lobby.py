"""The lobby, and the page that opens a match."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.contract import Refusal
from games.hosting.errors import ServiceError, texts_of
from games.hosting.pages import page, signed_in, within_limit
from games.hosting.people import is_known
from games.models import Match
from games.services.openings import match_open
from games.services.rulebook import BOTS, OFFERED
from games.services.selectors import (
    BOT_NAMES,
    Line,
    game_name,
    lines_for,
    lobby_open,
    lobby_over,
    lobby_running,
)
from games.web.addresses import how_to_address
from games.web.boards import board_of
from games.web.open_form import OpenForm
from games.web.open_options import FURTHER
from games.web.words import BOT_STRENGTHS

SHOWN = 60
"""How many matches under way, and how many open ones, the lobby shows at most."""
OVER_SHOWN = 10
OPENED_A_MINUTE = 12


@require_safe
@page
def lobby(request: HttpRequest) -> HttpResponse:
    """Show what waits for the reader, free seats, matches under way and finished ones."""
    user = request.user
    running = lines_for(lobby_running(user)[:SHOWN], user)
    free = lines_for(lobby_open(user)[:SHOWN], user)
    over = Paginator(lobby_over(user), OVER_SHOWN).get_page(request.GET.get("page"))
    context = {
        "games": game_cards(),
        "waiting": sorted((line for line in running if line.is_asked), key=_urgency),
        "mine": [line for line in running if line.seat is not None and not line.is_asked],
        "others": [line for line in running if line.seat is None],
        "invitations": [line for line in free if is_mine(line, request)],
        "seats": [line for line in free if not is_mine(line, request)],
        "over": lines_for(over.object_list, user),
        "page_obj": over,
    }
    return render(request, "matches/lobby.html", context)


def _urgency(line: Line) -> tuple[bool, object, int]:
    return line.due is None, line.due, line.match.pk


def is_mine(line: Line, request: HttpRequest) -> bool:
    """Tell whether an open match is one that the reader waits at, or opened for others."""
    by_me = is_known(request.user) and line.match.opened_by_id == request.user.pk
    return line.seat is not None or by_me


def game_cards() -> list[dict[str, object]]:
    """Return the games on offer, each with its sentence."""
    return [
        {
            "key": game,
            "name": game_name(game),
            "summary": board_of(game).summary,
            "how_to": how_to_address(game),
        }
        for game in OFFERED
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def match_create(request: HttpRequest) -> HttpResponse:
    """Open a match; what the form does not say is as usual."""
    if request.method != "POST":
        return _open_page(request, OpenForm(request.GET if request.GET else None))
    within_limit(request, "open", OPENED_A_MINUTE)
    form = OpenForm(request.POST)
    match = _opened(request, form) if form.is_valid() else None
    if match is None:
        return _open_page(request, form, status=422)
    return redirect("match", pk=match.pk)


def _opened(request: HttpRequest, form: OpenForm) -> Match | None:
    """Open the match, or add to the form why not."""
    try:
        return match_open(person=request.user, new=form.new_match())
    except (ServiceError, Refusal) as error:
        for text in texts_of(error):
            form.add_error(None, text)
        return None


def _open_page(request: HttpRequest, form: OpenForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "zone": timezone.get_current_timezone_name(),
        "games": game_cards(),
        "further": [form[name] for name in FURTHER],
        "bots": [(bot, BOT_NAMES[bot], BOT_STRENGTHS[bot]) for bot in BOTS],
    }
    return render(request, "matches/new.html", context, status=status)
