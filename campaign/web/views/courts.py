"""The courts of a Winter: challenge, answer, watch or play, and say that one is done.

Everybody who may look at the campaign sees who plays whom and for what; what happens at a
match they see as its outsiders do. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Ask, Phase
from campaign.rules.state import COURT
from campaign.services.contest_links import matches_played
from campaign.services.contest_views import contests_of
from campaign.services.courts import (
    court_answer,
    court_challenge,
    court_set,
    court_withdraw,
    courts_offered,
)
from campaign.services.desk import KingdomName, kingdom_names
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.selectors import current_phase, own_ask
from campaign.services.submissions import sheet_submit
from campaign.web.contest_cards import ContestCard, cards_of, mark_of
from campaign.web.court_form import (
    CourtDraft,
    CourtForm,
    court_problems,
    linked,
    read_court,
)
from campaign.web.pages import no_news, use_zone_of
from campaign.web.played import played_before
from campaign.web.views.stale_sheet import pressed_twice
from games.engine.contract import Refusal
from games.hosting.arrival import arrived_at
from games.hosting.errors import ServiceError
from games.hosting.pages import page, signed_in, whole, within_limit

CHALLENGE, SET = "challenge", "set"
Problems = list[Any]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def courts(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the courts of the running Winter, or do what one of the buttons says."""
    return act(request, pk) if request.method == "POST" else look(request, pk)


@page
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the courts to whoever may look at the campaign; to a page that asks, only news."""
    access = access_campaign(request.user, pk)
    return no_news(request, lambda: courts_mark(access)) or show(request, access)


@signed_in
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what a button says; what is refused comes back with everything that was typed."""
    access = access_campaign(request.user, pk)
    do = request.POST.get("do", "").partition(":")[0]
    try:
        if do not in ACTS:
            return show(request, access)
        within_limit(request, "hand-in", 30)
        text = ACTS[do](request, pk)
    except Refusal as refusal:
        names = [name.name for name in kingdom_names(access.campaign)]
        return show(request, access, 422, court_problems(refusal, names))
    except ServiceError as error:
        twice = pressed_twice(request, access, error, lambda _: {}) if do == "done" else None
        if twice is not None:
            return twice
        if error.status == 403 or (error.status == 404 and error.code not in GONE):
            raise
        return show(request, access, error.status, [{"code": error.code, "message": error.message}])
    messages.success(request, text)
    return redirect("courts", pk=pk)


GONE = ("no_phase", "no_court")
"""What is not there any more: said on the page, where what there is stands too."""


def ordinal_in(request: HttpRequest) -> int:
    """Return the phase that a form was made for; 0, which is none that has courts, for nothing."""
    return whole(request.POST.get("phase")) or 0


def challenge(request: HttpRequest, pk: int) -> str:
    """Challenge other kingdoms."""
    draft = read_court(request.POST)
    contest = court_challenge(person=request.user, campaign_id=pk, **named(request, draft))
    if contest.is_open:
        return _("Your challenge is accepted; the match is open.")
    if contest.status == contest.Status.DECLINED:
        return _("Your challenge is declined.")
    return _("You have challenged. It opens once all have accepted.")


def set_court(request: HttpRequest, pk: int) -> str:
    """Set a court, as the game master."""
    draft = read_court(request.POST)
    court_set(person=request.user, campaign_id=pk, **named(request, draft))
    return _("The court is open.")


def named(request: HttpRequest, draft: CourtDraft) -> dict[str, Any]:
    """Return what both ways to begin a court are told."""
    return {
        "phase": ordinal_in(request),
        "game": draft.game,
        "seats": list(draft.seats),
        "stake": draft.stake,
        "key": request.POST.get("key", "")[:64],
    }


def number_in(request: HttpRequest) -> int:
    """Return the court that a button is about."""
    return whole(request.POST.get("do", "").partition(":")[2]) or 0


def accept(request: HttpRequest, pk: int) -> str:
    """Accept a challenge."""
    contest = answered(request, pk, accepts=True)
    if contest.is_open:
        return _("You have accepted; the match is open.")
    return _("You have accepted. It opens once all have.")


def decline(request: HttpRequest, pk: int) -> str:
    """Decline a challenge."""
    answered(request, pk, accepts=False)
    return _("You have declined.")


def answered(request: HttpRequest, pk: int, *, accepts: bool) -> Any:
    """Answer a challenge; return the court."""
    return court_answer(
        person=request.user,
        campaign_id=pk,
        phase=ordinal_in(request),
        number=number_in(request),
        accept=accepts,
    )


