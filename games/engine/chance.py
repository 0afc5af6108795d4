"""Where dice and shuffles come from: a host's secret, a script, a record, or a generator.

A host commits to 32 random bytes before the first answer and shows them after
the end; every outcome between follows from them, label by label, so that
``dice_check.py`` can re-derive each roll::

    secret = secrets.token_bytes(32)            # the host's; nothing here draws it
    published = commitment(secret)
    chance = Recording(CommitReveal(secret, "match 7/turn 3"))
    chance.roll("attack", 6, 2)
    export_draws(secret, "match 7/turn 3", chance.draws)

The commitment is a hash of the secret, never of an outcome.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Generic, Literal, TypeAlias, TypeVar

from games.engine.contract import Chance, EngineError, Json

SECRET_BYTES = 32
ROLL, SHUFFLE = "roll", "shuffle"
SORTED = "sorted"

Dice: TypeAlias = Sequence[int] | Mapping[str, Sequence[int]]
Shuffles: TypeAlias = Sequence[Sequence[int]] | Mapping[str, Sequence[int]] | Literal["sorted"]


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
    only its first entries; the others follow in ascending order. With
    ``"sorted"`` every shuffle leaves everything in ascending order. What the
    script does not hold is a ``ChanceError`` that names the label.
    """

    def __init__(self, dice: Dice = (), shuffles: Shuffles = ()) -> None:
        self._dice = _Script(dice)
        self._sorted = shuffles == SORTED
        self._shuffles: _Script[Sequence[int]] = _Script(_orders(shuffles))

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
        first = () if self._sorted else tuple(self._shuffles.take(label, "shuffles", 1)[0])
        if len(set(first)) != len(first) or not set(first) <= set(range(size)):
            raise ChanceError(
                "script_value", f"The script's shuffle for {label} is no order of {size} things."
            )
        return first + tuple(index for index in range(size) if index not in first)

    def unused(self) -> tuple[str, ...]:
        """Name what the script holds and nobody asked for; empty when all was used."""
        return (*self._dice.left("dice"), *self._shuffles.left("shuffles"))


def _orders(shuffles: Shuffles) -> Sequence[Sequence[int]] | Mapping[str, Sequence[Sequence[int]]]:
    if isinstance(shuffles, Mapping):
        return {label: [order] for label, order in shuffles.items()}
    return () if isinstance(shuffles, str) else shuffles


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


@dataclass(frozen=True, slots=True)
class Draw:
    """One roll or shuffle as it fell. ``bound``: the sides of the dice, the size of the shuffle."""

    label: str
    kind: str
    bound: int
    outcome: tuple[int, ...]

    def to_json(self) -> Json:
        """Return the draw as JSON values."""
        return {
            "label": self.label,
            "kind": self.kind,
            "bound": self.bound,
            "outcome": list(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Draw:
        """Return the draw that ``to_json`` wrote; ``ChanceError`` when it is none."""
        try:
            draw = cls(data["label"], data["kind"], data["bound"], tuple(data["outcome"]))
        except (KeyError, TypeError) as error:
            raise ChanceError("bad_draw", f"This is no draw: {data!r}") from error
        if draw.kind not in (ROLL, SHUFFLE):
            raise ChanceError("bad_draw", f"{draw.label} is neither a roll nor a shuffle.")
        return draw


class Recording:
    """Passes every draw on to ``inner`` and keeps it; one per resolve.

    A label that is used twice is refused, so that each outcome can be found
    again, and re-derived, by its label alone.
    """

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self._draws: dict[str, Draw] = {}

    @property
    def draws(self) -> tuple[Draw, ...]:
        """What was drawn, in order."""
        return tuple(self._draws.values())

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll ``count`` dice with faces 1..``sides``."""
        self._unused(label)
        return self._kept(Draw(label, ROLL, sides, self.inner.roll(label, sides, count)))

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation of ``range(size)``."""
        self._unused(label)
        return self._kept(Draw(label, SHUFFLE, size, self.inner.shuffle(label, size)))

    def _unused(self, label: str) -> None:
        if label in self._draws:
            raise ChanceError("label_used", f"The label {label} was used twice in one resolve.")

    def _kept(self, draw: Draw) -> tuple[int, ...]:
        self._draws[draw.label] = draw
        return draw.outcome


class Recorded:
    """Gives what was drawn before, by label, for a replay."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = {draw.label: draw for draw in draws}

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Return the recorded roll; ``ChanceError`` when another or none was recorded."""
        outcome = self._take(label, ROLL, sides)
        if len(outcome) != count:
            raise ChanceError(
                "other_draw", f"The record holds {len(outcome)} dice for {label}, not {count}."
            )
        return outcome

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return the recorded shuffle; ``ChanceError`` when another or none was recorded."""
        return self._take(label, SHUFFLE, size)

    def unused(self) -> tuple[str, ...]:
        """Return the labels nobody asked for; empty when the replay drew everything."""
        return tuple(self._draws)

    def _take(self, label: str, kind: str, bound: int) -> tuple[int, ...]:
        draw = self._draws.pop(label, None)
        if draw is None:
            raise ChanceError("no_draw", f"The record holds no draw for {label}.")
        if (draw.kind, draw.bound) != (kind, bound):
            raise ChanceError(
                "other_draw",
                f"The record holds a {draw.kind} of {draw.bound} for {label},"
                f" not a {kind} of {bound}.",
            )
        return draw.outcome


def export_draws(secret: bytes, context: str, draws: Iterable[Draw]) -> Json:
    """Return what ``dice_check.py`` reads: only for a game or phase that is over."""
    return {
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "context": context,
        "draws": [draw.to_json() for draw in draws],
    }
