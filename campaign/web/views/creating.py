"""Create a campaign."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.rules.maps import CATALOGUE, maps_for
from campaign.services.campaigns import campaign_create
from campaign.web.create_form import CreateForm
from campaign.web.map_choice import OWN, SEED, fresh_seed, kingdoms_of_draft, picture_of
from campaign.web.map_preview import map_preview
from games.engine.contract import Refusal
from games.hosting.errors import ServiceError, problem_text
from games.hosting.idempotency import Answer, answer_once, fingerprint
from games.hosting.pages import signed_in, user_of, whole, within_limit

SEATS = 4
"""How many kingdoms the form proposes."""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def campaign_create_page(request: HttpRequest) -> HttpResponse:
    """Show the form; with valid data create the campaign, once however often it is sent."""
    looks = "look" in request.POST or "another" in request.POST
    if looks:
        within_limit(request, "map-picture", 60)
    posted = None if looks else request.POST or None
    seen = _typed(request) if looks else _start(request)
    form = CreateForm(posted, initial=seen, owner=user_of(request))
    if request.method == "POST" and not looks:
        within_limit(request, "create", 10)
        answer = _create(request, form) if form.is_valid() else None
        if answer is not None:
            return redirect(answer)
    context = {
        "form": form,
        "key": request.POST.get("key") or uuid.uuid4().hex,
        "maps": [(entry, map_preview(entry.key)) for entry in CATALOGUE],
        "seats": whole(form["seats"].value()) or 0,
        "shown": picture_of(posted or seen, user_of(request)),
    }
    return render(request, "pages/create.html", context, status=422 if form.errors else 200)


def _start(request: HttpRequest) -> dict[str, Any]:
    """Return what an empty form proposes; a map of one's own as many kingdoms as it has starts."""
    start: dict[str, Any] = {
        "time_zone": timezone.get_current_timezone_name(),
        "map": maps_for(SEATS)[0].key,
        "seats": SEATS,
        "seed": fresh_seed(),
    }
    draft = request.GET.get("draft")
    if draft is not None:
        seats = kingdoms_of_draft(user_of(request), draft) or SEATS
        start |= {"map": OWN, OWN: draft, "seats": seats}
    return start


def _typed(request: HttpRequest) -> dict[str, Any]:
    """Return what was typed, if somebody only wants to see the map, or another one."""
    typed: dict[str, Any] = dict.fromkeys(CreateForm.base_fields, "")
    typed |= request.POST.dict()
    if "another" in request.POST:
        typed |= {"map": SEED, "seed": fresh_seed()}
    return typed


def _create(request: HttpRequest, form: CreateForm) -> str | None:
    """Create the campaign and return where to go, or add to the form what was refused."""
    user = user_of(request)

    def run() -> Answer:
        campaign = campaign_create(person=user, new=form.new_campaign())
        return Answer(303, {"url": reverse("campaign-run", args=[campaign.pk])})

    posted = sorted(
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    )
    key = "create:" + request.POST.get("key", "")[:64]
    try:
        answer = answer_once(user=user, key=key, fingerprint=fingerprint(repr(posted)), run=run)
    except Refusal as refusal:
        for problem in refusal.problems:
            form.add_error(None, problem_text(problem))
        return None
    except ServiceError as error:
        form.add_error(None, error.message)
        return None
    return str(answer.body["url"])
