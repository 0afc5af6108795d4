"""How one battle is fought: the game master's word, and both sides' consent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Contest, LogEntry
from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
    battle_set_mode,
)
from campaign.services.contest_views import contests_of
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError, Stale
from games.models import Match
from games.services import listeners
from games.services.offers import resign
from tests.factories import Table, make_table, make_user
from tests.services.nested import (
    SOON,
    THREE,
    at_match,
    contest,
    done,
    is_sound,
    match_of,
    move,
    occupants,
    told,
    won,
)
from tests.services.war import ASIDE, FIELD, REPORTS_DUE, START, TILE, WON, at_war, file, hand_in

pytestmark = pytest.mark.django_db


def set_mode(table: Table, mode: str, key: str = "k", **fields: Any) -> Any:
    given = {"phase": 2, "tile": TILE, "reason": "We agreed.", "now": SOON} | fields
    person = given.pop("person", table.master)
    return battle_set_mode(
        person=person, campaign_id=table.campaign.pk, mode=mode, key=key, **given
    )


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


# The game master, while the battle waits


@pytest.mark.parametrize("mode", ["skirmish", "winter", "courtier"])
def test_the_game_master_has_a_waiting_battle_fought_by_another_match(mode: str):
    table = at_match("winter_court")
    before = match_of(table)

    set_mode(table, mode)

    before.refresh_from_db()
    after = match_of(table)
    assert (before.status, before.heard_at) == ("over", SOON)
    assert (after.game, after.status, contest(table).mode) == (mode, "running", mode)
    assert occupants(after) == [table.players[0].pk, table.players[1].pk]
    won(table, 0)
    sweep(now=REPORTS_DUE)
    assert told(table, "match_decided") == [{"battle": 1, "tile": TILE, "mode": mode, "winner": 0}]
    assert done(table).outside["modes"] == {str(TILE): mode}
    assert is_sound(table)


def test_the_old_match_of_a_changed_battle_is_heard_of_no_more():
    table = at_match("winter_court")
    before = match_of(table)
    set_mode(table, "winter")
    Match.objects.filter(pk=before.pk).update(heard_at=None)

    assert listeners.tell(before.pk, SOON)

    assert (contest(table).status, match_of(table).game) == ("open", "winter")


def test_a_waiting_battle_can_be_changed_more_than_once():
    table = at_match("winter_court")

    for key, mode in enumerate(("winter", "winter_court", "tabletop", "skirmish", "winter")):
        set_mode(table, mode, key=str(key))

    assert (contest(table).changes, match_of(table).game) == (5, "winter")
    assert Match.objects.filter(status="running").count() == 1
    won(table, 1)
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_simple_decides_a_waiting_battle_at_once_by_dice():
    table = at_match("winter_court")
    before = match_of(table)

    set_mode(table, "simple")

    before.refresh_from_db()
    battle = contest(table)
    assert (before.status, battle.match, battle.status) == ("over", None, "over")
    assert (battle.decided_by, battle.result) == ("dice", {"tile": TILE, "dice": True})
    sweep(now=REPORTS_DUE)
    assert done(table).outside["modes"] == {str(TILE): "simple"}
    assert told(table, "mode_changed") == [{"battle": 1, "tile": TILE, "mode": "simple"}]
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_battle_left_to_dice_waits_for_nothing_but_what_its_sides_say_of_the_time_after():
    table = at_war()

    set_mode(table, "simple")
    without_their_sheets = sweep(now=SOON)
    hand_in(table, 0, {"advance": [{"army": 1, "to": 16}]}, now=SOON)
    hand_in(table, 1, {"retreat": [16]}, now=SOON)

    assert (without_their_sheets, sweep(now=SOON)) == (0, 1)
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_match_can_become_a_battle_on_a_table():
    table = at_match("winter_court")

    set_mode(table, "tabletop")
    file(table, 0, WON)
    file(table, 1, WON)

    assert contest(table).match is None
    assert sweep(now=SOON) == 1
    assert told(table, "reported") == [{"battle": 1, "tile": TILE, "winner": 0, "simple": 0}]
    assert told(table, "mode_changed") == [{"battle": 1, "tile": TILE, "mode": "tabletop"}]
    assert is_sound(table)


def test_a_battle_on_a_table_can_become_a_match():
    table = at_war()

    set_mode(table, "winter")

    assert refused(file, table, 0, WON) == "match_decides"
    won(table, 1)
    sweep(now=REPORTS_DUE)
    assert [event["winner"] for event in told(table, "match_decided")] == [1]
    assert is_sound(table)


def test_a_battle_that_dice_decide_takes_no_report():
    table = at_war(ends_early=False)

    set_mode(table, "simple")

    assert refused(file, table, 0, WON) == "match_decides"


def test_once_somebody_has_moved_a_battle_stays_as_it_is():
    table = at_match("winter_court")
    seat = contest(table).seats[match_of(table).asked[0]]
    move(table, table.players[seat])

    assert refused(set_mode, table, "simple") == "battle_begun"
    assert refused(propose, table, 0, "winter") == "battle_begun"
    assert match_of(table).status == "running"
    assert LogEntry.objects.filter(action="battle_mode").count() == 0


def test_once_a_side_has_reported_a_battle_stays_as_it_is():
    table = at_war()
    file(table, 0, WON)

    assert refused(set_mode, table, "winter") == "battle_begun"


def test_once_it_is_decided_a_battle_stays_as_it_is():
    table = at_match("winter_court")
    won(table, 0)

    assert refused(set_mode, table, "winter") == "battle_begun"


def test_f16_one_key_changes_a_battle_once_and_is_one_line_of_the_log():
    table = at_match("winter_court")

    for _ in range(3):
        set_mode(table, "winter", key="same")

    assert contest(table).changes == 1
    entry = LogEntry.objects.get(action="battle_mode")
    assert (entry.actor, entry.reason) == (table.master, "We agreed.")
    assert entry.data == {"phase": 2, "tile": TILE, "mode": "winter", "by_consent": False}


def test_what_makes_no_sense_is_refused():
    table = at_match("winter_court")

    assert refused(set_mode, table, "chess") == "unknown_mode"
    assert refused(set_mode, table, "winter_court") == "same_mode"
    assert refused(set_mode, table, "winter", reason=" ") == "reason_missing"
    assert refused(set_mode, table, "winter", key="") == "bad_key"
    assert refused(set_mode, table, "winter", tile=ASIDE) == "no_battle"
    assert refused(set_mode, table, "winter", phase=7) == "no_phase"
    assert refused(set_mode, table, "winter", phase=1) == "phase_over"
    assert refused(set_mode, table, "winter", now=REPORTS_DUE) == "deadline_passed"
    assert refused(set_mode, table, "winter", revision=7) == "phase_changed"


def test_only_the_game_master_may():
    table = at_match("winter_court")

    with pytest.raises(NotAllowed):
        set_mode(table, "winter", person=table.players[0])
    with pytest.raises(NotThere):
        set_mode(table, "winter", person=make_user())


# The game master, while orders are due


def ahead(mode: str, tile: int = TILE) -> Any:
    def before_month(table: Table) -> None:
        set_mode(table, mode, phase=1, tile=tile, now=START)

    return before_month


@pytest.mark.parametrize("mode", ["skirmish", "winter"])
def test_a_mode_set_while_orders_are_due_is_how_the_hex_is_fought_over(mode: str):
    table = at_match("winter_court", before_month=ahead(mode))

    assert table.phase(1).outside == {"modes": {str(TILE): mode}}
    assert (contest(table).mode, match_of(table).game) == (mode, mode)
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_a_mode_set_for_another_hex_changes_nothing_here():
    table = at_match("winter_court", before_month=ahead("winter", tile=ASIDE))

    assert contest(table).mode == "winter_court"
    assert is_sound(table)


def test_dice_set_while_orders_are_due_keep_the_month_from_waiting():
    table = at_match("winter_court", before_month=ahead("simple"))

    assert not Contest.objects.exists()
    assert table.phase(2).kind == "month"
    assert is_sound(table)


def test_a_mode_holds_for_its_month_and_no_longer():
    table = at_match("winter_court", before_month=ahead("winter"))
    assert table.phase(2).modes == {str(TILE): "winter"}

    sweep(now=REPORTS_DUE)

    assert table.phase(3).month == 2
    assert table.phase(3).modes == {}


def test_a_mode_is_for_a_hex_of_land_that_is_there():
    table = at_match("simple")

    assert refused(set_mode, table, "winter", tile=9999) == "no_land"


def test_in_open_play_a_mode_is_kept_through_the_turns_of_its_month():
    table = in_open_play(ahead("winter"))

    assert [table.phase(ordinal).modes for ordinal in (1, 2, 3)] == [{str(TILE): "winter"}] * 3
    battle = Contest.objects.get(campaign=table.campaign)
    assert (battle.phase, battle.mode, battle.seats) == (table.phase(4), "winter", [0, 1])


def test_in_open_play_the_month_goes_on_after_its_match():
    table = in_open_play(ahead("winter"))
    battle = Contest.objects.get(campaign=table.campaign)
    assert battle.match is not None

    resign(person=table.players[1], match_id=battle.match.pk, now=START)
    listeners.tell(battle.match.pk, START)
    for seat in (0, 1):
        hand_in(table, seat, {}, phase=4, now=START)

    assert sweep(now=START) == 1
    assert table.phase(4).outside == {"results": [{"tile": TILE, "winner": 0}]}
    assert [event["winner"] for event in told(table, "match_decided", 4)] == [0]
    assert is_sound(table)


def in_open_play(before_month: Any) -> Table:
    """Play the turns of all three: seat 0 marches into hex 15, the others stay."""
    table = make_table(
        3,
        now=START,
        position=FIELD,
        options={"play": "open", "rules": {"battle_mode": "winter_court"}},
    )
    before_month(table)
    march = {"army": 1, "order": "move", "to": TILE}
    for ordinal, order in enumerate((march, DEFEND, DEFEND), start=1):
        hand_in(table, ordinal - 1, order, phase=ordinal, now=START)
        assert sweep(now=START) == 1
    return table


DEFEND = {"army": 1, "order": "defend"}


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


def test_too_late_is_refused():
    table = at_match("winter_court")

    assert refused(propose, table, 0, "winter", now=REPORTS_DUE) == "deadline_passed"
    won(table, 0)
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    sweep(now=SOON)
    with pytest.raises(Conflict):
        propose(table, 0, "winter", now=SOON + timedelta(hours=1))
