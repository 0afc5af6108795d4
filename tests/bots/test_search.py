"""The searching bot: what it may know, that it always answers, and how well it plays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from games.bots import BOTS, GreedyBot, RandomBot, SearchBot
from games.bots.duel import Duel, run
from games.engine.chance import Seeded
from games.engine.contract import Ask, Json, Outcome, Step
from games.engine.listing import Listing
from tests.engine.systems import hoard, sticks

SHORT = SearchBot(playouts=60)


def answer_of(game: Any, state: Any, seat: int, seed: int = 1, bot: SearchBot = SHORT) -> Json:
    (ask,) = (ask for ask in game.asks(state) if ask.seat == seat)
    return bot.answer(game, game.view(state, seat), ask, Random(seed))


@dataclass(frozen=True)
class Towers:
    """Towers: in turn each adds 1..``most`` stones of their own, listed lazily; 3 turns each.

    The higher tower wins. ``read`` notes which entries of the list were made.
    """

    most: int
    seats: int = 2
    read: tuple[list[int], ...] = ([],)

    def asks(self, state: tuple[int, ...]) -> tuple[Ask, ...]:
        if len(state) == 6:
            return ()
        return (Ask(len(state) % 2, "add", "1", Listing(self._listed)),)

    def _listed(self) -> Iterator[str]:
        for stones in range(1, self.most + 1):
            self.read[0].append(stones)
            yield str(stones)

    def check(self, state: tuple[int, ...], seat: int, answer: Json) -> Json:
        assert 1 <= int(answer) <= self.most
        return answer

    def resolve(
        self, state: tuple[int, ...], answers: Mapping[int, Json], chance: Any
    ) -> Step[tuple[int, ...]]:
        return Step((*state, int(answers.get(len(state) % 2, "1"))))

    def view(self, state: tuple[int, ...], seat: int | None) -> Json:
        return list(state)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> tuple[int, ...]:
        return tuple(view)

    def sample(self, state: tuple[int, ...], ask: Ask, rng: Random) -> Json:
        return str(rng.randint(1, self.most))

    def outcome(self, state: tuple[int, ...]) -> Outcome:
        scores = (sum(state[::2]), sum(state[1::2]))
        best = max(scores)
        places = tuple(1 if score == best else 2 for score in scores)
        over = len(state) == 6
        winners = tuple(s for s in (0, 1) if over and places[s] == 1)
        return Outcome(over, "height", scores, places, winners)


class JudgedTowers(Towers):
    """Towers with a judgement that likes low towers: the hook is believed."""

    def estimate(self, state: tuple[int, ...], seat: int) -> float:
        own, other = sum(state[seat::2]), sum(state[1 - seat :: 2])
        return 1 / (2 + max(0, own - other))


def test_f40_equal_views_get_equal_answers() -> None:
    game = hoard.Hoard(2, 3)
    states = [hoard.State(((2, 5, 9), hand), (0, 0)) for hand in ((1, 3, 4), (6, 7, 8), (1, 4, 8))]

    answers = [answer_of(game, state, 0, seed=5) for state in states]

    assert answers[0] == answers[1] == answers[2]
    assert answers[0] in (2, 5, 9)


def test_playouts_and_rng_decide_the_answer() -> None:
    game = hoard.Hoard(2, 4)
    state = hoard.State(((1, 4, 6, 9), (2, 3, 5, 8)), (0, 0))
    rng, again = Random(3), Random(3)
    (ask, _) = game.asks(state)

    answers = [SHORT.answer(game, game.view(state, 0), ask, source) for source in (rng, again)]

    assert answers[0] == answers[1]
    assert rng.random() == again.random()


@pytest.mark.parametrize("left", [1, 2, 3])
def test_it_takes_a_win_in_one(left: int) -> None:
    assert answer_of(sticks.Sticks(2, 10), sticks.State(left, 1), 1) == {"take": left}


@pytest.mark.parametrize(("left", "take"), [(5, 1), (6, 2), (7, 3)])
def test_it_leaves_no_win_in_one(left: int, take: int) -> None:
    """Whoever must move with four sticks has lost: leave four."""
    assert answer_of(sticks.Sticks(2, 10), sticks.State(left, 0), 0) == {"take": take}


@pytest.mark.parametrize(("left", "take"), [(9, 1), (10, 2), (11, 3)])
def test_it_sees_four_turns_ahead(left: int, take: int) -> None:
    """Eight left loses too: whatever is taken, the other side leaves four."""
    bot = SearchBot(playouts=400)

    assert answer_of(sticks.Sticks(2, 11), sticks.State(left, 0), 0, bot=bot) == {"take": take}


def test_both_seats_may_be_asked_at_once() -> None:
    game = hoard.Hoard(2, 3)
    state = hoard.State(((1, 5, 9), (2, 3, 4)), (0, 0))

    answers = {seat: answer_of(game, state, seat) for seat in (0, 1)}

    assert answers[0] in (1, 5, 9)
    assert answers[1] in (2, 3, 4)


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_than_two_are_all_against_it(seats: int) -> None:
    game = sticks.Sticks(seats, 10)

    assert answer_of(game, sticks.State(3, 2), 2) == {"take": 3}


def test_a_single_legal_answer_needs_no_thought() -> None:
    rng = Random(1)
    before = rng.getstate()

    answer = SHORT.answer(hoard.Hoard(2, 1), {}, Ask(0, "play", 7, (7,)), rng)

    assert answer == 7
    assert rng.getstate() == before


def test_a_long_list_is_read_no_further_than_needed() -> None:
    game = Towers(10**9)
    bot = replace(SHORT, listed=40, inner=10)

    answer = answer_of(game, (), 0, bot=bot)

    assert 1 <= int(answer) <= 10**9
    assert max(game.read[0]) == 40


def test_the_best_of_hundreds_is_found() -> None:
    assert answer_of(Towers(300), (5, 300), 0) == "300"


def test_the_games_own_estimate_is_believed() -> None:
    """The estimate likes low towers; without it the random end is played, and high ones win."""
    shallow = replace(SHORT, depth=1, playouts=300, rollout=0)
    last_but_one = (1, 1, 1, 1)

    assert answer_of(JudgedTowers(9), last_but_one, 0, bot=shallow) == "1"
    assert answer_of(Towers(9), last_but_one, 0, bot=shallow) == "9"


def test_the_end_counts_more_than_an_estimate() -> None:
    """With one turn left each the outcome decides, whatever the estimate likes."""
    assert answer_of(JudgedTowers(9), (1, 1, 1, 1, 1), 1) != "1"


@pytest.mark.parametrize("bot", [SHORT, SearchBot(playouts=1), SearchBot(None, seconds=0.0)])
@pytest.mark.parametrize("system", [hoard.SYSTEM, sticks.SYSTEM])
def test_every_answer_of_whole_games_is_legal(system: Any, bot: SearchBot) -> None:
    game = system.open({}, 2)
    luck, rng = Seeded(Random(2)), Random(3)
    state = game.start(luck).state

    while asks := game.asks(state):
        answers = {ask.seat: bot.answer(game, game.view(state, ask.seat), ask, rng) for ask in asks}
        checked = {seat: game.check(state, seat, answer) for seat, answer in answers.items()}
        state = game.resolve(state, checked, luck).state

    assert game.outcome(state).over


def test_time_is_a_budget_too() -> None:
    bot = SearchBot(playouts=None, seconds=0.02)

    assert answer_of(sticks.Sticks(2, 10), sticks.State(3, 0), 0, bot=bot) == {"take": 3}


def test_a_search_without_a_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="budget"):
        SearchBot(playouts=None)


def test_the_site_offers_three_bots() -> None:
    assert list(BOTS) == ["random", "greedy", "search"]


@pytest.mark.parametrize("other", [RandomBot(), GreedyBot()])
def test_search_beats_others_at_sticks(other: Any) -> None:
    """Nine of ten openings are won by force against whoever does not know how."""
    bots = {"search": SearchBot(playouts=100), "other": other}

    line = run(Duel(sticks.SYSTEM, bots, 1, {"sticks": 11}), 40)

    assert line["bots"]["search"]["wins"] >= 34
