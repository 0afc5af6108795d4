"""The first page, "what waits for me", and the list of campaigns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.models import Ask, User
from campaign.services.desk import lines_for, lines_of
from campaign.services.presence import is_in
from campaign.services.selectors import (
    asks_waiting_for,
    campaigns_visible_to,
    public_campaigns,
    regencies_of,
)
from campaign.web.duties import quiet_duty, urgent_duty
from games.hosting.pages import page, user_of
from games.services.selectors import Line, matches_waiting_for
from games.services.selectors import lines_for as match_lines

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for the reader: what a campaign asks, or a match."""

    due: datetime | None
    ask: Ask | None = None
    match: Line | None = None


def soonest_first(asks: Iterable[Ask], matches: Iterable[Line]) -> list[Waiting]:
    """Return all that waits in one list: what is due first, then what nobody hurries."""
    found = [Waiting(ask.phase.due_at, ask=ask) for ask in asks]
    found += [Waiting(line.due, match=line) for line in matches]
    return sorted(found, key=lambda one: (one.due is None, one.due))


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits for the reader, soonest first; a welcome to everybody else."""
    if not isinstance(request.user, User):
        campaigns = lines_for(list(public_campaigns()[:SHOWN]))
        return render(request, "pages/welcome.html", {"lines": campaigns})
    user = user_of(request)
    asks = asks_waiting_for(user)
    lines = lines_of(user)
    masters = [line for line in lines if line.is_game_master]
    matches = match_lines(matches_waiting_for(user), user)
    waiting = soonest_first((ask for ask in asks if not is_in(ask)), matches)
    urgent = urgent_duty(masters, timezone.now())
    context = {
        "urgent": urgent,
        "duty": None if urgent or waiting else quiet_duty(masters),
        "waiting": waiting,
        "handed_in": [ask for ask in asks if is_in(ask)],
        "regencies": regencies_of(user),
        "lines": lines,
    }
    return render(request, "pages/home.html", context)


@require_safe
@page
def campaign_list(request: HttpRequest) -> HttpResponse:
    """List the campaigns the reader may look at: their own and the public ones."""
    user = request.user if isinstance(request.user, User) else None
    page_obj = Paginator(campaigns_visible_to(user), 20).get_page(request.GET.get("page"))
    own = {line.campaign.pk: line for line in lines_of(user)} if user else {}
    lines = [own.get(line.campaign.pk, line) for line in lines_for(list(page_obj.object_list))]
    context = {"page_obj": page_obj, "lines": lines}
    return render(request, "pages/campaigns.html", context)
