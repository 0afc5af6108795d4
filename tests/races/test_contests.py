"""Nested matches under fire: a match and its campaign rolled forward at the same instant.

After each race: one result, the match as its turns say, books balanced, nothing stuck.
"""

from __future__ import annotations

from functools import partial

import pytest

from campaign.models import Contest, Outbox
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve, sweep
from campaign.services.regents import kingdom_set_regent
from games.models import Match, Turn
from games.services import listeners
from games.services.seats import seat_to_bot
from games.services.sweeping import sweep as sweep_matches
from tests.factories import make_user
from tests.races.contests import (
    LAST_SECOND,
    check_sound,
    codes,
    first_move,
    gives_up,
    resolves,
    rounds,
)
from tests.races.together import at_once, errors
from tests.services.nested import (
    SOON,
    at_match,
    contest,
    match_of,
    occupants,
    resigned,
)
from tests.services.war import FOUGHT, REPORTS_DUE, TILE, hand_in

pytestmark = pytest.mark.django_db(transaction=True)


# The last move and the deadline


def test_f07_the_last_move_and_the_deadline_at_the_same_instant_give_one_result():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            *[resolves(table, REPORTS_DUE)] * 2,
            partial(sweep, now=REPORTS_DUE),
        )
        listeners.tell(match_of(table).pk, REPORTS_DUE)

        assert codes(outcomes) <= {"not_running"}
        battle = contest(table)
        if battle.decided_by == "match":
            assert battle.result == {"tile": TILE, "winner": 0}
        else:
            assert (battle.decided_by, match_of(table).ending) == ("adjudicated", "adjudicated")
        check_sound(table)

    rounds(race)


def test_f07_a_move_and_the_end_of_the_phase_at_the_same_instant():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            first_move(table, LAST_SECOND),
            resolves(table, REPORTS_DUE),
            partial(sweep_matches, REPORTS_DUE),
        )

        assert codes(outcomes) <= {"not_running", "moved_on", "not_asked"}
        assert match_of(table).status == "over"
        check_sound(table)

    rounds(race)


def test_f01_many_who_tell_of_one_match_write_one_result():
    def race() -> None:
        table = at_match()
        match = resigned(table, 1)

        outcomes = at_once(
            *[partial(listeners.tell, match.pk, SOON)] * 3, partial(sweep_matches, SOON)
        )

        assert errors(outcomes) == []
        assert sum(outcomes[:3]) <= 1
        match.refresh_from_db()
        assert match.heard_at is not None
        assert contest(table).result == {"tile": TILE, "winner": 0}
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f01_the_last_sheet_and_the_last_move_at_once_end_the_phase_once():
    def race() -> None:
        table = at_match()
        hand_in(table, 0, {}, now=SOON)

        outcomes = at_once(gives_up(table, 1, SOON), partial(hand_in, table, 1, {}, now=SOON))
        swept = at_once(*[partial(sweep, now=SOON)] * 3)

        assert errors(outcomes) == []
        assert sum(swept) == 1
        check_sound(table)

    rounds(race)


def test_f01_a_month_resolved_by_many_opens_each_match_once():
    def race() -> None:
        table = at_match(month_ends=False)

        outcomes = at_once(
            *[partial(sweep, now=FOUGHT)] * 3,
            partial(phase_resolve, phase_id=table.phase(1).pk, now=FOUGHT),
        )
        sweep(now=FOUGHT)

        assert errors(outcomes) == []
        assert Contest.objects.filter(campaign=table.campaign).count() == 1
        battle = contest(table)
        assert Match.objects.filter(source_key__startswith=f"contest-{battle.pk}").count() == 1
        begun = Outbox.objects.filter(kind="match_begun", match=battle.match_id)
        assert begun.count() == 2

    rounds(race)


# Whoever plays


def test_f12_a_kingdom_handed_over_during_a_move_of_its_player():
    def race() -> None:
        table, heir = at_match(), make_user()
        match = match_of(table)
        seat = contest(table).seats[match.asked[0]]

        moved, handed = at_once(
            first_move(table),
            partial(
                kingdom_hand_over,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=seat,
                username=heir.username,
                now=SOON,
            ),
        )

        assert handed is None
        assert codes([moved]) <= {"no_match", "not_allowed"}
        assert heir.pk in occupants(match_of(table))
        assert table.players[seat].pk not in occupants(match_of(table))
        turns = Turn.objects.filter(match=match, kind="play").count()
        assert turns == (0 if isinstance(moved, Exception) else 1)
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_a_regent_appointed_while_the_player_gives_the_seat_to_a_bot():
    def race() -> None:
        table = at_match()
        match = match_of(table)

        outcomes = at_once(
            partial(
                kingdom_set_regent,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=0,
                regent="steward",
                key="k",
                now=SOON,
            ),
            partial(
                seat_to_bot,
                person=table.players[0],
                match_id=match.pk,
                seat=contest(table).seats.index(0),
                bot="greedy",
                now=SOON,
            ),
        )

        assert codes(outcomes) <= {"bot_already", "no_match", "not_allowed"}
        assert occupants(match_of(table)) == ["greedy", table.players[1].pk]
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_a_hand_over_the_last_move_and_the_deadline_at_once():
    def race() -> None:
        table, heir = at_match(), make_user()

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            partial(
                kingdom_hand_over,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=1,
                username=heir.username,
                now=LAST_SECOND,
            ),
            resolves(table, REPORTS_DUE),
        )
        listeners.tell(match_of(table).pk, REPORTS_DUE)

        assert codes(outcomes) <= {"no_match", "not_allowed", "not_running"}
        assert table.kingdom(1).player == heir
        check_sound(table)

    rounds(race)
