"""The board of a second, naive Courtier: markers and who controls what.

Source: courtier.md 3, 5, 8.1, 9. Markers are owner names in lists, counted anew
for every question; a colour is "0", "1", ... or "gianni".
"""

GIANNI, NEUTRAL = "gianni", "neutral"


class Board:
    """Courtiers, pools, reserves and the track, changed in place."""

    def __init__(self, table, seats):
        self.table = table
        self.seats = [str(seat) for seat in range(seats)]
        self.colours = [*self.seats, GIANNI] if seats == 2 else self.seats
        self.owners = [*self.colours, NEUTRAL]
        self.courtiers = {one["id"]: one for one in table["courtier"]}
        self.coteries = [one["id"] for one in table["coterie"]]
        self.ability = {one["op"]: one for one in table["ability"]}
        self.markers = {one: [] for one in self.courtiers}
        self.neutral = table["counts"]["markers_neutral"]
        setup = table["setup"]
        all_markers = table["counts"]["markers_per_player"] - setup["score_track_markers"]
        self.pool = dict.fromkeys(self.seats, setup["pool_start"])
        self.reserve = dict.fromkeys(self.seats, all_markers - setup["pool_start"])
        if GIANNI in self.colours:
            self.pool[GIANNI], self.reserve[GIANNI] = all_markers, 0
        self.track = dict.fromkeys(self.colours, 0)
        self.active = None
        self.lifted = False

    def members(self, coterie):
        return [one for one, data in self.courtiers.items() if data["coterie"] == coterie]

    def is_full(self, courtier):
        return len(self.markers[courtier]) == self.courtiers[courtier]["slots"]

    def opens(self):
        """Return the courtiers with a free slot, in board order."""
        return [one for one in self.courtiers if not self.is_full(one)]

    def on(self, courtier):
        """Return the owners with a marker there, each once, in their order."""
        return [owner for owner in self.owners if owner in self.markers[courtier]]

    def on_board(self, owner):
        return sum(markers.count(owner) for markers in self.markers.values())

    # 9

    def leader(self, markers):
        """Return the colour with strictly the most of these markers."""
        counts = [markers.count(colour) for colour in self.colours]
        most = max(counts)
        return self.colours[counts.index(most)] if most and counts.count(most) == 1 else None

    def control(self, courtier):
        if self.is_full(courtier) and set(self.markers[courtier]) == {NEUTRAL}:
            return self.active
        return self.leader(self.markers[courtier])

    def holder(self, coterie):
        return self.leader([owner for one in self.members(coterie) for owner in self.markers[one]])

    def holds(self, colour, op):
        """Tell whether a colour holds the ability with that op."""
        return op in self.ability and self.holder(self.ability[op]["coterie"]) == colour

    def safe_from(self, owner, actor):
        """Royal protection, read now (4)."""
        return owner != actor and self.holds(owner, "protect") and not self.lifted

    # 5

    def back(self, owner):
        """Give a marker that left the board to its owner's pool, or the neutral reserve."""
        if owner == NEUTRAL:
            self.neutral += 1
        else:
            self.pool[owner] += 1

    def clear(self, courtier):
        for owner in self.markers[courtier]:
            self.back(owner)
        self.markers[courtier] = []

    def gain(self, colour, count):
        count = min(count, self.reserve[colour])
        self.reserve[colour] -= count
        self.pool[colour] += count

    def can_pay(self, colour, count):
        return self.pool[colour] + self.on_board(colour) >= count

    def add_neutral(self, courtier):
        """Put a neutral marker there if there is one, and room."""
        if self.neutral and not self.is_full(courtier):
            self.neutral -= 1
            self.markers[courtier].append(NEUTRAL)

    # 8.1

    def placements(self, actor, courtiers, empty_only=False):
        """Return where an influence card's marker may go: "king" or, replacing, "king 1"."""
        found = []
        if self.pool[actor] == 0:
            return found
        for courtier in courtiers:
            if not self.is_full(courtier):
                found.append(courtier)
            elif not empty_only:
                found += [
                    f"{courtier} {owner}"
                    for owner in self.on(courtier)
                    if owner != actor and not self.safe_from(owner, actor)
                ]
        return found

    def place(self, actor, where):
        """Place a marker as ``placements`` wrote it."""
        courtier, _, owner = where.partition(" ")
        if owner:
            self.markers[courtier].remove(owner)
            self.back(owner)
        self.pool[actor] -= 1
        self.markers[courtier].append(actor)

    # 5, to be asserted after every step

    def assert_sound(self, bids):
        """Assert the invariants of markers; ``bids``: what each colour has bid."""
        each = self.table["counts"]["markers_per_player"]
        for colour in self.colours:
            zones = [self.pool[colour], self.reserve[colour], bids.get(colour, 0)]
            assert min(zones) >= 0
            assert 1 + sum(zones) + self.on_board(colour) == each
        assert self.neutral >= 0
        everything = self.table["counts"]["markers_neutral"]
        assert self.neutral + self.on_board(NEUTRAL) == everything
        for courtier, data in self.courtiers.items():
            assert len(self.markers[courtier]) <= data["slots"]
