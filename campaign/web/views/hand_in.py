"""Hand in a sheet, or take a turn: one page for every kind of ask.

The form carries the whole sheet. Every button posts it back: editing renders it
again, the forecast adds what the resolver makes of it, handing in stores it. What
cannot be taken (any more) comes back with everything that was typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Ask, Kingdom, Phase, Submission
from campaign.rules.forecast import Forecast
from campaign.rules.state import COURT, MONTH, REPORT
from campaign.rules.system import STEWARD
from campaign.rules.winter.choices import choices
from campaign.services.contest_views import contests_of
from campaign.services.desk import kingdom_names
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.positions import seats_asked
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import current_phase, kingdoms_of, own_ask
from campaign.services.submissions import sheet_forecast, sheet_submit
from campaign.web.ask_forms import FORMS, Marks, Position
from campaign.web.forecast_words import forecast_context
from campaign.web.list_ticks import list_ticks, with_lists
from campaign.web.pages import use_zone_of
from campaign.web.played import played_before
from campaign.web.sheet_words import sheet_lines
from campaign.web.turn_page import TurnPage, canonical_answer, parse_answer, turn_posted
from campaign.web.turn_words import TurnWords
from campaign.web.views.stale_sheet import phase_over_page, second_press
from campaign.web.words import joined, own_word, phase_title, task_word
from games.engine.contract import Json, Refusal
from games.hosting.arrival import arrived_at
from games.hosting.errors import ServiceError, problem_dicts
from games.hosting.pages import signed_in, whole, within_limit

TURN = "turn"
SENDING = ("hand_in", "answer")
MOST_GO = 24
"""How many orders the page's address may name."""

OVER_CODES = {"phase_over", "no_phase", "not_asked"}
"""Refusals of a form whose time has passed; after all others it is shown again, as typed."""

Refused = Refusal | ServiceError


class NothingChosen(ServiceError):
    """A turn was to be taken, but none of the answers was chosen."""

    status = 422


@dataclass(frozen=True, slots=True)
class Desk:
    """One player before one ask."""

    access: Access
    phase: Phase
    ask: Ask
    names: list[str]

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom that the player plays: who is asked has one."""
        assert self.access.kingdom is not None  # ``own_ask`` found it
        return self.access.kingdom

    @property
    def submission(self) -> Submission | None:
        """What counts so far."""
        return self.ask.submission

    @property
    def receipt(self) -> str:
        """The receipt of what counts so far; empty for none."""
        return self.submission.receipt if self.submission else ""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def hand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the current ask's form, or do what one of its buttons says."""
    refused: Refused | None = None
    if request.method == "POST" and request.POST.get("do") in SENDING:
        sent = send(request, pk)
        if isinstance(sent, HttpResponse):
            return sent
        refused = sent
    access = access_campaign(request.user, pk, Action.HAND_IN)
    use_zone_of(request, access.campaign)
    phase = current_phase(access.campaign)
    posted = request.POST
    if request.method == "POST" and posted.get("phase") != str(phase.ordinal if phase else ""):
        return phase_over_page(request, access, phase)
    if "seen" in request.GET and request.method != "POST":
        return _carried_out(request, access, phase)
    ask = own_ask(access, phase)
    if phase is not None and phase.kind == COURT:
        return redirect("courts", pk=pk)
    if phase is not None and phase.kind == REPORT and (ask or plays_a_match(access, phase)):
        return redirect("battle-reports", pk=pk)
    if phase is None or ask is None:
        return _nothing(request, access, phase)
    names = [kingdom.name for kingdom in kingdoms_of(access.campaign)]
    desk = Desk(access, phase, ask, names)
    page = TurnForm(request, desk) if phase.is_turn else SheetForm(request, desk)
    if refused is not None:
        return page.refused(refused)
    if request.method != "POST":
        return page.show()
    return page.act(posted.get("do", ""))


def _carried_out(request: HttpRequest, access: Access, phase: Phase | None) -> HttpResponse:
    """Tell a page that waits whether the phase it shows (``seen``) is over; 204 while it is not.

    The page itself stays as it is: somebody may be writing on it.
    """
    seen = request.GET["seen"]
    if not seen.isdecimal() or (phase is not None and phase.ordinal <= int(seen[:9])):
        return HttpResponse(status=204)
    context = {"campaign": access.campaign, "ordinal": int(seen[:9])}
    return render(request, "parts/carried_out.html", context)


