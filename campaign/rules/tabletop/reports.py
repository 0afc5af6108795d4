"""Reports of battles on a real table: what both sides say of how a battle ended.

::

    {"reports": [{"tile": 17, "winner": 0, "routs": [{"unit": [1, 2, 3], "by": [0, 1, 1]}]},
                 {"tile": 40, "simple": true}]}

A report counts when both sides say the same; what they cannot agree on the game master rules
before the deadline, or the dice of section 6 decide. What a match decides comes from outside
instead, and no report counts. Units are [kingdom, army, place in its list from 1]; ``winner``
null is a draw. Source: campaign.md 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from campaign.rules.battle.nested import report_of
from campaign.rules.outside import MATCHES, TABLETOP, Outside
from campaign.rules.problems import problem
from campaign.rules.reader import MOST_NUMBER, Reader
from campaign.rules.state import Battle, Report, Rout
from campaign.rules.table import Table
from campaign.rules.tabletop.data import LIMITS
from campaign.rules.tabletop.effects import Key, fighters, open_lists
from games.engine.contract import Json, Problem

MOST_ROUTS = 200
NOTHING = Outside()
BY_DICE = Report(None, (), simple=True)
"""What counts for a battle on which the sides did not agree."""

Reports = tuple[tuple[int, Report], ...]
"""(tile number, report) of each battle that a kingdom reports."""


def read_reports(reader: Reader, answer: Json, beside: tuple[str, ...] = ()) -> Reports:
    """Read the shape of a sheet's reports; ``beside`` are its other fields."""
    given = reader.fields(answer, "", ("reports", *beside))
    lines = reader.lines(given.get("reports", []), "reports")
    return tuple(_read_report(reader, line, f"reports.{i}") for i, line in enumerate(lines))


def _read_report(reader: Reader, line: Json, where: str) -> tuple[int, Report]:
    given = reader.fields(line, where, ("tile", "winner", "routs", "simple"))
    tile = reader.needed(given, "tile", where, 1, MOST_NUMBER)
    simple = given.get("simple", False)
    if not isinstance(simple, bool):
        reader.refuse("not_yes_or_no", where, field="simple")
    if simple is True:
        if "winner" in given or given.get("routs"):
            reader.refuse("dice_and_result", where)
        return tile, BY_DICE
    return tile, Report(_read_winner(reader, given, where), _read_routs(reader, given, where))


def _read_winner(reader: Reader, given: dict[str, Json], where: str) -> int | None:
    if "winner" in given and given["winner"] is None:
        return None
    return reader.needed(given, "winner", where, 0, MOST_NUMBER)


def _read_routs(reader: Reader, given: dict[str, Json], where: str) -> tuple[Rout, ...]:
    at = f"{where}.routs"
    lines = reader.lines(given.get("routs", []), at, MOST_ROUTS)
    return tuple(sorted(_read_rout(reader, line, f"{at}.{i}") for i, line in enumerate(lines)))


def _read_rout(reader: Reader, line: Json, where: str) -> Rout:
    given = reader.fields(line, where, ("unit", "by"))
    if "unit" not in given:
        reader.refuse("missing_field", where, field="unit")
        return Rout(0, 1, 1)
    unit = _read_unit(reader, given["unit"], f"{where}.unit")
    if given.get("by") is None:
        return Rout(*unit)
    return Rout(*unit, *_read_unit(reader, given["by"], f"{where}.by"))


def _read_unit(reader: Reader, value: Json, where: str) -> Key:
    if not isinstance(value, list | tuple) or len(value) != 3:
        reader.refuse("not_a_unit", where)
        return 0, 1, 1
    kingdom, army, unit = value
    return (
        reader.number(kingdom, where, 0, MOST_NUMBER, "kingdom"),
        reader.number(army, where, 1, MOST_NUMBER, "army"),
        reader.number(unit, where, 1, MOST_NUMBER, "unit"),
    )


def reports_json(reports: Reports) -> dict[str, Json]:
    """Write a report sheet in canonical form; without reports it is empty."""
    lines = [_report_json(tile, report) for tile, report in reports]
    return {"reports": lines} if lines else {}


def _report_json(tile: int, report: Report) -> Json:
    if report.simple:
        return {"tile": tile, "simple": True}
    routs = [
        {
            "unit": [rout.kingdom, rout.army, rout.unit],
            "by": [rout.by_kingdom, rout.by_army, rout.by_unit] if rout.by_unit else None,
        }
        for rout in report.routs
    ]
    return {"tile": tile, "winner": report.winner, **({"routs": routs} if routs else {})}


def waiting_for(table: Table, seat: int) -> list[Battle]:
    """List the battles of a kingdom that wait for a report, in the order they were fought."""
    return [
        battle
        for battle in table.waiting
        if battle.report is None and seat in (battle.attacker, battle.defender)
    ]


def battles_with(table: Table, seat: int) -> list[Battle]:
    """List the battles that wait and concern a kingdom: it is a side, or sits at the match."""
    waiting = (battle for battle in table.waiting if battle.report is None)
    return [b for b in waiting if seat in (b.attacker, b.defender, *b.seats)]


