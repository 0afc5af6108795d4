"""What every page does around its view: log-in, refusals, the reader's zone, limits, ETags.

A view is a function of a request that reads, calls one service or selector and
renders; what services refuse comes back as a page with the right status.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token
from rest_framework.throttling import BaseThrottle

from games.engine.contract import Refusal
from games.hosting.deadlines import zone_names
from games.hosting.errors import ServiceError, problem_dicts
from games.hosting.people import User, signed_in_person
from games.hosting.tags import page_tag

View = Callable[..., HttpResponseBase]
ZONE_COOKIE = "zone"


class TooMany(ServiceError):
    """More of a costly thing than one person does in a minute."""

    status = 429


def page(view: View) -> View:
    """Show times in the reader's zone, and turn refusals into pages."""

    @wraps(view)
    @requires_csrf_token
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with timezone.override(reader_zone(request) or timezone.get_default_timezone()):
            try:
                return view(request, *args, **kwargs)
            except (ServiceError, Refusal) as error:
                return problem_page(request, error)

    return wrapped


def signed_in(view: View) -> View:
    """A ``page`` for people who are logged in; others are sent to log in and come back."""

    shown = page(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            back = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
            return redirect_to_login(back)
        return shown(request, *args, **kwargs)

    return wrapped


def problem_page(request: HttpRequest, error: ServiceError | Refusal) -> HttpResponse:
    """Say what was refused, and why, with the status that belongs to it."""
    if isinstance(error, Refusal):
        status, problems = 422, problem_dicts(error.problems)
    else:
        status = error.status
        problems = [{"code": error.code, "where": "", "message": error.message}]
    values = {"status": status, "code": error.code, "problems": problems}
    response = render(request, "pages/problem.html", values, status=status)
    if status == 429:
        response["Retry-After"] = "60"
    return response


def user_of(request: HttpRequest) -> User:
    """Return the person of a request that ``signed_in`` let through."""
    return signed_in_person(request.user)


# Numbers


def whole(text: object) -> int | None:
    """Return the whole number of a field or an address, or ``None`` for anything else.

    The one place where pages read a number by hand: ``"²".isdigit()`` holds and thousands
    of digits are no number for Python, either of which has made a page fail.

    >>> whole(" 12 "), whole("²"), whole("-1"), whole("9" * 5000), whole(None)
    (12, None, None, None, None)
    """
    digits = str(text).strip()
    plain = digits.isascii() and digits.isdigit() and len(digits) < 7
    return int(digits) if plain else None


# Zones


def reader_zone(request: HttpRequest) -> ZoneInfo | None:
    """Return the zone the reader chose, or the one their device named; ``None``: neither."""
    chosen = getattr(request.user, "time_zone", "")
    return _zone(chosen) or _zone(unquote(request.COOKIES.get(ZONE_COOKIE, "")))


def _zone(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name and name in zone_names() else None


# Limits and conditional requests


def within_limit(request: HttpRequest, what: str, most: int) -> None:
    """Refuse more than ``most`` of something costly a minute by one person (or address)."""
    who = request.user.pk or BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    key = f"limit:{what}:{who}:{int(time()) // 60}"
    cache = caches["default"]
    cache.add(key, 0, timeout=120)
    try:
        count = cache.incr(key)
    except ValueError:  # it was dropped between the two calls
        return
    if count > most:
        raise TooMany("too_many", _("That was a lot at once. Wait a minute, then try again."))


def conditional(request: HttpRequest, *parts: object) -> tuple[str, HttpResponse | None]:
    """Return the page's ETag and, if the reader has that page already, the 304 to send.

    The tag covers who reads, in which language and zone, and the minute, as pages
    say "in 3 hours". A waiting message is shown, never answered with a 304.
    """
    user = request.user
    tag = page_tag(
        user.pk or 0,
        get_language(),
        timezone.get_current_timezone_name(),
        int(time()) // 60,
        *parts,
    )
    if get_messages(request):
        return tag, None
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        return tag, tagged(HttpResponse(status=304), tag)
    return tag, None


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Let the reader keep a page, but ask each time whether it still holds."""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
    return response
