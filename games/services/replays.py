"""A match that is over, turn by turn and as a file: everything in it is open by then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Game, Json
from games.hosting.errors import Conflict
from games.models import Match, Turn
from games.services.endings import told_outcome
from games.services.histories import every_view, is_open, path, record_of, states_after
from games.services.policy import Access
from games.services.rulebook import chance_context, game_of, match_commitment
from games.services.selectors import seat_names


@dataclass(frozen=True)
class ReplayStep:
    """One turn of a match that is over: what was answered, what happened, what each seat saw."""

    turn: Turn
    game: Game[Any]
    state: Any

    @property
    def number(self) -> int:
        """The turn's number; numbers of turns taken back are missing."""
        return self.turn.number

    @property
    def answers(self) -> dict[int, Json]:
        """The answers by seat."""
        return {int(seat): answer for seat, answer in self.turn.answers.items()}

    @property
    def kinds(self) -> dict[int, str]:
        """What each seat was asked after this turn."""
        return {ask.seat: ask.kind for ask in self.game.asks(self.state)}

    @property
    def events(self) -> list[Json]:
        """All that happened, private or not."""
        return list(self.turn.events)

    @cached_property
    def view(self) -> Json:
        """What an outsider saw."""
        return self.game.view(self.state, None)

    @cached_property
    def hands(self) -> list[Json]:
        """Every seat's own view."""
        return every_view(self.game, self.state)


def replay(access: Access) -> list[ReplayStep]:
    """Return a match that is over turn by turn, without those taken back; one query.

    Raises ``Conflict`` (``not_over``, ``other_rules``).
    """
    match = access.match
    turns = list(_all_turns(access))
    game = game_of(match)
    states = states_after(match, turns)
    return [ReplayStep(turn, game, state) for turn, state in zip(path(turns), states, strict=True)]


def _all_turns(access: Access) -> QuerySet[Turn]:
    if not is_open(access.match):
        raise Conflict("not_over", _("This is shown when the match is over."))
    return Turn.objects.filter(match=access.match).order_by("number")


def match_file(access: Access) -> dict[str, Json]:
    """Return a match that is over as a file: what ``dice_check.py`` and ``play_back`` read.

    ``record`` plays to the last state; ``turns`` holds every turn, those taken back too, with
    the context of its draws. Raises ``Conflict`` (``not_over``).
    """
    match = access.match
    turns = list(_all_turns(access))
    return {
        "match": str(match.public_id),
        "game": match.game,
        "seats": seat_names(access.seats),
        "ending": match.ending,
        "outcome": told_outcome(match),
        "commitment": match_commitment(match),
        "secret": match.secret,
        "record": record_of(match, turns).to_json(),
        "turns": [_turn_json(match, turn) for turn in turns],
    }


def _turn_json(match: Match, turn: Turn) -> Json:
    return {
        "number": turn.number,
        "kind": turn.kind,
        "back_to": turn.back_to,
        "at": turn.at.isoformat(),
        "context": chance_context(match, turn.number),
        "draws": turn.draws,
        "answers": turn.answers,
        "sources": turn.sources,
        "events": turn.events,
    }
