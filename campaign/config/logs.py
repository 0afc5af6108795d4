"""Logging that keeps secrets out.

What opens a door - an invite link, a password-reset key, a token, a password
in an address - is replaced by ``***`` before a line is written, wherever it
came from.
"""

from __future__ import annotations

import logging
import re
from typing import Any

HIDDEN = "***"

SECRETS = (
    re.compile(
        r"(?P<keep>(?:/|%2f)(?:join|invites?|reset(?:/|%2f)key|confirm-email)(?:/|%2f))"
        r"(?!\d+(?:/|%2f))[^/\s?\"'&]+?(?=/|%2f|[\s?\"'&]|$)",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<keep>\b(?:token|bearer)\s+)[\w.~+/=-]{8,}", re.IGNORECASE),
    re.compile(
        r"(?P<keep>\b(?:password\d?|secret|token|key|csrfmiddlewaretoken|sessionid)"
        r"[\"']?\s*[=:]\s*[\"']?)[^\s&;,\"']+",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<keep>\w://[^:/\s@]*:)[^@/\s]+(?=@)"),
)


def redact(text: str) -> str:
    """Return ``text`` with everything that opens a door replaced.

    >>> redact("GET /invites/3f9a1c/ HTTP/1.1")
    'GET /invites/***/ HTTP/1.1'
    """
    for pattern in SECRETS:
        text = pattern.sub(rf"\g<keep>{HIDDEN}", text)
    return text


class RedactingFormatter(logging.Formatter):
    """A formatter whose finished line, traceback included, is redacted."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it may be written down."""
        return redact(super().format(record))


def logging_settings(level: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``: one stream, one format."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "campaign.config.logs.RedactingFormatter",
                "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            }
        },
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            # Django's own handlers would print a line twice, and mail it.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # A line for every beat of three seconds says nothing.
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
        },
    }
