"""The season's table: figures worked out by hand, what is not counted, and what it costs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, Contest, Event, Phase
from campaign.services.phases import sweep
from campaign.services.positions import holdings
from campaign.services.rulebook import game_of, state_of
from campaign.services.season import MOST_YEARS, Record, Season, deeds_since, season_of, totals
from tests.factories import Table, make_table
from tests.services.nested import THREE, at_match, contest
from tests.services.war import FIELD, FOUGHT, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db

LAST_MONTH = FIELD | {"summer": {"month": 6}}


def played(**rules: Any) -> Table:
    """Play year 1 to its end: seat 0 wins hex 15, a village, from seat 1; nobody buys."""
    table = at_war(position=LAST_MONTH, rules=rules)
    file(table, 0, WON)
    file(table, 1, WON)
    now = FOUGHT + timedelta(hours=2)
    while is_in_year(table, 1):
        sweep(now=now)
        now += timedelta(days=9)
    return again(table)


def is_in_year(table: Table, year: int) -> bool:
    running = Phase.objects.exclude(status=Phase.Status.DONE)
    return running.filter(campaign=table.campaign, year=year).exists()


def again(table: Table) -> Table:
    table.campaign = Campaign.objects.get(pk=table.campaign.pk)
    return table


def tell(table: Table, kind: str, *, seen_by: list[int] | None = None, **data: Any) -> None:
    phase = table.phase(0)
    index = 900 + Event.objects.count()
    Event.objects.create(phase=phase, index=index, kind=kind, data=data, seen_by=seen_by)


def battle(table: Table, result: str, winner: int = -1, **fields: Any) -> None:
    facts = {"battle": 9, "tile": 16, "attacker": 0, "defender": 1}
    tell(table, "battle_ended", result=result, winner=winner, **facts, **fields)


def longer(table: Table, years: int) -> None:
    """Let a campaign be in year ``years``; in each year seat 0 began with so much might."""
    base = table.phase(1)
    Phase.objects.bulk_create(
        Phase(
            campaign=base.campaign,
            ordinal=1000 + 2 * year + part,
            kind="month",
            year=year,
            month=1 + part,
            status=Phase.Status.DONE,
            opened_at=base.opened_at,
            state=with_might(base.state, 10 * year + part),
            commitment=f"{year}.{part}",
        )
        for year in range(2, years + 1)
        for part in (0, 1)
    )


def with_might(state: Any, might: int) -> Any:
    first, *others = state["kingdoms"]
    return state | {"kingdoms": [first | {"might": might}, *others]}


def match_won(
    table: Table,
    seat: int | None,
    *,
    mode: str = "winter",
    decided_by: str = "match",
    ordinal: int = 1,
) -> None:
    """Let a battle be decided in a phase."""
    Contest.objects.create(
        campaign=table.campaign,
        phase=table.phase(ordinal),
        kind=Contest.Kind.BATTLE,
        number=100 + Contest.objects.count(),
        tile=15,
        mode=mode,
        seats=[0, 1],
        status=Contest.Status.OVER,
        result={"tile": 15, "winner": seat},
        decided_by=decided_by,
        created_at=table.phase(ordinal).opened_at,
    )


def cost(campaign: Campaign) -> int:
    season_of(campaign)
    with CaptureQueriesContext(connection) as captured:
        season_of(campaign)
    return len(captured)


def test_a_year_is_what_the_rules_make_of_it():
    table = played()

    season = season_of(table.campaign)

    # Gather (4b): capital 2 gold, city 1 gold, village 1 food. Feed (4c): an army eats 1 food.
    # Score (4e): capital 3, city 2, village 1, army 5.
    assert [records[0] for records in season.records] == [
        Record(1, True, tiles=3, armies=1, might=0, score=11, place=1, gold=3, food=1, won=1),
        Record(1, True, tiles=1, armies=0, might=0, score=3, place=2, gold=2, food=0, lost=1),
        Record(1, True, tiles=1, armies=0, might=0, score=3, place=2, gold=2, food=0),
    ]


def test_the_running_year_stands_as_it_stands_and_has_gathered_nothing_yet():
    table = played()

    season = season_of(table.campaign)

    assert [(each.year, each.is_over) for each in season.years] == [(1, True), (2, False)]
    now = season.records[0][1]
    assert now == Record(2, True, tiles=3, armies=1, might=0, score=11, place=1)
    assert (now.gold, now.food, now.battles) == (None, None, 0)
    assert (season.earlier, season.later) == (None, None)


def test_in_its_first_year_a_campaign_has_a_table_of_now():
    table = at_war()

    season = season_of(table.campaign)

    assert [(each.year, each.is_over) for each in season.years] == [(1, False)]
    # Hexes 13 and 14 are seat 0's; 15 is still fought for, so it is seat 1's with 16.
    assert [records[0].tiles for records in season.records] == [2, 2, 1]
    assert [records[0].won for records in season.records] == [0, 0, 0]


def test_a_campaign_that_is_over_ends_with_its_last_year():
    table = played(years=1)

    season = season_of(table.campaign)

    assert table.campaign.status == Campaign.Status.OVER
    assert [(each.year, each.is_over) for each in season.years] == [(1, True)]
    assert [records[0].score for records in season.records] == [11, 3, 3]


def test_before_a_campaign_begins_its_table_is_empty():
    table = make_table(2, started=False)

    assert season_of(table.campaign) == Season(records=((), ()))


def test_a_battle_without_a_winner_is_drawn_and_a_slaughter_is_none():
    table = at_war()
    battle(table, "draw")
    battle(table, "none")
    battle(table, "slaughter")
    battle(table, "win", winner=1)

    attacker, defender, other = (records[0] for records in season_of(table.campaign).records)

    assert (attacker.won, attacker.drawn, attacker.lost, attacker.battles) == (0, 2, 1, 3)
    assert (defender.won, defender.drawn, defender.lost, defender.battles) == (1, 2, 0, 3)
    assert other.battles == 0


def test_matches_and_courts_count_for_who_won_them_alone():
    table = at_war()
    match_won(table, 1, mode="skirmish")
    match_won(table, 1)
    match_won(table, None)
    match_won(table, 1, mode="tabletop", decided_by="reports")
    match_won(table, 1, mode="simple", decided_by="dice")
    match_won(table, 1, decided_by="ruling")
    match_won(table, 1, ordinal=2)
    for winner in (2, -1):
        tell(table, "court_held", court=1, game="winter", seats="0,2", stake="honour",
             winner=winner)  # fmt: skip

    records = [records[0] for records in season_of(table.campaign).records]

    # A draw is nobody's; no match was over in the others, nor is the phase of the last.
    assert [(each.matches, each.courts) for each in records] == [(0, 0), (2, 0), (0, 1)]


def test_the_match_of_three_kingdoms_is_won_by_who_won_it():
    table = at_match("courtier", position=THREE)
    before = [records[0].matches for records in season_of(table.campaign).records]
    row = contest(table)
    row.status, row.decided_by = Contest.Status.OVER, Contest.Decided.MATCH
    row.result = {"tile": TILE, "winner": 2, "places": {"0": 3, "1": 2, "2": 1}}
    row.save()
    now = FOUGHT + timedelta(days=9)
    sweep(now=now)

    # The first battle is between seats 0 and 1; that seat 2 is not in it takes nothing from it.
    assert before == [0, 0, 0]
    assert [records[0].matches for records in season_of(again(table).campaign).records] == [0, 0, 1]


def test_what_a_kingdom_did_adds_up_over_the_years():
    table = played()
    Event.objects.filter(kind="battle_ended").update(phase=table.phase(0))
    latest = Phase.objects.filter(campaign=table.campaign, year=2).get()
    done = Phase.objects.create(
        campaign=table.campaign, ordinal=latest.ordinal + 1, kind="month", year=2, month=2,
        status=Phase.Status.DONE, opened_at=latest.opened_at, state=latest.state, commitment="",
    )  # fmt: skip
    Event.objects.create(
        phase=done, index=0, kind="battle_ended", seen_by=None,
        data={"battle": 1, "tile": 16, "attacker": 0, "defender": 1, "result": "draw",
              "winner": -1},
    )  # fmt: skip

    records = season_of(table.campaign).records

    assert totals(records[0]) == {
        "battles": 2, "won": 1, "drawn": 1, "lost": 0, "matches": 0, "courts": 0,
    }  # fmt: skip
    assert totals(records[1])["lost"] == 1
    assert deeds_since(table.campaign) == (1, [totals(each) for each in records])


def test_f43_nothing_counts_that_not_all_were_told():
    table = at_war()
    before = season_of(table.campaign)

    tell(table, "gathered", seen_by=[0], kingdom=0, gold=5, food=5)
    battle(table, "win", winner=0, seen_by=[0, 1])
    tell(table, "court_held", seen_by=[2], court=1, game="winter", seats="0,2", stake="honour",
         winner=2)  # fmt: skip

    assert season_of(table.campaign) == before


def test_f43_the_table_says_no_more_than_an_outsider_sees_on_the_map():
    table = played()
    running = Phase.objects.get(campaign=table.campaign, year=2)
    game = game_of(table.campaign)
    seen = holdings(game.view(state_of(game, running), None))

    records = [records[-1] for records in season_of(table.campaign).records]

    assert [(each.tiles, each.armies) for each in records] == [
        (seen[seat].tiles, seen[seat].armies) for seat in range(3)
    ]


def test_a_year_ends_as_the_next_one_began():
    table = played()
    longer(table, 4)
    Phase.objects.filter(campaign=table.campaign, year=2, ordinal__lt=1000).delete()

    season = season_of(table.campaign)

    assert [each.year for each in season.years] == [1, 2, 3, 4]
    assert [each.might for each in season.records[0]][:3] == [20, 30, 40]


def test_f53_a_campaign_without_end_is_shown_some_years_at_a_time():
    table = at_war()
    longer(table, MOST_YEARS + 3)

    newest = season_of(table.campaign)
    before = season_of(table.campaign, newest.earlier or 0)

    assert [each.year for each in newest.years] == list(range(4, MOST_YEARS + 4))
    assert (newest.earlier, newest.later) == (3, None)
    assert [each.year for each in before.years] == [1, 2, 3]
    assert (before.earlier, before.later) == (None, MOST_YEARS + 3)
    assert [each.is_over for each in before.years] == [True, True, True]
    assert season_of(table.campaign, 0) == Season(records=((), (), ()), later=MOST_YEARS)


def test_f53_deeds_are_those_of_the_newest_years():
    table = at_war()
    battle(table, "draw")
    recent = deeds_since(table.campaign)[1]

    longer(table, MOST_YEARS + 3)

    since, late = deeds_since(table.campaign)
    assert [each["drawn"] for each in recent] == [1, 1, 0]
    assert (since, [each["drawn"] for each in late]) == (4, [0, 0, 0])


def test_f53_a_table_takes_as_many_queries_however_long_the_campaign():
    table = at_war()
    one_year = cost(table.campaign)

    longer(table, MOST_YEARS + 3)
    for _ in range(40):
        battle(table, "draw")
        match_won(table, 1)

    assert cost(table.campaign) == one_year <= 5
