"""Whole campaigns played on the pure core: stewards among themselves, or other players.

::

    run = simulate(SYSTEM.open({"edition": "classic"}, 6), seed=7)
    run.years[0].kingdoms[2].tiles, run.outcome.places

The same game, seed and players give the same campaign. Invariants are checked after every
step unless the caller wants speed; the first thing that is wrong is raised as ``Broken``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from campaign.rules.invariants import Watch, state_faults
from campaign.rules.scoring import standings
from campaign.rules.simulate_count import Count
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, State
from campaign.rules.steward.answer import steward_answer
from campaign.rules.system import CampaignGame
from games.engine.chance import Recording, Seeded
from games.engine.contract import HOST, Ask, Json, Outcome, Step

MOST_STEPS = 20_000

Player = Callable[[CampaignGame, State, Ask, Random], Json]
"""Answers what a seat is asked; its randomness comes from the seed."""

Host = Callable[[CampaignGame, State, Random], Json]
"""Says what comes from outside with the next resolve; empty: nothing (``rules.outside``)."""


def steward(game: CampaignGame, state: State, ask: Ask, rng: Random) -> Json:
    """Answer as the steward does."""
    return steward_answer(game, state, ask.seat, ask)


def absent(game: CampaignGame, state: State, ask: Ask, rng: Random) -> Json:
    """Answer as for nobody: by the default."""
    return ask.default


def lively(game: CampaignGame, state: State, ask: Ask, rng: Random) -> Json:
    """Answer anything that is legal."""
    return game.sample(state, ask, rng)


class Broken(Exception):
    """A simulated campaign went wrong: what and where, with the step's number from 0."""

    def __init__(self, seed: int, step: int, state: State | None, what: str) -> None:
        self.seed, self.step = seed, step
        place = "" if state is None else f", year {state.year}, {state.stage}"
        month = "" if state is None or not state.summer.month else f" {state.summer.month}"
        super().__init__(f"seed {seed}, step {step}{place}{month}: {what}")


@dataclass(frozen=True, slots=True)
class Row:
    """How one kingdom stands at a year's end; ``cities`` leaves the capital out."""

    kingdom: int
    alive: bool
    tiles: int
    villages: int
    cities: int
    fortresses: int
    capital: int
    armies: int
    ships: int
    score: int
    might: int


@dataclass(frozen=True, slots=True)
class Year:
    """All kingdoms at the end of a year, or of the campaign."""

    year: int
    kingdoms: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A finished campaign: its years, how it ended, how many hand-ins it took, what was fought."""

    years: tuple[Year, ...]
    outcome: Outcome
    steps: int
    answers: int
    count: Count = field(default_factory=Count)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        years = [
            {"year": year.year, "kingdoms": [asdict(row) for row in year.kingdoms]}
            for year in self.years
        ]
        return {
            "years": years,
            "outcome": {
                "reason": self.outcome.reason,
                "scores": list(self.outcome.scores),
                "places": list(self.outcome.places),
                "winners": list(self.outcome.winners),
            },
            "steps": self.steps,
            "answers": self.answers,
            **self.count.as_json(),
        }


def simulate(
    game: CampaignGame,
    seed: int,
    players: Sequence[Player] = (),
    *,
    watched: bool = True,
    most_steps: int = MOST_STEPS,
    host: Host | None = None,
) -> Run:
    """Play a campaign to its end; who has no player is played by the steward.

    ``host`` plays what the campaign waits for outside its rules; without one nobody does.
    """
    years: list[Year] = []
    count = Count()
    steps = answers = 0
    last: Step[State] | None = None
    played = play(game, seed, players, watched=watched, most_steps=most_steps, host=host)
    for given, step in played:
        years += _ended(game, step)
        count.add(step.events)
        answers += given
        steps += 1
        last = step
    assert last is not None  # play always yields the start
    return Run(tuple(years), game.outcome(last.state), steps - 1, answers, count)


def play(
    game: CampaignGame,
    seed: int,
    players: Sequence[Player] = (),
    *,
    watched: bool = True,
    most_steps: int = MOST_STEPS,
    host: Host | None = None,
) -> Iterator[tuple[int, Step[State]]]:
    """Yield the start and every step of a campaign, with how many answers led to it."""
    dice, choices = Seeded(Random(f"{seed}/dice")), Random(f"{seed}/choices")
    elsewhere = Random(f"{seed}/outside")
    step = game.start(Recording(dice))
    _refuse(seed, 0, step.state, state_faults(game, step.state) if watched else [])
    watch = Watch(game, step.state)
    yield 0, step
    for number in range(most_steps):
        asks = game.asks(step.state)
        if not asks:
            return
        answers = {}
        for ask in asks:
            player = players[ask.seat] if ask.seat < len(players) else steward
            answer = player(game, step.state, ask, choices)
            answers[ask.seat] = game.check(step.state, ask.seat, answer) if watched else answer
        outside = {HOST: host(game, step.state, elsewhere)} if host is not None else {}
        chance = Recording(dice) if watched else dice
        step = game.resolve(step.state, answers | outside, chance)
        if watched:
            _refuse(seed, number, step.state, watch.after(step))
        yield len(answers), step
    raise Broken(seed, most_steps, step.state, "the campaign does not end")


def _refuse(seed: int, step: int, state: State, faults: Sequence[str]) -> None:
    if faults:
        raise Broken(seed, step, state, "; ".join(faults))


def _ended(game: CampaignGame, step: Step[State]) -> Iterator[Year]:
    """Yield the year that ended in a step, if one did."""
    ended = [event for event in step.events if event.kind in ("year_ended", "campaign_ended")]
    for year in sorted({event.data["year"] for event in ended}):
        yield Year(year, tuple(rows(game, step.state)))


def rows(game: CampaignGame, state: State) -> Iterator[Row]:
    """Yield how every kingdom stands in a state, by seat."""
    standing = standings(state, game.rules)
    for seat, kingdom in enumerate(state.kingdoms):
        held = [
            kind
            for owner, kind in zip(state.owners, state.settlements, strict=True)
            if owner == seat
        ]
        counts = {kind: held.count(kind) for kind in (VILLAGE, CITY, FORTRESS, CAPITAL)}
        yield Row(
            seat,
            kingdom.alive,
            len(held),
            counts[VILLAGE],
            counts[CITY],
            counts[FORTRESS],
            counts[CAPITAL],
            sum(army.kingdom == seat for army in state.armies),
            sum(ship.kingdom == seat for ship in state.ships),
            standing[seat].score,
            kingdom.might,
        )


def as_table(run: Run) -> str:
    """Return a campaign as a table by year, for people."""
    shown = "kingdom tiles villages cities fortresses capital armies ships score might"
    heads = shown.split()
    lines = []
    for year in run.years:
        lines += ["", f"Year {year.year}", "  ".join(heads)]
        for row in year.kingdoms:
            values = asdict(row)
            cells = [str(values[head]).rjust(len(head)) for head in heads]
            lines.append("  ".join(cells) + ("" if row.alive else "  out"))
    places = ", ".join(str(place) for place in run.outcome.places)
    lines += ["", f"Ended: {run.outcome.reason}. Places by kingdom: {places}."]
    lines.append(f"{run.steps} hand-ins resolved, {run.answers} answers.")
    return "\n".join([*lines, run.count.as_text()]).strip()
