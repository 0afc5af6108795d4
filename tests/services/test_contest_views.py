"""What people see of contests, who may watch their matches, and rulings on them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from campaign.models import LogEntry
from campaign.services.contest_views import SeenContest, contests_of, may_watch
from campaign.services.memberships import kingdom_leave
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from campaign.services.rulings import battle_rule
from campaign.services.selectors import current_phase
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.services import listeners, sourced
from games.services.policy import access_match
from games.services.selectors import lobby_running
from tests.conftest import ErrorLog
from tests.factories import Table, make_user
from tests.services.nested import (
    SOON,
    THREE,
    TWO_BATTLES,
    at_match,
    contest,
    done,
    fought_by,
    is_sound,
    match_of,
    move,
    told,
    won,
)
from tests.services.war import REPORTS_DUE, TILE, WON, at_war, file, hand_in

pytestmark = pytest.mark.django_db


def seen_by(table: Table, person: Any, ordinal: int = 2) -> SeenContest:
    access = access_campaign(person, table.campaign.pk)
    (seen,) = contests_of(access, table.phase(ordinal))
    return seen


# What is seen


def test_everybody_who_may_look_sees_a_battle_and_its_match():
    table = at_match(is_public=True)

    for person in (*table.players, table.master, make_user(), AnonymousUser()):
        seen = seen_by(table, person)
        assert (seen.contest.mode, seen.contest.match_id) == ("winter_court", match_of(table).pk)
        assert (seen.winner, seen.has_begun) == (None, False)


def test_only_the_sides_and_the_game_master_may_have_it_fought_otherwise():
    table = at_match(is_public=True)

    def rights(person: Any) -> tuple[bool, bool]:
        seen = seen_by(table, person)
        return seen.may_set, seen.may_wish

    assert rights(table.master) == (True, False)
    assert rights(table.players[0]) == rights(table.players[1]) == (False, True)
    assert rights(table.players[2]) == rights(make_user()) == (False, False)


def test_a_battle_has_begun_with_the_first_move():
    table = at_match()

    move(table, table.players[contest(table).seats[match_of(table).asked[0]]])

    seen = seen_by(table, table.players[0])
    assert (seen.has_begun, seen.may_wish) == (True, False)


def test_a_battle_on_a_table_has_begun_with_the_first_report():
    table = at_war()
    before = seen_by(table, table.players[0]).has_begun
    file(table, 1, WON)

    assert (before, seen_by(table, table.players[0]).has_begun) == (False, True)


def test_afterwards_it_says_who_won():
    table = at_match()
    won(table, 1)
    sweep(now=REPORTS_DUE)

    seen = seen_by(table, table.players[2])
    assert (seen.winner, seen.contest.decided_by, seen.may_wish) == (1, "match", False)


def test_the_number_of_queries_is_that_of_one(django_assert_max_num_queries: Any):
    one, more = at_match(), at_match(position=TWO_BATTLES)
    two = contests_of(access_campaign(more.master, more.campaign.pk), more.phase(2))
    assert [(each.contest.phase.ordinal, each.contest.number) for each in two] == [(2, 1), (2, 2)]

    for table in (one, more):
        access = access_campaign(table.master, table.campaign.pk)
        phase = current_phase(access.campaign)
        with django_assert_max_num_queries(3):
            contests_of(access, phase)


# Who may watch


def test_members_watch_a_nested_match_and_others_where_the_campaign_is_public():
    table, stranger = at_match(), make_user()
    key = match_of(table).source_key

    assert all(may_watch(key, person) for person in (*table.players, table.master))
    assert not may_watch(key, stranger)
    assert not may_watch(key, AnonymousUser())
    table.campaign.is_public = True
    table.campaign.save(update_fields=["is_public"])
    assert may_watch(key, stranger)
    assert may_watch(key, AnonymousUser())


def test_who_sits_there_not_watches_as_an_outsider():
    table = at_match()
    match = match_of(table)

    assert access_match(table.players[2], match.pk).is_watching
    assert access_match(table.master, match.pk).is_watching
    assert not access_match(table.players[0], match.pk).is_watching
    with pytest.raises(NotThere):
        access_match(make_user(), match.pk)


def test_f45_who_has_left_the_campaign_watches_no_more():
    table = at_match()
    key = match_of(table).source_key

    kingdom_leave(person=table.players[2], campaign_id=table.campaign.pk)
    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk)

    assert not may_watch(key, table.players[2])
    with pytest.raises(NotThere):
        access_match(table.players[0], match_of(table).pk)


def test_a_nested_match_is_not_in_the_lobby():
    table = at_match(is_public=True)

    assert match_of(table) not in lobby_running(make_user())


# Rulings


def rule(table: Table, report: Any, key: str = "k", **fields: Any) -> Any:
    given = {"phase": 2, "tile": TILE, "reason": "They left.", "now": SOON} | fields
    return battle_rule(
        person=table.master, campaign_id=table.campaign.pk, report=report, key=key, **given
    )


def test_a_ruling_ends_the_match_and_counts_instead_of_it():
    table = at_match()

    rule(table, {"winner": 1})

    match = match_of(table)
    assert (match.status, match.heard_at) == ("over", SOON)
    assert contest(table).result == {"tile": TILE, "winner": 1}
    assert contest(table).decided_by == "ruling"
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    assert sweep(now=SOON) == 1
    assert [event["winner"] for event in told(table, "match_decided")] == [1]
    assert is_sound(table)


@pytest.mark.parametrize(
    ("report", "kind", "told_as"),
    [
        ({"winner": None}, "match_decided", {"winner": -1, "mode": "winter_court"}),
        ({"simple": True}, "reported", {"winner": -1, "simple": 1}),
        ({"tile": TILE, "simple": True}, "reported", {"winner": -1, "simple": 1}),
    ],
)
def test_a_ruling_may_be_a_draw_or_dice(report: Any, kind: str, told_as: Any):
    table = at_match()

    rule(table, report)
    sweep(now=REPORTS_DUE)

    assert told(table, kind) == [{"battle": 1, "tile": TILE, **told_as}]
    assert is_sound(table)


def test_a_ruling_replaces_the_one_before_and_even_a_match_that_was_played():
    table = at_match()
    won(table, 0)

    rule(table, {"winner": None}, key="one")
    rule(table, {"winner": 1}, key="two")
    rule(table, {"winner": 0}, key="two")
    sweep(now=REPORTS_DUE)

    assert done(table).outside == {"results": [{"tile": TILE, "winner": 1}]}
    assert LogEntry.objects.filter(action="ruling").count() == 2
    assert is_sound(table)


def test_the_game_master_ends_a_match_as_it_stands():
    table = at_match()

    rule(table, {"standing": True})

    match = match_of(table)
    assert (match.status, match.ending) == ("over", "adjudicated")
    winners = match.outcome["winners"]
    alone = contest(table).seats[winners[0]] if len(winners) == 1 else None
    assert contest(table).result == {"tile": TILE, "winner": alone}
    assert contest(table).decided_by == "adjudicated"
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_a_ruling_can_be_taken_back_so_that_the_match_counts():
    table = at_match()
    won(table, 0)
    rule(table, {"winner": 1}, key="one")

    rule(table, {"standing": True}, key="two")

    assert contest(table).result == {"tile": TILE, "winner": 0}
    assert contest(table).decided_by == "match"
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_where_no_match_was_opened_none_can_stand(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def fails(**fields: Any) -> Any:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(sourced, "open_for", fails)
    table = at_match()
    error_log.take()

    with pytest.raises(ServiceError) as refused:
        rule(table, {"standing": True})

    assert refused.value.code == "bad_ruling"


def test_a_match_that_was_ruled_is_not_heard_any_more():
    table = at_match()
    rule(table, {"winner": 1})

    assert listeners.tell(match_of(table).pk, SOON) is False
    assert contest(table).result == {"tile": TILE, "winner": 1}


def test_a_ruling_on_a_courtier_for_three_puts_the_others_second():
    table = at_match("courtier", position=THREE)

    rule(table, {"winner": 2})

    assert contest(table).result == {
        "tile": TILE,
        "winner": 2,
        "places": {"0": 2, "1": 2, "2": 1},
    }
    sweep(now=REPORTS_DUE)
    assert is_sound(table)


def test_what_cannot_be_ruled_of_a_match_is_refused():
    table = at_match()
    routs = [{"unit": [1, 1, 1]}]

    for report in ({"winner": 2}, {"winner": True}, {}, 7, {"winner": 0, "routs": routs}):
        with pytest.raises(ServiceError) as refused:
            rule(table, report)
        assert refused.value.code == "bad_ruling"
    assert match_of(table).status == "running"


def test_of_what_was_left_to_dice_there_is_nothing_to_rule():
    table = at_match()
    fought_by(table, "simple")

    with pytest.raises(Conflict) as refused:
        rule(table, {"winner": 0})

    assert refused.value.code == "dice_decide"
