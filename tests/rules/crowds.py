"""Months with many meetings: few hexes with many tokens on them, on rugged ground."""

from __future__ import annotations

from random import Random

from tests.rules.referee_ground import DIRECTIONS

KINDS = ("water", "forest", "mountain", "none")


class ByLabel:
    """The same dice for the same label, in whatever order they are rolled."""

    def __init__(self, seed):
        """Remember what the faces depend on beside the label."""
        self.seed = seed

    def roll(self, label, sides, count=1):
        """Return the faces of this label."""
        rng = Random(f"{self.seed} {label}")
        return tuple(rng.randint(1, sides) for _ in range(count))

    def shuffle(self, label, size):
        """Return the permutation of this label."""
        return tuple(Random(f"{self.seed} {label}").sample(range(size), size))


def rugged(document, rng):
    """Return a grid map with forests, mountains, rivers, bridges and marked edges added."""
    width, height = document["grid"]
    written = {tile["n"]: dict(tile) for tile in document["tiles"]}
    for number in range(1, width * height + 1):
        tile = written.setdefault(number, {"n": number})
        if "terrain" not in tile and rng.random() < 0.2:
            tile["terrain"] = rng.choice(("forest", "mountain"))
        elif "terrain" not in tile and rng.random() < 0.15:
            tile |= {"river": True, "bridge": rng.random() < 0.5}
        if rng.random() < 0.15:
            tile["edges"] = {rng.choice(list(DIRECTIONS)): rng.choice(KINDS)}
    return document | {"tiles": list(written.values())}


def crowded(game, state, rng, grounds=7):
    """Return the first month of a position whose tokens share few hexes, some of them in pairs."""
    board = game.board
    land = [n for n, dry in zip(board.numbers, board.land, strict=True) if dry]
    water = [tile.number for tile in board.tiles if tile.terrain in ("coast", "ocean")]
    grounds, waters = rng.sample(land, grounds), rng.sample(water, 5)
    position = game.encode(state) | {"stage": "orders", "summer": {"month": 1}}
    for army in position["armies"]:
        army["tile"] = rng.choice(grounds)
    for ship in position["ships"]:
        ship |= {"tile": rng.choice(waters), "upright": rng.random() < 0.7}
        own = [army for army in position["armies"] if army["kingdom"] == ship["kingdom"]]
        ashore = [army for army in own if army["aboard"] is None]
        if ashore and rng.random() < 0.5:
            shared = {"tile": ship["tile"], "upright": ship["upright"], "aboard": ship["number"]}
            rng.choice(ashore).update(shared)
    return position
