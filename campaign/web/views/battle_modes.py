"""How one battle is decided: a side proposes another way or agrees to it, the game master sets it.

While a battle waits it is about that one; while orders are due about all land battles on a hex
this month.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
    battle_set_mode,
)
from campaign.services.policy import Action, access_campaign
from campaign.web.views.battle_reports import show
from campaign.web.views.master import NO_REASON, show_run
from games.hosting.errors import ServiceError
from games.hosting.pages import signed_in, whole, within_limit

AGREE = "agree"


@require_POST
@signed_in
def battle_mode(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose another way to decide one's own battle, or agree to what the other side proposes."""
    access = access_campaign(request.user, pk, Action.HAND_IN)
    posted = request.POST
    agrees = posted.get("do") == AGREE
    act = battle_agree_mode if agrees else battle_propose_mode
    try:
        within_limit(request, "hand-in", 30)
        contest = act(
            person=request.user,
            campaign_id=pk,
            phase=whole(posted.get("phase")) or 0,
            tile=whole(posted.get("tile")) or 0,
            mode=posted.get("mode", "")[:20],
            key=posted.get("key", "")[:64],
        )
    except ServiceError as error:
        if error.status == 403:
            raise
        problem = {"code": error.code, "where": "", "message": error.message}
        return show(request, access, error.status, [problem])
    text = _("It is changed.") if not contest.proposed_mode else _("Proposed to all sides.")
    messages.success(request, text)
    return redirect("battle-reports", pk=pk)


@require_POST
@signed_in
def set_mode(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how land battles on a hex are decided, as the game master."""
    access = access_campaign(request.user, pk, Action.RUN)
    posted, tile = request.POST, whole(request.POST.get("tile")) or 0
    try:
        battle_set_mode(
            person=request.user,
            campaign_id=pk,
            phase=whole(posted.get("phase")) or 0,
            tile=tile,
            mode=posted.get("mode", "")[:20],
            reason=posted.get("reason", ""),
            key=posted.get("key", "")[:64],
            revision=whole(posted.get("revision")),
        )
    except ServiceError as error:
        if error.status == 403:
            raise
        problem = {"code": error.code, "message": error.message, "href": f"#mode-{tile}"}
        lacks = error.code == NO_REASON
        return show_run(
            request, access, error.status, problems=[problem], mode_tile=tile, lacks_why=lacks
        )
    messages.success(request, _("It is set. Everybody reads your reason."))
    if posted.get("from") == "hex":
        return redirect("hex", pk=pk, number=tile)
    return redirect("campaign-run", pk=pk)
