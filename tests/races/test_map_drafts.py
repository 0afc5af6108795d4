"""Two windows that save one map at once, and many that begin the fiftieth."""

from __future__ import annotations

from functools import partial

import pytest

from campaign.models import MapDraft
from campaign.services.map_drafts import draft_create, draft_save
from tests.factories import make_user
from tests.races.together import at_once, errors, results

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"name": "Small", "tiles": [{"n": 1, "q": 0, "r": 0, "terrain": "plain"}]}


def test_f12_of_windows_that_save_at_once_one_does_and_the_others_are_told():
    owner = make_user()
    draft = draft_create(user=owner, document=SMALL)

    outcomes = at_once(
        *(
            partial(
                draft_save,
                user=owner,
                draft_id=draft.pk,
                document=SMALL | {"name": f"Window {number}"},
                revision=1,
            )
            for number in range(4)
        )
    )

    assert [error.code for error in errors(outcomes)] == ["draft_changed"] * 3
    (won,) = results(outcomes)
    kept = MapDraft.objects.get()
    assert (kept.name, kept.revision) == (won.name, 2)


def test_f50_the_fiftieth_map_is_begun_once_however_many_windows_want_it():
    owner = make_user()
    MapDraft.objects.bulk_create(
        MapDraft(owner=owner, name="x", document={"tiles": []}, updated_at="2026-01-01T00:00Z")
        for _ in range(49)
    )

    outcomes = at_once(*[partial(draft_create, user=owner, document=SMALL)] * 4)

    assert [error.code for error in errors(outcomes)] == ["too_many_drafts"] * 3
    assert MapDraft.objects.count() == 50
