"""Random games of the skirmish for tests, and a referee that plays along."""

from itertools import permutations
from random import Random

from games.engine.chance import Recording, Seeded
from games.skirmish import SYSTEM

FACTIONS = ("blights", "briar_host", "plain_guard")
PAIRS = tuple(permutations(FACTIONS, 2))


class InOrder:
    """Gives what was drawn before, whatever it was called."""

    def __init__(self, draws):
        self.left = list(draws)

    def roll(self, _label, sides, count=1):
        draw = self.left.pop(0)
        assert (draw.kind, draw.bound, len(draw.outcome)) == ("roll", sides, count)
        return draw.outcome

    def shuffle(self, _label, size):
        draw = self.left.pop(0)
        assert (draw.kind, draw.bound) == ("shuffle", size)
        return draw.outcome


def opened(factions=("blights", "plain_guard"), **options):
    """Return a game of two factions."""
    return SYSTEM.open({"factions": list(factions), **options}, 2)


def anything(game, state, ask, rng):
    """Choose any legal answer, all alike."""
    if ask.kind == "team":
        return game.sample(state, ask, rng)
    return rng.choice(list(ask.legal))


def lively(game, state, ask, rng):
    """Choose to Attack or Castle more often than not where one may, else anything."""
    if ask.kind != "team" and rng.random() < 0.6:
        attacks = [answer for answer in ask.legal if answer.startswith(("attack", "castle"))]
        if attacks:
            return rng.choice(attacks)
    return anything(game, state, ask, rng)


def walk(game, seed, choose=lively, state=None, limit=1000):
    """Give ``(state, answers, draws, step after)`` along a game; draws by seed."""
    rng = Random(seed)
    if state is None:
        state = game.start(Seeded(rng)).state
    for _ in range(limit):
        asks = game.asks(state)
        if not asks:
            return
        answers = {ask.seat: choose(game, state, ask, rng) for ask in asks}
        drawn = Recording(Seeded(rng))
        step = game.resolve(state, answers, drawn)
        yield state, answers, drawn.draws, step
        state = step.state


def last(game, seed, choose=lively, state=None):
    """Return the state at the end of such a game."""
    for *_, step in walk(game, seed, choose, state):
        state = step.state
    return state
