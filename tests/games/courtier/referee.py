"""A second, naive Courtier, written from docs/rules/courtier.md and nothing else.

It shares no code with the package, only the deck file: names in lists, everything
counted anew for every question. The rules are told as they are played, one turn
after the other; whoever must decide is asked by a ``yield``. Slow, and meant to be.
"""

from tests.games.courtier.referee_board import GIANNI
from tests.games.courtier.referee_cards import TYPES
from tests.games.courtier.referee_petitions import Petitions

DEFAULTS = {
    "first": None,
    "auction": True,
    "fast_start": False,
    "no_cheese": False,
    "turn_cap": None,
    "gianni_can_win": True,
}


class Referee(Petitions):
    """One game. ``asked`` is ``(seat, kind, legal, default)``, or ``None`` when it is over."""

    def __init__(self, table, seats, options=None):
        setup = {name: table["setup"][name] for name in ("fashion_top", "fashion_bottom")}
        super().__init__(table, seats, {**DEFAULTS, **setup, **(options or {})})
        self.first, self.turn, self.turn_of, self.auction = None, 0, None, None
        self.asked, self.flow = None, None

    def start(self, chance):
        """Set the game up and go on to the first question."""
        self.flow = self.game()
        self.go_on(None, chance)

    def answer(self, answer, chance):
        """Carry out a legal answer and go on to the next question."""
        assert answer in self.asked[2]
        self.go_on(answer, chance)

    def go_on(self, answer, chance):
        self.chance, self.shuffles = chance, {}
        try:
            self.asked = self.flow.send(answer)
        except StopIteration:
            self.asked = None

    def game(self):
        self.set_up()
        if self.options["auction"]:
            yield from self.make_hands()
            yield from self.auction_hands()
        yield from self.turns(self.first)

    def in_order(self, first):
        """Return the seats clockwise from one."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    # 6.1

    def set_up(self):
        first = self.options["first"]
        if first is None:
            first = self.chance.roll("first", len(self.seats))[0] - 1
        self.first = self.seats[first]
        setup = self.table["setup"]
        self.petition_deck = self.shuffled("petitions", list(self.petition))
        for seat in self.in_order(self.first):
            self.secret[seat] = self.petition_deck.pop(0)
        self.row = [self.petition_deck.pop(0) for _ in range(setup["public_petitions"])]
        self.stack_fashions()
        for name in TYPES:
            cards = [one["id"] for one in self.table[name] for _ in range(one["qty"])]
            self.decks[name] = self.shuffled(name, cards)
        for name in TYPES:
            self.turn_up(name)
        if not self.options["auction"]:
            self.deal_hands()
        if self.options["fast_start"]:
            self.start_fast()

    def deal_hands(self):
        for seat in self.in_order(self.first):
            for name in TYPES:
                for _ in range(self.table["setup"][f"first_game_{name}"]):
                    self.draw(seat, name)

    def start_fast(self):
        fast = [one["id"] for one in self.table["coterie"] if one["fast_start"]]
        for courtier, data in self.courtiers.items():
            if data["coterie"] in fast:
                self.add_neutral(courtier)

    def stack_fashions(self):
        ends = [one for one, data in self.fashion.items() if data["ends_game"]]
        others = [one for one in self.fashion if one not in ends]
        others = self.shuffled("fashions", others)
        top, bottom = self.options["fashion_top"], self.options["fashion_bottom"]
        self.box = others[top + bottom :]
        last = self.shuffled("fashions/end", others[top : top + bottom] + ends)
        self.fashions = others[:top] + last

    # 6.2

    def make_hands(self):
        self.auction = []
        size = self.table["setup"]["starting_hand_size"]
        default = f"hand {self.table['setup']['first_game_influence']}"
        for seat in self.in_order(self.first):
            legal = [f"hand {count}" for count in range(size + 1)]
            answer = yield from self.ask(seat, "hands", legal, default)
            count = int(answer.split()[1])
            names = ["influence"] * count + ["power"] * (size - count)
            cards = [self.top(name) for name in names]
            self.auction.append({"cards": cards, "seat": None, "amount": 0, "maker": seat})

    def auction_hands(self):
        bidder = self.first
        while bidder is not None:
            legal = [
                f"bid {number} {amount}"
                for number, hand in enumerate(self.auction, 1)
                for amount in range(hand["amount"] + 1, self.pool[bidder] + 1)
            ]
            free = [str(n) for n, hand in enumerate(self.auction, 1) if hand["seat"] is None]
            answer = yield from self.ask(bidder, "bid", legal, f"bid {free[0]} 1")
            _, number, amount = answer.split()
            bidder = self.bid(bidder, self.auction[int(number) - 1], int(amount))
        for hand in self.auction:
            self.reserve[hand["seat"]] += hand["amount"]
            self.hands[hand["seat"]] = list(hand["cards"])
            self.known[hand["seat"]] = list(hand["cards"])
        self.auction = None

    def bid(self, bidder, hand, amount):
        """Put a bid down; return who bids next, or nothing at the end."""
        outbid, back = hand["seat"], hand["amount"]
        self.pool[bidder] -= amount
        hand["seat"], hand["amount"] = bidder, amount
        if outbid is not None:
            self.pool[outbid] += back
            return outbid
        standing = [one["seat"] for one in self.auction]
        waiting = [seat for seat in self.in_order(bidder) if seat not in standing]
        return waiting[0] if waiting else None

    def bids(self):
        return {hand["seat"]: hand["amount"] for hand in self.auction or []}

    # 7

    def turns(self, seat):
        while not self.over:
            yield from self.one_turn(seat)
            seat = self.in_order(seat)[1]
        self.turn_of = self.active = None

    def one_turn(self, seat):
        self.turn += 1
        self.turn_of = self.active = seat
        self.lifted, self.reviewed, self.petition_done = False, False, False
        self.played, self.stand_ins, self.penalty = [], [], 0
        if self.holds(seat, "vp"):
            self.track[seat] += self.ability["vp"]["amount"]
        yield from self.trade(seat)
        yield from self.rest_of_turn(seat, "action")

    def rest_of_turn(self, seat, stage):
        """Play a turn on from its action, petition or refilling to the end."""
        if stage == "action":
            yield from self.action(seat)
        if stage in ("action", "petition"):
            yield from self.petition_step(seat)
        if not self.over:
            yield from self.refill(seat)
            if GIANNI in self.colours:
                yield from self.gianni_part(seat)
        if self.turn == self.options["turn_cap"] and not self.over:
            self.over = "turn_cap"

    def trade(self, seat):
        for _ in range(self.ability["draw"]["amount"] if self.holds(seat, "draw") else 0):
            options, way_out = self.draw_options(), self.way_out("draw", "skip")
            if not options:
                return
            answer = yield from self.ask(seat, "trade", options + way_out, way_out and "skip")
            if answer == "skip":
                return
            self.draw(seat, answer.split()[1])

    def action(self, seat):
        while True:
            legal = [f"play {card}" for card in self.playable(seat)]
            legal += ["gain"] if self.reserve[seat] else []
            discards = [f"discard {card}" for card in self.in_hand(seat)]
            legal += discards + self.reviews(seat)
            legal = legal or ["pass"]
            default = "gain" if "gain" in legal else [*discards, "pass"][0]
            # That a card cannot be paid is hidden, so whoever has cards is asked.
            holding = bool(self.hands[seat])
            answer = yield from self.ask(seat, "action", legal, default, holding)
            verb, *rest = answer.split()
            if verb != "review":
                break
            yield from self.review(seat, *rest)
        if verb == "play":
            yield from self.play_action(seat, *rest)
        elif verb == "gain":
            self.gain(seat, 1)
        elif verb == "discard":
            yield from self.throw_many(seat, *rest, "discard")

    def refill(self, seat):
        full = self.table["setup"]["hand_size"]
        for _ in range(max(0, full - len(self.hands[seat]) - self.penalty)):
            legal = self.draw_options()
            none = [] if legal else ["done"]
            if self.can_pay(seat, 1):
                legal += [f"buy {name}" for name in TYPES if self.offers[name]]
            default = "done" if none else None
            answer = yield from self.ask(seat, "refill", legal + none, default)
            verb, *rest = answer.split()
            if verb == "done":
                return
            if verb == "draw":
                self.draw(seat, *rest)
            else:
                yield from self.buy(seat, *rest)

    # 12

    def score(self, colour):
        points = sum(self.petition[one]["points"] for one in self.completed[colour])
        bonus = self.ability["end_bonus"]["amount"] if self.holds(colour, "end_bonus") else 0
        return points + self.track[colour] + bonus

    def rank(self, colour):
        """Return what a colour is ranked by, the best first."""
        return [self.score(colour), len(self.completed[colour]), self.on_board(colour)]

    def places(self):
        ranks = [self.rank(seat) for seat in self.seats]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]

    def is_beaten(self):
        """Tell whether Gianni has come first alone."""
        rivals = self.options["gianni_can_win"] and GIANNI in self.colours
        return bool(rivals) and all(self.rank(GIANNI) > self.rank(seat) for seat in self.seats)

    def outcome(self):
        beaten, places = self.is_beaten(), self.places()
        first = [int(seat) for seat, place in zip(self.seats, places, strict=True) if place == 1]
        return {
            "over": bool(self.over),
            "reason": self.over or "standing",
            "scores": [self.score(seat) for seat in self.seats],
            "places": places,
            "winners": first if self.over and not beaten else [],
        }
