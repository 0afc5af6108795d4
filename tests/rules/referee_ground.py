"""The naive referee's board and tokens: looked up anew each time. Source: campaign.md 1, 3a."""

from __future__ import annotations

DIRECTIONS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
OPPOSITE = {"e": "w", "ne": "sw", "nw": "se", "w": "e", "sw": "ne", "se": "nw"}


class Ground:
    """Where one month is played. A token is ``(ship, army)``, either may be ``None``."""

    def __init__(self, game, position, marks, dice):
        """Set up the month; ``marks`` are the map's own edges by tile and direction."""
        self.rules, self.dice, self.marks = game.rules, dice, marks
        self.tiles = {tile.number: tile for tile in game.board.tiles}
        self.kingdoms = range(game.seats)
        self.order = list(position["order"])
        self.alive = [kingdom["alive"] for kingdom in position["kingdoms"]]
        self.strategies = [kingdom["strategies"] for kingdom in position["kingdoms"]]
        self.original = [kingdom["original_capital"] for kingdom in position["kingdoms"]]
        self.owners = {int(n): tile["owner"] for n, tile in position["tiles"].items()}
        self.settlements = {int(n): tile["settlement"] for n, tile in position["tiles"].items()}
        self.armies = {(a["kingdom"], a["number"]): dict(a) for a in position["armies"]}
        self.ships = {(s["kingdom"], s["number"]): dict(s) for s in position["ships"]}
        self.defending, self.crossings, self.kinds, self.plans = set(), [], [], {}
        self.turn, self.waiting = 0, []

    # ---- the board ----

    def around(self, number):
        """Return the tile in each direction, by direction."""
        q, r = self.tiles[number].q, self.tiles[number].r
        at = {(tile.q, tile.r): n for n, tile in self.tiles.items()}
        steps = {name: at.get((q + dq, r + dr)) for name, (dq, dr) in DIRECTIONS.items()}
        return {name: other for name, other in steps.items() if other is not None}

    def side(self, number, direction):
        """Return what a tile's own side of an edge bears (1)."""
        terrain = self.tiles[number].terrain
        if direction in self.marks.get(number, {}):
            return self.marks[number][direction]
        if terrain in ("mountain", "forest"):
            return terrain
        other = self.tiles[self.around(number)[direction]].terrain
        wet = terrain == "ocean" or (terrain == "coast" and other == "ocean")
        return "water" if wet else "none"

    def edge(self, number, other):
        """Return what the edge between two tiles bears, on either side."""
        direction = next(name for name, n in self.around(number).items() if n == other)
        return {self.side(number, direction), self.side(other, OPPOSITE[direction])}

    def may_step(self, token, start, goal):
        """Tell whether the limits of the move order allow a step (3a)."""
        tile = self.tiles[goal]
        if goal not in self.around(start).values() or tile.terrain == "marsh":
            return False
        if token[0] is not None:
            return tile.terrain in ("coast", "ocean") or tile.river
        return tile.terrain != "ocean" and "water" not in self.edge(start, goal)

    # ---- the tokens ----

    def tokens(self, seat, number=None, *, upright=False):
        """List tokens: armies by number, then ships with what they carry; perhaps on one tile."""
        aboard = {a["aboard"]: a["number"] for (k, _), a in self.armies.items() if k == seat}
        lone = [a for (k, _), a in sorted(self.armies.items()) if k == seat and not a["aboard"]]
        found = [(None, army["number"]) for army in lone]
        found += [(n, aboard.get(n)) for k, n in sorted(self.ships) if k == seat]
        if number is not None:
            found = [token for token in found if self.first_half(seat, token)["tile"] == number]
        return [t for t in found if not upright or self.first_half(seat, t)["upright"]]

    def first_half(self, seat, token):
        """Return the ship, or the army that is none's."""
        ship, army = token
        return self.armies[seat, army] if ship is None else self.ships[seat, ship]

    def halves(self, seat, token):
        """Return a token's ship and army, those that there are."""
        ship, army = token
        found = [] if ship is None else [self.ships[seat, ship]]
        return found + ([] if army is None else [self.armies[seat, army]])

    def enemy_on(self, number, seat):
        """Tell whether anybody else has a token on a tile."""
        return any(self.tokens(other, number) for other in self.kingdoms if other != seat)

    def step(self, seat, token, goal):
        """Move a token; a lone army's crossing counts and takes its mark of defence (3b, 3e)."""
        start = self.first_half(seat, token)["tile"]
        for half in self.halves(seat, token):
            half["tile"] = goal
        if token[0] is None:
            self.crossings.append((seat, token[1], start, goal))
            self.defending.discard((seat, token[1]))

    def remove(self, seat, token):
        """Take a token off the board."""
        self.armies.pop((seat, token[1]), None)
        self.ships.pop((seat, token[0]), None)

    def take(self, seat, number):
        """Give control of a tile, with what that means for capitals (1)."""
        if self.owners.get(number) == seat:
            return
        if self.settlements.get(number) == "capital":
            self.settlements[number] = "city"
        self.owners[number] = seat
        standing = self.settlements.setdefault(number, None)
        own = [kind for n, kind in self.settlements.items() if self.owners[n] == seat]
        returns = not self.rules.capital_stays_city and "capital" not in own
        if returns and standing == "city" and self.original[seat] == number:
            self.settlements[number] = "capital"
