"""Reading JSON strictly: what two programs could read differently is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

DEEPEST = 24
"""Levels of lists and objects within each other; no sheet needs a third of it."""


class StrictJSONParser(JSONParser):
    """Refuses NaN and infinities, a key given twice, NUL, half characters, deep nesting."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the JSON value of the body; raise ``ParseError`` with a code."""
        try:
            value = json.loads(
                stream.read().decode("utf-8"),
                object_pairs_hook=_unique,
                parse_constant=_no_constant,
                parse_float=_finite,
            )
        except RecursionError:
            raise _too_deep() from None
        except (UnicodeDecodeError, ValueError) as error:
            raise ParseError(_("This is not JSON: %s") % error) from None
        check_value(value)
        return value


def check_value(value: Any) -> None:
    """Refuse nesting and texts that no part of the site has a use for."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep()
        for text in filter(_is_text, level):
            _check_text(text)
        level = [inner for outer in level for inner in _inside(outer)]


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ParseError(_("A text holds something that is no character."), "bad_text")


def _too_deep() -> ParseError:
    return ParseError(_("Lists and objects are nested too deeply."), "too_deep")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ParseError(_("The key “%s” is given twice.") % twice[:40], "duplicate_key")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ParseError(_("%s is no number in JSON.") % name, "not_a_number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ParseError(_("A number is too large."), "not_a_number")
    return number


class AlwaysJSON(DefaultContentNegotiation):
    """Answer in JSON whatever the client says it accepts; there is nothing else."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the one renderer there is."""
        return renderers[0], renderers[0].media_type
