"""Winter once more: naive, slow, straight from docs/rules/winter.md, and without shared code.

The lake is a dictionary, every question is answered by looking at all cards and all
cells, and every move is tried out. ``test_referee`` compares the package with it.
"""

from copy import deepcopy
from itertools import combinations

FACES = {"LLDD": 3, "LDLD": 3, "DLLD": 2, "LDDL": 2, "LLLD": 2, "LLDL": 2, "DDDL": 2, "DDLD": 2}
PATTERNS = [face for face, copies in FACES.items() for _ in range(copies)]
DECK = {f"w{number:02}": face for number, face in enumerate(PATTERNS, 1)}
OTHER = {"L": "D", "D": "L"}


def touch(one, other):
    dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (dx == 2 and dy <= 1) or (dy == 2 and dx <= 1)


def overlap(one, other):
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def sections(card, place):
    """The four cells of a card with their colours."""
    x, y, rot = place
    face = DECK[card] if rot == 0 else DECK[card][::-1]
    return {(x, y): face[0], (x + 1, y): face[1], (x, y + 1): face[2], (x + 1, y + 1): face[3]}


def block(square):
    x, y = square
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def reading(points):
    return sorted(points, key=lambda point: (point[1], point[0]))


def cells(lake):
    return {cell: colour for card in lake for cell, colour in sections(card, lake[card]).items()}


def squares(lake, colour):
    """All squares of a colour: four cells that exist and have it (section 2)."""
    known = cells(lake)
    return {at for at in known if all(known.get(cell) == colour for cell in block(at))}


def anchors(lake):
    """All legal places of a further card (section 2)."""
    around = {
        (x + dx, y + dy) for x, y, _ in lake.values() for dx in range(-2, 3) for dy in range(-2, 3)
    }
    return reading(
        at
        for at in around
        if any(touch(at, place) for place in lake.values())
        and not any(overlap(at, place) for place in lake.values())
    )


def rotations(card):
    return [0] if DECK[card] == DECK[card][::-1] else [0, 180]


def groups(lake):
    """The groups as sorted lists of cards, by their lowest card."""
    left, found = sorted(lake), []
    while left:
        group = [left.pop(0)]
        for card in group:
            joined = [other for other in left if touch(lake[card], lake[other])]
            group += joined
            left = [other for other in left if other not in joined]
        found.append(sorted(group))
    return found


