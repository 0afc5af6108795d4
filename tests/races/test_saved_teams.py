"""Windows that save one team, or one name, or the sixtieth team, at the same instant."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import SavedTeam
from games.services.teams import NewTeam, team_change, team_save
from tests.factories import make_user
from tests.races.together import at_once, errors, results

pytestmark = pytest.mark.django_db(transaction=True)

COUNTS = {"captain": 1}


def guard(name: str) -> NewTeam:
    return NewTeam(name, "plain_guard", COUNTS)


def test_f16_of_saves_by_one_name_one_is_kept_and_the_others_are_told():
    owner = make_user()

    outcomes = at_once(*[partial(team_save, person=owner, new=guard("Spears"))] * 4)

    assert [error.code for error in errors(outcomes)] == ["team_name_taken"] * 3
    assert SavedTeam.objects.get() in results(outcomes)


def test_f12_of_windows_that_change_one_team_one_does_and_the_others_are_told():
    owner = make_user()
    team = team_save(person=owner, new=guard("Spears"))

    outcomes = at_once(
        *(
            partial(
                team_change,
                person=owner,
                team_id=team.pk,
                revision=1,
                new=guard(f"Window {number}"),
            )
            for number in range(4)
        )
    )

    assert [error.code for error in errors(outcomes)] == ["team_changed"] * 3
    (won,) = results(outcomes)
    kept = SavedTeam.objects.get()
    assert (kept.name, kept.revision) == (won.name, 2)


def test_f50_the_sixtieth_team_is_kept_once_however_many_windows_want_it():
    owner = make_user()
    SavedTeam.objects.bulk_create(
        SavedTeam(
            owner=owner,
            name=f"Team {number}",
            faction="plain_guard",
            points=14,
            counts=COUNTS,
            changed_at="2026-01-01T00:00Z",
        )
        for number in range(59)
    )

    outcomes = at_once(*(partial(team_save, person=owner, new=guard(name)) for name in "abcd"))

    assert [error.code for error in errors(outcomes)] == ["too_many_teams"] * 3
    assert SavedTeam.objects.count() == 60
