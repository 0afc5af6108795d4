"""A banner is secret until all are revealed; what was typed on joining is not told before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from campaign.models import Campaign, Invite
from campaign.services.campaigns import campaign_start
from campaign.services.desk import kingdom_names
from campaign.services.memberships import kingdom_join, kingdom_rename
from campaign.services.phases import sweep
from campaign.services.regents import kingdom_set_regent
from campaign.services.submissions import sheet_submit
from games.hosting.errors import Conflict
from tests.api.client import Api, one
from tests.factories import SETUP, WINTER, Table, make_table, make_user

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)
WISH = "Salamander Lords"


def joined(**new: object) -> Table:
    """Two kingdoms; who joined seat 0 typed a race."""
    table = make_table(0, seats=2, started=False, is_public=True, **new)
    token = Invite.objects.get(campaign=table.campaign).token
    table.players = [make_user(), make_user()]
    for seat, race in enumerate([WISH, ""]):
        kingdom_join(person=table.players[seat], token=token, seat=seat, race=race)
    return table


def begin(table: Table) -> None:
    campaign_start(person=table.master, campaign_id=table.campaign.pk, now=START)


def shown(table: Table) -> list[str]:
    return [line.race for line in kingdom_names(Campaign.objects.get(pk=table.campaign.pk))]


@pytest.mark.parametrize("play", ["sealed", "open"])
def test_f43_a_wish_is_told_to_nobody_before_the_banners_are_revealed(play: str):
    table = joined(options={**SETUP, "play": play})
    readers = [Api(), Api(table.players[1]), Api(table.master)]
    addresses = [one(table), one(table, "kingdoms/"), one(table, "map/"), one(table, "export/"),
                 f"/campaigns/{table.campaign.pk}/"]  # fmt: skip
    before = [api.get(address).getvalue().decode() for api in readers for address in addresses]
    begin(table)
    while_open = [api.get(address).getvalue().decode() for api in readers for address in addresses]

    assert all(WISH not in text for text in before + while_open)
    assert shown(table) == ["", ""]
    assert table.kingdom(0).own_race == WISH


def test_banners_are_what_setup_says_and_a_wish_stands_in_for_none():
    table = joined(options=SETUP)
    begin(table)
    sheet_submit(
        person=table.players[1],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={"race": "Elves"},
        now=START,
    )

    sweep(now=DUE)

    assert [table.kingdom(seat).race for seat in (0, 1)] == ["", "Elves"]
    assert shown(table) == [WISH, "Elves"]


@pytest.mark.parametrize("play", ["sealed", "open"])
def test_f43_an_army_for_skirmishes_is_secret_like_the_rest_of_the_banner(play: str):
    table = joined(options={**SETUP, "play": play})
    begin(table)
    pk, (first, second) = table.campaign.pk, table.players
    kingdom_rename(person=first, campaign_id=pk, name="Oak Hall", faction="plain_guard")
    sheet = {"faction": "briar_host"}
    sheet_submit(person=second, campaign_id=pk, phase=1, sheet=sheet, now=START)
    others = [Api(), Api(table.master), Api(make_user())]
    addresses = [one(table), one(table, "kingdoms/"), one(table, "map/"), one(table, "export/"),
                 one(table, "events/"), f"/campaigns/{pk}/"]  # fmt: skip

    secret = [api.get(address).getvalue().decode() for api in others for address in addresses]
    of_each = [Api(first).get(address).getvalue().decode() for address in addresses] + [
        Api(second).get(address).getvalue().decode() for address in addresses
    ]
    sweep(now=DUE)
    told = Api().get(one(table, "kingdoms/")).json()

    assert all("plain_guard" not in text and "briar_host" not in text for text in secret)
    assert all("briar_host" not in text for text in of_each[: len(addresses)])
    assert all("plain_guard" not in text for text in of_each[len(addresses) :])
    # What was wished for and never handed in is no choice: the seat's faction fights.
    assert [kingdom["faction"] for kingdom in told] == ["", "briar_host"]
    assert table.kingdom(1).faction == "briar_host"


def test_once_banners_are_raised_the_army_for_skirmishes_stands():
    table = joined(options=SETUP)
    begin(table)
    pk, (first, second) = table.campaign.pk, table.players
    kingdom_rename(person=first, campaign_id=pk, name="Oak Hall", faction="plain_guard")
    sheet = {"faction": "briar_host"}
    sheet_submit(person=second, campaign_id=pk, phase=1, sheet=sheet, now=START)
    sweep(now=DUE)

    kept = kingdom_rename(person=second, campaign_id=pk, name="Elm Hall", faction="briar_host")
    unchosen = kingdom_rename(person=first, campaign_id=pk, name="Oak Hall")
    refused = []
    for person in (first, second):
        with pytest.raises(Conflict) as late:
            kingdom_rename(person=person, campaign_id=pk, name="Ash Hall", faction="blights")
        refused.append(late.value.code)

    assert (kept.name, kept.own_faction) == ("Elm Hall", "briar_host")
    assert (unchosen.own_faction, unchosen.faction_wish) == ("", "")
    assert refused == ["faction_settled"] * 2
    assert [kingdom.name for kingdom in kingdom_names(table.campaign)] == ["Oak Hall", "Elm Hall"]


def test_a_raised_banner_stays_but_the_kingdoms_name_may_change():
    table = joined(options=SETUP)
    begin(table)
    sheet = {"race": "Elves"}
    pk, player = table.campaign.pk, table.players[1]
    sheet_submit(person=player, campaign_id=pk, phase=1, sheet=sheet, now=START)
    sweep(now=DUE)

    kingdom_rename(person=player, campaign_id=pk, name="Oak Hall", race="Elves")
    with pytest.raises(Conflict) as refused:
        kingdom_rename(person=player, campaign_id=pk, name="Ash Hall", race="Dwarfs")

    assert refused.value.code == "banner_raised"
    kingdom = table.kingdom(1)
    assert (kingdom.name, kingdom.race, kingdom.own_race) == ("Oak Hall", "Elves", "Elves")


def test_where_no_banners_are_chosen_the_wish_is_shown_from_the_start():
    table = joined(options=WINTER)
    before = shown(table)
    begin(table)

    assert (before, shown(table)) == ([WISH, ""], [WISH, ""])


@pytest.mark.parametrize("play", ["sealed", "open"])
def test_a_steward_raises_the_banner_that_the_player_wished_for(play: str):
    table = joined(options={**SETUP, "play": play})
    begin(table)

    kingdom_set_regent(
        person=table.master, campaign_id=table.campaign.pk, seat=0, regent="steward", key="r",
        now=START,
    )  # fmt: skip
    sweep(now=DUE)

    assert table.kingdom(0).race == WISH
