"""Whole random games go alike, played by the package and by a naive referee.

Source: courtier.md 4 to 14. The package's answers to come are compared as sets:
their order is the package's own.
"""

from collections import Counter
from random import Random

import pytest

from games.engine.chance import Recorded, Recording, Seeded
from tests.games.courtier.playing import (
    TABLE,
    VARIANTS,
    crowded,
    crowded_by_gianni,
    lively,
    opened,
    packed,
)
from tests.games.courtier.referee import Referee
from tests.games.courtier.referee_takeover import take_over
from tests.games.courtier.referee_view import view
from tests.games.courtier.swapped import swapped

UNKNOWN = ("pending", "after")
"""What the views tell of a card in play, beside what the referee keeps."""


def shown(game, state, seat):
    """Return a view of the package without what the referee does not keep."""
    told = game.view(state, seat)
    return {name: value for name, value in told.items() if name not in UNKNOWN}


def asked(game, state):
    """Return who is asked what, with the legal answers as a sorted list."""
    return [(ask.seat, ask.kind, sorted(ask.legal), ask.default) for ask in game.asks(state)]


def same(game, state, referee):
    """Assert that both stand alike, as the seat asked and an outsider see it."""
    expected = []
    if referee.asked:
        seat, kind, legal, default = referee.asked
        expected = [(int(seat), kind, sorted(legal), default)]
    assert asked(game, state) == expected
    for seat in (*(ask.seat for ask in game.asks(state)), None):
        assert shown(game, state, seat) == view(referee, seat)
    outcome = game.outcome(state)
    found = {name: getattr(outcome, name) for name in ("over", "reason")}
    for name in ("scores", "places", "winners"):
        found[name] = list(getattr(outcome, name))
    assert found == referee.outcome()
    assert outcome.beaten == (bool(referee.over) and referee.is_beaten())


def begun(game, options, rng):
    """Start a game both ways."""
    drawn = Recording(Seeded(rng))
    state = game.start(drawn).state
    referee = Referee(options.get("deck") or TABLE, game.seats, options)
    replayed(drawn, referee.start)
    return state, referee


def replayed(drawn, go, *words):
    """Let the referee go on with what the package drew; it must draw just that."""
    chance = Recorded(drawn.draws)
    go(*words, chance)
    assert chance.unused() == ()


def lockstep(seats, options, seed, choose=lively, steps=250):
    """Play a game both ways and compare all the way; count what was asked and answered."""
    game, rng = opened(seats, **options), Random(seed)
    return along(game, *begun(game, options, rng), rng, choose, steps)


def along(game, state, referee, rng, choose, steps):
    kinds = Counter()
    same(game, state, referee)
    while (asks := game.asks(state)) and steps:
        steps -= 1
        answer = choose(game, state, asks[0], rng)
        kinds[asks[0].kind] += 1
        drawn = Recording(Seeded(rng))
        state = game.resolve(state, {asks[0].seat: answer}, drawn).state
        replayed(drawn, referee.answer, answer)
        referee.assert_sound(referee.bids())
        same(game, state, referee)
    return kinds + Counter(over=bool(referee.over))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=lambda one: "-".join(one) or "plain")
def test_games_go_alike(seats, options):
    asked_for = lockstep(seats, options, seed=seats)

    assert asked_for["action"] > 20


@pytest.mark.parametrize("seed", range(24))
def test_games_from_crowded_positions_go_alike(seed):
    rng = Random(seed)
    seats, options = 2 + seed % 3, VARIANTS[seed % 8]
    game = opened(seats, **options)
    state = game.position(crowded(rng, seats))
    referee = take_over(TABLE, seats, options, game.encode(state))

    assert along(game, state, referee, rng, lively, steps=60)


def keen_on(card):
    """Return a player who plays a card as soon as it is possible."""

    def choose(game, state, ask, rng):
        play = f"play {card}"
        return play if play in list(ask.legal) else lively(game, state, ask, rng)

    return choose


@pytest.mark.parametrize("card", ["persuasive", "meddlesome", "diplomatic", "subversive"])
def test_games_on_a_full_board_go_alike(card):
    for seed in range(9):
        rng = Random(seed)
        game = opened(2 + seed % 3, auction=False, first=0)
        state = game.position(packed(rng, game.seats))
        referee = take_over(TABLE, game.seats, {"auction": False}, game.encode(state))

        assert along(game, state, referee, rng, keen_on(f"pow_{card}"), steps=5)


def test_what_gianni_may_complete_goes_alike():
    asked_for = Counter()
    for seed in range(25):
        rng = Random(seed)
        options = VARIANTS[seed % 8]
        game = opened(2, **options)
        state = game.position(crowded_by_gianni(rng))
        referee = take_over(TABLE, 2, options, game.encode(state))
        asked_for += along(game, state, referee, rng, lively, steps=12)

    assert asked_for["gianni_petition"]


@pytest.mark.parametrize("seed", range(9))
def test_games_of_swapped_decks_go_alike(seed):
    rng = Random(seed)
    options = {"deck": swapped(rng), "auction": False, "turn_cap": 60}

    assert lockstep(2 + seed % 3, options, seed, steps=120)
