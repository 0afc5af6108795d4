"""Army lists for battles on a real table: read those that are open, write one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaign.services.desk import kingdom_names
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.roster_drafts import (
    ArmyList,
    find,
    lists_are_used,
    lists_shown,
    own_lists,
    roster_draft_drop,
    roster_draft_save,
    state_for_lists,
)
from campaign.services.rulebook import game_of
from campaign.web.pages import use_zone_of
from campaign.web.roster_form import (
    BLANK,
    RosterForm,
    document_of,
    edited,
    form_of,
    pasted,
    read_form,
    without_blanks,
)
from campaign.web.roster_words import (
    RosterLines,
    army_facts,
    army_name,
    explains,
    roster_lines,
    state_words,
)
from games.engine.contract import Json, Refusal
from games.hosting.errors import Conflict, ServiceError, problem_dicts, problem_text
from games.hosting.pages import page, signed_in, whole, within_limit


@dataclass(frozen=True, slots=True)
class OwnArmy:
    """An army of the reader's own, for the page of all."""

    entry: ArmyList
    name: str
    facts: str
    state: str
    explains: str
    lines: RosterLines | None
    draft_cost: int


@require_safe
@page
@never_cache
def armies(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the reader's own armies with their lists, and the open lists of all others."""
    access = access_campaign(request.user, pk)
    campaign = access.campaign
    use_zone_of(request, campaign)
    game, state = game_of(campaign), state_for_lists(campaign)
    is_used = lists_are_used(game)
    own = own_lists(access, state) if access.kingdom and is_used else []
    shown = [each for each in lists_shown(access, state) if each.kingdom != access.seat]
    context = {
        "access": access,
        "campaign": campaign,
        "is_used": is_used,
        "is_open_play": game.mode.open,
        "own": [_own(entry) for entry in own],
        "waits": any(entry.draft for entry in own),
        "others": [
            (kingdom, [roster_lines(each) for each in shown if each.kingdom == kingdom.seat])
            for kingdom in kingdom_names(campaign)
            if any(each.kingdom == kingdom.seat for each in shown)
        ],
    }
    return render(request, "pages/armies.html", context)


def _own(entry: ArmyList) -> OwnArmy:
    return OwnArmy(
        entry,
        army_name(entry.number),
        army_facts(entry.army),
        state_words(entry),
        explains(entry),
        roster_lines(entry.roster) if entry.roster else None,
        form_of(entry.draft.document).cost if entry.draft else 0,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def army(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the list of one of the reader's armies, or do what a button of its form says."""
    access = access_campaign(request.user, pk, Action.WRITE_LISTS)
    use_zone_of(request, access.campaign)
    if not lists_are_used(game_of(access.campaign)):
        raise Conflict("lists_unused", _("Army lists are not handed in in this campaign."))
    entry = find(own_lists(access, state_for_lists(access.campaign)), number)
    desk = ListDesk(request, access, entry)
    if request.method != "POST" or entry.is_fixed:
        return desk.show(409 if request.method == "POST" else 200)
    return desk.act(request.POST.get("do", ""))


class ListDesk:
    """A player before the list of one army."""

    def __init__(self, request: HttpRequest, access: Access, entry: ArmyList) -> None:
        """Take up the form that was sent, or the list that was kept."""
        self.request, self.access, self.entry = request, access, entry
        self.revision = entry.draft.revision if entry.draft else 0
        self.form, self.touched, self.notes = self._kept(), "", []
        if request.method == "POST":
            self.form = read_form(request.POST)
            self.revision = whole(request.POST.get("revision")) or 0

    notes: list[str]
    form: RosterForm

    def _kept(self) -> RosterForm:
        entry = self.entry
        return form_of(entry.draft.document) if entry.draft else BLANK

    def act(self, operation: str) -> HttpResponse:
        """Do what a button says."""
        if operation == "read":
            return self.read()
        if operation == "keep":
            return self.keep()
        if operation == "drop":
            return self.drop()
        self.form, self.touched = edited(self.form, operation)
        return self.show()

    def read(self) -> HttpResponse:
        """Read the pasted text into the rows."""
        within_limit(self.request, "army-list", 60)
        self.form, doubts = pasted(self.request.POST.get("text", ""))
        self.notes, self.touched = [problem_text(doubt) for doubt in doubts], "read"
        return self.show()

    def keep(self) -> HttpResponse:
        """Keep the list until a sheet carries it."""
        self.form = without_blanks(self.form)
        try:
            roster_draft_save(**self._named(), document=document_of(self.form))
        except (Refusal, ServiceError) as error:
            return self.refused(error)
        left = len(self.form.unread)
        messages.success(self.request, _("The list is kept. It is handed in with your sheet."))
        if left:
            text = _("Lines that were not understood are not part of it: %(count)s.")
            messages.warning(self.request, text % {"count": left})
        return self.leave()

    def drop(self) -> HttpResponse:
        """Throw the draft away."""
        try:
            roster_draft_drop(**self._named())
        except ServiceError as error:
            return self.refused(error)
        messages.success(self.request, _("The list is thrown away."))
        return self.leave()

    def _named(self) -> dict[str, Any]:
        return {
            "person": self.request.user,
            "campaign_id": self.access.campaign.pk,
            "army": self.entry.number,
            "revision": self.revision,
        }

    def leave(self) -> HttpResponse:
        """Go back to all armies."""
        answer = redirect("armies", pk=self.access.campaign.pk)
        if self.request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": answer.url})
        return answer

    def refused(self, error: Refusal | ServiceError) -> HttpResponse:
        """Show the form again with why the list was not kept."""
        if isinstance(error, Refusal):
            return self.show(422, problem_dicts(error.problems))
        if error.status in (403, 404):
            raise error
        if error.code == "list_changed":
            self.revision = self.entry.draft.revision if self.entry.draft else 0
        problem = {"code": error.code, "where": "", "message": error.message}
        return self.show(error.status, [problem])

    def show(self, status: int = 200, problems: Json = ()) -> HttpResponse:
        """Render the page, or for htmx only the form."""
        entry, rules = self.entry, game_of(self.access.campaign).rules
        context = {
            "access": self.access,
            "campaign": self.access.campaign,
            "entry": entry,
            "name": army_name(entry.number),
            "facts": army_facts(entry.army),
            "state": state_words(entry),
            "explains": explains(entry),
            "lines": roster_lines(entry.roster) if entry.roster else None,
            "form": self.form,
            "revision": self.revision,
            "limit": rules.army_points,
            "fixed_lists": rules.fixed_lists,
            "notes": self.notes,
            "touched": self.touched,
            **focus(self.touched),
            "problems": [linked(each) for each in problems],
            "is_fragment": bool(self.request.headers.get("HX-Request")),
        }
        template = "parts/roster_form.html" if context["is_fragment"] else "pages/army.html"
        return render(self.request, template, context, status=status)


def focus(touched: str) -> dict[str, int | None]:
    """Return the row that the page should lead to: a unit, perhaps one of its extras."""
    _name, unit, _extras, extra = (*touched.split("."), "", "", "")[:4]
    return {"touched_unit": whole(unit), "touched_extra": whole(extra)}


def linked(problem: Any) -> dict[str, str]:
    """Return a problem with a link to the row that it is about, if it is about one."""
    parts = problem["where"].split(".")
    row = f"#unit-{parts[2]}" if len(parts) > 2 and parts[1] == "units" else ""
    return {**problem, "href": row}
