"""Whatever people do in whatever order: done or refused in words, and the books agree."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Invite, Phase, User
from campaign.services.campaigns import campaign_start
from campaign.services.clock import ACTIONS, clock_act
from campaign.services.memberships import (
    invite_create,
    invite_revoke,
    kingdom_hand_over,
    kingdom_join,
    kingdom_leave,
    kingdom_rename,
)
from campaign.services.phases import phase_resolve
from campaign.services.submissions import sheet_forecast, sheet_submit
from campaign.services.verify import verify_campaign
from games.engine.contract import Refusal
from games.hosting.errors import ServiceError
from tests.factories import Table, make_table, make_user
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

STEPS = 45
PAGES = ("", "run/", "hand-in/", "kingdom/", "receipts/", "reports/0/", "reports/1/", "status/")


class Bustle:
    """People who press everything, in an order drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.table = self.make_table()
        self.pk = self.table.campaign.pk
        self.people = [*self.table.players, self.table.master, make_user(), make_user()]
        self.tokens = [Invite.objects.get(campaign=self.pk).token]
        self.now = timezone.now()

    def make_table(self) -> Table:
        pick = self.rng.choice
        options = {
            "rules": {"years": pick((1, 2))},
            "play": pick(("sealed", "sealed", "open")),
            "hand_in": pick(("sheet", "steps")),
        }
        players, early = pick((0, 1, 2, 3)), pick((True, False))
        return make_table(players, seats=3, started=False, options=options, ends_early=early)

    @property
    def last(self) -> Phase | None:
        return Phase.objects.filter(campaign=self.pk).order_by("-ordinal").first()

    @property
    def ordinal(self) -> int:
        """The last phase's, now and then one that is over."""
        last = self.last
        return max(0, (last.ordinal if last else 1) - self.rng.choice((0, 0, 0, 0, 1)))

    @property
    def somebody(self) -> User:
        return self.rng.choice(self.people)

    def step(self) -> None:
        """Let somebody do something; refusals are fine."""
        self.now += timedelta(hours=self.rng.choice((0, 0, 1, 30, 80)))
        act = self.rng.choice(ACTS)
        with suppress(ServiceError, Refusal):
            act(self, self.now)


def clock(b: Bustle, now: datetime) -> Any:
    key = b.rng.choice(("start", "hand-over 1", "again", str(now)))
    action, minutes = b.rng.choice(list(ACTIONS)), b.rng.choice((1, 600, 20_000))
    return clock_act(person=b.table.master, campaign_id=b.pk, phase=b.ordinal, action=action,
                     key=key, reason="r", minutes=minutes, now=now)  # fmt: skip


def hand_over(b: Bustle, now: datetime) -> Any:
    name = b.rng.choice([None, b.somebody.username])
    seat = b.rng.choice((0, 1, 2, 5))
    return kingdom_hand_over(
        person=b.table.master, campaign_id=b.pk, seat=seat, username=name, now=now
    )


def join(b: Bustle, now: datetime) -> Any:
    seat, name = b.rng.choice((None, 0, 1, 2, 9)), b.rng.choice(("", "Same"))
    return kingdom_join(
        person=b.somebody, token=b.rng.choice(b.tokens), seat=seat, name=name, now=now
    )


def revoke(b: Bustle, now: datetime) -> Any:
    first = Invite.objects.filter(campaign=b.pk).order_by("pk").first()
    assert first is not None
    return invite_revoke(person=b.table.master, campaign_id=b.pk, invite_id=first.pk, now=now)


def resolve(b: Bustle, now: datetime) -> Any:
    return phase_resolve(phase_id=b.last.pk, now=now) if b.last else None


def submit(b: Bustle, now: datetime) -> Any:
    sheet = b.rng.choice(({}, {}, "pass"))
    return sheet_submit(person=b.somebody, campaign_id=b.pk, phase=b.ordinal, sheet=sheet, now=now)


ACTS: list[Callable[[Bustle, datetime], Any]] = [
    clock, clock, clock, hand_over, join, revoke, resolve, resolve, submit, submit, submit,
    lambda b, now: b.tokens.append(
        invite_create(person=b.table.master, campaign_id=b.pk, now=now).token
    ),
    lambda b, now: campaign_start(person=b.table.master, campaign_id=b.pk, now=now),
    lambda b, now: kingdom_leave(person=b.somebody, campaign_id=b.pk, now=now),
    lambda b, now: kingdom_rename(person=b.somebody, campaign_id=b.pk, name="Same", race="R"),
    lambda b, now: sheet_forecast(person=b.somebody, campaign_id=b.pk, phase=b.ordinal, sheet={}),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_f05_f16_f22_no_order_of_deeds_is_too_odd(seed: int):
    bustle = Bustle(seed)

    for _ in range(STEPS):
        bustle.step()

    assert not Phase.objects.filter(status=Phase.Status.PARKED).exists()
    bustle.table.campaign.refresh_from_db()
    assert verify_campaign(bustle.table.campaign).differences == []
    for person in bustle.people:
        client = client_of(person)
        for page in PAGES:
            assert client.get(f"/campaigns/{bustle.pk}/{page}").status_code < 500
