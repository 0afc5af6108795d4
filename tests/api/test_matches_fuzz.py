"""Whatever is sent about a match: an answer, never a failure of ours, and no match harmed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle

from games.hosting.idempotency import fingerprint
from tests.api.client import Api
from tests.api.matches import Programs, programs
from tests.api.test_fuzz import HUGE, answered
from tests.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.both]

KEYS = st.sampled_from(
    [
        "game", "options", "first", "seats", "kind", "bot", "clock", "minutes", "increment",
        "weekday", "time", "zone", "at", "is_listed", "delay", "most_defaults", "seat",
        "revision", "answer", "lines", "if", "then", "action",
    ]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.just(10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["winter", "winter_court", "me", "free", "bot", "random", "move", "total", "until", "none",
         "20:00", "Europe/Vienna", "9999-12-31T23:59:59Z", "play K4 B", "draw", "*", "offer"]
    ),
    st.text(max_size=12),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=20,
)
CLOCKS = st.fixed_dictionaries(
    {"game": st.just("winter"), "clock": st.dictionaries(KEYS, SCALARS, min_size=2, max_size=4)}
)
NOW = st.fixed_dictionaries({"revision": st.just(0)}, optional={"answer": VALUES, "lines": VALUES})
BODIES = st.one_of(st.dictionaries(KEYS, VALUES, max_size=6), CLOCKS, NOW, VALUES)


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> Programs:
    """A match, for whose people nothing is too often."""
    scopes = ("anon", "user", "write", "export")
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(scopes, "99999/s"))
    return programs("winter_court", options={"first": 0}, is_listed=True)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=BODIES)
def test_f05_f13_no_body_is_too_odd_to_be_answered(body: Any, odd: Programs):
    raw = json.dumps(body)
    me, other = odd.seats

    assert answered(me.post("matches/", raw=raw, Idempotency_Key=fingerprint(raw)))
    assert answered(me.post(odd.path("answer/?dry_run=1"), raw=raw))
    assert answered(other.post(odd.path("answer/"), raw=raw))
    assert answered(other.put(odd.path("plan/"), raw=raw))
    for path in ("draw/", "undo/", "join/", "seats/0/bot/"):
        assert answered(odd.outsider.post(odd.path(path), raw=raw))
    assert odd.match.turn == 0
    assert odd.match.status == "running"


@pytest.mark.parametrize(
    "path",
    [
        f"matches/{HUGE}/",
        f"matches/{HUGE}/ask/",
        f"matches/{HUGE}/events/",
        "matches/{pk}/events/?since=%00",
        "matches/{pk}/ask/?offset=" + HUGE,
        "matches/{pk}/ask/?offset=999999999",
        "matches/{pk}/replay/?limit=" + HUGE,
        "matches/?list=%00",
        "matches/?cursor=%00",
        "match-invites/%00/",
        "match-seats/%00/",
        "match-seats/" + "x" * 400 + "/",
    ],
)
def test_no_address_is_too_odd_to_be_answered(path: str):
    game = programs("winter_court", options={"first": 0})

    assert answered(game.seats[0].get(path.format(pk=game.played.pk)))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"matches/{HUGE}/answer/", {"revision": 0, "answer": "pass"}),
        (f"matches/{HUGE}/join/", {}),
        (f"matches/{HUGE}/resign/", None),
        ("matches/{pk}/seats/" + HUGE + "/bot/", {"bot": "random"}),
        ("matches/{pk}/answer/", {"revision": int(HUGE), "answer": "pass"}),
        ("matches/{pk}/answer/", {"revision": -1, "answer": "pass"}),
    ],
)
def test_no_number_sent_is_too_odd_to_be_answered(path: str, body: Any):
    game = programs("winter_court", options={"first": 0})

    sent = game.seats[0].post(path.format(pk=game.played.pk), body)

    assert answered(sent)
    assert sent.status_code in (404, 412)
    assert game.match.turn == 0


def test_a_key_of_somebody_else_gives_nothing_away():
    game = programs("winter_court", options={"first": 0})
    given = game.answer(0, "pass", 0, Idempotency_Key="k")
    other = Api(make_user()).post(
        game.path("answer/"), {"revision": 0, "answer": "pass"}, Idempotency_Key="k"
    )

    assert (given.status_code, other.status_code) == (201, 404)
