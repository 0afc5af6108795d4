"""Choosing the map of a new campaign: shipped, one's own, or from a seed."""

from __future__ import annotations

import re

import pytest

from campaign.models import Campaign
from campaign.rules.maps import load_map
from campaign.rules.maps.generator import generate
from campaign.services.map_drafts import draft_create, draft_save
from tests.factories import make_user
from tests.web.pages import client_of
from tests.web.test_creating import create

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SEED = {"map": "seed", "seats": "3", "seed": "7", "tiles": "100", "water": "20", "mountains": "10"}


def test_a_campaign_opens_on_a_map_from_a_seed() -> None:
    create(client_of(make_user()), **SEED)

    document = Campaign.objects.get().options["map"]
    assert document == generate(7, tiles=100, kingdoms=3, water=20, mountains=10)


def test_a_campaign_opens_on_a_map_of_ones_own() -> None:
    master = make_user()
    draft = draft_create(user=master, document=load_map("ring"))

    create(client_of(master), map="draft", draft=str(draft.pk), seats="8")

    assert Campaign.objects.get().options["map"] == load_map("ring")


def test_a_map_of_ones_own_is_pinned_as_it_is_now() -> None:
    master = make_user()
    draft = draft_create(user=master, document=load_map("ring"))
    create(client_of(master), map="draft", draft=str(draft.pk), seats="8")

    draft_save(user=master, draft_id=draft.pk, document=load_map("sound"), revision=1)

    assert Campaign.objects.get().options["map"] == load_map("ring")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"map": "draft"}, "Choose one of your maps."),
        (SEED | {"seats": "8"}, "8 kingdoms need 144 hexes of land"),
        (SEED | {"seed": ""}, "seed must be a whole number between 0 and"),
        (SEED | {"tiles": "9999"}, "less than or equal to 400"),
    ],
)
def test_a_map_that_cannot_be_had_is_said(changes: dict[str, str], text: str) -> None:
    answer = create(client_of(make_user()), **changes)

    assert answer.status_code == 422
    assert text in answer.content.decode()
    assert not Campaign.objects.exists()


def test_nobody_opens_a_campaign_on_a_map_of_somebody_else() -> None:
    draft = draft_create(user=make_user(), document=load_map("ring"))

    answer = create(client_of(make_user()), map="draft", draft=str(draft.pk), seats="8")

    assert answer.status_code == 422
    assert not Campaign.objects.exists()


def test_a_map_with_too_few_starts_is_refused_by_its_sentence() -> None:
    master = make_user()
    draft = draft_create(user=master, document=load_map("sound"))

    answer = create(client_of(master), map="draft", draft=str(draft.pk), seats="4")

    assert "Start hexes on the map: 3; kingdoms that need one: 4." in answer.content.decode()


def test_the_map_is_shown_without_scripts_and_what_was_typed_is_kept() -> None:
    answer = create(client_of(make_user()), look="1", **SEED)

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "100 hexes, for up to 3 kingdoms." in page
    assert 'value="The Long Thaw"' in page
    assert re.search(r'value="seed" checked', page)
    assert not Campaign.objects.exists()


def test_who_has_drawn_no_map_is_led_to_the_editor_and_has_none_to_choose() -> None:
    page = client_of(make_user()).get("/campaigns/new/").content.decode()

    assert 'name="map" value="draft"' not in page
    assert "A map of my own" in page
    assert 'href="/maps/editor/"' in page


def test_the_editor_leads_to_a_campaign_on_its_map() -> None:
    master = make_user()
    draft = draft_create(user=master, document=load_map("sound"))

    page = client_of(master).get(f"/campaigns/new/?draft={draft.pk}").content.decode()

    assert re.search(r'value="draft" checked', page)
    assert f'<option value="{draft.pk}" selected>The Sound' in page
    assert "63 hexes, for up to 3 kingdoms." in page


def seed_in(page: str) -> int:
    found = re.search(r'name="seed" value="(\d+)"', page)
    assert found is not None
    return int(found[1])


def test_a_map_from_a_seed_is_another_one_for_everybody() -> None:
    client = client_of(make_user())

    seeds = {seed_in(client.get("/campaigns/new/").content.decode()) for _ in range(4)}

    assert len(seeds) > 1  # four equal ones of 900000 would be a miracle
    assert all(100_000 <= seed <= 999_999 for seed in seeds)


def test_the_seed_stays_when_the_form_is_refused() -> None:
    answer = create(client_of(make_user()), **SEED | {"name": ""})

    assert answer.status_code == 422
    assert seed_in(answer.content.decode()) == 7


def test_another_map_is_drawn_without_scripts_and_what_was_typed_is_kept() -> None:
    typed = SEED | {"map": "sound", "rule.years": "3", "rule.battle_mode": "tabletop"}

    answer = create(client_of(make_user()), another="1", **typed)

    page = answer.content.decode()
    assert answer.status_code == 200
    assert seed_in(page) != 7
    assert re.search(r'value="seed" checked', page)
    assert "100 hexes, for up to 3 kingdoms." in page
    assert 'value="The Long Thaw"' in page
    assert 'name="rule.years" value="3"' in page
    assert re.search(r'name="rule.battle_mode" value="tabletop"[^>]* checked', page)
    assert not re.search(r'name="is_public"[^>]* checked', page)
    assert not Campaign.objects.exists()


def test_a_map_of_ones_own_proposes_as_many_kingdoms_as_it_has_starts() -> None:
    master = make_user()
    drafts = [draft_create(user=master, document=load_map(key)) for key in ("sound", "ring")]
    foreign = draft_create(user=make_user(), document=load_map("sound"))

    pages = [
        client_of(master).get(f"/campaigns/new/?draft={pk}").content.decode()
        for pk in (*(draft.pk for draft in drafts), foreign.pk, "x")
    ]

    # The Sound has 3 starts, the Ring 8; of no map of theirs the form proposes the usual 4.
    found = [re.search(r'name="seats" value="(\d+)"', page) for page in pages]
    assert [match and match[1] for match in found] == ["3", "8", "4", "4"]


def test_shipped_maps_that_are_not_for_so_many_kingdoms_say_so() -> None:
    client = client_of(make_user())

    page = client.get("/campaigns/new/").content.decode()
    refused = create(client, seats="2", name="").content.decode()

    # Four kingdoms: The Sound is for 2 to 3, the Ring for 6 to 8. Two: only The Sound fits.
    assert page.count("Not for 4 kingdoms.") == 2
    assert refused.count("Not for 2 kingdoms.") == 2


def test_with_another_number_of_kingdoms_a_map_that_fits_is_chosen() -> None:
    client = client_of(make_user())

    changed = client.get("/maps/picture/?map=rivers&seats=2").content.decode()
    fitting = client.get("/maps/picture/?map=rivers&seats=5").content.decode()
    seeded = client.get("/maps/picture/?map=seed&seats=2&seed=1").content.decode()

    assert 'id="map-sound" value="sound" checked hx-swap-oob="true"' in changed
    assert changed.count("Not for 2 kingdoms.") == 2
    assert 'type="radio"' not in fitting + seeded


def test_the_picture_of_ones_own_map_says_that_it_is_too_small() -> None:
    master = make_user()
    draft = draft_create(user=master, document=load_map("sound"))

    page = client_of(master).get(f"/maps/picture/?map=draft&draft={draft.pk}&seats=4")

    assert "for up to 3 kingdoms. You ask for 4: too many for it." in page.content.decode()
