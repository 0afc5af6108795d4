"""What somebody is told by an answer, to the byte, but for what differs at every request."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

PASSING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|csrftoken=\w+|sessionid=\w+'
    r'|expires=[^;]+|Expires: [^\n]+|name="key" value="[\w-]+"|"created":"[^"]+"|"expiry":"[^"]+"'
    r'|name="seed" value="\d+"|(?<=messages=)(?P<said>\S*):\w+:[\w-]+'
)
"""What differs at every request."""


class Told(NamedTuple):
    """The status, the body, and the headers with the cookies."""

    status: int
    body: str
    heads: str


def told_by(answer: Any) -> Told:
    """Return all that an answer tells."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    heads = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    heads += answer.cookies.output()
    return Told(answer.status_code, _without(body.decode()), _without(heads))


def _without(text: str) -> str:
    """Leave out what passes; a message that waits is kept without its seal of the moment."""
    return PASSING.sub(lambda match: match["said"] or "", text)


def difference(one: Told, other: Told) -> str:
    """Name the first thing in which two answers differ, with what stands around it."""
    if one.status != other.status:
        return f"status {one.status} or {other.status}"
    for part in ("body", "heads"):
        here, there = getattr(one, part), getattr(other, part)
        if here != there:
            return f"{part} {_around(here, there)!r} or {_around(there, here)!r}"
    return "nothing"


BEFORE, AFTER = 60, 80


def _around(text: str, other: str) -> str:
    pairs = zip(text, other, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other)))
    return text[max(0, first - BEFORE) : first + AFTER]
