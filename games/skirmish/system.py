"""The skirmish behind the engine's contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.engine.contract import Ask, Chance, Event, Json, Outcome, Refusal, Step
from games.skirmish import codec, ending, position, tasks, view
from games.skirmish.answers import TEAM, canonical, choosers, choosing_teams
from games.skirmish.estimate import branches, estimate, shortlist
from games.skirmish.faction import faction_ids
from games.skirmish.play import Play
from games.skirmish.setup import SEATS, begin, setup_of, take_teams
from games.skirmish.state import Setup, State, new_state
from games.skirmish.teams import default_team, legal_teams, write_team

VERSION = "1"


class Skirmish:
    """One skirmish, opened with its options."""

    seats = SEATS
    follows = 4

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def start(self, chance: Chance) -> Step[State]:
        """Roll off and shuffle; the teams are asked for next."""
        play = Play(new_state(self.setup), chance)
        begin(play)
        return _step(play)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask for the teams both at once, for everything else one seat."""
        if state.over:
            return ()
        if choosing_teams(state):
            return tuple(self._team_ask(seat) for seat in choosers(state))
        seat, kind, legal = tasks.asked(state)
        return (Ask(seat, kind, legal[0], legal),)

    def _team_ask(self, seat: int) -> Ask:
        faction, points = self.setup.factions[seat], self.setup.points[seat]
        default = write_team(faction, default_team(faction, points))
        return Ask(seat, TEAM, default, legal_teams(faction, points))

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form; raise ``Refusal``."""
        return canonical(state, seat, answer)

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Carry out the answers; what is missing or illegal counts as the default."""
        if state.over:
            return Step(state)
        legal = {
            ask.seat: self._legal(state, ask, answers.get(ask.seat)) for ask in self.asks(state)
        }
        play = Play(state.copy(), chance)
        if choosing_teams(state):
            play.state.agenda.pop()
            take_teams(play, legal)
        else:
            (text,) = legal.values()
            tasks.answer(play, text)
        return _step(play)

    def _legal(self, state: State, ask: Ask, answer: Json) -> str:
        try:
            return canonical(state, ask.seat, answer)
        except Refusal:
            return str(ask.default)

    def view(self, state: State, seat: int | None) -> Json:
        """Return what ``seat`` may know."""
        return view.view(state, seat)

    def imagine(self, view_of: Json, seat: int | None, rng: Random) -> State:
        """Invent a state with that view."""
        return view.imagine(self.setup, view_of, rng)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer."""
        return rng.choice(ask.legal or (ask.default,))

    def outcome(self, state: State) -> Outcome:
        """Say how it ended, or stands (skirmish.md 14)."""
        return ending.outcome(state)

    def casualties(self, state: State) -> tuple[tuple[int, int], ...]:
        """Say how many points of its list each seat has lost (skirmish.md 14.4)."""
        return ending.casualties(state)

    def estimate(self, state: State, seat: int) -> float:
        """Say how promising a position is for a seat, for bots."""
        return estimate(state, seat)

    def branches(
        self, state: State, seat: int, answer: Json, rng: Random
    ) -> Sequence[tuple[float, Chance]]:
        """Say how the dice of an Attack may fall, for bots."""
        return branches(state, seat, answer, rng)

    def shortlist(self, state: State, ask: Ask, first: bool) -> Sequence[Json]:
        """Say which answers are worth comparing, for bots."""
        return shortlist(state, ask, first)

    def encode(self, state: State) -> Json:
        """Return the state as JSON."""
        return codec.encode(state)

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        return codec.decode(self.setup, data)

    def position(self, partial: Json) -> State:
        """Build a state from a scenario's partial position."""
        return position.position(self.setup, partial)


def _step(play: Play) -> Step[State]:
    state = play.state
    if state.over:
        data = {
            "reason": state.over,
            "winners": list(state.winners),
            "points": list(ending.outcome(state).scores),
        }
        play.events.append(Event("game_over", data, None))
    return Step(state, tuple(play.events))


class SkirmishSystem:
    """The rule system; options: factions, points, teams, trees, first."""

    name = "skirmish"
    version = VERSION

    def open(self, options: Json, seats: int) -> Skirmish:
        """Check the options and return the game; raise ``BadOptions``."""
        return Skirmish(setup_of(options, seats))

    def playout_options(self, rng: Random, seats: int) -> Json:
        """Return two different factions for a playout."""
        return {"factions": rng.sample(faction_ids(), 2)}


SYSTEM = SkirmishSystem()
