"""Requests in the same moment: one key is one deed, one version is replaced once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from campaign.models import Ask, LogEntry, Submission
from tests.api.client import Api, one, player, sheet_path
from tests.factories import make_table

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

GIFT = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}


def at_once(*requests: Callable[[], Any]) -> list[Any]:
    """Send all requests in the same moment, each over a connection of its own."""
    barrier = Barrier(len(requests))

    def send(request: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return request()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


def test_f16_one_key_sent_six_times_at_once_is_one_submission():
    table = make_table(ends_early=False)
    me = player(table, 0)

    answers = at_once(
        *[lambda: me.put(sheet_path(table), GIFT, Idempotency_Key="one") for _ in range(6)]
    )

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert Submission.objects.count() == 1


def test_f12_f15_two_devices_that_saw_the_same_sheet_do_not_undo_each_other():
    table = make_table(ends_early=False)
    me = player(table, 0)
    tag = me.put(sheet_path(table), {}).headers["ETag"]
    sheets = [GIFT, {"feed": {"dismiss": [1]}}]

    answers = at_once(
        *[lambda sheet=sheet: me.put(sheet_path(table), sheet, If_Match=tag) for sheet in sheets]
    )

    assert sorted(answer.status_code for answer in answers) == [200, 412]
    kept = next(answer.json() for answer in answers if answer.status_code == 200)
    ask = Ask.objects.get(phase__campaign=table.campaign, kingdom=table.kingdom(0))
    assert ask.submission is not None
    assert ask.submission.receipt == kept["receipt"]
    assert Submission.objects.count() == 2


def test_f12_two_players_at_once_are_both_in():
    table = make_table(ends_early=False)
    one_player, other = player(table, 0), player(table, 1)

    answers = at_once(
        lambda: one_player.put(sheet_path(table), {}), lambda: other.put(sheet_path(table), {})
    )

    assert [answer.status_code for answer in answers] == [201, 201]
    assert not Ask.objects.filter(phase__campaign=table.campaign, submission=None).exists()


def test_f31_one_version_of_the_clock_is_extended_once():
    table = make_table(ends_early=False)
    master = Api(table.master)
    tag = master.get(one(table, "phase/")).headers["ETag"]
    body = {"action": "extend", "phase": 1, "minutes": 60, "reason": "A storm"}

    answers = at_once(
        *[lambda: master.post(one(table, "clock/"), body, If_Match=tag) for _ in range(4)]
    )

    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    assert LogEntry.objects.filter(action="extend").count() == 1
