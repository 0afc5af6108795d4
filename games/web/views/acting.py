"""Everything that changes a match: one form each, back to its page afterwards.

What is refused comes back as the match's page with the sentence at the board and all that
was typed or chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.contract import Refusal
from games.hosting.errors import ServiceError, texts_of
from games.hosting.pages import signed_in, whole, within_limit
from games.services import offers, seats
from games.services.answers import answer_give
from games.services.openings import match_call_off, match_join, match_leave
from games.services.plans import plan_write
from games.services.policy import Action, access_match
from games.services.rematches import rematch_ask
from games.web.match_page import look_at, match_context, own_plan
from games.web.plan_page import plan_context, with_line, without_line
from games.web.views.match import chosen

ANSWERS_A_MINUTE = 120
DEEDS_A_MINUTE = 30
LONGEST = 4000
"""Of what is kept of a text that was refused."""

OFFERS: dict[str, Callable[..., object]] = {
    "draw_offer": offers.draw_offer,
    "draw_accept": offers.draw_accept,
    "draw_decline": offers.draw_decline,
    "undo_ask": offers.undo_ask,
    "undo_accept": offers.undo_accept,
    "undo_decline": offers.undo_decline,
}

HAND_OVER: dict[str, Callable[..., object]] = {
    "bot": seats.seat_to_bot,
    "link": seats.seat_link,
    "drop": seats.seat_link_drop,
}


@require_POST
@signed_in
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer what one's seat is asked."""
    typed = text_of(request, "answer")
    try:
        within_limit(request, "answer", ANSWERS_A_MINUTE)
        answer_give(person=request.user, match_id=pk, revision=revision_of(request), answer=typed)
    except (ServiceError, Refusal) as error:
        return refused(request, pk, error, typed=typed)
    return redirect("match", pk=pk)


@require_POST
@signed_in
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a line to one's plan, or drop one."""
    access = access_match(request.user, pk, Action.ANSWER)
    typed = {name: text_of(request, name) for name in ("if", "listed", "then")}
    kept = own_plan(access)
    try:
        within_limit(request, "plan", DEEDS_A_MINUTE)
        if request.POST.get("do") == "drop":
            lines = without_line(kept, whole(request.POST.get("line")))
        else:
            lines = with_line(kept, typed)
        plan_write(person=request.user, match_id=pk, revision=revision_of(request), lines=lines)
    except (ServiceError, Refusal) as error:
        return refused(request, pk, error, plan_typed=typed)
    return redirect("match", pk=pk)


@require_POST
@signed_in
def offer(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer a draw, ask to take an answer back, accept or decline either."""
    do = OFFERS.get(request.POST.get("do", ""), _unknown)
    return acted(request, pk, do, revision=revision_of(request))


@require_POST
@signed_in
def resign(request: HttpRequest, pk: int) -> HttpResponse:
    """Resign; the form says so twice."""
    return acted(request, pk, offers.resign)


@require_POST
@signed_in
def hand_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a seat to a bot, or make or drop the link by which a person takes it over."""
    do, seat = request.POST.get("do", ""), whole(request.POST.get("seat"))
    more = {"bot": request.POST.get("bot", "")} if do == "bot" else {}
    known = _unknown if seat is None else HAND_OVER.get(do, _unknown)
    return acted(request, pk, known, seat=seat, **more)


@require_POST
@signed_in
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a free seat of a match in the lobby."""
    match_join(person=request.user, match_id=pk)
    return redirect("match", pk=pk)


@require_POST
@signed_in
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a match that has not begun."""
    match_leave(person=request.user, match_id=pk)
    messages.success(request, _("You left the match; your seat is free again."))
    return redirect("match-list")


@require_POST
@signed_in
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Call off a match that has not begun."""
    match_call_off(person=request.user, match_id=pk)
    messages.success(request, _("The match is called off."))
    return redirect("match-list")


@require_POST
@signed_in
def rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the same match with the seats swapped, or join whoever has asked already."""
    within_limit(request, "open", DEEDS_A_MINUTE)
    again = rematch_ask(person=request.user, match_id=pk)
    return redirect("match", pk=again.pk)


# Shared


def text_of(request: HttpRequest, name: str) -> str:
    """Return what a field holds."""
    return request.POST.get(name, "")[:LONGEST]


def revision_of(request: HttpRequest) -> int:
    """Return the revision that the form was made for; an unreadable one fits none."""
    revision = whole(request.POST.get("revision"))
    return -1 if revision is None else revision


def _unknown(**_form: object) -> None:
    raise ServiceError("unknown_action", _("We do not know what that button does."))


def acted(request: HttpRequest, pk: int, do: Callable[..., object], **more: object) -> HttpResponse:
    """Do something, and go back to the match, or say there why it was refused."""
    try:
        within_limit(request, "deeds", DEEDS_A_MINUTE)
        access_match(request.user, pk, Action.HAND_OVER)
        do(person=request.user, match_id=pk, **more)
    except (ServiceError, Refusal) as error:
        return refused(request, pk, error)
    return redirect("match", pk=pk)


def refused(
    request: HttpRequest,
    pk: int,
    error: ServiceError | Refusal,
    *,
    typed: str = "",
    plan_typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Show the match with what was refused and why; ``NotThere`` to who may not look."""
    look = look_at(request.user, pk)
    context = match_context(request, look, chosen(request), texts_of(error), typed)
    context |= plan_context(look, plan_typed)
    status = 422 if isinstance(error, Refusal) or error.status == 400 else error.status
    response = render(request, "matches/match.html", context, status=status)
    if status == 429:
        response["Retry-After"] = "60"
    return response
