"""The stage of courts: what was held, by number, each judged again and paid once.

How a court ended comes from outside the rules, and nothing of it is trusted: an entry that
makes no sense is left out. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from campaign.rules.courts.payment import pay
from campaign.rules.courts.review import seat_problems, unfit
from campaign.rules.courts.stakes import Court, read_stake
from campaign.rules.reader import MOST_NUMBER, Limits, Reader
from campaign.rules.table import Table
from games.engine.contract import Json


def play_court(table: Table, held: Json) -> None:
    """Pay every court of a Winter; ``held`` is what the host says of them, any JSON.

    Whether a stake fits is judged by the table as the courts began, so that no court
    spoils another's. Without the house rule ``courts`` none was held.
    """
    courts = courts_held(table, held) if table.rules.courts else []
    fitting = [not unfit(table, court.seats, court.stake) for court, _ in courts]
    for (court, winner), fits in zip(courts, fitting, strict=True):
        pay(table, court, winner, fits=fits)


def courts_held(table: Table, held: Json) -> list[tuple[Court, int | None]]:
    """Read the courts with their winners, in order of number; of two with one the first."""
    found: dict[int, tuple[Court, int | None]] = {}
    for entry in held if isinstance(held, list | tuple) else ():
        read = _court(table, entry)
        if read is not None:
            found.setdefault(read[0].number, read)
    return [found[number] for number in sorted(found)]


def _court(table: Table, entry: Json) -> tuple[Court, int | None] | None:
    """Read one court and who won it; nothing when it makes no sense."""
    if not isinstance(entry, dict):
        return None
    number, game, seats = entry.get("number"), entry.get("game"), _seats(entry.get("seats"))
    if type(number) is not int or not 1 <= number <= MOST_NUMBER or not isinstance(game, str):
        return None
    reader = Reader(Limits(table.rules.tithe_limit))
    stake = read_stake(reader, entry.get("stake"))
    if reader.problems or seat_problems(table, game, seats):
        return None
    winner = entry.get("winner")
    if winner is not None and (type(winner) is not int or winner not in seats):
        return None
    return Court(number, game, seats, stake), winner


def _seats(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(seat) is not int for seat in value):
        return ()
    return tuple(value)