class Referee:
    """One game, changed in place by ``play``."""

    def __init__(self, order, first):
        self.lake = {order[0]: (0, 0, 0)}
        self.drawn, self.deck = order[1], list(order[2:])
        self.stage, self.mover, self.first = "setup_place", first, first
        self.colours = None
        self.tokens = {"L": set(), "D": set()}
        self.supply = {"L": 9, "D": 9}
        self.had = {"L": False, "D": False}
        self.out_of_game = []
        self.turns = 0
        self.seen = []
        self.result = None

    def copy(self):
        """The same game, to be played on otherwise."""
        return deepcopy(self)

    @property
    def own(self):
        """The colour of the player to move."""
        return self.colours[self.mover]

    def carries(self, card):
        own = sections(card, self.lake[card])
        lying = self.tokens["L"] | self.tokens["D"]
        return any(cell in own for square in lying for cell in block(square))

    def free(self):
        return [card for card in sorted(self.lake) if not self.carries(card)]

    # legal answers (section 4)

    def legal(self):
        return getattr(self, f"legal_{self.stage}")()

    def legal_setup_place(self):
        return [
            f"place {x},{y} {rot}" for x, y in anchors(self.lake) for rot in rotations(self.drawn)
        ]

    legal_freeze_place = legal_setup_place

    def legal_choose_colour(self):
        return ["colour L", "colour D"]

    def legal_freeze(self):
        bare = squares(self.lake, self.own) - self.tokens[self.own]
        if not self.supply[self.own]:
            bare = set()
        return ["draw", *(f"token {x},{y}" for x, y in reading(bare))]

    def legal_thaw(self):
        moves = [text for card in self.free() for text in self.moves(card)]
        removals = [f"remove {card}" for card in self.free()]
        return [*moves, *removals, *(f"take {x},{y}" for x, y in reading(self.tokens[self.own]))]

    def legal_keep_group(self):
        parts = groups(self.lake)
        most = max(len(group) for group in parts)
        return [f"keep {group[0]}" for group in parts if len(group) == most]

    def moves(self, card):
        supply = self.supply[self.own]
        if not supply:
            return
        before = squares(self.lake, self.own)
        rest = {other: place for other, place in self.lake.items() if other != card}
        for x, y in anchors(rest):
            for rot in rotations(card):
                if (x, y) != self.lake[card][:2]:
                    now = squares({**rest, card: (x, y, rot)}, self.own)
                    yield from self.with_choices(f"move {card} {x},{y} {rot}", now - before, supply)

    @staticmethod
    def with_choices(text, new, supply):
        if 0 < len(new) <= supply:
            yield text
        elif new:
            for chosen in combinations(reading(new), supply):
                yield text + " on " + " ".join(f"{x},{y}" for x, y in chosen)

    # carrying them out

    def play(self, text):
        verb, *words = text.split()
        getattr(self, verb)(*words)

    def place(self, at, rot):
        x, y = map(int, at.split(","))
        self.lake[self.drawn] = (x, y, int(rot))
        self.drawn = None
        self.mover = 1 - self.mover
        if self.stage == "setup_place":
            self.stage = "choose_colour"
        elif self.deck:
            self.stage = "freeze"
        else:
            self.stage = "thaw"
            self.seen = [self.position()]
            self.judge(begins=True)

    def colour(self, letter):
        self.colours = [OTHER[letter], OTHER[letter]]
        self.colours[self.mover] = letter
        self.stage = "freeze"

    def draw(self):
        self.drawn = self.deck.pop(0)
        self.stage = "freeze_place"

    def put(self, colour, square):
        self.tokens[colour].add(square)
        self.supply[colour] -= 1
        self.had[colour] = True

    def back(self, colour, square):
        self.tokens[colour].remove(square)
        self.supply[colour] += 1

    def token(self, at):
        self.put(self.own, tuple(map(int, at.split(","))))
        self.mover = 1 - self.mover

    def take(self, at):
        self.back(self.own, tuple(map(int, at.split(","))))
        self.end_turn()

    def move(self, card, at, rot, *chosen):
        before = squares(self.lake, self.own)
        x, y = map(int, at.split(","))
        self.lake[card] = (x, y, int(rot))
        new = squares(self.lake, self.own) - before
        named = {tuple(map(int, one.split(","))) for one in chosen[1:]}
        for square in named or new:
            self.put(self.own, square)
        self.check_groups()

    def remove(self, card):
        del self.lake[card]
        self.out_of_game.append(card)
        self.check_groups()

    def check_groups(self):
        parts = groups(self.lake)
        most = max((len(group) for group in parts), default=0)
        if sum(len(group) == most for group in parts) > 1:
            self.stage = "keep_group"
        else:
            self.leave(set(self.lake) - {card for g in parts if len(g) == most for card in g})
            self.end_turn()

    def keep(self, card):
        (kept,) = [group for group in groups(self.lake) if card in group]
        self.stage = "thaw"
        self.leave(set(self.lake) - set(kept))
        self.end_turn()

    def leave(self, leaving):
        gone = {cell for card in leaving for cell in sections(card, self.lake[card])}
        for colour in "LD":
            for square in [one for one in self.tokens[colour] if set(block(one)) & gone]:
                self.back(colour, square)
        for card in sorted(leaving):
            del self.lake[card]
            self.out_of_game.append(card)

    # the end (section 4.4)

    def position(self):
        left = min((x for x, _, _ in self.lake.values()), default=0)
        top = min((y for _, y, _ in self.lake.values()), default=0)
        cards = sorted((x - left, y - top, r, DECK[c]) for c, (x, y, r) in self.lake.items())
        tokens = [sorted((x - left, y - top) for x, y in self.tokens[c]) for c in "LD"]
        return repr((cards, tokens, self.mover))

    def end_turn(self):
        self.turns += 1
        self.mover = 1 - self.mover
        self.seen.append(self.position())
        self.judge(begins=False)

    def judge(self, begins):
        out = [c for c in "LD" if self.had[c] and not self.tokens[c]]
        if not begins and out:
            holders = [seat for seat in (0, 1) if self.tokens[self.colours[seat]]]
            self.over("tokens" if holders else "no_tokens", holders or [0, 1])
        elif not begins and not self.lake:
            self.over("empty_lake", [0, 1])
        elif not self.tokens[self.own] and not self.free():
            self.over("stuck", [1 - self.mover])
        elif not begins and self.seen.count(self.seen[-1]) >= 3:
            self.over("repetition", [0, 1])
        elif not begins and self.turns >= 400:
            self.over("turn_limit", [0, 1])

    def over(self, reason, winners):
        self.stage, self.result = "over", (reason, winners)
