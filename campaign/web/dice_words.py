"""Dice for people: what each draw was for, from its label."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ORDER = re.compile(r"order\.[\w. ]+\.(?P<roll>\d+)")
EXPLORE = re.compile(r"explore\.(?P<tile>\d+)")
SIDE = re.compile(r"battle\.(?P<battle>\d+)\.(?P<side>attacker|defender)\.(?P<round>\d+)")
TABLE = re.compile(r"battle\.(?P<battle>\d+)\.(?P<what>weather|strategies)(?:\.\d+)?")

SIDES: dict[str, Promise] = {
    "attacker": gettext_lazy("Battle %(battle)s, attacker, round %(round)s"),
    "defender": gettext_lazy("Battle %(battle)s, defender, round %(round)s"),
}
TABLES: dict[str, Promise] = {
    "weather": gettext_lazy("Battle %(battle)s, conditions"),
    "strategies": gettext_lazy("Battle %(battle)s, strategy cards"),
}


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
    if found := ORDER.fullmatch(label):
        return _("Roll-off %(roll)s for player order") % found.groupdict()
    if found := EXPLORE.fullmatch(label):
        return _("Exploring hex %(tile)s") % found.groupdict()
    if found := SIDE.fullmatch(label):
        return str(SIDES[found["side"]]) % found.groupdict()
    if found := TABLE.fullmatch(label):
        return str(TABLES[found["what"]]) % found.groupdict()
    return label
