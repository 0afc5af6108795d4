"""The toy systems with one promise broken in each, for the checks to find.

Each function returns a system and is listed in ``BROKEN`` with the code of the
violation that must be reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from games.engine.contract import Ask, Chance, Event, Game, Json, Outcome, Problem, Refusal, Step
from tests.engine.systems.hoard import Hoard
from tests.engine.systems.hoard import State as Hands
from tests.engine.systems.sticks import State as Heap
from tests.engine.systems.sticks import Sticks

CLOCK = count()


@dataclass(frozen=True)
class Broken:
    """A rule system that opens games of a broken class."""

    make: Callable[[int], Game[Any]]
    name: str = "broken"
    version: str = "1"

    def open(self, options: Json, seats: int) -> Game[Any]:
        return self.make(seats)


class LeakingView(Hoard):
    """Tells everybody the sum of seat 0's cards: a count gives the secret away."""

    def view(self, state: Hands, seat: int | None) -> Json:
        return {**super().view(state, seat), "sum": sum(state.hands[0])}


class LeakingAsk(Hoard):
    """Proposes a card that depends on what the others hold."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        lowest = min((card for hand in state.hands for card in hand), default=0)
        return tuple(
            replace(ask, default=ask.legal[lowest % len(ask.legal)] if ask.legal else None)
            for ask in super().asks(state)
        )


class LeakingLegal(Hoard):
    """Forbids the highest card when somebody holds a higher one."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        return tuple(replace(ask, legal=None) for ask in super().asks(state))

    def check(self, state: Hands, seat: int, answer: Json) -> Json:
        card = super().check(state, seat, answer)
        beaten = any(card < other for hand in state.hands for other in hand)
        if len(state.hands[seat]) > 1 and beaten and card == state.hands[seat][-1]:
            raise Refusal(Problem("beaten", "Somebody holds a higher card."))
        return card

    def sample(self, state: Hands, ask: Ask, rng: Random) -> Json:
        hand = state.hands[ask.seat]
        beaten = any(hand[-1] < other for others in state.hands for other in others)
        return rng.choice(hand[:-1] if len(hand) > 1 and beaten else hand)


class LeakingRefusal(Hoard):
    """Lists the others' cards in the sentence of a refusal."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        return tuple(replace(ask, legal=None) for ask in super().asks(state))

    def check(self, state: Hands, seat: int, answer: Json) -> Json:
        try:
            return super().check(state, seat, answer)
        except Refusal as refusal:
            (problem,) = refusal.problems
            raise type(refusal)(replace(problem, message=f"{state.hands}")) from None

    def sample(self, state: Hands, ask: Ask, rng: Random) -> Json:
        return max(map(max, filter(None, state.hands)))


class LeakingEvent(Hoard):
    """Says openly who holds what is left."""

    def resolve(self, state: Hands, answers: Mapping[int, Json], chance: Chance) -> Step[Hands]:
        step = super().resolve(state, answers, chance)
        left = [list(hand) for hand in step.state.hands]
        return Step(step.state, (*step.events, Event("left", {"hands": left}, None)))


class LeakingStart(Hoard):
    """Deals with the cards up."""

    def start(self, chance: Chance) -> Step[Hands]:
        step = super().start(chance)
        return Step(step.state, tuple(replace(event, seen_by=None) for event in step.events))


class DeadEnd(Sticks):
    """Asks nobody about the last stick."""

    def asks(self, state: Heap) -> tuple[Ask, ...]:
        return super().asks(state) if state.sticks > 1 else ()


class AskedAfterTheEnd(Sticks):
    """Goes on asking when the game is over."""

    def asks(self, state: Heap) -> tuple[Ask, ...]:
        return (Ask(state.turn, "take", {"take": 1}),)


class IllegalDefault(Sticks):
    """Takes nothing when nobody answers."""

    def asks(self, state: Heap) -> tuple[Ask, ...]:
        return tuple(replace(ask, default={"take": 0}) for ask in super().asks(state))


class RaisingResolve(Sticks):
    """Raises on a legal but odd heap."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        if state.sticks == 1:
            raise ZeroDivisionError("nothing to share")
        return super().resolve(state, answers, chance)


class RaisingCheck(Sticks):
    """Believes that every sheet has the right shape."""

    def check(self, state: Heap, seat: int, answer: Json) -> Json:
        if state.sticks and seat == state.turn:
            answer = {"take": answer["take"]}
        return super().check(state, seat, answer)


class Believing(Sticks):
    """Takes an answer from whoever gives one."""

    def check(self, state: Heap, seat: int, answer: Json) -> Json:
        return super().check(state, state.turn, answer) if state.sticks else answer


class Endless(Sticks):
    """Puts new sticks on the heap."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        return Step(Heap(state.sticks + 1, 1 - state.turn))


class Standing(Sticks):
    """Leaves everything as it is."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        return Step(state)


class Forgetful(Sticks):
    """Writes down half of the state."""

    def decode(self, data: Json) -> Heap:
        return Heap(data["sticks"], 0)


