"""What holds in every game, whatever is played. Source: winter_court.md 10, by number."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Recording, Seeded
from games.engine.contract import Refusal
from games.engine.replay import Record, RecordStep, play_back
from games.winter_court import SYSTEM
from tests.games.winter_court.boards import (
    CARDS,
    GAME,
    SUITS,
    after,
    crowded,
    events,
    legal,
    play,
    start,
    suit,
)

seeds = st.integers(0, 2**32)
examples = settings(max_examples=8)
ROYAL_STATUS = {"A": 5, "B": 4, "C": 3, "D": 2}


def choose(state, rng):
    """Return a lively answer, or any legal one."""
    if rng.random() < 0.3:
        return rng.choice(legal(state))
    return GAME.sample(state, GAME.asks(state)[0], rng)


def games(seed):
    """Give every state of a game from the deal and one from a crowded position, encoded."""
    rng = Random(seed)
    for first in (start(seed), crowded(rng)):
        for state, answer in play(first, rng, choose):
            yield state, GAME.encode(state), answer


def moves(seed):
    """Give each move of such games: encoded before, answer, encoded after, events."""
    for state, before, answer in games(seed):
        if answer:
            yield before, answer, GAME.encode(after(state, answer)), events(state, answer)


def places(state):
    """Return where each pawn is: -1, 0, 1 from the view of the seat to move being 1."""
    mine = {None: 0, state["to_move"]: 1, 1 - state["to_move"]: -1}
    return {x: mine[state["court"].get(x, {}).get("holder")] for x in SUITS}


def rank(cards):
    return sum(int(card[len(suit(card)) :]) for card in cards)


@examples
@given(seeds)
def test_1_every_card_is_in_one_place(seed):
    for _, state, _ in games(seed):
        there = [card for entry in state["court"].values() for card in entry["cards"]]
        everywhere = [*state["hands"][0], *state["hands"][1], *state["pile"], *state["discard"]]

        assert sorted(there + everywhere) == sorted(CARDS)


@examples
@given(seeds)
def test_2_3_4_influence_is_one_to_four_cards_and_lies_where_its_main_card_fits(seed):
    for state, encoded, _ in games(seed):
        view = GAME.view(state, None)["court"]
        for letter, entry in encoded["court"].items():
            assert 1 <= len(entry["cards"]) <= 4
            assert suit(entry["cards"][0]) in SUITS[letter].split()
        assert all(view[x]["cards"] for x in SUITS if view[x]["holder"] is not None)


@examples
@given(seeds)
def test_5_6_pawns_move_by_plays_one_place_towards_the_player_else_they_return(seed):
    for before, answer, later, told in moves(seed):
        old = places(before)
        new = places({**later, "to_move": before["to_move"]})
        returned = {one.data["member"] for one in told if one.kind == "power_used"}
        target = answer.split()[2] if answer.startswith("play") else None

        for letter in SUITS:
            begun = 0 if letter in returned else old[letter]
            if letter == target:
                assert new[letter] == min(1, begun + 1)
            else:
                assert new[letter] == begun
        assert not returned & set("ABCD")


@examples
@given(seeds)
def test_7_8_powers_come_from_the_snapshot_once_and_a_second_play_needs_the_wizard(seed):
    for _, state, _ in games(seed):
        assert set(state["returned"]) <= set(state["snapshot"]) <= set("EFGHIJKL")
        assert len(set(state["returned"])) == len(state["returned"])
        assert state["plays"] in (0, 1, 2)
        assert state["plays"] < 2 or "E" in state["returned"]


@examples
@given(seeds)
def test_7_no_pawn_is_returned_twice_in_a_turn(seed):
    used = Counter()
    for before, _, _, told in moves(seed):
        used.update((before["turn"], one.data["power"]) for one in told if one.kind == "power_used")
        if before["turn"] == 1 and not before["returned"]:
            used.clear()
        assert all(count == 1 for count in used.values())


@examples
@given(seeds)
def test_9_the_pile_falls_by_what_is_drawn(seed):
    for before, answer, later, _ in moves(seed):
        fallen = len(before["pile"]) - len(later["pile"])
        if answer.startswith("draw"):
            assert fallen == int(answer.split()[1])
            assert fallen >= before["passed"]
        elif answer == "steward":
            assert fallen == min(2, len(before["pile"]))
        else:
            assert fallen == 0


@examples
@given(seeds)
def test_10_a_play_lands_above_the_influence_or_with_the_fool_below(seed):
    for before, answer, later, told in moves(seed):
        for data in (one.data for one in told if one.kind == "played"):
            current = rank(before["court"].get(data["target"], {"cards": []})["cards"])
            cards = [data["main"], *(one["card"] for one in data["added"]), *data["boosts"]]

            assert (data["total"], data["beaten"]) == (rank(cards), current)
            assert rank(cards) < current if data["fool"] else rank(cards) > current
            laid = cards[: len(cards) - len(data["boosts"])]
            assert later["court"][data["target"]]["cards"] == laid
            assert data["fool"] == ("fool" in answer.split())


@examples
@given(seeds)
def test_11_each_suit_fits_three_members(seed):
    card = Random(seed).choice(CARDS)
    state = GAME.position({"hands": [[card], []]})

    letters = [answer.split()[2] for answer in legal(state) if answer != "pass"]

    assert letters == [x for x in sorted(SUITS) if suit(card) in SUITS[x].split()]
    assert len(letters) == 3


def test_11_six_members_take_two_suits_and_six_one():
    hands = [[f"{suit}5" for suit in ("L", "Mi", "W", "K", "D", "Wi")], []]
    answers = legal(GAME.position({"hands": hands}))

    taken = Counter(answer.split()[2] for answer in answers if answer != "pass")

    assert sorted(taken.values()) == [1] * 6 + [2] * 6


@examples
@given(seeds)
def test_12_status_adds_up_to_22(seed):
    for state, encoded, _ in games(seed):
        free = [x for x in SUITS if encoded["court"].get(x, {}).get("holder") is None]
        unclaimed = sum(ROYAL_STATUS.get(x, 1) for x in free)

        assert sum(GAME.outcome(state).scores) + unclaimed == 22


@examples
@given(seeds)
def test_13_a_running_game_has_a_pile(seed):
    for _, state, answer in games(seed):
        assert bool(state["pile"]) or answer is None


@examples
@given(seeds)
def test_14_a_refused_answer_changes_nothing(seed):
    rng = Random(seed)
    for state, before, answer in games(seed):
        if answer:
            wrong = f"play {rng.choice(CARDS)} {rng.choice(sorted(SUITS))} +{rng.choice(CARDS)}"
            try:
                GAME.check(state, state.to_move, wrong)
            except Refusal:
                assert GAME.encode(state) == before
            with pytest.raises(Refusal):
                GAME.check(state, 1 - state.to_move, answer)


@examples
@given(seeds)
def test_15_the_answers_and_the_shuffle_give_the_same_states_again(seed):
    rng = Random(seed)
    recording = Recording(Seeded(rng))
    state = GAME.start(recording).state
    states, steps = [GAME.encode(state)], []
    while asks := GAME.asks(state):
        answer = choose(state, rng)
        state = GAME.resolve(state, {asks[0].seat: answer}, Seeded(rng)).state
        steps.append(RecordStep({asks[0].seat: answer}))
        states.append(GAME.encode(state))

    replay = play_back(Record("winter_court", "1", {}, 2, recording.draws, tuple(steps)), SYSTEM)

    assert replay.breach is None
    assert [GAME.encode(step.state) for step in replay.steps] == states
