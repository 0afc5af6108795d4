"""The season's table as a page shows it: one row a kingdom, and small charts over the years.

All charts of one measure have the same height for all kingdoms, so that they can be compared;
each has one line, named above it, so that nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign
from campaign.rules.ruleset import Ruleset
from campaign.services.desk import KingdomName
from campaign.services.season import Record, Season, deeds_since, totals

Measures = tuple[tuple[str, Promise | str], ...]
MEASURES: Measures = (
    ("gold", _("Gold")),
    ("food", _("Food")),
    ("tiles", _("Hexes")),
    ("armies", _("Armies")),
    ("might", _("Might")),
)
"""What is drawn of a kingdom, in this sequence; might last, as it is a toggle."""

LEFT, RIGHT, TOP, FLOOR, FOOT = 8, 152, 20, 66, 82
"""Where a chart's lines are, in a box of 160 by 88."""

Values = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """One measure of one kingdom. ``value`` is the newest, ``None`` while there is none."""

    title: Promise | str
    value: int | None
    svg: SafeString


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One kingdom: how it stands, what it has done in these years, and its charts."""

    kingdom: KingdomName
    now: Record
    totals: dict[str, int]
    years: tuple[Record, ...]
    charts: tuple[Chart, ...]

    @property
    def is_out(self) -> bool:
        """Whether the kingdom is gone."""
        return not self.now.is_alive


@dataclass(frozen=True, slots=True)
class BriefRow:
    """One kingdom, and what it has done in these years."""

    kingdom: KingdomName
    totals: dict[str, int]


def season_brief(campaign: Campaign, kingdoms: Sequence[KingdomName]) -> str:
    """Write battles, matches and courts for the campaign's own page, and the way to all of it."""
    since, done = deeds_since(campaign)
    rows = [BriefRow(kingdom, done[kingdom.seat]) for kingdom in kingdoms]
    context = {"campaign": campaign, "rows": rows, "since": since}
    return render_to_string("parts/season_brief.html", context)


def measures_of(rules: Ruleset) -> Measures:
    """Return what is drawn under these rules."""
    return MEASURES if rules.might else MEASURES[:-1]


def season_rows(
    season: Season, names: Sequence[KingdomName], measures: Measures = ()
) -> list[SeasonRow]:
    """Return a row a kingdom with charts of these measures, best place first."""
    tops = {key: top_of(season, key) for key, _title in measures}
    rows = [
        SeasonRow(
            kingdom=kingdom,
            now=records[-1],
            totals=totals(records),
            years=records,
            charts=tuple(
                chart(season, title, [getattr(each, key) for each in records], tops[key])
                for key, title in measures
            ),
        )
        for kingdom, records in zip(names, season.records, strict=True)
        if records
    ]
    return sorted(rows, key=lambda row: (row.now.place, row.kingdom.seat))


def top_of(season: Season, key: str) -> int:
    """Return the most that any kingdom had of a measure in any of the years."""
    found = [getattr(each, key) or 0 for records in season.records for each in records]
    return max(found, default=0)


def chart(season: Season, title: Promise | str, values: Values, top: int) -> Chart:
    """Draw one measure of one kingdom; ``top`` is the height of the chart."""
    known = [value for value in values if value is not None]
    return Chart(title, known[-1] if known else None, draw(season, values, top))


def draw(season: Season, values: Values, top: int) -> SafeString:
    """Draw a line with a dot a year; the way to a year that still runs is dashed, its dot open."""
    points = [
        (across(place, len(values)), height(value, top))
        for place, value in enumerate(values)
        if value is not None
    ]
    runs = bool(points) and values[-1] is not None and not season.years[-1].is_over
    done = points[:-1] if runs else points
    return format_html(
        '<svg class="trend-chart" viewBox="0 0 160 88" aria-hidden="true">'
        '<path class="trend-frame" d="M{} {}H{}M{} {}H{}"/>'
        '<text x="{}" y="{}">{}</text><text x="{}" y="{}">{}</text>'
        '<text class="trend-end" x="{}" y="{}">{}</text>'
        '<path class="trend-line" d="{}"/><path class="trend-dots" d="{}"/>{}</svg>',
        *(LEFT, TOP, RIGHT, LEFT, FLOOR, RIGHT),
        *(LEFT, TOP - 6, top or "", LEFT, FOOT, season.years[0].year),
        *(RIGHT, FOOT, season.years[-1].year if len(season.years) > 1 else ""),
        line(done),
        "".join(f"M{x} {y}h.01" for x, y in done),
        open_end(points[-2:]) if runs else "",
    )


def open_end(points: Sequence[tuple[float, float]]) -> SafeString:
    """Draw the way to the year that runs."""
    x, y = points[-1]
    return format_html(
        '<path class="trend-line trend-open" d="{}"/><circle class="trend-now" cx="{}" cy="{}"'
        ' r="4"/>',
        line(points),
        x,
        y,
    )


def line(points: Sequence[tuple[float, float]]) -> str:
    """Return the path through some points; none through fewer than two."""
    return "M" + "L".join(f"{x} {y}" for x, y in points) if len(points) > 1 else ""


def across(place: int, count: int) -> float:
    """Return where the year at a place stands; the first left, the last right."""
    return LEFT + round((RIGHT - LEFT) * place / max(count - 1, 1), 1)


def height(value: int, top: int) -> float:
    """Return where a value stands; 0 on the floor."""
    return FLOOR - round((FLOOR - TOP) * value / max(top, 1), 1)
