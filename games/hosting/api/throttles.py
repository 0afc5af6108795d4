"""How often a client may ask. Rates are settings (``DEFAULT_THROTTLE_RATES``) by scope."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle, UserRateThrottle

RATES = {"write": "120/min", "token": "10/min", "token_name": "30/hour", "export": "20/min"}
"""Used where the settings name none."""


class WriteThrottle(UserRateThrottle):
    """Counts what changes something, by person (or address)."""

    scope = "write"

    def get_rate(self) -> str | None:
        """Return the rate of the settings, else the one above."""
        return self.THROTTLE_RATES.get(self.scope, RATES[self.scope])

    def allow_request(self, request: Request, view: Any) -> bool:
        """Let every read pass."""
        return request.method in ("GET", "HEAD") or super().allow_request(request, view)


class ExportThrottle(UserRateThrottle):
    """Counts exports of whole campaigns, by person (or address)."""

    scope = "export"

    def get_rate(self) -> str | None:
        """Return the rate of the settings, else the one above."""
        return self.THROTTLE_RATES.get(self.scope, RATES[self.scope])


class TokenThrottle(SimpleRateThrottle):
    """Counts attempts to get a token by password, by address."""

    scope = "token"

    def get_rate(self) -> str | None:
        """Return the rate of the settings, else the one above."""
        return self.THROTTLE_RATES.get(self.scope, RATES[self.scope])

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Count by the client's address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class TokenNameThrottle(TokenThrottle):
    """Counts attempts to get a token by password, by user name, wherever they come from."""

    scope = "token_name"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Count by the name that is tried; what is no name is refused elsewhere."""
        data = request.data
        name = data.get("username") if isinstance(data, dict) else None
        if not isinstance(name, str):
            return None
        ident = hash_name(name)
        return self.cache_format % {"scope": self.scope, "ident": ident}


def hash_name(name: str) -> str:
    """Return a name as part of a cache key."""
    return name.strip().casefold()[:150].encode().hex()
