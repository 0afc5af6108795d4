"""How one battle is fought: what both sides change by consent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Contest, LogEntry
from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
)
from campaign.services.contest_views import contests_of
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from games.hosting.errors import Conflict, ServiceError, Stale
from tests.factories import Table, make_user
from tests.services.nested import (
    SOON,
    THREE,
    at_match,
    contest,
    match_of,
    move,
    occupants,
    won,
)
from tests.services.war import ASIDE, REPORTS_DUE, TILE, hand_in

pytestmark = pytest.mark.django_db


def propose(table: Table, seat: int, mode: str, key: str = "", **fields: Any) -> Contest:
    return _say(battle_propose_mode, table, seat, mode, key or f"p{seat}{mode}", **fields)


def agree(table: Table, seat: int, mode: str, key: str = "", **fields: Any) -> Contest:
    return _say(battle_agree_mode, table, seat, mode, key or f"a{seat}{mode}", **fields)


def _say(say: Any, table: Table, seat: int, mode: str, key: str, **fields: Any) -> Contest:
    given = {"phase": 2, "tile": TILE, "now": SOON} | fields
    person = table.players[seat]
    result: Contest = say(person=person, campaign_id=table.campaign.pk, mode=mode, key=key, **given)
    return result


def refused(call: Any, *args: Any, **fields: Any) -> str:
    with pytest.raises(ServiceError) as error:
        call(*args, **fields)
    return error.value.code


# Both sides


def test_both_sides_change_their_battle_by_consent():
    table = at_match("winter_court")

    propose(table, 0, "skirmish")
    wished = contest(table)
    agree(table, 1, "skirmish")

    assert (wished.mode, wished.proposed_mode, wished.mode_proposed_by) == (
        "winter_court",
        "skirmish",
        0,
    )
    assert (contest(table).mode, match_of(table).game) == ("skirmish", "skirmish")
    assert (contest(table).proposed_mode, contest(table).mode_proposed_by) == ("", None)
    entry = LogEntry.objects.get(action="battle_mode")
    assert entry.actor == table.players[1]
    assert entry.data == {"phase": 2, "tile": TILE, "mode": "skirmish", "by_consent": True}


def test_two_who_wish_the_same_agree():
    table = at_match("winter_court")

    propose(table, 0, "winter")
    propose(table, 1, "winter")

    assert contest(table).mode == "winter"


def test_one_side_alone_changes_nothing_however_often_it_says_so():
    table = at_match("winter_court")

    propose(table, 0, "winter")
    propose(table, 0, "winter", key="again")
    agree(table, 0, "winter")

    assert contest(table).mode == "winter_court"
    assert LogEntry.objects.filter(action="battle_mode").count() == 0


def test_another_wish_replaces_the_one_before_and_needs_agreement_of_its_own():
    table = at_match("winter_court")
    propose(table, 0, "winter")
    propose(table, 1, "courtier")

    stale = refused(agree, table, 1, "winter")
    agree(table, 0, "courtier")

    assert stale == "wish_changed"
    assert contest(table).mode == "courtier"


def test_wishing_for_it_as_it_is_takes_every_wish_back():
    table = at_match("winter_court")
    propose(table, 0, "winter")

    propose(table, 1, "winter_court")

    assert contest(table).proposed_mode == ""
    with pytest.raises(Stale):
        agree(table, 1, "winter")


def test_who_does_not_fight_there_has_no_say():
    table = at_match("winter_court")

    assert refused(propose, table, 2, "winter") == "no_battle"
    assert refused(agree, table, 2, "winter") == "no_battle"
    assert refused(propose, table, 0, "winter", tile=ASIDE) == "no_battle"


def test_of_a_courtier_for_three_all_must_agree():
    table = at_match("courtier", position=THREE)

    propose(table, 0, "winter")
    agree(table, 1, "winter")
    by_two = contest(table).mode
    agree(table, 2, "winter")

    assert (by_two, contest(table).mode) == ("courtier", "winter")
    # A duel is between the attacker and the defender.
    assert contest(table).seats == [0, 1]
    assert len(occupants(match_of(table))) == 2


def test_f16_agreeing_twice_is_one_change():
    table = at_match("winter_court")
    propose(table, 0, "winter")

    agree(table, 1, "winter", key="same")
    agree(table, 1, "winter", key="same")

    assert contest(table).changes == 1
    assert LogEntry.objects.filter(action="battle_mode").count() == 1


def test_f44_a_wish_is_known_to_the_sides_and_the_game_master_alone():
    table = at_match("winter_court", is_public=True)
    propose(table, 0, "winter")

    def wish_seen_by(person: Any) -> str:
        (seen,) = contests_of(access_campaign(person, table.campaign.pk), table.phase(2))
        return seen.wish.mode if seen.wish else ""

    for person in (table.players[0], table.players[1], table.master):
        assert wish_seen_by(person) == "winter"
    for person in (table.players[2], make_user()):
        assert wish_seen_by(person) == ""
    assert LogEntry.objects.filter(action="battle_mode").count() == 0


def test_once_somebody_has_moved_the_sides_change_it_no_more():
    table = at_match("winter_court")
    seat = contest(table).seats[match_of(table).asked[0]]
    move(table, table.players[seat])

    assert refused(propose, table, 0, "winter") == "battle_begun"


def test_too_late_is_refused():
    table = at_match("winter_court")

    assert refused(propose, table, 0, "winter", now=REPORTS_DUE) == "deadline_passed"
    won(table, 0)
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    sweep(now=SOON)
    with pytest.raises(Conflict):
        propose(table, 0, "winter", now=SOON + timedelta(hours=1))
