"""The cache that rate limits count in: one for all web processes, while a Redis answers.

Nothing but counts is kept here, and no page may depend on Redis: while none answers each
process counts in its own memory.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

MOST_HERE = 10_000
"""So many counts a process keeps at most while there is no Redis."""
SECONDS_AWAY = 5.0
"""So long a Redis that did not answer is not asked again."""


class Plain:
    """Numbers and lists of them as JSON: nothing that is read from Redis is ever executed."""

    def dumps(self, value: Any) -> bytes:
        """Write a value."""
        return json.dumps(value).encode()

    def loads(self, text: bytes) -> Any:
        """Read a value."""
        return json.loads(text)


class Counts(RedisCache):
    """Django's cache in Redis, with this process's memory behind it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Take up the address; a connection is made when something is counted."""
        super().__init__(server, params)
        self._own = LocMemCache("counts", {**params, "OPTIONS": {"MAX_ENTRIES": MOST_HERE}})
        self._away_until = float("-inf")

    def _count(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Do it in Redis, or here while there is none."""
        if monotonic() >= self._away_until:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError:
                self._away_until = monotonic() + SECONDS_AWAY
        return getattr(self._own, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        """Set what is not there yet."""
        return self._count("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        """Return a value."""
        return self._count("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        """Set a value."""
        return self._count("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        """Keep a value longer."""
        return self._count("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Forget a value."""
        return self._count("delete", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        """Tell whether there is a value."""
        return self._count("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        """Count on; raises ``ValueError`` where nothing was counted yet."""
        return self._count("incr", *args, **kwargs)

    def clear(self) -> None:
        """Forget this process's counts. What lies in Redis is not ours alone, and runs out."""
        self._own.clear()
