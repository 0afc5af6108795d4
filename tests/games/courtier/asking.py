"""Opening Courtier, playing answers, and the codes of what is refused."""

from random import Random

import pytest

from games.courtier import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import Refusal


def opened(seats=3, **options):
    return SYSTEM.open(options, seats)


def refused(call, *arguments):
    with pytest.raises(Refusal) as caught:
        call(*arguments)
    for one in caught.value.problems:
        assert str(one)
    return [one.code for one in caught.value.problems]


def after(game, state, *answers):
    for answer in answers:
        (ask,) = game.asks(state)
        given = {ask.seat: game.check(state, ask.seat, answer)}
        state = game.resolve(state, given, Seeded(Random(0))).state
    return state
