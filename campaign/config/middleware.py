"""Middleware of the site's own: headers of every answer, and what a request may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from campaign.services.rush import note_wait
from games.hosting.arrival import arrived_at

GetResponse = Callable[[HttpRequest], HttpResponseBase]
Middleware = Callable[[HttpRequest], HttpResponseBase]


def content_policy(get_response: GetResponse) -> Middleware:
    """Send the content security policy; a view that sets a header of its own keeps it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return middleware


def private_answers(get_response: GetResponse) -> Middleware:
    """Let no shared cache keep an answer that does not say itself how it may be kept."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def queue_watch(get_response: GetResponse) -> Middleware:
    """Note when requests had to queue, for deadlines that pass meanwhile."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        note_wait(arrived_at(request))
        return get_response(request)

    return middleware


def body_limit(get_response: GetResponse) -> Middleware:
    """Refuse a body over ``DATA_UPLOAD_MAX_MEMORY_SIZE`` with 413, before anything reads it.

    Django counts form bodies only; the API's parser reads the stream itself.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if declared_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return too_large(request)
        return get_response(request)

    return middleware


def declared_length(request: HttpRequest) -> int:
    """Return the length of the body; without a declared length Django reads none."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def too_large(request: HttpRequest) -> HttpResponse:
    """Say that the body is too large."""
    kilobytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
    detail = _("This request is larger than the %(size)d KB allowed.") % {"size": kilobytes}
    return refused(request, 413, "request_too_large", _("Request too large"), detail)


def plain_text(get_response: GetResponse) -> Middleware:
    """Refuse with 400 what cannot be read, is not UTF-8 by its own word, or holds a NUL.

    No database column takes a NUL, and a codec that a client names could make anything
    of its bytes. JSON bodies are judged by ``games.hosting.strict_json``.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not is_readable(request):
            detail = _("This request holds something that is no text in UTF-8.")
            return refused(request, 400, "bad_text", _("Bad request"), detail)
        return get_response(request)

    return middleware


def is_readable(request: HttpRequest) -> bool:
    """Tell whether all texts of a request can be read; one that breaks off has none left."""
    try:
        return not has_other_charset(request) and not any("\0" in t for t in texts_of(request))
    except UnreadablePostError:
        return True
    except (SuspiciousOperation, BadRequest, MultiPartParserError):
        return False


def has_other_charset(request: HttpRequest) -> bool:
    """Tell whether a request names another charset than UTF-8 (or ASCII, a part of it)."""
    named = (request.content_params or {}).get("charset", "utf-8")
    return named.lower() not in ("utf-8", "utf8", "us-ascii")


def texts_of(request: HttpRequest) -> Iterator[str]:
    """Give every text in the address, the cookies and a form."""
    yield request.path_info
    for values in (request.GET, request.POST if is_form(request) else {}):
        for name in values:
            yield name
            yield from values.getlist(name)  # type: ignore[attr-defined]
    for name, value in request.COOKIES.items():
        yield name
        yield value


def is_form(request: HttpRequest) -> bool:
    """Tell whether the request is one of the pages' forms; the API reads its bodies itself."""
    return request.method == "POST" and not request.path.startswith("/api/")


def refused(request: HttpRequest, status: int, code: str, title: str, detail: str) -> HttpResponse:
    """Refuse a request: by a problem body under ``/api/``, else by the status's page."""
    if not request.path.startswith("/api/"):
        return refusal_page(status, detail)
    body = {"type": "about:blank", "title": title, "status": status, "code": code,
            "detail": detail, "problems": []}  # fmt: skip
    return JsonResponse(body, status=status, content_type="application/problem+json")


def refusal_page(status: int, detail: str) -> HttpResponse:
    """Return the site's page for a status, or the sentence alone where there is none."""
    try:
        page = render_to_string(f"{status}.html", {"detail": detail})
    except TemplateDoesNotExist:
        return HttpResponse(detail, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(page, status=status)
