"""What happened, in the table's words: one sentence for every kind of event.

``TELLERS`` has an entry for every kind of ``campaign.rules.events.KINDS`` (a test
holds the two together); the sentences are in the modules by part of the year. Here
they become chapters: a step of the year each, a battle being one story::

    for chapter in chapters(events_of(phase, access.seat), names): ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaign.services.selectors import SeenEvent
from campaign.web import report_battle, report_court, report_setup, report_summer, report_winter
from campaign.web.report_fold import folded
from campaign.web.report_matches import MatchNote
from campaign.web.report_words import Data, Names, Teller, seats_in

STEPS: dict[str, Promise] = {
    "setup": gettext_lazy("Setup"),
    "order": gettext_lazy("Player order"),
    "orders": gettext_lazy("Orders"),
    "moves": gettext_lazy("Moves"),
    "battles": gettext_lazy("Battles"),
    "reform": gettext_lazy("Reform"),
    "recall": gettext_lazy("Recall"),
    "gather": gettext_lazy("Gather"),
    "court": gettext_lazy("Courts"),
    "tithe": gettext_lazy("Tithe"),
    "build": gettext_lazy("Build and recruit"),
    "feed": gettext_lazy("Feed"),
    "deploy": gettext_lazy("Deploy"),
    "end": gettext_lazy("The year"),
    "sheet": gettext_lazy("What your sheet could not do"),
}

TELLERS: Mapping[str, Teller] = {
    **report_setup.TELLERS,
    **report_summer.TELLERS,
    **report_battle.TELLERS,
    **report_winter.TELLERS,
    **report_court.TELLERS,
}

STEP_OF: Mapping[str, str] = {
    **report_setup.STEP_OF,
    **report_summer.STEP_OF,
    **report_battle.STEP_OF,
    **report_winter.STEP_OF,
    **report_court.STEP_OF,
}
"""The step of each kind; what can happen in several steps is placed by what came before."""

LOSSES = {"army_lost", "ship_lost", "army_starved", "kingdom_out", "capital_fell", "unit_struck"}
NOTHINGS = {"line_unused", "sheet_void", "leftover_lost", "raze_failed"}

AFTERMATH = {"tile_taken", "capital_fell", "capital_restored", "army_lost", "ship_lost"}
"""What happens in Resolution, in a battle, in Reform or at court alike."""

AT_COURT = {"tile_taken", "capital_fell", "might_won"}
"""What a battle or a move brings, and a court too."""

REASON_STEPS = {
    "no_place": "recall",
    "cut_off": "recall",
    "no_berth": "recall",
    "no_room": "deploy",
    "struck": "reform",
}
"""Where a loss belongs by its reason; the others are those of battles."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of a report. ``tone`` is ``loss``, ``nothing`` or empty.

    A story (a battle; a move with what it found) goes on in ``more``; ``seats`` are all
    kingdoms it is about. ``link`` leads to the match that it tells of.
    """

    seat: int | None
    text: str
    dice: tuple[int, ...] = ()
    is_private: bool = False
    tone: str = ""
    more: tuple[Deed, ...] = ()
    seats: frozenset[int] = frozenset()
    link: str = ""
    link_text: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The deeds of one step of the year."""

    step: str
    deeds: tuple[Deed, ...] = ()

    @property
    def title(self) -> str:
        """What the step is called."""
        return str(STEPS[self.step])


def chapters(events: Iterable[SeenEvent], names: Names) -> list[Chapter]:
    """Group what a viewer saw of a phase by step, in the order it happened."""
    found = [
        Chapter(step, tuple(told(step, [event for _, event in group], names)))
        for step, group in groupby(placed(events), key=lambda each: each[0])
    ]
    public = [chapter for chapter in found if chapter.step != "sheet"]
    unused = [d for chapter in found if chapter.step == "sheet" for d in chapter.deeds]
    return public + ([Chapter("sheet", tuple(unused))] if unused else [])


def told(step: str, events: Sequence[SeenEvent], names: Names) -> Iterator[Deed]:
    """Tell what happened in one step, each story as one deed."""
    for group in folded(step, events):
        first, *rest = links_last([p for event in group for p in parts_of(event, names)])
        # What is told of all alike, as the player order, is nobody's own.
        told_of = () if step == "order" and first.seat is None else (first, *rest)
        seats = frozenset[int]().union(*(each.seats for each in told_of))
        yield replace(first, more=tuple(rest), seats=seats) if rest else first


def links_last(parts: Sequence[Deed]) -> list[Deed]:
    """Put the links of a story behind its sentences, each match once."""
    links = {part.link: part for part in parts if part.link}
    return [*(part for part in parts if not part.link), *links.values()]


def parts_of(event: SeenEvent, names: Names) -> Iterator[Deed]:
    """Tell one event, and what is known of the match that it tells of."""
    yield deed(event, names)
    match = event.data.get("match")
    if isinstance(match, MatchNote):
        yield from (Deed(None, text) for text in match.words(names))
        if match.url:
            yield Deed(None, "", link=match.url, link_text=match.link_text)


def deed(event: SeenEvent, names: Names) -> Deed:
    """Tell one event."""
    data: Data = event.data
    tone = "loss" if event.kind in LOSSES else "nothing" if event.kind in NOTHINGS else ""
    seat = seat_of(data)
    return Deed(
        seat,
        TELLERS[event.kind](data, names),
        dice_of(data) if event.kind in ROLLS else (),
        event.is_private,
        tone,
        seats=involved(data, names),
    )


def involved(data: Data, names: Names) -> frozenset[int]:
    """Return the kingdoms that an event is about."""
    named = [data[key] for key in INVOLVED if isinstance(data.get(key), int)]
    return frozenset([*named, *seats_in(data, names)])


INVOLVED = ("kingdom", "giver", "attacker", "defender", "captor")
ROLLS = {"order_rolled", "explored", "weather_rolled", "battle_rolled"}


def seat_of(data: Data) -> int | None:
    """Return the kingdom whose deed it is, if it is one kingdom's."""
    if "order" in data and isinstance(data["order"], list):
        return None
    for key in ("kingdom", "giver", "attacker", "winner"):
        seat = data.get(key)
        if isinstance(seat, int) and seat >= 0:
            return seat
    return None


def dice_of(data: Data) -> tuple[int, ...]:
    """Return the dice that an event shows."""
    if isinstance(data.get("dice"), str):
        return tuple(int(die) for die in data["dice"].split(",") if die)
    return tuple(data[key] for key in ("die", "first", "second") if isinstance(data.get(key), int))


def placed(events: Iterable[SeenEvent]) -> Iterator[tuple[str, SeenEvent]]:
    """Give each event with the step it belongs to, by its kind and by what came before it."""
    before, field = "", None
    for event in events:
        step = STEP_OF[event.kind]
        if before == "court" and event.kind in AT_COURT:
            step = "court"
        elif event.kind == "kingdom_out" and before in ("moves", "battles", "reform"):
            step = "reform"
        elif event.kind in AFTERMATH:
            step = aftermath(event, before, field)
        elif step == "battles" and "battle" in event.data:
            field = event.data.get("tile", field)
        before = step if step != "sheet" else before
        yield step, event


def aftermath(event: SeenEvent, before: str, field: object) -> str:
    """Place what a move, a battle or Reform may cause; ``field`` is the last battle's hex."""
    reason = event.data.get("reason")
    if reason is not None:
        return REASON_STEPS.get(str(reason), "battles")
    if before == "battles" and event.data.get("tile") != field:
        return "reform"
    return before if before in ("moves", "battles", "reform") else STEP_OF[event.kind]