def withdraw(request: HttpRequest, pk: int) -> str:
    """Take one's own challenge back."""
    court_withdraw(
        person=request.user,
        campaign_id=pk,
        phase=ordinal_in(request),
        number=number_in(request),
    )
    return _("Your challenge is taken back.")


def done(request: HttpRequest, pk: int) -> str:
    """Say that one is done with courts."""
    receipt = sheet_submit(
        person=request.user,
        campaign_id=pk,
        phase=ordinal_in(request),
        sheet={},
        based_on=request.POST.get("based_on"),
        arrived=arrived_at(request),
    )
    return _("You are done with courts. Receipt %(receipt)s…") % {"receipt": receipt.receipt[:12]}


ACTS: dict[str, Callable[[HttpRequest, int], str]] = {
    CHALLENGE: challenge,
    SET: set_court,
    "accept": accept,
    "decline": decline,
    "withdraw": withdraw,
    "done": done,
}


# The page


def show(
    request: HttpRequest, access: Access, status: int = 200, problems: Problems | None = None
) -> HttpResponse:
    """Render the page; the form that was sent with what was typed."""
    use_zone_of(request, access.campaign)
    phase = current_phase(access.campaign)
    phase = phase if phase is not None and phase.kind == COURT else None
    context = {
        "access": access,
        "campaign": access.campaign,
        "phase": phase,
        "key": uuid.uuid4().hex,
        "problems": problems or [],
    }
    if phase is not None:
        context |= running_context(request, access, phase, problems or [])
    return render(request, "pages/courts.html", context, status=status)


def running_context(
    request: HttpRequest, access: Access, phase: Phase, problems: Problems
) -> dict[str, Any]:
    """Return what the page shows while courts are held."""
    names = kingdom_names(access.campaign)
    contests = contests_of(access, phase)
    played = matches_played(contests, access.person)
    cards = cards_of(contests, names, access.seat, played)
    ask = own_ask(access, phase)
    forms = court_forms(request, access, phase, names, problems)
    shown = [problem for form in forms.values() for problem in form.summary]
    return {
        **sorted_cards(cards),
        **forms,
        "mark": mark_of(phase, contests, played),
        "ask": ask,
        "is_my_turn": any(card.is_my_turn for card in cards),
        "handed_in": ask.submission if ask else None,
        "based_on": based_on(ask),
        "problems": shown or problems,
        "played": played_before(access, phase) if access.seat is not None else None,
    }


def courts_mark(access: Access) -> str:
    """Return what tells an old look at the courts from the present one; empty without courts."""
    phase = current_phase(access.campaign)
    if phase is None or phase.kind != COURT:
        return ""
    contests = contests_of(access, phase)
    return mark_of(phase, contests, matches_played(contests, access.person))


def based_on(ask: Ask | None) -> str:
    """Return the receipt of what is handed in so far; empty for none."""
    return ask.submission.receipt if ask and ask.submission else ""


def sorted_cards(cards: list[ContestCard]) -> dict[str, list[ContestCard]]:
    """Sort courts by what their reader can do with them."""
    return {
        "asked": [card for card in cards if card.awaits_me],
        "open_courts": [card for card in cards if card.is_open],
        "proposed": [card for card in cards if card.is_proposed and not card.awaits_me],
        "ended": [card for card in cards if not card.is_open and not card.is_proposed],
    }


def court_forms(
    request: HttpRequest, access: Access, phase: Phase, names: list[KingdomName], problems: Problems
) -> dict[str, CourtForm]:
    """Return the forms that the reader has: to challenge, and to set a court."""
    forms = {}
    sent = request.POST.get("do", "") if problems else ""
    for name, action in ((CHALLENGE, Action.CHALLENGE), (SET, Action.SET_COURT)):
        if not access.may(action) or (name == CHALLENGE and not is_living(access)):
            continue
        can = courts_offered(access, phase, as_master=name == SET)
        if can is not None:
            is_sent = sent == name
            draft = read_court(request.POST) if is_sent else CourtDraft()
            own = list(linked(problems)) if is_sent else []
            forms[name] = CourtForm(can, draft, names, access.seat if name == CHALLENGE else None,
                                    own)  # fmt: skip
    return forms


def is_living(access: Access) -> bool:
    """Tell whether the reader's kingdom is still in the campaign."""
    return access.kingdom is not None and access.kingdom.is_alive
