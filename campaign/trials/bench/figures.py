"""Figures: what was measured, beside what, and whether it is as small as we want it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. ``ratio`` is ``value`` to that of the figure named by ``against``.

    ``aim`` says what we want (``< 25 x`` is of the ratio); ``met`` is ``None`` without an aim.
    """

    name: str
    value: float
    unit: str
    against: str | None = None
    ratio: float | None = None
    aim: str | None = None
    met: bool | None = None


def plain(name: str, value: float, unit: str, *, below: float | None = None) -> Figure:
    """Return a figure that stands alone; ``below`` is the aim for its value."""
    if below is None:
        return Figure(name, _rounded(value), unit)
    return Figure(name, _rounded(value), unit, aim=f"< {below:g} {unit}", met=value < below)


def at_most(name: str, value: float, unit: str, most: float) -> Figure:
    """Return a count that may be as high as ``most``."""
    return Figure(name, _rounded(value), unit, aim=f"<= {most:g} {unit}", met=value <= most)


def at_least(name: str, value: float, unit: str, least: float) -> Figure:
    """Return a rate that is to be this high."""
    return Figure(name, _rounded(value), unit, aim=f">= {least:g} {unit}", met=value >= least)


def beside(
    name: str, value: float, unit: str, bare: Figure, *, below: float | None = None
) -> Figure:
    """Return a figure that is compared with ``bare``; ``below`` is the aim for the ratio."""
    ratio = value / bare.value
    aim = None if below is None else f"< {below:g} x"
    met = None if below is None else ratio < below
    return Figure(name, _rounded(value), unit, bare.name, round(ratio, 2), aim, met)


def beside_at_most(name: str, value: float, unit: str, bare: Figure, *, most: float) -> Figure:
    """Return a figure that is compared with ``bare``; the ratio may be as high as ``most``."""
    ratio = value / bare.value
    aim = f"<= {most:g} x"
    return Figure(name, _rounded(value), unit, bare.name, round(ratio, 2), aim, ratio <= most)


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def save(figures: Iterable[Figure], path: Path) -> None:
    """Write figures as a JSON list."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")


def load(path: Path) -> list[Figure]:
    """Read what ``save`` wrote; nothing if it is not there."""
    if not path.exists():
        return []
    return [Figure(**entry) for entry in json.loads(path.read_text())]


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for people."""
    rows = [("figure", "value", "unit", "ratio", "aim", "met")]
    rows += [
        (
            figure.name,
            f"{figure.value:g}",
            figure.unit,
            "" if figure.ratio is None else f"{figure.ratio:.2f} x",
            figure.aim or "",
            {True: "yes", False: "NO", None: ""}[figure.met],
        )
        for figure in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = [
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}} {row[2]:<{widths[2]}}  "
        f"{row[3]:>{widths[3]}}  {row[4]:<{widths[4]}}  {row[5]}".rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
