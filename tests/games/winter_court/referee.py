"""A second, naive Winter Court, written from docs/rules/winter_court.md and nothing else.

It shares no code and no data with the package: cards are texts such as "Mi9",
members letters, everything is tried and judged by section 6. Slow, and meant to be.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, product

# 1.1: letter, name, status, suits
TABLE = """
A Ruler      5 L Mi
B Consort    4 K Wi
C Heir       3 Mi Wi
D Dowager    2 W D
E Wizard     1 K D
F Steward    1 L W
G Sage       1 K
H Charlatan  1 W
I Knight     1 Mi
J Lover      1 D
K Matchmaker 1 L
L Fool       1 Wi
"""
ROWS = [row.split() for row in TABLE.strip().splitlines()]
NAMES = {row[0]: row[1].lower() for row in ROWS}
STATUS = {row[0]: int(row[2]) for row in ROWS}
SUITS = {row[0]: set(row[3:]) for row in ROWS}
LETTERS = "ABCDEFGHIJKL"
SUIT_ORDER = ["L", "Mi", "W", "K", "D", "Wi"]
EVERY = [f"{suit}{rank}" for suit in SUIT_ORDER for rank in range(1, 11)]


def suit(card):
    return card.rstrip("0123456789")


def rank(card):
    return int(card[len(suit(card)) :])


def ordered(cards):
    return sorted(cards, key=EVERY.index)


class Referee:
    """One game, changed in place."""

    def __init__(self, encoded):
        """Take over where an encoded state stands."""
        self.stage, self.mover, self.turn = encoded["stage"], encoded["to_move"], encoded["turn"]
        self.hands = [set(hand) for hand in encoded["hands"]]
        self.pile, self.discard = list(encoded["pile"]), list(encoded["discard"])
        self.influence = {x: list(one["cards"]) for x, one in encoded["court"].items()}
        self.side = {x: one["side"] for x, one in encoded["court"].items()}
        self.pawn = {x: encoded["court"].get(x, {}).get("holder") for x in LETTERS}
        self.snapshot, self.returned = set(encoded["snapshot"]), set(encoded["returned"])
        self.plays, self.passed = encoded["plays"], encoded["passed"]
        self.drawn = list(encoded["drawn"])

    def facts(self):
        """Return what must equal the encoded state."""
        return {
            "stage": self.stage,
            "to_move": self.mover,
            "turn": self.turn,
            "hands": [ordered(hand) for hand in self.hands],
            "pile": self.pile,
            "discard": self.discard,
            "court": {
                x: {"holder": self.pawn[x], "cards": self.influence[x], "side": self.side[x]}
                for x in LETTERS
                if x in self.influence
            },
            "snapshot": sorted(self.snapshot),
            "returned": sorted(self.returned),
            "plays": self.plays,
            "passed": self.passed,
            "drawn": self.drawn,
        }

    # what is legal

    def legal(self):
        """Return every legal answer, as a list that would show a duplicate."""
        if self.stage == "draw":
            return [f"draw {count}" for count in range(3) if self.may_draw(count)]
        if self.stage == "keep":
            return [f"keep {card}" for card in self.drawn]
        return [*self.direct(), *self.plays_now()] if self.stage == "act" else []

    def may_draw(self, count):
        if self.passed:
            return count == 1 or (count == 2 and len(self.pile) >= 2)
        return count in (0, 1)

    def usable(self, letter):
        mine = self.pawn[letter] == self.mover
        return letter in self.snapshot and mine and letter not in self.returned

    def direct(self):
        found = ["end" if self.plays else "pass"]
        if self.usable("F"):
            found.append("steward")
        if self.usable("G"):
            found += [f"sage {card}" for card in self.discard]
        if self.usable("H"):
            found += [
                f"charlatan {x}"
                for x in LETTERS
                if x != "H" and self.pawn[x] is None and x in self.influence
            ]
        return found

    def plays_now(self):
        if self.plays == 2 or (self.plays == 1 and not self.usable("E")):
            return []
        return [self.text(play) for play in self.candidates() if self.is_legal(*play)]

    def candidates(self):
        """Every combination of cards of the hand, sensible or not, with the powers in reach."""
        hand = ordered(self.hands[self.mover])
        some = {x: [None, *(hand if self.usable(x) else [])] for x in "IJK"}
        fools = [False, True] if self.usable("L") else [False]
        small = [card for card in hand if rank(card) <= 3]
        sets = [set(b) for n in range(len(small) + 1) for b in combinations(small, n)]
        parts = (LETTERS, hand, some["I"], some["J"], some["K"], fools)
        for target, main, knight, lover, match, fool in product(*parts):
            used = [card for card in (main, knight, lover, match) if card]
            if len(set(used)) < len(used):
                continue
            suits = {suit(card) for card in used}
            for boosts in sets:
                if not boosts & set(used) and {suit(card) for card in boosts} <= suits:
                    yield target, main, knight, lover, match, boosts, fool

    def is_legal(self, target, main, knight, lover, match, boosts, fool):
        """Section 6, line by line; the candidates use each card once and fitting boosts only."""
        if suit(main) not in SUITS[target]:
            return False
        if knight and suit(knight) != "Mi":
            return False
        if lover and suit(lover) != "D":
            return False
        if match and {suit(match)} != SUITS[target] - {suit(main)}:
            return False
        total = sum(rank(card) for card in [main, knight, lover, match, *boosts] if card)
        current = sum(rank(card) for card in self.influence.get(target, []))
        return current > 0 and total < current if fool else total > current

    def text(self, play):
        target, main, knight, lover, match, boosts, fool = play
        words = ["play", main, target]
        named = [("knight", knight), ("lover", lover), ("matchmaker", match)]
        words += [f"{power}={card}" for power, card in named if card]
        words += [f"+{card}" for card in ordered(boosts)]
        return " ".join(words + ["fool"] * fool + ["wizard"] * (self.plays == 1))

    def judges(self, answer):
        """Say whether an answer, its words in any order after the target, means a legal one."""
        words = answer.split()
        rest = words[3:]
        if len(set(rest)) < len(rest):
            return False
        return any(
            words[:3] == one.split()[:3] and sorted(rest) == sorted(one.split()[3:])
            for one in self.listed
        )

    @cached_property
    def listed(self):
        """All legal answers, worked out once."""
        return self.legal()

    # what happens

    def do(self, answer):
        """Carry out a legal answer."""
        verb, *rest = answer.split()
        getattr(self, f"do_{verb}")(*rest)

    def give_back(self, letter):
        self.pawn[letter] = None
        self.returned.add(letter)

    def draw_cards(self, count):
        """Section 5; return the cards drawn."""
        drawn = []
        for _ in range(count):
            if self.stage != "over":
                drawn.append(self.pile.pop(0))
                self.hands[self.mover].add(drawn[-1])
                if not self.pile:
                    self.stage = "over"
        return drawn

    def do_pass(self):
        self.stage, self.passed = "draw", True

    def do_end(self):
        self.stage = "draw"

    def do_steward(self):
        self.give_back("F")
        self.draw_cards(2)

    def do_sage(self, card):
        self.give_back("G")
        self.discard.remove(card)
        self.hands[self.mover].add(card)

    def do_charlatan(self, letter):
        self.give_back("H")
        self.discard += self.influence.pop(letter)
        del self.side[letter]

    def do_draw(self, count):
        drawn = self.draw_cards(int(count))
        if self.stage == "over":
            return
        if count == "2":
            self.stage, self.drawn = "keep", drawn
        else:
            self.next_turn()

    def do_keep(self, card):
        other = self.drawn[1 - self.drawn.index(card)]
        self.hands[self.mover].remove(other)
        self.discard.append(other)
        self.next_turn()

    def do_play(self, main, target, *rest):
        added = [word.split("=") for word in rest if "=" in word]
        boosts = [word[1:] for word in rest if word.startswith("+")]
        letters = {name: letter for letter, name in NAMES.items()}
        for name in [name for name, _ in added] + [w for w in rest if w in ("fool", "wizard")]:
            self.give_back(letters[name])
        self.discard += self.influence.get(target, [])
        self.influence[target] = [main, *(card for _, card in added)]
        self.side[target] = self.mover
        self.discard += boosts
        self.hands[self.mover] -= {main, *boosts, *(card for _, card in added)}
        self.shift(target)
        self.plays += 1
        if all(self.pawn[x] == self.mover for x in "ABCD"):
            self.stage = "over"

    def shift(self, letter):
        self.pawn[letter] = None if self.pawn[letter] == 1 - self.mover else self.mover

    def next_turn(self):
        self.mover, self.turn, self.stage = 1 - self.mover, self.turn + 1, "act"
        self.snapshot = {x for x in "EFGHIJKL" if self.pawn[x] == self.mover}
        self.returned, self.plays, self.passed, self.drawn = set(), 0, False, []

    def verdict(self):
        """Section 8: the winning seats of a finished game, and why."""
        for seat in (0, 1):
            if all(self.pawn[x] == seat for x in "ABCD"):
                return [seat], "four_royals"
        one, two = (sum(STATUS[x] for x in LETTERS if self.pawn[x] == seat) for seat in (0, 1))
        if one != two:
            return [0 if one > two else 1], "status"
        claimed = [x for x in LETTERS if self.pawn[x] is not None]
        return ([self.pawn[claimed[0]]], "letter") if claimed else ([0, 1], "empty_court")
