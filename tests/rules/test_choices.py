"""What forms show: every choice offered is a choice the rules accept."""

from __future__ import annotations

from random import Random

from hypothesis import given

from campaign.rules import SYSTEM
from campaign.rules.ruleset import Price
from campaign.rules.winter.choices import choices
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from tests.rules.play import enriched, examples, opened_for_one_sheet, seeds

TILES = {
    "1": {"owner": 0, "settlement": "capital"},
    "2": {"owner": 0, "settlement": "village"},
    "3": {"owner": 0, "settlement": "fortress"},
    "4": {"owner": 0},
    "55": {"owner": 0, "settlement": "city"},
    "9": {"owner": 1, "settlement": "village"},
}
MAP = {
    "grid": [9, 7],
    "tiles": [
        {"n": 11, "start": 1},
        {"n": 14, "start": 2},
        {"n": 55, "terrain": "coast"},
        {"n": 57, "terrain": "ocean"},
    ],
}


def shown(edition="classic", **position):
    game = SYSTEM.open({"edition": edition, "map": MAP}, 2)
    state = game.position({"tiles": TILES, **position})
    return choices(game, state, 0)


def test_the_stock_shown_at_recall_is_that_after_gather():
    can = shown(armies=[{"kingdom": 0, "tile": 4}])

    assert can.stock == Price(3, 1)
    assert can.income == Price(3, 1)
    assert can.tithe_to == (1,)
    assert can.meals.fed == (1,)


def test_every_purchase_on_every_own_tile_with_what_it_needs_first():
    can = shown()

    assert {(c.tile, c.buy): c.after for c in can.purchases} == {
        (2, "city"): "",
        (2, "fortress"): "",
        (2, "army"): "fortress",
        (3, "army"): "",
        (4, "village"): "",
        (4, "city"): "village",
        (4, "fortress"): "village",
        (4, "army"): "fortress",
        (55, "ship"): "",
    }
    assert {c.buy: (c.cost, c.affordable) for c in can.purchases}["fortress"] == (Price(2, 0), True)


def test_one_build_per_tile_offers_no_second_building():
    can = shown(edition="capitals")

    assert {(c.tile, c.buy) for c in can.purchases} == {
        (2, "city"), (2, "fortress"), (2, "army"), (3, "army"), (4, "village"), (55, "ship"),
    }  # fmt: skip


def test_a_berth_that_a_ship_takes_at_recall_offers_no_ship():
    can = shown(ships=[{"kingdom": 0, "tile": 57}, {"kingdom": 0, "tile": 57}])

    assert can.home.docks == ((1, 55),)
    assert can.home.ships_lost == (2,)
    assert "ship" not in {c.buy for c in can.purchases}


def test_at_the_most_armies_the_form_asks_whom_to_disband():
    can = shown(armies=[{"kingdom": 0, "tile": 1}] * 6)

    assert can.disband == (1, 2, 3, 4, 5, 6)
    assert can.army_room == 0
    assert can.meals.fed == (1,)
    assert can.meals.starving == (2, 3, 4, 5, 6)


def test_below_the_most_armies_it_says_how_many_recruits_need_not_replace_one():
    can = shown(armies=[{"kingdom": 0, "tile": 1}] * 5)

    assert can.disband == ()
    assert can.army_room == 1


def test_deploy_shows_room_and_the_default():
    can = shown(stage="deploy", armies=[{"kingdom": 0}] * 5)

    assert [(s.tile, s.kind, s.room) for s in can.deployment.places] == [
        (1, "capital", 3), (2, "village", 1), (3, "fortress", 3), (55, "city", 2),
    ]  # fmt: skip
    assert can.deployment.default == ((1, 1), (2, 1), (3, 1), (4, 3), (5, 3))
    assert can.deployment.lost == ()


@examples
@given(seeds)
def test_every_purchase_offered_passes_the_check_once_its_ground_is_listed(seed):
    game, rng = opened_for_one_sheet(seed)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    for ask in game.asks(state):
        can = choices(game, state, ask.seat)
        for offer in can.purchases:
            lines = [*ground(offer, can), {"buy": offer.buy, "tile": offer.tile}]
            if offer.buy == "army" and can.disband:
                lines[-1]["disband"] = can.disband[0]
            game.check(state, ask.seat, {"purchases": lines})


def ground(offer, can):
    """Return the lines that must come before an offer on its tile."""
    lines: list[dict] = []
    after = offer.after
    while after:
        lines.insert(0, {"buy": after, "tile": offer.tile})
        earlier = {c.buy: c.after for c in can.purchases if c.tile == offer.tile}
        after = earlier[after]
    return lines


@examples
@given(seeds)
def test_no_purchase_that_is_not_offered_passes_the_check(seed):
    game, rng = opened_for_one_sheet(seed)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    seat = game.asks(state)[0].seat
    offers = {(c.buy, c.tile) for c in choices(game, state, seat).purchases if not c.after}
    rng = Random(seed)
    for number in rng.sample(game.board.numbers, 12):
        for buy in ("village", "city", "fortress", "capital", "ship"):
            try:
                game.check(state, seat, {"purchases": [{"buy": buy, "tile": number}]})
            except Refusal:
                assert (buy, number) not in offers
            else:
                assert (buy, number) in offers
