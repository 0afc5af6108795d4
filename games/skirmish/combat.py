"""Attack and Defend: who rolls what, what it comes to, and how likely it is.

Source: skirmish.md 6, 7. ``odds`` is exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

from games.skirmish.abilities import Task
from games.skirmish.geometry import NAMES, NEXT_TO, squares_in
from games.skirmish.house import HOUSE
from games.skirmish.play import Play
from games.skirmish.state import Fight, Piece, State, empty
from games.skirmish.tasks import Choice, choice, doing
from games.skirmish.tokens import ADVANTAGE, DISADVANTAGE

KEEP, SPEND = "keep", "spend"


class Side(NamedTuple):
    """What one side brings to a fight. ``net``: +1 keeps the highest die, -1 the lowest."""

    die: int
    net: int
    flat: int
    sources: int
    is_disadvantaged: bool


def side(state: State, fight: Fight, role: int, spends: bool) -> Side:
    """Return what the Attacker (role 0) or the Defender (1) rolls and adds."""
    number, enemy = (fight.attacker, fight.target)[role], (fight.target, fight.attacker)[role]
    piece = state.pieces[number]
    rules = piece.entry.on
    sources = int(spends)
    flat = _by_grace(piece)
    if role == 0:
        sources += sum(rule.free_sources(state, number, enemy) for rule in rules["free_sources"])
        flat += sum(rule.attack_bonus(state, number, enemy) for rule in rules["attack_bonus"])
    else:
        flat += sum(rule.defence_bonus(state, number, enemy) for rule in rules["defence_bonus"])
    hampered = piece.dis > 0
    net = (sources > int(hampered)) - (sources < int(hampered))
    return Side(piece.entry.die, net, flat, sources, hampered)


def _by_grace(piece: Piece) -> int:
    """Return what a Blessing or a Curse adds."""
    return HOUSE.blessing * (piece.grace > 0) + HOUSE.curse * (piece.grace < 0)


def total(rolled: tuple[int, ...], one: Side) -> int:
    """Return what a side's dice come to."""
    value = min(rolled) if one.net < 0 else max(rolled)
    return max(HOUSE.lowest_total, value + one.flat)


def odds(state: State, fight: Fight, spends: tuple[bool, bool]) -> Fraction:
    """Return how likely the Attack is to succeed if the sides spend Advantage so."""
    attack, defence = (side(state, fight, role, spends[role]) for role in (0, 1))
    return _chance(attack[:3], defence[:3])


@cache
def _spread(die: int, net: int) -> dict[int, Fraction]:
    """Return how likely each value of one side's dice is, before anything is added."""
    count = 1 + HOUSE.extra_dice if net else 1
    pick = min if net < 0 else max
    spread: dict[int, Fraction] = {}
    for rolled in product(range(1, die + 1), repeat=count):
        spread[pick(rolled)] = spread.get(pick(rolled), Fraction(0)) + Fraction(1, die**count)
    return spread


@lru_cache(maxsize=4096)
def _chance(attack: tuple[int, int, int], defence: tuple[int, int, int]) -> Fraction:
    """Return how often the first side's total is higher; a side is (die, net, flat)."""
    won = Fraction(0)
    against = _totals(*defence).items()
    for mine, chance in _totals(*attack).items():
        won += chance * sum((share for other, share in against if mine > other), Fraction(0))
    return won


def _totals(die: int, net: int, flat: int) -> dict[int, Fraction]:
    totals: dict[int, Fraction] = {}
    for value, chance in _spread(die, net).items():
        reached = max(HOUSE.lowest_total, value + flat)
        totals[reached] = totals.get(reached, Fraction(0)) + chance
    return totals


# Carrying it out


def begin_attack(play: Play, fight: Fight) -> None:
    """Let both sides decide about their Advantage, then roll."""
    play.state.fight = fight
    play.push([("spend", 0), ("spend", 1), ("strike",)])


@choice("spend")
class Spend(Choice):
    """An Advantage token may be spent on this roll (skirmish.md 6.2)."""

    def seat(self, state: State, role: int) -> int:
        return state.pieces[_fighter(state, role)].seat

    def options(self, state: State, role: int) -> list[str]:
        return [KEEP, SPEND] if state.pieces[_fighter(state, role)].adv else [KEEP]

    def take(self, play: Play, answer: str, role: int) -> None:
        fight = _fight(play.state)
        spends = (answer == SPEND, False) if role == 0 else (fight.spends[0], answer == SPEND)
        play.state.fight = fight._replace(spends=spends)


def _fight(state: State) -> Fight:
    assert state.fight is not None
    return state.fight


