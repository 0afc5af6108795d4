"""Fold the events of one step into what is told together, so that a report reads quickly.

A run of the same small deed becomes one event with a list; a move takes what it found
with it; a battle, or a court, is one story from its first event to its last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from campaign.services.selectors import SeenEvent
from campaign.web.report_words import listed
from campaign.web.words import armies_words, token_words

Group = list[SeenEvent]

RUNS = {"recalled", "army_fed", "army_deployed"}
"""Deeds of one kingdom that are told in one sentence when they follow each other."""

QUIET = ("defended", "regrouped")
"""Orders that stay where they are: told by kingdom, after the moves."""

STORIES = {"battles": "battle", "court": "court"}
"""Steps that are told story by story, with what numbers each story."""

FOUND = {"explored", "tile_taken", "capital_fell", "capital_restored"}
"""What a move may lead to on its hex."""


def folded(step: str, events: Sequence[SeenEvent]) -> Iterator[Group]:
    """Give the events of one step in groups; each group is told as one deed."""
    if step == "moves":
        yield from moves(events)
    elif step in STORIES:
        yield from stories(events, STORIES[step])
    elif step == "order":
        yield from player_order(events)
    elif step == "reform":
        yield from reform(events)
    else:
        for event in runs(events):
            yield [event]


def player_order(events: Sequence[SeenEvent]) -> Iterator[Group]:
    """Give the order that was set with the dice that settled its ties behind it."""
    places = runs([event for event in events if event.kind == "order_set"])
    dice = [event for event in events if event.kind == "order_rolled"]
    if len(places) == 1:
        yield [*places, *(more(event, tied=1) for event in dice)]
    else:
        yield from ([event] for event in (*dice, *places))


def reform(events: Sequence[SeenEvent]) -> Iterator[Group]:
    """Tell by kingdom whom the ground laid down, then the rest in its order."""
    yield from stayed([event for event in events if event.kind == "laid_down"])
    yield from ([event] for event in events if event.kind != "laid_down")


def runs(events: Sequence[SeenEvent]) -> list[SeenEvent]:
    """Fold runs of the same small deed of one kingdom into one event."""
    told: list[SeenEvent] = []
    for event in events:
        folding = fold(told[-1], event) if told else None
        if folding is None:
            told.append(event)
        else:
            told[-1] = folding
    return told


def fold(one: SeenEvent, other: SeenEvent) -> SeenEvent | None:
    """Return two events as one, or ``None`` if they are told apart."""
    if one.kind != other.kind:
        return None
    if one.kind == "order_set":
        return more(one, order=[*listed_of(one, "order", "kingdom"), other.data["kingdom"]])
    if one.kind == "homeland_claimed" and one.data["kingdom"] == other.data["kingdom"]:
        return homeland(one, other)
    if one.kind in RUNS and _same(one, other):
        return more(one, army=[*listed(one.data["army"]), other.data["army"]])
    return None


def more(event: SeenEvent, **data: Any) -> SeenEvent:
    """Return an event with these data besides."""
    return replace(event, data={**event.data, **data})


def listed_of(event: SeenEvent, several: str, one: str) -> list[object]:
    """Return what a folded event lists under ``several``, else what it holds under ``one``."""
    return listed(event.data.get(several, event.data[one]))


def homeland(one: SeenEvent, other: SeenEvent) -> SeenEvent:
    """Return two tiles of a homeland as one claim."""
    return more(
        one,
        tiles=[*listed_of(one, "tiles", "tile"), other.data["tile"]],
        settlements=[*listed_of(one, "settlements", "settlement"), other.data["settlement"]],
    )


def _same(one: SeenEvent, other: SeenEvent) -> bool:
    """Whether two events differ in their army (and where it is or came from) alone."""
    return all(
        one.data.get(key) == other.data[key] for key in other.data.keys() - {"army", "start"}
    )


def moves(events: Sequence[SeenEvent]) -> Iterator[Group]:
    """Join each move with what it found, and put those who stayed behind the rest."""
    group: Group = []
    for event in [event for event in events if event.kind not in QUIET]:
        if group and event.kind in FOUND and event.data["tile"] == group[0].data.get("tile"):
            group += [] if is_told(event, group) else [event]
            continue
        if group:
            yield group
        group = [event]
    if group:
        yield group
    for kind in QUIET:
        yield from stayed([event for event in events if event.kind == kind])


def is_told(event: SeenEvent, group: Group) -> bool:
    """Whether a move's hex was nobody's: that it is explored says whose it is."""
    explored = any(each.kind == "explored" for each in group)
    return event.kind == "tile_taken" and event.data["loser"] == -1 and explored


def stayed(events: Sequence[SeenEvent]) -> Iterator[Group]:
    """Fold each kingdom's events of one kind into one."""
    for seat in dict.fromkeys(event.data["kingdom"] for event in events):
        own = [event for event in events if event.data["kingdom"] == seat]
        if len(own) == 1:
            yield own
        elif "ship" in own[0].data:
            yield [more(own[0], tokens=named(own))]
        else:
            yield [more(own[0], army=[event.data["army"] for event in own])]


def named(own: Sequence[SeenEvent]) -> list[str]:
    """Name tokens: the lone armies together, then each ship or pair."""
    armies = [event.data["army"] for event in own if not event.data["ship"]]
    floating = [event.data for event in own if event.data["ship"]]
    words = [token_words(data["army"], data["ship"]) for data in floating]
    return [armies_words(armies), *words] if armies else words


def stories(events: Sequence[SeenEvent], key: str) -> Iterator[Group]:
    """Give each battle, or court, as one group, in the order in which they began.

    What bears no number belongs to the story before it.
    """
    groups: dict[object, Group] = {}
    number: object = None
    for event in events:
        number = event.data.get(key, number)
        groups.setdefault(number, []).append(event)
    yield from groups.values()
