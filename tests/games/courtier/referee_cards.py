"""Cards in a second, naive Courtier: decks, hands and what a card does.

Source: courtier.md 4, 7.1, 8. What asks is a generator: it yields ``(seat, kind,
legal, default)`` and is sent the answer.
"""

from tests.games.courtier.referee_board import NEUTRAL, Board

TYPES = ("influence", "power")


class Cards(Board):
    """A board with hands, decks, discard piles and the two face-up cards."""

    def __init__(self, table, seats):
        super().__init__(table, seats)
        self.card = {one["id"]: one for name in TYPES for one in table[name]}
        self.order = list(self.card)
        self.kind = {one["id"]: name for name in TYPES for one in table[name]}
        self.decks, self.discards = {}, {name: [] for name in TYPES}
        self.offers = dict.fromkeys(TYPES)
        self.hands = {seat: [] for seat in self.seats}
        self.known = {seat: [] for seat in self.seats}
        self.plays = {"any": 0, "influence": 0}
        self.played, self.stand_ins, self.penalty, self.reviewed = [], [], 0, False
        self.chance, self.shuffles = None, {}

    def ask(self, seat, kind, legal, default=None, always=False):
        """Return the answer; a forced choice is not asked."""
        if len(legal) == 1 and not always:
            return legal[0]
        return (yield seat, kind, legal, default or legal[0])

    def way_out(self, op, word):
        """Return the answer that declines an ability, if it can be declined (H34)."""
        return [word] if self.ability[op]["use"] == "optional" else []

    # 7.1: decks and hands

    def shuffled(self, label, cards):
        return [cards[at] for at in self.chance.shuffle(label, len(cards))]

    def has_card(self, name):
        return bool(self.decks[name] or self.discards[name])

    def top(self, name):
        """Take the top card of a deck, shuffling its discard pile in when it is needed."""
        if not self.decks[name] and self.discards[name]:
            self.shuffles[name] = self.shuffles.get(name, 0) + 1
            label = f"{name}/{self.shuffles[name]}"
            self.decks[name], self.discards[name] = self.shuffled(label, self.discards[name]), []
        return self.decks[name].pop(0) if self.decks[name] else None

    def turn_up(self, name):
        self.offers[name] = self.top(name)

    def draw(self, seat, name):
        self.hands[seat].append(self.top(name))

    def draw_options(self):
        return [f"draw {name}" for name in TYPES if self.has_card(name)]

    def in_hand(self, seat):
        """Return each kind of card in a hand once."""
        return [card for card in self.order if card in self.hands[seat]]

    def throw(self, seat, card):
        """Put a hand card on its discard pile."""
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        self.discards[self.kind[card]].append(card)

    def buy(self, seat, name):
        yield from self.spend(seat, 1)
        self.hands[seat].append(self.offers[name])
        self.known[seat].append(self.offers[name])
        self.turn_up(name)

    def spend(self, seat, count):
        for _ in range(count):
            if self.pool[seat]:
                self.pool[seat] -= 1
            else:
                mine = [f"spend {one}" for one in self.courtiers if seat in self.markers[one]]
                answer = yield from self.ask(seat, "spend", mine)
                self.markers[answer.split()[1]].remove(seat)
            self.reserve[seat] += 1

    # 4: the Atheneum

    def reviews(self, seat):
        """Return what may be discarded for free now."""
        if self.reviewed or not self.holds(seat, "free_discard"):
            return []
        return [f"review {card}" for card in self.in_hand(seat)]

    def review(self, seat, card):
        self.reviewed = True
        yield from self.throw_many(seat, card, "review")

    def throw_many(self, seat, card, verb):
        """Discard one card and as many more as the player likes."""
        while card != "done":
            self.throw(seat, card)
            if not self.hands[seat]:
                return
            legal = [f"{verb} {one}" for one in self.in_hand(seat)] + ["done"]
            card = (yield from self.ask(seat, f"{verb}_more", legal, "done")).split()[-1]

    # 8: playing

    def playable(self, seat):
        return [
            card
            for card in self.in_hand(seat)
            if self.kind[card] == "influence" or self.can_pay(seat, self.card[card]["cost"])
        ]

    def may_follow(self, card):
        """Tell whether an extra play allows a card of this type."""
        return bool(self.plays["any"] or (self.plays["influence"] and self.is_influence(card)))

    def is_influence(self, card):
        return self.kind[card] == "influence"

    def play_action(self, seat, card):
        """Play a card and those it lets follow."""
        yield from self.play(seat, card)
        while any(map(self.may_follow, self.hands[seat])):
            legal = [f"play {one}" for one in self.playable(seat) if self.may_follow(one)]
            legal += [*self.reviews(seat), "stop"]
            verb, *rest = (yield from self.ask(seat, "play_more", legal, "stop", True)).split()
            if verb == "stop":
                break
            if verb == "review":
                yield from self.review(seat, *rest)
            else:
                (card,) = rest
                used = self.is_influence(card) and self.plays["influence"]
                self.plays["influence" if used else "any"] -= 1
                yield from self.play(seat, card)
        self.plays = {"any": 0, "influence": 0}

    def play(self, seat, card):
        self.throw(seat, card)
        self.played.append(card)
        if self.is_influence(card):
            yield from self.play_influence(seat, self.card[card])
        else:
            yield from self.play_power(seat, self.card[card])

    def targets(self, data):
        if data["kind"] == "named":
            return [data["target"]]
        return self.members(data["target"]) if data["kind"] == "coterie" else list(self.courtiers)

    def extra_markers(self, colour):
        church = self.holds(colour, "extra_marker")
        return self.ability["extra_marker"]["amount"] if church else 0

    def play_influence(self, seat, data):
        extra = self.extra_markers(seat)
        for number in range(data["markers"] + extra):
            optional = number >= data["markers"]
            places = self.placements(seat, self.targets(data), data["empty_only"])
            legal = [f"place {where}" for where in places]
            if not legal:
                return
            kind = "place_extra" if optional else "place"
            last = self.way_out("extra_marker", "skip") if optional else []
            answer = yield from self.ask(seat, kind, legal + last, last and "skip")
            if answer == "skip":
                return
            self.place(seat, answer.removeprefix("place "))

    def play_power(self, seat, data):
        repeats = self.ability["repeat"]["amount"] if self.holds(seat, "repeat") else 0
        yield from self.spend(seat, data["cost"])
        if data["lifts_protection"]:
            self.lifted = True
        if data["extra_play"] != "none":
            self.plays[data["extra_play"]] += data["extra_plays"]
        self.penalty += data["refill_penalty"]
        yield from self.steps(seat, data)
        for _ in range(repeats if data["repeatable"] else 0):
            last = self.way_out("repeat", "stop")
            answer = yield from self.ask(seat, "repeat", ["repeat", *last], last and "stop")
            if answer == "stop":
                return
            yield from self.steps(seat, data)

    def steps(self, seat, data):
        steps = data["steps"]
        if data["mode"] == "choose_one":
            legal = [f"step {number + 1}" for number in range(len(steps))]
            answer = yield from self.ask(seat, "choose_step", legal)
            steps = [steps[int(answer.split()[1]) - 1]]
        for step in steps:
            if step["op"] == "gain":
                self.gain(seat, step["count"])
            elif step["op"] == "substitute":
                self.stand_ins.append(step["coterie"])
            else:
                for _ in range(step["count"]):
                    yield from getattr(self, f"op_{step['op']}")(seat)

    # 8.3, each once; one without a target does nothing

    def choose(self, seat, kind, legal):
        """Ask for one of some answers; return its words after the verb, or nothing."""
        if legal:
            return (yield from self.ask(seat, kind, legal)).split()[1:]
        return None

    def op_draw(self, seat):
        words = yield from self.choose(seat, "draw", self.draw_options())
        if words:
            self.draw(seat, words[0])

    def op_place_own(self, seat):
        legal = [f"place {one}" for one in self.opens()] if self.pool[seat] else []
        words = yield from self.choose(seat, "place_own", legal)
        if words:
            self.place(seat, words[0])

    def op_place_neutral(self, seat):
        legal = [f"place {one}" for one in self.opens()] if self.neutral else []
        words = yield from self.choose(seat, "place_neutral", legal)
        if words:
            self.add_neutral(words[0])

    def op_remove_neutral(self, seat):
        legal = [f"take {one}" for one in self.courtiers if NEUTRAL in self.markers[one]]
        words = yield from self.choose(seat, "remove_neutral", legal)
        if words:
            self.markers[words[0]].remove(NEUTRAL)
            self.neutral += 1

    def op_move_own(self, seat):
        def others(courtier):
            return [one for one in self.opens() if one != courtier]

        mine = [one for one in self.courtiers if seat in self.markers[one] and others(one)]
        words = yield from self.choose(seat, "move_own", [f"take {one}" for one in mine])
        if words:
            legal = [f"put {one}" for one in others(words[0])]
            (to,) = yield from self.choose(seat, "move_own_to", legal)
            self.markers[words[0]].remove(seat)
            self.markers[to].append(seat)

    def attackable(self, seat):
        """Return each courtier with another player's marker that nothing protects."""
        return [
            (courtier, owner)
            for courtier in self.courtiers
            for owner in self.on(courtier)
            if owner not in (seat, NEUTRAL) and not self.safe_from(owner, seat)
        ]

    def op_move_other(self, seat):
        def others(courtier):
            same = self.members(self.courtiers[courtier]["coterie"])
            return [one for one in self.opens() if one in same and one != courtier]

        legal = [f"take {one} {owner}" for one, owner in self.attackable(seat) if others(one)]
        words = yield from self.choose(seat, "move_other", legal)
        if words:
            courtier, owner = words
            legal = [f"put {one}" for one in others(courtier)]
            (to,) = yield from self.choose(seat, "move_other_to", legal)
            self.markers[courtier].remove(owner)
            self.markers[to].append(owner)

    def op_remove_other(self, seat):
        legal = [f"take {one} {owner}" for one, owner in self.attackable(seat)]
        words = yield from self.choose(seat, "remove_other", legal)
        if words:
            courtier, owner = words
            self.markers[courtier].remove(owner)
            self.back(owner)

    def op_swap(self, seat):
        movable = [
            (courtier, owner)
            for courtier in self.courtiers
            for owner in self.on(courtier)
            if not self.safe_from(owner, seat)
        ]

        def partners(one):
            return [two for two in movable if two[0] != one[0] and two[1] != one[1]]

        legal = [f"take {one[0]} {one[1]}" for one in movable if partners(one)]
        words = yield from self.choose(seat, "swap", legal)
        if words:
            legal = [f"take {two[0]} {two[1]}" for two in partners(words)]
            courtier, owner = yield from self.choose(seat, "swap_with", legal)
            self.markers[words[0]].remove(words[1])
            self.markers[courtier].remove(owner)
            self.markers[words[0]].append(owner)
            self.markers[courtier].append(words[1])
