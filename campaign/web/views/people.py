"""A person's settings and API tokens."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.services.people import settings_change
from campaign.services.tokens import token_create, token_revoke, tokens_of
from campaign.web.settings_form import SettingsForm
from games.hosting.pages import signed_in, user_of, within_limit


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show and change the time zone and the mails; list the tokens."""
    user = user_of(request)
    start = {"time_zone": user.time_zone, "wants_mail": user.wants_mail}
    form = SettingsForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        settings_change(user=user, **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    status = 422 if form.errors else 200
    context = {"form": form, "tokens": tokens_of(user)}
    return render(request, "pages/settings.html", context, status=status)


@require_POST
@signed_in
@never_cache
def token_new(request: HttpRequest) -> HttpResponse:
    """Make a token and show it, this once."""
    user = user_of(request)
    within_limit(request, "token", 5)
    return render(request, "pages/token.html", {"made": token_create(user=user)})


@require_POST
@signed_in
def token_end(request: HttpRequest, start: str) -> HttpResponse:
    """Revoke a token."""
    token_revoke(user=user_of(request), token_id=start)
    messages.success(request, _("The token is revoked."))
    return redirect("settings")
