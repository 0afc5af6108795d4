"""The campaign's own page, and the fragment of it that looks for news by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from campaign.models import Ask, Campaign, Phase
from campaign.rules.state import COURT, REPORT
from campaign.services.contest_links import matches_played
from campaign.services.contest_views import SeenContest, contests_of
from campaign.services.desk import KingdomName, kingdom_names, last_log_entry
from campaign.services.policy import Access, access_campaign
from campaign.services.positions import seats_asked
from campaign.services.presence import is_answer
from campaign.services.selectors import current_phase, own_ask
from campaign.services.waiting import waiting_count
from campaign.web.board_page import Own, annals, board_key, board_pieces, own_board
from campaign.web.contest_cards import ContestCard, cards_of, marks_of
from campaign.web.pages import use_zone_of
from campaign.web.report_links import last_report
from campaign.web.words import phase_title
from games.hosting.pages import conditional, page, tagged


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a campaign stands for one reader; everything of it is theirs to know."""

    access: Access
    phase: Phase | None
    ask: Ask | None
    seats: tuple[int, ...]
    contests: tuple[SeenContest, ...] = ()
    played: frozenset[int] = frozenset()

    @property
    def own(self) -> Own:
        """What the reader has handed in, for their own eyes."""
        submission = self.ask.submission if self.ask else None
        return Own(self.access.seat, submission.sheet if submission else None)

    @property
    def is_own_in(self) -> bool:
        """Whether the reader's own sheet is in; one that a former regent left is not theirs."""
        regent = self.access.kingdom.regent if self.access.kingdom else ""
        return is_answer(self.ask.submission if self.ask else None, regent)

    def cards(self, names: Sequence[KingdomName]) -> list[ContestCard]:
        """Return the battles and courts of the phase as the reader may know them."""
        return cards_of(self.contests, names, self.access.seat, self.played)

    @property
    def tag_parts(self) -> tuple[object, ...]:
        """What the reader's page depends on: never what others have handed in."""
        phase, campaign = self.phase, self.access.campaign
        receipt = self.ask.submission.receipt if self.ask and self.ask.submission else ""
        clock = (phase.pk, phase.status, phase.revision, phase.due_at) if phase else ()
        roles = sorted(role.value for role in self.access.roles)
        regent = self.access.kingdom.regent if self.access.kingdom else ""
        seat = self.access.seat
        contests = marks_of(self.contests, self.played)
        return (campaign.status, campaign.revision, clock, receipt, roles, seat, regent, contests)


def situation_of(access: Access) -> Situation:
    """Look where the campaign stands."""
    phase = current_phase(access.campaign)
    turn = phase is not None and phase.is_turn
    seats = tuple(seats_asked(phase)) if turn and phase else ()
    contests = contests_of(access, phase) if phase and phase.kind in WITH_CONTESTS else ()
    played = matches_played(contests, access.person)
    return Situation(access, phase, own_ask(access, phase), seats, tuple(contests), played)


WITH_CONTESTS = (REPORT, COURT)
"""The kinds of phases that wait for battles or courts."""


@require_safe
@page
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the campaign: what to do, whose turn, the map, the standings, the reports."""
    access = access_campaign(request.user, pk)
    campaign = access.campaign
    use_zone_of(request, campaign)
    now = situation_of(access)
    names, last_entry = kingdom_names(campaign), last_log_entry(campaign)
    waiting = waiting_count(request.user) if request.user.is_authenticated else 0
    tag, unchanged = conditional(
        request, *now.tag_parts, board_key(campaign, names), last_entry, waiting
    )
    if unchanged is not None:
        return unchanged
    board, hexes, standing = board_pieces(campaign, now.phase, names)
    context = situation_context(now, names) | {
        "board": own_board(board, campaign, now.phase, now.own),
        "hexes": own_board(hexes, campaign, now.phase, now.own),
        "standings": standing,
        "annals": annals(campaign, now.phase, names, last_entry),
        "waiting_count": waiting,
    }
    return tagged(render(request, "pages/campaign.html", context), tag)


@require_safe
@page
def status(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the top of the page again; a reader whose board is old is told to load it anew."""
    access = access_campaign(request.user, pk)
    use_zone_of(request, access.campaign)
    now = situation_of(access)
    if request.GET.get("board", "") != board_mark(now):
        response = HttpResponse(status=204, headers={"HX-Refresh": "true"})
        patch_cache_control(response, no_store=True)
        return response
    tag, unchanged = conditional(request, "status", *now.tag_parts)
    if unchanged is not None:
        return unchanged
    context = situation_context(now, kingdom_names(access.campaign))
    return tagged(render(request, "parts/status.html", context), tag)


@require_safe
@page
def map_panel(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the map near enough to read its numbers, and its table, for the hand-in page."""
    access = access_campaign(request.user, pk)
    campaign = access.campaign
    now, names = situation_of(access), kingdom_names(campaign)
    own = Own(access.seat, {"orders": orders_asked(request)}) if "go" in request.GET else now.own
    tag, unchanged = conditional(request, "map", *now.tag_parts, own, board_key(campaign, names))
    if unchanged is not None:
        return unchanged
    board, hexes = board_pieces(campaign, now.phase, names)[:2]
    context = {
        "access": access,
        "campaign": campaign,
        "board": own_board(board, campaign, now.phase, own),
        "hexes": own_board(hexes, campaign, now.phase, own),
        "near": True,
    }
    panel = render(request, "map/panel.html", context)
    return tagged(panel, tag)


GO = re.compile(r"(army|ship)-(\d{1,3})-(\d{1,5})")
"""An order that is still being written, as the address of the map names it: ``army-2-16``."""


def orders_asked(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the moves that a map's address names; they show nothing but the reader's own."""
    found = [GO.fullmatch(text) for text in request.GET.getlist("go")[:24]]
    return [
        {match[1]: int(match[2]), "order": "move", "to": int(match[3])} for match in found if match
    ]


def board_mark(now: Situation) -> str:
    """Return what tells an old board from the current one."""
    phase = now.phase
    return f"{now.access.campaign.revision}.{phase.ordinal if phase else 'none'}"


def situation_context(now: Situation, names: list[KingdomName]) -> dict[str, Any]:
    """Return what the top of the page shows."""
    phase = now.phase
    cards = now.cards(names)
    return {
        "contests": cards,
        "to_play": next((card for card in cards if card.is_my_turn), None),
        "to_answer": next((card for card in cards if card.awaits_me), None),
        "access": now.access,
        "campaign": now.access.campaign,
        "phase": phase,
        "phase_title": phase_title(phase.kind, phase.month) if phase else "",
        "ask": now.ask,
        "is_own_in": now.is_own_in,
        "last_report": last_report(phase),
        "board_mark": board_mark(now),
        "on_turn": [kingdom for kingdom in names if kingdom.seat in now.seats],
        "is_forming": now.access.campaign.status == Campaign.Status.FORMING,
        "is_over": now.access.campaign.status == Campaign.Status.OVER,
        "is_parked": phase is not None and phase.status == Phase.Status.PARKED,
    }
