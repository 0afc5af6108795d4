"""Paying stakes: once, in order of number, judged again, and nobody ever owes (campaign.md 4b)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.courts.payment import pay
from campaign.rules.courts.stage import play_court
from campaign.rules.courts.stakes import GAMES, KINDS
from campaign.rules.invariants import Watch, state_faults
from campaign.rules.state import TITHE
from games.engine.chance import Seeded
from games.engine.contract import Step
from tests.rules.courtyard import TILES, A, B, C, court, court_game, court_table, told

PURSE = {"kind": "purse", "gold": 2, "food": 1, "source": "seats"}


def stock(table):
    return list(zip(table.gold, table.food, strict=True))


def test_a_court_for_honour_is_told_and_moves_nothing():
    table = court_table()
    before = table.freeze()

    pay(table, court((A, C)), C)

    told_of = {"court": 1, "game": "winter", "seats": "0,2", "stake": "honour", "winner": C}
    assert told(table) == [("court_held", told_of)]
    assert table.freeze() == before


def test_precedence_puts_the_winner_first():
    table = court_table(order=[A, B, C])

    pay(table, court((B, C), kind="precedence"), C)

    assert table.order == [C, A, B]
    assert told(table, "precedence_won") == [("precedence_won", {"court": 1, "kingdom": C})]


def test_the_later_of_two_precedences_stands_first():
    table = court_table(order=[A, B, C])

    pay(table, court((A, B), kind="precedence"), B)
    pay(table, court((A, C), 2, kind="precedence"), C)

    assert table.order == [C, B, A]


def test_every_loser_fills_the_purse_and_the_winner_takes_all_of_it():
    table = court_table()

    pay(table, court((A, B, C), **PURSE), B)

    assert stock(table) == [(1, 1), (7, 4), (1, 1)]
    assert told(table, "purse_paid", "purse_won") == [
        ("purse_paid", {"court": 1, "kingdom": A, "gold": 2, "food": 1}),
        ("purse_paid", {"court": 1, "kingdom": C, "gold": 2, "food": 1}),
        ("purse_won", {"court": 1, "kingdom": B, "gold": 4, "food": 2}),
    ]


def test_a_pot_costs_nobody_anything():
    table = court_table()

    pay(table, court((A, B), kind="purse", gold=2, source="pot"), A)

    assert stock(table) == [(5, 2), (3, 2), (3, 2)]
    assert told(table, "purse_paid") == []


def test_who_has_less_by_then_gives_what_there_is():
    table = court_table(kingdoms=[{"gold": 1}, {}, {}])

    pay(table, court((A, B), **PURSE), B)

    assert stock(table) == [(0, 0), (1, 0), (0, 0)]


def test_an_empty_purse_is_told_as_a_stake_that_was_gone():
    table = court_table(kingdoms=[{}, {}, {}])

    pay(table, court((A, B), **PURSE), B)

    assert [kind for kind, _ in told(table)] == ["court_held", "stake_kept"]


def test_favour_is_might():
    table = court_table(court_game(might=True), kingdoms=[{"might": 2}, {}, {}])

    pay(table, court((A, B), kind="favour", might=1), A)

    assert table.might == [3, 0, 0]
    assert told(table, "might_won") == [("might_won", {"kingdom": A, "might": 3})]


def test_a_hex_goes_to_the_winner_as_by_any_taking():
    table = court_table()

    pay(table, court((A, B, C), kind="tile", tile=3), C)

    assert table.owners[table.board.index[3]] == C
    assert told(table, "tile_taken") == [("tile_taken", {"kingdom": C, "tile": 3, "loser": A})]


def test_the_owner_who_wins_keeps_its_hex():
    table = court_table()

    pay(table, court((A, B), kind="tile", tile=3), A)

    assert table.owners[table.board.index[3]] == A
    assert [kind for kind, _ in told(table)] == ["court_held", "stake_kept"]


def test_a_founder_who_wins_the_original_capital_back_has_a_capital_in_classic():
    tiles = {**TILES, "1": {"owner": A}, "11": {"owner": B, "settlement": "city"}}
    table = court_table(tiles=tiles, kingdoms=[{"original_capital": 11, "seat_tile": 2}, {}, {}])

    pay(table, court((A, B), kind="tile", tile=11), A)

    assert table.settlements[table.board.index[11]] == "capital"
    assert table.seat_tile[A] == 2


def test_a_draw_leaves_every_stake_where_it_was():
    pot = {"kind": "purse", "gold": 1, "source": "pot"}
    for stake in (PURSE, pot, {"kind": "precedence"}, {"kind": "tile", "tile": 3}):
        table = court_table()
        before = table.freeze()

        pay(table, court((A, B), **stake), None)

        assert table.freeze() == before
        assert [(kind, data.get("winner")) for kind, data in told(table)] == [
            ("court_held", -1), ("stake_kept", None),
        ]  # fmt: skip


def held(number, seats, stake, winner, game=""):
    game = game or ("courtier" if len(seats) > 2 else "winter")
    entry = {"number": number, "game": game, "seats": seats, "stake": stake, "winner": winner}
    return {**entry, "places": [1] * len(seats)}


def test_courts_are_paid_in_order_of_number_and_a_number_only_once():
    table = court_table(order=[A, B, C])
    first = {"kind": "precedence"}

    play_court(
        table,
        [held(2, [A, C], first, C), held(1, [A, B], first, B), held(2, [A, B], first, A)],
    )

    assert [data["court"] for _, data in told(table, "court_held")] == [1, 2]
    assert table.order == [C, B, A]


def test_two_courts_of_one_kingdom_are_both_paid():
    table = court_table()
    purse = {"kind": "purse", "gold": 2, "from": "seats"}

    play_court(table, [held(1, [A, B], purse, B), held(2, [A, C], purse, C)])

    assert stock(table) == [(0, 2), (5, 2), (4, 2)]  # A had 3 gold: 2 to B, the last to C


def test_a_stake_is_judged_as_the_courts_began():
    """C wins 4's neighbour 3 in the first court; the second is about a hex that bordered then."""
    table = court_table()
    third, fourth = {"kind": "tile", "tile": 3}, {"kind": "tile", "tile": 4}

    play_court(table, [held(1, [A, C], third, C), held(2, [C, A], fourth, A)])

    owner = {number: table.owners[table.board.index[number]] for number in (3, 4)}
    assert owner == {3: C, 4: A}


