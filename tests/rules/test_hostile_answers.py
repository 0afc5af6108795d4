"""Whatever somebody sends, the rules answer with a refusal or play on. Nothing else is raised."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules import SYSTEM
from campaign.rules.maps import grid_map, load_map
from campaign.rules.problems import MESSAGES
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from tests.rules.play import enriched, examples, opened, seeds

WORDS = [
    "recall",
    "place",
    "berths",
    "tithes",
    "purchases",
    "feed",
    "first",
    "dismiss",
    "placements",
    "to",
    "gold",
    "food",
    "if",
    "buy",
    "tile",
    "disband",
    "received",
    "stock",
    "from",
    "all",
    "village",
    "city",
    "army",
    "pass",
]
numbers = st.one_of(
    st.integers(-3, 60), st.sampled_from([10**6, -(10**30), 10**400]), st.floats(), st.booleans()
)
leaves = st.one_of(st.none(), numbers, st.sampled_from(WORDS), st.text(max_size=6))
answers = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(WORDS), inner, max_size=5),
        st.dictionaries(st.text(max_size=4), inner, max_size=2),
    ),
    max_leaves=25,
)

counts = st.integers(-1, 8)
tiles = st.integers(0, 45)
condition = st.one_of(
    st.fixed_dictionaries({"stock": st.fixed_dictionaries({"gold": counts, "food": counts})}),
    st.fixed_dictionaries(
        {
            "received": st.fixed_dictionaries(
                {"from": st.one_of(counts, st.just("all")), "gold": counts}
            )
        }
    ),
)
conditions = st.lists(condition, max_size=2)
near_sheets = st.fixed_dictionaries(
    {},
    optional={
        "recall": st.fixed_dictionaries(
            {},
            optional={"place": tiles, "berths": st.lists(st.tuples(counts, tiles).map(list))},
        ),
        "tithes": st.lists(
            st.fixed_dictionaries({"to": counts, "gold": counts}, optional={"if": conditions}),
            max_size=4,
        ),
        "purchases": st.lists(
            st.fixed_dictionaries(
                {"buy": st.sampled_from(["village", "city", "capital", "ship", "army", "fortress"]),
                 "tile": tiles},
                optional={"disband": counts, "if": conditions},
            ),
            max_size=6,
        ),
        "feed": st.fixed_dictionaries({}, optional={"first": st.lists(counts, max_size=4)}),
    },
)  # fmt: skip


def refusal_of(call):
    """Return the sentences with which a call was refused, or ``None``; others errors come out."""
    try:
        call()
    except Refusal as refusal:
        assert {problem.code for problem in refusal.problems} <= set(MESSAGES)  # noqa: PT017
        return [str(problem) for problem in refusal.problems]
    return None


def refused(game, state, seat, answer):
    """Check an answer; return whether it was refused, having read every sentence of it."""
    before = game.encode(state)
    texts = refusal_of(lambda: game.check(state, seat, answer))
    assert game.encode(state) == before
    if texts is None:
        canonical = game.check(state, seat, answer)
        assert game.check(state, seat, canonical) == canonical
        return False
    assert all(texts)
    assert "{" not in "".join(texts)
    return True


@examples
@given(seeds, st.lists(answers, min_size=4, max_size=12))
def test_f05_f13_any_answer_is_refused_or_accepted_and_the_winter_goes_on(seed, given_answers):
    game, rng = opened(seed)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    for answer in given_answers:
        asks = game.asks(state)
        if not asks:
            return
        for ask in asks:
            refused(game, state, ask.seat, answer)
        state = game.resolve(state, {ask.seat: answer for ask in asks}, Seeded(rng)).state


@examples
@given(seeds, st.lists(near_sheets, min_size=4, max_size=4))
def test_f13_sheets_that_look_right_never_break_a_winter(seed, sheets):
    game, rng = opened(seed, play="sealed", hand_in="sheet")
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    given_answers = {ask.seat: sheets[ask.seat] for ask in game.asks(state)}
    for seat, sheet in given_answers.items():
        refused(game, state, seat, sheet)

    after = game.resolve(state, given_answers, Seeded(rng)).state

    assert all(kingdom.gold >= 0 and kingdom.food >= 0 for kingdom in after.kingdoms)


@examples
@given(seeds, st.lists(answers, min_size=1, max_size=6))
def test_f05_a_refused_shape_counts_as_no_answer(seed, given_answers):
    game, rng = opened(seed, play="sealed", hand_in="sheet")
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    seat = game.asks(state)[0].seat
    without = game.resolve(state, {}, Seeded(Random(seed))).state
    for answer in given_answers:
        if refused(game, state, seat, answer):
            assert game.resolve(state, {seat: answer}, Seeded(Random(seed))).state == without


def test_deep_nesting_is_harmless():
    game = SYSTEM.open({"begin": "winter"}, 2)
    state = game.start(Seeded(Random(1))).state
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]

    for answer in (deep, {"tithes": deep}, {"purchases": [{"buy": deep, "tile": deep}]}):
        assert refused(game, state, 0, answer)


@pytest.mark.parametrize("stage", ["setup", "orders", "report"])
def test_deep_nesting_is_harmless_in_setup_and_summer(stage):
    document = grid_map(9, 7, 2)
    game = SYSTEM.open({"rules": {"battle_mode": "tabletop"}, "map": document}, 2)
    armies = [] if stage == "setup" else [{"kingdom": 0, "tile": 1}]
    state = game.position({"stage": stage, "armies": armies})
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]

    fields = {
        "setup": ("race", "faction", "starts", "homeland", "army", "list"),
        "orders": ("orders", "battles", "sacrifice", "retreat", "advance", "concede", "lists"),
        "report": ("reports",),
    }[stage]
    for answer in (deep, *({name: deep} for name in fields), *({name: [deep]} for name in fields)):
        assert refused(game, state, 0, answer)


def test_numbers_too_long_to_print_are_refused():
    game = SYSTEM.open({"begin": "winter"}, 2)
    state = game.start(Seeded(Random(1))).state
    huge = 10**5000

    assert refused(game, state, 0, {"tithes": [{"to": huge, "gold": huge}]})
    assert refused(game, state, 0, {"recall": {"berths": [[huge, -huge]], "place": huge}})
    assert refusal_of(lambda: SYSTEM.open({"rules": {"years": huge}}, 2))
    assert refusal_of(lambda: SYSTEM.open({"map": {"tiles": [{"n": huge}]}}, 2))
    assert refusal_of(lambda: game.position({"year": huge}))


def test_a_flood_of_problems_is_cut_short():
    game = SYSTEM.open({"begin": "winter"}, 2)
    state = game.start(Seeded(Random(1))).state
    line = {"to": "x", "gold": "x", "food": "x", "if": [{"stock": {"gold": "x"}}] * 8}

    with pytest.raises(Refusal) as caught:
        game.check(state, 0, {"tithes": [line] * 60})

    assert len(caught.value.problems) == 100


@examples
@given(answers)
def test_any_options_make_a_game_or_are_refused(options):
    for given_options in (options, {"rules": options}, {"map": options}, {"edition": options}):
        texts = refusal_of(lambda chosen=given_options: SYSTEM.open(chosen, 2))
        assert texts is None or all(texts)


@examples
@given(st.lists(st.tuples(st.integers(0, 62), st.sampled_from(["n", "q", "r", "terrain", "start",
       "edges", "river", "name"]), answers), max_size=4))  # fmt: skip
def test_any_change_of_a_map_makes_a_game_or_is_refused(changes):
    document = load_map("sound")
    for place, field, value in changes:
        document["tiles"][place][field] = value

    texts = refusal_of(lambda: SYSTEM.open({"map": document}, 2))

    assert texts is None or all(texts)


@examples
@given(answers, st.sampled_from(["tiles", "kingdoms", "armies", "ships", "season", "order",
       "stage", "year"]))  # fmt: skip
def test_any_position_makes_a_state_or_is_refused(value, part):
    game = SYSTEM.open({}, 2)
    for position in (value, {part: value}, {part: [value]}, {part: {"1": value}}):
        texts = refusal_of(lambda wish=position: game.position(wish))
        if texts is None:
            state = game.position(position)
            assert game.asks(state) or game.outcome(state).over
        else:
            assert all(texts)
