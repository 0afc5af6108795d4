"""Nobody learns a hidden team or the order of the deck. Source: skirmish.md 3, 9.

The order of the deck and the other's team before step 5 are the only secrets there are.
"""

import json
from random import Random

import pytest

from games.engine.chance import Seeded
from games.engine.contract import Refusal
from games.engine.leaks import shuffle_leaks, state_leaks, viewers
from tests.games.skirmish.games import SEEDS, WHOLE, game_of, some, steps
from tests.games.skirmish.playing import PAIRS, opened
from tests.games.skirmish.referee_board import ROSTERS

TEAMS = ("team captain 1 spearman 5", "team jack_frost 1 yeti 2")
OTHERS = ("team outrider 2 jester 1", "team father_winter 1 arctic_wolf 8")


def chosen(teams, seed=1):
    """Return the game in which these teams have just been chosen."""
    game = opened(("plain_guard", "blights"), first=0)
    state = game.start(Seeded(Random(seed))).state
    return game, game.resolve(state, dict(enumerate(teams)), Seeded(Random(seed)))


def shown(game, step, viewer):
    """Return all that a viewer is shown of a step and the state after it, as text."""
    asks = [(a.seat, a.kind, list(a.legal)) for a in game.asks(step.state) if a.seat == viewer]
    told = [(e.kind, dict(e.data)) for e in step.events if e.visible_to(viewer)]
    return json.dumps([game.view(step.state, viewer), asks, told], sort_keys=True)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_team_shows_nowhere_until_the_trees_stand(seat):
    teams = list(TEAMS)
    teams[1 - seat] = OTHERS[1 - seat]
    (game, mine), (_, other) = chosen(TEAMS), chosen(teams)

    for square in ("a3", "b3", "c3", "d3", "e3", None):
        for viewer in (seat, None):
            assert shown(game, mine, viewer) == shown(game, other, viewer)
        assert shown(game, mine, 1 - seat) != shown(game, other, 1 - seat)
        if square:
            mine, other = (planted(game, step.state, square) for step in (mine, other))

    last = [planted(game, step.state, "f3") for step in (mine, other)]
    assert shown(game, last[0], seat) != shown(game, last[1], seat)
    assert last[0].events[-1].kind == "teams_revealed"


def planted(game, state, square):
    (ask,) = game.asks(state)
    return game.resolve(state, {ask.seat: f"tree {square}"}, Seeded(Random(1)))


def test_an_outsider_sees_nobody_of_either_team_before_they_are_revealed():
    game, step = chosen(TEAMS)

    text = shown(game, step, None)

    assert not [entry for roster in ROSTERS.values() for entry in roster if entry in text]
    assert [event.kind for event in step.events if event.visible_to(None)] == []


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_said_of_the_other_seats_choice_does_not_tell_its_team(seat):
    game, step = chosen(TEAMS)

    for answer in ("deploy captain e1", "deploy yeti e8", "tree e1", "tree d4", TEAMS[0], ""):
        try:
            told = game.check(step.state, seat, answer)
        except Refusal as refusal:
            told = str(refusal)
        assert "captain" not in told
        assert "yeti" not in told


def test_the_order_of_the_deck_shows_nowhere():
    rng = Random(8)
    for game, state, *_ in some(SEEDS, 0.2, 8):
        other = state.copy()
        rng.shuffle(other.deck)

        for viewer in viewers(game):
            assert game.view(state, viewer) == game.view(other, viewer)
        assert game.asks(state) == game.asks(other)
        assert game.view(state, None)["deck"] == len(state.deck)


def test_no_card_is_named_to_anybody_before_it_has_been_turned_over():
    """A card that lies in the deck before and after a step is not named in its events."""
    for game, state, _, step in steps():
        named = json.dumps([dict(event.data) for event in step.events])
        hidden = set(game.encode(state)["deck"]) & set(game.encode(step.state)["deck"])
        if not any(event.kind == "deck_shuffled" for event in step.events):
            assert not [card for card in hidden if f'"{card}"' in named]


def test_states_that_look_alike_are_told_alike():
    rng = Random(9)
    for game, state, *_ in some(SEEDS, 0.06, 9):
        for viewer in viewers(game):
            assert list(state_leaks(game, state, viewer, rng)) == []


def test_what_a_shuffle_came_to_is_not_told():
    rng, shuffled = Random(10), 0
    for seed in SEEDS:
        game, played = game_of(seed)
        for state, answers, draws, _ in played:
            shuffled += any(draw.kind == "shuffle" for draw in draws)
            assert list(shuffle_leaks(game, state, answers, draws, rng)) == []

    assert shuffled


@pytest.mark.parametrize("factions", PAIRS, ids="-".join)
def test_what_is_imagined_before_the_reveal_has_legal_teams(factions):
    game, rng = opened(factions), Random(11)
    state = game.start(Seeded(rng)).state
    answers = {ask.seat: game.sample(state, ask, rng) for ask in game.asks(state)}
    after = game.resolve(state, answers, Seeded(rng)).state

    for seat in (0, 1):
        other = game.imagine(game.view(after, seat), seat, rng)
        pieces = [[p.entry.id for p in s.pieces if p.seat == seat] for s in (after, other)]
        theirs = [p for p in other.pieces if p.seat != seat]
        assert pieces[0] == pieces[1]
        assert 0 < sum(piece.entry.cost for piece in theirs) <= 14


def test_every_event_of_a_whole_game_is_public():
    for _, _, _, step in steps(WHOLE):
        assert all(event.seen_by is None for event in step.events)
