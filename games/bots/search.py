"""The bot that searches: determinised Monte-Carlo tree search through the contract.

It sees its view only. Each *deal* is a world imagined from that view with luck of
its own; each playout follows one answer into one deal, every seat choosing from
its own tree (``games.bots.tree``) by what it would have seen, until somebody comes
to a node nobody was at before and that turn has passed. From there a few steps are
played, each by the best of some samples, and the game's ``estimate``
(``games.bots.protocol``) judges; without one random play goes on to the end.

Example: ``SearchBot(playouts=500)`` gives the same answer for the same ``rng``;
``SearchBot(playouts=None, seconds=0.3)`` gives what it has after that time.

At the root, answers are looked at one resolve deep, the best ``width`` of them
meet the same deals, and after each round the worse half drops out. Further down
each visit looks at ``batch`` more of the answers listed, so that a position with
hundreds of answers costs little before it matters. All seats but the bot's own
are taken to play against it.

A game that asks for it is searched by whole rounds instead (``games.bots.rounds``):
there a turn is many small asks, and a seat may gain without another losing as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil, log2
from random import Random
from typing import Any

from games.bots.outlook import estimate_of, promise
from games.bots.protocol import InRounds
from games.bots.rounds import Budget, ByTurns, Deal
from games.bots.tree import Arm, Luck, Node, key_of, most_promising, ranked, seen_by
from games.engine.contract import Ask, Game, Json


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Searches for ``playouts`` playouts or ``seconds``, whatever ends first.

    ``worlds``: how many deals the first look compares answers over. ``listed``: how
    many legal answers are read at the root; ``inner``: and further down. ``rollout``:
    steps that are played before an estimate is asked, each by the best of ``samples``
    answers; ``finish``: at most so many random ones where the game has none.
    ``trust``: how many playouts the first look is worth.
    """

    playouts: int | None = 120
    seconds: float | None = None
    worlds: int = 2
    width: int = 16
    batch: int = 12
    listed: int = 400
    inner: int = 120
    depth: int = 16
    rollout: int = 6
    finish: int = 60
    curiosity: float = 0.5
    trust: int = 8
    samples: int = 8

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("a search needs a budget: playouts or seconds")

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        """Return the answer that fared best."""
        if ask.legal is not None:
            first = list(islice(ask.legal, 2))
            if len(first) == 1:
                return first[0]
            if isinstance(game, InRounds) and game.by_turns:
                return ByTurns(game, view, ask, rng, self.playouts, self.seconds).best()
        return _Search(self, game, view, ask, rng).best()


