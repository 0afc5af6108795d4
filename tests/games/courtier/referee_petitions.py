"""Petitions and fashion cards in a second, naive Courtier. Source: courtier.md 10, 11, 13."""

from itertools import product

from tests.games.courtier.referee_board import GIANNI, NEUTRAL
from tests.games.courtier.referee_cards import TYPES, Cards

WAYS = ("own", "card", "minister")


class Petitions(Cards):
    """The cards, with petitions and fashions."""

    def __init__(self, table, seats, options):
        super().__init__(table, seats)
        self.options = options
        self.petition = {one["id"]: one for one in table["petition"]}
        self.fashion = {one["id"]: one for one in table["fashion"]}
        self.row, self.petition_deck, self.bottom = [], [], []
        self.secret = dict.fromkeys(self.seats)
        self.completed = {colour: [] for colour in self.colours}
        self.fashions, self.box, self.seen = [], [], []
        self.petition_done, self.over = False, None

    # 10.1

    def ways(self, colour, petition):
        """Return every way to cover the courtiers of a petition, each a tuple of ``WAYS``."""
        listed = self.petition[petition]["courtiers"]
        some = [[way for way in WAYS if self.is_covered(colour, one, way)] for one in listed]
        return [
            ways
            for ways in product(*some)
            if self.fit_together(colour, list(zip(listed, ways, strict=True)))
        ]

    def fit_together(self, colour, pairs):
        return (
            self.minister_allows(pairs)
            and self.cards_suffice(pairs)
            and self.cheese_allows(colour, pairs)
        )

    def is_covered(self, colour, courtier, way):
        if way == "own":
            return self.is_full(courtier) and self.control(courtier) == colour
        if way == "card":
            return colour != GIANNI and self.courtiers[courtier]["coterie"] in self.stand_ins
        minister = self.minister()
        mine = self.is_full(minister) and self.control(minister) == colour
        return mine and self.holds(colour, "substitute")

    def minister(self):
        """Return the one courtier of the coterie that stands in for others."""
        (one,) = self.members(self.ability["substitute"]["coterie"])
        return one

    def minister_allows(self, pairs):
        """One courtier never counts twice; the ability replaces one courtier (4)."""
        used = [courtier for courtier, way in pairs if way == "minister"]
        listed = dict(pairs).get(self.minister(), "card")
        return not used or (len(used) == 1 and listed == "card")

    def cards_suffice(self, pairs):
        spent = [self.courtiers[one]["coterie"] for one, way in pairs if way == "card"]
        return all(spent.count(one) <= self.stand_ins.count(one) for one in spent)

    def cheese_allows(self, colour, pairs):
        """No Cheese (14): an own marker on a listed courtier, or a Resourceful used."""
        return (
            not self.options["no_cheese"]
            or any(way == "card" for _, way in pairs)
            or any(colour in self.markers[courtier] for courtier, _ in pairs)
        )

    def completion(self, petition, ways):
        """Write a completion as an answer."""
        listed = self.petition[petition]["courtiers"]
        named = [f"{one}={way}" for one, way in zip(listed, ways, strict=True) if way != "own"]
        return " ".join(["complete", petition, *named])

    def completions(self, seat):
        mine = [*self.row, self.secret[seat]] if self.secret[seat] else self.row
        return [self.completion(one, ways) for one in mine for ways in self.ways(seat, one)]

    def conceivable(self, seat):
        """Return what an outsider must think this player might complete."""
        done = {one for petitions in self.completed.values() for one in petitions}
        hidden = [one for one in self.petition if one not in {*done, *self.row}]
        return [*self.row, *(hidden if self.secret[seat] else [])]

    # 7, step 3

    def petition_step(self, seat):
        while not self.over:
            mine = [] if self.petition_done else self.completions(seat)
            some = not self.petition_done and any(
                self.ways(seat, one) for one in self.conceivable(seat)
            )
            reviews = self.reviews(seat)
            if not some and not reviews:
                return
            legal = [*mine, *reviews, "done"]
            answer = yield from self.ask(seat, "petition", legal, "done", always=True)
            verb, *rest = answer.split()
            if verb == "done":
                return
            if verb == "review":
                yield from self.review(seat, *rest)
            else:
                self.petition_done = True
                self.complete(seat, answer)

    # 10.2

    def complete(self, colour, answer):
        _, petition, *named = answer.split()
        special = dict(one.split("=") for one in named)
        for courtier in self.petition[petition]["courtiers"]:
            if courtier not in special:
                self.clear(courtier)
        if "minister" in special.values():
            self.clear(self.minister())
        self.completed[colour].append(petition)
        self.replace_petition(colour, petition)
        self.new_fashion(colour)
        if not self.over:
            for name in TYPES:
                if self.offers[name]:
                    self.discards[name].append(self.offers[name])
                self.offers[name] = None
            for name in TYPES:
                self.turn_up(name)

    def replace_petition(self, colour, petition):
        new = self.next_petition()
        if petition in self.row:
            at = self.row.index(petition)
            self.row[at : at + 1] = [new] if new else []
        else:
            self.secret[colour] = new

    def next_petition(self):
        if not self.petition_deck:
            return None
        new = self.petition_deck.pop(0)
        if new in self.bottom:
            self.bottom.remove(new)
        return new

    def new_fashion(self, colour):
        """Reveal the top fashion card and carry it out (11)."""
        card = self.fashions.pop(0)
        self.seen.append(card)
        if self.fashion[card]["ends_game"]:
            self.over = "queen_arrested"
        for effect in self.fashion[card]["effects"]:
            getattr(self, f"fashion_{effect['op']}")(colour, effect)

    def fashion_fill(self, _, effect):
        for courtier in self.members(effect["coterie"]):
            for _ in range(self.courtiers[courtier]["slots"]):
                self.add_neutral(courtier)

    def fashion_sprinkle(self, *_):
        for courtier in self.courtiers:
            self.add_neutral(courtier)

    def fashion_gain_each(self, _, effect):
        for seat in self.seats:
            self.gain(seat, effect["count"])

    def fashion_vp_completer(self, colour, effect):
        self.track[colour] += effect["count"]

    def fashion_clear_neutral(self, *_):
        for courtier in self.courtiers:
            while NEUTRAL in self.markers[courtier]:
                self.markers[courtier].remove(NEUTRAL)
                self.neutral += 1

    def fashion_new_petitions(self, *_):
        size = self.table["setup"]["public_petitions"]
        self.petition_deck += self.row
        self.bottom += self.row
        self.row = []
        while self.petition_deck and len(self.row) < size:
            self.row.append(self.next_petition())

    # 13

    def gianni_part(self, seat):
        """Let Gianni act, as the player who has just played decides."""
        # The player's turn is over, with all that lasts until then.
        self.active = GIANNI
        self.lifted, self.stand_ins, self.penalty = False, [], 0
        if self.holds(GIANNI, "vp"):
            self.track[GIANNI] += self.ability["vp"]["amount"]
        card = self.top("influence")
        if card:
            self.discards["influence"].append(card)
            if not self.card[card]["wild"]:
                yield from self.gianni_places(seat, self.card[card])
        best = self.gianni_best()
        if best:
            self.complete(GIANNI, (yield from self.ask(seat, "gianni_petition", best)))

    def gianni_places(self, seat, data):
        for _ in range(data["markers"] + self.extra_markers(GIANNI)):
            places = self.placements(GIANNI, self.targets(data), data["empty_only"])
            if places:
                legal = [f"place {where}" for where in places]
                answer = yield from self.ask(seat, "gianni_place", legal)
                self.place(GIANNI, answer.removeprefix("place "))

    def gianni_best(self):
        """Return the completions worth most: without the Minister where there is one."""
        found = [(one, ways) for one in self.row for ways in self.ways(GIANNI, one)]
        direct = [(one, ways) for one, ways in found if "minister" not in ways]
        found = direct or found
        most = max((self.petition[one]["points"] for one, _ in found), default=0)
        return [
            self.completion(one, ways)
            for one, ways in found
            if self.petition[one]["points"] == most
        ]
