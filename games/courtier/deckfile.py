"""Read a deck file and say, by line and card, what is wrong with it.

``read(text)`` takes TOML of the form of ``courtier_deck.toml`` and returns its table, the
plain dict that the rules are built from; or it raises ``DeckRefused`` with every problem
(courtier.md 18). ``check_table`` does the same for a table that came as JSON, which has
no lines. Files are small: what is larger than ``MOST_BYTES`` is refused unread.

>>> house_table()["meta"]["game"]
'courtier'
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from games.courtier.deck_checks import Fault
from games.courtier.deck_fields import ID
from games.courtier.deck_fit import faults
from games.engine.contract import EngineError, Json
from games.engine.names import is_plain

Table: TypeAlias = dict[str, Any]
"""A deck as ``tomllib`` gives it: single tables, and a list of records for each kind."""

MOST_BYTES = 256 * 1024
MOST_LINE = 1000
"""How long a line may be: a reader of TOML is slow with keys of a thousand parts."""
MOST_PROBLEMS = 100
"""How many problems are told at once."""

HOUSE = Path(__file__).with_name("courtier_deck.toml")

HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_-]+)((?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*\]")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*[=.]")
MULTILINE = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")


class DeckProblem(NamedTuple):
    """One thing wrong with a deck: the line (0: it has none), the record, and what.

    ``record`` is a card's id and name, ``[counts]`` and the like, or empty.
    """

    line: int
    record: str
    message: str

    def __str__(self) -> str:
        parts = [f"line {self.line}" if self.line else "", self.record, self.message]
        return ": ".join(filter(None, parts))


class DeckRefused(EngineError):
    """This is no deck the rules can be played with; nothing was read. ``problems`` says why."""

    code = "bad_deck"

    def __init__(self, problems: Iterable[DeckProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))


def read(text: str) -> Table:
    """Return the table of a deck file; raise ``DeckRefused``."""
    _check_size(text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckRefused([_syntax_problem(text, str(error))]) from None
    except (RecursionError, ValueError) as error:  # brackets a thousand deep, a number of miles
        raise DeckRefused([DeckProblem(0, "", f"this is no TOML file: {error}")]) from None
    _refuse(table, Lines(text))
    return table


def read_bytes(data: bytes) -> Table:
    """Return the table of a deck file as it lies on a disk; raise ``DeckRefused``."""
    if len(data) > MOST_BYTES:
        raise DeckRefused([_too_large()])
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DeckRefused([DeckProblem(line, "", "this is no text in UTF-8")]) from None


def check_table(table: Json) -> Table:
    """Return a table that came as JSON if it is a deck; raise ``DeckRefused``."""
    _refuse(table, None)
    return table  # type: ignore[no-any-return]


def digest_of(table: Mapping[str, Json]) -> str:
    """Return the SHA-256 (hex) of a table, whatever the order of the keys within records."""
    text = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@lru_cache(maxsize=1)
def house_table() -> Table:
    """Return the table of the house deck; it is one object for all, not to be changed."""
    return read(HOUSE.read_text("utf-8"))


def _check_size(text: str) -> None:
    if len(text) > MOST_BYTES:
        raise DeckRefused([_too_large()])
    lines = enumerate(text.split("\n"), start=1)
    message = f"a line has at most {MOST_LINE} characters"
    long = (DeckProblem(number, "", message) for number, line in lines if len(line) > MOST_LINE)
    if problems := [*islice(long, MOST_PROBLEMS)]:
        raise DeckRefused(problems)


def _too_large() -> DeckProblem:
    return DeckProblem(0, "", f"a deck file has at most {MOST_BYTES // 1024} kilobytes")


def _syntax_problem(text: str, said: str) -> DeckProblem:
    found = AT_LINE.search(said)
    last = text.rstrip("\n").count("\n") + 1
    line = int(found[1]) if found and found[1] else last
    message = AT_LINE.sub("", said).strip().rstrip(".")
    return DeckProblem(line, "", f"this is no TOML: {message[:200]}")


def _refuse(table: Json, lines: Lines | None) -> None:
    """Raise ``DeckRefused`` with what is wrong with a table, in the order of the file."""
    problems = {_problem(table, fault, lines): None for fault in islice(faults(table), 1000)}
    if problems:
        ordered = sorted(problems, key=lambda problem: problem.line)
        raise DeckRefused(ordered[:MOST_PROBLEMS])


def _problem(table: Json, fault: Fault, lines: Lines | None) -> DeckProblem:
    line = lines.of(fault) if lines else 0
    return DeckProblem(line, _record_name(table, fault), fault.message)


def _record_name(table: Json, fault: Fault) -> str:
    """Return what a record is called: its id and name, else its number among its kind."""
    if fault.place is None:
        return f"[{fault.kind}]" if fault.key and fault.kind else ""
    record = table[fault.kind][fault.place]
    if not isinstance(record, dict):
        return f"{fault.kind} {fault.place + 1}"
    ident, name = record.get("id"), record.get("name", record.get("title"))
    if not isinstance(ident, str) or not ID.fullmatch(ident):
        ident = f"{fault.kind} {fault.place + 1}"
    is_shown = isinstance(name, str) and 0 < len(name) <= 80 and is_plain(name)
    return f"{ident} ({name})" if is_shown else ident


class Lines:
    """Where the records and keys of a deck file stand, counted from 1.

    A reader of TOML tells no lines, so they are looked up: the n-th ``[[kind]]`` header,
    and the ``key =`` below it. What is written otherwise is given its header's line.
    """

    def __init__(self, text: str) -> None:
        self._headers: dict[str, list[int]] = defaultdict(list)
        self._keys: dict[tuple[str, int, str], int] = {}
        place = ("", 0)
        plain = MULTILINE.sub(lambda found: "\n" * found[0].count("\n"), text)
        for number, line in enumerate(plain.split("\n"), start=1):
            if found := HEADER.match(line):
                place = self._enter(found[2], found[3], number)
            elif found := KEY.match(line):
                self._keys.setdefault((*place, found[1]), number)

    def _enter(self, kind: str, below: str, number: int) -> tuple[str, int]:
        """Note a header; return the record that the keys below it belong to."""
        if not below:
            self._headers[kind].append(number)
            return kind, len(self._headers[kind]) - 1
        key = below.strip(" \t.").split(".")[0].strip()
        self._keys.setdefault((kind, len(self._headers[kind]) - 1, key), number)
        return f"{kind}.{key}", number

    def of(self, fault: Fault) -> int:
        """Return the line at which something is wrong."""
        headers = self._headers.get(fault.kind, [])
        index = fault.place or 0
        key = self._keys.get((fault.kind, index, fault.key))
        if key is not None:
            return key
        if index < len(headers):
            return headers[index]
        return self._keys.get(("", 0, fault.kind or fault.key)) or self._first(fault.key)

    def _first(self, kind: str) -> int:
        return next(iter(self._headers.get(kind, ())), 0)
