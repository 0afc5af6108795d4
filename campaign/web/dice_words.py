"""Dice for people: what each draw was for, from its label."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

ORDER = re.compile(r"order\.(?:year )?(?P<occasion>\w+)\.(?P<roll>\d+)")


@dataclass(frozen=True, slots=True)
class DrawLine:
    """One roll or shuffle: what for, its label, and how it fell."""

    words: str
    label: str
    outcome: tuple[int, ...]
    is_shuffle: bool


def draw_lines(draws: Iterable[Mapping[str, Any]]) -> list[DrawLine]:
    """Return a phase's draws in the order they were made."""
    return [
        DrawLine(
            draw_words(draw["label"]),
            draw["label"],
            tuple(draw["outcome"]),
            draw["kind"] == "shuffle",
        )
        for draw in draws
    ]


def draw_words(label: str) -> str:
    """Say what a draw was for; an unknown label speaks for itself."""
    found = ORDER.fullmatch(label)
    if found is None:
        return label
    return _("Roll-off %(roll)s for player order") % {"roll": found["roll"]}
