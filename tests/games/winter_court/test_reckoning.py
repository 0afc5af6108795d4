"""What a page says of a play that is being put together. Source: winter_court.md 6, 7."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import Refusal
from games.winter_court.notation import parse
from games.winter_court.reckoning import Composition, reckon
from tests.games.winter_court.boards import CARDS, GAME, SUITS, crowded, legal

seeds = st.integers(0, 2**32)
examples = settings(max_examples=40)


def reckoned(state, **chosen):
    seat = state.to_move
    return reckon(GAME.view(state, seat), seat, Composition(**chosen))


def codes(faults):
    return {key: fault and fault.code for key, fault in faults.items()}


def example_3():
    """B controls F with L7, A holds W5, W1, W2 (winter_court.md 11, example 3)."""
    court = {"F": {"card": "L7", "holder": 1}}
    return GAME.position({"court": court, "hands": [["W5", "W1", "W2"], []]})


def test_a_total_that_is_too_low_is_told_with_the_rank_to_beat():
    told = reckoned(example_3(), target="F", main="W5", boosts=("W2",))

    assert (told.total, told.to_beat, told.answer) == (7, 7, None)
    assert told.problem.code == "too_weak"
    assert str(told.problem) == "7 is not above the 7 on the Steward."


def test_a_total_that_is_enough_gives_the_answer_to_send():
    told = reckoned(example_3(), target="F", main="W5", boosts=("W2", "W1"))

    assert (told.total, told.answer, told.problem) == (8, "play W5 F +W1 +W2", None)


def test_what_is_not_chosen_yet_is_asked_for_in_turn():
    state = example_3()

    assert reckoned(state).problem.code == "no_main"
    assert reckoned(state, main="W5").problem.code == "no_target"
    assert reckoned(state).to_beat is None


def test_members_say_why_they_are_no_target():
    told = reckoned(example_3(), main="W2")

    assert codes(told.members)["D"] is None
    assert codes(told.members)["F"] == "out_of_reach"
    assert str(told.members["F"]) == "You reach 3 at most, and must be above 7 on the Steward."
    assert codes(told.members)["A"] == "wrong_suit"
    assert codes(reckoned(example_3()).members)["B"] == "no_card_for"


def test_cards_say_why_they_do_not_fit_a_place():
    state = GAME.position(
        {
            "court": {"K": {"card": "L6", "holder": 0}, "B": {"card": "Wi9", "holder": 1}},
            "hands": [["K4", "K1", "Wi4", "L2"], []],
        }
    )

    cards = reckoned(state, target="B", main="K4").cards

    assert codes(cards["K4"]) == {
        "main": None,
        "knight": "same_card",
        "lover": "same_card",
        "matchmaker": "same_card",
        "boosts": "same_card",
    }
    assert codes(cards["Wi4"])["matchmaker"] is None
    assert codes(cards["Wi4"])["knight"] == "power_not_usable"
    assert codes(cards["Wi4"])["boosts"] == "not_a_boost"
    assert codes(cards["K1"])["boosts"] is None
    assert codes(cards["K1"])["matchmaker"] == "not_the_other_suit"
    assert codes(cards["L2"])["boosts"] == "boost_suit"
    assert codes(cards["L2"])["main"] == "wrong_suit"


def test_powers_say_why_they_cannot_be_used():
    court = {
        letter: {"card": card, "holder": 0}
        for letter, card in {"E": "K8", "G": "K2", "H": "W5", "I": "Mi1", "L": "Wi2"}.items()
    }
    state = GAME.position({"court": court, "hands": [["L4", "D3"], []]})

    told = reckoned(state, main="L4", target="A")

    assert codes(told.powers) == {
        "wizard": "wizard_first_play",
        "steward": "power_not_usable",
        "sage": "empty_discard",
        "charlatan": "nothing_to_clear",
        "knight": "nothing_to_add",
        "lover": "power_not_usable",
        "matchmaker": "power_not_usable",
        "fool": "nothing_to_undercut",
    }


def test_the_charlatan_is_told_whose_influence_he_may_discard():
    court = {
        "H": {"card": "W3", "holder": 0},
        "A": {"card": "L9"},
        "B": {"card": "K9", "holder": 1},
    }
    state = GAME.position({"court": court, "hands": [["L4"], []]})

    clearable = codes(reckoned(state).clearable)

    assert clearable["A"] is None
    assert clearable["B"] == "not_unclaimed"
    assert clearable["C"] == "no_influence"
    assert clearable["H"] == "charlatan_itself"


def test_the_second_play_needs_the_wizard():
    court = {"E": {"card": "K8", "holder": 0}}
    state = GAME.position({"court": court, "hands": [["L4", "D3"], []], "plays": 1})

    assert reckoned(state, main="L4", target="A").problem.code == "wizard_needed"
    assert reckoned(state, main="L4", target="A", wizard=True).answer == "play L4 A wizard"
    assert reckoned(state, main="L4").members["A"] is None


def test_nobody_composes_when_it_is_not_their_turn():
    state = example_3()
    told = reckon(GAME.view(state, 1), 1, Composition())

    assert told.problem.code == "not_asked"
    assert set(codes(told.members).values()) == {"not_asked"}
    assert set(codes(told.powers).values()) == {"not_asked"}


def test_a_card_that_does_not_exist_is_an_error_of_the_page():
    with pytest.raises(KeyError):
        reckoned(example_3(), main="W11")


@examples
@given(seeds)
def test_a_composition_is_accepted_exactly_when_check_accepts_it(seed):
    rng = Random(seed)
    state = crowded(rng)
    hand = GAME.view(state, state.to_move)["hands"][state.to_move]
    for _ in range(40):
        some = rng.sample(hand + CARDS[:5], min(4, len(hand) + 5))
        chosen = {"target": rng.choice(sorted(SUITS)), "main": some.pop()}
        for power in ("knight", "lover", "matchmaker"):
            if some and rng.random() < 0.3:
                chosen[power] = some.pop()
        chosen |= {"boosts": tuple(some), "fool": rng.random() < 0.3, "wizard": rng.random() < 0.1}

        told = reckoned(state, **chosen)

        assert told.answer == checked(state, chosen)


def checked(state, chosen):
    words = ["play", chosen["main"], chosen["target"]]
    words += [f"{p}={chosen[p]}" for p in ("knight", "lover", "matchmaker") if p in chosen]
    words += [f"+{card}" for card in chosen["boosts"]]
    words += [flag for flag in ("fool", "wizard") if chosen[flag]]
    try:
        return GAME.check(state, state.to_move, " ".join(words))
    except Refusal:
        return None


@examples
@given(seeds)
def test_a_main_card_and_a_member_can_be_chosen_exactly_when_a_legal_play_has_them(seed):
    state = crowded(Random(seed))
    plays = [parse(answer) for answer in legal(state) if answer.startswith("play")]
    pairs = {(CARDS[play.main], sorted(SUITS)[play.target]) for play in plays}
    mains, targets = {main for main, _ in pairs}, {target for _, target in pairs}

    nothing = reckoned(state)

    assert {c for c, places in nothing.cards.items() if places["main"] is None} == mains
    assert {x for x, fault in nothing.members.items() if fault is None} == targets
    for card in nothing.cards:
        told = reckoned(state, main=card)
        for letter in SUITS:
            assert (told.members[letter] is None) == ((card, letter) in pairs)


@examples
@given(seeds)
def test_every_listed_play_can_be_put_together_step_by_step(seed):
    rng = Random(seed)
    state = crowded(rng)
    plays = [answer for answer in legal(state) if answer.startswith("play")]
    for answer in rng.sample(plays, min(12, len(plays))):
        play = parse(answer)
        main, target = CARDS[play.main], sorted(SUITS)[play.target]
        chosen = {"main": main, "target": target}
        for place in ("knight", "lover", "matchmaker"):
            if (card := getattr(play, place)) < 60:
                assert reckoned(state, **chosen).powers[place] is None
                assert reckoned(state, **chosen).cards[CARDS[card]][place] is None
                chosen[place] = CARDS[card]
        for card in play.boosts:
            assert reckoned(state, **chosen).cards[CARDS[card]]["boosts"] is None
        if play.fool:
            assert reckoned(state, **chosen).powers["fool"] is None
        boosts = tuple(CARDS[card] for card in play.boosts)
        assert reckoned(state, **chosen, boosts=boosts, fool=play.fool).answer == answer
