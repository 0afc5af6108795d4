"""Timing: several kinds of call in turn, so that what disturbs one disturbs all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds a call took: the median over the repeats of their p50 and p95."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure: calls in a row, and how often over (one more warms up)."""

    calls: int
    repeats: int


def milliseconds(call: Callable[[], object]) -> float:
    """Return how long one call took."""
    begun = perf_counter()
    call()
    return (perf_counter() - begun) * 1000


def percentile(spent: list[float], share: float) -> float:
    """Return the value that this share of the calls stayed below."""
    return sorted(spent)[min(int(len(spent) * share), len(spent) - 1)]


def in_turn(calls: Mapping[str, Callable[[], object]], effort: Effort) -> dict[str, Timing]:
    """Measure the calls in turn, repeat by repeat, and return each one's timing."""
    p50s: dict[str, list[float]] = {name: [] for name in calls}
    p95s: dict[str, list[float]] = {name: [] for name in calls}
    for repeat in range(effort.repeats + 1):
        for name, call in calls.items():
            spent = [milliseconds(call) for _ in range(effort.calls)]
            if repeat:
                p50s[name].append(percentile(spent, 0.5))
                p95s[name].append(percentile(spent, 0.95))
    return {name: Timing(median(p50s[name]), median(p95s[name])) for name in calls}
