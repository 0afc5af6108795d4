"""Whatever is sent with ``dry_run=1`` is tried or refused, and never done."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.core.cache import caches

from tests.api.client import is_problem
from tests.routes import ROWS, Row
from tests.scene import set_scene

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SENT = [row for row in ROWS if row.is_api and row.method != "GET" and "?" not in row.path]
IGNORED = ("AuthToken", "Session", "IdempotencyRecord")
"""What a request itself leaves behind."""


def everything() -> dict[str, Any]:
    models = [model for model in apps.get_models() if model.__name__ not in IGNORED]
    return {each.__name__: list(each._default_manager.order_by("pk").values()) for each in models}


def test_nothing_that_is_sent_to_be_tried_is_done():
    scene = set_scene(is_public=True)
    before, tried = everything(), 0

    for row in SENT:
        dry = Row(row.method, row.path + "?dry_run=1", row.body, (), ())
        for role in ("player", "game master"):
            caches["default"].clear()
            tried += scene.ask(dry, role).status_code < 300
            assert everything() == before, (dry, role)

    assert tried > 3


def test_what_can_only_be_done_says_so():
    scene = set_scene()
    left = Row("POST", "/api/v1/campaigns/{pk}/leave/?dry_run=1", {}, (), ())

    assert is_problem(scene.ask(left, "player"), 400, "bad_parameter")
    scene.table.kingdom(0).refresh_from_db()
    assert scene.table.kingdom(0).player == scene.table.players[0]
