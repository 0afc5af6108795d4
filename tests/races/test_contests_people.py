"""People come, go and rule at the same instant as their kingdoms' matches begin and end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from campaign.models import Contest, LogEntry, Membership, Phase
from campaign.services.clock import clock_act
from campaign.services.contest_modes import battle_set_mode
from campaign.services.courts import court_answer, court_set
from campaign.services.memberships import invite_create, kingdom_join, kingdom_leave
from campaign.services.phases import phase_resolve, sweep
from campaign.services.regents import kingdom_set_regent
from games.engine.contract import Refusal
from games.models import Match, Seat
from games.services.verify import verify_match
from tests.factories import Table, make_user
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
from tests.rules.courtyard import A, B, C
from tests.services import courtly
from tests.services.courtly import at_court, challenge
from tests.services.nested import SOON, at_match, contest, is_sound, match_of, occupants
from tests.services.war import REPORTS_DUE, TILE

pytestmark = pytest.mark.django_db(transaction=True)


def leaves(table: Table, seat: int, now: Any = SOON) -> Callable[[], Any]:
    return partial(
        kingdom_leave, person=table.players[seat], campaign_id=table.campaign.pk, now=now
    )


def second_master(table: Table) -> Any:
    other = make_user()
    Membership.objects.create(campaign=table.campaign, user=other, is_game_master=True)
    return other


# Battles


def test_f12_a_player_leaves_while_the_match_ends_and_the_phase_with_it():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            leaves(table, 1, LAST_SECOND),
            leaves(table, 0, LAST_SECOND),
            resolves(table, REPORTS_DUE),
        )
        sweep(now=REPORTS_DUE)

        assert codes(outcomes) <= {"no_match", "not_allowed", "not_running"}
        assert table.kingdom(0).player is None
        assert table.kingdom(1).player is None
        check_sound(table)

    rounds(race)


def test_f12_a_free_kingdom_is_taken_while_its_match_goes_on():
    def race() -> None:
        table, heirs = at_match(), [make_user(), make_user()]
        leaves(table, 1)()
        token = invite_create(person=table.master, campaign_id=table.campaign.pk, now=SOON).token

        outcomes = at_once(
            *(partial(kingdom_join, person=heir, token=token, seat=1, now=SOON) for heir in heirs),
            gives_up(table, 0, SOON),
        )
        sweep(now=REPORTS_DUE)

        assert codes(outcomes) <= {"kingdom_taken", "no_kingdom_free"}
        player = table.kingdom(1).player
        assert player in heirs
        assert occupants(match_of(table))[contest(table).seats.index(1)] in (player.pk, "greedy")
        check_sound(table)

    rounds(race)


def test_f12_two_game_masters_and_a_first_move_at_once():
    def race() -> None:
        table = at_match()
        masters = (table.master, second_master(table))

        outcomes = at_once(
            *(
                partial(
                    battle_set_mode,
                    person=master,
                    campaign_id=table.campaign.pk,
                    phase=2,
                    tile=TILE,
                    mode=mode,
                    reason="So be it.",
                    key=mode,
                    now=SOON,
                )
                for master, mode in zip(masters, ("winter", "skirmish"), strict=True)
            ),
            first_move(table),
        )

        assert codes(outcomes) <= {"battle_begun", "not_running"}
        row = contest(table)
        said = LogEntry.objects.filter(campaign=table.campaign, action="battle_mode")
        assert row.changes == said.count() <= 2
        assert match_of(table).game == row.mode
        running = Match.objects.filter(source_key__startswith=f"contest-{row.pk}", status="running")
        assert [match.pk for match in running] == [row.match_id]
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_one_game_master_ends_the_phase_and_the_other_gives_it_more_time():
    def race() -> None:
        table = at_match()
        pk, other = table.campaign.pk, second_master(table)
        common = {"campaign_id": pk, "phase": 2, "revision": table.phase(2).revision, "now": SOON}

        ended, extended, moved = at_once(
            partial(clock_act, person=table.master, action="resolve_now", key="a", **common),
            partial(
                clock_act, person=other, action="extend", minutes=60, reason="More.", key="b",
                **common,
            ),
            first_move(table),
        )  # fmt: skip

        assert len(codes([ended, extended])) == 1  # whoever comes second looked too early
        assert codes([moved]) <= {"not_running"}
        sweep(now=SOON)
        sweep(now=REPORTS_DUE.replace(day=REPORTS_DUE.day + 1))
        check_sound(table)

    rounds(race)


def test_f23_a_parked_phase_is_tried_again_while_its_match_ends_and_a_player_leaves():
    def race() -> None:
        table = at_match()
        Phase.objects.filter(pk=table.phase(2).pk).update(
            status=Phase.Status.PARKED, failure="Once.", failed_at=SOON
        )

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            leaves(table, 0, LAST_SECOND),
            partial(
                clock_act,
                person=table.master,
                campaign_id=table.campaign.pk,
                phase=2,
                action="retry",
                key="t",
                now=LAST_SECOND,
            ),
        )
        sweep(now=REPORTS_DUE)

        assert codes(outcomes) == set()
        assert (contest(table).result["winner"], contest(table).decided_by) == (0, "match")
        check_sound(table)

    rounds(race)


# Courts


def court_is_sound(table: Table) -> None:
    """Check that the phase of courts is done and everything of it as recorded."""
    assert table.phase(1).status == Phase.Status.DONE
    assert not Contest.objects.filter(phase=table.phase(1), status__in=("open", "proposed"))
    for match in Match.objects.filter(source="campaign"):
        assert match.status == Match.Status.OVER
        assert verify_match(match) == []
    assert is_sound(table)


def accepts(table: Table, seat: int, now: Any = courtly.SOON) -> Callable[[], Any]:
    return partial(
        court_answer,
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        phase=1,
        number=1,
        accept=True,
        now=now,
    )


def test_f12_a_challenge_is_accepted_while_its_challenger_goes():
    def race() -> None:
        table = at_court()
        challenge(table, A, B, stake={"kind": "purse", "gold": 1, "from": "seats"})

        outcomes = at_once(accepts(table, B), leaves(table, A, courtly.SOON))

        assert codes(outcomes) <= {"court_settled"}
        row = courtly.court(table)
        assert row.status in ("open", "withdrawn")
        if row.status == "open":
            assert Seat.objects.get(match=row.match_id, number=0).bot == "greedy"
        phase_resolve(phase_id=table.phase(1).pk, now=courtly.DUE)
        court_is_sound(table)

    rounds(race)


def test_f12_a_challenge_is_accepted_while_a_steward_is_appointed_and_the_phase_ends():
    def race() -> None:
        table = at_court()
        challenge(table, A, B, C)
        accepts(table, C)()

        outcomes = at_once(
            accepts(table, B),
            partial(
                kingdom_set_regent, person=table.master, campaign_id=table.campaign.pk, seat=B,
                regent="steward", key="r", now=courtly.SOON,
            ),
            partial(phase_resolve, phase_id=table.phase(1).pk, now=courtly.DUE),
        )  # fmt: skip
        phase_resolve(phase_id=table.phase(1).pk, now=courtly.DUE)

        assert codes(outcomes) <= {"court_settled", "phase_over"}
        court_is_sound(table)

    rounds(race)


def test_f50_two_game_masters_set_courts_for_the_same_gold_at_once():
    def race() -> None:
        table = at_court()
        stake = {"kind": "purse", "gold": 2, "from": "seats"}

        outcomes = at_once(
            *(
                partial(
                    court_set, person=master, campaign_id=table.campaign.pk, phase=1,
                    game="winter", seats=[A, other], stake=stake, key=f"{other}", now=courtly.SOON,
                )
                for master, other in ((table.master, B), (second_master(table), C))
            )
        )  # fmt: skip

        (refused,) = errors(outcomes)  # A has three gold
        assert isinstance(refused, Refusal)
        assert [problem.code for problem in refused.problems] == ["stake_too_poor"]
        assert Contest.objects.filter(campaign=table.campaign).count() == 1
        phase_resolve(phase_id=table.phase(1).pk, now=courtly.DUE)
        court_is_sound(table)

    rounds(race)
