"""The board's rows follow the rules' state, tokens and berths included."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction

from campaign.models import Army, Campaign, Kingdom, Settlement, Ship, Tile
from campaign.rules import SYSTEM
from campaign.rules.autumn import late_autumn
from campaign.rules.maps import grid_map, load_map
from campaign.rules.state import State
from campaign.services.board_rows import load_rows, save_state, state_from_rows
from campaign.services.campaigns import campaign_start
from campaign.services.phases import sweep
from campaign.services.rulebook import game_of, state_of
from campaign.services.submissions import sheet_submit
from games.engine.chance import Seeded
from tests.factories import SETUP, Table, make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    """Four kingdoms at the end of a Summer: armies afield, ships at sea and in harbours."""
    table = make_table(players=4, started=False, options={"map": load_map("rivers")})
    campaign_start(
        person=table.master,
        campaign_id=table.campaign.pk,
        position=late_autumn(game_of(table.campaign), Random(3)),
        now=START,
    )
    table.campaign.refresh_from_db()
    return table


def rows_are_the_state(table: Table) -> bool:
    table.campaign.refresh_from_db()
    game = game_of(table.campaign)
    phase = table.campaign.phases.get(status="open")
    rows = state_from_rows(table.campaign, game, load_rows(table.campaign))
    return rows == state_of(game, phase)


def test_rows_follow_the_state_through_two_years(table: Table):
    checks, now = [rows_are_the_state(table)], START
    for _ in range(12):
        now += timedelta(days=3)
        phase = table.campaign.phases.get(status="open")
        game = game_of(table.campaign)
        state = state_of(game, phase)
        for ask in game.asks(state):
            sheet_submit(
                person=table.players[ask.seat],
                campaign_id=table.campaign.pk,
                phase=phase.ordinal,
                sheet=game.sample(state, ask, Random(phase.ordinal * 10 + ask.seat)),
                now=phase.opened_at,
            )
        assert sweep(now=now) == 1
        checks.append(rows_are_the_state(table))

    # Winter and Deploy of year 1; six months, Winter and Deploy of year 2; two months.
    assert checks == [True] * 13
    phase = table.campaign.phases.get(status="open")
    assert (phase.year, phase.month) == (3, 3)


def campaign_of_chance(rng: Random) -> Table:
    """A campaign with random options that begins with Setup; its tiles are laid out."""
    seats = rng.randint(2, 4)
    options = SYSTEM.playout_options(rng, seats)
    options["rules"] |= {"years": 1, "battle_mode": rng.choice(("simple", "tabletop"))}
    options |= {"map": load_map("rivers") if seats == 4 else grid_map(9, 7, seats), **SETUP}
    table = make_table(0, seats=seats, started=False, options=options)
    numbers = game_of(table.campaign).board.numbers
    Tile.objects.bulk_create(Tile(campaign=table.campaign, number=number) for number in numbers)
    return table


@pytest.mark.parametrize("seed", range(8))
def test_rows_hold_every_state_of_a_random_campaign(seed: int):
    rng = Random(seed)
    campaign = campaign_of_chance(rng).campaign
    game = game_of(campaign)
    state, stages, wrong = game.start(Seeded(Random(seed))).state, set(), []

    for played in range(120):
        save_state(campaign, game, load_rows(campaign), state)
        campaign = Campaign.objects.get(pk=campaign.pk)
        if state_from_rows(campaign, game, load_rows(campaign)) != state:
            wrong.append((played, state))
        stages.add(state.stage)
        answers = {ask.seat: game.sample(state, ask, rng) for ask in game.asks(state)}
        if not answers:
            break
        state = game.resolve(state, answers, Seeded(Random(played))).state

    assert wrong == []
    assert "orders" in stages


# What one row alone may have passes from one to another, whichever is written first.


def is_kept(table: Table, *states: State) -> bool:
    """Save one state after the other; tell whether the rows were each of them in turn."""
    game, campaign = game_of(table.campaign), table.campaign
    for state in states:
        save_state(campaign, game, load_rows(campaign), state)
        if state_from_rows(campaign, game, load_rows(campaign)) != state:
            return False
    return True


def test_an_army_boards_a_ship_as_another_leaves_it(table: Table):
    state = state_of(game_of(table.campaign), table.phase())
    tile = next(ship.tile for ship in state.ships if (ship.kingdom, ship.number) == (0, 1))

    def aboard(passenger: int) -> State:
        at_sea = {(0, n): 1 if n == passenger else None for n in (1, 2)}
        armies = [
            replace(army, tile=tile, aboard=at_sea[army.kingdom, army.number])
            if (army.kingdom, army.number) in at_sea
            else army
            for army in state.armies
        ]
        return replace(state, armies=tuple(armies))

    assert is_kept(table, aboard(1), aboard(2), aboard(1), aboard(0), aboard(2))


def test_a_ship_takes_a_berth_as_another_leaves_it(table: Table):
    state = state_of(game_of(table.campaign), table.phase())
    numbers = game_of(table.campaign).board.numbers
    ports = [n for n, kind in zip(numbers, state.settlements, strict=True) if kind == "city"]
    bare = next(n for n, kind in zip(numbers, state.settlements, strict=True) if kind is None)

    def berthed(*tiles: int) -> State:
        ships = [
            replace(ship, tile=tile) for ship, tile in zip(state.ships[:2], tiles, strict=True)
        ]
        return replace(state, stage="tithe", ships=tuple(ships))

    a, b = ports[:2]
    assert is_kept(table, berthed(a, b), berthed(b, a), berthed(bare, b), berthed(b, bare))
    assert is_kept(table, berthed(bare, b), berthed(a, b))


def test_a_capital_rises_as_another_falls(table: Table):
    game = game_of(table.campaign)
    state = state_of(game, table.phase())
    kept = zip(state.owners, state.settlements, strict=True)
    places = {seat: place for place, (seat, kind) in enumerate(kept) if kind == "capital"}
    city = state.settlements.index("city")

    def held(*seats: int | None, third: int = 2) -> State:
        """Lay out two capitals (``None``: a city by now) and a city that may be one."""
        owners, kinds = list(state.owners), list(state.settlements)
        for place, seat in zip((places[0], places[1]), seats, strict=True):
            owners[place] = 2 if seat is None else seat
            kinds[place] = "city" if seat is None else "capital"
        if third != 2:
            owners[city], kinds[city] = third, "capital"
        return replace(state, owners=tuple(owners), settlements=tuple(kinds))

    assert is_kept(table, held(0, 1), held(1, 0), held(0, 1))
    assert is_kept(table, held(None, 1, third=0), held(0, 1), held(1, None, third=0), held(0, 1))


def test_in_winter_every_ship_lies_in_a_berth_of_its_own_and_in_spring_in_none(table: Table):
    assert Ship.objects.count() == 4

    sweep(now=START + timedelta(days=2))
    berths = list(Ship.objects.values_list("berth__tile", flat=True))
    tiles = list(Ship.objects.values_list("tile", flat=True))
    kinds = set(Ship.objects.values_list("berth__kind", flat=True))
    sweep(now=START + timedelta(days=5))

    assert berths == tiles
    assert kinds <= {"city", "capital"}
    assert set(Ship.objects.values_list("berth", flat=True)) <= {None}


def test_armies_are_kept_with_their_points_and_posture(table: Table):
    armies = Army.objects.values_list("kingdom__seat", "number", "points", "is_upright")
    position = late_autumn(game_of(table.campaign), Random(3))

    assert set(armies) == {(a.kingdom, a.number, a.points, a.upright) for a in position.armies}
    assert {army.upright for army in position.armies} == {True, False}
    assert len({army.points for army in position.armies}) > 1


def test_the_database_itself_holds_the_invariants(table: Table):
    kingdom = table.kingdom(0)
    capital = Settlement.objects.get(capital_of=kingdom)
    other = Tile.objects.filter(campaign=table.campaign, settlement=None)[0]
    army = Army.objects.filter(kingdom=kingdom)[0]
    ship = Ship.objects.filter(kingdom=kingdom)[0]
    Ship.objects.filter(pk=ship.pk).update(berth=capital)
    broken = [
        lambda: Settlement.objects.create(tile=capital.tile, kind="village"),
        lambda: Settlement.objects.create(tile=other, kind="capital", capital_of=kingdom),
        lambda: Settlement.objects.create(tile=other, kind="capital"),
        lambda: Settlement.objects.create(tile=other, kind="castle"),
        lambda: Kingdom.objects.filter(pk=kingdom.pk).update(gold=-1),
        lambda: Kingdom.objects.filter(pk=kingdom.pk).update(food=-1),
        lambda: Army.objects.create(kingdom=kingdom, number=army.number, points=500),
        lambda: Ship.objects.create(kingdom=kingdom, number=ship.number, tile=other),
        lambda: Ship.objects.create(kingdom=kingdom, number=9, tile=other, berth=capital),
    ]

    for change in broken:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
