"""Every refusal of the API as one body: ``application/problem+json`` (RFC 9457).

::

    {"type": "about:blank", "title": "Conflict", "status": 409,
     "code": "phase_over", "detail": "That phase is over. ...", "problems": []}

``code`` is stable and for programs, ``detail`` is for people. ``problems`` names what is
wrong line by line, with ``where`` as a dotted path into the body that was sent.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.engine.contract import Refusal
from games.hosting.errors import ServiceError, problem_dicts

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Where Python's versions differ: as RFC 9110 has it."""

Line = Mapping[str, str]


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    problems: Iterable[Line] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Build a problem response."""
    body = {
        "type": "about:blank",
        "title": TITLES.get(status) or HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        "problems": list(problems),
    }
    return Response(body, status=status, headers=dict(headers or {}), content_type=CONTENT_TYPE)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer any exception of a view; what nobody expected is logged and tells nothing."""
    answer = refusal(error)
    if answer is None:
        logger.error("the API failed at %s", context.get("view"), exc_info=error)
        answer = problem(500, "server_error", _("Something went wrong here; it was noted."))
    return answer


def refusal(error: Exception) -> Response | None:
    """Return the answer to an exception that a client can understand, else ``None``."""
    if isinstance(error, ServiceError):
        return problem(error.status, error.code, error.message)
    if isinstance(error, Refusal):
        lines = problem_dicts(error.problems)
        return problem(422, error.code, " ".join(line["message"] for line in lines), problems=lines)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        return _api_exception(error)
    return _framework_error(error)


def _invalid(error: exceptions.ValidationError) -> Response:
    lines = list(_lines(error.get_full_details(), ""))
    detail = " ".join(f"{line['where']}: {line['message']}".strip(": ") for line in lines)
    return problem(400, "invalid", detail, problems=lines)


def _lines(details: Any, where: str) -> Iterable[dict[str, str]]:
    """Flatten the framework's nested errors into lines with a dotted path."""
    if isinstance(details, list):
        for entry in details:
            yield from _lines(entry, where)
    elif isinstance(details, dict) and set(details) == {"message", "code"}:
        yield {"code": details["code"], "where": where, "message": str(details["message"])}
    else:
        for key, entry in details.items():
            step = "" if key == "non_field_errors" else str(key)
            yield from _lines(entry, ".".join(filter(None, (where, step))))


def _api_exception(error: exceptions.APIException) -> Response:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(math.ceil(wait))
    code = getattr(error.detail, "code", error.default_code)
    return problem(error.status_code, code, str(error.detail), headers=headers)


def _framework_error(error: Exception) -> Response | None:
    if isinstance(error, Http404):
        return problem(404, "not_found", _("There is nothing at this address."))
    if isinstance(error, PermissionDenied):
        return problem(403, "permission_denied", _("You may not do that."))
    if isinstance(error, RequestDataTooBig):
        return problem(413, "request_too_large", _("This request is too large."))
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return problem(400, "bad_request", _("This request could not be read."))
    if isinstance(error, OperationalError):
        logger.warning("the database was busy: %s", error)
        return problem(503, "busy", _("The site is busy; try again."), headers={"Retry-After": "1"})
    return None


def not_found(request: HttpRequest) -> Response:
    """Build the answer for an address of the API that does not exist."""
    detail = _("There is nothing at this address.")
    if not request.path.endswith("/"):
        detail += " " + _("Addresses of the API end with a slash.")
    return problem(404, "not_found", detail)
