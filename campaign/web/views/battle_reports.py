"""One's own waiting battles: the match of each, or its report, and where one's tokens go then.

A report of a battle on a real table is filed here, or the other side's confirmed; the sheet
besides says where tokens go after a battle.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Ask, Phase
from campaign.rules.outside import SIMPLE
from campaign.rules.state import REPORT, State
from campaign.rules.summer.report_choices import report_choices
from campaign.services.contest_links import matches_played
from campaign.services.contest_views import contests_of
from campaign.services.desk import KingdomName, kingdom_names
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.reports import Filed, with_line
from campaign.services.roster_drafts import lists_shown
from campaign.services.rulebook import game_of, state_of
from campaign.services.rulings import filed_reports, report_confirm
from campaign.services.selectors import current_phase, own_ask
from campaign.services.submissions import sheet_submit
from campaign.web.battle_form import (
    BattleForm,
    Field,
    battle_form,
    differences,
    line_words,
    read_line,
    typed_form,
)
from campaign.web.contest_cards import ContestCard, cards_of, mark_of
from campaign.web.pages import no_news, use_zone_of
from campaign.web.played import played_before
from campaign.web.sheet_words import sheet_lines
from campaign.web.steps_form import PARTS, StepsForm, read_steps, steps_draft, with_steps
from campaign.web.views.stale_sheet import pressed_twice
from games.engine.contract import Json, Refusal
from games.hosting.arrival import arrived_at
from games.hosting.errors import NotThere, ServiceError, problem_dicts
from games.hosting.pages import signed_in, whole, within_limit
from games.hosting.tags import page_tag

STEPS = "steps"
"""What a button says that hands in where tokens go; ``more:`` adds a row to its form."""


class NoOutcome(ServiceError):
    """A report was to be filed without saying how the battle ended."""

    status = 422


@dataclass(frozen=True, slots=True)
class Said:
    """What one side filed, in words; ``receipt`` is that of the sheet it stands in."""

    seat: int
    name: str
    words: tuple[str, ...]
    receipt: str


@dataclass(frozen=True, slots=True)
class ReportCard:
    """One waiting battle for one of its sides, or for the game master (``seat`` is ``None``)."""

    field: Field
    filed: Filed
    said: tuple[Said, ...]
    ruling: tuple[str, ...]
    differences: tuple[str, ...]
    form: BattleForm
    seat: int | None
    contest: ContestCard | None = None

    @property
    def mine(self) -> Said | None:
        """What the reader's own side filed."""
        return next((said for said in self.said if said.seat == self.seat), None)

    @property
    def theirs(self) -> Said | None:
        """What the other side filed."""
        return next((said for said in self.said if said.seat != self.seat), None)

    @property
    def other_name(self) -> str:
        """The kingdom on the other side."""
        field = self.field
        return "" if self.seat is None else field.names[field.other(self.seat)]


def report_cards(
    access: Access,
    phase: Phase,
    names: list[str],
    typed: dict[int, BattleForm],
    contests: Mapping[int | None, ContestCard],
) -> list[ReportCard]:
    """Return the battles on a table that wait for the reader's own kingdom.

    ``contests`` are its battles by tile.
    """
    fields = fields_of(access, state_of(game_of(access.campaign), phase), names)
    seat = access.seat
    cards = [
        report_card(fields[entry.battle.tile], entry, seat, typed.get(entry.battle.tile))
        for entry in filed_reports(access, phase)
        if seat in entry.sides
    ]
    return [replace(card, contest=contests.get(card.field.battle.tile)) for card in cards]


def fields_of(access: Access, state: State, names: list[str]) -> dict[int, Field]:
    """Return the waiting battles by their tile, with the lists that the reader may know."""
    rosters = {(each.kingdom, each.army): each for each in lists_shown(access, state)}
    return {battle.tile: Field(battle, names, rosters) for battle in state.summer.waiting}


