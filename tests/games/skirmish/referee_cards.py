"""The referee's tokens, cards and special rules of the factions, from skirmish.md 7 to 17."""

from tests.games.skirmish.referee_board import Board, around

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [rank + suit for suit in "CDHS" for rank in RANKS]
STARTS = (
    "father_winter", "jack_frost", "solstice_totem", "arctic_wolf", "captain", "chaplain",
    "bramble_queen", "seed_keeper",
)  # fmt: skip


class Cards(Board):
    """Who must decide is asked by a ``yield`` of (seat, kind, options)."""

    def __init__(self, factions):
        super().__init__(factions)
        self.deck, self.discard, self.shown, self.kept = [], [], [], [[], []]
        self.jokers_up, self.thaw, self.over, self.forced = 2, False, None, False

    def ask(self, seat, kind, options):
        """Return what a seat chooses; of one option without being asked."""
        # A position asks at once, whatever there is to choose.
        forced, self.forced = self.forced, False
        if len(options) == 1 and not forced:
            return options[0]
        return (yield (seat, kind, options))

    def choose(self, seat, kind, pieces):
        """Return one of some pieces, chosen by its square; nothing when there is none."""
        if not pieces:
            return None
        options = [f"{kind[1]} {one['square']}" for one in pieces]
        answer = yield from self.ask(seat, kind[0], options)
        return self.at(answer.split()[1])

    # 8

    def reigns(self, piece):
        """Tell whether Father Winter is protected by ten kept cards."""
        return piece["entry"] == "father_winter" and len(self.kept[piece["seat"]]) >= 10

    def takes_disadvantage(self, piece, giver):
        """Tell whether a piece may be given Disadvantage by a piece, or by a seat's faction."""
        if self.reigns(piece):
            return False
        if piece["entry"] == "yeti" and giver != piece["seat"]:
            return isinstance(giver, dict) and giver["square"] in around(piece["square"])
        return True

    def give_disadvantage(self, piece, count, giver):
        if self.takes_disadvantage(piece, giver):
            piece["dis"] += count

    def bless(self, piece):
        piece["grace"] = None if piece["grace"] == "cursed" else "blessed"

    def curse(self, piece):
        piece["grace"] = None if piece["grace"] == "blessed" else "cursed"

    def takes_curse(self, piece, giver):
        if piece["grace"] == "cursed" or self.is_good_willed(piece):
            return False
        return self.takes_disadvantage(piece, giver)

    # 15.1, 15.2

    def enemies(self, seat):
        return self.on_board(1 - seat)

    def conjure(self, seat, count, least=None):
        if all(enemy["dis"] for enemy in self.enemies(seat)):
            self.thaw = True
        bishops = sum(one["type"] == "bishop" for one in self.on_board(seat))
        if self.thaw:
            for _ in range(count + bishops):
                yield from self.melt(seat)
            return
        more, jacks = yield from self.wonders(seat)
        self.reveal(count + more)
        low, high = (least, len(self.shown)) if least else (1, 1 + bishops)
        chosen = yield from self.keep(seat, low, high, jacks)
        for _, card in chosen:
            self.shown.remove(card)
            self.kept[seat].append(card)
        self.discard += self.shown
        self.shown = []
        for rank, _ in chosen:
            yield from self.apply(seat, rank)

    def wonders(self, seat):
        choices = []
        if any(one["entry"] == "jack_frost" for one in self.on_board(seat)):
            for _ in range(2 - self.jokers_up):
                choices.append((yield from self.ask(seat, "wonder", ["more", "jack"])))
        return choices.count("more"), choices.count("jack")

    def reveal(self, count):
        for _ in range(count):
            if not self.deck:
                if not self.discard:
                    return
                self.deck = self.shuffled(self.discard)
                self.discard = []
            self.shown.append(self.deck.pop(0))

    def keep(self, seat, low, high, jacks):
        """Return what is kept, in order: as what rank it counts, and the card."""
        chosen = []
        self.naming = chosen
        while len(chosen) < min(high, len(self.shown)):
            left = [card for card in self.shown if card not in [one for _, one in chosen]]
            options = [f"keep {card}" for card in left]
            if jacks:
                # A Jack is applied like a Jack anyway.
                options += [f"keep {card} jack" for card in left if card[:-1] != "J"]
            if len(chosen) >= low:
                options.append("done")
            words = (yield from self.ask(seat, "keep_card", options)).split()
            if words == ["done"]:
                break
            jacks -= len(words) == 3
            chosen.append(("J" if len(words) == 3 else words[1][:-1], words[1]))
        self.naming = []
        return chosen

    def apply(self, seat, rank):
        mine = self.on_board(seat)
        wanted = {
            "K": ["king"], "Q": ["queen"],
            "J": ["rook", "knight", "bishop", "joker"], "A": ["rook", "knight", "bishop", "joker"],
        }.get(rank, [])  # fmt: skip
        named = [one for one in mine if one["type"] in wanted and self.adjacent(one, 1 - seat)]
        middle = yield from self.choose(seat, ("around", "around"), named)
        if middle:
            for enemy in self.adjacent(middle, 1 - seat):
                self.give_disadvantage(enemy, 1, seat)
            return
        free = [one for one in self.enemies(seat) if not one["dis"]]
        free = [one for one in free if self.takes_disadvantage(one, seat)]
        enemy = yield from self.choose(seat, ("chill", "chill"), free)
        if enemy:
            self.give_disadvantage(enemy, 1, seat)

    def melt(self, seat):
        """Discard one kept card in the Thaw, or pay for the one that is missing."""
        if not self.kept[seat]:
            yield from self.frostbite(seat, 2)
            return
        self.discard.append(self.kept[seat].pop(0))
        enemies = self.enemies(seat)
        options = [f"melt disadvantage {one['square']}" for one in enemies if one["dis"]]
        options += [f"melt curse {one['square']}" for one in enemies if one["grace"] == "cursed"]
        if not options:
            yield from self.frostbite(seat, 1)
            return
        _, token, square = (yield from self.ask(seat, "melt", options)).split()
        if token == "curse":
            self.at(square)["grace"] = None
        else:
            self.at(square)["dis"] -= 1

    def frostbite(self, seat, count):
        mine = [one for one in self.on_board(seat) if self.takes_disadvantage(one, seat)]
        piece = yield from self.choose(seat, ("frostbite", "frostbite"), mine)
        if piece:
            self.give_disadvantage(piece, count, seat)

    # start of Activation

    def start(self, piece):
        yield from getattr(self, "start_of_" + piece["entry"])(piece)

    def start_of_father_winter(self, piece):
        yield from self.conjure(piece["seat"], 2)

    def start_of_solstice_totem(self, piece):
        yield from self.conjure(piece["seat"], 3)

    def start_of_jack_frost(self, piece):
        options = ["turn down", "decline"] if self.jokers_up else ["decline"]
        answer = yield from self.ask(piece["seat"], "wonderland", options)
        if answer == "turn down":
            self.jokers_up -= 1
            yield from self.conjure(piece["seat"], 2)

    def start_of_arctic_wolf(self, piece):
        options = ["prowl conjure", "decline"]
        if any(enemy["dis"] for enemy in self.adjacent(piece, 1 - piece["seat"])):
            options.append("prowl advantage")
        answer = yield from self.ask(piece["seat"], "prowl", options)
        if answer == "prowl conjure":
            yield from self.conjure(piece["seat"], 1)
        elif answer == "prowl advantage":
            piece["adv"] += 1

    def start_of_captain(self, piece):
        allies = [one for one in self.adjacent(piece, piece["seat"]) if not one["adv"]]
        ally = yield from self.choose(piece["seat"], ("steady_command", "encourage"), allies)
        if ally:
            ally["adv"] += 1

    def start_of_chaplain(self, piece):
        allies = [one for one in self.adjacent(piece, piece["seat"]) if one["grace"] != "blessed"]
        options = [f"bless {one['square']}" for one in allies] + ["decline"]
        answer = yield from self.ask(piece["seat"], "benediction", options)
        if answer != "decline":
            self.bless(self.at(answer.split()[1]))

    def start_of_bramble_queen(self, piece):
        enemies = [one for one in self.enemies(piece["seat"]) if not one["dis"]]
        enemies = [
            one for one in enemies if self.by_tree(one) and self.takes_disadvantage(one, piece)
        ]
        options = [f"snare {one['square']}" for one in enemies] + ["decline"]
        answer = yield from self.ask(piece["seat"], "snare", options)
        if answer != "decline":
            self.at(answer.split()[1])["dis"] += 1

    def start_of_seed_keeper(self, piece):
        free = [square for square in around(piece["square"]) if self.unoccupied(square)]
        options = [f"sapling {tree} {square}" for tree in self.trees for square in free]
        options = ["decline"] + ([] if piece["used"] else options)
        answer = yield from self.ask(piece["seat"], "sapling", options)
        if answer != "decline":
            _, tree, square = answer.split()
            piece["used"] = True
            self.trees.remove(tree)
            self.trees.append(square)

    # end of Activation

    def end(self, piece):
        far = "8" if piece["seat"] == 0 else "1"
        if piece["entry"] == "barbegazi":
            yield from self.jig(piece)
        if piece["type"] == "pawn" and piece["square"][1] == far and not piece["promoted"]:
            yield from self.promote(piece)

    def jig(self, piece):
        allies = self.adjacent(piece, piece["seat"])
        squares = {square for ally in allies for square in around(ally["square"])}
        options = [f"jig {square}" for square in squares if self.unoccupied(square)]
        answer = yield from self.ask(piece["seat"], "jig", [*options, "decline"])
        if answer != "decline":
            piece["square"] = answer.split()[1]

    def promote(self, pawn):
        seat = pawn["seat"]
        pool = [one for one in self.pieces if one["seat"] == seat and one["where"] == "slain"]
        pool = [one for one in pool if one["type"] not in ("pawn", "king")]
        pool = [one for one in pool if one["entry"] not in ("jester", "jack_frost")]
        if not pool:
            if pawn["grace"] != "blessed":
                self.bless(pawn)
                pawn["promoted"] = True
            return
        options = list(dict.fromkeys(f"promote {one['entry']}" for one in pool))
        answer = yield from self.ask(seat, "promotion", [*options, "decline"])
        if answer != "decline":
            alike = [one for one in pool if one["entry"] == answer.split()[1]]
            fresh = [one for one in alike if not one["used"]]
            newcomer = (fresh or alike)[0]
            newcomer.update(square=pawn["square"], where="board", activated=True)
            pawn["promoted"] = True
            self.leave(pawn)

    def leave(self, piece):
        """Put a piece into the slain pool, without its tokens."""
        piece.update(square=None, where="slain", adv=0, dis=0, grace=None)
