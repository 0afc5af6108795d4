"""Names that would be more than names, and forms nobody would send: battles and courts on pages."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from campaign.models import Campaign, Contest, Kingdom, LogEntry, Phase, Submission
from campaign.services.memberships import kingdom_rename
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import phase_resolve
from games.models import Match
from tests.factories import Table, make_user
from tests.rules.courtyard import A, B, C
from tests.services.courtly import GOLD, at_court, challenge, court, set_court
from tests.services.nested import at_match, match_of, won
from tests.services.war import TILE
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NASTY = '<i onx="1">%(x)s {0.a} %s \'&'
"""The name of every kingdom, with its seat after it."""
STATUSES = {200, 302, 400, 403, 404, 409, 412, 422}


def still_open(table: Table, ordinal: int) -> Table:
    due = timezone.now() + timedelta(days=1)
    Phase.objects.filter(pk=table.phase(ordinal).pk).update(due_at=due)
    return table


def renamed(table: Table) -> None:
    pk = table.campaign.pk
    for seat, person in enumerate(table.players):
        kingdom_rename(person=person, campaign_id=pk, name=f"{NASTY}{seat}")


def check_pages(client: Client, *paths: str) -> None:
    """Check that every page is there and shows names as what they are: text."""
    shown = 0
    for path in paths:
        page = client.get(path, follow=True)
        text = page.content.decode()
        assert page.status_code == 200, path
        assert "<i onx" not in text, path
        shown += "&lt;i onx" in text
    assert shown


# Names


def test_f44_a_name_is_text_wherever_a_battle_in_a_match_is_told_of():
    table = still_open(at_match(before_month=renamed, is_public=True), 2)
    Campaign.objects.filter(pk=table.campaign.pk).update(name=NASTY)
    one = f"/campaigns/{table.campaign.pk}/"
    match = f"/matches/{match_of(table).pk}/"
    pages = (one, one + f"map/{TILE}/", one + "reports/1/", match, "/")

    for person in (table.players[0], table.players[2]):
        check_pages(client_of(person), *pages, one + "battles/")
    check_pages(client_of(table.master), *pages, one + "run/")
    won(table, 1, timezone.now())
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=2))
    check_pages(client_of(table.players[0]), one + "reports/2/", one, match, one + "season/")


def test_f44_a_name_is_text_wherever_a_court_is_told_of():
    table = still_open(at_court(is_public=True), 1)
    renamed(table)
    set_court(table, A, B, C, key="s", now=timezone.now())
    challenge(table, B, A, stake=GOLD, now=timezone.now())
    one = f"/campaigns/{table.campaign.pk}/"

    for person in (table.players[A], table.players[B], table.master, make_user()):
        check_pages(client_of(person), one, one + "courts/", f"/matches/{court(table).match_id}/")
    client = client_of(table.players[A])
    poor = {"do": "challenge", "phase": "1", "game": "winter", "seat": [str(B)], "key": "k",
            "stake": "seats", "seats.gold": "3"}  # fmt: skip
    refused = client.post(one + "courts/", poor).content.decode()
    phase_resolve(phase_id=table.phase(1).pk, now=timezone.now() + timedelta(days=2))

    assert "<i onx" not in refused
    check_pages(client, one + "reports/1/", one, "/")


def test_f52_a_mail_bears_a_name_as_it_is_on_one_line():
    table = still_open(at_court(is_public=True), 1)
    renamed(table)
    set_court(table, A, B, key="s", now=timezone.now())
    challenge(table, B, A, stake=GOLD, now=timezone.now())
    mail.outbox.clear()

    deliver_outbox()

    letters = [letter for letter in mail.outbox if NASTY in letter.subject + letter.body]
    assert letters
    assert all("\n" not in letter.subject for letter in mail.outbox)


# Forms

VALUES = (
    "", "0", "-1", "1", "2", "15", "999999999999", "x", "winter", "tabletop", "simple", "skirmish",
    "hоnour", "honour", "tile", "pot", "seats", "ü\x00", "{}", "[", "null", "\u202e", "1.5", "٣",
)  # fmt: skip
ACTS = ("challenge", "set", "accept:1", "decline:1", "withdraw:1", "accept:", "accept:x", "done",
        "accept:999999999999", "nonsense", "propose", "agree", "")  # fmt: skip
FIELDS = ("phase", "game", "seat", "stake", "seats.gold", "seats.food", "pot.gold", "pot.food",
          "might", "tile", "key", "based_on", "mode", "reason", "revision", "from")  # fmt: skip


@pytest.mark.parametrize("part", ["courts/", "battles/mode/", "run/mode/"])
def test_no_post_is_an_error(part: str) -> None:
    is_court = part == "courts/"
    table = still_open(at_court(), 1) if is_court else still_open(at_match(), 2)
    path, rng = f"/campaigns/{table.campaign.pk}/{part}", Random(part)
    if is_court:
        challenge(table, B, A, now=timezone.now())
    clients = [client_of(person) for person in (table.players[0], table.master, make_user())]

    for _ in range(50):
        caches["default"].clear()
        posted: dict[str, Any] = {
            name: [rng.choice(VALUES) for _ in range(rng.randint(1, 3))]
            for name in rng.sample(FIELDS, k=8)
        }
        posted["phase"] = rng.choice(["1", "2", *VALUES])
        posted["do"] = rng.choice(ACTS)
        for client in clients:
            assert client.post(path, posted).status_code in STATUSES, posted
    for contest in Contest.objects.all():
        assert set(contest.seats) <= {0, 1, 2}


def test_f37_looking_does_nothing_whatever_the_address_says():
    table = still_open(at_match(), 2)
    other = still_open(at_court(), 1)
    challenge(other, B, A, now=timezone.now())
    before = state_of_all()
    one, court_of = (f"/campaigns/{each.campaign.pk}/" for each in (table, other))
    asked = "?do={}&phase=2&tile=15&mode=simple&reason=So&key=k&game=winter&seat=1&stake=honour"

    for who, path, do, refused in (
        (table.players[0], one + "battles/", "propose", False),
        (table.players[0], one + "battles/mode/", "propose", True),
        (table.master, one + "run/mode/", "set", True),
        (other.players[A], court_of + "courts/", "accept:1", False),
        (other.master, court_of + "courts/", "set", False),
        (table.players[0], f"/matches/{match_of(table).pk}/resign/", "yes", True),
    ):
        for verb in ("get", "head"):
            answer = getattr(client_of(who), verb)(path + asked.format(do))
            assert answer.status_code == (405 if refused else 200), path
    assert state_of_all() == before


def state_of_all() -> list[Any]:
    contests = Contest.objects.order_by("pk")
    rows = (Match, LogEntry, Submission, Kingdom)
    return [
        list(contests.values_list("status", "mode", "proposed_mode", "accepted", "match")),
        [each.objects.count() for each in rows],
        list(Match.objects.order_by("pk").values_list("status", "turn")),
    ]


@pytest.mark.parametrize("part", ["courts/", "battles/mode/", "run/mode/"])
def test_f37_no_form_counts_that_another_site_sent(part: str) -> None:
    table = still_open(at_match(), 2)
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.master if part.startswith("run") else table.players[0])
    fields = {"phase": "2", "tile": str(TILE), "mode": "simple", "reason": "So.", "key": "k"}

    answer = client.post(f"/campaigns/{table.campaign.pk}/{part}", {**fields, "do": "propose"})

    assert answer.status_code == 403
    assert Contest.objects.get().proposed_mode == ""
