"""Reports of battles on a real table: file one's own, or confirm what the other side filed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Phase
from campaign.rules.state import REPORT, State
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.reports import Filed, with_line
from campaign.services.roster_drafts import lists_shown
from campaign.services.rulebook import game_of, state_of
from campaign.services.rulings import filed_reports, report_confirm
from campaign.services.selectors import current_phase, kingdoms_of, own_ask
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
from campaign.web.pages import use_zone_of
from campaign.web.played import played_before
from games.engine.contract import Refusal
from games.hosting.errors import NotThere, ServiceError, problem_dicts
from games.hosting.pages import signed_in, whole, within_limit


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
    access: Access, phase: Phase, names: list[str], typed: dict[int, BattleForm] | None = None
) -> list[ReportCard]:
    """Return the waiting battles of the reader's own kingdom."""
    fields = fields_of(access, state_of(game_of(access.campaign), phase), names)
    seat = access.seat
    return [
        report_card(fields[entry.battle.tile], entry, seat, (typed or {}).get(entry.battle.tile))
        for entry in filed_reports(access, phase)
        if seat in entry.sides
    ]


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
    """Show the reader's waiting battles, or file or confirm the report of one."""
    access = access_campaign(request.user, pk, Action.HAND_IN)
    use_zone_of(request, access.campaign)
    if request.method != "POST":
        return show(request, access)
    tile = whole(request.POST.get("tile")) or 0
    try:
        within_limit(request, "hand-in", 30)
        if request.POST.get("do") == "more":
            return show(request, access, typed=tile)
        text = send(request, access, tile)
    except Refusal as refusal:
        return show(request, access, 422, problem_dicts(refusal.problems), typed=tile)
    except ServiceError as error:
        if error.status in (403, 404) and error.code not in ("no_phase", "no_battle"):
            raise
        problem = {"code": error.code, "message": error.message}
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
    filed = sheet_submit(
        person=request.user,
        campaign_id=pk,
        phase=ordinal,
        sheet=sheet,
        based_on=posted.get("based_on"),
    )
    return _("Your report is in. Receipt %(receipt)s…") % {"receipt": filed.receipt[:12]}


def filled_sheet(request: HttpRequest, access: Access, ordinal: int, tile: int) -> Any:
    """Return one's own sheet of reports with what the form says of a battle."""
    phase = current_phase(access.campaign)
    if phase is None or phase.kind != REPORT or phase.ordinal != ordinal:
        raise NotThere("no_phase", gettext_lazy("That phase is over. Nothing was changed."))
    state = state_of(game_of(access.campaign), phase)
    field = fields_of(access, state, [""] * access.campaign.seats).get(tile)
    if field is None:
        raise NotThere("no_battle", gettext_lazy("No battle of that hex waits for a report."))
    line = read_line(field, request.POST)
    if line is None:
        raise NoOutcome("no_outcome", gettext_lazy("Say how the battle ended first."))
    ask = own_ask(access, phase)
    return with_line(ask.submission.sheet if ask and ask.submission else {}, line)


def show(
    request: HttpRequest,
    access: Access,
    status: int = 200,
    problems: list[Any] | None = None,
    typed: int | None = None,
) -> HttpResponse:
    """Render the page; of the battle on hex ``typed`` with what was typed."""
    phase = current_phase(access.campaign)
    names = [kingdom.name for kingdom in kingdoms_of(access.campaign)]
    cards: list[ReportCard] = []
    based_on = ""
    if phase is not None and phase.kind == REPORT:
        forms = _typed(request, access, phase, names, typed)
        cards = report_cards(access, phase, names, forms)
        ask = own_ask(access, phase)
        based_on = ask.submission.receipt if ask and ask.submission else ""
    context = {
        "access": access,
        "campaign": access.campaign,
        "phase": phase if cards else None,
        "cards": cards,
        "played": played_before(access, phase),
        "based_on": based_on,
        "problems": problems or [],
        "typed": typed,
    }
    return render(request, "pages/battle_reports.html", context, status=status)


def _typed(
    request: HttpRequest, access: Access, phase: Phase, names: list[str], tile: int | None
) -> dict[int, BattleForm]:
    field = fields_of(access, state_of(game_of(access.campaign), phase), names).get(tile or 0)
    if field is None or request.POST.get("do") == "confirm":
        return {}
    return {field.battle.tile: typed_form(field, request.POST)}
