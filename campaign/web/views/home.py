"""The first page, "what waits for me", and the list of campaigns."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.models import User
from campaign.services.desk import lines_for, lines_of
from campaign.services.selectors import campaigns_visible_to, public_campaigns, regencies_of
from campaign.services.waiting import waiting_for
from campaign.web.duties import quiet_duty, urgent_duty
from campaign.web.reach import sends_mails
from campaign.web.waiting_rows import waiting_rows
from games.hosting.pages import page, user_of

SHOWN = 10


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits for the reader, soonest first; a welcome to everybody else."""
    if not isinstance(request.user, User):
        campaigns = lines_for(list(public_campaigns()[:SHOWN]))
        return render(request, "pages/welcome.html", {"lines": campaigns})
    user = user_of(request)
    found = waiting_for(user)
    waiting = [one for one in found if not one.is_in]
    lines = lines_of(user)
    masters = [line for line in lines if line.is_game_master]
    urgent = urgent_duty(masters, timezone.now())
    context = {
        "urgent": urgent,
        "duty": None if urgent or waiting else quiet_duty(masters),
        "waiting": waiting_rows(waiting),
        "waiting_count": len(waiting),
        "handed_in": waiting_rows(one for one in found if one.is_in),
        "regencies": regencies_of(user),
        "lines": lines,
        "sends_mails": sends_mails(),
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
