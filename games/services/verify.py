"""Play a match again from what was kept, and report every difference.

Each turn is resolved from the state before it, with its recorded answers and with draws made
anew from the match's secret; answers, draws, events, the kept state, who is asked and the
outcome must be those on record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.courtier.deckfile import digest_of
from games.engine.contract import Game, Json, Outcome, Refusal, Step
from games.hosting.errors import Conflict
from games.models import Held, Match, Seat, Turn
from games.services import endings
from games.services.histories import path
from games.services.rulebook import deck_table, game_of, turn_chance
from games.services.table import events_json


class _CannotGoOn(Exception):
    """What comes after a turn cannot be checked; the text says why."""


@dataclass
class _Played:
    """A match as far as it was played again."""

    match: Match
    game: Game[Any]
    turns: list[Turn] = field(default_factory=list)
    states: dict[int, Any] = field(default_factory=dict)

    @property
    def state(self) -> Any:
        """The state after the last turn checked."""
        return self.states[self.turns[-1].number]


def verify_match(match: Match) -> list[str]:
    """Return every difference as one line of text; none: all is as recorded. Writes nothing."""
    try:
        game = game_of(match)
    except Conflict:
        return [f"played with rules {match.rules_version}, which are not those of today"]
    except Refusal as refusal:
        return [f"its options make no game: {refusal}"]
    if match.deck_id and digest_of(deck_table(match.deck_id)) != match.deck_id:
        return ["its deck is not the one it was begun with"]
    return list(_differences(_Played(match, game)))


def _differences(played: _Played) -> Iterator[str]:
    for turn in Turn.objects.filter(match=played.match).order_by("number"):
        try:
            for line in _check_turn(played, turn):
                yield f"turn {turn.number}: {line}"
        except _CannotGoOn as reason:
            yield f"turn {turn.number}: {reason}"
            return
        except Exception as error:  # whatever a broken record does to the rules
            yield f"turn {turn.number}: it cannot be played again: {error!r}"
            return
    try:
        yield from _check_match(played)
    except Exception as error:
        yield f"turn {played.match.turn}: how it stands cannot be worked out: {error!r}"


# Turns


def _check_turn(played: _Played, turn: Turn) -> Iterator[str]:
    if turn.number != len(played.turns):
        raise _CannotGoOn(f"turn {len(played.turns)} is missing")
    if (turn.kind == Turn.Kind.START) != (turn.number == 0):
        raise _CannotGoOn("a match starts once, with turn 0")
    if played.turns and played.turns[-1].kind == Turn.Kind.END:
        raise _CannotGoOn("the match was over before it")
    if turn.kind in (Turn.Kind.START, Turn.Kind.PLAY):
        yield from _check_played(played, turn)
    else:
        yield from _check_other(played, turn)
    played.turns.append(turn)


def _check_played(played: _Played, turn: Turn) -> Iterator[str]:
    chance = turn_chance(played.match, turn.number)
    if turn.kind == Turn.Kind.START:
        step: Step[Any] = played.game.start(chance)
    else:
        before = played.state
        step = played.game.resolve(before, _answers(played.game, before, turn), chance)
    draws = [draw.to_json() for draw in chance.draws]
    if not _same(draws, turn.draws):
        yield "the draws on record are not those of its secret"
    if not _same(events_json(step.events), turn.events):
        yield "the events on record are not those of the rules"
    is_start = turn.kind == Turn.Kind.START
    if turn.reveals != (is_start or bool(draws) or any(event.reveals for event in step.events)):
        yield "whether it revealed something is not as the rules say"
    played.states[turn.number] = step.state


def _answers(game: Game[Any], state: Any, turn: Turn) -> dict[int, Json]:
    answers = {int(seat): answer for seat, answer in turn.answers.items()}
    if sorted(answers) != [ask.seat for ask in game.asks(state)]:
        raise _CannotGoOn("the seats that answered are not those that were asked")
    for seat, answer in answers.items():
        try:
            is_canonical = _same(game.check(state, seat, answer), answer)
        except Refusal as refusal:
            raise _CannotGoOn(f"the answer of seat {seat} is not legal: {refusal}") from None
        if not is_canonical:
            raise _CannotGoOn(f"the answer of seat {seat} is not in canonical form")
    return answers


def _check_other(played: _Played, turn: Turn) -> Iterator[str]:
    if turn.draws or turn.answers:
        yield "neither an undo nor an end has answers or draws"
    if turn.kind == Turn.Kind.END:
        played.states[turn.number] = played.state
        return
    back_to = turn.back_to
    if back_to is None or back_to not in played.states:
        raise _CannotGoOn("it goes back to a turn that is not there")
    gone = [row for row in path(played.turns) if row.number > back_to]
    if any(row.reveals for row in gone):
        yield "it takes back a turn that revealed something"
    played.states[turn.number] = played.states[back_to]


# The match as it is kept


def _check_match(played: _Played) -> Iterator[str]:
    match = played.match
    has_begun = match.status not in (Match.Status.OPEN, Match.Status.CALLED_OFF)
    if not played.turns:
        if has_begun:
            yield "there are no turns"
        return
    if match.turn != played.turns[-1].number:
        yield f"the newest turn is {played.turns[-1].number}, not {match.turn}"
    if not _same(played.game.encode(played.state), match.state):
        yield f"turn {match.turn}: the state on record is not that of the rules"
    yield from _check_asked(played)
    yield from _check_seats(match)
    yield from _check_outcome(played)


def _check_asked(played: _Played) -> Iterator[str]:
    match = played.match
    wanted: list[int] = []
    if match.status != Match.Status.OVER:
        held = Held.objects.filter(match=match, turn=match.turn).values_list("seat", flat=True)
        wanted = [ask.seat for ask in played.game.asks(played.state) if ask.seat not in {*held}]
    if match.asked != wanted:
        yield f"turn {match.turn}: the seats asked are {wanted}, not {match.asked}"


def _check_seats(match: Match) -> Iterator[str]:
    seats = Seat.objects.filter(match=match).values_list("number", flat=True)
    if sorted(seats) != list(range(match.seat_count)):
        yield "its seats are not those it was opened with"


def _check_outcome(played: _Played) -> Iterator[str]:
    match, last = played.match, played.turns[-1]
    standing = played.game.outcome(played.state)
    is_over = standing.over or last.kind == Turn.Kind.END
    if (match.status == Match.Status.OVER) != is_over:
        yield f"turn {match.turn}: it is {'' if is_over else 'not '}over"
    elif not is_over:
        if match.outcome is not None:
            yield f"turn {match.turn}: it has an outcome and is not over"
    else:
        yield from _check_end(match, last, standing)


def _check_end(match: Match, last: Turn, standing: Outcome) -> Iterator[str]:
    ending, outcome = endings.RULES, standing
    if last.kind == Turn.Kind.END:
        ended = last.events[0]["data"]
        ending = ended["ending"]
        outcome = endings.final_outcome(standing, ending, ended["seat"])
    if match.ending != ending:
        yield f"turn {last.number}: it ended {ending}, not {match.ending}"
    if not _same(endings.outcome_json(outcome), endings.told_outcome(match)):
        yield f"turn {last.number}: the outcome on record is not that of its end"


def _same(one: Json, other: Json) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
