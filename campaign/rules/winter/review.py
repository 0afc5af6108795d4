"""Check a sheet against the position in which it is handed in.

Refused is what could never be legal; let through is what may become so: what cannot be
paid yet, or needs an earlier line of the same list. The position is a scratch ``Table``
that the review plays on. Source: campaign.md 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from campaign.rules.problems import problem
from campaign.rules.state import CAPITAL, CITY, RECALL
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import among, recruit_problems
from campaign.rules.winter.deploy import place, placement_fault
from campaign.rules.winter.recall import berths, places, recall_kingdom, retire_landless
from campaign.rules.winter.sheets import (
    Condition,
    DeploySheet,
    FeedSheet,
    Purchase,
    RecallSheet,
    Sheet,
    Tithe,
)
from campaign.rules.winter.spend_build import ARMY, BUILDINGS, ground_fault, limit_fault
from campaign.rules.winter.spend_tithe import tithe_fault
from games.engine.contract import Problem

Problems = list[Problem]


def review(table: Table, kind: str, seat: int, sheet: Sheet) -> Problems:
    """Return everything that could never be carried out, for the ask of this kind."""
    if isinstance(sheet, DeploySheet):
        return _placements(table, seat, sheet.placements)
    before = set(table.armies[seat])
    problems: Problems = []
    if kind == "winter" and table.stage != RECALL:
        problems += _no_recall(sheet.recall)
    elif kind in ("winter", "recall"):
        problems += _recall(table, seat, sheet.recall, "recall." if kind == "winter" else "")
    if kind == "winter" and table.stage == RECALL:
        recall_kingdom(table, seat, sheet.recall)
        retire_landless(table)
    numbers = before | _recruit_numbers(table, seat, sheet.purchases)
    problems += _tithes(table, seat, sheet.tithes)
    problems += _purchases(table, seat, sheet.purchases, numbers)
    return problems + _feed(sheet.feed, numbers, "feed." if kind == "winter" else "")


def _doubles(keys: Iterable[Hashable]) -> Iterable[tuple[int, int]]:
    """Yield (line, earlier line) for each key that was there before, from 0."""
    first: dict[Hashable, int] = {}
    for line, key in enumerate(keys):
        earlier = first.setdefault(key, line)
        if earlier != line:
            yield line, earlier


def _repeats(keys: Iterable[Hashable], where: str) -> Problems:
    return [
        problem("duplicate_line", f"{where}.{line}", other=earlier + 1)
        for line, earlier in _doubles(keys)
    ]


def _own_tile_fault(table: Table, seat: int, number: int) -> str:
    tile = table.position(number)
    if tile is None:
        return "unknown_tile"
    return "" if table.owners[tile] == seat else "foreign_tile"


def _recall(table: Table, seat: int, sheet: RecallSheet, prefix: str) -> Problems:
    problems = _place(table, seat, sheet.place, f"{prefix}place")
    where = f"{prefix}berths"
    free = berths(table, seat)
    for line, (ship, tile) in enumerate(sheet.berths):
        at = f"{where}.{line}"
        if ship not in table.ships[seat]:
            problems.append(problem("unknown_ship", at, ship=ship))
        code = _own_tile_fault(table, seat, tile)
        if not code and table.position(tile) not in free:
            code = "no_berth"
        if code:
            problems.append(problem(code, at, tile=tile))
    problems += _repeats((ship for ship, _ in sheet.berths), where)
    return problems + _repeats((tile for _, tile in sheet.berths), where)


def _no_recall(sheet: RecallSheet) -> Problems:
    """Where courts are held, everybody is home before the sheet for the winter (4c)."""
    return [] if sheet == RecallSheet() else [problem("recall_over", "recall")]


def _place(table: Table, seat: int, number: int | None, where: str) -> Problems:
    if number is None:
        return []
    code = _own_tile_fault(table, seat, number)
    legal = places(table, seat)
    if not code and table.position(number) not in legal:
        kind = table.settlements[legal[0]] if legal else None
        code = {CAPITAL: "place_is_capital", CITY: "place_is_city"}.get(
            kind or "", "place_is_village"
        )
        if code == "place_is_capital":
            number = table.board.numbers[legal[0]]
    return [problem(code, where, tile=number)] if code else []


def _tithes(table: Table, seat: int, lines: tuple[Tithe, ...]) -> Problems:
    limit = table.rules.tithe_limit
    problems: Problems = []
    for at, line in enumerate(lines):
        where = f"tithes.{at}"
        code = tithe_fault(table, seat, line)
        if code:
            problems.append(problem(code, where, seat=line.to, field="gold", low=0, high=limit[0]))
        problems += _conditions(table, seat, line.conditions, where)
    return problems + _idle_tithes(lines)


def _idle_tithes(lines: tuple[Tithe, ...]) -> Problems:
    """Refuse each tithe that an earlier one to the same kingdom always comes before.

    Under the same conditions a second is an alternative only if it holds less of something.
    """
    problems: Problems = []
    for at, line in enumerate(lines):
        for other, earlier in enumerate(lines[:at]):
            same = (earlier.to, earlier.conditions) == (line.to, line.conditions)
            some = earlier.gold or earlier.food
            if same and some and earlier.gold <= line.gold and earlier.food <= line.food:
                problems.append(problem("duplicate_line", f"tithes.{at}", other=other + 1))
                break
    return problems


def _conditions(table: Table, seat: int, conditions: tuple[Condition, ...], where: str) -> Problems:
    return [
        problem(code, f"{where}.if.{at}", seat=condition.source)
        for at, condition in enumerate(conditions)
        if (code := _condition_fault(table, seat, condition))
    ]


def _condition_fault(table: Table, seat: int, condition: Condition) -> str:
    """A kingdom gives at most one tithe to each other, so more can never be received."""
    if condition.kind != "received":
        return ""
    limit, source = table.rules.tithe_limit, condition.source
    givers = len(table.living()) - 1 if source is None else 1
    if source is not None and source >= len(table.kingdoms):
        return "unknown_kingdom"
    if source is not None and not table.alive[source]:
        return "dead_kingdom"
    enough = condition.gold <= limit.gold * givers and condition.food <= limit.food * givers
    return "" if enough and source != seat else "never_received"


def _recruit_numbers(table: Table, seat: int, lines: tuple[Purchase, ...]) -> set[int]:
    """Return the numbers that armies recruited by these lines may get."""
    recruits = sum(line.buy == ARMY for line in lines)
    free = (n for n in range(1, 2 * table.rules.max_armies + 1) if n not in table.armies[seat])
    return {number for number, _ in zip(free, range(recruits), strict=False)}


def _purchases(table: Table, seat: int, lines: tuple[Purchase, ...], numbers: set[int]) -> Problems:
    possible = possible_standing(table, seat, lines)
    keys = [(line.buy, line.tile, line.conditions) for line in lines]
    problems: Problems = []
    for at, line in enumerate(lines):
        where = f"purchases.{at}"
        code = line_fault(table, seat, line, possible)
        code = code or _repeat_fault(table, line, keys[:at].count(keys[at]))
        if code:
            problems.append(
                problem(
                    code,
                    where,
                    tile=line.tile,
                    most=table.rules.max_armies,
                    other=keys.index(keys[at]) + 1,
                )
            )
        # Below the limit the name is ignored; once at it, a kingdom stays there in Build.
        if line.disband is not None and line.disband not in numbers and _is_full(table, seat):
            problems.append(problem("unknown_army", where, army=line.disband))
        problems += _conditions(table, seat, line.conditions, where)
        problems += _list(table, seat, lines, at)
    return problems


def _list(table: Table, seat: int, lines: tuple[Purchase, ...], at: int) -> Problems:
    """Refuse an army list that could never be right, whichever lines are carried out.

    Lines under the same conditions are no alternatives, so what may be had once stands in
    only one of them.
    """
    line, where = lines[at], f"purchases.{at}.list"
    if line.roster is None:
        return []
    recruits = [other for other in lines[:at] + lines[at + 1 :] if other.buy == ARMY]
    gone = {other.disband for other in lines if other.disband is not None}
    beside = sum(other.roster is None or not other.roster.ally for other in recruits)
    beside += len(gone & set(table.armies[seat]))  # they may stay after all
    found = recruit_problems(table, seat, line.roster, where, gone=gone, coming=beside)
    before = [
        earlier.roster
        for earlier in lines[:at]
        if earlier.roster is not None and earlier.conditions == line.conditions
    ]
    return found or among(table, line.roster, before, where)


def possible_standing(
    table: Table, seat: int, lines: tuple[Purchase, ...]
) -> dict[int, set[str | None]]:
    """Return what may come to stand on each own tile (by number) that these lines name."""
    wanted = [line for line in lines if not _own_tile_fault(table, seat, line.tile)]
    standing: dict[int, set[str | None]] = {
        line.tile: {table.settlements[table.board.index[line.tile]]} for line in wanted
    }
    grown = True
    while grown:
        grown = False
        for line in wanted:
            here = standing[line.tile]
            new = line.buy in BUILDINGS and line.buy not in here
            if new and not _building_fault(table, seat, line, here):
                here.add(line.buy)
                grown = True
    return standing


def _building_fault(table: Table, seat: int, line: Purchase, standing: set[str | None]) -> str:
    tile = table.board.index[line.tile]
    code = ground_fault(table, line.buy, tile, standing) or limit_fault(table, seat, line.buy, tile)
    if not code and table.rules.one_build_per_tile:
        now = ground_fault(table, line.buy, tile, (table.settlements[tile],))
        code = "already_built" if now else ""
    return code


def line_fault(
    table: Table, seat: int, line: Purchase, possible: dict[int, set[str | None]]
) -> str:
    """Return why a purchase could never be made, whatever else its list holds, or nothing."""
    code = _own_tile_fault(table, seat, line.tile)
    if code:
        return code
    if line.buy in BUILDINGS:
        return _building_fault(table, seat, line, possible[line.tile])
    tile = table.board.index[line.tile]
    code = ground_fault(table, line.buy, tile, possible[line.tile]) or limit_fault(
        table, seat, line.buy, tile
    )
    if not code and line.buy == ARMY and line.disband is None and _is_full(table, seat):
        code = "needs_disband"
    return code


def _is_full(table: Table, seat: int) -> bool:
    """Tell whether a kingdom has all the armies it may have."""
    return len(table.armies[seat]) >= table.rules.max_armies


def _repeat_fault(table: Table, line: Purchase, earlier: int) -> str:
    """A line under the same conditions as earlier ones like it can never be carried out."""
    if line.buy == ARMY:
        used = table.recruited.count(line.tile) + earlier
        return "fortress_used" if used >= table.rules.recruits_per_fortress else ""
    return "duplicate_line" if earlier else ""


def _feed(sheet: FeedSheet, numbers: set[int], prefix: str) -> Problems:
    problems: Problems = []
    for name, armies in (("first", sheet.first), ("dismiss", sheet.dismiss)):
        where = f"{prefix}{name}"
        problems += [
            problem("unknown_army", f"{where}.{at}", army=army)
            for at, army in enumerate(armies)
            if army not in numbers
        ]
        problems += _repeats(armies, where)
    return problems + [
        problem("fed_and_dismissed", f"{prefix}dismiss.{at}", army=army)
        for at, army in enumerate(sheet.dismiss)
        if army in sheet.first
    ]


def _placements(table: Table, seat: int, lines: tuple[tuple[int, int], ...]) -> Problems:
    """Nothing but the own list decides where armies fit, so every line must be legal in turn."""
    problems = _repeats((army for army, _ in lines), "placements")
    doubles = {int(each.where.rpartition(".")[2]) for each in problems}
    for at, line in enumerate(lines):
        code = "" if at in doubles else placement_fault(table, seat, line)
        if code:
            problems.append(problem(code, f"placements.{at}", army=line[0], tile=line[1]))
        elif at not in doubles:
            place(table, seat, line)
    return problems
