"""Where the site listens, read from the environment."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured


def port_number(text: str) -> int:
    """Return the port that ``PORT`` names; raise ``ImproperlyConfigured`` for none.

    >>> port_number("8000")
    8000
    """
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise ImproperlyConfigured(f"PORT is a number from 1 to 65535, not {text!r}.")
