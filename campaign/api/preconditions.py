"""Entity tags and what a request demands of them (RFC 9110, 13).

A tag is made of what its reader may know anyway: a kingdom's own receipt, a phase's
public revision. So no tag changes because somebody else handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.models import Phase
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


def sheet_tag(receipt: str) -> str:
    """Return the tag of a sheet that was handed in."""
    return f'"{receipt}"'


def sheet_seen(request: Request) -> str | None:
    """Return the receipt of the sheet the client saw: "" for none, ``None`` if it says nothing.

    Raises ``ServiceError`` (``bad_precondition``) for what cannot be understood.
    """
    seen = request.headers.get("If-Match", "").strip()
    first = request.headers.get("If-None-Match", "").strip()
    if first and (seen or first != "*"):
        raise _bad(_("Send either If-Match with one tag, or If-None-Match: *."))
    if first:
        return ""
    return _single(seen) if seen else None


def _single(header: str) -> str:
    """Return what stands in the one tag of a header; a weak tag never matches."""
    if header == "*" or "," in header:
        raise _bad(_("If-Match names the one version that you saw, not any."))
    if header.startswith("W/"):
        return header
    if len(header) < 2 or header[0] != '"' or header[-1] != '"':
        raise _bad(_("A tag stands in double quotes, as it was sent."))
    return header[1:-1]


def _bad(message: Any) -> ServiceError:
    return ServiceError("bad_precondition", message)


def phase_tag(phase: Phase) -> str:
    """Return the tag of a phase and its clock."""
    return f'"{phase.branch}.{phase.ordinal}.{phase.revision}.{phase.closing or phase.status}"'


def phase_seen(request: Request, phase: int) -> int | None:
    """Return the revision of the phase that the client saw, ``None`` if it says nothing.

    Raises ``Stale`` (``phase_changed``) for the tag of another phase.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        return None
    branch, *parts = _single(header).split(".")
    numbers = [branch, *parts[:2]]
    if len(parts) != 3 or parts[0] != str(phase) or not all(map(str.isdecimal, numbers)):
        raise Stale("phase_changed", _("The clock was changed since you looked; look again first."))
    return int(parts[1][:9])
