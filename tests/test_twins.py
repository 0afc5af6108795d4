"""Two worlds that differ only in what a reader may not know look the same to the byte.

Each row of `tests/routes.py` that reads is asked by each role before and after everything
has happened that is not theirs to know; bodies, headers, tags, lengths and mails must be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from campaign.models import Event, Heartbeat, Phase
from campaign.services.memberships import invite_create, invite_revoke
from campaign.services.outbox import deliver_outbox
from campaign.services.submissions import sheet_submit
from campaign.services.tokens import token_create
from tests.routes import READS, ROLES, UNMOVED, Row
from tests.scene import Scene, set_scene
from tests.told import told_by

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ASKED = [row for row in READS if not row.path.startswith(UNMOVED)]
OF_CAMPAIGNS = [row for row in ASKED if "{pk}" in row.path or row.path == "/"]


def handed_in(scene: Scene) -> None:
    """Seat 1 hands in."""
    submit(scene, 1, {})


def other_sheet(scene: Scene) -> None:
    """Seat 0 replaces its sheet by another of another length."""
    submit(scene, 0, {"tithes": [{"to": to, "gold": 1, "food": 0} for to in (1, 3)]})


def submit(scene: Scene, seat: int, sheet: Any) -> None:
    person = scene.table.players[seat]
    sheet_submit(person=person, campaign_id=scene.table.campaign.pk, phase=1, sheet=sheet)


def invited(scene: Scene) -> None:
    """The game master makes an invitation and ends another."""
    campaign, master = scene.table.campaign, scene.table.master
    made = invite_create(person=master, campaign_id=campaign.pk)
    invite_revoke(person=master, campaign_id=campaign.pk, invite_id=made.pk)


def failed_otherwise(scene: Scene) -> None:
    """A parked phase failed for another reason."""
    phases = Phase.objects.filter(campaign=scene.table.campaign, ordinal=1)
    phases.update(failure="Traceback: another reason, much longer than the one before")


def told_privately(scene: Scene) -> None:
    """Seat 1 alone hears of something more."""
    data = {"kingdom": 1, "stage": "winter", "code": "more"}
    Event.objects.create(
        phase=scene.table.phase(0), index=901, kind="sheet_void", data=data, seen_by=[1]
    )


def resolution_late(scene: Scene) -> None:
    """The workers are silent: the game master's business."""
    Heartbeat.objects.update_or_create(
        name="sweep", defaults={"at": timezone.now() - timedelta(hours=1)}
    )


def token_made(scene: Scene) -> None:
    """The other player makes a token."""
    token_create(user=scene.table.players[1])


MASTER, SEAT_0, SEAT_1 = "game master", "player", "other player"
IN_PUBLIC = ("stranger", "player", "other player", "game master")
"""Of what is public a stranger reads all that is told to who is not logged in, or has left."""
Secrets = Mapping[Callable[[Scene], None], set[str]]
"""What happens, and who may know."""

SECRETS: Secrets = {
    handed_in: {SEAT_1, MASTER},
    other_sheet: {SEAT_0, MASTER},
    invited: {MASTER},
    told_privately: {SEAT_1},
    resolution_late: {MASTER},
    token_made: {SEAT_1},
}


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clocks by which pages and tags count minutes."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    monkeypatch.setattr("games.hosting.pages.time", lambda: now.timestamp())


def seen(scene: Scene, role: str, asked: list[Row]) -> dict[str, tuple[int, str, str]]:
    """Return what a role reads at the addresses asked for, and its mails."""
    found = {}
    for row in asked:
        caches["default"].clear()
        answer = scene.ask(row, role)
        found[row.path] = told_by(answer)
    person = scene.people[role]
    letters = [f"{m.subject}\n{m.body}" for m in mail.outbox if person and person.email in m.to]
    return found | {"mail": (len(letters), "\n".join(letters), "")}


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.usefixtures("frozen")
def test_f43_f44_secrets_leave_no_trace(is_public: bool):
    asked, roles = (ASKED, IN_PUBLIC) if is_public else (OF_CAMPAIGNS, ROLES)

    are_unseen(set_scene(is_public=is_public), SECRETS, asked, roles)


@pytest.mark.usefixtures("frozen")
def test_f43_f44_a_failure_leaves_no_trace():
    scene = set_scene(is_public=True)
    Phase.objects.filter(ordinal=1).update(status=Phase.Status.PARKED)

    are_unseen(scene, {failed_otherwise: {MASTER}}, OF_CAMPAIGNS, IN_PUBLIC)


def are_unseen(scene: Scene, secrets: Secrets, asked: list[Row], roles: tuple[str, ...]) -> None:
    """Let each role look before and after all that it may not know has happened."""
    deliver_outbox()
    for role in roles:
        if all(role in knowing for knowing in secrets.values()):
            continue
        before = seen(scene, role, asked)
        with transaction.atomic():
            for secret, knowing in secrets.items():
                if role not in knowing:
                    secret(scene)
            deliver_outbox()
            after = seen(scene, role, asked)
            transaction.set_rollback(True)

        differing = [path for path, was in before.items() if after[path] != was]
        for path in differing:
            assert after[path] == before[path], (role, path, differing)


@pytest.mark.usefixtures("frozen")
def test_who_may_know_sees_that_something_happened():
    scene = set_scene()
    before = seen(scene, MASTER, OF_CAMPAIGNS)

    for secret in (handed_in, invited, failed_otherwise, resolution_late):
        secret(scene)

        after = seen(scene, MASTER, OF_CAMPAIGNS)
        assert after != before, secret
        before = after
