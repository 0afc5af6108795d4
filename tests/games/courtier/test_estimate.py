"""What bots are told of Courtier: what a courtier lacks, how good a position is, what matters."""

from random import Random

import pytest

from games.bots import GreedyBot
from games.courtier.reach import needs
from tests.games.courtier.playing import anything, opened, resolved, walk

EMPTY = {"petitions": ["pet_26", "pet_25", "pet_24", "pet_23"], "secrets": ["pet_22"]}


def greedy(game, state, seed=1):
    (ask,) = game.asks(state)
    return GreedyBot().answer(game, game.view(state, ask.seat), ask, Random(seed))


def positioned(seats=3, **partial):
    game = opened(seats)
    return game, game.position({**EMPTY, "to_move": 0, **partial})


@pytest.mark.parametrize(
    ("slots", "marks", "lacking"),
    [
        (4, (0, 0, 0, 0), [(4, 0), (4, 0), (4, 0)]),
        (4, (2, 1, 0, 1), [(0, 0), (1, 1), (2, 2)]),
        (4, (2, 0, 0, 1), [(1, 0), (2, 1), (2, 1)]),
        (3, (0, 0, 0, 3), [(0, 0), (0, 0), (0, 0)]),
        (2, (1, 1, 0, 0), [(1, 1), (1, 1), (2, 2)]),
        (1, (0, 1, 0, 0), [(1, 1), (0, 0), (1, 1)]),
    ],
)
def test_what_a_courtier_lacks_to_be_full_and_controlled(slots, marks, lacking):
    """Markers to place, and how many of them must replace others, for each of three colours."""
    assert [(need, over) for need, over, _ in needs(slots, bytes(marks))] == lacking


@pytest.mark.parametrize(
    ("slots", "marks", "lacking"),
    [
        (4, (0, 0, 2, 2), [(2, 2, 1), (2, 2, 1), (0, 0, 0)]),
        (4, (0, 0, 1, 3), [(2, 2, 0), (2, 2, 0), (0, 0, 0)]),
        (3, (0, 2, 1, 0), [(2, 2, 0), (0, 0, 0), (1, 1, 0)]),
        (2, (0, 0, 2, 0), [(2, 2, 2), (2, 2, 2), (0, 0, 0)]),
        (3, (0, 0, 1, 0), [(2, 0, 0), (2, 0, 0), (2, 0, 0)]),
    ],
)
def test_protected_markers_are_gone_round_where_that_is_possible(slots, marks, lacking):
    """The third colour is protected; the third number: how many of its markers must go."""
    assert list(needs(slots, bytes(marks), 2)) == lacking


