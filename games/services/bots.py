"""Moving the bots of a match: outside the lock they think, under it they answer."""

from __future__ import annotations

import logging
import traceback
from random import Random
from typing import Any

from games.bots import BOTS
from games.engine.contract import Ask, Game, Json
from games.models import Match, Seat
from games.services.answers import bot_answer, park
from games.services.rulebook import game_of

logger = logging.getLogger(__name__)

MOST_ANSWERS = 40
"""How many answers one call gives at most; the sweep, or the next call, goes on."""


def bots_move(match_id: int) -> int:
    """Let the bots of a match answer until a person is asked; return how many answers.

    May run twice at once: an answer to a state that is gone by then is dropped.
    """
    for count in range(MOST_ANSWERS):
        match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
        seat = _bot_asked(match) if match else None
        if match is None or seat is None:
            return count
        try:
            given = _thought(match, seat)
            bot_answer(match_id=match_id, seat=seat.number, revision=match.turn, answer=given)
        except Exception:  # a fault of a bot or of the rules stops this match, and no other
            logger.exception("the bot of match %s failed", match_id)
            park(match_id, traceback.format_exc())
            return count
    return MOST_ANSWERS


def _bot_asked(match: Match) -> Seat | None:
    seats = match.seats.filter(kind=Seat.Kind.BOT, number__in=match.asked)
    return seats.order_by("number").first()


def _thought(match: Match, seat: Seat) -> Json:
    """Return a bot's answer from what its seat may know; the same whenever it is asked again."""
    game: Game[Any] = game_of(match)
    state = game.decode(match.state)
    ask: Ask = next(ask for ask in game.asks(state) if ask.seat == seat.number)
    rng = Random(f"{match.secret}/bot/{match.turn}/{seat.number}")
    return BOTS[seat.bot].answer(game, game.view(state, seat.number), ask, rng)