class Tuples(Hoard):
    """Encodes tuples, which JSON does not have."""

    def encode(self, state: Hands) -> Json:
        return {**super().encode(state), "gold": state.gold}


class Unlisted(Hoard):
    """Leaves the highest card out of the list of legal answers."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        return tuple(replace(ask, legal=(ask.legal or ())[:1]) for ask in super().asks(state))


class ListedTwice(Hoard):
    """Lists each card twice."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        return tuple(replace(ask, legal=(ask.legal or ()) * 2) for ask in super().asks(state))


class ListedIllegal(Hoard):
    """Lists a card that is not there."""

    def asks(self, state: Hands) -> tuple[Ask, ...]:
        return tuple(replace(ask, legal=(*(ask.legal or ()), 10)) for ask in super().asks(state))


class BadSample(Sticks):
    """Samples four sticks."""

    def sample(self, state: Heap, ask: Ask, rng: Random) -> Json:
        return {"take": 4}


class NotCanonical(Sticks):
    """Counts up each time a sheet is checked."""

    def check(self, state: Heap, seat: int, answer: Json) -> Json:
        if isinstance(answer, dict):
            answer = dict(answer)
            times = answer.pop("times", 0)
            return {**super().check(state, seat, answer), "times": times + 1}
        return super().check(state, seat, answer)


class Partial(Sticks):
    """Takes two sticks for who does not answer; the default says one."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        absent = {} if answers else {state.turn: {"take": 2}}
        return super().resolve(state, {**answers, **absent}, chance)


class Impure(Sticks):
    """Looks at something besides its arguments."""

    def start(self, chance: Chance) -> Step[Heap]:
        return Step(Heap(self.sticks + next(CLOCK) % 9, 0))


class Changing(Sticks):
    """Changes what it shows of a state by being asked."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, 10)
        object.__setattr__(self, "looks", [])

    def check(self, state: Heap, seat: int, answer: Json) -> Json:
        vars(self)["looks"].append(seat)
        return super().check(state, seat, answer)

    def encode(self, state: Heap) -> Json:
        return {**super().encode(state), "looks": len(vars(self)["looks"])}

    def decode(self, data: Json) -> Heap:
        return Heap(data["sticks"], data["turn"])


class StrangersTold(Sticks):
    """Tells a seat that does not exist."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        step = super().resolve(state, answers, chance)
        return Step(step.state, (Event("taken", {}, (7,)),))


class ObjectsInEvents(Sticks):
    """Puts a tuple into an event."""

    def resolve(self, state: Heap, answers: Mapping[int, Json], chance: Chance) -> Step[Heap]:
        step = super().resolve(state, answers, chance)
        return Step(step.state, (Event("taken", {"heap": (1, 2)}, None),))


class NobodyWins(Sticks):
    """Names no winner."""

    def outcome(self, state: Heap) -> Outcome:
        return replace(super().outcome(state), winners=())


class NoPlaces(Sticks):
    """Gives places that nobody can have."""

    def outcome(self, state: Heap) -> Outcome:
        return replace(super().outcome(state), places=(2, 2), winners=())


class OneLabel(Hoard):
    """Rolls twice under one label."""

    def resolve(self, state: Hands, answers: Mapping[int, Json], chance: Chance) -> Step[Hands]:
        chance.roll("prize", 6)
        return super().resolve(state, answers, chance)


def hoard(broken: type[Hoard]) -> Broken:
    """Return a system that opens this kind of Hoard with three cards each."""
    return Broken(lambda seats: broken(seats, 3))


def sticks(broken: type[Sticks]) -> Broken:
    """Return a system that opens this kind of Sticks with ten sticks."""
    return Broken(lambda seats: broken(seats, 10))


BROKEN: tuple[tuple[Broken, str], ...] = (
    (hoard(LeakingView), "leak"),
    (hoard(LeakingAsk), "leak"),
    (hoard(LeakingLegal), "leak"),
    (hoard(LeakingEvent), "leak"),
    (hoard(LeakingStart), "leak"),
    (sticks(DeadEnd), "dead_end"),
    (sticks(AskedAfterTheEnd), "dead_end"),
    (sticks(IllegalDefault), "default_refused"),
    (sticks(RaisingResolve), "raised"),
    (sticks(RaisingCheck), "check_raised"),
    (sticks(Believing), "not_asked"),
    (sticks(Endless), "endless"),
    (sticks(Standing), "no_progress"),
    (sticks(Forgetful), "round_trip"),
    (hoard(Tuples), "encode_json"),
    (hoard(Unlisted), "not_listed"),
    (hoard(ListedTwice), "legal_twice"),
    (hoard(ListedIllegal), "legal_refused"),
    (sticks(BadSample), "sample_refused"),
    (sticks(NotCanonical), "not_canonical"),
    (sticks(Partial), "default_differs"),
    (sticks(Impure), "replay"),
    (Broken(Changing), "state_changed"),
    (sticks(StrangersTold), "event_seats"),
    (sticks(ObjectsInEvents), "event_json"),
    (sticks(NobodyWins), "outcome"),
    (sticks(NoPlaces), "outcome"),
    (hoard(OneLabel), "raised"),
)
