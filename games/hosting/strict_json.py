"""Reading JSON strictly: what two programs could read differently is refused.

Bodies of the API and JSON that a form carries in one of its fields are read here.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.hosting.errors import ServiceError

DEEPEST = 24
"""Levels of lists and objects within each other; no sheet needs a third of it."""
MOST_DIGITS = 40
"""Of a whole number; Python itself takes long over thousands of them."""


def read_json(text: str) -> Json:
    """Return the value that ``text`` holds.

    Refused are NaN, infinities and endless numbers, a key given twice, NUL, half characters
    and deep nesting (``ServiceError``; its codes are those of the API's bodies).
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_int=_short,
            parse_float=_finite,
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise not_json(error) from None
    check_value(value)
    return value


def not_json(error: ValueError) -> ServiceError:
    """Return what says that a text is no JSON, and where."""
    return ServiceError("parse_error", _("This is not JSON: %(reason)s"), reason=str(error))


def check_value(value: Json) -> None:
    """Refuse nesting and texts that no part of the site has a use for."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep()
        for text in filter(_is_text, level):
            _check_text(text)
        level = [inner for outer in level for inner in _inside(outer)]


def _inside(value: Json) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ServiceError("bad_text", _("A text holds something that is no character."))


def _too_deep() -> ServiceError:
    return ServiceError("too_deep", _("Lists and objects are nested too deeply."))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice, _times = Counter(key for key, _value in pairs).most_common(1)[0]
        raise ServiceError("duplicate_key", _("The key “%(key)s” is given twice."), key=twice[:40])
    return found


def _no_constant(name: str) -> NoReturn:
    raise ServiceError("not_a_number", _("%(name)s is no number in JSON."), name=name)


def _short(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ServiceError("not_a_number", _("A number is too large."))
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ServiceError("not_a_number", _("A number is too large."))
    return number
