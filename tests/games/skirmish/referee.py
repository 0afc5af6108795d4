"""A second, naive skirmish, written from docs/rules/skirmish.md and nothing else.

It shares no code and no data with the package. The rules are told as they are played;
whoever must decide is asked by a ``yield``. Slow, and meant to be.
"""

from itertools import product

from tests.games.skirmish.referee_board import COST, DIE, ROSTERS, SQUARES, near_ranks
from tests.games.skirmish.referee_cards import CARDS, STARTS, Cards


def all_teams(faction, points):
    """Return every legal team as its answer (skirmish.md 2)."""
    roster = ROSTERS[faction]
    for counts in product(*(range(most + 1) for _, most in roster.values())):
        named = [(entry, count) for entry, count in zip(roster, counts, strict=True) if count]
        cost = sum(COST[roster[entry][0]] * count for entry, count in named)
        if named and cost <= points:
            yield "team " + " ".join(f"{entry} {count}" for entry, count in named)


class Referee(Cards):
    """One game. ``asked`` lists ``(seat, kind, options)``; it is empty when the game is over."""

    def __init__(self, factions, points=(14, 14), teams=(None, None), trees=6, first=None):
        super().__init__(factions)
        self.points_allowed, self.teams, self.tree_count = points, list(teams), trees
        self.first, self.turn = first, 0
        self.queue, self.naming, self.winners = [], [], []
        self.asked, self.chance, self.flow = [], None, None

    def begin(self, chance):
        """Set the game up and go on to the first question."""
        self.flow = self.game()
        self.go_on(None, chance)

    def answer(self, answers, chance):
        """Carry out the answers by seat and go on to the next question."""
        for seat, _, options in self.asked:
            assert answers[seat] in options
        ((seat, kind, _), *_) = self.asked
        self.go_on(answers if kind == "team" else answers[seat], chance)

    def go_on(self, given, chance):
        self.chance = chance
        try:
            asked = self.flow.send(given)
            self.asked = asked if isinstance(asked, list) else [asked]
        except StopIteration:
            self.asked = []

    def rolled(self, sides, count):
        return self.chance.roll("", sides, count)

    def shuffled(self, cards):
        return [cards[number] for number in self.chance.shuffle("", len(cards))]

    # 3

    def game(self):
        while self.first is None:
            south, north = self.rolled(20, 2)
            if south != north:
                self.first = 0 if south > north else 1
        # The deck lies there before the teams are built: nobody can tell, and a step less.
        self.deck = self.shuffled(CARDS)
        yield from self.choose_teams()
        yield from self.plant()
        yield from self.deploy()
        yield from self.turns()

    def choose_teams(self):
        asked = [
            (seat, "team", set(all_teams(self.factions[seat], self.points_allowed[seat])))
            for seat in (0, 1)
            if self.teams[seat] is None
        ]
        answers = (yield asked) if asked else {}
        for seat in (0, 1):
            team = self.teams[seat]
            if team is None:
                words = answers[seat].split()[1:]
                team = dict(zip(words[::2], map(int, words[1::2]), strict=True))
            for entry in ROSTERS[self.factions[seat]]:
                self.pieces += [self.piece(seat, entry) for _ in range(team.get(entry, 0))]

    def plant(self):
        seat = self.first
        for _ in range(self.tree_count):
            squares = [one for one in SQUARES if one[1] in "3456" and one not in self.trees]
            answer = yield from self.ask(seat, "tree", [f"tree {one}" for one in squares])
            self.trees.append(answer.split()[1])
            seat = 1 - seat

    def hand(self, seat):
        return [one for one in self.pieces if one["where"] == "hand" and one["seat"] == seat]

    def deploy(self, seat=None):
        seat = self.first if seat is None else seat
        while self.hand(0) or self.hand(1):
            hand = self.hand(seat)
            if hand:
                free = [square for square in near_ranks(seat) if self.unoccupied(square)]
                entries = dict.fromkeys(one["entry"] for one in hand)
                options = [f"deploy {entry} {square}" for entry in entries for square in free]
                _, entry, square = (yield from self.ask(seat, "deploy", options)).split()
                piece = next(one for one in hand if one["entry"] == entry)
                piece.update(square=square, where="board")
            seat = 1 - seat

    # 4

    def turns(self):
        while not self.over:
            self.turn += 1
            for piece in self.pieces:
                piece["activated"] = False
            yield from self.activations(self.first)
            if not self.over:
                self.end_turn()

    def go_on_from(self, seat):
        """Play on from the middle of a turn, in which a seat is to Activate a piece."""
        yield from self.activations(seat)
        if not self.over:
            self.end_turn()
        yield from self.turns()

    def end_turn(self):
        if self.turn == 10:
            self.last_count()
        else:
            self.first = 1 - self.first

    def waiting(self, seat):
        return [piece for piece in self.on_board(seat) if not piece["activated"]]

    def activations(self, seat):
        while not self.over and (self.waiting(0) or self.waiting(1)):
            if self.waiting(seat):
                yield from self.activation(seat)
            seat = 1 - seat

    def activation(self, seat):
        options = []
        for piece in self.waiting(seat):
            starts = piece["entry"] in STARTS
            options += [f"activate {piece['square']}"] if starts else self.actions(piece)
        answer = yield from self.ask(seat, "activate", options)
        piece = self.at(answer.split()[1])
        piece["activated"] = True
        if answer.startswith("activate"):
            yield from self.start(piece)
            answer = yield from self.ask(seat, "act", self.actions(piece))
        yield from self.act(piece, *answer.split())
        if not self.over:
            yield from self.end(piece)
            yield from self.between()

    def between(self):
        while self.queue:
            seat, count = self.queue.pop(0)
            yield from self.conjure(seat, count)

    def act(self, piece, verb, here, there=None):
        targets = self.targets(piece)
        self.skipped = None
        if verb == "move":
            self.move(piece, here, there)
        elif verb == "castle":
            self.at(there)["square"], piece["square"] = here, there
            if piece["entry"] == "barbegazi":
                yield from self.conjure(piece["seat"], 3)
        elif verb == "attack":
            target, ends = next(one for one in targets if one[0]["square"] == there)
            yield from self.fight(piece, target, ends)

    def move(self, piece, here, there):
        piece.update(square=there, fresh=False)
        if piece["type"] == "pawn" and abs(int(there[1]) - int(here[1])) == 2:
            self.skipped = (piece, here[0] + str((int(here[1]) + int(there[1])) // 2))

    # 6

    def fight(self, attacker, target, ends):
        attacker["fresh"] = False
        spends = []
        for piece in (attacker, target):
            options = ["keep", "spend"] if piece["adv"] else ["keep"]
            spends.append((yield from self.ask(piece["seat"], "spend", options)) == "spend")
        mounted = attacker["type"] == "knight" and target["type"] != "knight"
        roots = 2 if target["entry"] == "old_oak" and self.by_tree(target) else 0
        attack = self.total(attacker, spends[0], int(mounted), 0)
        defence = self.total(target, spends[1], 0, roots)
        if attack > defence and not self.reigns(target):
            yield from self.success(attacker, target, ends)
            return
        if attack > defence:
            yield from self.bump(target)
        self.defended(attacker, target)

    def total(self, piece, spends, sources, flat):
        if spends:
            piece["adv"] -= 1
            sources += 1
        if piece["dis"]:
            piece["dis"] -= 1
            sources -= 1
        dice = self.rolled(DIE[piece["type"]], 2 if sources else 1)
        best = min(dice) if sources < 0 else max(dice)
        return max(1, best + flat + {"blessed": 2, "cursed": -2, None: 0}[piece["grace"]])

    def bump(self, piece):
        around_it = [one for one in SQUARES if self.unoccupied(one)]
        around_it = [one for one in around_it if is_beside(one, piece["square"])]
        if around_it:
            options = [f"bump {square}" for square in around_it]
            answer = yield from self.ask(piece["seat"], "bump", options)
            piece["square"] = answer.split()[1]

    def defended(self, attacker, target):
        if attacker["entry"] == "witch_of_november":
            self.give_disadvantage(target, 2, attacker)
        if target["entry"] == "thorn_king":
            self.give_disadvantage(attacker, 1, target)
        if target["entry"] == "yeti":
            self.queue.append((target["seat"], 4))

    def success(self, attacker, target, ends):
        self.leave(target)
        attacker["square"] = ends
        if not self.on_board(target["seat"]):
            self.over, self.winners = "eliminated", [attacker["seat"]]
            return
        yield from self.when_slain(target, attacker)
        if attacker["entry"] in ("jester", "jack_frost"):
            yield from self.fools_endeavour(attacker["seat"])
        if attacker["entry"] == "yeti":
            self.queue.append((attacker["seat"], 4))

    def when_slain(self, piece, by):
        if piece["type"] == "king":
            by["adv"] += 1
        elif piece["entry"] == "witch_of_november":
            yield from self.conjure(piece["seat"], 8, least=4)
        elif piece["entry"] == "solstice_totem":
            by["adv"] = 0
            by["grace"] = None if by["grace"] == "blessed" else by["grace"]
            options = ["curse", "decline"] if self.takes_curse(by, piece) else ["decline"]
            if (yield from self.ask(piece["seat"], "obelisk", options)) == "curse":
                self.curse(by)

    def fools_endeavour(self, seat):
        options = ["decline"]
        options += ["turn up"] if self.jokers_up < 2 else []
        options += ["turn down"] if self.jokers_up > 0 else []
        answer = yield from self.ask(seat, "fools_endeavour", options)
        self.jokers_up += {"decline": 0, "turn up": 1, "turn down": -1}[answer]

    # 14

    def points(self):
        counted = [one for one in self.pieces if one["where"] in ("board", "hand")]
        return [sum(COST[one["type"]] for one in counted if one["seat"] == seat) for seat in (0, 1)]

    def last_count(self):
        fathers = [one for one in self.on_board() if one["entry"] == "father_winter"]
        if fathers:
            self.over, self.winners = "own_victory", [fathers[0]["seat"]]
            return
        points = self.points()
        self.over = "points"
        self.winners = [seat for seat in (0, 1) if points[seat] == max(points)]


def is_beside(one, other):
    across, up = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return max(across, up) == 1
