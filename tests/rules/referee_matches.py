"""The naive referee for months in which matches decide battles (campaign.md 3c, 3d, 5).

A match on a tile is told as ``{"tile": n, "winner": seat or None, "slain": ..., "places": ...}``;
what is told of nothing is decided by dice::

    referee = MatchReferee(game, position, marks, dice, modes)
    referee.play(sheets)
    while referee.waiting:
        referee.report(sheets, told, changed)
"""

from __future__ import annotations

from tests.rules.referee import Referee


class MatchReferee(Referee):
    """One month in which ``modes`` says how land is fought for on some tiles."""

    def __init__(self, game, position, marks, dice, modes):
        """Set up the month."""
        super().__init__(game, position, marks, dice)
        self.modes, self.ranks = dict(modes), {}
        self.might = [kingdom["might"] for kingdom in position["kingdoms"]]

    def mode_on(self, number):
        return self.modes.get(number, self.rules.battle_mode)

    def pitched(self, sides, ready, number):
        """Fight by dice or by an earlier Courtier, or wait for a match."""
        mode, ranks = self.mode_on(number), self.ranks.get(number, {})
        if mode == "simple":
            return self.simple(sides, ready, number)
        if mode == "courtier" and all(seat in ranks for seat in sides):
            return self.learn(sides, self.by_place(sides, ranks))
        self.waiting.append(
            {
                "number": self.number,
                "tile": number,
                "sides": sides,
                "mode": mode,
                "armies": ready,
                "seats": self.players(sides, number) if mode == "courtier" else sides,
            }
        )
        return None

    def players(self, sides, number):
        """Return who sits at a Courtier: the sides, then who else has an army standing there."""
        others = [seat for seat in self.order if seat not in sides]
        with_army = [s for s in others if self.standing(s, number)]
        return (*sides, *with_army)[:4]

    def standing(self, seat, number):
        return [army for ship, army in self.tokens(seat, number, upright=True) if not ship]

    def by_place(self, sides, places):
        attacker, defender = (places[seat] for seat in sides)
        return "draw" if attacker == defender else sides[attacker > defender]

    def report(self, sheets, told, changed):
        """End every battle that waits, by what is told of it, and go on with the month."""
        for seat, sheet in sheets.items():
            self.plans[seat] = {**self.plans.get(seat, {}), **sheet}
        self.modes |= changed
        ended, self.waiting = self.waiting, []
        for battle in ended:
            self.end(battle, changed.get(battle["tile"], battle["mode"]), told)
        self.fight_on()

    def end(self, battle, mode, told):
        """End one battle: its losses, then its result."""
        sides, number = battle["sides"], battle["tile"]
        self.number, self.attacker = battle["number"], sides[0]
        here = {
            seat: [army for army in battle["armies"][seat] if army in self.standing(seat, number)]
            for seat in sides
        }
        result = next((one for one in told if one["tile"] == number), None)
        if result is None or mode == "simple":
            self.settle(sides, number, self.simple(sides, here, number))
            return
        if mode == "skirmish" and self.rules.simple_points:
            for seat, (slain, brought) in zip(sides, result["slain"], strict=True):
                self.bleed(seat, here[seat], slain, brought)
        winner = self.learn(sides, self.winner_of(battle, mode, result))
        if mode == "skirmish" and self.rules.might and winner != "draw":
            self.might[winner] += 1
        self.settle(sides, number, winner)

    def winner_of(self, battle, mode, result):
        if mode == "courtier" and len(battle["seats"]) > 2:
            self.ranks[battle["tile"]] = result["places"]
            return self.by_place(battle["sides"], result["places"])
        return "draw" if result["winner"] is None else result["winner"]

    def bleed(self, seat, armies, slain, brought):
        """Take hundreds, one by one, from whichever army has most points then."""
        total = sum(self.armies[seat, army]["points"] for army in armies)
        for _ in range(total * slain // brought // 100):
            strongest = max(armies, key=lambda army: (self.armies[seat, army]["points"], -army))
            points = self.armies[seat, strongest]["points"]
            self.armies[seat, strongest]["points"] = max(0, points - 100)
        for army in armies:
            if not self.armies[seat, army]["points"]:
                self.remove(seat, (None, army))
