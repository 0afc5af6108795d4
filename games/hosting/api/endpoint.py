"""What every route shares: who may ask, strict JSON, problems, one answer per key."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpResponseBase
from django.http.request import RawPostDataException
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, NotFound, UnsupportedMediaType
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from games.hosting.api import problems
from games.hosting.api.authentication import Token
from games.hosting.api.parsing import AlwaysJSON, StrictJSONParser
from games.hosting.api.permissions import RoutePermission
from games.hosting.api.schema import MOST_IN_A_PAGE
from games.hosting.api.throttles import WriteThrottle
from games.hosting.errors import ServiceError
from games.hosting.idempotency import Answer, answer_once, fingerprint
from games.hosting.people import User

SAFE = ("GET", "HEAD")
CURSOR_SALT = "campaign.api.cursor"
"""Never to be changed: cursors that were handed out must stay good."""
KEPT_HEADERS = ("ETag", "Location", "Retry-After")


class Endpoint(APIView):
    """Base of all views. Writes hand the person to a service, which checks what they may do."""

    authentication_classes = [Token, SessionAuthentication]
    permission_classes = [RoutePermission]
    parser_classes = [StrictJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJSON
    throttle_classes = [AnonRateThrottle, UserRateThrottle, WriteThrottle]
    http_method_names = ["get", "head", "post", "put", "delete"]
    rehearsed: tuple[str, ...] = ()
    """The methods that ``dry_run=1`` only tries."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in who may ask; refuse to try what can only be done."""
        super().initial(request, *args, **kwargs)
        is_tried = request.method not in SAFE and self.flag("dry_run")
        if is_tried and request.method not in self.rehearsed:
            raise ServiceError(
                "bad_parameter", _("This cannot be tried with dry_run; nothing was changed.")
            )

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Forbid shared caches to keep what is for one person."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Authorization", "Cookie"))
        return response

    def read(self, form: type[BaseSerializer]) -> dict[str, Any]:
        """Return the request's body as ``form`` understands it; raise ``ValidationError``."""
        parsed = form(data=self.request.data)
        parsed.is_valid(raise_exception=True)
        return dict(parsed.validated_data)

    def flag(self, name: str) -> bool:
        """Return a yes or no from the address, such as ``?dry_run=1``."""
        given = self.request.query_params.get(name, "0").lower()
        if given not in ("0", "1", "false", "true"):
            raise ServiceError("bad_parameter", _("%(name)s is 1 or 0."), name=name)
        return given in ("1", "true")

    def number(self, name: str, default: int, highest: int, *, lowest: int = 1) -> int:
        """Return a whole number from ``lowest`` to ``highest`` from the address."""
        return number_in(self.request, name, default, (lowest, highest))


def number_in(request: Request, name: str, default: int, bounds: tuple[int, int]) -> int:
    """Return a whole number from a request's address; raise ``ServiceError``."""
    lowest, highest = bounds
    given = request.query_params.get(name, str(default))
    plain = given.isascii() and given.isdecimal() and len(given) < 10
    if not plain or not lowest <= int(given) <= highest:
        raise ServiceError(
            "bad_parameter",
            _("%(name)s is a number from %(lowest)s to %(highest)s."),
            name=name,
            lowest=lowest,
            highest=highest,
        )
    return int(given)


class Paged(CursorPagination):
    """A page of a list and the address of the next; ``?limit=`` sets its length.

    Cursors are signed: what a database makes of an invented one is not put to the test.
    """

    page_size = 50

    def get_page_size(self, request: Request) -> int:
        """Return how long a page is; raise ``ServiceError`` (``bad_parameter``)."""
        return number_in(request, "limit", self.page_size, (1, MOST_IN_A_PAGE))

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """Return one page; raise ``ServiceError`` (``bad_cursor``)."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError):  # a cursor of another list
            raise _bad_cursor() from None

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the address of the page at ``cursor``."""
        signed = signing.dumps(list(cursor), salt=CURSOR_SALT)
        return str(replace_query_param(str(self.base_url), self.cursor_query_param, signed))

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor asked for; raise ``ServiceError`` (``bad_cursor``)."""
        given = request.query_params.get(self.cursor_query_param)
        if given is None:
            return None
        try:
            return Cursor(*signing.loads(given, salt=CURSOR_SALT))
        except signing.BadSignature:
            raise _bad_cursor() from None


def _bad_cursor() -> ServiceError:
    return ServiceError("bad_cursor", _("That is not a cursor we gave."))


def paged(
    view: Endpoint, rows: Any, form: type[BaseSerializer], ordering: tuple[str, ...]
) -> Response:
    """Answer with one page of ``rows``."""
    pages = Paged()
    pages.ordering = ordering
    page: Any = pages.paginate_queryset(rows, view.request, view=view)
    return pages.get_paginated_response(form(page, many=True).data)


def signed_in(request: Request) -> User:
    """Return the person of a request that ``RoutePermission`` let in as signed in."""
    if isinstance(request.user, AnonymousUser):
        raise NotAuthenticated
    return request.user


View = TypeVar("View", bound=Callable[..., Any])


def once(handler: View) -> View:
    """Give a request with an ``Idempotency-Key`` the answer that the first one got."""

    @wraps(handler)
    def wrapper(view: Endpoint, request: Request, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get("Idempotency-Key")
        if key is None or not request.user.is_authenticated:
            return handler(view, request, **kwargs)

        def run() -> Answer:
            return _as_answer(handler, view, request, kwargs)

        answer = answer_once(user=request.user, key=key, fingerprint=_mark(request), run=run)
        headers = dict(answer.headers)
        content_type = headers.pop("Content-Type", None)
        return Response(answer.body, answer.status, headers=headers, content_type=content_type)

    return wrapper  # type: ignore[return-value]


def raw_body(request: Request) -> bytes:
    """Return the body as it was sent; raise ``UnsupportedMediaType`` for a form."""
    try:
        return request._request.body
    except RawPostDataException:
        raise UnsupportedMediaType(request.content_type) from None


def _mark(request: Request) -> str:
    """Return what makes a repeat the same request: its address, what it demands, its body."""
    demands = (request.headers.get(name, "") for name in ("If-Match", "If-None-Match"))
    return fingerprint(str(request.method), request.get_full_path(), *demands, raw_body(request))


def _as_answer(
    handler: Callable[..., Any], view: Endpoint, request: Request, kwargs: dict[str, Any]
) -> Answer:
    """Run the handler; a refusal is an answer too, anything unexpected is raised."""
    keeps = False
    try:
        response = handler(view, request, **kwargs)
    except Exception as error:
        keeps = isinstance(error, ServiceError) and error.keeps
        refused = problems.refusal(error)
        if refused is None or refused.status_code >= 500:
            raise
        response = refused
    body = json.loads(JSONRenderer().render(response.data)) if response.data is not None else None
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    if response.content_type:
        headers["Content-Type"] = response.content_type
    return Answer(response.status_code, body, headers, keeps)
