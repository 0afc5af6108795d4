"""An answer is legal exactly when it is in the generated list; so many lead so far.

Source: skirmish.md 2 to 17. The counts are made by the referee as well.
"""

import json
from pathlib import Path
from random import Random

import pytest

from games.engine.chance import Scripted
from games.engine.contract import Refusal
from tests.games.skirmish.crowded import take_over
from tests.games.skirmish.games import SEEDS, some
from tests.games.skirmish.playing import PAIRS, opened
from tests.games.skirmish.referee import all_teams
from tests.games.skirmish.referee_board import ROSTERS, SQUARES
from tests.games.skirmish.referee_cards import CARDS

VERBS = ("move", "attack", "castle", "stay", "activate", "tree", "bump", "around", "chill", "jig",
         "frostbite", "encourage", "bless", "snare")  # fmt: skip
BARE = ("keep", "spend", "decline", "more", "jack", "done", "curse", "turn up", "turn down",
        "prowl conjure", "prowl advantage", "rule 1", "rule 2", "pass", "stay")  # fmt: skip
ENTRIES = [entry for roster in ROSTERS.values() for entry in roster]


def accepted(game, state, seat, answer):
    """Return the canonical form of a legal answer, else ``None``."""
    try:
        return game.check(state, seat, answer)
    except Refusal:
        return None


def invented(rng):
    """Return answers of every kind that may or may not be legal somewhere."""
    one, two = rng.sample(SQUARES, 2)
    for verb in VERBS:
        yield f"{verb} {one}"
        yield f"{verb} {one} {two}"
    yield from BARE
    card = rng.choice(CARDS)
    yield from (
        f"keep {card}",
        f"keep {card} jack",
        f"melt disadvantage {one}",
        f"melt curse {one}",
    )
    entry = rng.choice(ENTRIES)
    yield from (f"promote {entry}", f"deploy {entry} {one}", f"sapling {one} {two}")


def mutated(rng, answer):
    """Return an answer with one word changed, left out, doubled or moved."""
    words = answer.split()
    at, change = rng.randrange(len(words)), rng.randrange(4)
    if change == 0:
        del words[at]
    elif change == 1:
        words[at] = rng.choice([*VERBS, *SQUARES, *SQUARES, *CARDS, *ENTRIES, "1", "2", "jack"])
    elif change == 2:
        words.append(rng.choice([words[at], *SQUARES, "jack", "1"]))
    else:
        words.insert(rng.randrange(len(words)), words.pop(at))
    return " ".join(words)


def asked(share, seed):
    """Give ``(game, state, ask, listed)`` of some steps, those about teams left out."""
    for game, state, *_ in some(SEEDS, share, seed):
        (ask, *more) = game.asks(state)
        if not more:
            yield game, state, ask, list(ask.legal)


def test_lists_have_no_duplicates_and_are_canonical():
    for game, state, ask, listed in asked(0.4, 1):
        assert len(set(listed)) == len(listed)
        assert ask.default == listed[0]
        assert [game.check(state, ask.seat, answer) for answer in listed] == listed


def test_made_up_answers_are_legal_exactly_when_listed():
    rng, hits = Random(2), 0
    for game, state, ask, listed in asked(0.4, 2):
        for answer in invented(rng):
            canonical = accepted(game, state, ask.seat, answer)
            assert canonical == (answer if answer in listed else None), answer
            hits += canonical is not None

    assert hits > 100


def test_changed_answers_are_legal_exactly_when_listed():
    rng, hits, misses = Random(3), 0, 0
    for game, state, ask, listed in asked(0.5, 3):
        for answer in rng.sample(listed, min(4, len(listed))):
            changed = mutated(rng, answer)
            canonical = accepted(game, state, ask.seat, changed)
            assert canonical == (changed if changed in listed else None), changed
            hits, misses = hits + (canonical is not None), misses + (canonical is None)

    assert min(hits, misses) > 100


def test_case_and_spaces_do_not_matter():
    rng = Random(4)
    for game, state, ask, listed in asked(0.3, 4):
        for answer in rng.sample(listed, min(3, len(listed))):
            loose = "  " + "   ".join(answer.upper().split()) + " \n"
            assert game.check(state, ask.seat, loose) == answer


def test_who_is_not_asked_is_refused_whatever_is_said():
    for game, state, ask, listed in asked(0.2, 5):
        for seat in (1 - ask.seat, 2, -1):
            with pytest.raises(Refusal) as refused:
                game.check(state, seat, listed[0])
            assert refused.value.code == "not_asked"


