"""Units by their names: what a report adds to events that know a unit by its number alone.

Only names on lists that the reader may know; every other unit keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from campaign.rules.rosters import Roster, Unit
from campaign.services.selectors import SeenEvent

NAMED = {"unit_routed", "unit_grew", "unit_struck"}
"""The events about units of lists."""

Units = Mapping[tuple[object, object], tuple[Unit, ...]]


def with_unit_names(events: Iterable[SeenEvent], rosters: Iterable[Roster]) -> list[SeenEvent]:
    """Return the events, with ``unit_name`` and ``by_unit_name`` where a list has them."""
    units: Units = {(each.kingdom, each.army): each.units for each in rosters}
    return [_named(event, units) if event.kind in NAMED else event for event in events]


def _named(event: SeenEvent, units: Units) -> SeenEvent:
    data = dict(event.data)
    for by in ("", "by_"):
        place = data.get(f"{by}unit")
        listed = units.get((data.get(f"{by}kingdom"), data.get(f"{by}army")), ())
        if isinstance(place, int) and 1 <= place <= len(listed):
            data[f"{by}unit_name"] = listed[place - 1].name
    return replace(event, data=data)
