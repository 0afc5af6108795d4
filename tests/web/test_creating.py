"""Creating a campaign, inviting to it, joining it: the forms keep what was typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Invite, Kingdom
from campaign.rules.ruleset import EDITIONS, RULES, differences
from campaign.services.rulebook import game_of
from campaign.web.create_form import CreateForm
from tests.factories import SETUP, make_table, make_user
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LEAST = {
    "key": "k1",
    "name": "The Long Thaw",
    "seats": "2",
    "map": "sound",
    "edition": "classic",
    "play": "sealed",
    "hand_in": "sheet",
    "time_zone": "Europe/Oslo",
    "sheet_kind": "daily",
    "sheet_at": "21:30",
    "sheet_days": "3",
    "deploy_kind": "length",
    "deploy_hours": "12",
    "turn_kind": "length",
    "turn_hours": "24",
}


def create(client: Client, **changes: Any) -> Any:
    return client.post("/campaigns/new/", {**LEAST, **changes})


def test_a_campaign_is_created_with_its_deadlines() -> None:
    master = make_user()

    answer = create(client_of(master))

    campaign = Campaign.objects.get()
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/campaigns/{campaign.pk}/run/"
    assert campaign.name == "The Long Thaw"
    assert campaign.time_zone == "Europe/Oslo"
    assert campaign.schedule["sheet"] == {
        "kind": "daily", "at": "21:30", "days": 3, "at_least": 720,
    }  # fmt: skip
    assert campaign.schedule["deploy"] == {"kind": "length", "minutes": 720}
    assert not campaign.is_public
    assert not campaign.ends_early


def test_only_rules_that_differ_from_the_edition_are_decided() -> None:
    changes = {
        "edition": "capitals",
        "rule.max_armies": "8",
        "rule.years": "6",
        "rule.snake_draft": "off",
        "rule.roads": "on",
        "rule.city_cost.gold": "2",
        "rule.village_cost.gold": "1",
    }
    form = CreateForm({**LEAST, **changes})
    assert form.is_valid(), form.errors

    options = form.new_campaign().options
    create(client_of(make_user()), **changes)

    assert options["edition"] == "capitals"
    assert options["rules"] == {
        "snake_draft": False,
        "max_armies": 8,
        "city_cost": {"gold": 2, "food": 1},
    }
    game = game_of(Campaign.objects.get())
    assert {d.rule for d in differences(game.edition, game.rules)} == set(options["rules"])


def test_the_form_has_a_field_for_every_rule() -> None:
    form = CreateForm()

    for rule in RULES.values():
        fields = [name for name in form.fields if name.startswith(f"rule.{rule.name}")]
        assert len(fields) == (2 if rule.kind == "price" else 1)
    assert len(EDITIONS) == 2


def test_f16_a_double_click_creates_one_campaign() -> None:
    client = client_of(make_user())

    first, second = create(client), create(client)

    assert first.headers["Location"] == second.headers["Location"]
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"name": ""}, "This field is required"),
        ({"seats": "4"}, "This map is for 2 to 3 kingdoms."),
        ({"rule.max_armies": "99"}, "less than or equal to 20"),
        ({"map": "atlantis"}, "atlantis"),
        ({"sheet_at": "25:00"}, "Enter a valid time"),
        ({"time_zone": "Nowhere"}, "Nowhere"),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_kept(changes: dict[str, str], text: str) -> None:
    answer = create(client_of(make_user()), **{"rule.years": "3", **changes})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert text in html
    assert re.search(r'name="rule.years" value="3"', html)
    assert not Campaign.objects.exists()


def test_the_game_master_invites_revokes_and_begins() -> None:
    master = make_user()
    client = client_of(master)
    create(client)
    pk = Campaign.objects.get().pk

    empty = client.get(f"/campaigns/{pk}/run/").content.decode()
    client.post(f"/campaigns/{pk}/run/invites/")
    invite = Invite.objects.get()
    shown = client.get(f"/campaigns/{pk}/run/").content.decode()
    client.post(f"/campaigns/{pk}/run/invites/{invite.pk}/revoke/")
    ended = client.get(f"/campaigns/{pk}/run/").content.decode()
    begun = client.post(f"/campaigns/{pk}/run/start/")

    assert "2 kingdoms have no player yet" in empty
    assert "Begin with empty kingdoms" in empty
    assert f"/invites/{invite.token}/" in shown
    assert invite.token not in ended
    assert Client().get(f"/invites/{invite.token}/").status_code == 404
    assert begun.headers["Location"] == f"/campaigns/{pk}/"
    assert Campaign.objects.get().status == Campaign.Status.RUNNING


def test_beginning_twice_is_told_and_changes_nothing() -> None:
    table = make_table(2)

    again = client_of(table.master).post(f"/campaigns/{table.campaign.pk}/run/start/")

    assert again.status_code == 409
    assert "begun already" in again.content.decode()
    assert table.campaign.phases.count() == 2


def test_who_is_invited_signs_up_comes_back_and_joins() -> None:
    table = make_table(1, seats=2, started=False, name="Winterhall", options=SETUP)
    path = f"/invites/{Invite.objects.get().token}/"
    client = Client()

    look = client.get(path).content.decode()
    signed = client.post(
        f"/accounts/signup/?next={path}",
        {"username": "nora", "email": "nora@example.org", "next": path,
         "password1": "correct horse battery", "password2": "correct horse battery"},
    )  # fmt: skip
    joined = client.post(
        path, {"seat": "1", "name": "Norn", "race": "Dwarfs", "faction": "blights"}
    )

    assert "Winterhall" in look
    assert "everybody has a kingdom and hands in a few decisions" in look
    assert look.count('href="/how-to-play/"') == 2, "beside the rules, and in the footer"
    assert f"/accounts/signup/?next={path}" in look
    assert signed.headers["Location"] == path
    assert joined.headers["Location"] == f"/campaigns/{table.campaign.pk}/"
    kingdom = Kingdom.objects.get(player__username="nora")
    assert (kingdom.seat, kingdom.name, kingdom.own_race) == (1, "Norn", "Dwarfs")
    assert kingdom.own_faction == "blights"


@pytest.mark.parametrize("aim", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_coming_back_never_leads_to_another_site(aim: str) -> None:
    make_user("anna")

    answer = Client().post(
        "/accounts/login/",
        {"login": "anna", "password": "correct horse battery", "next": aim},
    )

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/"


def test_a_kingdom_taken_meanwhile_is_told_at_its_field_and_the_name_kept() -> None:
    table = make_table(1, seats=3, started=False)
    path = f"/invites/{Invite.objects.get().token}/"
    client = client_of(make_user())

    answer = client.post(path, {"seat": "0", "name": "Norn", "race": ""})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody has just taken that kingdom." in html
    assert 'value="Norn"' in html
    assert 'name="faction"' not in html  # this campaign begins in Winter: no banners are raised
    assert table.kingdom(0).player == table.players[0]
    assert Kingdom.objects.filter(name="Norn").count() == 0


@pytest.mark.parametrize("begin", ["setup", "winter"])
def test_joining_says_that_the_race_is_the_banner_of_setup(begin: str) -> None:
    make_table(1, seats=2, started=False, options={"begin": begin})

    html = client_of(make_user()).get(f"/invites/{Invite.objects.get().token}/").content.decode()

    # A campaign that begins with the Winter raises no banners first: what is typed counts.
    assert ("It is the banner you raise in Setup" in html) == (begin == "setup")
    assert "It changes no rule." in html or "it changes no rule." in html


def test_who_plays_already_is_led_to_the_campaign() -> None:
    table = make_table(1, seats=2, started=False)

    answer = client_of(table.players[0]).get(f"/invites/{Invite.objects.get().token}/")

    assert answer.headers["Location"] == f"/campaigns/{table.campaign.pk}/"


def test_a_full_campaign_says_so() -> None:
    make_table(2)

    html = client_of(make_user()).get(f"/invites/{Invite.objects.get().token}/").content.decode()

    assert "All kingdoms are taken" in html


def test_each_deadline_says_its_value_while_it_is_folded() -> None:
    fresh = client_of(make_user()).get("/campaigns/new/").content.decode()
    bad = create(client_of(make_user()), name="", sheet_days="1", deploy_hours="x").content.decode()

    assert "every 2 days at 20:00" in fresh
    assert "every day at 20:00" in fresh
    assert "24 hours each" in fresh
    assert "every day at 21:30" in bad


def test_the_form_says_how_the_editions_differ_in_winter() -> None:
    html = client_of(make_user()).get("/campaigns/new/").content.decode()

    differing = {
        name
        for name, rule in RULES.items()
        if rule.group in ("winter", "limits", "income", "costs", "deploy", "scoring")
        and rule.standard["classic"] != rule.standard["capitals"]
    }
    # campaign.md 1: the toggles of the editions that touch Winter, and the price of a capital.
    assert differing == {"lines_of_supply", "one_build_per_tile", "capital_cost"}
    assert "lines of supply, one building per hex a winter and a free new capital" in html


def test_a_rule_with_named_values_is_chosen_by_its_words() -> None:
    html = client_of(make_user()).get("/campaigns/new/").content.decode()
    done = create(client_of(make_user()), **{"rule.battle_mode": "tabletop", "rule.absent": ""})

    simple = re.search(r'<input[^>]*name="rule.battle_mode" value="simple"[^>]*>', html)
    assert simple is not None
    assert "checked" in simple[0]
    assert "On your own table: you play them" in html
    assert "Is played by the steward" in html
    assert html.index("Land battles") < html.index("House rules")
    assert (html.count("Land battles<"), html.count("When no sheet is in")) == (1, 0)
    assert done.status_code == 302
    rules = Campaign.objects.get().options["rules"]
    assert (rules["battle_mode"], rules["absent"]) == ("tabletop", "hold")


def test_a_wrong_rule_in_a_folded_group_is_answered_by_the_form() -> None:
    fresh = client_of(make_user()).get("/campaigns/new/").content.decode()
    bad = create(client_of(make_user()), **{"rule.max_armies": "9999"}).content.decode()

    # The browser's own check cannot show a field that is folded away.
    assert 'class="stack" novalidate' in fresh
    assert "<details open><summary>Limits</summary>" in bad
