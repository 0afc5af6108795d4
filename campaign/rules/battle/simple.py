"""Simple battles: a land battle by dice, each die allocated to one enemy army.

Source: campaign.md 6; the policy of sealed play is the preferred option of every choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.battle.choosing import ALLOCATE, Shot
from campaign.rules.battle.clash import DRAW, WIN, Clash, Verdict
from campaign.rules.ruleset import FLAT_DEFENCE, HIT_POINTS
from campaign.rules.state import CAPITAL, FORTRESS, Army
from campaign.rules.table import Table
from campaign.rules.tokens import Token


@dataclass(slots=True)
class _Side:
    """``defence`` of the armies that still stand, in points and by number; dice highest first."""

    seat: int
    defence: dict[int, int]
    dice: list[int]
    caused: int = 0


def fight_simple(clash: Clash, attackers: Iterable[int], defenders: Iterable[int]) -> Verdict:
    """Decide a battle between these armies, by number, both sides lowest first."""
    attacker = _muster(clash, clash.attacker, attackers)
    defender = _muster(clash, clash.defender, defenders)
    for side in (attacker, defender):
        side.dice = sorted(clash.roll(side.seat, len(side.defence)), reverse=True)
    while attacker.dice or defender.dice:
        if attacker.dice:
            _play(clash, attacker, defender)
        if defender.dice:
            _play(clash, defender, attacker)
    return _verdict(attacker, defender)


def _muster(clash: Clash, seat: int, numbers: Iterable[int]) -> _Side:
    table = clash.table
    own = table.armies[seat]
    bonus = 0 if table.rules.simple_points else _walls(table, seat, clash.tile)
    return _Side(seat, {n: _defence(table, own[n]) + bonus for n in numbers}, [])


def needed_to_hit(table: Table, tile: int, army: Army) -> int:
    """Return the least die that hits an army as it enters a battle on this position."""
    bonus = 0 if table.rules.simple_points else _walls(table, army.kingdom, tile)
    return -(-(_defence(table, army) + bonus) // HIT_POINTS)


def _defence(table: Table, army: Army) -> int:
    """Return an army's own Defence, a hundred for each point of the die."""
    base = army.points if table.rules.simple_points else FLAT_DEFENCE * HIT_POINTS
    return base + HIT_POINTS * ((army.kingdom, army.number) in table.defending)


def _walls(table: Table, seat: int, tile: int) -> int:
    """Return what the own capital or fortress is worth (capitals edition)."""
    walled = table.settlements[tile] in (CAPITAL, FORTRESS)
    return HIT_POINTS if walled and table.owners[tile] == seat else 0


def _play(clash: Clash, side: _Side, enemy: _Side) -> None:
    """Play one die at one enemy army; without an enemy left it is void."""
    targets = list(enemy.defence)
    if not targets:
        die = side.dice.pop(0)
        clash.tell("die_played", kingdom=side.seat, die=die, army=0, points=0, hit=0)
        return
    shots = [Shot(die, n) for die in sorted(set(side.dice), reverse=True) for n in targets]
    shot = clash.decide(ALLOCATE, side.seat, shots, lambda: _policy(clash, side, enemy))
    side.dice.remove(shot.die)
    _shoot(clash, side, enemy, shot)


def _policy(clash: Clash, side: _Side, enemy: _Side) -> int:
    """Prefer the highest die, at the weakest army it can hit, else at the first."""
    reach = side.dice[0] * HIT_POINTS
    armies = clash.table.armies[enemy.seat]
    within = [
        (armies[n].points, place)
        for place, (n, need) in enumerate(enemy.defence.items())
        if reach >= need
    ]
    return min(within)[1] if within else 0


def _shoot(clash: Clash, side: _Side, enemy: _Side, shot: Shot) -> None:
    hit = shot.die * HIT_POINTS >= enemy.defence[shot.army]
    army = clash.table.armies[enemy.seat][shot.army]
    points = army.points
    if hit and clash.table.rules.simple_points:
        points = max(0, points - HIT_POINTS)
        side.caused += army.points - points
        _set_points(clash, army, points)
    elif hit:
        side.caused += 1
    clash.tell(
        "die_played",
        kingdom=side.seat,
        die=shot.die,
        army=shot.army,
        points=points,
        hit=int(hit),
    )
    if not points:
        del enemy.defence[shot.army]
        clash.field.remove(Token(enemy.seat, None, shot.army), "hits")


def _set_points(clash: Clash, army: Army, points: int) -> None:
    clash.table.put_army(
        Army(army.kingdom, army.number, points, army.tile, army.upright, army.aboard)
    )


def _verdict(attacker: _Side, defender: _Side) -> Verdict:
    """All of one side gone: the other wins; else more points (hits) caused."""
    ours = (bool(attacker.defence), attacker.caused)
    theirs = (bool(defender.defence), defender.caused)
    if ours == theirs or not (attacker.defence or defender.defence):
        return Verdict(DRAW)
    return Verdict(WIN, attacker.seat if ours > theirs else defender.seat)
