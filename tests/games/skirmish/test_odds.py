"""The chance of an Attack, counted by hand over all faces of the dice; what bots go by.

Source: skirmish.md 6, 10.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from games.engine.chance import Scripted, Seeded
from games.skirmish.combat import odds
from games.skirmish.estimate import attacks
from tests.games.skirmish.crowded import crowded, reigning, take_over
from tests.games.skirmish.games import SEEDS, some
from tests.games.skirmish.playing import PAIRS, opened
from tests.games.skirmish.referee_board import DIE


def position(seed, make=crowded):
    """Return a game, a crowded position of it and a referee that stands there."""
    factions = PAIRS[seed % 6] if make is crowded else ("plain_guard", "blights")
    game = opened(factions)
    state = game.position(make(Random(seed), factions))
    return game, state, take_over(factions, game.encode(state))


def sources(referee, attacker, target, spends):
    """Return each side's free sources, what is added to its dice, and its net (6.2, 6.3)."""
    mounted = attacker["type"] == "knight" and target["type"] != "knight"
    roots = 2 if target["entry"] == "old_oak" and referee.by_tree(target) else 0
    for piece, spent, free, flat in (
        (attacker, spends[0], int(mounted), 0),
        (target, spends[1], 0, roots),
    ):
        yield free, flat, int(spent) + free - bool(piece["dis"])


def totals(referee, attacker, target, spends):
    """Count every total of both sides over all faces of all their dice."""
    counted = []
    pairs = zip((attacker, target), spends, sources(referee, attacker, target, spends), strict=True)
    for piece, spent, (free, flat, net) in pairs:
        sides, count = DIE[piece["type"]], 2 if net else 1
        totals = Counter()
        for dice in product(range(1, sides + 1), repeat=count):
            referee.chance = Scripted(dice)
            totals[referee.total(dict(piece), spent, free, flat)] += 1
        counted.append(totals)
    return counted


def counted_chance(referee, attacker, target, spends):
    ours, theirs = totals(referee, attacker, target, spends)
    won = sum(n * m for mine, n in ours.items() for other, m in theirs.items() if mine > other)
    return Fraction(won, ours.total() * theirs.total())


