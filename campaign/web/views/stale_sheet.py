"""A sheet for a phase that is over: say so, keep what was typed, offer the way on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Phase, Submission
from campaign.rules.answers import as_json, read_answer
from campaign.services.policy import Access
from campaign.services.rulebook import game_of
from campaign.services.selectors import kingdoms_of, own_ask, own_submissions, phase_at
from campaign.web.ask_forms import FORMS
from campaign.web.list_ticks import with_lists
from campaign.web.sheet_words import sheet_lines
from campaign.web.turn_page import parse_answer, turn_posted
from campaign.web.words import phase_title
from games.engine.contract import Json, Refusal
from games.hosting.errors import ServiceError
from games.hosting.pages import whole


def phase_over_page(request: HttpRequest, access: Access, current: Phase | None) -> HttpResponse:
    """Answer a form made for another phase than the current one.

    If that very sheet was handed in (the second press of a double click that found the
    phase resolved), it is a success; otherwise 409, with the sheet in words.
    """
    old = _old_phase(request, access)
    kind = old.kind if old else (current.kind if current else "winter")
    sheet = _typed(request, kind, is_turn=bool(old and old.is_turn))
    done = _handed_in(access, old, kind, sheet)
    if done is not None and request.POST.get("do") in ("hand_in", "answer"):
        return _done_page(request, access, done)
    ask = own_ask(access, current)
    names = [kingdom.name for kingdom in kingdoms_of(access.campaign)]
    context: dict[str, Any] = {
        "access": access,
        "campaign": access.campaign,
        "old": old,
        "old_title": phase_title(kind, old.month if old else 0),
        "lines": sheet_lines(kind, sheet, names),
        "draft": json.dumps(sheet),
        "phase": current,
        "phase_title": phase_title(current.kind, current.month) if current else "",
        "ask": ask,
        "may_carry_over": bool(ask and not _is_turn(current) and ask.kind == kind),
        "handed_in": done,
    }
    template = "pages/phase_over.html"
    if request.headers.get("HX-Request"):
        template = "parts/phase_over.html"
    return render(request, template, context, status=409)


def second_press(request: HttpRequest, access: Access, phase: Phase) -> HttpResponse | None:
    """Answer a form that came when its phase was closed, if that very sheet is in already.

    A double click whose first press was the last one awaited closes the phase itself.
    """
    sheet = _typed(request, phase.kind, is_turn=phase.is_turn)
    done = _handed_in(access, phase, phase.kind, sheet)
    return None if done is None else _done_page(request, access, done)


TOO_LATE = {"phase_over", "no_phase", "deadline_passed"}
"""Refusals of a press that came when its phase was closed."""


def pressed_twice(
    request: HttpRequest, access: Access, error: ServiceError, same: Callable[[Json], Json]
) -> HttpResponse | None:
    """Answer a press that came too late, if what it says is in already; see ``second_press``.

    ``same`` gives the sheet that a press makes of the one before.
    """
    old = _old_phase(request, access) if error.code in TOO_LATE else None
    if old is None or access.kingdom is None:
        return None
    done = own_submissions(access).filter(phase=old).first()
    is_in = done is not None and same(done.sheet) == done.sheet
    return _done_page(request, access, done) if done is not None and is_in else None


def _done_page(request: HttpRequest, access: Access, done: Submission) -> HttpResponse:
    text = _("It is in. Receipt %(receipt)s…") % {"receipt": done.receipt[:12]}
    messages.success(request, text)
    return _go(request, reverse("campaign-detail", args=[access.campaign.pk]))


def _is_turn(phase: Phase | None) -> bool:
    return phase is not None and phase.is_turn


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def _old_phase(request: HttpRequest, access: Access) -> Phase | None:
    ordinal = whole(request.POST.get("phase"))
    if ordinal is None:
        return None
    try:
        return phase_at(access.campaign, ordinal)
    except ServiceError:
        return None


def _typed(request: HttpRequest, kind: str, *, is_turn: bool) -> Json:
    """Return what the form held."""
    if is_turn:
        return parse_answer(turn_posted(request.POST))
    if kind not in FORMS:
        return {}
    return with_lists(kind, FORMS[kind].sheet_of(FORMS[kind].posted(request.POST)), request.POST)


def _handed_in(access: Access, old: Phase | None, kind: str, sheet: Json) -> Submission | None:
    """Return the submission of that phase that holds the same sheet, if there is one."""
    if old is None:
        return None
    last = own_submissions(access).filter(phase=old).first()
    if last is None:
        return None
    if old.is_turn:
        return last if last.sheet == sheet else None
    try:
        limits = game_of(access.campaign).limits
        same = as_json(read_answer(kind, access.seat or 0, sheet, limits), kind)
    except (Refusal, KeyError):
        return None
    return last if last.sheet == same else None
