"""One question over HTTP, and how it went; and many of them, at appointed times."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from campaign.trials.server import Answer, fetch, parse

PATIENCE = 60.0
"""Seconds that somebody waits for an answer, as browsers do."""
NONE = Answer(0, {}, b"")
"""What stands for an answer that never came."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was asked for, when, for how long, and what was answered."""

    what: str
    sent_at: float
    """By the clock on the wall, as the site's deadlines are."""
    seconds: float
    answer: Answer
    fault: str = ""
    """Why there is no answer."""

    @property
    def status(self) -> int:
        """The answer's status, 0 for none."""
        return self.answer.status

    @property
    def is_broken(self) -> bool:
        """Whether the site gave no answer, or one that is its own fault."""
        return self.status == 0 or self.status >= 500

    @property
    def line(self) -> str:
        """Tell it in one line."""
        text = self.fault or self.answer.body[:300].decode(errors="replace")
        return f"{self.what}: {self.status} after {self.seconds:.2f} s: {text}"


def ask(port: int, what: str, request: bytes) -> Heard:
    """Ask once; whatever happens is told, nothing is raised."""
    at, begun = time.time(), time.monotonic()
    try:
        answer, fault = parse(fetch(port, request, patience=PATIENCE)), ""
    except (OSError, ValueError, IndexError) as error:
        answer, fault = NONE, repr(error)
    return Heard(what, at, time.monotonic() - begun, answer, fault)


def wait_until(moment: float) -> None:
    """Sleep until that time by the clock on the wall."""
    time.sleep(max(0.0, moment - time.time()))


@dataclass
class Book:
    """All that was heard, from all threads."""

    heard: list[Heard] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, heard: Heard) -> Heard:
        """Keep one answer, and return it."""
        with self._lock:
            self.heard.append(heard)
        return heard

    def statuses(self) -> dict[str, dict[int, int]]:
        """Return how often each kind of question was answered how."""
        kinds = sorted({each.what for each in self.heard})
        return {
            kind: dict(sorted(Counter(h.status for h in self.heard if h.what == kind).items()))
            for kind in kinds
        }

    def broken(self) -> list[Heard]:
        """Return what got no answer, or a 5xx."""
        return [each for each in self.heard if each.is_broken]

    def lines(self) -> Iterable[str]:
        """Tell how each kind of question was answered, and how fast."""
        for kind, statuses in self.statuses().items():
            spent = [each.seconds for each in self.heard if each.what == kind]
            yield f"  {kind}: {statuses}, {told(spent, 1000, 'ms')}"


def share(values: Sequence[float], part: float) -> float:
    """Return the smallest of the values that so large a part of them does not exceed.

    >>> share([4.0, 1.0, 3.0, 2.0], 0.5)
    2.0
    >>> share([1.0], 0.95)
    1.0
    """
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)] if values else 0.0


def told(values: Sequence[float], times: float, unit: str) -> str:
    """Tell p50, p95 and the highest of values.

    >>> told([0.25, 1.0], 1, "s")
    'p50 0.2 s, p95 1.0 s, highest 1.0 s'
    """
    figures = [share(values, part) * times for part in (0.5, 0.95, 1.0)]
    digits = 0 if unit == "ms" else 1
    p50, p95, most = (f"{figure:.{digits}f} {unit}" for figure in figures)
    return f"p50 {p50}, p95 {p95}, highest {most}"


def all_at_once(calls: Sequence[Callable[[], None]]) -> list[threading.Thread]:
    """Start a thread for each call and return them."""
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    return threads