def _fighter(state: State, role: int) -> int:
    fight = _fight(state)
    return fight.target if role else fight.attacker


@doing("strike")
def strike(play: Play) -> None:
    """Spend, roll and compare (skirmish.md 6.3-6.9)."""
    state = play.state
    fight = _fight(state)
    sides = [side(state, fight, role, fight.spends[role]) for role in (0, 1)]
    for role in (0, 1):
        _pay(play, _fighter(state, role), fight.spends[role], sides[role])
    rolled = [
        play.roll(name, one.die, 1 + HOUSE.extra_dice if one.net else 1)
        for name, one in zip(("attack", "defence"), sides, strict=True)
    ]
    totals = [total(dice, one) for dice, one in zip(rolled, sides, strict=True)]
    succeeds = totals[0] > totals[1]
    bumped = succeeds and _survives(state, fight.target)
    state.last_fight = _what_was_rolled(state, fight, sides, rolled) | {
        "totals": totals,
        "success": succeeds and not bumped,
        "bumped": bumped,
    }
    play.tell_drawn("fought", **state.last_fight)
    state.fight = None
    if succeeds and not bumped:
        _succeed(play, fight)
    else:
        play.push([*([("bump", fight.target)] if bumped else []), ("repelled", *fight[:3])])


def _what_was_rolled(
    state: State, fight: Fight, sides: list[Side], rolled: list[tuple[int, ...]]
) -> dict[str, Any]:
    """Return who fought and all that went into their totals, the Attacker's first."""
    return {
        "seat": state.pieces[fight.attacker].seat,
        "attacker": fight.attacker,
        "attacker_entry": state.pieces[fight.attacker].entry.id,
        "target": fight.target,
        "target_entry": state.pieces[fight.target].entry.id,
        "dice": [list(dice) for dice in rolled],
        "die": [one.die for one in sides],
        "net": [one.net for one in sides],
        "sources": [one.sources for one in sides],
        "spends": list(fight.spends),
        "grace": [_by_grace(state.pieces[_fighter(state, role)]) for role in (0, 1)],
        "disadvantage": [one.is_disadvantaged for one in sides],
        "flat": [one.flat for one in sides],
    }


def _pay(play: Play, number: int, spends: bool, one: Side) -> None:
    piece = play.state.pieces[number]
    if spends or one.is_disadvantaged:
        play.change(number, adv=piece.adv - spends, dis=piece.dis - one.is_disadvantaged)
    for token, is_spent in ((ADVANTAGE, spends), (DISADVANTAGE, one.is_disadvantaged)):
        if is_spent:
            play.tell_of("token_spent", number, token=token)


def _survives(state: State, number: int) -> bool:
    return any(rule.survives(state, number) for rule in state.pieces[number].entry.on["survives"])


def _succeed(play: Play, fight: Fight) -> None:
    """Slay the target and let the Attacker enter; elimination comes before any trigger."""
    state = play.state
    slain, attacker = state.pieces[fight.target], state.pieces[fight.attacker]
    play.slay(fight.target, fight.attacker)
    before = attacker.square
    play.put(fight.attacker, fight.ends)
    play.tell_of("moved_in", fight.attacker, **{"from": NAMES[before], "to": NAMES[fight.ends]})
    if play.check_elimination():
        return
    tasks: list[Task] = []
    for rule in slain.entry.on["slain"]:
        tasks += rule.slain(play, fight.target, fight.attacker)
    for rule in attacker.entry.on["won_attack"]:
        tasks += rule.won_attack(play, fight.attacker, fight)
    play.push(tasks)


@doing("repelled")
def repelled(play: Play, attacker: int, target: int, ends: int) -> None:
    """Carry out what a successful Defend triggers: the Attacker's first."""
    fight, pieces = Fight(attacker, target, ends), play.state.pieces
    tasks: list[Task] = []
    for rule in pieces[attacker].entry.on["lost_attack"]:
        tasks += rule.lost_attack(play, attacker, fight)
    for rule in pieces[target].entry.on["won_defence"]:
        tasks += rule.won_defence(play, target, fight)
    play.push(tasks)


@choice("bump")
class Bump(Choice):
    """The owner puts a Bumped piece beside its square (skirmish.md 7)."""

    def seat(self, state: State, number: int) -> int:
        return state.pieces[number].seat

    def options(self, state: State, number: int) -> list[str]:
        around = NEXT_TO[state.pieces[number].square] & empty(state)
        return [f"bump {NAMES[square]}" for square in squares_in(around)]

    def take(self, play: Play, answer: str, number: int) -> None:
        play.relocate(number, NAMES.index(answer.split()[1]), "bumped")
