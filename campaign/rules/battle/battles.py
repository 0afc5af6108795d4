"""A month's battles: whose turn it is, what may be picked, what is fought, what must wait.

::

    fight(table, Field(table), sealed, chance)  # until nobody can start a battle
    table.waiting                               # what only results from outside can end

It always ends. A win, a slaughter and a naval battle without result each leave fewer upright
tokens or fewer tokens, and battles make neither. Between two of these there are draws only;
a draw changes no control and sends at least one token from land that its kingdom does not
control to land that it does, where no draw moves it again, or out to a sea without enemies,
where there are no draws. So there are never more draws in a row than tokens.
Source: campaign.md 3c, 5.
"""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.battle.choosing import (
    BATTLE,
    CONCEDE,
    LAST_STAND,
    Choose,
    Pick,
    decide,
    plan_of,
    preferred_pick,
)
from campaign.rules.battle.clash import DRAW, SLAUGHTER, WIN, Clash, Verdict, upright
from campaign.rules.battle.land_water import fight_land_water, slaughter
from campaign.rules.battle.naval import fight_naval
from campaign.rules.battle.nested import ranked, seats_at, take_losses
from campaign.rules.battle.results import settle
from campaign.rules.battle.simple import fight_simple
from campaign.rules.field import Field
from campaign.rules.outside import COURTIER, MATCHES, SIMPLE, SKIRMISH, TABLETOP
from campaign.rules.state import FORTRESS, Battle
from campaign.rules.table import Table
from campaign.rules.tabletop.effects import apply_report, begin
from games.engine.contract import Chance

LAND, NAVAL, LAND_WATER = "land", "naval", "land_water"


def fight(table: Table, field: Field, choose: Choose, chance: Chance) -> None:
    """Fight on until nobody can start a battle; ``table.waiting`` holds what still waits."""
    fray = Fray(table, field, choose, chance)
    while fray.step():
        pass


class Fray:
    """The battles of a month, one after the other.

    What may be picked is worked out once for each tile with two kingdoms, and again for the
    tiles that a battle touched: nothing else changes who stands there or controls them.
    """

    def __init__(self, table: Table, field: Field, choose: Choose, chance: Chance) -> None:
        self.table, self.field = table, field
        self.choose, self.chance = choose, chance
        self._picks: dict[int, dict[int, list[Pick]]] = {}
        for tile in field.contested():
            self._look(tile)

    def _look(self, tile: int) -> None:
        seats = self.field.seats_on(tile)
        if len(seats) > 1:
            self._picks[tile] = {seat: picks_on(self.field, tile, seat) for seat in seats}
        else:
            self._picks.pop(tile, None)

    def step(self) -> bool:
        """Finish one reported battle, or fight one that is picked; tell whether there was one."""
        reported = next((b for b in self.table.waiting if b.report is not None), None)
        if reported is not None:
            self._finish(reported)
            return True
        return self._next_pick() if self._picks else False

    def _next_pick(self) -> bool:
        """Let the next kingdom in player order that can start a battle do so."""
        table = self.table
        places = len(table.order)
        locked = {table.board.index[battle.tile] for battle in table.waiting}
        free = sorted(self._picks.keys() - locked)
        for place in range(table.turn, table.turn + places):
            seat = table.order[place % places]
            picks = [pick for tile in free for pick in self._picks[tile].get(seat, ())]
            if picks:
                table.turn = (place + 1) % places
                self._start(seat, picks)
                return True
        return False

    def _start(self, seat: int, picks: list[Pick]) -> None:
        pick = decide(
            self.choose, BATTLE, seat, picks, lambda: preferred_pick(self.table, seat, picks)
        )
        self.table.fought += 1
        clash = self._clash(self.table.fought, pick.tile, seat, pick.enemy)
        _fight(clash, pick.kind)
        self._look_around(clash)

    def _finish(self, battle: Battle) -> None:
        """Carry out what was reported of a battle that waited."""
        self.table.waiting.remove(battle)
        tile = self.table.board.index[battle.tile]
        clash = self._clash(battle.number, tile, battle.attacker, battle.defender)
        _conclude(clash, battle)
        self._look_around(clash)

    def _clash(self, number: int, tile: int, attacker: int, defender: int) -> Clash:
        return Clash(
            self.table, self.field, self.choose, self.chance, number, tile, attacker, defender
        )

    def _look_around(self, clash: Clash) -> None:
        for tile in (clash.tile, *clash.reached):
            self._look(tile)


def picks_on(field: Field, tile: int, seat: int) -> list[Pick]:
    """List the battles a kingdom may start on a tile, by enemy, land before naval (3c).

    Enemies with upright tokens come before those without; among them the tile's
    controller must be picked if possible.
    """
    if not upright(field, tile, seat):
        return []
    enemies = [other for other in field.seats_on(tile) if other != seat]
    standing = [other for other in enemies if upright(field, tile, other)]
    if not standing:
        return [Pick(tile, other, SLAUGHTER) for other in enemies]
    owner = field.table.owners[tile]
    allowed = [owner] if owner in standing else standing
    return [
        Pick(tile, other, kind)
        for other in allowed
        if other is not None
        for kind in kinds_between(field, tile, seat, other)
    ]


