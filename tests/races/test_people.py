"""People who want the same thing at once: a kingdom, a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from campaign.models import Invite, Membership, Outbox, Phase, RosterDraft
from campaign.services.memberships import (
    invite_create,
    kingdom_hand_over,
    kingdom_join,
    kingdom_leave,
    kingdom_rename,
)
from campaign.services.outbox import LEASE, deliver_outbox
from campaign.services.phases import phase_resolve
from campaign.services.roster_drafts import roster_draft_drop, roster_draft_save
from tests.factories import Table, make_table, make_user
from tests.races.together import (
    alone,
    at_once,
    blocked,
    errors,
    eventually,
    holding,
    own_backend,
    process,
    results,
    waiting_for,
)
from tests.services.war import FIELD

pytestmark = pytest.mark.django_db(transaction=True)

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)


def invitation(table: Table) -> Invite:
    return invite_create(person=table.master, campaign_id=table.campaign.pk, now=START)


@pytest.mark.parametrize("started", [False, True])
def test_f50_the_last_kingdom_goes_to_one_of_those_who_want_it(started: bool):
    table = make_table(1, seats=2, now=START, started=started)
    token = invitation(table).token
    people = [make_user() for _ in range(4)]

    outcomes = at_once(
        *(partial(kingdom_join, person=person, token=token, now=START) for person in people)
    )

    assert [error.code for error in errors(outcomes)] == ["no_kingdom_free"] * 3
    (won,) = results(outcomes)
    assert table.kingdom(1).player == won.player
    members = Membership.objects.filter(campaign=table.campaign, user__in=people)
    assert [member.user for member in members] == [won.player]


@pytest.mark.postgresql
def test_f50_the_last_kingdom_goes_to_one_though_the_phase_ends_meanwhile():
    table = make_table(1, seats=2, now=START)
    token = invitation(table).token
    one, other = make_user(), make_user()
    join = partial(kingdom_join, token=token, now=START)

    with ThreadPoolExecutor(2) as pool:
        with holding(partial(Membership.objects.create, campaign=table.campaign, user=one)) as gate:
            with transaction.atomic():
                phase = Phase.objects.select_for_update().get(pk=table.phase().pk)
                first = pool.submit(alone, partial(join, person=one))
                eventually(lambda: waiting_for(own_backend()) == 1)
                phase_resolve(phase_id=phase.pk, now=DUE)
            # The first has its kingdom now, in a transaction that cannot end yet.
            eventually(lambda: waiting_for(gate) == 1)
            second = pool.submit(alone, partial(join, person=other))
            eventually(lambda: blocked() == 2)
        outcomes = [first.result(), second.result()]

    assert [getattr(error, "code", error) for error in errors(outcomes)] == ["no_kingdom_free"]
    (won,) = results(outcomes)
    assert table.kingdom(1).player == won.player


LISTED = {"units": [{"name": "Spearmen", "size": 20, "points": 110}]}


def changes(table: Table) -> dict[str, Callable[[], object]]:
    """Return what the player of seat 0 may do with their kingdom, besides handing in."""
    mine = {"person": table.players[0], "campaign_id": table.campaign.pk}
    return {
        "leave": partial(kingdom_leave, **mine, now=START),
        "rename": partial(kingdom_rename, **mine, name="Mine", race="Mine"),
        "draft": partial(roster_draft_save, **mine, army=1, document=LISTED, revision=0),
        "drop": partial(roster_draft_drop, **mine, army=1, revision=None),
    }


@pytest.mark.postgresql
@pytest.mark.parametrize("change", ["leave", "rename", "draft", "drop"])
def test_f45_who_waits_for_the_lock_as_the_kingdom_goes_to_another_changes_nothing_in_it(
    change: str,
):
    options = {"rules": {"battle_mode": "tabletop"}}
    table = make_table(3, now=START, position=FIELD, options=options)
    heir = make_user()
    name = table.kingdom(0).name
    give = partial(
        kingdom_hand_over,
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=0,
        username=heir.username,
        now=START,
    )

    with ThreadPoolExecutor(2) as pool:
        with holding(partial(Phase.objects.select_for_update().get, pk=table.phase().pk)) as gate:
            given = pool.submit(alone, give)
            eventually(lambda: waiting_for(gate) == 1)
            late = pool.submit(alone, changes(table)[change])
            eventually(lambda: blocked() == 2)
        assert given.result() is None

    assert getattr(late.result(), "code", late.result()) == "no_campaign"
    assert (table.kingdom(0).player, table.kingdom(0).name) == (heir, name)
    assert RosterDraft.objects.count() == 0


def test_f52_two_deliverers_at_once_send_each_message_once():
    make_table(4, now=START)

    outcomes = at_once(*[partial(deliver_outbox, now=START)] * 4)

    assert errors(outcomes) == []
    assert sum(outcomes) == 4
    names = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(names) == len(set(names)) == 4
    assert set(Outbox.objects.filter(kind="begun").values_list("status", flat=True)) == {"sent"}


@pytest.mark.postgresql
def test_f52_what_a_killed_deliverer_may_have_sent_is_not_sent_again(site_env: Mapping[str, str]):
    make_table(now=START)
    # It claims a mail, and is killed before it can note that anything went out.
    code = (
        "import os, signal\n"
        "from campaign.services import outbox\n"
        "outbox.EmailMessage.send = lambda self: os.kill(os.getpid(), signal.SIGKILL)\n"
        "outbox.deliver_outbox()\n"
    )
    Outbox.objects.update(not_after=timezone.now() + timedelta(days=2))

    with process(site_env, code) as deliverer:
        deliverer.wait(20)

    now = timezone.now()
    sent_at_once = deliver_outbox(now=now)
    sent_later = deliver_outbox(now=now + LEASE + timedelta(minutes=1))
    assert (sent_at_once, sent_later) == (len(mail.outbox), 0)
    lost = Outbox.objects.get(status="unsure")  # the one in its hands, and none besides
    assert lost.kind == "begun"
    other = Outbox.objects.filter(kind="begun").exclude(pk=lost.pk).get()
    assert other.status == "sent"
    assert [letter.to for letter in mail.outbox].count([lost.recipient.email]) == 1  # its phase's
    assert [letter.to for letter in mail.outbox].count([other.recipient.email]) == 2
