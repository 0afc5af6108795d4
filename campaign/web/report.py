"""What happened, in the table's words: one sentence for every kind of event.

``TELLERS`` has an entry for every kind of ``campaign.rules.events.KINDS`` (a test
holds the two together). Sentences name kingdoms by ``names`` (by seat) and hexes by
number; they come in the active language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.services.selectors import SeenEvent
from campaign.web.words import (
    BUYS,
    amount_words,
    armies_words,
    joined,
    phase_word,
    settlement_words,
)

Data = Mapping[str, Any]
Names = Sequence[str]

STEPS: dict[str, Promise] = {
    "setup": gettext_lazy("Setup"),
    "order": gettext_lazy("Player order"),
    "recall": gettext_lazy("Recall"),
    "gather": gettext_lazy("Gather"),
    "tithe": gettext_lazy("Tithe"),
    "build": gettext_lazy("Build and recruit"),
    "feed": gettext_lazy("Feed"),
    "deploy": gettext_lazy("Deploy"),
    "end": gettext_lazy("The year"),
    "sheet": gettext_lazy("What your sheet could not do"),
}

LISTS: dict[str, Promise] = {
    "tithes": gettext_lazy("tithes"),
    "purchases": gettext_lazy("purchases"),
    "placements": gettext_lazy("placements"),
    "berths": gettext_lazy("berths"),
}

ILLEGAL: dict[str, Promise] = {
    "already_tithed": gettext_lazy("you had tithed to that kingdom already"),
    "dead_kingdom": gettext_lazy("that kingdom was out"),
    "foreign_tile": gettext_lazy("the hex was not yours"),
    "not_empty": gettext_lazy("the hex had a settlement"),
    "needs_village": gettext_lazy("the hex had no village"),
    "needs_city": gettext_lazy("the hex had no city"),
    "needs_fortress": gettext_lazy("the hex had no fortress"),
    "has_capital": gettext_lazy("you held a capital"),
    "already_built": gettext_lazy("the hex had its one building of this winter"),
    "berth_taken": gettext_lazy("the city had its ship"),
    "fortress_used": gettext_lazy("the fortress could recruit no more this winter"),
    "needs_disband": gettext_lazy("you had all the armies you may have, and it disbanded none"),
}
"""Why a line of a sheet was illegal when its step ended, by code."""

LOSSES = {"army_lost", "ship_lost", "army_starved", "kingdom_out"}
NOTHINGS = {"line_unused", "sheet_void", "leftover_lost"}


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of a report. ``tone`` is ``loss``, ``nothing`` or empty."""

    seat: int | None
    text: str
    dice: tuple[int, ...] = ()
    is_private: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The deeds of one step of the year."""

    step: str
    deeds: tuple[Deed, ...] = field(default=())

    @property
    def title(self) -> str:
        """What the step is called."""
        return str(STEPS[self.step])


def chapters(events: Iterable[SeenEvent], names: Names) -> list[Chapter]:
    """Group what a viewer saw of a phase by step, in the order it happened."""
    told = merged(list(events))
    found = [
        Chapter(step, tuple(deed(event, names) for event in group))
        for step, group in groupby(told, key=lambda event: step_of(event))
    ]
    public = [chapter for chapter in found if chapter.step != "sheet"]
    unused = [d for chapter in found if chapter.step == "sheet" for d in chapter.deeds]
    return public + ([Chapter("sheet", tuple(unused))] if unused else [])


def deed(event: SeenEvent, names: Names) -> Deed:
    """Tell one event."""
    data = event.data
    seat = data.get("kingdom", data.get("giver"))
    tone = "loss" if event.kind in LOSSES else "nothing" if event.kind in NOTHINGS else ""
    die = data.get("die")
    return Deed(
        seat if isinstance(seat, int) else None,
        TELLERS[event.kind](data, names),
        (die,) if isinstance(die, int) else (),
        event.is_private,
        tone,
    )


def merged(events: Sequence[SeenEvent]) -> list[SeenEvent]:
    """Fold runs of the same small deed of one kingdom into one, its armies as a list."""
    told: list[SeenEvent] = []
    for event in events:
        if told and event.kind in MERGED and _same(told[-1], event):
            armies = [*_listed(told[-1].data["army"]), event.data["army"]]
            told[-1] = replace(told[-1], data={**told[-1].data, "army": armies})
        else:
            told.append(event)
    return told


MERGED = {"recalled", "army_fed", "army_deployed"}


def _same(one: SeenEvent, other: SeenEvent) -> bool:
    """Whether two events differ in their army (and where it came from) alone."""
    ignored = {"army", "start"}
    return one.kind == other.kind and all(
        one.data.get(key) == value for key, value in other.data.items() if key not in ignored
    )


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def step_of(event: SeenEvent) -> str:
    """Return the step an event belongs to, by its kind; a lost army by how it was lost."""
    if event.kind == "army_lost":
        return "deploy" if event.data.get("reason") == "no_room" else "recall"
    return STEP_OF[event.kind]


STEP_OF = {
    "capital_founded": "setup",
    "homeland_claimed": "setup",
    "army_raised": "setup",
    "year_began": "end",
    "order_rolled": "order",
    "order_set": "order",
    "seat_chosen": "recall",
    "recalled": "recall",
    "army_lost": "recall",
    "ship_docked": "recall",
    "ship_lost": "recall",
    "kingdom_out": "recall",
    "gathered": "gather",
    "tithe_given": "tithe",
    "bought": "build",
    "ship_built": "build",
    "army_recruited": "build",
    "army_disbanded": "build",
    "army_fed": "feed",
    "army_dismissed": "feed",
    "army_starved": "feed",
    "leftover_lost": "feed",
    "army_stayed": "deploy",
    "army_deployed": "deploy",
    "year_ended": "end",
    "scored": "end",
    "campaign_ended": "end",
    "line_unused": "sheet",
    "sheet_void": "sheet",
}


def _teller(template: Promise) -> Callable[[Data, Names], str]:
    """Tell an event by filling its data into a sentence."""

    def tell(data: Data, names: Names) -> str:
        return str(template) % facts(data, names)

    return tell


def facts(data: Data, names: Names) -> dict[str, str]:
    """Return an event's data as words: seats by name, amounts and armies spelt out."""
    words = {key: str(value) for key, value in data.items()}
    for key in ("kingdom", "giver", "receiver"):
        if isinstance(data.get(key), int):
            words[key] = names[data[key]]
    if "army" in data:
        words["armies"] = armies_words(_listed(data["army"]))
    if "gold" in data or "food" in data:
        words["amount"] = amount_words(data.get("gold", 0), data.get("food", 0))
    if "buy" in data:
        words["buy"] = str(BUYS.get(data["buy"], data["buy"]))
    return words


