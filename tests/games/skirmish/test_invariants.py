"""What holds in every skirmish, whatever is played. Source: skirmish.md 2 to 14."""

import json
from collections import Counter
from itertools import groupby
from random import Random

import pytest

from games.engine.chance import Seeded
from tests.games.skirmish.games import SEEDS, WHOLE, encoded, game_of, some, steps
from tests.games.skirmish.playing import PAIRS, opened, walk
from tests.games.skirmish.referee_board import COST, ROSTERS
from tests.games.skirmish.referee_cards import CARDS


def roster(seed):
    """Return the allowances and types of both seats of a game."""
    return [ROSTERS[faction] for faction in PAIRS[seed % 6]]


# Pieces, terrain and cards


def test_every_card_is_in_one_place():
    for states in encoded():
        for state in states:
            places = [state["deck"], state["discard"], state["shown"], *state["kept"]]
            assert sorted(card for place in places for card in place) == sorted(CARDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_neither_appear_nor_vanish_and_keep_to_the_allowances(seed):
    (states,) = encoded([seed])
    teams = [[(one["seat"], one["entry"]) for one in state["pieces"]] for state in states]
    teams = [team for team in teams if team]

    assert all(team == teams[0] for team in teams)
    for (seat, entry), count in Counter(teams[0]).items():
        assert count <= roster(seed)[seat][entry][1]


@pytest.mark.parametrize("seed", WHOLE)
def test_a_team_costs_no_more_than_its_points(seed):
    (states,) = encoded([seed])

    for seat in (0, 1):
        mine = [one["entry"] for one in states[-1]["pieces"] if one["seat"] == seat]
        assert 0 < sum(COST[roster(seed)[seat][entry][0]] for entry in mine) <= 14


def test_nobody_shares_a_square_with_a_piece_or_a_tree():
    for states in encoded():
        for state in states:
            squares = [one["square"] for one in state["pieces"] if one["square"]]
            squares += state["trees"]
            assert len(set(squares)) == len(squares)


@pytest.mark.parametrize("seed", SEEDS)
def test_trees_are_set_up_in_ranks_3_to_6_and_never_grow_more_or_fewer(seed):
    (states,) = encoded([seed])
    counts = [len(state["trees"]) for state in states]

    if seed in WHOLE:
        assert [count for count, _ in groupby(counts)] == [0, 1, 2, 3, 4, 5, 6]
        planted = next(state for state in states if len(state["trees"]) == 6)
        assert {tree[1] for tree in planted["trees"]} <= set("3456")
    else:
        assert len(set(counts)) == 1


def test_off_the_board_nobody_holds_tokens():
    for states in encoded():
        for state in states:
            for piece in state["pieces"]:
                if piece["where"] != "board":
                    assert (piece["adv"], piece["dis"], piece["grace"]) == (0, 0, None)
                assert min(piece["adv"], piece["dis"]) >= 0


def test_who_is_slain_comes_back_by_promotion_alone():
    for _, state, _, step in steps():
        before = [piece.square for piece in state.pieces]
        newcomers = [event.data["newcomer"] for event in step.events if event.kind == "promoted"]
        for number, square in enumerate(before):
            if square == -2 and step.state.pieces[number].square >= 0:
                assert number in newcomers


# What is told is what has happened


def retold(pieces, event):
    """Change pieces as an event says."""
    data = event.data
    mine = pieces[data["piece"]] if "piece" in data else None
    if event.kind in ("moved", "moved_in", "bumped", "placed", "redeployed"):
        assert mine["square"] == data["from"]
        mine["square"] = data["to"]
    elif event.kind == "deployed":
        mine["square"] = data["square"]
    elif event.kind == "castled":
        mine["square"], pieces[data["partner"]]["square"] = data["to"], data["from"]
    elif event.kind in ("slain", "promoted"):
        mine.update(square=None, adv=0, dis=0, grace=None)
        if event.kind == "promoted":
            pieces[data["newcomer"]]["square"] = data["square"]
    elif event.kind in ("token_given", "token_removed", "token_spent"):
        retell_token(mine, event)


def retell_token(piece, event):
    token, given = event.data["token"], event.kind == "token_given"
    if token in ("advantage", "disadvantage"):
        name = {"advantage": "adv", "disadvantage": "dis"}[token]
        piece[name] += event.data.get("count", 1) * (1 if given else -1)
    elif given and piece["grace"]:
        piece["grace"] = None  # a Blessing and a Curse cancel each other
    else:
        piece["grace"] = {"blessing": "blessed", "curse": "cursed"}[token] if given else None


def facts(pieces):
    return [[one[name] for name in ("square", "adv", "dis", "grace")] for one in pieces]


def test_the_events_tell_every_change_of_squares_and_tokens():
    for game, state, _, step in steps():
        pieces = game.encode(state)["pieces"]
        after = game.encode(step.state)["pieces"]
        if pieces:
            for event in step.events:
                retold(pieces, event)
            assert facts(pieces) == facts(after)


# Turns


def told(seed):
    """Return all events of a game in order."""
    return [event for *_, step in game_of(seed)[1] for event in step.events]


def turns_of(seed):
    """Return the events of each turn of a whole game, turn by turn."""
    turns = []
    for event in told(seed):
        if event.kind == "turn_began":
            turns.append([])
        if turns:
            turns[-1].append(event)
    return turns


@pytest.mark.parametrize("seed", WHOLE)
def test_a_game_has_at_most_ten_turns_and_the_first_player_changes(seed):
    began = [turn[0].data for turn in turns_of(seed)]

    assert [one["turn"] for one in began] == list(range(1, len(began) + 1))
    assert len(began) <= 10
    assert all(one["first"] != other["first"] for one, other in zip(began, began[1:], strict=False))
    assert told(seed)[-1].kind == "game_over"
    assert (told(seed)[-1].data["reason"] == "eliminated") or len(began) == 10


@pytest.mark.parametrize("seed", WHOLE)
def test_each_piece_activates_at_most_once_a_turn_in_strict_alternation(seed):
    for turn in turns_of(seed):
        activated = [event.data for event in turn if event.kind == "activated"]
        pieces = [one["piece"] for one in activated]
        runs = [len(list(run)) for _, run in groupby(one["seat"] for one in activated)]

        assert len(set(pieces)) == len(pieces)
        # Whoever is skipped once has nobody left; only the last to Activate go on alone.
        assert all(length == 1 for length in runs[:-1])
        assert activated[0]["seat"] == turn[0].data["first"]


@pytest.mark.parametrize("seed", WHOLE)
def test_a_turn_ends_when_everybody_has_activated(seed):
    standing, waiting = set(), set()
    for event in told(seed):
        if event.kind == "deployed":
            standing.add(event.data["piece"])
        elif event.kind == "turn_began":
            assert not waiting
            waiting = set(standing)
        elif event.kind == "activated":
            waiting.remove(event.data["piece"])
        elif event.kind in ("slain", "promoted"):
            standing.discard(event.data["piece"])
            waiting.discard(event.data["piece"])
            standing |= {event.data["newcomer"]} if event.kind == "promoted" else set()
    assert not waiting or told(seed)[-1].data["reason"] == "eliminated"


@pytest.mark.parametrize("factions", PAIRS, ids="-".join)
def test_a_game_of_defaults_ends(factions):
    game = opened(factions)

    *_, (_, _, _, step) = walk(game, 5, lambda _game, _state, ask, _rng: ask.default)

    assert game.outcome(step.state).over
    assert step.state.turn <= 10


# The Thaw


@pytest.mark.parametrize("seed", SEEDS)
def test_the_thaw_never_ends_and_no_card_is_revealed_or_kept_in_it(seed):
    (states,) = encoded([seed])
    thawed = [state for state in states if ["thaw"] in state["marks"]]
    first = len(states) - len(thawed)

    assert all(["thaw"] in state["marks"] for state in states[first:])
    kept = [sum(map(len, state["kept"])) for state in thawed]
    assert kept == sorted(kept, reverse=True)
    if thawed and first:
        began = [event.kind for event in told(seed)].index("thaw_began")
        assert not {"conjured", "card_kept"} & {event.kind for event in told(seed)[began:]}


# States are never changed


def test_a_resolve_changes_neither_its_state_nor_an_earlier_one():
    for seed in SEEDS:
        game, played = game_of(seed)
        states = [state for state, *_ in played]
        before = [json.dumps(game.encode(state)) for state in states]

        for state, answers, _, _ in played:
            for ask in game.asks(state):
                game.check(state, ask.seat, answers[ask.seat])
                game.view(state, ask.seat)
            game.resolve(state, answers, Seeded(Random(1)))
            game.resolve(state, {}, Seeded(Random(2)))

        assert [json.dumps(game.encode(state)) for state in states] == before


def test_a_state_read_back_is_equal_and_goes_on_alike():
    for game, state, answers, _ in some(SEEDS, 0.15):
        again = game.decode(json.loads(json.dumps(game.encode(state))))

        one, two = (game.resolve(s, answers, Seeded(Random(3))) for s in (state, again))

        assert again == state
        assert game.encode(one.state) == game.encode(two.state)
        assert one.events == two.events


def test_a_game_is_over_when_nobody_is_asked():
    for game, state, _, step in steps():
        assert game.asks(state)
        assert not game.outcome(state).over
        outcome = game.outcome(step.state)
        assert outcome.over == (not game.asks(step.state))
        assert (outcome.reason == "standing") == (not outcome.over)
