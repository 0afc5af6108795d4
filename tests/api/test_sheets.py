"""Handing in by API: receipts, versions, dry runs, keys."""

from __future__ import annotations

import pytest

from campaign.models import Ask, Submission
from games.models import IdempotencyRecord
from tests.api.client import is_problem, one, player, sheet_path
from tests.api.sheets import GIFT, resolve, stored
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make_table(ends_early=False)


# Handing in


def test_a_sheet_is_handed_in_read_back_and_replaced(table: Table):
    me = player(table, 0)

    first = me.put(sheet_path(table), GIFT)
    read = me.get(sheet_path(table))
    second = me.put(sheet_path(table), {}, If_Match=first.headers["ETag"])

    assert first.status_code == 201
    assert first.json()["sheet"] == GIFT
    assert first.headers["ETag"] == f'"{first.json()["receipt"]}"'
    assert read.json()["receipt"] == first.json()["receipt"]
    assert read.headers["ETag"] == first.headers["ETag"]
    assert second.status_code == 200
    assert second.json()["sheet"] == {}
    counted = Ask.objects.get(phase__campaign=table.campaign, kingdom=table.kingdom(0))
    assert counted.submission is not None
    assert counted.submission.receipt == second.json()["receipt"]


def test_the_same_sheet_again_keeps_its_receipt(table: Table):
    me = player(table, 0)

    first, again = me.put(sheet_path(table), GIFT), me.put(sheet_path(table), GIFT)

    assert again.status_code == 200
    assert again.json()["receipt"] == first.json()["receipt"]
    assert again.json()["is_new"] is False
    assert Submission.objects.count() == 1


def test_my_ask_tells_choices_sheet_and_version(table: Table):
    me = player(table, 0)
    before = me.get(one(table, "ask/")).json()
    receipt = me.put(sheet_path(table), GIFT).json()["receipt"]

    after = me.get(one(table, "ask/")).json()

    assert before["ask"]["kind"] == "winter"
    assert before["ask"]["default"] == {}
    assert before["ask"]["legal"] is None
    assert before["ask"]["sheet"] is None
    # A homeland brings 3 gold and 2 food (campaign.md 8, example 16).
    assert before["ask"]["choices"]["stock"] == {"gold": 3, "food": 2}
    assert before["ask"]["choices"]["tithe_to"] == [1]
    assert after["ask"]["sheet"] == GIFT
    assert (after["ask"]["receipt"], after["ask"]["etag"]) == (receipt, f'"{receipt}"')


def test_an_unchanged_sheet_and_ask_cost_a_304(table: Table):
    me = player(table, 0)
    me.put(sheet_path(table), GIFT)

    for path in (sheet_path(table), one(table, "ask/")):
        tag = me.get(path).headers["ETag"]
        again = me.get(path, If_None_Match=tag)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)


def test_a_read_of_a_version_that_is_gone_is_refused(table: Table):
    me = player(table, 0)
    old = me.put(sheet_path(table), GIFT).headers["ETag"]
    me.put(sheet_path(table), {}, If_Match=old)

    assert is_problem(me.get(sheet_path(table), If_Match=old), 412, "version_changed")


def test_everything_that_waits_for_me(table: Table):
    other = make_table(ends_early=False)
    me = player(table, 0)
    me.put(sheet_path(table), {})

    mine = me.get("me/asks/").json()

    assert [entry["campaign"]["id"] for entry in mine] == [table.campaign.pk]
    assert mine[0]["is_in"] is True
    assert other.campaign.pk not in [entry["campaign"]["id"] for entry in mine]


def test_without_a_sheet_there_is_none(table: Table):
    answer = player(table, 0).get(sheet_path(table))

    assert is_problem(answer, 404, "no_sheet")


def test_receipts_are_my_chain_newest_first(table: Table):
    me = player(table, 0)
    first = me.put(sheet_path(table), GIFT)
    me.put(sheet_path(table), {}, If_Match=first.headers["ETag"])
    player(table, 1).put(sheet_path(table), {})

    whole = me.get(one(table, "receipts/")).json()
    page = me.get(one(table, "receipts/?limit=1")).json()
    rest = me.get(page["next"].removeprefix("http://testserver")).json()

    assert [entry["sequence"] for entry in whole["results"]] == [2, 1]
    assert whole["results"][0]["previous"] == whole["results"][1]["receipt"]
    assert [entry["sequence"] for entry in page["results"] + rest["results"]] == [2, 1]


def test_a_forecast_is_the_resolvers_and_stores_nothing(table: Table):
    me = player(table, 0)
    before = stored(table)

    answer = me.post(one(table, "phases/1/forecast/"), {})

    # 3 gold and 2 food come in; one army eats 1 food; the rest is lost (campaign.md 4b, 4c).
    events = {event["kind"]: event["data"] for event in answer.json()["events"]}
    assert answer.status_code == 200
    assert (events["gathered"]["gold"], events["gathered"]["food"]) == (3, 2)
    assert (events["leftover_lost"]["gold"], events["leftover_lost"]["food"]) == (3, 1)
    assert answer.json()["holdings"]["gold"] == 0
    assert stored(table) == before


def test_the_report_names_the_receipt_that_was_carried_out(table: Table):
    me = player(table, 0)
    receipt = me.put(sheet_path(table), GIFT).json()["receipt"]
    resolve(table)

    report = me.get(one(table, "phases/1/")).json()

    assert report["receipts"] == {"0": receipt}
    gifts = [event["data"] for event in report["events"] if event["kind"] == "tithe_given"]
    assert gifts == [{"giver": 0, "receiver": 1, "gold": 1, "food": 0}]


# Versions


