"""What holds in every game, whatever is played. Source: courtier.md 4, 5, 7, 9, 12."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.courtier.playing import (
    CARDS,
    COPIES,
    COURTIERS,
    PETITIONS,
    TABLE,
    TYPES,
    VARIANTS,
    anything,
    colours,
    crowded,
    lively,
    opened,
    resolved,
    walk,
)

seeds = st.integers(0, 2**32)
examples = settings(max_examples=10)


def games(seed, limit=50):
    """Give ``(game, step, ask, answer)`` along a game from the deal and a crowded one."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    game = opened(seats, **rng.choice(VARIANTS))
    choose = rng.choice([anything, lively, lively])
    for state in (None, game.position(crowded(rng, seats))):
        for step, ask, answer in walk(game, seed, choose, state, limit):
            yield game, step, ask, answer


def states(seed):
    """Give ``(game, encoded)`` along such games."""
    for game, step, _, _ in games(seed):
        yield game, game.encode(step.state)


def on_board(encoded):
    """Count the markers on the board by owner."""
    counts = Counter()
    for there in encoded["courtiers"].values():
        counts.update(there)
    return counts


def bids(encoded):
    """Return what each seat has bid, by name."""
    standing = encoded["bids"] or []
    return {str(one["seat"]): one["amount"] for one in standing if one["seat"] is not None}


@examples
@given(seeds)
def test_each_colour_has_25_markers(seed):
    for game, encoded in states(seed):
        board, bid = on_board(encoded), bids(encoded)
        zones = zip(
            colours(game.seats),
            encoded["pools"],
            encoded["reserves"],
            encoded["track"],
            strict=True,
        )
        for colour, pool, reserve, points in zones:
            assert 1 + pool + reserve + board[colour] + bid.get(colour, 0) == 25
            assert min(pool, reserve, points) >= 0


@examples
@given(seeds)
def test_there_are_40_neutral_markers(seed):
    for _, encoded in states(seed):
        assert encoded["neutral"] + on_board(encoded)["neutral"] == 40
        assert encoded["neutral"] >= 0


@examples
@given(seeds)
def test_no_courtier_holds_more_than_his_slots(seed):
    for _, encoded in states(seed):
        for courtier, there in encoded["courtiers"].items():
            assert sum(there.values()) <= COURTIERS[courtier]["slots"]
            assert min(there.values()) > 0


@examples
@given(seeds)
def test_every_card_is_in_one_place(seed):
    for _, encoded in states(seed):
        held = [card for hand in encoded["hands"] for card in hand]
        held += [card for one in encoded["bids"] or [] for card in one["cards"]]
        for name in TYPES:
            offer = [encoded["offers"][name]] if encoded["offers"][name] else []
            piles = encoded["decks"][name] + encoded["discards"][name] + offer
            mine = [card for card in held if CARDS[card] == name]

            assert sorted(piles + mine) == sorted(COPIES[name])


@examples
@given(seeds)
def test_every_petition_and_fashion_is_in_one_place(seed):
    for _, encoded in states(seed):
        petitions = encoded["petition_deck"] + encoded["petitions"]
        petitions += [one for one in encoded["secrets"] if one]
        petitions += [one for stack in encoded["completed"] for one in stack]
        fashions = encoded["fashion"] + encoded["seen"] + encoded["box"]

        assert sorted(petitions) == sorted(PETITIONS)
        assert sorted(fashions) == sorted(one["id"] for one in TABLE["fashion"])


@examples
@given(seeds)
def test_only_a_leader_holds_an_ability_card(seed):
    for game, encoded in states(seed):
        for coterie, holder in encoded["holders"].items():
            counts = Counter(dict.fromkeys(colours(game.seats), 0))
            for courtier, there in encoded["courtiers"].items():
                if COURTIERS[courtier]["coterie"] == coterie:
                    counts.update(there)
            del counts["neutral"]
            (first, most), (_, second) = counts.most_common(2)

            assert holder == (first if most > second else None)


@examples
@given(seeds)
def test_lists_have_no_duplicates_and_are_canonical(seed):
    for game, step, ask, _ in games(seed):
        if ask:
            listed = list(ask.legal)
            assert len(set(listed)) == len(listed)
            for answer in listed:
                assert game.check(step.state, ask.seat, answer) == answer


@examples
@given(seeds)
def test_case_spaces_and_the_order_of_a_coverage_do_not_matter(seed):
    rng = Random(seed)
    for game, step, ask, _ in games(seed):
        for answer in rng.sample(list(ask.legal), min(4, len(ask.legal))) if ask else ():
            head, rest = answer.split()[:2], answer.split()[2:]
            if head[0] == "complete":
                rng.shuffle(rest)
            loose = "  " + "   ".join(word.upper() for word in head + rest) + " "

            assert game.check(step.state, ask.seat, loose) == answer


@examples
@given(seeds)
def test_every_default_is_listed(seed):
    for _, _, ask, _ in games(seed):
        assert ask is None or ask.default in list(ask.legal)


@examples
@given(seeds)
def test_a_game_is_over_when_nobody_is_asked(seed):
    for game, step, ask, _ in games(seed):
        outcome = game.outcome(step.state)
        asks = game.asks(step.state)
        assert outcome.over == (not asks)
        assert ask is None or asks == (ask,)
        assert (outcome.reason == "standing") == bool(asks)


@examples
@given(seeds)
def test_looking_and_resolving_leave_a_state_as_it_was(seed):
    for game, step, ask, answer in games(seed, limit=25):
        if ask:
            before = game.encode(step.state)
            game.view(step.state, ask.seat)
            resolved(game, step.state, answer)

            assert game.encode(step.state) == before


@examples
@given(seeds)
def test_an_estimate_lies_between_0_and_1(seed):
    for game, step, _, _ in games(seed, limit=20):
        for seat in range(game.seats):
            assert 0 <= game.estimate(step.state, seat) <= 1


def test_a_game_of_defaults_ends_under_a_turn_cap():
    for seats in (2, 3, 4):
        game = opened(seats, turn_cap=40)

        *_, (step, ask, _) = walk(game, 7, lambda _g, _s, ask, _r: ask.default, limit=2000)

        assert ask is None
        assert game.outcome(step.state).reason == "turn_cap"
        assert game.view(step.state, None)["turn"] == 40


def test_a_game_of_defaults_has_no_end_of_its_own():
    """Nobody plays a card by default: markers are gained, then cards changed for ever."""
    game = opened(3)

    *_, (step, _, _) = walk(game, 7, lambda _g, _s, ask, _r: ask.default, limit=1500)

    view = game.view(step.state, None)
    assert game.asks(step.state)
    assert view["turn"] > 300
    assert view["reserves"] == [0, 0, 0]
    assert all(not any(one["markers"]) for one in view["courtiers"].values())
