"""Where dice and shuffles come from: a host's secret, a script, a record, or a generator.

A host commits to 32 random bytes before the first answer and shows them after
the end; every outcome between follows from them, label by label, so that
``dice_check.py`` can re-derive each roll::

    secret = secrets.token_bytes(32)            # the host's; nothing here draws it
    published = commitment(secret)
    chance = Recording(CommitReveal(secret, "match 7/turn 3"))
    chance.roll("attack", 6, 2)
    export_draws(secret, chance.inner.context, chance.draws)

The commitment is a hash of the secret, never of an outcome.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Generic, TypeAlias, TypeVar

from games.engine.contract import EngineError

SECRET_BYTES = 32

Dice: TypeAlias = Sequence[int] | Mapping[str, Sequence[int]]
Shuffles: TypeAlias = Sequence[Sequence[int]] | Mapping[str, Sequence[int]]


class ChanceError(EngineError):
    """A source of chance cannot give what was asked: a script or record that does not fit."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def commitment(secret: bytes) -> str:
    """Return what to publish for ``secret`` before anybody answers; refuse a guessable length."""
    if len(secret) != SECRET_BYTES:
        raise ChanceError("bad_secret", f"A secret has {SECRET_BYTES} bytes, not {len(secret)}.")
    return sha256(secret).hexdigest()


class CommitReveal:
    """The host's chance: HMAC-SHA256 of a secret, for one context and label by label.

    Two resolves of one secret need two contexts; a label always gives the same
    outcome, whatever was drawn before it.
    """

    def __init__(self, secret: bytes, context: str) -> None:
        commitment(secret)
        self._secret = secret
        self.context = context

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll ``count`` dice with faces 1..``sides``."""
        below = self._numbers(label)
        return tuple(below(sides) + 1 for _ in range(count))

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation of ``range(size)``."""
        below = self._numbers(label)
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _numbers(self, label: str) -> Callable[[int], int]:
        """Return a function that gives the label's next number below a bound."""
        counter = 0

        def below(bound: int) -> int:
            nonlocal counter
            # The last, incomplete run of numbers is drawn again: no modulo bias.
            limit = 2**64 - 2**64 % bound
            while True:
                text = f"{self.context}/{label}/{counter}".encode()
                counter += 1
                digest = hmac.digest(self._secret, text, "sha256")
                number = int.from_bytes(digest[:8], "big")
                if number < limit:
                    return number % bound

        return below


class Seeded:
    """Fast chance from a ``random.Random``, for playouts, forecasts and bots."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll ``count`` dice with faces 1..``sides``."""
        return tuple(self._rng.randint(1, sides) for _ in range(count))

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation of ``range(size)``."""
        return tuple(self._rng.sample(range(size), size))


class Scripted:
    """Chance written down beforehand: for tests and scenarios.

    ``dice`` is one list used up in order, or one list per label; ``shuffles`` is
    a list of permutations in order, or one per label. A permutation may name
    only its first entries; the others follow in ascending order. What the
    script does not hold is a ``ChanceError`` that names the label.
    """

    def __init__(self, dice: Dice = (), shuffles: Shuffles = ()) -> None:
        self._dice = _Script(dice)
        self._shuffles: _Script[Sequence[int]] = _Script(
            {label: [order] for label, order in shuffles.items()}
            if isinstance(shuffles, Mapping)
            else shuffles
        )

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Return the script's next ``count`` dice for ``label``."""
        faces = tuple(self._dice.take(label, "dice", count))
        for face in faces:
            if not 1 <= face <= sides:
                raise ChanceError(
                    "script_value", f"The script gives {face} for {label}, a die of {sides} sides."
                )
        return faces

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return the script's next permutation for ``label``."""
        first = tuple(self._shuffles.take(label, "shuffles", 1)[0])
        if len(set(first)) != len(first) or not set(first) <= set(range(size)):
            raise ChanceError(
                "script_value", f"The script's shuffle for {label} is no order of {size} things."
            )
        return first + tuple(index for index in range(size) if index not in first)

    def unused(self) -> tuple[str, ...]:
        """Name what the script holds and nobody asked for; empty when all was used."""
        return (*self._dice.left("dice"), *self._shuffles.left("shuffles"))


Value = TypeVar("Value")


class _Script(Generic[Value]):
    """Values in order, or in order for each label."""

    def __init__(self, values: Sequence[Value] | Mapping[str, Sequence[Value]]) -> None:
        self._by_label = isinstance(values, Mapping)
        self._values: dict[str, list[Value]] = (
            {label: list(some) for label, some in values.items()}
            if isinstance(values, Mapping)
            else {"": list(values)}
        )

    def take(self, label: str, what: str, count: int) -> list[Value]:
        """Remove and return the next ``count`` values for ``label``."""
        values = self._values.get(label if self._by_label else "", [])
        if len(values) < count:
            raise ChanceError(
                "script_exhausted",
                f"The script's {what} have run out at {label}: {count} asked, {len(values)} left.",
            )
        taken, values[:count] = values[:count], []
        return taken

    def left(self, what: str) -> list[str]:
        """Describe the values nobody took."""
        return [
            f"{what} {label}: {values}".replace(" :", ":")
            for label, values in self._values.items()
            if values
        ]
