"""Whatever somebody posts to the hand-in page is answered, and an error of ours is none of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.cache import caches

from campaign.models import Submission
from tests.factories import SETUP, make_table
from tests.web.pages import client_of, form_fields
from tests.web.sheets import url
from tests.web.shore import MAP, WAR

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

VALUES = (
    "", "0", "-1", "1", "4", "13", "999999999", "x", "move:", "move:13", "move:x", "stay",
    "army-1", "ship-9", "army--", "ü\x00", "{}", "[", "null", "defend", "e", "city",
)  # fmt: skip
BUTTONS = (
    "hand_in", "answer", "forecast", "show", "reset", "clear", "up:orders:0", "down:orders:99",
    "pair:1:4", "pair:x:y", "unpair:1", "unpair:", "go:army-1-13", "go:", "more:battles",
    "best:starts:1", "best:starts:x", "up:starts:-1", "fill:a:b", "fill:::::", "nonsense:::", "",
)  # fmt: skip
STATUSES = {200, 302, 400, 409, 412, 422}

TABLES: dict[str, dict[str, Any]] = {
    "month": {"options": {"map": MAP}, "position": WAR},
    "setup": {"options": {"map": MAP, **SETUP}},
    "order": {"options": {"map": MAP, "play": "open"}, "position": WAR},
    "banner": {"options": {"map": MAP, "play": "open", **SETUP}},
}


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_no_post_is_an_error(kind: str) -> None:
    table = make_table(2, **TABLES[kind])
    ask = table.phase().asks.select_related("kingdom")[0]
    client, rng = client_of(table.players[ask.kingdom.seat]), Random(kind)
    page = client.get(url(table)).content.decode()
    fields = form_fields(page, "turn" if kind == "order" else "sheet")

    for _ in range(60):
        caches["default"].clear()
        posted = dict(fields)
        for name in rng.sample(sorted(fields), k=min(3, len(fields))):
            posted[name] = [rng.choice(VALUES)]
        posted |= {
            "phase": fields["phase"],
            "do": [rng.choice(BUTTONS)],
            "answer": [rng.choice(VALUES)],
        }
        if rng.random() < 0.2:
            posted["draft"] = [rng.choice(VALUES)]
        answer = client.post(url(table), posted)
        assert answer.status_code in STATUSES, posted
    assert all(isinstance(each.sheet, dict | int) for each in Submission.objects.all())
