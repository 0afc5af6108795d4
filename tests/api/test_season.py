"""The season's table by API."""

from __future__ import annotations

import pytest

from campaign.models import Phase
from tests.api.client import Api, is_problem, one, player
from tests.factories import make_table
from tests.services.test_season import battle, longer, match_won, played, tell

pytestmark = pytest.mark.django_db


def test_the_table_has_every_kingdom_in_every_year():
    table = played(concede=False)

    answer = Api(table.master).get(one(table, "season/"))

    body = answer.json()
    assert answer.status_code == 200
    assert set(body) == {"years", "kingdoms", "earlier", "later"}
    assert body["years"] == [{"year": 1, "is_over": True}, {"year": 2, "is_over": False}]
    assert [kingdom["seat"] for kingdom in body["kingdoms"]] == [0, 1, 2]
    winner = body["kingdoms"][0]
    assert winner["name"] == "Kingdom 1"
    assert winner["totals"] == {
        "battles": 1, "won": 1, "drawn": 0, "lost": 0, "matches": 0, "courts": 0,
    }  # fmt: skip
    # Worked out in tests/services/test_season.py.
    assert winner["years"][0] == {
        "year": 1, "is_alive": True, "tiles": 3, "armies": 1, "might": 0, "score": 11, "place": 1,
        "gold": 3, "food": 1, "battles": 1, "won": 1, "drawn": 0, "lost": 0, "matches": 0,
        "courts": 0,
    }  # fmt: skip
    assert (winner["years"][1]["gold"], winner["years"][1]["food"]) == (None, None)


def test_matches_and_courts_are_told():
    table = make_table(2, is_public=True)
    match_won(table, 1, ordinal=0)
    tell(table, "court_held", court=1, game="courtier", seats="0,1", stake="honour", winner=0)

    one_, other = Api().get(one(table, "season/")).json()["kingdoms"]

    assert (one_["totals"]["matches"], one_["totals"]["courts"]) == (0, 1)
    assert (other["totals"]["matches"], other["totals"]["courts"]) == (1, 0)


def test_f43_all_readers_are_told_the_same():
    table = make_table(2, is_public=True)
    battle(table, "win", winner=0, seen_by=[0, 1])
    readers = (Api(), Api(table.master), player(table, 0), player(table, 1))

    first, *others = [reader.get(one(table, "season/")).json() for reader in readers]

    assert others == [first] * 3
    assert [kingdom["totals"]["battles"] for kingdom in first["kingdoms"]] == [0, 0]


def test_before_the_start_there_are_kingdoms_and_no_years():
    table = make_table(2, started=False, is_public=True)

    body = Api().get(one(table, "season/")).json()

    assert body["years"] == []
    assert [kingdom["years"] for kingdom in body["kingdoms"]] == [[], []]


def test_a_long_campaign_comes_some_years_at_a_time():
    table = make_table(2, is_public=True)
    longer(table, 14)
    api = Api()

    newest = api.get(one(table, "season/")).json()
    before = api.get(one(table, f"season/?until={newest['earlier']}")).json()

    assert [each["year"] for each in newest["years"]] == list(range(3, 15))
    assert [each["year"] for each in before["years"]] == [1, 2]
    assert (before["earlier"], before["later"]) == (None, 14)
    for wrong in ("0", "-1", "x", "²", "99999999"):
        assert is_problem(api.get(one(table, f"season/?until={wrong}")), 400, "bad_parameter")


def test_an_unchanged_table_is_a_304():
    table = make_table(2, is_public=True)
    api = Api()
    tag = api.get(one(table, "season/")).headers["ETag"]

    again = api.get(one(table, "season/"), If_None_Match=tag)
    table.campaign.revision += 1
    table.campaign.save(update_fields=["revision"])
    changed = api.get(one(table, "season/"), If_None_Match=tag)

    assert (again.status_code, changed.status_code) == (304, 200)
    assert Phase.objects.filter(campaign=table.campaign).count() == 2