def send(request: HttpRequest, pk: int) -> HttpResponse | Refused:
    """Hand in and go to where the receipt is shown, or return why it was not taken.

    Nothing else is read on this way: the form says for which phase and ask it was
    made, and the service checks all of it.
    """
    posted = request.POST
    try:
        within_limit(request, "hand-in", 30)
        receipt = sheet_submit(
            person=request.user,
            campaign_id=pk,
            phase=posted_ordinal(request),
            sheet=posted_answer(request),
            based_on=posted.get("based_on"),
            arrived=arrived_at(request),
        )
    except Refusal as refusal:
        return refusal
    except ServiceError as error:
        if error.status in (403, 404) and error.code != "no_phase":
            raise
        return error
    text = _("It is in. Receipt %(receipt)s…") % {"receipt": receipt.receipt[:12]}
    messages.success(request, text)
    url = reverse("hand-in", args=[pk])
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def posted_ordinal(request: HttpRequest) -> int:
    """Return the phase that a form was made for; 0 (which asks nothing) if it names none."""
    return whole(request.POST.get("phase")) or 0


def posted_answer(request: HttpRequest) -> Json:
    """Return what a form holds, by the kind of ask that it names."""
    kind = request.POST.get("kind", "")
    if kind == TURN:
        answer = turn_posted(request.POST)
        if not answer:
            raise NothingChosen("missing", gettext_lazy("Choose one of the answers first."))
        return parse_answer(answer)
    if kind not in FORMS:
        raise ServiceError("bad_sheet", gettext_lazy("That is not a sheet."))
    return with_lists(kind, FORMS[kind].sheet_of(FORMS[kind].posted(request.POST)), request.POST)


def plays_a_match(access: Access, phase: Phase) -> bool:
    """Tell whether the reader sits at a match of a battle that is others' alone to see to."""
    return any(access.seat in seen.contest.seats for seen in contests_of(access, phase))


def _nothing(request: HttpRequest, access: Access, phase: Phase | None) -> HttpResponse:
    context = {
        "access": access,
        "campaign": access.campaign,
        "phase": phase,
        "phase_title": phase_title(phase.kind, phase.month) if phase else "",
        "on_turn": _on_turn(access, phase) if phase and phase.is_turn else "",
        "played": played_before(access, phase),
    }
    return render(request, "pages/nothing_to_hand_in.html", context)


def _on_turn(access: Access, phase: Phase) -> str:
    """Name the kingdom whose turn it is, as the campaign's page does too."""
    seats = seats_asked(phase)
    return joined(each.name for each in kingdom_names(access.campaign) if each.seat in seats)


class AskPage:
    """What sheets and turns have in common: sending, and showing again what was refused."""

    template = ""

    def __init__(self, request: HttpRequest, desk: Desk) -> None:
        """Take up a request of a player."""
        self.request, self.desk = request, desk
        self.based_on = request.POST.get("based_on", desk.receipt)[:64]

    def context(self, problems: list[Any]) -> dict[str, Any]:
        """Return what the template shows besides the frame."""
        raise NotImplementedError

    def act(self, operation: str) -> HttpResponse:
        """Do what a button says that does not hand in."""
        raise NotImplementedError

    def refused(self, error: Refused) -> HttpResponse:
        """Show the form again with why it was not taken, or the page of a phase that is over."""
        if isinstance(error, Refusal):
            return self.show(422, problems=problem_dicts(error.problems))
        if error.code in OVER_CODES:
            phase = current_phase(self.desk.access.campaign)
            return phase_over_page(self.request, self.desk.access, phase)
        if error.code == "deadline_passed":
            done = second_press(self.request, self.desk.access, self.desk.phase)
            if done is not None:
                return done
        more = self._other_sheet() if error.code == "sheet_changed" else {}
        problem = {"code": error.code, "where": "", "message": error.message}
        return self.show(error.status, problems=[problem], **more)

    def _other_sheet(self) -> dict[str, Any]:
        """Return what was handed in meanwhile; sending again replaces that knowingly."""
        desk = self.desk
        ask = own_ask(desk.access, desk.phase)
        if ask is None or ask.submission is None:
            return {}
        self.based_on = ask.submission.receipt
        lines = sheet_lines(desk.ask.kind, ask.submission.sheet, desk.names)
        return {"other_lines": lines, "other": ask.submission}

    def show(
        self, status: int = 200, problems: list[Any] | None = None, **more: Any
    ) -> HttpResponse:
        """Render the page, or for htmx only the form."""
        desk = self.desk
        handed_in = desk.submission
        context = {
            "access": desk.access,
            "campaign": desk.access.campaign,
            "phase": desk.phase,
            "phase_title": phase_title(desk.phase.kind, desk.phase.month),
            "task": task_word(desk.ask.kind),
            "own": own_word(desk.ask.kind),
            "handed_in": handed_in,
            "handed_in_lines": (
                sheet_lines(desk.ask.kind, handed_in.sheet, desk.names) if handed_in else []
            ),
            "based_on": self.based_on,
            "form_template": self.template,
            "is_as_handed_in": handed_in is not None and self.request.method != "POST",
            "is_fragment": bool(self.request.headers.get("HX-Request")),
        }
        context |= self.context(problems or []) | more
        is_own = handed_in is not None and not handed_in.by_regent
        context["is_folded"] = (
            is_own and context["is_as_handed_in"] and "go" not in self.request.GET
        )
        whole = not context["is_fragment"]
        if whole:
            context["played"] = played_before(desk.access, desk.phase)
        template = "pages/hand_in.html" if whole else self.template
        return render(self.request, template, context, status=status)


