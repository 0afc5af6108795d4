"""How bodies are read, and that answers are JSON whatever a client accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.hosting.strict_json import not_json, read_json


class StrictJSONParser(JSONParser):
    """Reads a body as ``games.hosting.strict_json`` reads all JSON."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the JSON value of the body; raise ``ServiceError``."""
        try:
            text = stream.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise not_json(error) from None
        return read_json(text)


class AlwaysJSON(DefaultContentNegotiation):
    """Answer in JSON whatever the client says it accepts; there is nothing else."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the one renderer there is."""
        return renderers[0], renderers[0].media_type
