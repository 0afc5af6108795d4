"""How battles that were picked go on, and which wait for the table. Source: campaign.md 3c."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given

from campaign.rules.battle.battles import picks_on
from campaign.rules.field import Field
from campaign.rules.state import Plan, Report
from games.engine.chance import Recording, Seeded
from tests.rules.play import examples, seeds
from tests.rules.war import army, fought, fought_by, owner, places, ship, told, war
from tests.rules.war_zones import random_war


def test_slaughter_example_20():
    tokens = [army(0, 1, 2), army(1, 1, 2, 300, down=True), army(1, 2, 2, 500, down=True)]
    table = war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens)

    events = fought(table)

    assert told(events, "army_lost", "army", "points", "reason") == [
        (1, 300, "slaughter"),
        (2, 500, "slaughter"),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("slaughter", -1)] * 2
    assert told(events, "retreated", "army") == []
    assert owner(table, 2) == 1


def test_the_owner_says_who_is_slaughtered():
    tokens = [army(0, 1, 2), *(army(1, n, 2, 100 * n, down=True) for n in (1, 2, 3))]
    table = war("ppp", tokens=tokens, plans=(Plan(), Plan(sacrifice=((9, None), (3, None)))))

    events = fought(table)

    assert told(events, "army_lost", "army") == [3, 1, 2]


def test_a_slaughtered_pair_is_one_token():
    tokens = [army(0, 1, 2), ship(1, 1, 2, down=True), army(1, 1, 2, down=True, aboard=1)]
    table = war("pcp", tokens=tokens)

    events = fought(table)

    assert told(events, "battle_began", "kind") == ["slaughter"]
    assert told(events, "army_lost", "army") == [1]
    assert told(events, "ship_lost", "ship") == [1]


def test_the_default_sacrifice_is_cheap_then_alone_then_high():
    # Bare ships 2, 1 (0 points, highest number first), army 2 before the pair of 200, army 1.
    tokens = [
        army(0, 9, 2),
        army(1, 1, 2, 300, down=True),
        army(1, 2, 2, 200, down=True),
        army(1, 3, 2, 200, down=True, aboard=3),
        *(ship(1, n, 2, down=True) for n in (1, 2, 3)),
    ]
    table = war("pcp", tokens=tokens)

    events = fought(table)

    lost = [
        (e.kind, e.data.get("army") or e.data.get("ship"))
        for e in events
        if e.kind in ("army_lost", "ship_lost")
    ]
    assert lost == [
        ("ship_lost", 2),
        ("ship_lost", 1),
        ("army_lost", 2),
        ("army_lost", 3),
        ("ship_lost", 3),
        ("army_lost", 1),
    ]


def test_land_against_water_rolls_two_dice_for_a_pair_and_the_higher_total_wins():
    # Armies 2 + 3 = 5 against a pair's 1 and 1 and a ship's 4 = 6.
    tokens = [army(0, 1, 2), army(0, 2, 2)]
    tokens += [ship(1, 1, 2), army(1, 1, 2, aboard=1), ship(1, 2, 2)]
    table = war("pcp", held={1: 0, 2: 0}, tokens=tokens)

    events = fought(table, 2, 3, 1, 1, 4)

    assert told(events, "battle_began", "kind", "mode") == [("land_water", "")]
    assert told(events, "battle_rolled", "kingdom", "round", "dice") == [
        (0, 1, "2,3"),
        (1, 1, "1,1,4"),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("win", 1)]
    assert places(table)["0a1"] == (1, False)
    assert owner(table, 2) == 1


def test_land_against_water_can_be_a_draw_and_destroys_nobody():
    # The ship, not the controller, goes to the river tile 3 that it controls, upright.
    tokens = [army(0, 1, 2), ship(1, 1, 2)]
    table = war("pcr", held={2: 0, 3: 1}, tokens=tokens)

    events = fought(table, 4, 4)

    assert told(events, "battle_ended", "result", "winner") == [("draw", -1)]
    assert places(table) == {"0a1": (2, True), "1s1": (3, True)}


def test_a_retreat_after_a_draw_onto_enemies_brings_a_further_battle():
    # Draw on B's tile 2: A's army goes, upright, to its only tile 1, where C's army stands.
    # B has nobody to fight, so C attacks: its 6 hits (400, so Defence 4), A's 1 does not.
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 1)]
    table = war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens)

    events = fought(table, 5, 5, 6, 1)

    assert told(events, "battle_began", "tile", "attacker", "defender", "kind") == [
        (2, 0, 1, "land"),
        (1, 2, 0, "land"),
    ]
    assert told(events, "army_lost", "kingdom", "tile", "reason") == [(0, 1, "no_retreat")]
    assert owner(table, 1) == 2


def test_a_beaten_army_that_flees_to_an_enemy_is_slaughtered_there():
    # Dice 6 against 1: B's army of 500 falls to 400 and goes to 3, lying; A's army 2 is there.
    tokens = [army(0, 1, 2), army(0, 2, 3), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens, winner_advance=False)

    events = fought(table, 6, 1)

    assert told(events, "battle_began", "battle", "tile", "attacker", "kind") == [
        (1, 2, 0, "land"),
        (2, 3, 0, "slaughter"),
    ]
    assert told(events, "army_lost", "army", "tile", "points") == [(1, 3, 400)]


def test_a_battle_at_the_table_waits_and_its_tile_is_locked_while_others_go_on():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 2, down=True)]
    tokens += [army(0, 2, 4), army(2, 2, 4, down=True)]
    table = war("pppp", held={2: 1}, tokens=tokens, battle_mode="tabletop")

    events = fought(table)

    assert told(events, "battle_began", "tile", "kind", "mode") == [
        (2, "land", "tabletop"),
        (4, "slaughter", ""),
    ]
    assert told(events, "battle_waits", "battle", "tile", "mode") == [(1, 2, "tabletop")]
    (battle,) = table.waiting
    assert (battle.number, battle.tile, battle.attacker, battle.defender) == (1, 2, 0, 1)
    assert (battle.attackers, battle.defenders, battle.last_stand) == ((1,), (1,), False)


def test_a_reported_win_is_carried_out_and_the_battles_go_on():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 2, down=True)]
    held = {1: 0, 2: 1, 3: 1}
    table = war("ppp", held=held, tokens=tokens, battle_mode="tabletop", strategies=True)
    fought(table)
    table.waiting[0] = replace(table.waiting[0], report=Report(1))

    fought(table)

    assert table.waiting == []
    assert places(table) == {"0a1": (1, False), "1a1": (2, True)}
    assert table.strategies == [1, 0, 0]
    assert told(table.events, "battle_began", "battle", "kind") == [(1, "land"), (2, "slaughter")]


def test_a_reported_draw_sends_away_who_does_not_control_the_tile():
    tokens = [army(0, 1, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, battle_mode="tabletop", strategies=True)
    fought(table)
    table.waiting[0] = replace(table.waiting[0], report=Report(None))

    fought(table)

    assert places(table) == {"0a1": (1, True), "1a1": (2, True)}
    assert table.strategies == [0, 0]


def test_a_waiting_battle_left_to_the_dice_is_fought_by_those_still_upright():
    # A's army 2 was laid down meanwhile: one die, a 6, against B's 1 (a miss).
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    held = {1: 0, 2: 1, 3: 1}
    table = war("ppp", held=held, tokens=tokens, battle_mode="tabletop", might=True)
    fought(table)
    table.armies[0][2] = replace(table.armies[0][2], upright=False)
    table.waiting[0] = replace(table.waiting[0], report=Report(None, simple=True))

    events = fought(table, 6, 1)

    assert told(events, "battle_rolled", "kingdom", "dice") == [(0, "6"), (1, "1")]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]
    assert table.might == [0, 0]


def test_waiting_battles_are_finished_in_the_order_they_were_picked():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(1, 2, 5), army(0, 2, 5)]
    table = war("pppppp", held={2: 1, 5: 0}, tokens=tokens, battle_mode="tabletop")
    fought(table)
    table.waiting = [replace(battle, report=Report(None)) for battle in table.waiting]

    events = fought(table)

    assert told(events, "battle_ended", "battle", "tile") == [(1, 2), (2, 5)]


@examples
@given(seeds)
def test_the_battles_of_any_month_end_and_use_each_label_once(seed):
    rng = Random(seed)
    table = random_war(rng)

    fought_by(table, Recording(Seeded(rng)))

    field = Field(table)
    for tile in field.tiles():
        locked = any(table.board.index[battle.tile] == tile for battle in table.waiting)
        assert locked or not any(picks_on(field, tile, seat) for seat in table.order)


@examples
@given(seeds)
def test_f51_battles_lose_no_token_without_an_event(seed):
    rng = Random(seed)
    table = random_war(rng)
    before = set(places(table))

    fought_by(table, Seeded(rng))

    lost = {f"{k}a{n}" for k, n in told(table.events, "army_lost", "kingdom", "army")}
    lost |= {f"{k}s{n}" for k, n in told(table.events, "ship_lost", "kingdom", "ship")}
    assert set(places(table)) == before - lost


@examples
@given(seeds)
def test_f05_months_at_the_table_end_whatever_is_reported(seed):
    rng = Random(seed)
    table = random_war(rng, battle_mode="tabletop")
    fought_by(table, Seeded(rng))

    for _ in range(100):
        if not table.waiting:
            break
        place = rng.randrange(len(table.waiting))
        battle = table.waiting[place]
        winner = rng.choice([None, battle.attacker, battle.defender])
        report = Report(winner, simple=rng.random() < 0.3)
        table.waiting[place] = replace(battle, report=report)
        fought_by(table, Seeded(rng))

    assert table.waiting == []
    ended = told(table.events, "battle_ended", "battle")
    assert sorted(ended) == list(range(1, table.fought + 1))
