"""The invariants of winter.md 7, on random games; test names carry their numbers."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from games.engine.chance import Scripted, Seeded
from games.engine.contract import Refusal
from games.engine.replay import Record, RecordStep, play_back
from games.winter import SYSTEM
from tests.games.winter import referee
from tests.games.winter.mirrors import HALF_TURN, MIRROR, SWAP, shifted
from tests.games.winter.play import GAME, dull, examples, games, lively, seeds, states, view

SHUFFLED = {"swap": SWAP, "half turn": HALF_TURN, "mirror": MIRROR}


def placed(shown):
    """The lake of a view as the referee writes it."""
    return {c["card"]: (c["x"], c["y"], c["rot"]) for c in shown["lake"]}


def lying(shown, colour):
    return [(t["x"], t["y"]) for t in shown["tokens"] if t["colour"] == colour]


@examples
@given(seeds)
def test_1_no_card_is_lost_or_doubled(seed):
    for state in states(seed):
        data = GAME.encode(state)
        cards = [*data["lake"], *data["deck"], *data["discarded"], data["drawn"]]

        assert sorted(card for card in cards if card) == sorted(referee.DECK)


@examples
@given(seeds)
def test_2_no_token_is_lost(seed):
    for _, _, step in games(seed):
        shown = view(step.state)

        for colour in "LD":
            assert len(lying(shown, colour)) + shown["supply"][colour] == 9


@examples
@given(seeds)
def test_3_no_cards_overlap(seed):
    for _, _, step in games(seed):
        lake = placed(view(step.state))

        assert len(referee.cells(lake)) == 4 * len(lake)


@examples
@given(seeds)
def test_4_each_token_lies_alone_on_a_square_of_its_colour(seed):
    for _, _, step in games(seed):
        shown = view(step.state)
        lake = placed(shown)

        for colour in "LD":
            tokens = lying(shown, colour)
            assert len(set(tokens)) == len(tokens)
            assert set(tokens) <= referee.squares(lake, colour)
            assert sorted(map(tuple, shown["squares"][colour])) == sorted(
                referee.squares(lake, colour)
            )


@examples
@given(seeds)
def test_5_the_lake_is_connected_after_every_turn(seed):
    for _, _, step in games(seed, dull):
        shown = view(step.state)

        if shown["stage"] != "keep_group":
            assert len(referee.groups(placed(shown))) <= 1


@examples
@given(seeds)
def test_6_and_7_a_turn_of_the_freeze_adds_one_card_or_one_token(seed):
    turns = Counter()
    for state, text, step in games(seed):
        before, after = view(state), view(step.state)
        if before["stage"] in ("freeze", "freeze_place"):
            more_cards = len(after["lake"]) - len(before["lake"])
            more_tokens = len(after["tokens"]) - len(before["tokens"])
            verb = text.split()[0]
            assert (more_cards, more_tokens) == {"place": (1, 0), "token": (0, 1)}.get(verb, (0, 0))
            turns[verb] += 1
        if before["stage"] == "freeze_place" and after["deck"] == 0:
            assert (after["stage"], len(after["lake"])) in (("thaw", 18), ("over", 18))

    assert turns["place"] == turns["draw"] == 16
    assert turns["token"] <= 18


@examples
@given(seeds)
def test_8_a_turn_of_the_thaw_adds_no_card(seed):
    for state, text, step in games(seed):
        before, after = len(view(state)["lake"]), len(view(step.state)["lake"])
        left = any(event.kind == "group_left" for event in step.events)

        if text.startswith("remove"):
            assert after <= before - 1
        elif text.startswith("move"):
            assert after < before if left else after == before


@examples
@given(seeds)
def test_9_a_card_with_a_token_is_neither_moved_nor_removed(seed):
    for state, text, _ in games(seed):
        if text.startswith(("move", "remove")):
            shown = view(state)
            card = text.split()[1]
            own = referee.sections(card, placed(shown)[card])
            under = {
                cell for c in "LD" for square in lying(shown, c) for cell in referee.block(square)
            }
            assert not under & set(own)


@examples
@given(seeds)
def test_10_and_11_a_move_puts_a_token_on_each_new_square_of_the_moved_card(seed):
    for state, text, step in games(seed):
        if text.startswith("move"):
            before = view(state)
            colour = before["colour_to_move"]
            (moved,) = [event.data for event in step.events if event.kind == "card_moved"]
            lake = placed(before) | {moved["card"]: tuple(moved["to"])}
            own = referee.sections(moved["card"], lake[moved["card"]])
            new = referee.squares(lake, colour) - referee.squares(placed(before), colour)
            touched = {at for at in referee.squares(lake, colour) if {*referee.block(at)} & {*own}}
            assert new == touched
            assert len(moved["squares"]) == min(len(new), before["supply"][colour]) >= 1
            assert {tuple(square) for square in moved["squares"]} <= new


@pytest.mark.parametrize("name", SHUFFLED)
@examples
@given(seed=seeds)
def test_12_and_13_a_table_seen_another_way_has_the_same_answers_and_results(name, seed):
    change = SHUFFLED[name]
    for state, text, step in games(seed):
        other = change.state(state)
        listed = [change.answer(one, state) for one in GAME.asks(state)[0].legal]

        assert sorted(listed) == sorted(GAME.asks(other)[0].legal)
        result = GAME.resolve(other, {other.to_move: change.answer(text, state)}, Scripted())
        assert change.seen(step.state) == change.plain(result.state)
        assert change.outcome(GAME.outcome(step.state)) == GAME.outcome(result.state)


@examples
@given(seeds)
def test_13_a_lake_elsewhere_has_the_same_answers_and_results(seed):
    for state, text, step in games(seed):
        move = shifted(5, -7)
        other = move.state(state)

        assert [move.answer(one, state) for one in GAME.asks(state)[0].legal] == list(
            GAME.asks(other)[0].legal
        )
        result = GAME.resolve(other, {other.to_move: move.answer(text, state)}, Scripted())
        assert move.state(step.state) == result.state


@examples
@given(seeds)
def test_14_who_has_a_token_on_the_lake_has_an_action(seed):
    for state in states(seed):
        shown = view(state)
        if shown["stage"] == "thaw" and lying(shown, shown["colour_to_move"]):
            assert len(GAME.asks(state)[0].legal) >= 1


@examples
@given(seeds)
def test_15_an_illegal_action_changes_nothing(seed):
    for state in states(seed, dull):
        before = GAME.encode(state)
        with pytest.raises(Refusal):
            GAME.check(state, state.to_move, "place 50,50 0")
        assert GAME.encode(state) == before


@examples
@given(seeds)
def test_15_a_record_leads_to_the_same_states(seed):
    rng = Random(seed)
    order, first = rng.sample(range(18), 18), rng.randint(0, 1)
    game = SYSTEM.open({"first": first}, 2)
    state = game.start(Scripted((), [order])).state
    played, steps = [state], []
    while game.asks(state):
        answers = {state.to_move: lively(state, rng)}
        state = game.resolve(state, answers, Seeded(rng)).state
        played.append(state)
        steps.append(RecordStep(answers))
    draws = [{"label": "deck", "kind": "shuffle", "bound": 18, "outcome": order}]
    record = Record("winter", "1", {"first": first}, 2, steps=tuple(steps)).to_json()

    replay = play_back(Record.from_json({**record, "start": draws}))

    assert replay.breach is None
    assert [step.state for step in replay.steps] == played