def test_f15_an_older_draft_never_overwrites_a_newer_sheet(table: Table):
    phone, desk = player(table, 0), player(table, 0)
    seen_by_both = phone.put(sheet_path(table), {}).headers["ETag"]
    newer = phone.put(sheet_path(table), GIFT, If_Match=seen_by_both)
    before = stored(table)

    older = desk.put(sheet_path(table), {"feed": {"dismiss": [1]}}, If_Match=seen_by_both)

    assert is_problem(older, 412, "sheet_changed")
    assert stored(table) == before
    assert desk.get(sheet_path(table)).json()["receipt"] == newer.json()["receipt"]


def test_f15_who_does_not_say_what_they_saw_overwrites_nothing(table: Table):
    me = player(table, 0)
    me.put(sheet_path(table), GIFT)
    before = stored(table)

    silent = me.put(sheet_path(table), {})
    first_only = me.put(sheet_path(table), {}, If_None_Match="*")

    assert is_problem(silent, 428, "precondition_required")
    assert is_problem(first_only, 412, "sheet_changed")
    assert stored(table) == before


@pytest.mark.parametrize("header", ["*", '"a", "b"', "bare", '"'])
def test_a_precondition_that_names_no_one_version_is_refused(header: str, table: Table):
    answer = player(table, 0).put(sheet_path(table), {}, If_Match=header)

    assert is_problem(answer, 400, "bad_precondition")


def test_a_weak_tag_matches_nothing(table: Table):
    me = player(table, 0)
    tag = me.put(sheet_path(table), GIFT).headers["ETag"]

    assert is_problem(me.put(sheet_path(table), {}, If_Match=f"W/{tag}"), 412, "sheet_changed")


def test_only_if_there_is_none_yet(table: Table):
    assert player(table, 0).put(sheet_path(table), {}, If_None_Match="*").status_code == 201


def test_f43_no_tag_or_body_changes_when_another_player_hands_in(table: Table):
    me = player(table, 0)
    me.put(sheet_path(table), {})
    paths = ["", "map/", "kingdoms/", "phase/", "ask/", "phases/", "phases/1/sheet/", "events/",
             "receipts/", "log/"]  # fmt: skip
    before = [me.get(one(table, path)) for path in paths]

    player(table, 1).put(sheet_path(table), {"tithes": [{"to": 0, "gold": 1, "food": 0}]})
    after = [me.get(one(table, path)) for path in paths]

    for path, old, new in zip(paths, before, after, strict=True):
        assert old.status_code == 200, path
        assert (old.content, old.headers.get("ETag")) == (new.content, new.headers.get("ETag")), (
            path
        )
    assert me.get("me/asks/").json()[0]["is_in"] is True


# Dry runs


@pytest.mark.parametrize("yes", ["1", "true"])
def test_a_dry_run_answers_and_changes_nothing(yes: str, table: Table):
    me, before = player(table, 0), stored(table)

    good = me.put(sheet_path(table) + f"?dry_run={yes}", GIFT)
    bad = me.put(sheet_path(table) + f"?dry_run={yes}", {"tithes": [{"to": 0, "gold": 1}]})

    assert (good.status_code, good.json()["sheet"], good.json()["receipt"]) == (200, GIFT, "")
    assert "ETag" not in good.headers
    assert is_problem(bad, 422, "gift_to_self", "tithes.0")
    assert stored(table) == before


def test_a_dry_run_is_yes_or_no(table: Table):
    answer = player(table, 0).put(sheet_path(table) + "?dry_run=maybe", {})

    assert is_problem(answer, 400, "bad_parameter")


# Keys


def test_f16_the_same_request_twice_is_carried_out_once(table: Table):
    me = player(table, 0)

    first = me.put(sheet_path(table), GIFT, Idempotency_Key="one")
    again = me.put(sheet_path(table), GIFT, Idempotency_Key="one")

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert Submission.objects.count() == 1


def test_f16_a_repeat_does_not_bring_an_old_sheet_back(table: Table):
    me = player(table, 0)
    first = me.put(sheet_path(table), GIFT, Idempotency_Key="one")
    second = me.put(sheet_path(table), {}, If_Match=first.headers["ETag"])

    again = me.put(sheet_path(table), GIFT, Idempotency_Key="one")

    assert again.content == first.content
    assert me.get(sheet_path(table)).json()["receipt"] == second.json()["receipt"]


def test_a_key_is_for_one_request_only(table: Table):
    me = player(table, 0)
    me.put(sheet_path(table), GIFT, Idempotency_Key="one")
    before = stored(table)

    assert is_problem(me.put(sheet_path(table), {}, Idempotency_Key="one"), 400, "key_reused")
    assert stored(table) == before


def test_keys_of_two_people_are_two_keys(table: Table):
    for seat in (0, 1):
        sent = player(table, seat).put(sheet_path(table), {}, Idempotency_Key="one")
        assert sent.status_code == 201

    assert Submission.objects.count() == 2


@pytest.mark.parametrize("key", ["", "x" * 81, "tab\there"])
def test_a_bad_key_is_refused(key: str, table: Table):
    answer = player(table, 0).put(sheet_path(table), {}, Idempotency_Key=key)

    assert is_problem(answer, 400, "bad_key")
    assert Submission.objects.count() == 0


def test_a_refusal_is_repeated_too_and_leaves_only_its_record(table: Table):
    me, before = player(table, 0), stored(table)

    answers = [me.put(sheet_path(table), {"gifts": []}, Idempotency_Key="one") for _ in range(2)]

    for answer in answers:
        assert is_problem(answer, 422, "unknown_field")
    assert stored(table) == before
    assert IdempotencyRecord.objects.get().status == 422