def test_odds_are_what_counting_all_faces_gives():
    seen = Counter()
    for seed in range(120):
        _, state, referee = position(seed)
        for fight in list(attacks(state, seed % 2))[:4]:
            attacker, target = (referee.pieces[n] for n in (fight.attacker, fight.target))
            spends = [bool(one["adv"]) and (seed // 2) % 2 == 0 for one in (attacker, target)]

            chance = odds(state, fight, tuple(spends))

            assert chance == counted_chance(referee, attacker, target, spends)
            nets = tuple(
                (net > 0) - (net < 0) for *_, net in sources(referee, attacker, target, spends)
            )
            seen[nets] += 1

    assert set(seen) == set(product((-1, 0, 1), repeat=2))


FIGHTS = {
    "pawns": ("spearman", "arctic_wolf", "d5", (4,), (4,)),
    "a hampered Pawn": ("spearman dis=1", "arctic_wolf", "d5", (4, 4), (4,)),
    "Blessed against Cursed": ("spearman blessed", "arctic_wolf cursed", "d5", (4,), (4,)),
    "both spend": ("spearman adv=1", "arctic_wolf adv=1", "d5", (4, 4), (4, 4)),
    "spent against Disadvantage": ("spearman adv=1 dis=2", "arctic_wolf", "d5", (4,), (4,)),
    "a mounted Advantage": ("outrider", "arctic_wolf", "d6", (8, 8), (4,)),
    "riders": ("outrider", "yeti dis=1", "d6", (8,), (8, 8)),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_as_many_falls_of_the_dice_succeed_as_the_odds_say(name):
    """Every fall of the dice is played through, and what its event says is counted."""
    mine, other, square, attack, defence = FIGHTS[name]
    game = opened(("plain_guard", "blights"))
    state = game.position(
        {"south": {"e4": mine, "a1": "captain"}, "north": {square: other, "h8": "arctic_wolf"}}
    )
    (fight,) = [one for one in attacks(state, 0) if one.attacker == 0]
    said = odds(state, fight, ("adv" in mine, "adv" in other))
    for answer in (f"attack e4 {square}", "spend", "spend")[: 1 + (mine + other).count("adv")]:
        before, last = state, answer
        (ask,) = game.asks(state)
        state = game.resolve(state, {ask.seat: answer}, Seeded(Random(0))).state

    won = [
        fought(game, before, last, dice[: len(attack)], dice[len(attack) :])["success"]
        for dice in product(*(range(1, sides + 1) for sides in attack + defence))
    ]

    assert Fraction(sum(won), len(won)) == said


def fought(game, state, answer, attack, defence):
    """Return what is told of the fight that an answer leads to."""
    (ask,) = game.asks(state)
    chance = Scripted({"attack": attack, "defence": defence}, shuffles="sorted")
    step = game.resolve(state, {ask.seat: answer}, chance)
    (data,) = [event.data for event in step.events if event.kind == "fought"]
    return data


# What bots go by


def branching(seeds, make=crowded):
    """Give every answer of some positions with the branches that it has."""
    for seed in seeds:
        game, state, _ = position(seed, make)
        rng = Random(seed)
        for _ in range(6):
            asks = game.asks(state)
            if not asks:
                break
            (ask,) = asks
            for answer in list(ask.legal)[:60]:
                found = game.branches(state, ask.seat, answer, Random(1))
                if found:
                    yield game, state, ask, answer, found
            state = game.resolve(state, {ask.seat: rng.choice(ask.legal)}, Seeded(rng)).state


@pytest.mark.parametrize("make", [crowded, reigning])
def test_branches_share_out_all_chance_and_lead_to_what_they_say(make):
    outcomes = Counter()
    for game, state, ask, answer, found in branching(range(40), make):
        assert sum(weight for weight, _ in found) == pytest.approx(1)
        assert all(weight > 0 for weight, _ in found)
        verdicts = [won(game, state, ask, answer, chance) for _, chance in found]
        # A single branch is what any dice lead to.
        certain = won(game, state, ask, answer, Seeded(Random(2)))
        assert verdicts == ([True, False] if len(found) == 2 else [certain])
        outcomes[len(found)] += 1

    assert outcomes[2] > 20


def won(game, state, ask, answer, chance):
    """Tell whether the Attack that an answer makes has the higher total."""
    step = game.resolve(state, {ask.seat: answer}, chance)
    first = next(event.data for event in step.events if event.kind == "fought")
    return first["totals"][0] > first["totals"][1]


def test_what_rolls_nothing_at_once_has_no_branches():
    game = opened(("plain_guard", "blights"))
    sides = {"south": {"e4": "spearman adv=1", "a1": "captain"}, "north": {"d5": "arctic_wolf"}}
    state = game.position(sides)

    for answer in ("attack e4 d5", "move e4 e5", "activate a1"):
        assert tuple(game.branches(state, 0, answer, Random(1))) == ()


def test_the_weight_of_a_branch_is_the_chance_of_success():
    game = opened(("plain_guard", "blights"))
    state = game.position(
        {"south": {"e4": "spearman", "a1": "captain"}, "north": {"d5": "arctic_wolf"}}
    )

    weights = [weight for weight, _ in game.branches(state, 0, "attack e4 d5", Random(1))]

    assert weights == pytest.approx([6 / 16, 10 / 16])  # D4 over D4: 1 + 2 + 3 of 16 falls


def test_an_estimate_lies_between_0_and_1_and_the_two_seats_share_it():
    for game, state, _, step in some(SEEDS, 0.2):
        for one in (state, step.state):
            south, north = game.estimate(one, 0), game.estimate(one, 1)
            assert min(south, north) >= 0
            assert south + north == pytest.approx(1)


def test_an_estimate_is_higher_for_whoever_has_more():
    game = opened(("plain_guard", "blights"))
    south = {"a1": "captain", "b1": "standard_bearer", "c1": "outrider"}

    state = game.position({"south": south, "north": {"h8": "arctic_wolf"}})

    assert game.estimate(state, 0) > 0.8