def review_reports(table: Table, seat: int, reports: Reports) -> list[Problem]:
    """Return what is wrong with a kingdom's reports."""
    battles = {battle.tile: battle for battle in reversed(waiting_for(table, seat))}
    tiles = [tile for tile, _ in reports]
    problems: list[Problem] = []
    for line, (tile, report) in enumerate(reports):
        where = f"reports.{line}"
        if tile not in battles:
            problems.append(problem("not_waiting", where, tile=tile))
        elif tile in tiles[:line]:
            problems.append(problem("reported_twice", where, other=tiles.index(tile) + 1))
        else:
            problems += report_problems(table, battles[tile], report, where)
    return problems


def report_problems(table: Table, battle: Battle, report: Report, where: str = "") -> list[Problem]:
    """Return what cannot be in a report of this battle; a game master's ruling is one too."""
    problems: list[Problem] = []
    if report.winner not in (None, battle.attacker, battle.defender):
        problems.append(problem("not_a_winner", f"{where}.winner"))
    routed = [(rout.kingdom, rout.army, rout.unit) for rout in report.routs]
    for line, rout in enumerate(report.routs):
        at = f"{where}.routs.{line}"
        problems += _unit_problems(table, battle, routed[line], at)
        if routed[line] in routed[:line]:
            problems.append(problem("routed_twice", at, army=rout.army, unit=rout.unit))
        if rout.by_unit:
            cause = (rout.by_kingdom, rout.by_army, rout.by_unit)
            problems += _unit_problems(table, battle, cause, at)
            if rout.by_kingdom == rout.kingdom:
                problems.append(problem("routed_by_friend", at))
    return problems


def _unit_problems(table: Table, battle: Battle, key: Key, where: str) -> list[Problem]:
    """A unit must be on the list of an army that fought; without a list any place may be."""
    seat, army, place = key
    code = ""
    if army not in fighters(battle).get(seat, ()):
        code = "unit_not_there"
    else:
        roster = table.rosters.get((seat, army))
        if place > (LIMITS.units if roster is None else len(roster.units)):
            code = "unit_not_there"
        elif roster is not None and roster.units[place - 1].struck:
            code = "unit_gone"
    return [problem(code, where, army=army, unit=place)] if code else []


def agreed(battle: Battle, mine: Report | None, theirs: Report | None) -> bool:
    """Tell whether two reports of a battle say the same, so that they count."""
    sides = (None, battle.attacker, battle.defender)
    return mine is not None and mine == theirs and mine.winner in sides


def told(
    table: Table, answers: Mapping[int, Reports]
) -> Iterator[tuple[int, Report | None, Report | None]]:
    """Yield, for each battle that waits, its place and what attacker and defender say of it.

    What could not be handed in counts as not said.
    """
    valid = {seat: _valid(table, seat, reports) for seat, reports in answers.items()}
    for place, battle in enumerate(table.waiting):
        if battle.report is None:
            mine, theirs = (
                valid.get(seat, {}).get(battle.tile) for seat in (battle.attacker, battle.defender)
            )
            yield place, mine, theirs


def _valid(table: Table, seat: int, reports: Reports) -> dict[int, Report]:
    return {
        tile: report
        for tile, report in reversed(reports)
        if not review_reports(table, seat, ((tile, report),))
    }


def agree(table: Table, answers: Mapping[int, Reports], outside: Outside = NOTHING) -> None:
    """Give every waiting battle its report: a match's result, or what both sides say, else dice."""
    for place, mine, theirs in list(told(table, answers)):
        battle = _as_fought(table, place, outside)
        if battle.mode == TABLETOP and mine is not None and agreed(battle, mine, theirs):
            settle(table, place, mine)
        else:
            settle(table, place, _decided(table, battle, outside))


def _as_fought(table: Table, place: int, outside: Outside) -> Battle:
    """Return a waiting battle in the mode in which it was fought after all."""
    battle = table.waiting[place]
    mode = outside.modes.get(battle.tile, battle.mode)
    if mode != battle.mode:
        battle = table.waiting[place] = replace(battle, mode=mode)
        table.tell("mode_changed", battle=battle.number, tile=battle.tile, mode=mode)
        if mode == TABLETOP:
            open_lists(table, battle)
    return battle


def _decided(table: Table, battle: Battle, outside: Outside) -> Report:
    result = outside.results.get(battle.tile)
    if result is None or result.dice or battle.mode not in MATCHES:
        return BY_DICE
    return report_of(table, battle, result)


def settle(table: Table, place: int, report: Report) -> None:
    """Give a waiting battle (by its place in ``table.waiting``) the report that counts."""
    battle = table.waiting[place]
    table.waiting[place] = replace(battle, report=report)
    winner = -1 if report.winner is None else report.winner
    where = {"battle": battle.number, "tile": battle.tile}
    if battle.mode in MATCHES and not report.simple:
        table.tell("match_decided", **where, mode=battle.mode, winner=winner)
    else:
        table.tell("reported", **where, winner=winner, simple=int(report.simple))
