"""Check an army list against what its kingdom has: points, unique things, allies.

``list_problems`` judges a list for an army that stands, ``recruit_problems`` one that comes
with a recruit. Only the kingdom's own lists are looked at, so nothing of others shows.
Source: campaign.md 5 (the facts for lists).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaign.rules.outside import TABLETOP
from campaign.rules.problems import problem
from campaign.rules.rosters import FIRST_ARMY, Roster
from campaign.rules.table import Table
from campaign.rules.tabletop.data import ARMIES_BESIDE_ALLIES
from games.engine.contract import Problem

Unique = tuple[str, str, str]
"""What a kingdom may have once: its kind, its name to compare by, its name to show."""


def list_problems(table: Table, seat: int, roster: Roster, where: str = "") -> list[Problem]:
    """Return what is wrong with a list for an army that stands; ``where`` is its path."""
    if table.rules.battle_mode != TABLETOP:
        return [problem("lists_unused", where)]
    if roster.army not in table.armies[seat]:
        return [problem("unknown_army", where, army=roster.army)]
    code = _standing_fault(table, seat, roster)
    problems = [problem(code, where, army=roster.army)] if code else []
    problems += _content(table, roster, where)
    if table.rules.fixed_lists and not code:
        problems += _ally_problems(table, seat, roster, where)
        problems += _shared(roster, _others(table, seat, roster.army), where)
    return problems


def lists_problems(
    table: Table, seat: int, rosters: Iterable[Roster], where: str = "lists"
) -> list[Problem]:
    """Return what is wrong with several lists handed in together, line by line."""
    problems: list[Problem] = []
    before: list[Roster] = []
    for line, roster in enumerate(rosters):
        at = f"{where}.{line}"
        problems += list_problems(table, seat, roster, at)
        armies = [earlier.army for earlier in before]
        if roster.army in armies:
            other = armies.index(roster.army) + 1
            problems.append(problem("list_twice", at, army=roster.army, other=other))
        elif table.rules.fixed_lists:
            problems += among(table, roster, before, at)
        before.append(roster)
    return problems


def recruit_problems(
    table: Table,
    seat: int,
    roster: Roster,
    where: str = "",
    *,
    gone: Collection[int] = (),
    coming: int = 0,
) -> list[Problem]:
    """Return what is wrong with a list that comes with a recruit.

    ``gone`` are armies that make room, ``coming`` how many others without allies may be
    recruited before.
    """
    if table.rules.battle_mode != TABLETOP:
        return [problem("lists_unused", where)]
    problems = _content(table, roster, where)
    problems += _ally_problems(table, seat, roster, where, gone=gone, coming=coming)
    if table.rules.fixed_lists:
        problems += _shared(roster, _others(table, seat, *gone), where)
    return problems


def among(table: Table, roster: Roster, others: Iterable[Roster], where: str) -> list[Problem]:
    """Return what a list has that others of the same sheet have too, and may be had once."""
    rest = list(others)
    second = roster.ally and any(other.ally for other in rest)
    found = [problem("ally_second", where)] if second else []
    return found + (_shared(roster, rest, where) if table.rules.fixed_lists else [])


def _standing_fault(table: Table, seat: int, roster: Roster) -> str:
    """Return why the army that stands can get no list, or not this one."""
    old = table.rosters.get((seat, roster.army))
    if not table.rules.fixed_lists:
        settled = old.ally if old else ""
        return "" if settled.casefold() == roster.ally.casefold() else "ally_fixed"
    if old is not None:
        return "list_fought" if old.open else "list_fixed"
    return "ally_first" if roster.ally and roster.army == FIRST_ARMY else ""


def _content(table: Table, roster: Roster, where: str) -> list[Problem]:
    """Judge a list by itself."""
    limit, problems = table.rules.army_points, []
    if roster.cost > limit:
        problems.append(problem("list_too_dear", where, cost=roster.cost, limit=limit))
    if any(unit.ally != bool(roster.ally) for unit in roster.units):
        problems.append(problem("ally_mixed", where))
    things = unique_things(roster)
    keys = [thing[:2] for thing in things]
    twice = {
        key: name for key, (_, _, name) in zip(keys, things, strict=True) if keys.count(key) > 1
    }
    return problems + [problem("not_unique", where, name=name) for name in twice.values()]


def _ally_problems(
    table: Table,
    seat: int,
    roster: Roster,
    where: str,
    *,
    gone: Collection[int] = (),
    coming: int = 0,
) -> list[Problem]:
    """Judge whether the kingdom may have an allied army now."""
    if not roster.ally:
        return []
    allied = {other.army for other in _others(table, seat, roster.army, *gone) if other.ally}
    if allied:
        return [problem("ally_second", where)]
    plain = set(table.armies[seat]) - {roster.army} - set(gone)
    beside = min(len(plain) + coming, table.rules.max_armies - 1)
    enough = beside >= ARMIES_BESIDE_ALLIES
    return [] if enough else [problem("ally_too_soon", where, least=ARMIES_BESIDE_ALLIES)]


def _others(table: Table, seat: int, *left_out: int) -> list[Roster]:
    return [
        roster
        for (kingdom, army), roster in sorted(table.rosters.items())
        if kingdom == seat and army not in left_out
    ]


def unique_things(roster: Roster) -> list[Unique]:
    """List the legends and magic items of a list that are still on it."""
    things = []
    for unit in roster.units:
        if unit.struck:
            continue
        if unit.legend:
            things.append(("legend", _plain(unit.name), unit.name))
        things += [("magic", _plain(e.name), e.name) for e in unit.extras if e.magic]
    return things


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _shared(roster: Roster, others: Iterable[Roster], where: str) -> list[Problem]:
    taken = {thing[:2] for other in others for thing in unique_things(other)}
    names = {thing[:2]: thing[2] for thing in unique_things(roster) if thing[:2] in taken}
    return [problem("not_unique", where, name=name) for name in names.values()]