def _homeland(data: Data, names: Names) -> str:
    if data["settlement"]:
        text = _("%(kingdom)s claims hex %(tile)s with a %(settlement)s.")
        return text % {
            **facts(data, names),
            "settlement": BUYS.get(data["settlement"], data["settlement"]),
        }
    return _("%(kingdom)s claims hex %(tile)s.") % facts(data, names)


def _army_lost(data: Data, names: Names) -> str:
    texts = {
        "no_place": _("%(kingdom)s loses %(armies)s: there is no place to winter."),
        "cut_off": _("%(kingdom)s loses %(armies)s on hex %(tile)s: it is cut off from supply."),
        "no_room": _("%(kingdom)s loses %(armies)s: there is no settlement with room for it."),
    }
    return texts.get(data["reason"], _("%(kingdom)s loses %(armies)s.")) % facts(data, names)


def _gathered(data: Data, names: Names) -> str:
    counts = (
        ("capital", data["capitals"]),
        ("city", data["cities"]),
        ("village", data["villages"]),
        ("fortress", data["fortresses"]),
    )
    sources = [settlement_words(kind, count) for kind, count in counts if count]
    text = _("%(kingdom)s gathers %(amount)s (%(sources)s).")
    return text % {**facts(data, names), "sources": joined(sources) or _("no settlements")}


