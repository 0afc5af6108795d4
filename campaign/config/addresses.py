"""Where the site listens and finds its Redis, read from the environment."""

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


def redis_address(broker: str) -> str:
    """Return a broker's address as Redis's client reads it; empty when it is no single Redis.

    >>> redis_address("redis+socket:///srv/var/redis.sock?virtual_host=1")
    'unix:///srv/var/redis.sock'
    >>> redis_address("redis://localhost:6379/0")
    'redis://localhost:6379/0'
    >>> redis_address("sentinel://localhost:26379;sentinel://other:26379")
    ''
    """
    scheme, _, rest = broker.partition("://")
    if scheme == "redis+socket":
        return f"unix://{rest.partition('?')[0]}"
    return broker if scheme in ("redis", "rediss") else ""
