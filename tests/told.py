"""What somebody is told by an answer, to the byte, but for what differs at every request."""

from __future__ import annotations

import re
from typing import Any

PASSING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|csrftoken=\w+|sessionid=\w+'
    r'|expires=[^;]+|Expires: [^\n]+|name="key" value="[\w-]+"|"created":"[^"]+"|"expiry":"[^"]+"'
    r'|name="seed" value="\d+"'
)
"""What differs at every request."""


def told_by(answer: Any) -> tuple[int, str, str]:
    """Return the status, the body, and the headers with the cookies."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    heads = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    heads += answer.cookies.output()
    return answer.status_code, PASSING.sub("", body.decode()), PASSING.sub("", heads)
