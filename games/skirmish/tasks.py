"""What can stand on the agenda: things to do, and choices somebody has to make.

A *doing* is carried out as soon as its turn comes. A *choice* has options: with one option
it is taken at once, with none it is dropped, with more the seat is asked (nothing in this
game that a seat sees is hidden from the other, so no ask is missed by that). Core rules and
abilities register theirs alike; their names stand in the state, so they are stable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.skirmish.state import State

if TYPE_CHECKING:
    from games.skirmish.play import Play


class Choice:
    """A decision. ``kind`` is the ask's; ``args`` is what stood behind the name on the agenda."""

    kind = ""

    def seat(self, state: State, *args: Any) -> int:
        """Return who decides."""
        raise NotImplementedError

    def options(self, state: State, *args: Any) -> list[str]:
        """Return the legal answers; the first is the default."""
        raise NotImplementedError

    def take(self, play: Play, answer: str, *args: Any) -> None:
        """Carry out a legal answer."""
        raise NotImplementedError


Doing = Callable[..., None]

DOINGS: dict[str, Doing] = {}
CHOICES: dict[str, Choice] = {}


def doing(name: str) -> Callable[[Doing], Doing]:
    """Register a function as the doing called ``name``; it gets the play and the task's rest."""

    def register(function: Doing) -> Doing:
        _new(name)
        DOINGS[name] = function
        return function

    return register


def choice(name: str) -> Callable[[type[Choice]], type[Choice]]:
    """Register a class as the choice called ``name``; its ``kind`` is the name unless it says."""

    def register(kind: type[Choice]) -> type[Choice]:
        _new(name)
        CHOICES[name] = kind()
        CHOICES[name].kind = kind.kind or name
        return kind

    return register


def _new(name: str) -> None:
    if name in DOINGS or name in CHOICES:
        raise ValueError(f"there are two tasks called {name}")


def advance(play: Play) -> None:
    """Carry out the agenda until somebody is asked, or the game is over."""
    state = play.state
    agenda = state.agenda
    while agenda and not state.over:
        name, *args = agenda[-1]
        if name in DOINGS:
            agenda.pop()
            DOINGS[name](play, *args)
            continue
        task = CHOICES[name]
        options = task.options(state, *args)
        if len(options) > 1:
            state.legal = options
            return
        agenda.pop()
        if options:
            task.take(play, options[0], *args)
    if state.over:
        agenda.clear()
        state.queue.clear()


def asked(state: State) -> tuple[int, str, list[str]]:
    """Return who is asked, what, and the legal answers of a running game past its teams."""
    name, *args = state.agenda[-1]
    task = CHOICES[name]
    if state.legal is None:
        state.legal = task.options(state, *args)
    return task.seat(state, *args), task.kind, state.legal  # type: ignore[return-value]


def answer(play: Play, text: str) -> None:
    """Carry out a legal answer to what is asked, and all that follows from it."""
    name, *args = play.state.agenda.pop()
    CHOICES[name].take(play, text, *args)
    advance(play)
