"""One's own teams of the skirmish, and the page that builds one."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.contract import Refusal
from games.hosting.errors import ServiceError
from games.hosting.pages import signed_in, user_of, whole, within_limit
from games.models import SavedTeam
from games.services.policy import access_team
from games.services.teams import team_change, team_delete, team_save
from games.web.team_page import Draft, builder_context, draft_of, list_context, match_address

DEEDS_A_MINUTE = 60


@require_safe
@signed_in
def teams(request: HttpRequest) -> HttpResponse:
    """List the reader's teams by faction, and the sample teams to begin with."""
    return render(request, "matches/skirmish/teams.html", list_context(user_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def team_new(request: HttpRequest) -> HttpResponse:
    """Build a team, beginning with the sample, or with what the address or the form holds."""
    if request.method != "POST":
        return _builder(request, draft_of(request.GET.dict()))
    return _done(request, draft_of(request.POST.dict()), None)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def team_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one of the reader's teams with all that changes it; do what a button asks."""
    saved = access_team(user_of(request), pk)
    if request.method == "POST" and request.POST.get("do") == "delete":
        return _delete(request, saved)
    if request.method != "POST":
        return _builder(request, draft_of(request.GET.dict(), saved), saved)
    return _done(request, draft_of(request.POST.dict(), saved), saved)


def _done(request: HttpRequest, draft: Draft, saved: SavedTeam | None) -> HttpResponse:
    """Do what a button of the builder asks; what is refused comes back as it was typed."""
    within_limit(request, "team", DEEDS_A_MINUTE)
    action = ACTIONS.get(request.POST.get("do", ""))
    try:
        if action is None:
            raise ServiceError("unknown_action", _("That is not one of the buttons here."))
        return action(request, draft, saved)
    except Refusal:  # the builder says what is wrong with any team it shows
        return _builder(request, draft, saved, status=422)
    except ServiceError as error:
        return _builder(request, draft, saved, error.message, status=error.status)


def _builder(
    request: HttpRequest,
    draft: Draft,
    saved: SavedTeam | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the builder; a form that comes back keeps the revision it was made from."""
    seen = whole(request.POST.get("revision"))
    is_begun = saved is not None or request.method == "POST"
    context = builder_context(draft, saved, refused, seen, is_begun=is_begun)
    return render(request, "matches/skirmish/builder.html", context, status=status)


def _count(request: HttpRequest, draft: Draft, saved: SavedTeam | None) -> HttpResponse:
    return _builder(request, draft, saved)


def _save(request: HttpRequest, draft: Draft, saved: SavedTeam | None) -> HttpResponse:
    if saved is None:
        return _copy(request, draft, None)
    seen = whole(request.POST.get("revision")) or 0
    team = team_change(person=request.user, team_id=saved.pk, revision=seen, new=draft.new())
    return _kept(request, draft, team)


def _copy(request: HttpRequest, draft: Draft, saved: SavedTeam | None) -> HttpResponse:
    return _kept(request, draft, team_save(person=request.user, new=draft.new()))


def _kept(request: HttpRequest, draft: Draft, team: SavedTeam) -> HttpResponse:
    messages.success(request, _("%(name)s is saved.") % {"name": team.name})
    if draft.match:
        return redirect(match_address(draft.match, draft.faction, team.counts))
    return redirect("skirmish-teams")


def _delete(request: HttpRequest, saved: SavedTeam) -> HttpResponse:
    within_limit(request, "team", DEEDS_A_MINUTE)
    team_delete(person=request.user, team_id=saved.pk)
    messages.success(request, _("%(name)s is deleted.") % {"name": saved.name})
    return redirect("skirmish-teams")


ACTIONS: dict[str, Callable[[HttpRequest, Draft, SavedTeam | None], HttpResponse]] = {
    "count": _count,
    "save": _save,
    "copy": _copy,
}
