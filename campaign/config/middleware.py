"""Middleware of the site's own: the content policy and the limit of a request's size."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

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
    """Say that the body is too large: a problem body under ``/api/``, else a page."""
    kilobytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
    detail = _("This request is larger than the %(size)d KB allowed.") % {"size": kilobytes}
    if not request.path.startswith("/api/"):
        return too_large_page(detail)
    body = {
        "type": "about:blank",
        "title": _("Request too large"),
        "status": 413,
        "code": "request_too_large",
        "detail": detail,
    }
    return JsonResponse(body, status=413, content_type="application/problem+json")


def too_large_page(detail: str) -> HttpResponse:
    """Return the site's page for 413, or the sentence alone where there is none."""
    try:
        return HttpResponse(render_to_string("413.html", {"detail": detail}), status=413)
    except TemplateDoesNotExist:
        return HttpResponse(detail, status=413, content_type="text/plain; charset=utf-8")
