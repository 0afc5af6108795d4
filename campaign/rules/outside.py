"""What comes from outside the rules: how matches ended, modes of single battles, courts.

A host hands it to ``CampaignGame.resolve`` as the answer of ``contract.HOST``, so that a record
of the answers replays like any other::

    {"modes": {"17": "skirmish"},
     "results": [{"tile": 17, "winner": 0, "slain": [[3, 10], [7, 7]]},
                 {"tile": 21, "places": {"0": 1, "2": 2, "3": 2}},
                 {"tile": 40, "dice": true}],
     "courts": [{"number": 1, "game": "winter", "seats": [0, 2],
                 "stake": {"kind": "honour"}, "winner": 2}]}

``modes`` come with orders (how land battles on a hex are fought this month) or with reports
(how the waiting battle there was fought after all), ``results`` with reports; ``winner`` null
is a draw, ``slain`` the points slain and the points of the list, attacker first, ``places``
those of a Courtier for three or four. All of it may be left out, and what makes no sense is:
the rules go on without it. A host writes what a match's end tells with ``battle_entry`` and
``court_entry``. Source: campaign.md 4b, 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from campaign.rules.reader import MOST_NUMBER
from campaign.rules.ruleset import RULES
from games.engine.contract import Json, Outcome

MODES = RULES["battle_mode"].choices
SIMPLE, TABLETOP, SKIRMISH, WINTER_COURT, WINTER, COURTIER, *_ = MODES
MATCHES = tuple(mode for mode in MODES if mode not in (SIMPLE, TABLETOP))
"""The battle modes that a match decides, all but those two; each is called as its game."""

MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle was decided elsewhere; ``dice``: it was not, and simple dice decide."""

    winner: int | None = None
    slain: tuple[tuple[int, int], ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    dice: bool = False


@dataclass(frozen=True, slots=True)
class Outside:
    """All that came from outside with one resolve, by tile number; ``courts`` are not read yet."""

    modes: Mapping[int, str] = field(default_factory=dict)
    results: Mapping[int, Result] = field(default_factory=dict)
    courts: tuple[Json, ...] = ()


# Written, for a host that has a match's outcome


def battle_entry(
    tile: int,
    seats: Sequence[int],
    outcome: Outcome,
    casualties: Sequence[tuple[int, int]] = (),
) -> dict[str, Json]:
    """Return the result of a battle whose match ended so, with these kingdoms in its seats."""
    entry: dict[str, Json] = {"tile": tile, "winner": sole_winner(seats, outcome)}
    if casualties:
        entry["slain"] = [list(pair) for pair in casualties]
    if len(seats) > 2:
        placed = zip(seats, outcome.places, strict=True)
        entry["places"] = {str(seat): place for seat, place in placed}
    return entry


def court_entry(
    number: int, game: str, seats: Sequence[int], stake: Json, outcome: Outcome
) -> dict[str, Json]:
    """Return how a court ended, as ``campaign.rules.courts.stage`` reads it."""
    return {
        "number": number,
        "game": game,
        "seats": list(seats),
        "stake": stake,
        "winner": sole_winner(seats, outcome),
        "places": list(outcome.places),
    }


def sole_winner(seats: Sequence[int], outcome: Outcome) -> int | None:
    """Return the kingdom that alone came first; ``None``: a draw, or nobody's win."""
    first = [seat for seat, place in zip(seats, outcome.places, strict=True) if place == 1]
    return first[0] if len(first) == 1 and not outcome.beaten else None


# Read, and nothing of it trusted


def read_outside(answer: Json) -> Outside:
    """Read what the host gave, leaving out whatever is not as it should be."""
    if not isinstance(answer, dict):
        return Outside()
    courts = _lines(answer, "courts")
    return Outside(dict(_modes(answer.get("modes"))), dict(_results(answer)), tuple(courts))


def _lines(answer: dict[str, Json], name: str) -> list[Json]:
    lines = answer.get(name)
    return lines[:MOST_LINES] if isinstance(lines, list) else []


def _modes(given: Json) -> Iterator[tuple[int, str]]:
    for key, mode in given.items() if isinstance(given, dict) else ():
        tile = number_of(key)
        if tile is not None and isinstance(mode, str) and mode in MODES:
            yield tile, mode


def _results(answer: dict[str, Json]) -> Iterator[tuple[int, Result]]:
    for line in _lines(answer, "results"):
        if isinstance(line, dict) and is_number(line.get("tile")):
            yield line["tile"], _result(line)


def _result(line: dict[str, Json]) -> Result:
    winner = line.get("winner")
    return Result(
        winner if is_number(winner) else None,
        _slain(line.get("slain")),
        dict(_places(line.get("places"))),
        line.get("dice") is True,
    )


def _slain(given: Json) -> tuple[tuple[int, int], ...]:
    pairs = given if isinstance(given, list) and len(given) == 2 else []
    fits = all(
        isinstance(pair, list) and len(pair) == 2 and all(map(is_number, pair)) for pair in pairs
    )
    return tuple((pair[0], pair[1]) for pair in pairs) if fits else ()


def _places(given: Json) -> Iterator[tuple[int, int]]:
    for key, place in given.items() if isinstance(given, dict) else ():
        seat = number_of(key)
        if seat is not None and is_number(place):
            yield seat, place


def is_number(value: Json) -> bool:
    """Tell whether a value is a whole number of a size that occurs; ``true`` is none."""
    return type(value) is int and 0 <= value <= MOST_NUMBER


def number_of(key: Json) -> int | None:
    """Return the number that a JSON key stands for."""
    if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 4:
        return int(key)
    return None
