"""Search by whole rounds, for games in which a turn is many small asks.

Answers are looked at first as the greedy bot does it, over more worlds; the best few
are then played on until the seat is to move again, everybody choosing what looks best
to themselves a resolve later, and judged there. With more seats than two nobody is
taken to play against anybody.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any, NamedTuple

from games.bots.greedy import Look
from games.bots.outlook import estimate_of, promise
from games.bots.protocol import Shortlisting
from games.bots.tree import Arm, Luck, ranked
from games.engine.contract import Ask, Game, Json

WORLDS = 6
"""How many imagined worlds the first look compares answers over."""

WIDTH = 6
"""How many answers are played on."""

MARGIN = 0.04
"""An answer that looks worse than the best by more than this is not played on."""

TRUST = 10
"""How many rounds the first look is worth."""

COST = 2
"""A round takes as long as so many playouts of the other search."""

LONGEST = 60
"""A round is broken off after so many resolves."""


class Deal(NamedTuple):
    """A world and the seed of its luck."""

    world: Any
    seed: str


class Budget:
    """What may be spent, and how much of it is gone."""

    def __init__(self, playouts: int | None, seconds: float | None) -> None:
        self._playouts = playouts
        self._seconds = seconds
        self._begun = monotonic() if seconds is not None else 0.0
        self.done = 0

    def spent(self, share: float) -> bool:
        """Tell whether that share of the budget is used up."""
        if self._playouts is not None and self.done >= share * self._playouts:
            return True
        return self._seconds is not None and monotonic() - self._begun >= share * self._seconds


class ByTurns:
    """One decision."""

    def __init__(
        self,
        game: Game[Any],
        view: Json,
        ask: Ask,
        rng: Random,
        playouts: int | None,
        seconds: float | None,
    ) -> None:
        assert isinstance(game, Shortlisting)
        self.game, self.view, self.ask, self.rng = game, view, ask, rng
        self.shortlist = game.shortlist
        self.seat = ask.seat
        self.estimate = estimate_of(game)
        self.budget = Budget(playouts, seconds)

    def best(self) -> Json:
        """Look at every answer; play the best of them on, the worse half dropping out in turn."""
        arms = self._first_look()
        if len(arms) == 1:
            return arms[0].answer
        rounds = (len(arms) - 1).bit_length()
        for number in range(1, rounds + 1):
            arms = self._better_half(arms, number / rounds)
        return arms[0].answer

    def _first_look(self) -> list[Arm]:
        worlds = [self._imagined() for _ in range(WORLDS)]
        answers = self.shortlist(worlds[0], self.ask, True)
        if len(answers) == 1:
            return [Arm(answers[0], 0.0)]
        looks = [Look(self.game, self.seat, self.rng.random()) for _ in worlds]
        return ranked(Arm(answer, self._looked(worlds, looks, answer)) for answer in answers)[
            :WIDTH
        ]

    def _looked(self, worlds: list[Any], looks: list[Look], answer: Json) -> float:
        found = [
            look.after(world, answer, look.follows)
            for world, look in zip(worlds, looks, strict=True)
        ]
        return sum(found) / len(found)

    def _imagined(self) -> Any:
        return self.game.imagine(self.view, self.seat, self.rng)

    def _better_half(self, arms: list[Arm], share: float) -> list[Arm]:
        while not self.budget.spent(share):
            deal = Deal(self._imagined(), str(self.rng.random()))
            for arm in arms:
                arm.add(self._round(deal, arm.answer))
                self.budget.done += COST
        return ranked(arms, TRUST)[: (len(arms) + 1) // 2]

    def _round(self, deal: Deal, answer: Json) -> float:
        """Play on in one world until the seat is to move again; return what it came to."""
        luck = Luck(deal.seed)
        state = self.game.resolve(deal.world, {self.seat: answer}, luck).state
        passed = False
        for _ in range(LONGEST):
            asks = self.game.asks(state)
            asked = any(ask.seat == self.seat for ask in asks)
            if not asks or (passed and asked):
                break
            passed = passed or not asked
            answers = {ask.seat: self._chosen(state, ask, luck) for ask in asks}
            state = self.game.resolve(state, answers, luck).state
        return promise(self.game, state, self.seat, self.estimate)

    def _chosen(self, state: Any, ask: Ask, luck: Luck) -> Json:
        """Return what looks best to whoever is asked."""
        answers = self.shortlist(state, ask, True)
        if len(answers) == 1:
            return answers[0]
        seed = str(luck.rng.random())

        def outlook(answer: Json) -> float:
            after = self.game.resolve(state, {ask.seat: answer}, Luck(seed)).state
            return promise(self.game, after, ask.seat, self.estimate)

        return max(answers, key=outlook)