def report_card(
    field: Field, filed: Filed, seat: int | None, form: BattleForm | None = None
) -> ReportCard:
    """Return a battle ready to be shown."""
    own = filed.lines.get(seat) if seat is not None else None
    said = tuple(
        Said(side, field.names[side], tuple(line_words(field, line)), filed.receipts[side])
        for side, line in filed.lines.items()
    )
    return ReportCard(
        field,
        filed,
        said,
        tuple(line_words(field, filed.ruling)) if filed.ruling is not None else (),
        tuple(differences(field, filed.lines)) if filed.is_disputed else (),
        form or battle_form(field, own),
        seat,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def battle_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the reader's waiting battles, or hand in what one of the forms says."""
    access = access_campaign(request.user, pk, Action.HAND_IN)
    use_zone_of(request, access.campaign)
    if request.method != "POST":
        return no_news(request, lambda: battles_mark(access)) or show(request, access)
    tile, do = whole(request.POST.get("tile")) or 0, request.POST.get("do", "")
    try:
        within_limit(request, "hand-in", 30)
        if do.startswith("more"):
            return show(request, access, typed=tile)
        text = send_steps(request, access) if do == STEPS else send(request, access, tile)
    except Refusal as refusal:
        return show(request, access, 422, problem_dicts(refusal.problems), typed=tile)
    except ServiceError as error:
        steps = read_steps(request.POST)
        twice = do == STEPS and pressed_twice(
            request, access, error, lambda sheet: with_steps(sheet, steps)
        )
        if twice:
            return twice
        if error.status in (403, 404) and error.code not in ("no_phase", "no_battle"):
            raise
        problem = {"code": error.code, "where": "", "message": error.message}
        return show(request, access, error.status, [problem], typed=tile)
    messages.success(request, text)
    return redirect("battle-reports", pk=pk)


def send(request: HttpRequest, access: Access, tile: int) -> str:
    """File or confirm a report; return what to tell its author."""
    posted, pk = request.POST, access.campaign.pk
    ordinal = whole(posted.get("phase")) or 0
    if posted.get("do") == "confirm":
        receipt = report_confirm(
            person=request.user,
            campaign_id=pk,
            phase=ordinal,
            tile=tile,
            receipt=posted.get("receipt", ""),
        )
        return _("Confirmed: both sides say the same. Receipt %(receipt)s…") % {
            "receipt": receipt.receipt[:12]
        }
    sheet = filled_sheet(request, access, ordinal, tile)
    return _("Your report is in. Receipt %(receipt)s…") % {
        "receipt": handed_in(request, access, ordinal, sheet)
    }


def send_steps(request: HttpRequest, access: Access) -> str:
    """Hand in where one's tokens go; return what to tell the player."""
    ordinal = whole(request.POST.get("phase")) or 0
    sheet = own_sheet(access, running_phase(access, ordinal))
    if not game_of(access.campaign).mode.open:
        sheet = with_steps(sheet, read_steps(request.POST))
    return _("It is in. Receipt %(receipt)s…") % {
        "receipt": handed_in(request, access, ordinal, sheet)
    }


def handed_in(request: HttpRequest, access: Access, ordinal: int, sheet: Json) -> str:
    """Hand in a whole sheet; return the beginning of its receipt."""
    receipt = sheet_submit(
        person=request.user,
        campaign_id=access.campaign.pk,
        phase=ordinal,
        sheet=sheet,
        based_on=request.POST.get("based_on"),
        arrived=arrived_at(request),
    )
    return receipt.receipt[:12]


def running_phase(access: Access, ordinal: int) -> Phase:
    """Return the phase of reports that a form was made for, if it is still running."""
    phase = current_phase(access.campaign)
    if phase is None or phase.kind != REPORT or phase.ordinal != ordinal:
        raise NotThere("no_phase", gettext_lazy("That phase is over. Nothing was changed."))
    return phase


def own_sheet(access: Access, phase: Phase) -> Json:
    """Return what is handed in so far."""
    return sheet_in(own_ask(access, phase))


def sheet_in(ask: Ask | None) -> Json:
    """Return the sheet that counts for an ask; empty for none."""
    return ask.submission.sheet if ask and ask.submission else {}


def filled_sheet(request: HttpRequest, access: Access, ordinal: int, tile: int) -> Any:
    """Return one's own sheet of reports with what the form says of a battle."""
    phase = running_phase(access, ordinal)
    state = state_of(game_of(access.campaign), phase)
    field = fields_of(access, state, [""] * access.campaign.seats).get(tile)
    if field is None:
        raise NotThere("no_battle", gettext_lazy("No battle of that hex waits for a report."))
    line = read_line(field, request.POST)
    if line is None:
        raise NoOutcome("no_outcome", gettext_lazy("Say how the battle ended first."))
    return with_line(own_sheet(access, phase), line)


def show(
    request: HttpRequest,
    access: Access,
    status: int = 200,
    problems: list[Any] | None = None,
    typed: int | None = None,
) -> HttpResponse:
    """Render the page; of the form that was sent with what was typed."""
    phase, kingdoms = current_phase(access.campaign), kingdom_names(access.campaign)
    context: dict[str, Any] = {"cards": [], "matches": [], "ask": None, "steps": None}
    if phase is not None and phase.kind == REPORT:
        context |= waiting_context(request, access, phase, kingdoms, problems or [], typed)
    context |= {
        "access": access,
        "campaign": access.campaign,
        "phase": phase if context["cards"] or context["matches"] else None,
        "played": played_before(access, phase),
        "problems": [linked(problem) for problem in problems or []],
        "typed": typed,
        "key": uuid.uuid4().hex,
        "by_dice": game_of(access.campaign).rules.unfinished == SIMPLE,
    }
    return render(request, "pages/battle_reports.html", context, status=status)


def linked(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return a problem with a link to its line, if it is about where tokens go."""
    name, _dot, line = problem.get("where", "").partition(".")
    href = {"href": f"#line-{name}-{line.partition('.')[0]}"} if name in PARTS and line else {}
    return {**problem, **href}


def waiting_context(
    request: HttpRequest,
    access: Access,
    phase: Phase,
    kingdoms: list[KingdomName],
    problems: list[Any],
    typed: int | None,
) -> dict[str, Any]:
    """Return what the page shows while battles wait."""
    names = [kingdom.name for kingdom in kingdoms]
    ask = own_ask(access, phase)
    mine = {card.contest.tile: card for card in own_contests(access, phase, kingdoms)}
    forms = _typed(request, access, phase, names, typed)
    cards = report_cards(access, phase, names, forms, mine)
    mark = look_mark(phase, mine.values(), [card.filed for card in cards])
    known = request.GET.get("seen", mark).partition(".")[2]
    return {
        "cards": cards,
        "mark": mark,
        "is_other_first": any(card.is_my_turn for card in mine.values())
        or any(not (card.mine or card.filed.is_settled) for card in cards),
        "has_new_reports": known != mark.partition(".")[2],
        "matches": [card for card in mine.values() if not card.is_on_table],
        "ask": ask,
        "handed_in": ask.submission if ask else None,
        "handed_in_lines": sheet_lines(REPORT, sheet_in(ask), names),
        "steps": steps_form(request, access, phase, ask, names, problems) if ask else None,
        "based_on": ask.submission.receipt if ask and ask.submission else "",
    }


def battles_mark(access: Access) -> str:
    """Return what tells an old look at one's battles from the present one; empty without any."""
    phase = current_phase(access.campaign)
    if phase is None or phase.kind != REPORT:
        return ""
    own = own_contests(access, phase, kingdom_names(access.campaign))
    reports = [each for each in filed_reports(access, phase) if access.seat in each.sides]
    return look_mark(phase, own, reports)


def look_mark(phase: Phase, own: Iterable[ContestCard], reports: Iterable[Filed]) -> str:
    """Return what the page depends on: how the battles stand, and (after the dot) the reports."""
    cards = list(own)
    played = {card.contest.match_id or 0 for card in cards if card.plays}
    return f"{mark_of(phase, [card.seen for card in cards], played)}.{reports_mark(reports)}"


def reports_mark(reports: Iterable[Filed]) -> str:
    """Return what tells the reports of one look from those of the next."""
    return page_tag([(sorted(entry.receipts.items()), entry.ruling) for entry in reports]).strip(
        '"'
    )


def own_contests(access: Access, phase: Phase, names: list[KingdomName]) -> list[ContestCard]:
    """Return the reader's battles of a phase, however they are decided."""
    contests = contests_of(access, phase)
    played = matches_played(contests, access.person)
    cards = cards_of(contests, names, access.seat, played)
    return [card for card in cards if card.is_mine]


def steps_form(
    request: HttpRequest,
    access: Access,
    phase: Phase,
    ask: Ask,
    names: list[str],
    problems: list[Any],
) -> StepsForm:
    """Return the form of where tokens go: as typed, as handed in, or as the month's sheet says."""
    game, seat = game_of(access.campaign), access.seat
    assert seat is not None  # whoever is asked has one
    can = report_choices(game, state_of(game, phase), seat)
    do = request.POST.get("do", "")
    if do == STEPS or do.startswith("more:"):
        draft = read_steps(request.POST)
    else:
        draft = steps_draft(can, sheet_in(ask))
    return StepsForm(seat, names, can, draft, problems, do.partition(":")[2])


def _typed(
    request: HttpRequest, access: Access, phase: Phase, names: list[str], tile: int | None
) -> dict[int, BattleForm]:
    field = fields_of(access, state_of(game_of(access.campaign), phase), names).get(tile or 0)
    if field is None or request.POST.get("do") == "confirm":
        return {}
    return {field.battle.tile: typed_form(field, request.POST)}
