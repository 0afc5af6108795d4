"""A player's own kingdom: its name, leaving it, and the receipts of its sheets."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.models import Kingdom
from campaign.rules.setup.factions import fielded
from campaign.rules.setup.sheet import LONGEST_RACE
from campaign.services.banners import banners_are_secret
from campaign.services.chances import campaign_commitment
from campaign.services.memberships import LONGEST_KINGDOM, kingdom_leave, kingdom_rename
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.regents import kingdom_take_back
from campaign.services.roster_drafts import lists_are_used, own_lists, state_for_lists
from campaign.services.rulebook import game_of
from campaign.services.selectors import kingdoms_of, own_submissions
from campaign.web.faction_words import faction_choices, faction_name
from campaign.web.pages import use_zone_of
from campaign.web.roster_words import army_facts, army_name, state_words
from campaign.web.sheet_words import sheet_lines
from campaign.web.words import phase_title
from games.hosting.errors import NotAllowed, NotThere, ServiceError
from games.hosting.pages import signed_in


class KingdomForm(forms.Form):
    """The name of a kingdom and its banner."""

    name = forms.CharField(label=gettext_lazy("Name of your kingdom"), max_length=LONGEST_KINGDOM)
    race = forms.CharField(label=gettext_lazy("Race"), max_length=LONGEST_RACE, required=False)
    faction = forms.ChoiceField(label=gettext_lazy("Army in skirmishes"), required=False)

    def __init__(self, data: QueryDict | None, kingdom: Kingdom | None, is_banner: bool) -> None:
        """Begin with what the kingdom is called; ``is_banner``: its banner is chosen yet."""
        super().__init__(data, initial=_called(kingdom))
        if is_banner:
            choices = faction_choices(kingdom.seat if kingdom else None)
            self.fields["faction"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["faction"]


def _called(kingdom: Kingdom | None) -> dict[str, str]:
    if kingdom is None:
        return {}
    return {"name": kingdom.name, "race": kingdom.own_race, "faction": kingdom.own_faction}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def kingdom_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Rename one's kingdom."""
    access = access_campaign(request.user, pk, Action.HAND_IN)
    is_banner = banners_are_secret(access.campaign)
    form = KingdomForm(request.POST or None, access.kingdom, is_banner)
    if request.method == "POST" and form.is_valid() and _rename(request, pk, form):
        messages.success(request, _("Your kingdom has its new name."))
        return redirect("campaign-detail", pk=pk)
    context = {
        "access": access,
        "campaign": access.campaign,
        "form": form,
        "own": own_facts(access),
    }
    return render(request, "pages/kingdom.html", context, status=422 if form.errors else 200)


def _rename(request: HttpRequest, pk: int, form: KingdomForm) -> bool:
    """Rename the kingdom, or add to the form what is wrong with what was typed."""
    try:
        kingdom_rename(person=request.user, campaign_id=pk, **form.cleaned_data)
    except (NotAllowed, NotThere):
        raise
    except ServiceError as error:
        form.add_error("name" if "name" in error.code else None, error.message)
        return False
    return True


def own_facts(access: Access) -> dict[str, Any]:
    """Return what a kingdom has besides its land: race, might, strategies, armies, lists."""
    campaign, kingdom = access.campaign, access.kingdom
    if kingdom is None:
        return {}
    game, state = game_of(campaign), state_for_lists(campaign)
    holds, rules = state.kingdoms[kingdom.seat], game.rules
    is_used = lists_are_used(game)
    return {
        "race": kingdom.own_race,
        "faction": "" if banners_are_secret(campaign) else _fields(kingdom),
        "might": holds.might if rules.might else None,
        "strategies": holds.strategies if rules.strategies else None,
        "armies": [
            (army_name(entry.number), army_facts(entry.army), state_words(entry) if is_used else "")
            for entry in own_lists(access, state)
            if entry.army is not None
        ],
        "is_listed": is_used,
    }


def _fields(kingdom: Kingdom) -> str:
    return faction_name(fielded(kingdom.seat, kingdom.faction))


@require_POST
@signed_in
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Give one's kingdom up."""
    kingdom_leave(person=request.user, campaign_id=pk)
    messages.success(request, _("You have left the campaign."))
    return redirect("home")


@require_POST
@signed_in
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Play one's kingdom oneself again, instead of the steward."""
    kingdom = kingdom_take_back(person=request.user, campaign_id=pk)
    text = _("Welcome back. You play %(name)s yourself again.") % {"name": kingdom.name}
    messages.success(request, text)
    return redirect("hand-in", pk=pk)


@require_safe
@signed_in
@never_cache
def receipts(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the kingdom's own sheets and receipts, newest first, and how they are chained."""
    access = access_campaign(request.user, pk, Action.READ_OWN_SHEETS)
    use_zone_of(request, access.campaign)
    page_obj = Paginator(own_submissions(access), 20).get_page(request.GET.get("page"))
    names = [kingdom.name for kingdom in kingdoms_of(access.campaign)]
    lines = [
        {
            "submission": submission,
            "phase_title": phase_title(submission.phase.kind, submission.phase.month),
            "lines": sheet_lines(submission.phase.kind, submission.sheet, names),
            "counted": submission.receipt in submission.phase.receipts.values(),
            "is_done": submission.phase.status == "done",
        }
        for submission in page_obj.object_list
    ]
    context = {
        "access": access,
        "campaign": access.campaign,
        "page_obj": page_obj,
        "lines": lines,
        "commitment": campaign_commitment(access.campaign),
    }
    return render(request, "pages/receipts.html", context)