@pytest.mark.parametrize(("own", "other"), [(2, 1), (3, 2)])
def test_the_nearer_protection_is_to_its_end_the_better(own, other):
    values = []
    for count in (own, other):
        game, state = positioned(
            2,
            courtiers={
                "king": {"0": count},
                "prince": {"gianni": 3},
                "composer": {"gianni": 2},
            },
            petitions=["pet_05", "pet_26", "pet_23", "pet_22"],
            secrets=["pet_21"],
        )
        values.append(game.estimate(state, 0))

    assert values[0] > values[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_estimate_lies_between_nought_and_one(seats):
    game = opened(seats, turn_cap=20)

    found = [
        game.estimate(step.state, seat)
        for step, ask, _ in walk(game, seats, anything)
        for seat in range(seats)
    ]

    assert len(found) > 50
    assert all(0 <= value <= 1 for value in found)


def test_a_completed_petition_is_worth_more_than_one_that_could_be():
    game, before = positioned(
        courtiers={"bishop": {"0": 4}, "historian": {"0": 1}},
        petitions=["pet_03", "pet_25", "pet_24", "pet_23"],
        stage="petition",
    )

    after = resolved(game, before, "complete pet_03").state

    assert game.estimate(after, 0) > game.estimate(before, 0)


@pytest.mark.parametrize(("own", "other"), [(3, 2), (1, 0), (4, 1)])
def test_the_nearer_a_petition_the_better(own, other):
    values = []
    for count in (own, other):
        game, state = positioned(
            courtiers={"bishop": {"0": count} if count else {}, "historian": {"0": 1}},
            petitions=["pet_03", "pet_26", "pet_23", "pet_22"],
            secrets=["pet_21"],
        )
        values.append(game.estimate(state, 0))

    assert values[0] > values[1]


def test_the_senate_is_worth_more_when_the_end_is_near():
    gains = []
    for left in (13, 1):
        game, without = positioned(fashion_left=left)
        _, holding = positioned(fashion_left=left, courtiers={"palatine": {"0": 1}})
        gains.append(game.estimate(holding, 0) - game.estimate(without, 0))

    assert gains[1] > gains[0]


def test_greedy_completes_what_is_there():
    game, state = positioned(
        courtiers={"bishop": {"0": 4}, "historian": {"neutral": 1}},
        petitions=["pet_26", "pet_03", "pet_24", "pet_23"],
        stage="petition",
    )

    assert greedy(game, state) == "complete pet_03"


def test_greedy_completes_the_dearer_of_two():
    """Pet_24 is worth 14, pet_01 only 5; either stays for the next turn, if nobody meddles."""
    full = {"king": 4, "bishop": 4, "banker": 3, "philosopher": 1, "admiral": 3, "inventor": 1}
    game, state = positioned(
        courtiers={name: {"0": count} for name, count in full.items()},
        petitions=["pet_01", "pet_24", "pet_26", "pet_23"],
        stage="petition",
    )

    assert greedy(game, state) == "complete pet_24"


def test_greedy_plays_the_card_that_completes():
    game, state = positioned(
        courtiers={"bishop": {"0": 2, "neutral": 1}, "historian": {"0": 1}},
        petitions=["pet_26", "pet_03", "pet_24", "pet_23"],
        hands=[["inf_king", "inf_bishop", "inf_general", "pow_energetic", "pow_generous"]],
    )

    assert greedy(game, state) == "play inf_bishop"


def test_greedy_chains_plays_to_complete():
    """The Bishop by the Church's Resourceful, the Historian by the further play it grants."""
    game, state = positioned(
        petitions=["pet_26", "pet_03", "pet_24", "pet_23"],
        hands=[["inf_king", "inf_historian", "inf_general", "pow_resourceful_church"]],
    )
    answers = []

    while state.stage != "refill":
        answers.append(greedy(game, state))
        state = resolved(game, state, answers[-1]).state

    assert [answer for answer in answers if not answer.startswith("review")] == [
        "play pow_resourceful_church",
        "play inf_historian",
        "complete pet_03 bishop=card",
    ]


def test_greedy_buys_the_card_that_completes():
    """One marker on the Bishop is missing, and no card in hand can place it."""
    game, state = positioned(
        courtiers={"bishop": {"0": 3}, "historian": {"0": 1}},
        petitions=["pet_26", "pet_03", "pet_24", "pet_23"],
        hands=[["inf_admiral", "pow_ruthless", "pow_ruthless", "pow_charismatic"]],
        offers={"influence": "inf_bishop", "power": "pow_meddlesome"},
        stage="refill",
    )

    assert greedy(game, state) == "buy influence"


def test_greedy_does_not_run_dry():
    """Without a marker in the pool nothing can be placed."""
    game, state = positioned(
        courtiers={"king": {"0": 4}, "general": {"0": 4}},
        pools=[0, 10, 10],
        hands=[["inf_admiral", "inf_captain", "inf_banker", "pow_meddlesome"]],
    )

    assert greedy(game, state) == "gain"


def test_greedy_bids_no_more_than_it_must():
    game, state = positioned(stage="bid")

    assert game.shortlist(state, None, True) == ["bid 1 1", "bid 2 1", "bid 3 1"]
    assert greedy(game, state).split()[2] == "1"


def test_greedy_spares_its_own_markers_when_gianni_comes():
    """His card names the Bishop, where each has markers: the other player's goes."""
    game, state = positioned(
        seats=2,
        courtiers={"bishop": {"0": 2, "1": 2}, "historian": {"0": 1}},
        petitions=["pet_03", "pet_25", "pet_24", "pet_23"],
        hands=[["inf_king", "inf_king", "inf_palatine", "inf_palatine", "inf_cardinal"]],
        decks={"influence": ["inf_bishop"]},
        stage="refill",
    )

    state = resolved(game, state, "done").state

    assert state.stage == "gianni_place"
    assert greedy(game, state) == "place bishop 1"


def test_looking_further_ends_where_only_hidden_cards_would_be_seen():
    game, state = positioned(
        hands=[["inf_king"]], offers={"influence": "inf_bishop"}, stage="refill"
    )

    assert game.shortlist(state, None, False) == ()
    assert set(game.shortlist(state, None, True)) <= set(state.legal)


def test_answers_that_touch_no_petition_are_mostly_left_out():
    """Thirteen courtiers are listed by the five petitions; of the others three are compared."""
    game, state = positioned(hands=[["pow_ambitious"]])
    state = resolved(game, state, "play pow_ambitious").state
    listed = set()
    for number in (*state.row, state.secrets[0]):
        listed |= {
            game.rules.deck.courtiers[one] for one in game.rules.deck.petitions[number].courtiers
        }

    found = [answer.split()[1] for answer in game.shortlist(state, None, True)]

    assert listed <= set(found)
    assert len(set(found) - listed) == 3
    assert set(game.shortlist(state, None, True)) <= set(state.legal)