def test_a_hex_that_two_courts_are_about_goes_to_the_first():
    table = court_table()
    hexes = {"kind": "tile", "tile": 3}

    play_court(table, [held(1, [A, B], hexes, B), held(2, [A, C], hexes, C)])

    assert table.owners[table.board.index[3]] == B
    assert told(table, "stake_kept") == [("stake_kept", {"court": 2})]


def test_what_may_not_be_staked_is_not_paid():
    wrong = [
        {"kind": "purse", "gold": 3, "from": "pot"},  # the house gives 2
        {"kind": "favour", "might": 1},  # no might here
        {"kind": "tile", "tile": 12},  # a capital
        {"kind": "tile", "tile": 13},  # does not border on A
    ]
    for stake in wrong:
        table = court_table()
        before = table.freeze()

        play_court(table, [held(1, [A, B], stake, A)])

        assert table.freeze() == before
        assert [kind for kind, _ in told(table)] == ["court_held", "stake_kept"]


def test_an_entry_that_makes_no_sense_is_left_out_and_the_others_stand():
    purse = {"kind": "purse", "gold": 1, "from": "seats"}
    bad = [
        None, {}, "court", held(0, [A, B], purse, A), held(True, [A, B], purse, A),
        held(1, [A], purse, A), held(1, [A, A], purse, A), held(1, [A, 7], purse, A),
        held(1, [A, B], purse, C), held(1, [A, B], purse, True), held(1, [A, B], {}, A),
        held(1, "01", purse, A), held(1, [A, B], purse, A, game="chess"),
        held(1, [A, B, C], purse, A, game="winter"), held(1, [[A], B], purse, A),
    ]  # fmt: skip
    table = court_table()

    play_court(table, [*bad, held(1, [A, B], purse, B)])

    assert stock(table) == [(2, 2), (4, 2), (3, 2)]
    assert len(told(table, "court_held")) == 1


small = st.integers(-2, 14)
numbers = st.one_of(small, st.sampled_from([10**9, 10**400]), st.floats(), st.booleans())
words = st.sampled_from([*KINDS, *GAMES, "pot", "seats", "kind", "from", "gold"])
leaves = st.one_of(st.none(), numbers, words, st.text(max_size=4))
junk = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["number", "game", "seats", "stake", "winner", "courts", "kind"]), inner
        ),
    ),
    max_leaves=20,
)
amounts = st.integers(0, 3)
stakes = st.one_of(
    st.sampled_from([{"kind": "honour"}, {"kind": "precedence"}]),
    st.builds(
        lambda gold, food, source: {"kind": "purse", "gold": gold, "food": food, "from": source},
        amounts, amounts, st.sampled_from(["pot", "seats"]),
    ),
    st.builds(lambda might: {"kind": "favour", "might": might}, amounts),
    st.builds(lambda tile: {"kind": "tile", "tile": tile}, st.integers(0, 15)),
    junk,
)  # fmt: skip
seats = st.permutations([A, B, C]).flatmap(lambda order: st.integers(2, 3).map(lambda n: order[:n]))
entries = st.builds(
    lambda number, seats, stake, winner, game: held(number, seats, stake, winner, game),
    st.integers(0, 4), seats, stakes,
    st.one_of(st.none(), st.integers(-1, 3)), st.sampled_from(["", "courtier", "winter_court"]),
)  # fmt: skip
said = st.one_of(junk, st.lists(st.one_of(entries, entries, junk), max_size=6))


@settings(max_examples=150)
@given(said, st.integers(0, 2**16))
def test_whatever_the_host_says_the_books_balance(courts, seed):
    rng = Random(seed)
    game = court_game(might=rng.random() < 0.5, hand_in=rng.choice(["sheet", "steps"]))
    purses = [{"gold": rng.randint(0, 3), "food": rng.randint(0, 2)} for _ in range(3)]
    state = court_table(game, kingdoms=purses).freeze()

    step = game.resolve(state, {-1: {"courts": courts}}, Seeded(seed))

    assert Watch(game, state).after(step) == []
    assert_balanced(step)


def assert_balanced(step: Step) -> None:
    """What the seats paid is what the winner got; only a pot gives more, and never too much."""
    for number in {event.data["court"] for event in step.events if "court" in event.data}:
        mine = [event for event in step.events if event.data.get("court") == number]
        paid = [event for event in mine if event.kind == "purse_paid"]
        won = [event for event in mine if event.kind == "purse_won"]
        for name in ("gold", "food"):
            given_away = sum(event.data[name] for event in paid)
            taken = sum(event.data[name] for event in won)
            assert given_away == taken or (not paid and taken <= 2)


def test_the_stage_of_courts_is_followed_by_the_tithes():
    game = court_game()
    state = court_table(game).freeze()

    step = game.resolve(state, {}, Seeded(1))

    assert step.state.stage == TITHE
    assert not [event for event in step.events if event.kind == "court_held"]
    assert state_faults(game, step.state) == []
