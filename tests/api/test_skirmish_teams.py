"""The skirmish's factions and one's own teams by program."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle

from games.models import SavedTeam
from games.services.teams import NewTeam, team_save
from tests.api.client import Api, is_problem
from tests.api.test_fuzz import HUGE, answered
from tests.factories import make_user

pytestmark = pytest.mark.django_db

TEAMS = "skirmish-teams/"
SPEARS = {"name": "Spears", "faction": "plain_guard", "team": {"spearman": 8, "captain": 1}}

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.just(10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["plain_guard", "blights", "captain", "Spears", "team captain 1"]),
    st.text(max_size=8),
)
COUNTS = st.dictionaries(
    st.one_of(st.sampled_from(["captain", "spearman", "jester", "yeti"]), st.text(max_size=6)),
    ODD,
    max_size=5,
)
BODIES = st.one_of(
    ODD,
    st.dictionaries(st.sampled_from(["name", "faction", "points", "team", "id"]), ODD, max_size=5),
    st.fixed_dictionaries(
        {"name": st.text(max_size=70), "faction": st.just("plain_guard"), "team": COUNTS},
        optional={"points": ODD},
    ),
)


def kept(api, body=SPEARS):
    answer = api.post(TEAMS, body)
    assert answer.status_code == 201, answer.content
    return answer


def test_the_factions_are_shown_to_all_with_rosters_rules_and_samples():
    answer = Api().get("factions/")

    sheets = {sheet["faction"]: sheet for sheet in answer.json()}
    assert {"blights", "plain_guard", "briar_host"} <= sheets.keys()
    assert (sheets["blights"]["is_house"], sheets["plain_guard"]["is_house"]) == (False, True)
    captain = sheets["plain_guard"]["entries"][0]
    assert {key: captain[key] for key in ("entry", "name", "type", "cost", "least", "most")} == {
        "entry": "captain", "name": "Captain", "type": "king", "cost": 3, "least": 0, "most": 1,
    }  # fmt: skip
    assert captain["common"] == ["faction_leader"]
    assert [rule["name"] for rule in captain["rules"]] == ["Steady command"]
    assert sheets["blights"]["sample"] == {
        "points": 14,
        "cost": 14,
        "team": {
            "father_winter": 1, "witch_of_november": 1, "solstice_totem": 2, "arctic_wolf": 4,
        },
        "answer": "team father_winter 1 witch_of_november 1 solstice_totem 2 arctic_wolf 4",
    }  # fmt: skip
    prowl = sheets["blights"]["entries"][-1]["rules"][0]
    assert (prowl["name"], prowl["is_house"]) == ("Prowl", True)


def test_a_team_is_kept_listed_and_read():
    api = Api(make_user())

    made = kept(api)

    path, shown = made.headers["Location"], made.json()
    shown_but_time = {key: value for key, value in shown.items() if key != "changed_at"}
    assert shown_but_time == {
        "id": SavedTeam.objects.get().pk,
        "name": "Spears",
        "faction": "plain_guard",
        "points": 14,
        "cost": 11,
        "team": {"captain": 1, "spearman": 8},
        "answer": "team captain 1 spearman 8",
        "is_legal": True,
        "revision": 1,
    }
    assert api.get(TEAMS).json() == [shown]
    assert api.get(TEAMS + "?faction=blights").json() == []
    again = api.get(path)
    assert (again.json(), again.headers["ETag"]) == (shown, made.headers["ETag"])
    assert api.get(path, If_None_Match=again.headers["ETag"]).status_code == 304


def test_a_team_is_replaced_as_it_was_seen():
    api = Api(make_user())
    made = kept(api)
    path, tag = made.headers["Location"], made.headers["ETag"]
    body = {"name": "Oaks", "faction": "briar_host", "points": 4, "team": {"old_oak": 2}}

    saved = api.put(path, body, If_Match=tag)

    assert (saved.status_code, saved.json()["revision"], saved.json()["cost"]) == (200, 2, 4)
    assert is_problem(api.put(path, body, If_Match=tag), 412, "team_changed")
    assert is_problem(api.put(path, body, If_Match='"team.1"'), 412, "team_changed")
    assert is_problem(api.put(path, body), 428, "precondition_required")
    assert is_problem(api.put(path, body, If_Match="*"), 400, "bad_precondition")
    assert is_problem(api.delete(path, If_Match=tag), 412, "team_changed")
    assert api.delete(path, If_Match=saved.headers["ETag"]).status_code == 204
    assert is_problem(api.get(path), 404, "no_team")


def test_f16_the_same_request_twice_keeps_one_team():
    api = Api(make_user())

    answers = [api.post(TEAMS, SPEARS, Idempotency_Key="k") for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert SavedTeam.objects.count() == 1


def test_nobody_else_sees_a_team():
    made, other = kept(Api(make_user())), Api(make_user())
    path, tag = made.headers["Location"], made.headers["ETag"]

    assert other.get(TEAMS).json() == []
    assert is_problem(other.get(path), 404, "no_team")
    assert is_problem(other.put(path, SPEARS, If_Match=tag), 404, "no_team")
    assert is_problem(other.delete(path), 404, "no_team")
    assert is_problem(Api().get(TEAMS), 401, "not_authenticated")
    assert is_problem(Api().get(path), 401, "not_authenticated")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": ""}, 400, "invalid"),
        ({"name": 7}, 400, "invalid"),
        ({"name": "x" * 61}, 400, "bad_team_name"),
        ({"name": "a\u202eb"}, 400, "bad_team_name"),
        ({"faction": "chess"}, 400, "unknown_faction"),
        ({"points": "14"}, 400, "invalid"),
        ({"points": 25}, 400, "bad_team_points"),
        ({"owner": 1}, 400, "invalid"),
        ({"team": {"captain": 2}}, 422, "too_many"),
        ({"team": {"captain": 1.0}}, 422, "bad_count"),
        ({"team": {"yeti": 1}}, 422, "unknown_entry"),
        ({"team": {}}, 422, "empty_team"),
        ({"team": "team captain 1"}, 422, "bad_answer"),
        ({"team": None}, 400, "invalid"),
        ({"points": 10}, 422, "over_points"),
    ],
)
def test_f13_what_is_no_legal_team_is_refused_with_a_reason(change, status, code):
    answer = Api(make_user()).post(TEAMS, SPEARS | change)

    assert is_problem(answer, status, code)
    assert not SavedTeam.objects.exists()


def test_a_name_that_is_taken_is_a_conflict():
    api = Api(make_user())
    kept(api)

    assert is_problem(api.post(TEAMS, SPEARS), 409, "team_name_taken")
    assert is_problem(api.get(TEAMS + "?faction=chess"), 400, "unknown_faction")


def test_a_team_that_its_sheet_no_longer_allows_is_still_read():
    owner = make_user()
    team = team_save(person=owner, new=NewTeam("Old", "plain_guard", {"captain": 1}))
    SavedTeam.objects.update(counts={"captain": 1, "halberdier": 2})

    shown = Api(owner).get(f"{TEAMS}{team.pk}/").json()

    assert (shown["is_legal"], shown["cost"], shown["answer"]) == (False, None, "")
    assert shown["team"] == {"captain": 1, "halberdier": 2}


def test_f53_the_list_takes_the_same_queries_for_one_team_and_for_twenty():
    owner = make_user()
    api = Api(owner)

    def cost() -> int:
        api.get(TEAMS)
        with CaptureQueriesContext(connection) as captured:
            assert api.get(TEAMS).status_code == 200
        return len(captured)

    kept(api)
    few = cost()
    for number in range(19):
        team_save(person=owner, new=NewTeam(f"Team {number}", "blights", {"yeti": 1}))

    assert cost() == few


# Whatever is sent


@settings(
    max_examples=80,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=BODIES)
def test_f05_f13_no_body_is_too_odd_to_be_answered(body: Any, monkeypatch: pytest.MonkeyPatch):
    rates = dict.fromkeys(("anon", "user", "write"), "99999/s")
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    SavedTeam.objects.all().delete()
    api = Api(make_user())
    made = kept(api)
    path, raw = made.headers["Location"], json.dumps(body)

    assert answered(api.post(TEAMS, raw=raw))
    assert answered(api.put(path, raw=raw, If_Match=made.headers["ETag"]))
    for team in SavedTeam.objects.all():
        assert 1 <= len(team.name) <= 60
        costs = {"captain": 3, "jester": 2, "spearman": 1}
        assert sum(costs[entry] * n for entry, n in team.counts.items()) <= team.points <= 24


def test_no_number_is_too_odd_to_be_answered():
    api = Api(make_user())
    made = kept(api)
    path, pk = f"{TEAMS}{HUGE}/", made.json()["id"]

    assert is_problem(api.get(path), 404, "no_team")
    assert is_problem(api.delete(path), 404, "no_team")
    assert is_problem(api.put(path, SPEARS, If_Match=f'"team.{HUGE}.1"'), 404, "no_team")
    for revision in (HUGE, "-1", "²", "1.0", ""):
        tag = f'"team.{pk}.{revision}"'
        answer = api.ask(
            "DELETE", made.headers["Location"], If_Match=tag.encode().decode("latin-1")
        )
        assert is_problem(answer, 412, "team_changed")
    assert SavedTeam.objects.count() == 1