class _Search:
    """One decision."""

    def __init__(self, bot: SearchBot, game: Game[Any], view: Json, ask: Ask, rng: Random) -> None:
        self.bot, self.game, self.view, self.ask, self.rng = bot, game, view, ask, rng
        self.seat = ask.seat
        self.estimate = estimate_of(game)
        self.steps = bot.rollout if self.estimate else bot.finish
        self.budget = Budget(bot.playouts, bot.seconds)
        self.roots = [Node() for _ in range(game.seats)]

    def best(self) -> Json:
        """Halve the field round by round until one answer is left."""
        arms = self._first_look()
        rounds = ceil(log2(len(arms))) if len(arms) > 1 else 0
        for number in range(1, rounds + 1):
            arms = self._better_half(arms, number / rounds)
        return arms[0].answer

    def _first_look(self) -> list[Arm]:
        """Judge every answer one resolve deep, over the same deals; keep the best."""
        deals = [self._deal() for _ in range(self.bot.worlds)]
        answers = self._answers(deals[0].world, self.ask, self.bot.listed)
        arms = [
            Arm(answer, sum(self._after(d, self.ask, answer) for d in deals) / len(deals))
            for answer in answers
        ]
        return ranked(arms)[: self.bot.width]

    def _better_half(self, arms: list[Arm], share: float) -> list[Arm]:
        while True:
            deal = self._deal()
            for arm in arms:
                self._playout(deal, arm)
            if self.budget.spent(share):
                return ranked(arms, self.bot.trust)[: (len(arms) + 1) // 2]

    def _deal(self) -> Deal:
        world = self.game.imagine(self.view, self.seat, self.rng)
        return Deal(world, str(self.rng.random()))

    def _playout(self, deal: Deal, arm: Arm) -> None:
        """Follow one answer into one deal and tell everybody on the way how it went."""
        luck, nodes, state = Luck(deal.seed), self.roots, deal.world
        path = [(self.seat, arm)]
        forced, new = {self.seat: arm}, False
        for _ in range(self.bot.depth):
            chosen, fresh = self._choices(state, nodes, forced)
            if not chosen:
                break
            path += [(seat, one) for seat, one in chosen.items() if seat not in forced]
            answers = {seat: one.answer for seat, one in chosen.items()}
            step = self.game.resolve(state, answers, luck)
            state, forced = step.state, {}
            new = new or fresh
            if new and self._turn_passed(state, answers):
                break
            nodes = [
                node.after((key_of(answers.get(seat)), seen_by(step, seat)))
                for seat, node in enumerate(nodes)
            ]
        value = self._value(state, luck)
        self.budget.done += 1
        for seat, one in path:
            one.add(value if seat == self.seat else 1 - value)

    def _turn_passed(self, state: Any, answered: Mapping[int, Json]) -> bool:
        """Tell whether other seats are asked now: positions within a turn compare badly."""
        return {ask.seat for ask in self.game.asks(state)} != set(answered)

    def _choices(
        self, state: Any, nodes: Sequence[Node], forced: dict[int, Arm]
    ) -> tuple[dict[int, Arm], bool]:
        """Let everybody asked choose; tell whether somebody was at a node for the first time."""
        chosen, fresh = {}, False
        for ask in self.game.asks(state):
            if ask.seat in forced:
                chosen[ask.seat] = forced[ask.seat]
                continue
            node = nodes[ask.seat]
            fresh = fresh or not node.arms
            chosen[ask.seat] = most_promising(self._arms(state, node, ask), self.bot.curiosity)
        return chosen, fresh

    def _arms(self, state: Any, node: Node, ask: Ask) -> list[Arm]:
        """Return the arms that are legal in this world, some of them looked at only now."""
        if ask.legal is None:
            return self._sheets(state, node, ask)
        known, unknown = [], []
        for answer in islice(ask.legal, self.bot.inner):
            arm = node.arms.get(key_of(answer))
            if arm:
                known.append(arm)
            else:
                unknown.append(answer)
        if len(unknown) > self.bot.batch:
            unknown = self.rng.sample(unknown, self.bot.batch)
        return known + self._looked_at(state, node, ask, unknown)

    def _sheets(self, state: Any, node: Node, ask: Ask) -> list[Arm]:
        """Sheets cannot be listed: the default, and samples while they are worth their time."""
        count = 1 if node.arms else self.bot.batch
        answers = [self.game.sample(state, ask, self.rng) for _ in range(count)]
        new = {key_of(a): a for a in [ask.default, *answers] if key_of(a) not in node.arms}
        self._looked_at(state, node, ask, list(new.values()))
        return list(node.arms.values())

    def _looked_at(self, state: Any, node: Node, ask: Ask, answers: Sequence[Json]) -> list[Arm]:
        """Make arms of answers by a look one resolve ahead, all with the same luck."""
        deal = Deal(state, str(self.rng.random()))
        made = [Arm(answer, self._after(deal, ask, answer)) for answer in answers]
        node.arms.update((key_of(arm.answer), arm) for arm in made)
        return made

    def _after(self, deal: Deal, ask: Ask, answer: Json) -> float:
        """Return how promising an answer looks one resolve later, to the seat that gives it."""
        state = self.game.resolve(deal.world, {ask.seat: answer}, Luck(deal.seed)).state
        value = promise(self.game, state, self.seat, self.estimate)
        return value if ask.seat == self.seat else 1 - value

    def _value(self, state: Any, luck: Luck) -> float:
        """Judge what a playout came to, after some steps more."""
        for _ in range(self.steps):
            asks = self.game.asks(state)
            if not asks:
                break
            answers = {ask.seat: self._played(state, ask, luck.rng) for ask in asks}
            state = self.game.resolve(state, answers, luck).state
        return promise(self.game, state, self.seat, self.estimate)

    def _played(self, state: Any, ask: Ask, rng: Random) -> Json:
        """Answer beyond the tree: where there is an estimate, the best of a few samples."""
        if not self.estimate:
            return self.game.sample(state, ask, rng)
        count = self.bot.samples
        answers: Sequence[Json]
        if ask.legal is not None and len(few := list(islice(ask.legal, count + 1))) <= count:
            answers = few
        else:
            answers = [self.game.sample(state, ask, rng) for _ in range(count)]
        if len(answers) == 1:
            return answers[0]
        deal = Deal(state, str(rng.random()))
        return max(answers, key=lambda answer: self._after(deal, ask, answer))

    def _answers(self, world: Any, ask: Ask, limit: int) -> list[Json]:
        """Return the answers to compare; of a longer list also some from anywhere in it."""
        if ask.legal is None:
            found = [ask.default]
            found += [self.game.sample(world, ask, self.rng) for _ in range(2 * self.bot.width)]
        else:
            found = list(islice(ask.legal, limit))
            if len(found) == limit:
                found += [self.game.sample(world, ask, self.rng) for _ in range(limit // 4)]
        return list({key_of(answer): answer for answer in found}.values())
