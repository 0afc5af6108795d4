"""The referee's board: rosters, pieces, paths and legal actions, from docs/rules/skirmish.md alone.

Pieces are dicts that name their square; who stands where is looked for every time.
"""

ROSTERS = {
    "blights": {
        "father_winter": ("king", 1),
        "witch_of_november": ("queen", 1),
        "jack_frost": ("joker", 1),
        "solstice_totem": ("bishop", 2),
        "barbegazi": ("rook", 2),
        "yeti": ("knight", 2),
        "arctic_wolf": ("pawn", 8),
    },
    "plain_guard": {
        "captain": ("king", 1),
        "standard_bearer": ("queen", 1),
        "watchtower": ("rook", 2),
        "outrider": ("knight", 2),
        "chaplain": ("bishop", 2),
        "jester": ("joker", 1),
        "spearman": ("pawn", 8),
    },
    "briar_host": {
        "thorn_king": ("king", 1),
        "bramble_queen": ("queen", 1),
        "old_oak": ("rook", 2),
        "stag_rider": ("knight", 2),
        "seed_keeper": ("bishop", 2),
        "bramblefoot": ("pawn", 8),
    },
}
COST = {"king": 3, "queen": 3, "rook": 2, "knight": 2, "bishop": 2, "joker": 2, "pawn": 1}
DIE = {"king": 20, "queen": 10, "rook": 8, "knight": 8, "bishop": 6, "joker": 6, "pawn": 4}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
RAYS = {
    "king": (STRAIGHT + DIAGONAL, 1),
    "queen": (STRAIGHT + DIAGONAL, 7),
    "rook": (STRAIGHT, 7),
    "bishop": (DIAGONAL, 7),
    "joker": (STRAIGHT + DIAGONAL, 2),
    "knight": (LEAPS, 1),
}
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def shifted(square, across, up):
    """Return the square so far away, or nothing off the board."""
    file, rank = "abcdefgh".index(square[0]) + across, int(square[1]) + up
    return "abcdefgh"[file] + str(rank) if 0 <= file <= 7 and 1 <= rank <= 8 else None


def around(square):
    return [s for s in (shifted(square, *way) for way in STRAIGHT + DIAGONAL) if s]


def near_ranks(seat, count=2):
    """Return the squares of the ranks nearest to a player."""
    ranks = range(1, count + 1) if seat == 0 else range(9 - count, 9)
    return [square for square in SQUARES if int(square[1]) in ranks]


class Board:
    """Who stands where, and what they may do."""

    def __init__(self, factions):
        self.factions = factions
        self.pieces, self.trees = [], []
        self.skipped = None

    def piece(self, seat, entry):
        return {
            "seat": seat, "entry": entry, "type": ROSTERS[self.factions[seat]][entry][0],
            "square": None, "where": "hand", "adv": 0, "dis": 0, "grace": None,
            "activated": False, "fresh": True, "promoted": False, "used": False,
        }  # fmt: skip

    def on_board(self, seat=None):
        there = [piece for piece in self.pieces if piece["where"] == "board"]
        return [piece for piece in there if seat in (None, piece["seat"])]

    def at(self, square):
        found = [piece for piece in self.on_board() if piece["square"] == square]
        return found[0] if found else None

    def unoccupied(self, square):
        return square not in self.trees and self.at(square) is None

    def adjacent(self, piece, seat):
        """Return the pieces of a seat around a piece."""
        return [one for one in self.on_board(seat) if one["square"] in around(piece["square"])]

    def by_tree(self, piece):
        return any(square in self.trees for square in around(piece["square"]))

    def forward(self, piece):
        return 1 if piece["seat"] == 0 else -1

    # 5, 10

    def moves(self, piece):
        if piece["entry"] == "solstice_totem":
            return []
        if piece["type"] == "pawn":
            return self.pawn_moves(piece)
        ways, reach = RAYS[piece["type"]]
        rootways = self.factions[piece["seat"]] == "briar_host"
        found = []
        for across, up in ways:
            for steps in range(1, reach + 1):
                square = shifted(piece["square"], across * steps, up * steps)
                if square is None or self.at(square):
                    break
                if square in self.trees:
                    if rootways:
                        continue
                    break
                found.append(square)
        return found

    def pawn_moves(self, pawn):
        one = shifted(pawn["square"], 0, self.forward(pawn))
        if one is None or not self.unoccupied(one):
            return []
        two = shifted(pawn["square"], 0, 2 * self.forward(pawn))
        if pawn["fresh"] and two and self.unoccupied(two):
            return [one, two]
        return [one]

    # 6

    def targets(self, piece):
        """Return what a piece may Attack, with the square where it would end."""
        if piece["entry"] == "solstice_totem" or self.is_good_willed(piece):
            return []
        reached = self.pawn_reach(piece) if piece["type"] == "pawn" else self.reach(piece)
        return [
            (target, square)
            for target, square in reached
            if target["seat"] != piece["seat"] and not self.is_good_willed(target)
        ]

    def reach(self, piece):
        ways, reach = RAYS[piece["type"]]
        for across, up in ways:
            for steps in range(1, reach + 1):
                square = shifted(piece["square"], across * steps, up * steps)
                if square is None or square in self.trees:
                    break
                if self.at(square):
                    yield self.at(square), square
                    break

    def pawn_reach(self, pawn):
        for across in (-1, 1):
            square = shifted(pawn["square"], across, self.forward(pawn))
            if square and self.at(square):
                yield self.at(square), square
            beside = shifted(pawn["square"], across, 0)
            if self.skipped and square == self.skipped[1]:
                mover = self.skipped[0]
                if mover["square"] == beside and mover["seat"] != pawn["seat"]:
                    yield mover, square

    def is_good_willed(self, piece):
        others = [one for one in self.on_board(piece["seat"]) if one["type"] != "rook"]
        return piece["entry"] == "barbegazi" and bool(others)

    # 11: Castle

    def castles(self, rook):
        if rook["type"] != "rook":
            return []
        mine = self.on_board(rook["seat"])
        partners = [one for one in mine if one["type"] == "king"]
        partners = partners or [one for one in mine if one["type"] == "queen"]
        return [one for one in partners if self.is_clear(rook["square"], one["square"])]

    def is_clear(self, one, other):
        """Tell whether a straight line leads from one square to another with nothing between."""
        for across, up in STRAIGHT:
            square = shifted(one, across, up)
            while square and square != other and self.unoccupied(square):
                square = shifted(square, across, up)
            if square == other:
                return True
        return False

    # 4: what a piece may do in its Activation

    def actions(self, piece):
        here = piece["square"]
        moves = [f"move {here} {square}" for square in self.moves(piece)]
        found = moves + [f"attack {here} {target['square']}" for target, _ in self.targets(piece)]
        found += [f"castle {here} {partner['square']}" for partner in self.castles(piece)]
        return found if moves else [*found, f"stay {here}"]
