"""Rate limits count in one place for all web processes, and go on without it."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.test import RequestFactory
from rest_framework.settings import api_settings

from campaign.config.addresses import redis_address
from campaign.serving.redis import redis_server
from games.hosting.counts import Counts
from games.hosting.errors import ServiceError
from games.hosting.pages import within_limit

PLAIN = {"serializer": "games.hosting.counts.Plain", "socket_timeout": 0.25}


def process(address: str, prefix: str = "a:") -> Counts:
    """Return the counts as one web process has them; its memory is its own."""
    made = Counts(address, {"OPTIONS": dict(PLAIN), "KEY_PREFIX": prefix})
    made._own._cache, made._own._expire_info = OrderedDict(), {}  # type: ignore[attr-defined]
    return made


def test_processes_count_together_while_a_redis_answers_and_alone_without(tmp_path: Path):
    with redis_server(tmp_path) as broker:
        one, other = process(redis_address(broker)), process(redis_address(broker))
        stranger = process(redis_address(broker), "b:")
        one.set("history", [3.5, 1.25])
        one.add("n", 0, timeout=60)

        together = [one.incr("n"), other.incr("n"), one.incr("n")]
        read = other.get("history")
        one.clear()
        after_clearing = (other.get("n"), stranger.get("n"))

    alone = [each.add("n", 0) and each.incr("n") for each in (one, other)]

    assert together == [1, 2, 3]
    assert read == [3.5, 1.25]
    assert after_clearing == (3, None)
    assert alone == [1, 1]


def test_what_was_not_counted_yet_is_no_count(tmp_path: Path):
    with redis_server(tmp_path) as broker, pytest.raises(ValueError, match="not found"):
        process(redis_address(broker)).incr("n")


def test_strangers_behind_a_proxy_of_ours_are_counted_by_their_own_address(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)

    def press(address: str) -> None:
        request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=address)
        request.user = AnonymousUser()
        within_limit(request, "test", 1)

    press("192.0.2.1")
    press("192.0.2.2")
    with pytest.raises(ServiceError) as refused:
        press("192.0.2.1")

    assert refused.value.status == 429
    assert caches["default"].__class__ is Counts
