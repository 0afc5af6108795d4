"""How a match ends, by its rules or otherwise, and who is told.

``ending`` is one of ``ENDINGS``; the outcome is always in the contract's form.
"""

from __future__ import annotations

import logging
from dataclasses import asdict

from django.db import Error as DatabaseFailure

from games.engine.contract import Json, Outcome
from games.models import Match, Turn
from games.services import listeners, news, plans
from games.services.table import MOVING, Table

logger = logging.getLogger(__name__)

RULES, RESIGNED, AGREED, ADJUDICATED, UNTIL = "rules", "resigned", "agreed", "adjudicated", "until"
ENDINGS = (RULES, RESIGNED, AGREED, ADJUDICATED, UNTIL)
"""By the rules; a seat resigned; a draw was agreed; as it stood after too many defaults, or
when the time for the whole match was up."""


ABORTED = "aborted"
"""The outcome's reason when not even the rules could say how a match stood."""


def end_by_rules(table: Table) -> None:
    """Close a match whose rules say it is over."""
    _close(table, RULES, table.game.outcome(table.state))


def end_as_it_stands(table: Table, ending: str, seat: int | None = None) -> None:
    """Close a match by adjudication; ``seat`` is whose defaults or time caused it, if one's."""
    _end(table, ending, seat)


def end_by_abort(table: Table) -> None:
    """Close a match as it stands for whoever opened it; if the rules fail, as a draw."""
    try:
        end_as_it_stands(table, ADJUDICATED)
    except DatabaseFailure:
        raise
    except Exception:  # a match that a fault stopped holds up nobody for ever
        logger.exception("match %s could not be adjudicated", table.match.pk)
        count = table.match.seat_count
        vars(table).pop("state", None)  # it stays as it was kept
        _end_turn(table, ADJUDICATED, None)
        _close(table, ADJUDICATED, _final((0,) * count, (1,) * count, ABORTED))


def end_by_resignation(table: Table, seat: int) -> None:
    """Close a match that a seat resigned: it is last, the others keep their order before it."""
    _end(table, RESIGNED, seat)


def end_by_agreement(table: Table) -> None:
    """Close a match as a draw that all agreed to."""
    _end(table, AGREED, None)


def _end(table: Table, ending: str, seat: int | None) -> None:
    outcome = final_outcome(table.game.outcome(table.state), ending, seat)
    _end_turn(table, ending, seat)
    _close(table, ending, outcome)


def final_outcome(standing: Outcome, ending: str, seat: int | None) -> Outcome:
    """Return the outcome of a match that stood so when it ended otherwise than by its rules."""
    if ending == AGREED:
        return _final(standing.scores, (1,) * len(standing.places), AGREED)
    if ending == RESIGNED:
        keys = [(number == seat, place) for number, place in enumerate(standing.places)]
        places = tuple(1 + sum(other < key for other in keys) for key in keys)
        return _final(standing.scores, places, RESIGNED)
    return _final(standing.scores, standing.places, standing.reason, beaten=standing.beaten)


def _final(
    scores: tuple[int, ...], places: tuple[int, ...], reason: str, *, beaten: bool = False
) -> Outcome:
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(True, reason, scores, places, () if beaten else first, beaten)


def _end_turn(table: Table, ending: str, seat: int | None) -> None:
    """Keep the end among the turns, so that a match can be made again from them."""
    event = {"kind": "match_ended", "data": {"ending": ending, "seat": seat}, "seen_by": None}
    table.append(Turn(kind=Turn.Kind.END, events=[event]))


def _close(table: Table, ending: str, outcome: Outcome) -> None:
    match = table.match
    match.status = Match.Status.OVER
    match.ending, match.outcome = ending, outcome_json(outcome)
    match.ended_at = table.now
    match.asked, match.wake_at = [], None
    table.fields |= {"status", "ending", "outcome", "ended_at", *MOVING}
    plans.forget_all(table)
    news.match_over(table)
    listeners.wake(match)


def outcome_json(outcome: Outcome) -> Json:
    """Return an outcome as a match keeps it."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(outcome).items()
    }


def told_outcome(match: Match) -> Json:
    """Return the outcome that a match keeps, or null, as people are told it.

    Matches that ended before ``beaten`` was kept have none: nothing came before their seats.
    """
    return None if match.outcome is None else {"beaten": False, **match.outcome}


def outcome_of(match: Match) -> Outcome | None:
    """Return the outcome of a match that is over."""
    kept = told_outcome(match)
    if kept is None:
        return None
    return Outcome(
        True,
        kept["reason"],
        tuple(kept["scores"]),
        tuple(kept["places"]),
        tuple(kept["winners"]),
        kept["beaten"],
    )