class SheetForm(AskPage):
    """A sheet: the wish lists, the orders and all the rest."""

    def __init__(self, request: HttpRequest, desk: Desk) -> None:
        """Read the draft from the form, or take what is handed in."""
        super().__init__(request, desk)
        self.focus = self.touched = ""
        self.form = FORMS[desk.ask.kind]
        self.template = self.form.template
        if request.method == "POST":
            self.draft = self.form.posted(request.POST)
        else:
            self.draft = self.form.draft_of(self.handed_in)
            self.order_asked()

    @property
    def handed_in(self) -> Json:
        """The sheet that counts, or the one that a form begins with."""
        submission = self.desk.submission
        return submission.sheet if submission else self.form.fresh(self.desk.kingdom)

    def order_asked(self) -> None:
        """Put the orders that the page's address names into the draft; nothing is stored."""
        asked = self.request.GET.getlist("go")[:MOST_GO]
        if not asked:
            return
        self.draft = getattr(self.page([]), "whole_draft", self.draft)
        for goal in asked:
            self.draft, self.touched = self.form.edit(self.draft, f"go:{goal}")

    def act(self, operation: str) -> HttpResponse:
        """Do what a button says."""
        if operation == "forecast":
            return self.forecast()
        if operation == "reset":
            self.draft = self.form.draft_of(self.handed_in)
            return self.show()
        self.draft, self.touched = self.form.edit(self.draft, operation)
        self.focus = operation
        return self.show()

    def forecast(self) -> HttpResponse:
        """Show what the resolver makes of the sheet."""
        access = self.desk.access
        try:
            within_limit(self.request, "forecast", 30)
            found: Forecast = sheet_forecast(
                person=access.person,
                campaign_id=access.campaign.pk,
                phase=self.desk.phase.ordinal,
                sheet=with_lists(
                    self.desk.ask.kind, self.form.sheet_of(self.draft), self.request.POST
                ),
            )
        except (Refusal, ServiceError) as error:
            return self.refused(error)
        return self.show(forecast=forecast_context(found, self.desk.names))

    def page(self, problems: list[Any]) -> Any:
        """Return what the template shows of the draft."""
        desk = self.desk
        game = game_of(desk.access.campaign)
        at = Position(game, state_of(game, desk.phase), desk.kingdom.seat, desk.names)
        return self.form.page(at, self.draft, Marks(problems, self.focus, self.touched))

    def context(self, problems: list[Any]) -> dict[str, Any]:
        """Return the sheet's page."""
        page, desk = self.page(problems), self.desk
        state = state_of(game_of(desk.access.campaign), desk.phase)
        written = self.form.sheet_of(self.draft)
        posted = self.request.POST if self.request.method == "POST" else None
        sheets = (written, desk.submission.sheet if desk.submission else {})
        lists = list_ticks(desk.access, desk.ask.kind, state, sheets, posted)
        return {
            "lists": lists,
            **({"is_as_handed_in": False} if lists and lists.has_news else {}),
            "sheet": page,
            "parts": getattr(page, "parts", ()),
            "is_empty": not written and (lists is None or lists.is_empty),
            "can_forecast": self.form.can_forecast,
            "steward_stands_in": game_of(desk.access.campaign).rules.absent == STEWARD,
            "map_query": map_query(page.moves) if desk.ask.kind == MONTH else "",
        }


def map_query(moves: Iterable[str]) -> str:
    """Return what tells the map which orders to draw: those of the draft, not those handed in."""
    return "?" + urlencode([("go", move) for move in moves] or [("go", "")])


class TurnForm(AskPage):
    """A turn of open play: one of the listed answers."""

    template = "parts/turn.html"

    @property
    def chosen(self) -> str:
        """The answer that was chosen, as the form carries it; empty for none."""
        if self.request.method == "POST":
            return turn_posted(self.request.POST)
        submission = self.desk.submission
        return canonical_answer(submission.sheet) if submission else ""

    def act(self, operation: str) -> HttpResponse:
        """Show the turn again; only ``send`` takes it."""
        return self.show()

    def context(self, problems: list[Any]) -> dict[str, Any]:
        """Return the listed answers."""
        desk, game = self.desk, game_of(self.desk.access.campaign)
        state, seat = state_of(game, desk.phase), desk.kingdom.seat
        ask = next(each for each in game.asks(state) if each.seat == seat)
        words = TurnWords(game, state, ask.kind, seat, desk.names)
        page = TurnPage(words, ask, self.chosen)
        return {"turn": page, "can": choices(game, state, seat), "problems": problems}
