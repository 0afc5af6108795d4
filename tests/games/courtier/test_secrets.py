"""Nobody learns what is hidden: two worlds that differ only there look alike, now and later.

The other world is made by hand, not by the package's ``imagine``. Source:
courtier.md 6, 7.1, 10; who sees what is listed in ``view.py``.
"""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Seeded
from tests.games.courtier.playing import (
    CARDS,
    TYPES,
    VARIANTS,
    crowded,
    lively,
    opened,
    resolved,
    walk,
)

seeds = st.integers(0, 2**32)
examples = settings(max_examples=8)


def text(value):
    return json.dumps(value, sort_keys=True)


def other_world(encoded, viewer, rng, near=0):
    """Exchange what ``viewer`` cannot know: hidden hands, secrets, what is left in the decks.

    The first ``near`` cards of each deck stay where they are.
    """
    world = json.loads(json.dumps(encoded))
    for name in TYPES:
        _exchange_hands(world, viewer, name, rng, near)
    _exchange_secrets(world, viewer, rng, near)
    _exchange_fashions(world, rng, near)
    return world


def _exchange_hands(world, viewer, name, rng, near):
    deck = world["decks"][name]
    slots = [(deck, at) for at in range(near, len(deck))]
    for seat, hand in enumerate(world["hands"]):
        if seat != viewer:
            known = list(world["known"][seat])
            for at, card in enumerate(hand):
                if card in known:
                    known.remove(card)
                elif CARDS[card] == name:
                    slots.append((hand, at))
    _shuffle(slots, rng)
    for hand in world["hands"]:
        hand.sort(key=list(CARDS).index)


def _exchange_secrets(world, viewer, rng, near):
    deck = world["petition_deck"]
    slots = [(deck, at) for at in range(near, len(deck) - world["petition_bottom"])]
    for seat, secret in enumerate(world["secrets"]):
        if seat != viewer and secret:
            slots.append((world["secrets"], seat))
    _shuffle(slots, rng)


def _exchange_fashions(world, rng, near):
    deck = world["fashion"]
    if not near and "fas_arrest" in deck:
        last = deck.index("fas_arrest")
        deck[last], deck[-1] = deck[-1], deck[last]
    slots = [(deck, at) for at in range(near, len(deck)) if deck[at] != "fas_arrest"]
    _shuffle(slots + [(world["box"], at) for at in range(len(world["box"]))], rng)


def _shuffle(slots, rng):
    values = [pile[at] for pile, at in slots]
    rng.shuffle(values)
    for (pile, at), value in zip(slots, values, strict=True):
        pile[at] = value


def positions(seed, limit=40):
    """Give ``(game, state, ask, rng)`` along a game from the deal and a crowded one."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    game = opened(seats, **rng.choice(VARIANTS))
    for state in (None, game.position(crowded(rng, seats))):
        for step, ask, answer in walk(game, seed, lively, state, limit):
            if ask:
                yield game, step.state, ask, answer


def shown(game, state, viewer):
    """Return all that a viewer is shown of a state, the others' turns to decide included."""
    asks = [[ask.seat, ask.kind] for ask in game.asks(state)]
    mine = [[ask.default, list(ask.legal)] for ask in game.asks(state) if ask.seat == viewer]
    return text([game.view(state, viewer), asks, mine])


@examples
@given(seeds)
def test_f40_worlds_that_differ_in_what_is_hidden_look_alike(seed):
    rng = Random(seed)
    for game, state, _, _ in positions(seed, limit=20):
        encoded = game.encode(state)
        for viewer in (*range(game.seats), None):
            other = game.decode(other_world(encoded, viewer, rng))

            assert shown(game, state, viewer) == shown(game, other, viewer)


def follow_alike(game, state, answer, viewer, rng):
    """Give the same answer in two worlds; assert that the viewer sees no difference."""
    encoded = game.encode(state)
    other = game.decode(other_world(encoded, viewer, rng, near=6))
    if min(len(encoded["decks"][name]) for name in TYPES) < 6 or not allows(game, other, answer):
        return 0
    one, two = (resolved(game, world, answer, Seeded(Random(5))) for world in (state, other))
    assert heard(one, viewer) == heard(two, viewer)
    assert shown(game, one.state, viewer) == shown(game, two.state, viewer)
    return 1


def allows(game, state, answer):
    return answer in list(game.asks(state)[0].legal)


def heard(step, viewer):
    return text([[one.kind, one.data] for one in step.events if one.visible_to(viewer)])


@examples
@given(seeds)
def test_f43_what_follows_an_answer_tells_nothing_to_who_gave_it(seed):
    rng = Random(seed)
    compared = sum(
        follow_alike(game, state, answer, ask.seat, rng)
        for game, state, ask, answer in positions(seed, limit=50)
    )

    assert compared > 5


@examples
@given(seeds)
def test_f43_what_follows_an_answer_tells_nothing_to_an_outsider(seed):
    """Nor does who is asked next, or not asked, tell of the hand of who has answered."""
    rng = Random(seed)
    compared = sum(
        follow_alike(game, state, answer, None, rng)
        for game, state, _, answer in positions(seed, limit=50)
    )

    assert compared > 5


@examples
@given(seeds)
def test_f43_no_card_of_another_hand_is_named_to_anybody_else(seed):
    """What a private event tells, its seat alone is told."""
    for game, state, _, answer in positions(seed):
        for event in resolved(game, state, answer).events:
            if event.kind in ("petition_dealt", "hand_dealt", "drew_card"):
                assert event.seen_by == (event.data["seat"],)
            else:
                assert event.seen_by is None


@examples
@given(seeds)
def test_f46_whatever_comes_from_a_pile_is_marked(seed):
    """A step after which somebody knows more than its answer told is never taken back."""
    for game, state, _, answer in positions(seed):
        before, step = game.encode(state), resolved(game, state, answer)
        after = game.encode(step.state)
        taken = [before[pile] != after[pile] for pile in ("decks", "petition_deck", "fashion")]

        assert any(event.reveals for event in step.events) == any(taken)


def test_f43_a_further_play_is_asked_for_even_when_no_card_can_be_paid():
    """The last marker is spent: that the other card is a second Resourceful is hidden."""
    hand = ["pow_resourceful_royal", "pow_resourceful_church"]
    game = opened(3)
    state = game.position({"hands": [hand], "pools": [1]})

    step = resolved(game, state, "play pow_resourceful_royal")

    (ask,) = game.asks(step.state)
    assert (ask.kind, list(ask.legal)) == ("play_more", ["stop"])


def test_the_other_world_is_another():
    game = opened(4, auction=False)
    encoded = game.encode(game.start(Seeded(Random(1))).state)

    other = other_world(encoded, 2, Random(2))

    assert other["hands"][2] == encoded["hands"][2]
    assert other["secrets"][2] == encoded["secrets"][2]
    for seat in (0, 1, 3):
        assert other["hands"][seat] != encoded["hands"][seat]
    for name in ("decks", "secrets", "petition_deck", "fashion"):
        assert other[name] != encoded[name]
