"""What is beside version 1: the schema, a page to read it, and what is not there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.hosting.api import problems
from games.hosting.api.endpoint import Endpoint


class Open(APIView):
    """For what is the same for everybody; refusals are JSON here too."""

    authentication_classes = []
    permission_classes = [AllowAny]

    def handle_exception(self, exc: Exception) -> Response:
        """Answer with a problem, whatever this address is written in otherwise."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return super().handle_exception(exc)


class Schema(Open, SpectacularAPIView):
    """The OpenAPI document: the same for everybody, so that a process makes it only once."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer with the document, as JSON or as YAML."""
        renderer: Any = type(request.accepted_renderer)
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            _document(renderer, get_language()), content_type=f"{renderer.media_type}{charset}"
        )


@lru_cache(maxsize=8)
def _document(renderer: type[BaseRenderer], language: str | None) -> bytes:
    """Return the document in one form; it takes a second to make."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    written = renderer().render(generator.get_schema(public=True))  # type: ignore[no-untyped-call]
    return written if isinstance(written, bytes) else written.encode()


class Docs(Open, SpectacularSwaggerSplitView):
    """The document as a page. Its script has an address of its own; nothing is inline."""

    url_name = "api:schema"
    template_name = "api/docs.html"


class Nothing(Endpoint):
    """Every address of the API that does not exist."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Never reached: there is nothing to ask for."""
        raise Http404

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let nothing in, whatever the method."""
        raise Http404

    def handle_exception(self, exc: Exception) -> Response:
        """Say that there is nothing here, and how addresses look."""
        return problems.not_found(self.request)
