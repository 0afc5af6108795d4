"""The page behind an invitation link: look, choose a kingdom, join."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Invite, Kingdom
from campaign.rules.setup.sheet import LONGEST_RACE
from campaign.services.banners import banners_are_secret
from campaign.services.memberships import (
    LONGEST_KINGDOM,
    free_kingdoms,
    invite_find,
    kingdom_join,
)
from campaign.services.policy import is_playing
from campaign.services.rulebook import game_of
from campaign.web.faction_words import faction_choices
from campaign.web.house_rules import edition_word, rule_lines
from campaign.web.pages import use_zone_of
from games.hosting.errors import ServiceError
from games.hosting.pages import page

TAKEN = gettext_lazy("Somebody has just taken that kingdom. These are still free.")


class JoinForm(forms.Form):
    """Which kingdom, and what it is called."""

    seat = forms.TypedChoiceField(
        label=gettext_lazy("Kingdom"),
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"invalid_choice": TAKEN},
    )
    name = forms.CharField(label=gettext_lazy("Name of your kingdom"), max_length=LONGEST_KINGDOM)
    race = forms.CharField(
        label=gettext_lazy("Race"),
        max_length=LONGEST_RACE,
        required=False,
        help_text=gettext_lazy(
            "For example dwarfs. It is the banner you raise in Setup: it stands in your sheet"
            " there, still yours to change, and counts once you hand that in; it is secret until"
            " then. It changes no rule."
        ),
    )

    faction = forms.ChoiceField(
        label=gettext_lazy("Army in skirmishes"), choices=faction_choices, required=False
    )

    def __init__(
        self, free: list[Kingdom], *args: object, is_banner: bool = True, **kwargs: object
    ) -> None:
        """Offer the kingdoms that are free; ``is_banner``: the race is raised in Setup yet."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not is_banner:
            text = _("For example dwarfs. Anything you like; it changes no rule.")
            self.fields["race"].help_text = text
            del self.fields["faction"]
        choices = [(kingdom.seat, kingdom.name) for kingdom in free]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]
        if free:
            self.fields["seat"].initial = free[0].seat


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Show the campaign to who has the link; let people who are logged in join it."""
    found = invite_find(token=token)
    use_zone_of(request, found.campaign)
    if is_playing(request.user, found.campaign.pk):
        return redirect("campaign-detail", pk=found.campaign_id)
    free = free_kingdoms(found.campaign)
    is_banner = banners_are_secret(found.campaign)
    if request.method == "POST" and request.user.is_authenticated:
        form = JoinForm(free, request.POST, is_banner=is_banner)
        if form.is_valid() and _join(request, form, token):
            messages.success(request, _("Welcome. This is your kingdom now."))
            return redirect("campaign-detail", pk=found.campaign_id)
    else:
        form = JoinForm(free, is_banner=is_banner)
    return _invite_page(request, found, free, form)


def _join(request: HttpRequest, form: JoinForm, token: str) -> bool:
    """Join, or add to the form why not: the kingdom may have been taken meanwhile."""
    try:
        kingdom_join(person=request.user, token=token, **form.cleaned_data)
    except ServiceError as error:
        form.add_error("seat" if error.code == "kingdom_taken" else None, error.message)
        return False
    return True


def _invite_page(
    request: HttpRequest, found: Invite, free: list[Kingdom], form: JoinForm
) -> HttpResponse:
    game = game_of(found.campaign)
    context = {
        "invite": found,
        "campaign": found.campaign,
        "free": free,
        "form": form,
        "edition": edition_word(game.edition),
        "rules": rule_lines(game.edition, game.rules),
    }
    return render(request, "pages/invite.html", context, status=422 if form.errors else 200)
