"""Whatever JSON is sent where a body is read: an answer, never a failure of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Submission
from games.hosting.idempotency import fingerprint
from tests.api.client import Api, one, player
from tests.factories import make_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

KEYS = st.sampled_from(
    [
        "name", "seats", "options", "map", "schedule", "time_zone", "token", "seat", "race",
        "action", "phase", "key", "reason", "minutes", "username", "password", "recall", "place",
        "berths", "tithes", "purchases", "feed", "first", "dismiss", "placements", "to", "gold",
        "food", "if", "buy", "tile", "disband", "received", "stock", "from", "edition", "rules",
        "tiles", "n", "q", "r", "terrain", "sheet", "kind", "at", "days",
    ]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.just(10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["village", "army", "pass", "extend", "pause", "all", "daily", "classic", ""]),
    st.text(max_size=12),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)
BODIES = st.one_of(st.dictionaries(KEYS, VALUES, max_size=6), VALUES)


def answered(answer: Any) -> bool:
    body = json.loads(answer.content) if answer.content else {}
    assert answer.status_code < 500, body
    if answer.status_code >= 400:
        assert body["code"]
        assert body["detail"].strip()
    return True


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=BODIES)
def test_f05_f13_no_body_is_too_odd_to_be_answered(body: Any, odd: tuple[Any, ...]):
    table, me, master = odd
    raw = json.dumps(body)

    for path in ("campaigns/?dry_run=1", "join/", "tokens/"):
        assert answered(me.post(path, raw=raw))
    for path in ("clock/?dry_run=1", "hand-over/"):
        assert answered(master.post(one(table, path), raw=raw, Idempotency_Key=fingerprint(raw)))
    assert answered(me.put(one(table, "phases/1/sheet/?dry_run=1"), raw=raw))
    assert answered(me.post(one(table, "phases/1/forecast/"), raw=raw))
    assert Submission.objects.count() == 0


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, ...]:
    """A table, a player and a game master, for whom nothing is too often."""
    from rest_framework.throttling import SimpleRateThrottle

    scopes = ("anon", "user", "write", "token", "token_name")
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(scopes, "99999/s"))
    table = make_table(ends_early=False)
    return table, player(table, 0), Api(table.master)


HUGE = "9" * 30


@pytest.mark.parametrize(
    "path",
    [
        f"campaigns/{HUGE}/",
        "campaigns/{id}/phases/" + HUGE + "/",
        "campaigns/{id}/phases/" + HUGE + "/dice/",
        "campaigns/{id}/events/?since=" + "9" * 18 + ".1",
        "campaigns/{id}/events/?since=%00",
        "campaigns/{id}/phases/?cursor=%00",
        "me/tokens/%00/",
        "maps/%00/",
    ],
)
def test_no_address_is_too_odd_to_be_answered(path: str):
    table = make_table()

    assert answered(player(table, 0).get(path.format(id=table.campaign.pk)))


def test_no_number_of_an_invitation_is_too_odd():
    table = make_table()

    assert answered(Api(table.master).delete(one(table, f"invites/{HUGE}/")))