def _line_unused(data: Data, names: Names) -> str:
    reasons = {
        "illegal": ILLEGAL.get(data["code"], _("it was not allowed by then")),
        "condition": _("its condition did not hold"),
        "too_poor": _("there was not enough left to pay for it"),
    }
    values = {
        "line": data["line"] + 1,
        "list": str(LISTS.get(data["list"], data["list"])),
        "reason": reasons.get(data["reason"], data["reason"]),
    }
    return _("Line %(line)s of your %(list)s was not carried out: %(reason)s.") % values


def _sheet_void(data: Data, names: Names) -> str:
    text = _("Your answer for “%(stage)s” no longer made sense by then; the default counted.")
    return text % {"stage": phase_word(data["stage"])}


def _ended(data: Data, names: Names) -> str:
    texts = {
        "years": _("The campaign ends with year %(year)s, as agreed."),
        "one_left": _("The campaign ends in year %(year)s: one kingdom is left."),
        "nobody_left": _("The campaign ends in year %(year)s: no kingdom is left."),
    }
    return texts.get(data["reason"], _("The campaign ends in year %(year)s.")) % data


TELLERS: dict[str, Callable[[Data, Names], str]] = {
    "capital_founded": _teller(gettext_lazy("%(kingdom)s founds its capital on hex %(tile)s.")),
    "homeland_claimed": _homeland,
    "army_raised": _teller(
        gettext_lazy("%(kingdom)s raises %(armies)s on hex %(tile)s (%(points)s points).")
    ),
    "year_began": _teller(gettext_lazy("Winter of year %(year)s begins.")),
    "order_rolled": _teller(gettext_lazy("%(kingdom)s rolls for player order.")),
    "order_set": _teller(
        gettext_lazy("%(kingdom)s is number %(place)s in player order, armies: %(armies)s.")
    ),
    "seat_chosen": _teller(gettext_lazy("%(kingdom)s has no capital and winters on hex %(tile)s.")),
    "recalled": _teller(gettext_lazy("%(kingdom)s recalls %(armies)s to hex %(tile)s.")),
    "army_lost": _army_lost,
    "ship_docked": _teller(gettext_lazy("%(kingdom)s’s ship %(ship)s winters on hex %(tile)s.")),
    "ship_lost": _teller(
        gettext_lazy("%(kingdom)s loses ship %(ship)s: no city has a free berth.")
    ),
    "kingdom_out": _teller(gettext_lazy("%(kingdom)s holds no hex any more and is out.")),
    "gathered": _gathered,
    "tithe_given": _teller(gettext_lazy("%(giver)s gives %(receiver)s %(amount)s.")),
    "bought": _teller(gettext_lazy("%(kingdom)s builds a %(buy)s on hex %(tile)s (%(amount)s).")),
    "ship_built": _teller(
        gettext_lazy("%(kingdom)s builds ship %(ship)s on hex %(tile)s (%(amount)s).")
    ),
    "army_recruited": _teller(
        gettext_lazy(
            "%(kingdom)s recruits %(armies)s on hex %(tile)s, %(points)s points (%(amount)s)."
        )
    ),
    "army_disbanded": _teller(
        gettext_lazy("%(kingdom)s disbands %(armies)s to make room for a recruit.")
    ),
    "army_fed": _teller(gettext_lazy("%(kingdom)s feeds %(armies)s.")),
    "army_dismissed": _teller(gettext_lazy("%(kingdom)s lets %(armies)s go.")),
    "army_starved": _teller(gettext_lazy("%(kingdom)s has no food for %(armies)s: it is gone.")),
    "leftover_lost": _teller(gettext_lazy("%(kingdom)s loses what it did not spend: %(amount)s.")),
    "army_stayed": _teller(
        gettext_lazy("%(kingdom)s’s recruit, %(armies)s, stays in its fortress on hex %(tile)s.")
    ),
    "army_deployed": _teller(gettext_lazy("%(kingdom)s places %(armies)s on hex %(tile)s.")),
    "year_ended": _teller(gettext_lazy("Year %(year)s is over.")),
    "scored": _teller(gettext_lazy("%(kingdom)s scores %(score)s and takes place %(place)s.")),
    "campaign_ended": _ended,
    "line_unused": _line_unused,
    "sheet_void": _sheet_void,
}
