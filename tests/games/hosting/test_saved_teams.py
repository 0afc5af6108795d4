"""Teams of the skirmish that people keep: what is kept, what is refused, whose they are."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.contract import Refusal
from games.hosting.errors import ServiceError
from games.models import SavedTeam
from games.services.policy import access_team
from games.services.teams import (
    MOST_TEAMS,
    NewTeam,
    entries_of,
    is_playable,
    problems_of,
    sample_teams,
    team_change,
    team_delete,
    team_save,
    teams_of,
)
from tests.factories import make_user

pytestmark = pytest.mark.django_db

SPEARS = {"captain": 1, "spearman": 8}


def guard(name="Spears", counts=SPEARS, points=14):
    return NewTeam(name, "plain_guard", counts, points)


def code_of(call, *args, **kwargs):
    with pytest.raises((ServiceError, Refusal)) as caught:
        call(*args, **kwargs)
    return caught.value.code


# Keeping


def test_a_team_is_kept_tidy_under_its_name():
    owner = make_user()

    team = team_save(person=owner, new=guard("  Spears \n and more ", SPEARS | {"jester": 0}))

    kept = SavedTeam.objects.get()
    assert (kept.owner, kept.name) == (owner, "Spears and more")
    assert (kept.faction, kept.points, kept.counts) == ("plain_guard", 14, SPEARS)
    assert (team.revision, kept.revision) == (1, 1)


def test_the_entries_of_a_team_come_in_the_order_of_the_roster():
    team = team_save(person=make_user(), new=guard(counts={"spearman": 2, "captain": 1}))

    assert list(entries_of(team).items()) == [("captain", 1), ("spearman", 2)]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b", "a\u202eb", None, 7, ["a"]])
def test_a_name_is_one_to_sixty_plain_characters(name):
    assert code_of(team_save, person=make_user(), new=guard(name)) == "bad_team_name"


def test_a_name_of_sixty_characters_is_none_too_many():
    assert team_save(person=make_user(), new=guard("Ä" * 60)).name == "Ä" * 60


@pytest.mark.parametrize("faction", ["", "chess", "../blights", None, 3, ["blights"], {}])
def test_a_team_is_of_a_faction_that_there_is(faction):
    new = NewTeam("x", faction, SPEARS)

    assert code_of(team_save, person=make_user(), new=new) == "unknown_faction"


@pytest.mark.parametrize("points", [0, -1, 25, 14.0, "14", True, None, 10**40])
def test_points_are_a_whole_number_from_1_to_24(points):
    assert code_of(team_save, person=make_user(), new=guard(points=points)) == "bad_team_points"


@pytest.mark.parametrize(
    ("counts", "codes"),
    [
        ({"captain": 2}, ["too_many"]),
        ({"captain": 1, "standard_bearer": 1, "outrider": 2, "spearman": 5}, ["over_points"]),
        ({}, ["empty_team"]),
        ({"captain": 0}, ["empty_team"]),
        ({"yeti": 1}, ["unknown_entry"]),
        ({"captain": -1, "jester": "1"}, ["bad_count", "bad_count"]),
        ({"captain": True}, ["bad_count"]),
        ({"captain": 2, "spearman": 9}, ["too_many", "too_many"]),
        ([["captain", 1]], ["bad_answer"]),
        (None, ["bad_answer"]),
    ],
)
def test_only_a_legal_team_is_kept_and_all_that_is_wrong_is_said(counts, codes):
    with pytest.raises(Refusal) as caught:
        team_save(person=make_user(), new=guard(counts=counts))

    assert [problem.code for problem in caught.value.problems] == codes
    assert not SavedTeam.objects.exists()


def test_a_team_may_cost_all_its_points_and_not_one_more():
    owner = make_user()

    assert team_save(person=owner, new=guard("A", {"captain": 1, "spearman": 1}, 4)).points == 4
    new = guard("B", {"captain": 1, "spearman": 2}, 4)
    assert code_of(team_save, person=owner, new=new) == "over_points"


def test_a_table_with_more_entries_than_any_roster_is_refused_at_once():
    counts = {f"entry{number}": 1 for number in range(41)}

    assert code_of(team_save, person=make_user(), new=guard(counts=counts)) == "long_team"


def test_a_name_is_used_once_by_one_person():
    owner = make_user()
    team_save(person=owner, new=guard())

    assert code_of(team_save, person=owner, new=guard(" Spears ")) == "team_name_taken"
    assert team_save(person=make_user(), new=guard()).name == "Spears"


def test_nobody_keeps_more_than_sixty():
    owner = make_user()
    SavedTeam.objects.bulk_create(
        SavedTeam(
            owner=owner, name=str(number), faction="plain_guard", points=14, counts=SPEARS,
            changed_at="2026-01-01T00:00Z",
        )
        for number in range(MOST_TEAMS)
    )  # fmt: skip

    assert MOST_TEAMS == 60
    assert code_of(team_save, person=owner, new=guard()) == "too_many_teams"


def test_who_is_not_signed_in_or_whose_account_is_closed_keeps_none():
    closed = make_user()
    closed.is_active = False

    for person in (AnonymousUser(), closed):
        assert code_of(team_save, person=person, new=guard()) == "not_signed_in"
        assert code_of(teams_of, person) == "not_signed_in"


# Changing


def test_a_change_replaces_all_of_it():
    owner = make_user()
    team = team_save(person=owner, new=guard())

    changed = team_change(
        person=owner, team_id=team.pk, revision=1,
        new=NewTeam("Oaks", "briar_host", {"old_oak": 2}, 10),
    )  # fmt: skip

    kept = SavedTeam.objects.get()
    assert (kept.name, kept.faction, kept.points, kept.counts) == (
        "Oaks", "briar_host", 10, {"old_oak": 2},
    )  # fmt: skip
    assert changed.revision == kept.revision == 2
    assert kept.changed_at > team.changed_at


def test_the_same_team_again_changes_nothing():
    owner = make_user()
    team = team_save(person=owner, new=guard())

    again = team_change(person=owner, team_id=team.pk, revision=1, new=guard())

    assert (again.revision, again.changed_at) == (1, team.changed_at)


def test_f15_a_change_made_from_an_older_team_is_told():
    owner = make_user()
    team = team_save(person=owner, new=guard())
    team_change(person=owner, team_id=team.pk, revision=1, new=guard("Newer"))

    stale = {"person": owner, "team_id": team.pk, "revision": 1}
    assert code_of(team_change, **stale, new=guard("Older")) == "team_changed"
    assert code_of(team_delete, **stale) == "team_changed"
    assert SavedTeam.objects.get().name == "Newer"


def test_a_team_gets_no_name_that_another_has():
    owner = make_user()
    team_save(person=owner, new=guard("A"))
    team = team_save(person=owner, new=guard("B"))

    change = {"person": owner, "team_id": team.pk, "revision": 1}
    assert code_of(team_change, **change, new=guard("A")) == "team_name_taken"
    assert team_change(**change, new=guard("B", {"jester": 1})).counts == {"jester": 1}


def test_f13_a_change_is_checked_like_a_new_team():
    owner = make_user()
    team = team_save(person=owner, new=guard())

    change = {"person": owner, "team_id": team.pk, "revision": 1}
    assert code_of(team_change, **change, new=guard(counts={"captain": 2})) == "too_many"
    assert code_of(team_change, **change, new=guard("")) == "bad_team_name"
    assert SavedTeam.objects.get().counts == SPEARS


def test_a_team_is_deleted_once():
    owner = make_user()
    team = team_save(person=owner, new=guard())

    team_delete(person=owner, team_id=team.pk)

    assert not SavedTeam.objects.exists()
    assert code_of(team_delete, person=owner, team_id=team.pk) == "no_team"


def test_nobody_else_sees_changes_or_deletes_a_team():
    owner = make_user()
    team = team_save(person=owner, new=guard())

    for person in (make_user(), AnonymousUser()):
        assert code_of(access_team, person, team.pk) == "no_team"
        assert code_of(team_delete, person=person, team_id=team.pk) == "no_team"
    change = {"team_id": team.pk, "revision": 1, "new": guard("Mine")}
    assert code_of(team_change, person=make_user(), **change) == "no_team"
    assert access_team(owner, team.pk) == team
    assert SavedTeam.objects.get().name == "Spears"


# Listing


def test_teams_are_listed_by_faction_and_name():
    owner = make_user()
    for name in ("B", "A"):
        team_save(person=owner, new=guard(name))
    team_save(person=owner, new=NewTeam("Z", "blights", {"yeti": 2}))
    team_save(person=make_user(), new=guard("Not mine"))

    assert [team.name for team in teams_of(owner)] == ["Z", "A", "B"]
    assert [team.name for team in teams_of(owner, "plain_guard")] == ["A", "B"]


def test_every_faction_has_a_sample_team_of_fourteen_points():
    samples = {sample.faction: sample for sample in sample_teams()}

    assert {"blights", "plain_guard", "briar_host"} <= samples.keys()
    assert samples["blights"].counts == {
        "father_winter": 1, "witch_of_november": 1, "solstice_totem": 2, "arctic_wolf": 4,
    }  # fmt: skip
    assert {sample.points for sample in samples.values()} == {14}


def test_f51_a_team_that_its_sheet_no_longer_allows_is_judged_anew():
    team = team_save(person=make_user(), new=guard())
    SavedTeam.objects.update(counts={"captain": 1, "halberdier": 2})
    team.refresh_from_db()

    assert [problem.code for problem in problems_of(team)] == ["unknown_entry"]
    assert not is_playable(team)
    SavedTeam.objects.update(faction="lost_ones")
    team.refresh_from_db()
    assert (problems_of(team), is_playable(team)) == ([], False)
    assert entries_of(team) == {"captain": 1, "halberdier": 2}
