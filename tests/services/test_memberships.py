"""Inviting, joining, leaving, handing over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Invite, Membership
from campaign.services.memberships import (
    INVITE_LASTS,
    MOST_INVITES,
    invite_create,
    invite_revoke,
    kingdom_hand_over,
    kingdom_join,
    kingdom_leave,
    kingdom_rename,
)
from campaign.services.policy import Action, access_campaign
from campaign.services.selectors import invites_of
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from tests.factories import make_table, make_user

pytestmark = pytest.mark.django_db


def test_a_link_lets_people_in_until_no_kingdom_is_free():
    table = make_table(players=0, seats=2, started=False)
    token = Invite.objects.get().token

    first = kingdom_join(person=make_user(), token=token, name="  Ice   Hold ", race="Elves")
    second = kingdom_join(person=make_user(), token=token)
    with pytest.raises(Conflict) as refused:
        kingdom_join(person=make_user(), token=token)

    assert (first.seat, first.name, first.own_race) == (0, "Ice Hold", "Elves")
    assert second.seat == 1
    assert refused.value.code == "no_kingdom_free"
    assert table.kingdom(0).player is not None


def test_one_person_plays_one_kingdom():
    table = make_table(players=1, seats=3, started=False)

    with pytest.raises(Conflict) as refused:
        kingdom_join(person=table.players[0], token=Invite.objects.get().token)

    assert refused.value.code == "already_playing"


def test_a_kingdom_somebody_has_is_taken():
    table = make_table(players=1, seats=3, started=False)

    with pytest.raises(Conflict) as refused:
        kingdom_join(person=make_user(), token=Invite.objects.get().token, seat=0)

    assert refused.value.code == "kingdom_taken"
    assert table.kingdom(0).player == table.players[0]


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_a_link_that_ended_lets_nobody_in(end: str):
    table = make_table(players=0, seats=2, started=False)
    invite = Invite.objects.get()
    later = timezone.now() + (INVITE_LASTS if end == "expired" else timedelta())
    if end == "revoked":
        invite_revoke(
            person=table.master, campaign_id=table.campaign.pk, invite_id=invite.pk, now=later
        )

    with pytest.raises(NotThere) as refused:
        kingdom_join(person=make_user(), token=invite.token, now=later + timedelta(seconds=1))

    assert refused.value.code == "no_invite"


def test_only_the_game_master_invites_and_hands_over():
    table = make_table(players=2)

    with pytest.raises(NotAllowed):
        invite_create(person=table.players[0], campaign_id=table.campaign.pk)
    with pytest.raises(NotAllowed):
        kingdom_hand_over(
            person=table.players[0], campaign_id=table.campaign.pk, seat=1, username=None
        )


def test_a_stranger_cannot_tell_a_closed_campaign_from_none():
    table = make_table()
    stranger = make_user()

    with pytest.raises(NotThere) as closed:
        access_campaign(stranger, table.campaign.pk)
    with pytest.raises(NotThere) as missing:
        access_campaign(stranger, table.campaign.pk + 999)

    assert closed.value.message == missing.value.message


def test_leaving_ends_all_access_and_keeps_the_kingdom():
    table = make_table(players=2)
    before = table.kingdom(0)

    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk)

    with pytest.raises(NotThere):
        access_campaign(table.players[0], table.campaign.pk)
    after = table.kingdom(0)
    assert after.player is None
    assert (after.gold, after.food, after.tiles.count()) == (
        before.gold,
        before.food,
        before.tiles.count(),
    )


def test_a_kingdom_passes_to_somebody_else_with_everything_in_it():
    table = make_table(players=2)
    heir = make_user("heir")

    for _ in range(2):
        kingdom_hand_over(
            person=table.master, campaign_id=table.campaign.pk, seat=0, username="HEIR"
        )

    access = access_campaign(heir, table.campaign.pk, Action.HAND_IN)
    assert access.seat == 0
    assert Membership.objects.get(user=table.players[0]).left_at is not None
    assert table.campaign.log.filter(action="hand_over").count() == 1


def test_nobody_gets_two_kingdoms_by_a_hand_over():
    table = make_table(players=2)

    with pytest.raises(Conflict) as refused:
        kingdom_hand_over(
            person=table.master,
            campaign_id=table.campaign.pk,
            seat=0,
            username=table.players[1].username,
        )

    assert refused.value.code == "already_playing"
    assert table.kingdom(0).player == table.players[0]


def test_a_kingdom_is_not_given_to_nobody_known():
    table = make_table(players=2)

    with pytest.raises(ServiceError) as refused:
        kingdom_hand_over(
            person=table.master, campaign_id=table.campaign.pk, seat=0, username="no one"
        )

    assert refused.value.code == "no_such_person"


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "a\x00b", "\u202eevil", "\u3164", "a" + "\u0301" * 9]
)
def test_a_name_nobody_can_read_is_refused(name: str):
    table = make_table(players=2)

    with pytest.raises(ServiceError) as refused:
        kingdom_rename(person=table.players[0], campaign_id=table.campaign.pk, name=name)

    assert refused.value.code == "bad_name"


def test_no_kingdom_takes_a_name_that_looks_like_anothers_of_its_campaign():
    table, other = make_table(2), make_table(2, seats=3)
    pk, (first, second) = table.campaign.pk, table.players
    kingdom_rename(person=first, campaign_id=pk, name="Hollowmere")

    for name in ("hollowmere", "Hоllowmere", "HOLL0W MERE"):  # the second has a Cyrillic o
        with pytest.raises(Conflict) as refused:
            kingdom_rename(person=second, campaign_id=pk, name=name)
        assert refused.value.code == "name_taken"
    kingdom_rename(person=first, campaign_id=pk, name="HOLLOWMERE")  # one's own
    kingdom_rename(person=other.players[0], campaign_id=other.campaign.pk, name="Hollowmere")
    token = Invite.objects.get(campaign=other.campaign).token
    with pytest.raises(Conflict) as late:
        kingdom_join(person=first, token=token, name="Hollowmere")

    assert late.value.code == "name_taken"
    assert [table.kingdom(0).name, other.kingdom(2).player] == ["HOLLOWMERE", None]


def test_every_open_link_is_shown_so_that_it_can_be_ended():
    table = make_table(players=0, started=False)
    pk, first = table.campaign.pk, Invite.objects.get()
    for _ in range(55):
        made = invite_create(person=table.master, campaign_id=pk)
        invite_revoke(person=table.master, campaign_id=pk, invite_id=made.pk)

    shown = invites_of(access_campaign(table.master, pk, Action.INVITE))

    assert shown[0] == first
    assert len(shown) == 50


def test_there_is_a_limit_to_open_links():
    table = make_table(players=0, started=False)
    for _ in range(MOST_INVITES - 1):
        invite_create(person=table.master, campaign_id=table.campaign.pk)

    with pytest.raises(Conflict) as refused:
        invite_create(person=table.master, campaign_id=table.campaign.pk)

    assert refused.value.code == "too_many_invites"
    late = timezone.now() + INVITE_LASTS
    assert invite_create(person=table.master, campaign_id=table.campaign.pk, now=late)
