"""What an outsider who only reads the public events knows of a game of Courtier.

Starts from an empty board and is told one event after the other; no rules are
known to it but what the words of the events mean.
"""

from tests.games.courtier.playing import CARDS, COURTIERS, TABLE, TYPES, colours

NEUTRAL = "neutral"


class Fold:
    """The public state, changed in place by ``tell``."""

    def __init__(self, seats):
        self.seats = [str(seat) for seat in range(seats)]
        self.colours = colours(seats)
        self.markers = {one: dict.fromkeys([*self.colours, NEUTRAL], 0) for one in COURTIERS}
        self.holders = {one["id"]: None for one in TABLE["coterie"]}
        start, each = TABLE["setup"]["pool_start"], TABLE["counts"]["markers_per_player"] - 1
        self.pool = dict.fromkeys(self.seats, start)
        self.reserve = dict.fromkeys(self.seats, each - start)
        if "gianni" in self.colours:
            self.pool["gianni"], self.reserve["gianni"] = each, 0
        self.track = dict.fromkeys(self.colours, 0)
        self.neutral = TABLE["counts"]["markers_neutral"]
        self.offers, self.discards = dict.fromkeys(TYPES), {name: [] for name in TYPES}
        self.decks = {name: TABLE["counts"][name] for name in TYPES}
        self.sizes = {seat: [0, 0] for seat in self.seats}
        self.row, self.completed = [], {colour: [] for colour in self.colours}
        self.seen, self.bids, self.made = [], {}, {}
        self.turn, self.ended = 0, None

    def public(self):
        """Return what must equal the outsider's view."""
        return {
            "courtiers": {one: list(there.values()) for one, there in self.markers.items()},
            "holders": self.holders,
            "pools": list(self.pool.values()),
            "reserves": list(self.reserve.values()),
            "track": list(self.track.values()),
            "neutral": self.neutral,
            "offers": self.offers,
            "discards": self.discards,
            "decks": self.decks,
            "hand_sizes": list(self.sizes.values()),
            "petitions": self.row,
            "completed": list(self.completed.values()),
            "seen": self.seen,
            "turn": self.turn,
        }

    def tell(self, event):
        """Take in one public event."""
        getattr(self, event.kind, self.other)(**{_name(key): v for key, v in event.data.items()})

    def other(self, **_):
        """Hear of something that changes nothing by itself."""

    def put(self, owner, courtier, count=1):
        self.markers[courtier][owner] += count
        if owner == NEUTRAL:
            self.neutral -= count
        else:
            self.pool[owner] -= count

    # auction

    def hand_made(self, hand, cards, **_):
        self.made[hand] = cards
        for card in cards:
            self.decks[CARDS[card]] -= 1

    def bid(self, seat, hand, amount, outbid):
        if outbid is not None:
            self.pool[str(outbid)] += self.bids[hand]
        self.pool[str(seat)] -= amount
        self.bids[hand] = amount

    def hand_won(self, seat, hand, amount):
        self.reserve[str(seat)] += amount
        for card in self.made[hand]:
            self.hold(seat, CARDS[card], 1)

    def hand_dealt(self, **_):
        raise AssertionError("an outsider was told what is in a hand")

    petition_dealt = drew_card = hand_dealt

    # cards

    def hold(self, seat, name, count):
        self.sizes[str(seat)][TYPES.index(name)] += count

    def drew(self, seat, deck):
        self.decks[deck] -= 1
        self.hold(seat, deck, 1)

    def bought(self, seat, deck, card):
        assert self.offers[deck] == card
        self.offers[deck] = None
        self.hold(seat, deck, 1)

    def card_played(self, seat, deck, card):
        self.hold(seat, deck, -1)
        self.discards[deck].append(card)

    def discarded(self, seat, card, **_):
        self.card_played(seat, CARDS[card], card)

    def gianni_turned(self, card):
        self.decks["influence"] -= 1
        self.discards["influence"].append(card)

    def deck_shuffled(self, deck):
        assert self.decks[deck] == 0
        self.decks[deck], self.discards[deck] = len(self.discards[deck]), []

    def offer_shown(self, deck, card):
        self.decks[deck] -= card is not None
        self.offers[deck] = card

    # markers

    def gained(self, owner, count, **_):
        self.reserve[owner] -= count
        self.pool[owner] += count

    def spent(self, seat, count, courtier):
        self.reserve[str(seat)] += count
        if courtier is None:
            self.pool[str(seat)] -= count
        else:
            self.markers[courtier][str(seat)] -= count

    def marker_placed(self, owner, courtier, replaced, **_):
        if replaced is not None:
            self.put(replaced, courtier, -1)
        self.put(owner, courtier)

    def marker_taken(self, owner, courtier, **_):
        self.put(owner, courtier, -1)

    def marker_moved(self, owner, from_, to, **_):
        self.markers[from_][owner] -= 1
        self.markers[to][owner] += 1

    def markers_swapped(self, owners, courtiers, **_):
        for owner, old, new in zip(owners, courtiers, reversed(courtiers), strict=True):
            self.marker_moved(owner, old, new)

    def neutral_placed(self, courtiers):
        for courtier, count in courtiers.items():
            self.put(NEUTRAL, courtier, count)

    def neutral_cleared(self, courtiers):
        for courtier, count in courtiers.items():
            self.put(NEUTRAL, courtier, -count)

    def holder_changed(self, coterie, before, after):
        assert self.holders[coterie] == before
        self.holders[coterie] = after

    def scored(self, owner, points, **_):
        self.track[owner] += points

    # petitions

    def petition_completed(self, owner, petition, cleared, **_):
        for courtier in cleared:
            for other, count in list(self.markers[courtier].items()):
                self.put(other, courtier, -count)
        self.completed[owner].append(petition)
        if petition in self.row:
            self.row[self.row.index(petition)] = None

    def petitions_returned(self, **_):
        self.row = []

    def petitions_shown(self, petitions):
        for petition in petitions:
            if None in self.row:
                self.row[self.row.index(None)] = petition
            else:
                self.row.append(petition)

    def fashion_shown(self, card):
        self.row = [one for one in self.row if one]
        self.seen.append(card)
        (data,) = [one for one in TABLE["fashion"] if one["id"] == card]
        for name in () if data["ends_game"] else TYPES:
            self.discards[name] += [self.offers[name]] if self.offers[name] else []
            self.offers[name] = None

    def turn_began(self, turn, **_):
        self.turn = turn

    def game_over(self, **data):
        self.ended = data


def _name(key):
    return "from_" if key == "from" else key


def public(view):
    """Return what an outsider's view says of what a ``Fold`` keeps."""
    shown = {one: data["markers"] for one, data in view["courtiers"].items()}
    holders = {one: data["holder"] for one, data in view["coteries"].items()}
    same = ("pools", "reserves", "track", "neutral", "offers", "discards", "decks", "hand_sizes",
            "petitions", "completed", "turn")  # fmt: skip
    kept = {name: view[name] for name in same}
    return {**kept, "courtiers": shown, "holders": holders, "seen": view["fashion"]["seen"]}
