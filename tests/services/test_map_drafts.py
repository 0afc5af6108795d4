"""Drafts of maps: their owner's alone, a limited number, never overwritten unseen."""

from __future__ import annotations

import pytest

from campaign.models import MapDraft
from campaign.rules.maps import grid_map, load_map
from campaign.services import map_drafts
from campaign.services.map_drafts import check_map, draft_create, draft_delete, draft_save
from games.engine.contract import BadOptions
from games.hosting.errors import Conflict, NotThere, Stale
from tests.factories import make_user

pytestmark = pytest.mark.django_db

SMALL = {"name": "Small", "tiles": [{"n": 1, "q": 0, "r": 0, "terrain": "plain"}]}


def renamed(name):
    return SMALL | {"name": name}


def test_a_map_is_kept_with_its_hexes_laid_out():
    draft = draft_create(user=make_user(), document=grid_map(9, 7, 2))

    kept = MapDraft.objects.get(pk=draft.pk)
    assert (kept.name, kept.revision, len(kept.document["tiles"])) == ("9 x 7", 1, 63)
    assert kept.document["tiles"][0] == {"n": 1, "q": 0, "r": 0, "terrain": "plain"}


def test_what_is_no_map_is_not_kept():
    with pytest.raises(BadOptions):
        draft_create(user=make_user(), document={"tiles": [{"n": 0}]})

    assert not MapDraft.objects.exists()


def test_a_map_without_a_name_is_called_so():
    assert draft_create(user=make_user(), document={"tiles": []}).name == "Map without a name"


def test_f15_a_save_from_an_older_window_is_refused_and_overwrites_nothing():
    owner = make_user()
    draft = draft_create(user=owner, document=SMALL)

    draft_save(user=owner, draft_id=draft.pk, document=renamed("First"), revision=1)
    with pytest.raises(Stale) as caught:
        draft_save(user=owner, draft_id=draft.pk, document=renamed("Second"), revision=1)

    assert caught.value.code == "draft_changed"
    kept = MapDraft.objects.get()
    assert (kept.name, kept.revision) == ("First", 2)


def test_f16_the_same_save_twice_is_one_revision():
    owner = make_user()
    draft = draft_create(user=owner, document=SMALL)

    for revision in (1, 2):
        draft_save(user=owner, draft_id=draft.pk, document=renamed("Once"), revision=revision)

    assert MapDraft.objects.get().revision == 2


def test_nobody_else_reads_saves_or_deletes_a_draft():
    other, draft = make_user(), draft_create(user=make_user(), document=SMALL)

    for attempt in (
        lambda: map_drafts.draft_of(other, draft.pk),
        lambda: draft_save(user=other, draft_id=draft.pk, document=SMALL, revision=1),
        lambda: draft_delete(user=other, draft_id=draft.pk),
    ):
        with pytest.raises(NotThere) as caught:
            attempt()
        assert caught.value.code == "no_draft"
    assert not map_drafts.drafts_of(other).exists()


def test_a_draft_is_deleted_as_it_was_seen():
    owner = make_user()
    draft = draft_create(user=owner, document=SMALL)

    with pytest.raises(Stale):
        draft_delete(user=owner, draft_id=draft.pk, revision=2)
    draft_delete(user=owner, draft_id=draft.pk, revision=1)

    assert not MapDraft.objects.exists()


def test_a_person_keeps_fifty_maps():
    owner = make_user()
    for _ in range(50):
        draft_create(user=owner, document=SMALL)

    with pytest.raises(Conflict) as caught:
        draft_create(user=owner, document=SMALL)

    assert caught.value.code == "too_many_drafts"
    draft_create(user=make_user(), document=SMALL)


def test_a_check_says_what_is_wrong_what_is_odd_and_how_fair():
    wrong = check_map(SMALL, 2)
    fair = check_map(load_map("sound"), 3)

    assert [problem.code for problem in wrong.problems] == ["too_few_starts"]
    assert (fair.problems, fair.warnings) == ((), ())
    assert [tile for tile, _land in fair.lands] == [13, 25, 39]
    assert fair.fairness == 100 * min(x for _, x in fair.lands) // max(x for _, x in fair.lands)


def test_a_map_comes_as_a_document_or_as_text():
    text = "Wintertide map\nname: Small\n1 at 0 0: p\n"

    assert map_drafts.map_of({"text": text}) == map_drafts.map_of({"document": SMALL}) == SMALL
