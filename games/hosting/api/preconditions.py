"""Entity tags and what a request demands of them (RFC 9110, 13).

A tag is made of what its reader may know anyway, so none changes because of a thing
that somebody else did in secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.hosting.errors import ServiceError, Stale


class PreconditionRequired(ServiceError):
    """The request must say which version it replaces."""

    status = 428


def answer_if_changed(request: Request, tag: str, make: Callable[[], Any]) -> HttpResponseBase:
    """Answer 304 when the client holds the version ``tag``, else with what ``make`` gives."""
    response = get_conditional_response(request._request, etag=tag)
    if response is not None and response.status_code == 412:
        raise Stale("version_changed", _("It is not that version any more; ask for it anew."))
    if response is None:
        response = Response(make())
    response.headers["ETag"] = tag
    return response


def version_seen(request: Request) -> str | None:
    """Return the tag of what the client saw: "" for nothing yet, ``None`` if it does not say.

    Raises ``ServiceError`` (``bad_precondition``) for what cannot be understood.
    """
    seen = request.headers.get("If-Match", "").strip()
    first = request.headers.get("If-None-Match", "").strip()
    if first and (seen or first != "*"):
        raise _bad(_("Send either If-Match with one tag, or If-None-Match: *."))
    if first:
        return ""
    return single_tag(seen) if seen else None


def single_tag(header: str) -> str:
    """Return what stands in the one tag of a header; a weak tag never matches.

    Raises ``ServiceError`` (``bad_precondition``).
    """
    if header == "*" or "," in header:
        raise _bad(_("If-Match names the one version that you saw, not any."))
    if header.startswith("W/"):
        return header
    if len(header) < 2 or header[0] != '"' or header[-1] != '"':
        raise _bad(_("A tag stands in double quotes, as it was sent."))
    return header[1:-1]


def _bad(message: Any) -> ServiceError:
    return ServiceError("bad_precondition", message)
