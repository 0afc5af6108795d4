"""How an operation is described in the OpenAPI document, said once for all routes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers

from games.hosting.api.problems import CONTENT_TYPE
from games.hosting.api.serializers import Problem
from games.hosting.api.strict import Form
from games.hosting.idempotency import LONGEST_KEY

MOST_IN_A_PAGE = 100

Documented = Callable[[Any], Any]


def text(least: int = 1, most: int | None = None) -> dict[str, Any]:
    """Describe a text of so many characters."""
    return {"type": "string", "minLength": least, **({} if most is None else {"maxLength": most})}


def whole(
    name: str, low: int, high: int, description: str, *, required: bool = False
) -> OpenApiParameter:
    """Describe a whole number in the address."""
    bounds = {"type": "integer", "minimum": low, "maximum": high}
    return OpenApiParameter(name, bounds, required=required, description=description)


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    text(most=LONGEST_KEY),
    OpenApiParameter.HEADER,
    description="1 to 80 characters of your own. A repeat with the same key, address and body "
    "within three days gets the first answer again and does nothing.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="A tag that you hold; 304 when it is still the newest.",
)
DRY_RUN = OpenApiParameter("dry_run", bool, description="1: check and answer, but change nothing.")
CURSOR = OpenApiParameter("cursor", text(), description="Where the page begins; from `next`.")
LIMIT = whole("limit", 1, MOST_IN_A_PAGE, "The length of a page.")


KEY = "bad_key, key_reused"
RUNNING_KEY = "request_running"
"""Codes of what an idempotency key can be refused for."""
OTHER_VERSION = {412: "version_changed"}
UNCHANGED = {304: "Not changed since the version in If-None-Match."}
PAGES = [CURSOR, LIMIT]
NO_PAGE = {400: "bad_cursor, bad_parameter"}


class FormShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a body that is sent: with no field beside its own."""

    target_class = Form
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Return the body's schema."""
        shape = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**shape, "additionalProperties": False}


def tag_of(*statuses: int) -> OpenApiParameter:
    """Describe the ETag that comes with answers of these statuses."""
    return OpenApiParameter(
        "ETag",
        str,
        OpenApiParameter.HEADER,
        description="The version of what was answered.",
        response=list(statuses),
    )


LOCATION = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, description="The new thing.", response=[201]
)
RETRY_AFTER = OpenApiParameter(
    "Retry-After", str, OpenApiParameter.HEADER, description="Seconds to wait.", response=[429, 503]
)

ANYBODY: Any = [{}, {"token": []}, {"cookieAuth": []}]
"""No sign-in is needed; with one, more may be seen."""

PHRASES = {
    400: "The request could not be understood",
    401: "Nobody is signed in, or the token is wrong",
    403: "Not allowed",
    404: "Not there, or not for you to know of",
    409: "Not possible now",
    412: "It changed since you looked",
    413: "Over 256 KB",
    415: "Not application/json",
    422: "The rules refuse it; `problems` names each line",
    428: "Say which version you saw",
    429: "Too many requests",
    503: "The database is busy; the same again in a second",
}


def operation(
    name: str,
    summary: str,
    *,
    tag: str,
    answer: Any = None,
    status: int = 200,
    problems: Mapping[int, str],
    body: Any = None,
    parameters: Sequence[OpenApiParameter] = (),
    examples: Sequence[OpenApiExample] = (),
    also: Mapping[int, str] | None = None,
    description: str = "",
    anyone: bool = False,
) -> Documented:
    """Describe one operation. ``problems``: its codes by status; ``also``: empty answers."""
    responses: dict[Any, Any] = {status: answer or OpenApiResponse(description="Done.")}
    for other, text in (also or {}).items():
        responses[other] = OpenApiResponse(answer if other < 300 else None, description=text)
    for refused, codes in sorted(_with_usual(problems, body is not None, anyone).items()):
        responses[refused, CONTENT_TYPE] = OpenApiResponse(
            Problem, description=f"{PHRASES[refused]}. Codes: {codes}."
        )
    documented: Documented = extend_schema(
        operation_id=name,
        summary=summary,
        description=description or summary,
        tags=[tag],
        request=body,
        responses=responses,
        parameters=[*parameters, RETRY_AFTER],
        examples=list(examples),
        auth=ANYBODY if anyone else None,
    )
    return documented


def _with_usual(problems: Mapping[int, str], has_body: bool, anyone: bool) -> dict[int, str]:
    """Add what any operation can answer, and any that reads a body."""
    usual = {400: "bad_text", 413: "request_too_large", 429: "throttled", 503: "busy"}
    usual[401] = "authentication_failed" if anyone else "not_authenticated, authentication_failed"
    if has_body:
        usual[400] = "parse_error, no_body, duplicate_key, not_a_number, too_deep, bad_text"
        usual[415] = "unsupported_media_type"
    return {
        status: ", ".join(filter(None, (problems.get(status), usual.get(status))))
        for status in {*problems, *usual}
    }


def sent(name: str, value: Any) -> OpenApiExample:
    """Give an example of a body that is sent."""
    return OpenApiExample(name, value=value, request_only=True)


def got(name: str, value: Any, *statuses: str) -> OpenApiExample:
    """Give an example of an answer."""
    return OpenApiExample(
        name, value=value, response_only=True, status_codes=list(statuses) or ["200"]
    )


def page_of(name: str, line: type[serializers.Serializer]) -> serializers.Serializer:
    """Describe a page of a list."""
    fields = {
        "next": serializers.CharField(allow_null=True, help_text="The next page's address."),
        "previous": serializers.CharField(allow_null=True),
        "results": line(many=True),
    }
    return inline_serializer(name, fields)


ANY_OBJECT = OpenApiTypes.OBJECT
