"""Finding, making, starting, joining and leaving campaigns by API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Campaign, Kingdom, Membership
from campaign.rules.maps import load_map
from campaign.services.memberships import invite_create
from tests.api.client import Api, is_problem, one, player
from tests.factories import make_table, make_user

pytestmark = pytest.mark.django_db

NEW = {"name": "The long winter", "seats": 2, "map": "sound"}


def test_a_campaign_is_made_joined_and_started():
    anna, bert, master = make_user("anna"), make_user("bert"), Api(make_user("master"))

    made = master.post("campaigns/", NEW)
    campaign = made.json()["id"]
    token = master.post(f"campaigns/{campaign}/invites/").json()["token"]
    taken = Api(anna).post("join/", {"token": token, "seat": 1, "name": "Hollow Hills"})
    first_free = Api(bert).post("join/", {"token": token, "race": "Elves", "faction": "blights"})
    started = master.post(f"campaigns/{campaign}/start/")
    shown = Api(anna).get(made.headers["Location"]).json()

    assert (made.status_code, made.headers["Location"]) == (201, f"/api/v1/campaigns/{campaign}/")
    own = {"campaign": campaign, "seat": 1, "name": "Hollow Hills", "race": "", "faction": ""}
    assert taken.json() == own
    assert first_free.json() | {"seat": 0, "race": "Elves", "faction": "blights"} == (
        first_free.json()
    )
    assert (started.status_code, started.json()["ordinal"]) == (201, 1)
    assert [kingdom["player"] for kingdom in shown["kingdoms"]] == ["bert", "anna"]
    # Banners are chosen in secret (campaign.md 2.1): what was typed on joining is not told.
    assert [kingdom["race"] for kingdom in shown["kingdoms"]] == ["", ""]
    assert [kingdom["faction"] for kingdom in shown["kingdoms"]] == ["", ""]
    assert shown["you"] == {"seat": 1, "is_game_master": False}
    assert (shown["begin"], shown["phase"]["kind"]) == ("setup", "setup")
    assert shown["phase"]["asked"] == [0, 1]
    assert [(kingdom["tiles"], kingdom["armies"]) for kingdom in shown["kingdoms"]] == [(0, 0)] * 2


def test_a_campaign_that_begins_in_winter_has_its_homelands_by_default():
    table = make_table(2)

    kingdoms = player(table, 0).get(one(table, "kingdoms/")).json()

    # A homeland: a capital, a city, a fortress and two villages on seven tiles (campaign.md 2).
    for kingdom in kingdoms:
        assert kingdom["settlements"] == {"capital": 1, "city": 1, "fortress": 1, "village": 2}
        assert (kingdom["tiles"], kingdom["armies"]) == (7, 1)


def test_a_campaign_shows_every_rule_that_differs_from_its_edition():
    master = Api(make_user())
    options = {"edition": "capitals", "rules": {"years": 3, "ship_cost": {"gold": 2, "food": 1}}}
    campaign = master.post("campaigns/", NEW | {"options": options}).json()["id"]

    shown = master.get(f"campaigns/{campaign}/").json()

    assert (shown["edition"], shown["play"], shown["hand_in"]) == ("capitals", "sealed", "sheet")
    assert [(d["rule"], d["standard"], d["value"]) for d in shown["differences"]] == [
        ("years", 6, 3),
        ("ship_cost", {"gold": 1, "food": 0}, {"gold": 2, "food": 1}),
    ]
    assert shown["phase"] is None
    assert shown["status"] == "forming"


def test_a_dry_run_checks_a_new_campaign_and_makes_none():
    api = Api(make_user())

    good = api.post("campaigns/?dry_run=1", NEW)
    bad = api.post("campaigns/?dry_run=1", NEW | {"options": {"rules": {"years": 1000}}})

    assert (good.status_code, good.json()["id"]) == (200, None)
    assert is_problem(bad, 422, "rule_out_of_range", "rules.years")
    assert Campaign.objects.count() == 0


def test_f16_making_a_campaign_twice_with_one_key_makes_one():
    api = Api(make_user())

    answers = [api.post("campaigns/", NEW, Idempotency_Key="new") for _ in range(2)]

    assert answers[0].content == answers[1].content
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert Campaign.objects.count() == 1


BAD: list[tuple[Any, int, str, str | None]] = [
    ({}, 400, "invalid", "name"),
    ([], 400, "invalid", ""),
    (None, 400, "invalid", "name"),
    (NEW | {"secret": "x"}, 400, "invalid", "secret"),
    (NEW | {"seats": "2"}, 400, "invalid", "seats"),
    (NEW | {"seats": 2.0}, 400, "invalid", "seats"),
    (NEW | {"seats": True}, 400, "invalid", "seats"),
    (NEW | {"name": 7}, 400, "invalid", "name"),
    (NEW | {"ends_early": "yes"}, 400, "invalid", "ends_early"),
    (NEW | {"seats": 9}, 400, "bad_seats", None),
    (NEW | {"name": "a\tb\u202e"}, 400, "bad_name", None),
    (NEW | {"time_zone": "Winter/Land"}, 400, "bad_time_zone", None),
    (NEW | {"schedule": {"sheet": {"kind": "daily", "at": "25:00"}}}, 400, "bad_schedule", None),
    (NEW | {"map": "atlantis"}, 422, "bad_choice", "map"),
    (NEW | {"options": []}, 422, "bad_options", ""),
    (NEW | {"options": {"edition": "third"}}, 422, "unknown_edition", "edition"),
    (NEW | {"options": {"rules": {"cheat": True}}}, 422, "unknown_rule", "rules"),
    (NEW | {"seats": 4}, 422, "too_few_starts", "map"),
    ({"name": "x", "seats": 2, "options": {"map": {"tiles": 7}}}, 422, "bad_map", "map"),
]


@pytest.mark.parametrize(("body", "status", "code", "where"), BAD, ids=lambda v: str(v)[:30])
def test_f14_a_bad_campaign_is_refused_with_its_line(
    body: Any, status: int, code: str, where: str | None
):
    answer = Api(make_user()).post("campaigns/", body)

    assert is_problem(answer, status, code, where)
    assert Campaign.objects.count() == 0


def test_a_map_of_ones_own_may_be_sent():
    document = load_map("sound")
    document["name"] = "My sound"
    api = Api(make_user())

    made = api.post("campaigns/", {"name": "x", "seats": 2, "options": {"map": document}})

    shown = api.get(f"campaigns/{made.json()['id']}/map/").json()
    assert shown["map"]["name"] == "My sound"
    assert shown["position"] is None


def test_campaigns_are_paged_newest_first():
    user = make_user()
    api = Api(user)
    made = [api.post("campaigns/", NEW | {"name": f"No {n}"}).json()["id"] for n in range(3)]

    first = api.get("campaigns/?limit=2").json()
    second = api.get(first["next"].removeprefix("http://testserver")).json()

    assert [entry["id"] for entry in first["results"]] == [made[2], made[1]]
    assert [entry["id"] for entry in second["results"]] == [made[0]]
    assert second["next"] is None


@pytest.mark.parametrize("cursor", ["x", "cD0x", "cD0lMDA="])
def test_an_invented_cursor_is_refused(cursor: str):
    api = Api(make_user())
    api.post("campaigns/", NEW)

    answer = api.get(f"campaigns/?cursor={cursor}")

    assert is_problem(answer, 400, "bad_cursor")


def test_f02_starting_twice_is_refused_and_begins_once():
    table = make_table(started=False)
    master = Api(table.master)

    first, second = master.post(one(table, "start/")), master.post(one(table, "start/"))

    assert first.status_code == 201
    assert is_problem(second, 409, "already_begun")
    assert table.campaign.phases.count() == 2  # the start itself, and the first phase


def test_f02_a_repeated_start_gets_the_first_answer():
    table = make_table(started=False)
    master = Api(table.master)

    first, second = (master.post(one(table, "start/"), Idempotency_Key="go") for _ in range(2))

    assert (first.status_code, first.content) == (second.status_code, second.content)


def test_joining_is_refused_with_the_reason():
    table = make_table(2, seats=3)
    invite = invite_create(person=table.master, campaign_id=table.campaign.pk)
    stranger = Api(make_user())

    wrong = stranger.post("join/", {"token": "wrong"})
    taken = stranger.post("join/", {"token": invite.token, "seat": 0})
    twice = player(table, 0).post("join/", {"token": invite.token})
    joined = stranger.post("join/", {"token": invite.token})
    full = Api(make_user()).post("join/", {"token": invite.token})

    assert is_problem(wrong, 404, "no_invite")
    assert is_problem(taken, 409, "kingdom_taken")
    assert is_problem(twice, 409, "already_playing")
    assert (joined.status_code, joined.json()["seat"]) == (201, 2)
    assert is_problem(full, 409, "no_kingdom_free")


def test_an_invitation_tells_its_holder_what_it_opens():
    table = make_table(1, seats=3)
    invite = invite_create(person=table.master, campaign_id=table.campaign.pk)

    shown = Api().get(f"join/{invite.token}/")

    assert shown.json()["campaign"] == {"id": table.campaign.pk, "name": "A test"}
    assert [kingdom["seat"] for kingdom in shown.json()["free"]] == [1, 2]
    assert is_problem(Api().get("join/wrong/"), 404, "no_invite")


def test_a_kingdom_is_named_by_its_player():
    table = make_table(2)
    me = player(table, 0)

    named = me.put(one(table, "kingdom/"), {"name": " Hollow  Hills ", "race": "Dwarfs"})
    again = me.put(one(table, "kingdom/"), {"name": "Hills"})
    bad = me.put(one(table, "kingdom/"), {"name": "x" * 41})

    assert named.json()["name"] == "Hollow Hills"
    assert (again.json()["name"], again.json()["race"]) == ("Hills", "Dwarfs")
    assert is_problem(bad, 400, "bad_name")
    assert table.kingdom(0).name == "Hills"
    assert table.kingdom(1).name == "Kingdom 2"


def test_an_army_for_skirmishes_is_wished_for_before_the_banners_and_not_after():
    table = make_table(2, options={"begin": "setup"})
    me = player(table, 0)

    odd = me.put(one(table, "kingdom/"), {"name": "Hills", "faction": "elves"})
    wished = me.put(one(table, "kingdom/"), {"name": "Hills", "faction": "briar_host"})
    as_it_is = me.put(one(table, "kingdom/"), {"name": "Hills"})
    begun_in_winter = make_table(2)
    late = player(begun_in_winter, 0).put(
        one(begun_in_winter, "kingdom/"), {"name": "Hills", "faction": "briar_host"}
    )

    assert is_problem(odd, 400, "unknown_faction")
    assert (wished.json()["faction"], as_it_is.json()["faction"]) == ("briar_host", "briar_host")
    assert is_problem(late, 409, "faction_settled")


def test_a_player_takes_their_kingdom_back_from_the_steward():
    table = make_table(2)
    Kingdom.objects.filter(pk=table.kingdom(0).pk).update(regent="steward")

    back = player(table, 0).post(one(table, "take-back/"))

    assert (back.status_code, back.content) == (204, b"")
    assert table.kingdom(0).regent == ""


def test_leaving_ends_all_access_and_may_be_repeated_with_its_key():
    table = make_table(2)
    me = player(table, 0)

    left = me.post(one(table, "leave/"), Idempotency_Key="bye")
    again = me.post(one(table, "leave/"), Idempotency_Key="bye")
    look = me.get(one(table))

    assert (left.status_code, left.content) == (again.status_code, again.content) == (204, b"")
    assert is_problem(look, 404, "no_campaign")
    assert Kingdom.objects.get(campaign=table.campaign, seat=0).player is None
    assert Membership.objects.get(user=table.players[0]).left_at is not None


def test_reference_data_names_every_rule_and_map():
    anyone = Api()

    editions = anyone.get("editions/").json()
    maps = anyone.get("maps/").json()
    sound = anyone.get("maps/sound/").json()

    assert editions["editions"] == ["classic", "capitals"]
    years = next(rule for rule in editions["rules"] if rule["name"] == "years")
    assert years["standard"] == {"classic": 6, "capitals": 6}
    assert (years["low"], years["high"], years["kind"]) == (0, 100, "number")
    assert years["label"]
    assert years["text"]
    capital = next(rule for rule in editions["rules"] if rule["name"] == "capital_cost")
    assert capital["standard"]["classic"] == {"gold": 1, "food": 1}
    assert capital["standard"]["capitals"] == {"gold": 0, "food": 0}
    assert len(sound["tiles"]) == next(m["tiles"] for m in maps if m["key"] == "sound")
    assert is_problem(anyone.get("maps/atlantis/"), 404, "no_map")


def test_the_map_is_whole_and_costs_a_304_until_it_changes():
    table = make_table(2, size=(12, 8))
    me = player(table, 0)

    first = me.get(one(table, "map/"))
    again = me.get(one(table, "map/"), If_None_Match=first.headers["ETag"])
    Campaign.objects.filter(pk=table.campaign.pk).update(revision=table.campaign.revision + 1)
    changed = me.get(one(table, "map/"), If_None_Match=first.headers["ETag"])

    body = first.json()
    assert len(body["map"]["tiles"]) == 96
    assert set(body["map"]["tiles"][0]) == {
        "n", "q", "r", "terrain", "river", "bridge", "start", "name", "edges",
    }  # fmt: skip
    assert len(body["position"]["tiles"]) == 14
    assert len(body["position"]["armies"]) == 2
    assert (again.status_code, again.content) == (304, b"")
    assert changed.status_code == 200


def test_kingdoms_of_a_campaign_that_gathers_players():
    table = make_table(1, seats=2, started=False)

    kingdoms = player(table, 0).get(one(table, "kingdoms/")).json()

    assert [kingdom["player"] for kingdom in kingdoms] == [table.players[0].username, None]
    assert [kingdom["tiles"] for kingdom in kingdoms] == [0, 0]


def test_nobody_is_told_of_a_campaign_by_a_list_they_may_not_see():
    make_table(2)

    for asking in (Api(), Api(make_user())):
        assert asking.get("campaigns/").json()["results"] == []


def test_nobody_opens_campaigns_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("campaign.services.campaigns.MOST_A_DAY", 2)
    api, new = Api(make_user()), {"name": "x", "seats": 2, "map": "sound"}

    made = [api.post("campaigns/", new) for _ in range(3)]
    Campaign.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    tomorrow = api.post("campaigns/", new)

    assert [answer.status_code for answer in made] == [201, 201, 409]
    assert made[2].json()["code"] == "too_many_campaigns"
    assert tomorrow.status_code == 201
