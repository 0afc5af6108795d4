"""Land battles that a match decides: who sits at it, with what options, and what it costs.

::

    setup = match_setup(board, state, battle)
    setup.game, setup.options, setup.seats      # e.g. "skirmish", {...}, (2, 0)

Source: campaign.md 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from campaign.rules.battle.clash import DRAW, WIN, Clash, Verdict, upright
from campaign.rules.board import Board
from campaign.rules.outside import COURTIER, SKIRMISH, Result
from campaign.rules.ruleset import COURTIER_SEATS, HIT_POINTS
from campaign.rules.ruleset import SKIRMISH as HOUSE
from campaign.rules.setup.factions import fielded
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, Army, Battle, Report, State
from campaign.rules.table import Table
from campaign.rules.tokens import Token
from games.skirmish.faction import faction_ids
from games.skirmish.house import HOUSE as PIECES

STRONGER = {FORTRESS: HOUSE["fortress"], CAPITAL: HOUSE["capital"], CITY: HOUSE["city"]}
"""The points that a settlement adds to the list of the kingdom whose it is and that defends it."""


class MatchSetup(NamedTuple):
    """What a match is opened with; ``seats`` are kingdoms in the order of the match's seats."""

    game: str
    options: dict[str, Any]
    seats: tuple[int, ...]


def match_setup(board: Board, state: State, battle: Battle, mode: str = "") -> MatchSetup:
    """Return the match that decides a waiting battle, or would if it were fought by ``mode``."""
    game = mode or battle.mode
    sides = (battle.attacker, battle.defender)
    if game == COURTIER:
        return MatchSetup(game, {}, battle.seats if len(battle.seats) > 2 else sides)
    options = _skirmish(board, state, battle) if game == SKIRMISH else {}
    return MatchSetup(game, options, sides)


def _skirmish(board: Board, state: State, battle: Battle) -> dict[str, Any]:
    """Return the options of a skirmish: factions, points of both lists, Trees."""
    tile = board.index[battle.tile]
    forces = [fighting(state, seat, numbers) for seat, numbers in _forces(battle)]
    homes = [_home(state, tile, armies) for armies in forces]
    points = [
        list_points(sum(army.points for army in armies)) + STRONGER.get(home, 0)
        for armies, home in zip(forces, homes, strict=True)
    ]
    trees = PIECES.trees + (HOUSE["village_trees"] if VILLAGE in homes else 0)
    return {"factions": list(factions_of(state, battle)), "points": points, "trees": trees}


def _forces(battle: Battle) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each side with its armies that fight, the attacker first."""
    return (battle.attacker, battle.attackers), (battle.defender, battle.defenders)


def _home(state: State, tile: int, armies: Iterable[Army]) -> str:
    """Return the settlement of their own kingdom that one of these armies defends, if any (3b)."""
    marks = state.summer.defending
    own = [army for army in armies if army.kingdom == state.owners[tile]]
    defended = any((army.kingdom, army.number) in marks for army in own)
    return (state.settlements[tile] or "") if defended else ""


def list_points(points: int) -> int:
    """Return how many points of pieces armies of so many points field."""
    return min(HOUSE["most"], HOUSE["base"] + points // HOUSE["points_for_one"])


def factions_of(state: State, battle: Battle) -> tuple[str, str]:
    """Return what both sides field: never the same, else the defender takes the next."""
    ids = faction_ids()
    mine, theirs = (faction_of(state, seat) for seat in (battle.attacker, battle.defender))
    if mine == theirs:
        theirs = ids[(ids.index(theirs) + 1) % len(ids)]
    return mine, theirs


def faction_of(state: State, seat: int) -> str:
    """Return a kingdom's faction: the chosen one, else that of its seat's turn in the list."""
    return fielded(seat, state.kingdoms[seat].faction)


def fighting(state: State, seat: int, numbers: tuple[int, ...]) -> list[Army]:
    """List the armies of a kingdom with these numbers."""
    return [army for army in state.armies if army.kingdom == seat and army.number in numbers]


def seats_at(clash: Clash, mode: str) -> tuple[int, ...]:
    """Return who sits at the match: both sides, at Courtier everybody with an army there."""
    if mode != COURTIER:
        return clash.sides
    others = [
        seat for seat in clash.table.order if seat not in clash.sides and _stands(clash, seat)
    ]
    return (*clash.sides, *others)[:COURTIER_SEATS]


def _stands(clash: Clash, seat: int) -> bool:
    return any(not token.floats for token in upright(clash.field, clash.tile, seat))


def ranked(clash: Clash) -> Verdict | None:
    """Return how a battle ends by the Courtier that its sides have played there already."""
    ranks = clash.table.ranks.get(clash.table.board.numbers[clash.tile], {})
    if clash.attacker not in ranks or clash.defender not in ranks:
        return None
    return by_place(ranks, clash.attacker, clash.defender)


def by_place(places: Mapping[int, int], attacker: int, defender: int) -> Verdict:
    """Return who of two wins: the better place; equal places are a draw."""
    if places[attacker] == places[defender]:
        return Verdict(DRAW)
    return Verdict(WIN, attacker if places[attacker] < places[defender] else defender)


def report_of(table: Table, battle: Battle, result: Result) -> Report:
    """Return the report that a match's result is; the order of a larger Courtier is kept."""
    seats = battle.seats
    if battle.mode == COURTIER and len(seats) > 2 and set(seats) <= set(result.places):
        table.ranks[battle.tile] = {seat: result.places[seat] for seat in seats}
        verdict = by_place(result.places, battle.attacker, battle.defender)
        return Report(verdict.winner)
    sides = (battle.attacker, battle.defender)
    return Report(
        result.winner if result.winner in sides else None,
        slain=result.slain if battle.mode == SKIRMISH else (),
    )


def take_losses(clash: Clash, battle: Battle) -> None:
    """Take from both sides what their skirmish cost them (5); without points it costs nothing."""
    report = battle.report
    if report is None or not report.slain or not clash.table.rules.simple_points:
        return
    for (seat, numbers), (slain, brought) in zip(_forces(battle), report.slain, strict=False):
        _lose(clash, seat, numbers, slain, brought)


def _lose(clash: Clash, seat: int, numbers: tuple[int, ...], slain: int, brought: int) -> None:
    own = clash.table.armies[seat]
    here = [number for number in clash.armies(seat) if number in numbers]
    points = sum(own[number].points for number in here)
    hundreds = points * min(slain, brought) // brought // HIT_POINTS if brought else 0
    left = {number: own[number].points for number in here}
    for _ in range(hundreds):
        strongest = min(left, key=lambda number: (-left[number], number))
        left[strongest] = max(0, left[strongest] - HIT_POINTS)
    for number in here:
        _set_points(clash, own[number], left[number])


def _set_points(clash: Clash, army: Army, points: int) -> None:
    if points == army.points:
        return
    seat, number, lost = army.kingdom, army.number, army.points - points
    clash.table.put_army(Army(seat, number, points, army.tile, army.upright, army.aboard))
    clash.tell("army_hurt", kingdom=seat, army=number, lost=lost, points=points)
    if not points:
        clash.field.remove(Token(seat, None, number), "slain")
