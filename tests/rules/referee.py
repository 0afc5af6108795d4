"""A second, naive way to play a month, written from campaign.md 3 and 6 and nothing else.

It looks everything up anew each time and knows nothing of the rules' own tables. A month that
the rules and this referee play alike, with the same dice, is right unless both misread the
specification in the same way. Only sealed play, simple battles and legal sheets; battles that
matches decide are in ``referee_matches.py``::

    referee = Referee(game, position, dice)
    referee.play(sheets)
    referee.armies, referee.ships, referee.owners, referee.settlements, referee.order
"""

from __future__ import annotations

from tests.rules.referee_ground import Ground

FOUND = {8: "village", 9: "village", 10: "city", 11: "fortress", 12: "fortress"}
BEST = ["capital", "fortress", "city", "village", None]
WALLED = ("capital", "fortress")


class Referee(Ground):
    """One month of one campaign, from the orders to Reform."""

    # ---- orders and Resolution ----

    def play(self, sheets):
        """Play the month by everybody's sheets."""
        self.plans = sheets
        living = [seat for seat in self.order if self.alive[seat]]
        queues = {seat: self.lines(seat, sheets.get(seat, {}).get("orders", [])) for seat in living}
        for turn in range(max(map(len, queues.values()), default=0)):
            for seat in living:
                if turn < len(queues[seat]):
                    self.resolve(seat, *queues[seat][turn])
        self.fight_on()

    def fight_on(self):
        """Fight what can be fought; with nothing left to wait for, reform."""
        self.fight_all()
        if not self.waiting:
            self.reform()

    def lines(self, seat, orders):
        """Make and part pairs, then line up the named tokens and after them the others."""
        found = []
        for order in orders:
            token = (order.get("ship"), order.get("army"))
            if token not in self.tokens(seat):
                for (kingdom, number), army in self.armies.items():
                    if kingdom == seat and number == token[1]:
                        army["aboard"] = token[0]
                    elif kingdom == seat and token[0] and army["aboard"] == token[0]:
                        army["aboard"] = None
            found.append((token, order["order"], order.get("to")))
        ships = {ship for (ship, _), _, _ in found} - {None}
        armies = {army for (_, army), _, _ in found} - {None}
        left = [t for t in self.tokens(seat) if t[0] not in ships and t[1] not in armies]
        return found + [(token, "", None) for token in left]

    def resolve(self, seat, token, order, goal):
        """Carry out one order, or what a token does without one."""
        half = self.first_half(seat, token)
        if not order:
            order = "regroup" if not half["upright"] else "hold" if token[0] else "defend"
        if order == "move":
            self.enter(seat, token, goal)
        elif order == "defend":
            self.defending.add((seat, token[1]))
        elif order == "raze" and not self.enemy_on(half["tile"], seat):
            self.settlements[half["tile"]] = None
        elif order == "regroup":
            for each in self.halves(seat, token):
                each["upright"] = True

    def enter(self, seat, token, goal):
        """Enter a tile: explore it, or take it when nobody else is there."""
        self.step(seat, token, goal)
        if self.tiles[goal].terrain == "ocean":
            return
        if goal not in self.owners:
            self.settlements[goal] = FOUND.get(sum(self.dice.roll(f"explore.{goal}", 6, 2)))
            self.take(seat, goal)
        elif not self.enemy_on(goal, seat):
            self.take(seat, goal)

    # ---- battles ----

    def fight_all(self):
        """Let the kingdoms pick battles in turn until nobody can start one."""
        count = len(self.order)
        while True:
            for place in range(self.turn, self.turn + count):
                seat = self.order[place % count]
                picks = self.picks(seat)
                if picks:
                    break
            else:
                return
            self.turn = (place + 1) % count
            self.fight(seat, *self.picked(seat, picks))

    def picks(self, seat):
        """List the battles that a kingdom may start, as (tile, enemy, kind)."""
        return [
            (number, enemy, kind)
            for number in sorted(self.tiles)
            if self.tokens(seat, number, upright=True) and not self.waits(number)
            for enemy in self.enemies_to_pick(seat, number)
            for kind in self.kinds_of(seat, enemy, number)
        ]

    def waits(self, number):
        """Tell whether a battle on a tile waits for its match."""
        return any(battle["tile"] == number for battle in self.waiting)

    def enemies_to_pick(self, seat, number):
        others = [k for k in self.kingdoms if k != seat and self.tokens(k, number)]
        standing = [k for k in others if self.tokens(k, number, upright=True)]
        owner = self.owners.get(number)
        return [owner] if owner in standing else standing or others

    def kinds_of(self, seat, enemy, number):
        mine, theirs = (
            {"naval" if token[0] else "land" for token in self.tokens(k, number, upright=True)}
            for k in (seat, enemy)
        )
        if not theirs:
            return ["slaughter"]
        return sorted(mine & theirs) or ["land_water"]

    def picked(self, seat, picks):
        for wish in self.plans.get(seat, {}).get("battles", []):
            fitting = [p for p in picks if p[:2] == (wish["tile"], wish["enemy"])]
            if fitting:
                return next((p for p in fitting if p[2] == wish.get("kind")), fitting[0])
        return picks[0]

    def fight(self, attacker, number, defender, kind):
        """Fight one battle."""
        self.kinds.append(kind)
        self.number, self.attacker = len(self.kinds), attacker
        if kind == "slaughter":
            self.remove(defender, self.sacrifice(defender, self.tokens(defender, number)))
            return
        sides = (attacker, defender)
        method = {"naval": self.naval, "land": self.land, "land_water": self.land_water}[kind]
        self.settle(sides, number, method(sides, number))

    def settle(self, sides, number, result):
        """Let who did not win go; ``None``: nothing comes of it, or not yet."""
        if result == "draw":
            for seat in sides:
                if self.owners.get(number) != seat:
                    self.retreat(seat, number)
        elif result is not None:
            self.win(result, sides[sides[0] == result], number)

    def roll(self, seat, count, turn=1):
        """Roll a side's dice of the running battle."""
        who = "attacker" if seat == self.attacker else "defender"
        return self.dice.roll(f"battle.{self.number}.{who}.{turn}", 6, count)

    def sacrifice(self, seat, tokens):
        """Return the token that goes: by the instruction, else fewest points, lone, highest."""
        for wish in self.plans.get(seat, {}).get("sacrifice", []):
            for ship, army in tokens:
                halves = {("ship", ship), ("army", army)}
                if halves & set(wish.items()):
                    return ship, army
        return min(tokens, key=lambda token: self.worth(seat, *token))

    def worth(self, seat, ship, army):
        points = 0 if army is None else self.armies[seat, army]["points"]
        return points, bool(ship and army), -(ship or army)

    def fleet(self, seat, number):
        return [token for token in self.tokens(seat, number, upright=True) if token[0]]

    def naval(self, sides, number):
        """Fight 20 rounds at most; return the winner, ``None`` when all went down."""
        against = {sides[0]: sides[1], sides[1]: sides[0]}
        for turn in range(1, 21):
            hits = {seat: self.hits(seat, number, turn) for seat in sides}
            for seat in sides:
                for _ in range(min(hits[against[seat]], len(self.fleet(seat, number)))):
                    self.remove(seat, self.sacrifice(seat, self.fleet(seat, number)))
            left = [seat for seat in sides if self.fleet(seat, number)]
            if len(left) < 2:
                return left[0] if left else None
            for seat in sides if turn < 20 else ():
                fewer = len(self.fleet(seat, number)) < len(self.fleet(against[seat], number))
                if fewer and self.plans.get(seat, {}).get("break_off"):
                    return against[seat]
        return sides[1]

    def hits(self, seat, number, turn):
        fleet = self.fleet(seat, number)
        dice = self.roll(seat, len(fleet), turn)
        current = 1 if self.tiles[number].river else 0
        bonus = [1 if army else 0 for _, army in fleet]
        return sum(die + more - current >= 4 for die, more in zip(dice, bonus, strict=True))

    def land_water(self, sides, number):
        """Return who rolls more."""
        totals = []
        for seat in sides:
            here = self.tokens(seat, number, upright=True)
            totals.append(sum(self.roll(seat, sum(2 if s and a else 1 for s, a in here))))
        if totals[0] == totals[1]:
            return "draw"
        return sides[0] if totals[0] > totals[1] else sides[1]

    def land(self, sides, number):
        """Let one concede, or fight by dice (3c, 6)."""
        ready = {
            seat: [a for s, a in self.tokens(seat, number, upright=True) if not s] for seat in sides
        }
        if self.rules.concede:
            for seat in (*self.wishing(sides, number), *self.weaker(ready, number)):
                return sides[sides[0] == seat]
        return self.pitched(sides, ready, number)

    def pitched(self, sides, ready, number):
        """Decide a battle of these armies, by side; here all are fought by dice."""
        return self.simple(sides, ready, number)

    def wishing(self, sides, number):
        return [s for s in sides if number in self.plans.get(s, {}).get("concede", [])]

    def weaker(self, ready, number):
        """Return the side that must concede, if one must and makes no last stand."""
        one, other = ready
        if len(ready[one]) == len(ready[other]):
            return []
        seat = min(ready, key=lambda side: len(ready[side]))
        cornered = all(self.owners.get(n) != seat for n in self.around(number).values())
        fort = self.owners.get(number) == seat and self.settlements[number] == "fortress"
        holds = fort and any((seat, army) in self.defending for army in ready[seat])
        stands = (cornered or holds) and self.plans.get(seat, {}).get("last_stand", True)
        return [] if stands else [seat]

    def simple(self, sides, ready, number):
        """Play the dice by the policy of sealed play; return the winner or a draw."""
        need = {s: {army: self.defence(s, army, number) for army in ready[s]} for s in sides}
        dice = {s: sorted(self.roll(s, len(ready[s])), reverse=True) for s in sides}
        caused = dict.fromkeys(sides, 0)
        while dice[sides[0]] or dice[sides[1]]:
            for seat, enemy in (sides, sides[::-1]):
                if dice[seat]:
                    caused[seat] += self.shoot(dice[seat].pop(0), enemy, need[enemy])
        scores = {s: (bool(need[s]), caused[s]) for s in sides}
        if scores[sides[0]] == scores[sides[1]] or not any(need.values()):
            return self.learn(sides, "draw")
        return self.learn(sides, max(sides, key=scores.__getitem__))

    def defence(self, seat, army, number):
        if self.rules.simple_points:
            own = self.armies[seat, army]["points"] / 100
        else:
            walls = self.owners.get(number) == seat and self.settlements[number] in WALLED
            own = 5 if walls else 4
        return own + ((seat, army) in self.defending)

    def shoot(self, die, enemy, need):
        """Play a die at the weakest army that it can hit; return what it caused."""
        within = [self.armies[enemy, army] for army in need if die >= need[army]]
        if not within:
            return 0
        army = min(within, key=lambda a: (a["points"], a["number"]))
        if not self.rules.simple_points:
            return 1
        lost = min(100, army["points"])
        army["points"] -= lost
        if not army["points"]:
            del need[army["number"]]
            self.remove(enemy, (None, army["number"]))
        return lost

    def learn(self, sides, result):
        if self.rules.strategies and result != "draw":
            self.strategies[sides[sides[0] == result]] += 1
        return result

    # ---- results ----

    def retreat(self, seat, number, *, beaten=False):
        """Let every token of a side retreat, or be destroyed."""
        for token in self.tokens(seat, number):
            near = sorted(self.around(number).values())
            havens = [n for n in near if self.shelters(seat, token, number, n)]
            if not havens:
                self.remove(seat, token)
                continue
            wishes = [n for n in self.plans.get(seat, {}).get("retreat", []) if n in havens]
            goal = wishes[0] if wishes else min(havens, key=lambda n: self.danger(seat, n))
            self.step(seat, token, goal)
            for half in self.halves(seat, token):
                half["upright"] = half["upright"] and not beaten

    def shelters(self, seat, token, number, goal):
        sea = token[0] and self.tiles[goal].terrain == "ocean" and not self.enemy_on(goal, seat)
        return self.may_step(token, number, goal) and (sea or self.owners.get(goal) == seat)

    def danger(self, seat, number):
        sea = self.tiles[number].terrain == "ocean"
        return self.enemy_on(number, seat), sea, BEST.index(self.settlements.get(number)), number

    def win(self, winner, loser, number):
        """Let the loser retreat, give the tile to the winner, let one of its tokens step."""
        self.retreat(loser, number, beaten=True)
        if self.tiles[number].terrain != "ocean":
            self.take(winner, number)
        if self.rules.winner_advance:
            self.advance(winner, number)

    def advance(self, winner, number):
        for wish in self.plans.get(winner, {}).get("advance", []):
            for ship, army in self.tokens(winner, number, upright=True):
                named = {("ship", ship), ("army", army)} & set(wish.items())
                own = self.owners.get(wish["to"]) == winner
                if named and own and self.may_step((ship, army), number, wish["to"]):
                    self.step(winner, (ship, army), wish["to"])
                    return

    # ---- Reform ----

    def reform(self):
        """Lay armies down, settle control, say who is out, and order the kingdoms."""
        for seat, army, start, goal in self.crossings:
            if (seat, army) in self.armies and self.is_hard(start, goal):
                self.armies[seat, army]["upright"] = False
        for number, tile in sorted(self.tiles.items()):
            here = [seat for seat in self.kingdoms if self.tokens(seat, number)]
            if len(here) == 1 and tile.terrain != "ocean":
                self.take(here[0], number)
        for seat in self.kingdoms:
            keeps = self.tokens(seat) or seat in self.owners.values()
            self.alive[seat] = bool(self.alive[seat] and keeps)
        self.set_order()

    def is_hard(self, start, goal):
        towns = [self.settlements.get(number) in ("city", "capital") for number in (start, goal)]
        if self.rules.roads and any(towns):
            return False
        tile = self.tiles[goal]
        wet = tile.river and not (self.rules.roads and tile.bridge)
        return wet or bool(self.edge(start, goal) & {"forest", "mountain"})

    def set_order(self):
        self.rolls = 0
        counts = {seat: sum(k == seat for k, _ in self.armies) for seat in self.kingdoms}
        living = [seat for seat in self.kingdoms if self.alive[seat]]
        order = []
        for count in sorted(set(counts.values()), reverse=True):
            order += self.ranked([seat for seat in living if counts[seat] == count])
        self.order = order + [seat for seat in self.kingdoms if not self.alive[seat]]

    def ranked(self, tied):
        """Roll a tied group off: high first, the equal again among themselves, ten times."""
        for _ in range(10):
            if len(tied) < 2:
                break
            self.rolls += 1
            faces = self.dice.roll(f"order.year1.month1.{self.rolls}", 6, len(tied))
            rolled = dict(zip(tied, faces, strict=True))
            groups = [[s for s in tied if rolled[s] == face] for face in range(6, 0, -1)]
            groups = [group for group in groups if group]
            if len(groups) > 1:
                return [seat for group in groups for seat in self.ranked(group)]
        return tied
