"""Whole random games go alike, played by the package and by a naive referee.

Source: skirmish.md 2 to 17. Legal answers are compared as sets: their order is the
package's own.
"""

from collections import Counter
from random import Random

import pytest

from games.engine.chance import Recording, Seeded
from tests.games.skirmish.crowded import crowded, reigning, take_over
from tests.games.skirmish.playing import PAIRS, InOrder, anything, lively, opened
from tests.games.skirmish.referee import Referee

ALWAYS = ("seat", "entry", "square", "where", "adv", "dis", "grace", "promoted", "used")


def asked(game, state):
    """Return who is asked what, with the set of legal answers."""
    return [(ask.seat, ask.kind, sorted(ask.legal)) for ask in game.asks(state)]


def pieces(state):
    """Return the pieces; what counts only on the board, or only for Pawns, just there."""
    found = []
    for piece in state:
        standing = piece["where"] == "board"
        pawn = standing and piece["entry"] in ("arctic_wolf", "bramblefoot", "spearman")
        found.append([piece[name] for name in ALWAYS])
        found[-1] += [standing and piece["activated"], pawn and piece["fresh"]]
    return found


def same(game, state, referee):
    """Assert that both ask the same and stand alike."""
    assert asked(game, state) == [(s, kind, sorted(legal)) for s, kind, legal in referee.asked]
    found = game.encode(state)
    assert pieces(found["pieces"]) == pieces(referee.pieces)
    assert sorted(found["trees"]) == sorted(referee.trees)
    assert [found["turn"], found["first"]] == [referee.turn, referee.first], found
    assert (found["deck"], found["discard"]) == (referee.deck, referee.discard)
    assert found["kept"] == referee.kept
    assert found["jokers_up"] == referee.jokers_up
    assert ("thaw" in found["marks"][0] + found["marks"][1]) == referee.thaw
    outcome = game.outcome(state)
    assert list(outcome.scores) == referee.points()
    assert (outcome.over, list(outcome.winners)) == (bool(referee.over), referee.winners)
    if referee.over:
        assert outcome.reason == referee.over


def lockstep(factions, seed, choose=lively, **options):
    """Play a game both ways and compare all the way; count the kinds of answers."""
    listed = {name: list(value) if isinstance(value, tuple) else value
              for name, value in options.items()}  # fmt: skip
    game, rng = opened(factions, **listed), Random(seed)
    referee = Referee(factions, **options)
    drawn = Recording(Seeded(rng))
    state = game.start(drawn).state
    replayed(drawn, referee.begin)
    return along(game, state, referee, rng, choose)


def replayed(drawn, go, *words):
    """Let the referee go on with what the package drew; it must draw just that."""
    chance = InOrder(drawn.draws)
    go(*words, chance)
    assert chance.left == []


def along(game, state, referee, rng, choose=lively, steps=1000):
    words = Counter()
    same(game, state, referee)
    while (asks := game.asks(state)) and steps:
        steps -= 1
        answers = {ask.seat: choose(game, state, ask, rng) for ask in asks}
        words.update(f"{ask.kind}: {answers[ask.seat].split()[0]}" for ask in asks)
        drawn = Recording(Seeded(rng))
        state = game.resolve(state, answers, drawn).state
        replayed(drawn, referee.answer, answers)
        same(game, state, referee)
    return words


def from_position(make, factions, seed, steps):
    """Play on from a made-up position both ways."""
    rng = Random(seed)
    game = opened(factions)
    state = game.position(make(rng, factions))
    referee = take_over(factions, game.encode(state))
    return along(game, state, referee, rng, (anything, lively)[seed % 2], steps)


@pytest.mark.parametrize("factions", PAIRS, ids="-".join)
def test_games_go_alike(factions):
    words = lockstep(factions, seed=1)

    for seed in (2, 3):
        words += lockstep(factions, seed, choose=anything)
    assert words["team: team"] == 6
    assert words["tree: tree"] == 18
    assert words["activate: attack"] + words["act: attack"] > 5


@pytest.mark.parametrize(
    "options",
    [
        {"points": (5, 24)},
        {"points": (1, 1), "trees": 0},
        {"trees": 16, "first": 1},
        {"teams": ({"barbegazi": 2, "father_winter": 1}, None), "first": 0},
        {"teams": ({"solstice_totem": 2, "jack_frost": 1}, {"seed_keeper": 2, "old_oak": 2})},
    ],
    ids=str,
)
def test_games_with_options_go_alike(options):
    for seed in (1, 2):
        assert lockstep(("blights", "briar_host"), seed, **options)


@pytest.mark.parametrize("factions", PAIRS, ids="-".join)
def test_games_from_crowded_positions_go_alike(factions):
    words = Counter()

    for seed in range(40):
        words += from_position(crowded, factions, seed, steps=25)

    assert words["promotion: promote"] > 5
    assert words["spend: spend"] > 5


def test_crowded_positions_ask_for_everything():
    words = Counter()

    for seed in range(70):
        words += from_position(crowded, PAIRS[seed % 6], 1000 + seed, steps=25)
    for seed in range(40):
        factions = [pair for pair in PAIRS if "blights" in pair][seed % 4]
        words += from_position(reigning, factions, seed, steps=4)

    kinds = {word.split(":")[0] for word in words}
    assert kinds == {
        "activate", "act", "spend", "bump", "promotion", "fools_endeavour", "wonderland", "wonder",
        "keep_card", "around", "chill", "melt", "frostbite", "obelisk", "jig", "prowl",
        "steady_command", "benediction", "snare", "sapling",
    }  # fmt: skip
    assert words["activate: castle"]
