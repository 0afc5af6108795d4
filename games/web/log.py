"""The log of a match in plain words: what this reader may know, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from games.models import Note, Turn
from games.services.endings import RESIGNED
from games.services.histories import is_open, notes_of
from games.services.policy import Access
from games.services.table import PLAN
from games.web.boards import Board
from games.web.words import ended_words, note_words

SHORT, LONG = 30, 1000
"""How many turns a page shows at first, and at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one turn, or one thing around the game, put into the log."""

    at: datetime
    turn: int
    lines: list[str]
    how: str = ""
    is_undone: bool = False
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """Entries newest first; ``is_cut``: there are older ones.

    ``events``: what the reader saw of the newest turns that one seat took in a row.
    """

    entries: list[Entry]
    is_cut: bool
    events: list[Mapping[str, Any]]

    @property
    def marks(self) -> list[tuple[int, list[str]]]:
        """What of the log can change while the game stands still: the notes."""
        return [(entry.turn, entry.lines) for entry in self.entries if entry.is_note]


def log_of(
    access: Access, newest: int, board: Board, names: Sequence[str], *, whole: bool = False
) -> Log:
    """Return the log up to turn ``newest``, with what only this reader saw (two queries)."""
    most = LONG if whole else SHORT
    found = Turn.objects.filter(match=access.match, number__lte=newest).order_by("-number")
    turns = list(found[: most + 1])
    shown = turns[:most]
    notes = list(notes_of(access).filter(turn__lte=newest).order_by("-pk")[:LONG])
    if access.match.ending == RESIGNED:  # the end itself says so
        notes = [note for note in notes if note.kind != RESIGNED]
    if len(turns) > most:
        notes = [note for note in notes if note.turn >= shown[-1].number]
    played = turn_entries(access, shown, board, names)
    entries = [*played, *note_entries(notes, names)]
    entries.sort(key=lambda entry: (entry.turn, entry.is_note, entry.at), reverse=True)
    return Log(entries, len(turns) > most, latest_events(access, shown))


def latest_events(access: Access, turns: Sequence[Turn]) -> list[Mapping[str, Any]]:
    """Return what the reader saw of the newest turns in a row that the same seats took."""
    open_now = is_open(access.match)
    row = list(takewhile(lambda turn: turn.answers.keys() == turns[0].answers.keys(), turns))
    return [
        event
        for turn in reversed(row)
        for event in seen_events(turn, access.seat, is_open=open_now)
    ]


def turn_entries(
    access: Access, turns: Iterable[Turn], board: Board, names: Sequence[str]
) -> Iterator[Entry]:
    """Say turns, newest first, leaving out those of which the reader learnt nothing."""
    open_now = is_open(access.match)
    undone_after: int | None = None
    for turn in turns:
        is_undone = undone_after is not None and turn.number > undone_after
        if turn.kind == Turn.Kind.UNDO and not is_undone:
            undone_after = turn.back_to
        lines = list(lines_of(turn, board, names, access.seat, is_open=open_now))
        if lines:
            how = how_words(turn, access.seat, is_open=open_now)
            yield Entry(turn.at, turn.number, lines, how, is_undone=is_undone)


def lines_of(
    turn: Turn, board: Board, names: Sequence[str], seat: int | None, *, is_open: bool
) -> Iterator[str]:
    """Say what happened in a turn; ``is_open``: the match is over and nothing is hidden."""
    if turn.kind == Turn.Kind.UNDO:
        yield _("Taken back.")
    for event in seen_events(turn, seat, is_open=is_open):
        if event["kind"] == "match_ended":
            yield _ended(event["data"], names)
        else:
            yield from filter(None, [board.line(event, names, seat)])


def seen_events(turn: Turn, seat: int | None, *, is_open: bool) -> Iterator[Mapping[str, Any]]:
    """Give the events of a turn that a seat, or an outsider, may see."""
    for event in turn.events:
        if is_open or event["seen_by"] is None or seat in event["seen_by"]:
            yield event


def _ended(data: Mapping[str, Any], names: Sequence[str]) -> str:
    seat = data["seat"]
    return ended_words(data["ending"], names[seat] if seat is not None else _("Somebody"))


def how_words(turn: Turn, seat: int | None, *, is_open: bool) -> str:
    """Say that an answer had been planned: to who planned it, and to all after the end."""
    planned = {int(number) for number, source in turn.sources.items() if source == PLAN}
    return _("planned ahead") if planned and (is_open or seat in planned) else ""


def note_entries(notes: Iterable[Note], names: Sequence[str]) -> Iterator[Entry]:
    """Say notes; one without words is left out."""
    for note in notes:
        if words := note_words(note, names):
            yield Entry(note.at, note.turn, [words], is_note=True)