def kinds_between(field: Field, tile: int, one: int, other: int) -> tuple[str, ...]:
    """Return what two kingdoms with upright tokens on a tile may fight (the table in 3c)."""
    mine = {token.floats for token in upright(field, tile, one)}
    theirs = {token.floats for token in upright(field, tile, other)}
    both = mine & theirs
    return tuple(LAND if not floats else NAVAL for floats in sorted(both)) or (LAND_WATER,)


def _fight(clash: Clash, kind: str) -> None:
    mode = _mode_on(clash) if kind == LAND else ""
    clash.tell(
        "battle_began", attacker=clash.attacker, defender=clash.defender, kind=kind, mode=mode
    )
    if kind == LAND:
        _land(clash, mode)
    elif kind == NAVAL:
        settle(clash, fight_naval(clash))
    elif kind == LAND_WATER:
        settle(clash, fight_land_water(clash))
    else:
        settle(clash, slaughter(clash))


def _mode_on(clash: Clash) -> str:
    """Return how land battles are fought on a clash's tile this month (5)."""
    number = clash.table.board.numbers[clash.tile]
    return clash.table.modes.get(number, clash.table.rules.battle_mode)


def _land(clash: Clash, mode: str) -> None:
    """Fight a pitched battle, unless a side concedes; what is played elsewhere must wait."""
    last_stand = False
    if clash.table.rules.concede:
        loser, last_stand = _concede(clash)
        if loser is not None:
            settle(clash, Verdict(WIN, clash.enemy(loser)))
            return
    attackers, defenders = (clash.armies(seat) for seat in clash.sides)
    known = ranked(clash) if mode == COURTIER else None
    if known is not None:
        clash.tell("battle_ranked", attacker=clash.attacker, defender=clash.defender)
        settle(clash, known, lesson=True)
    elif mode == SIMPLE:
        settle(clash, fight_simple(clash, attackers, defenders), lesson=True)
    else:
        _wait(clash, mode, tuple(attackers), tuple(defenders), last_stand)


def _wait(
    clash: Clash,
    mode: str,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    last_stand: bool,
) -> None:
    number = clash.table.board.numbers[clash.tile]
    battle = Battle(
        clash.number, number, *clash.sides, mode, attackers, defenders, last_stand=last_stand
    )
    sides = {"attacker": clash.attacker, "defender": clash.defender}
    if mode in MATCHES:
        seats = seats_at(clash, mode)
        clash.tell("match_waits", **sides, mode=mode, seats=",".join(map(str, seats)))
        clash.table.waiting.append(replace(battle, seats=seats))
    else:
        clash.tell("battle_waits", **sides, mode=mode)
        clash.table.waiting.append(begin(clash.table, battle, clash.chance))


def _concede(clash: Clash) -> tuple[int | None, bool]:
    """Return who concedes, if anybody, and whether the weaker side makes a last stand.

    The attacker's wish comes first, then the defender's, then the forced one.
    """
    for seat in clash.sides:
        if _wishes_to_concede(clash, seat):
            clash.tell("conceded", kingdom=seat, forced=0)
            return seat, False
    weaker = _weaker(clash)
    if weaker is None:
        return None, False
    if _stands(clash, weaker):
        clash.tell("stood", kingdom=weaker)
        return None, True
    clash.tell("conceded", kingdom=weaker, forced=1)
    return weaker, False


def _wishes_to_concede(clash: Clash, seat: int) -> bool:
    number = clash.table.board.numbers[clash.tile]
    wish = int(number in plan_of(clash.table, seat).concede)
    return clash.decide(CONCEDE, seat, (False, True), lambda: wish)


def _weaker(clash: Clash) -> int | None:
    """Return the side with fewer upright unpaired armies."""
    attackers, defenders = (len(clash.armies(seat)) for seat in clash.sides)
    if attackers == defenders:
        return None
    return clash.attacker if attackers < defenders else clash.defender


def _stands(clash: Clash, seat: int) -> bool:
    """Tell whether the weaker side may make a last stand and does."""
    if not may_stand(clash, seat):
        return False
    wish = int(not plan_of(clash.table, seat).last_stand)
    return clash.decide(LAST_STAND, seat, (True, False), lambda: wish)


def may_stand(clash: Clash, seat: int) -> bool:
    """Tell whether a side has nowhere to go, or defends its own fortress (3c, last stand)."""
    table, tile = clash.table, clash.tile
    if all(table.owners[near] != seat for near in table.board.adjacent[tile]):
        return True
    if table.owners[tile] != seat or table.settlements[tile] != FORTRESS:
        return False
    return any((seat, army) in table.defending for army in clash.armies(seat))


def _conclude(clash: Clash, battle: Battle) -> None:
    """End a battle by its report: what was said, or simple dice among those still standing."""
    report = battle.report
    assert report is not None  # only reported battles are finished
    apply_report(clash.table, battle)
    take_losses(clash, battle)
    if report.simple:
        listed = (battle.attackers, battle.defenders)
        here = (set(clash.armies(seat)) for seat in clash.sides)
        standing = [sorted(set(a) & h) for a, h in zip(listed, here, strict=True)]
        settle(clash, fight_simple(clash, *standing), lesson=True)
        return
    won = report.winner in clash.sides
    verdict = Verdict(WIN, report.winner) if won else Verdict(DRAW)
    settle(clash, verdict, lesson=True, glory=battle.mode in (TABLETOP, SKIRMISH))
