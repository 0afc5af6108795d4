"""Moving the bots of a match: outside the lock they think, under it they answer."""

from __future__ import annotations

import time
from datetime import datetime
from random import Random
from typing import Any

from django.db import Error as DatabaseFailure
from django.utils import timezone

from games.bots import BOTS
from games.engine.contract import Ask, Game, Json
from games.hosting.wake import send
from games.models import Match, Seat
from games.services.answers import BOT_TASK, awaits_bot, bot_answer, park
from games.services.rulebook import game_of

MOST_ANSWERS, MOST_SECONDS = 40, 1.5
"""How many answers one call gives at most, and after how long it begins no other.

Then another call goes on, so that a single worker carries out other duties in between.
"""


def bots_move(match_id: int, now: datetime | None = None) -> int:
    """Let the bots of a match answer until a person is asked; return how many answers.

    A stand-in answers for a person whose time is up, like a bot that sits there.

    May run twice at once: an answer to a state that is gone by then is dropped.
    """
    until = time.monotonic() + MOST_SECONDS
    count = 0
    while count < MOST_ANSWERS and time.monotonic() < until:
        match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
        seat = _bot_asked(match, now or timezone.now()) if match else None
        if match is None or seat is None:
            return count
        try:
            given = _thought(match, seat)
            bot_answer(
                match_id=match_id, seat=seat.number, revision=match.turn, answer=given, now=now
            )
        except DatabaseFailure:  # no fault of the match: the sweep tries again
            raise
        except Exception:  # a fault of a bot or of the rules stops this match, and no other
            park(match_id)
            return count
        count += 1
    send(BOT_TASK, match_id)
    return count


def _bot_asked(match: Match, now: datetime) -> Seat | None:
    asked = match.seats.filter(number__in=match.asked).order_by("number")
    return next((seat for seat in asked if awaits_bot(match, seat, now)), None)


def _thought(match: Match, seat: Seat) -> Json:
    """Return a bot's answer from what its seat may know; the same whenever it is asked again."""
    game: Game[Any] = game_of(match)
    state = game.decode(match.state)
    ask: Ask = next(ask for ask in game.asks(state) if ask.seat == seat.number)
    rng = Random(f"{match.secret}/bot/{match.turn}/{seat.number}")
    return BOTS[seat.bot or match.stand_in].answer(game, game.view(state, seat.number), ask, rng)