def test_an_answer_that_is_not_legal_counts_as_the_default():
    for game, state, ask, _ in asked(0.15, 6):
        one, two, three = (
            game.resolve(state, answers, Scripted([1] * 60, "sorted")).state
            for answers in ({ask.seat: ask.default}, {}, {ask.seat: "pass", 1 - ask.seat: "x"})
        )

        assert game.encode(one) == game.encode(two) == game.encode(three)


# Teams


@pytest.mark.parametrize("factions", PAIRS[::2], ids="-".join)
@pytest.mark.parametrize("points", [1, 6, 14])
def test_all_legal_teams_are_listed_once(factions, points):
    game = opened(factions, points=[points, points], first=0)
    state = game.start(Scripted(shuffles="sorted")).state

    for ask in game.asks(state):
        listed = list(ask.legal)
        assert len(set(listed)) == len(listed)
        assert set(listed) == set(all_teams(factions[ask.seat], points))
        assert ask.default in listed


def test_changed_teams_are_legal_exactly_when_listed():
    rng, game = Random(7), opened(("plain_guard", "blights"), points=[9, 14], first=0)
    state = game.start(Scripted(shuffles="sorted")).state
    verdicts = []
    for ask in game.asks(state):
        legal = set(ask.legal)
        for _ in range(300):
            words = rng.choice(ask.legal).split()
            at = rng.randrange(1, len(words))
            words[at] = rng.choice(["0", "1", "2", "3", "8", "9", "-1", "1.0", *ENTRIES])
            canonical = accepted(game, state, ask.seat, " ".join(words))
            verdicts.append(canonical is not None)
            assert (canonical in legal) == (is_legal(" ".join(words), legal))

    assert 50 < sum(verdicts) < 550


def is_legal(text, legal):
    """Tell by hand whether a team is legal: none of its entries twice, and listed in some order."""
    words = text.split()[1:]
    names, counts = words[::2], words[1::2]
    if len(set(names)) != len(names) or len(names) != len(counts):
        return False
    if not all(count.isdigit() for count in counts):
        return False
    wanted = {(name, count) for name, count in zip(names, counts, strict=True) if count != "0"}
    known = all(name in ENTRIES for name in names)
    return known and any(wanted == pairs_of(team) for team in legal)


def pairs_of(team):
    words = team.split()[1:]
    return set(zip(words[::2], words[1::2], strict=True))


# How many answers lead how far

COUNTS = json.loads(Path(__file__).with_name("counts.json").read_text())


class Middling:
    """Dice that all fall just above the middle; what is shuffled stays as it lies."""

    def roll(self, _label, sides, count=1):
        return (sides // 2 + 1,) * count

    def shuffle(self, _label, size):
        return tuple(range(size))


def nodes(game, state, depth):
    """Count the lines of ``depth`` answers that lead on from a state."""
    asks = game.asks(state)
    if depth == 0 or not asks:
        return int(depth == 0)
    (ask,) = asks
    if depth == 1:
        return len(ask.legal)
    return sum(
        nodes(game, game.resolve(state, {ask.seat: answer}, Middling()).state, depth - 1)
        for answer in ask.legal
    )


def referee_nodes(case, answers, depth):
    """Count the same by playing every line of answers from its beginning."""
    referee = referee_of(case)
    for answer in answers:
        (seat, *_) = referee.asked[0]
        referee.answer({seat: answer}, Middling())
    legal = referee.asked[0][2] if referee.asked else []
    if depth == 1:
        return len(legal)
    return sum(referee_nodes(case, [*answers, answer], depth - 1) for answer in legal)


def referee_of(case):
    game = opened(case["factions"])
    return take_over(case["factions"], game.encode(game.position(case["position"])))


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_as_many_answers_lead_as_far_as_ever(case):
    game = opened(case["factions"])
    state = game.position(case["position"])

    counted = [nodes(game, state, depth) for depth in range(1, len(case["nodes"]) + 1)]

    assert counted == case["nodes"]


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_the_referee_counts_as_many(case):
    few = [depth for depth, count in enumerate(case["nodes"], 1) if count < 1500]

    counted = [referee_nodes(case, [], depth) for depth in few]

    assert counted == case["nodes"][: len(counted)]
    assert len(counted) >= 2
