"""Upgrading a database that is in use keeps what is in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from games.models import IdempotencyRecord

Target = tuple[str, str | None]

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE: list[Target] = [("campaign", "0004_rosterdraft"), ("games", None)]
"""The last version without matches."""


def migrated(targets: list[Target]) -> StateApps:
    executor = MigrationExecutor(connection)
    return executor.migrate(targets).apps


@pytest.fixture
def newest() -> Iterator[list[Target]]:
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield leaves
    migrated(leaves)


def test_answers_kept_for_repeated_requests_survive_their_move_to_games(newest):
    apps = migrated(BEFORE)
    person = apps.get_model("campaign", "User").objects.create(username="anna")
    old = apps.get_model("campaign", "IdempotencyRecord").objects.create(
        user=person, key="k1", fingerprint="f", status=201, body={"id": 7}, headers={"ETag": '"1"'}
    )

    migrated(newest)

    kept = IdempotencyRecord.objects.get()
    assert (kept.pk, kept.user_id, kept.key) == (old.pk, person.pk, "k1")
    assert (kept.status, kept.body, kept.headers) == (201, {"id": 7}, {"ETag": '"1"'})
