"""Courtier with decks that nobody has printed."""

import copy

import pytest

from games.courtier import SYSTEM
from games.courtier.deckfile import house_table
from games.engine.playout import Table, play


def strange_deck(rng):
    """Return a legal deck whose cards have several steps, costs and plays."""
    table = copy.deepcopy(house_table())
    ops = ["gain", "place_own", "place_neutral", "remove_neutral", "move_own", "move_other",
           "remove_other", "swap", "draw"]  # fmt: skip
    for card in table["influence"]:
        card["markers"] = rng.choice((1, 1, 2, 3))
        card["wild"] = rng.random() < 0.3
        card["empty_only"] = rng.random() < 0.2
    for card in table["power"]:
        if "coterie" not in card:
            count = rng.randint(1, 3)
            card["steps"] = [
                {"op": rng.choice(ops), "count": rng.randint(1, 2)} for _ in range(count)
            ]
            card["mode"] = "choose_one" if count > 1 and rng.random() < 0.5 else "all"
        card["cost"] = rng.choice((0, 0, 1, 3))
        card["extra_play"], card["extra_plays"] = rng.choice(
            (("none", 0), ("any", 1), ("influence", 2), ("any", 2))
        )
        card["repeatable"] = rng.random() < 0.6
        card["refill_penalty"] = rng.choice((0, 0, 1))
    for ability in table["ability"]:
        ability["gianni_uses"] = rng.random() < 0.6
        if ability["op"] in ("extra_marker", "repeat", "draw"):
            ability["amount"] = rng.randint(1, 2)
            ability["use"] = rng.choice(("optional", "forced"))
    return table


class Strange:
    """The rule system with a deck of its own for each game."""

    name, version, playout_seats = SYSTEM.name, SYSTEM.version, SYSTEM.playout_seats
    open = staticmethod(SYSTEM.open)

    @staticmethod
    def playout_options(rng, seats):
        return {"deck": strange_deck(rng), "turn_cap": 6, "fast_start": rng.random() < 0.5}


@pytest.mark.parametrize("seed", range(4))
def test_strange_decks_keep_every_promise_of_the_contract(seed):
    played = play(Table(Strange(), max_steps=20000), seed)

    assert played.outcome.over
