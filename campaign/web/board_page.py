"""The parts of the campaign page that all readers share, drawn once and kept.

Kept are finished, escaped pieces of HTML: the board (map, table of hexes, standings) by
campaign, revision, names and language; the annals (reports, rules, log) by these,
the last log entry and the reader's zone. They hold nothing about the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice

from django.core.cache import caches
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.models import Campaign, LogEntry, Phase
from campaign.rules.ruleset import MONTHS
from campaign.rules.scoring import Standing, places, standings
from campaign.rules.setup.steps import empty_state
from campaign.rules.state import State
from campaign.services.desk import KingdomName
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import log_of, phases_done
from campaign.services.yearbook import last_month
from campaign.web.house_rules import edition_word, rule_lines
from campaign.web.map_drawing import draw_map, draw_table
from campaign.web.map_lines import moves_of, orders_of, public_orders, with_orders
from campaign.web.map_scene import MapLine, scene_of
from campaign.web.map_words import describe
from campaign.web.season_page import season_brief
from campaign.web.words import COURT_ACTIONS, log_words, phase_title
from games.engine.contract import Json
from games.hosting.tags import page_tag

REPORTS_SHOWN = 12
MOST_TURNS = 600
LOG_SHOWN = 20

Pieces = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One kingdom as the table of standings shows it."""

    kingdom: KingdomName
    is_alive: bool
    place: int
    hexes: int
    ships: int
    might: int
    strategies: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One entry of the list of reports; the turns of a stage of open play are one.

    ``ordinal`` is its first phase, ``turns`` how many it holds, ``at`` when its last was over.
    """

    ordinal: int
    year: int
    title: str
    turns: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Own:
    """What only one reader may see on the board: their seat's sheet, handed in or being written."""

    seat: int | None
    sheet: Json


def kept(key: str, make: Callable[[], Pieces]) -> tuple[SafeString, ...]:
    """Return finished pieces of HTML, made now if they are not kept."""
    cache = caches["pictures"]
    pieces = cache.get(key)
    if pieces is None:
        pieces = make()
        cache.set(key, tuple(str(piece) for piece in pieces))
    return tuple(SafeString(piece) for piece in pieces)


def board_key(campaign: Campaign, names: Sequence[KingdomName]) -> str:
    """Return what the board's pieces depend on."""
    tag = page_tag(campaign.public_id, campaign.branch, campaign.revision, campaign.status, names)
    return f"board-hexes:{get_language()}:{tag}"


def board_pieces(
    campaign: Campaign, phase: Phase | None, names: Sequence[KingdomName]
) -> tuple[SafeString, ...]:
    """Return the map with its key, the table of hexes, the standings."""
    return kept(board_key(campaign, names), lambda: draw_board(campaign, phase, names))


def draw_board(campaign: Campaign, phase: Phase | None, names: Sequence[KingdomName]) -> Pieces:
    """Draw the map, write the table of hexes and the standings."""
    game = game_of(campaign)
    forming = campaign.status == Campaign.Status.FORMING
    state = empty_state(game.board, game.seats) if forming else state_now(campaign, phase)
    moves = [] if forming else moves_of(last_month(campaign, state.year))
    standing = standing_lines(state, names, standings(state, game.rules))
    context = {
        "lines": standing,
        "forming": forming,
        "month": state.summer.month,
        "months": MONTHS,
        "year": state.year,
        "years": game.rules.years,
        "has_might": game.rules.might,
        "has_strategies": game.rules.strategies,
    }
    sheets = reverse("campaign-map", args=[campaign.pk])
    return (
        *draw_hexes(campaign, state, names, [*moves, *public_orders(state)], sheets),
        render_to_string("parts/standings.html", context)
        + ("" if forming else season_brief(campaign, [line.kingdom for line in standing])),
    )


def draw_hexes(
    campaign: Campaign,
    state: State,
    names: Sequence[KingdomName],
    lines: Sequence[MapLine],
    sheets: str = "",
) -> Pieces:
    """Draw a map with its key, and apart from it its table.

    ``sheets`` is the address under which every hex has its sheet; maps of the past have none.
    """
    called = [kingdom.name for kingdom in names]
    scene = scene_of(game_of(campaign).board, state, called, lines)
    rows = describe(scene)
    context = {
        "map_svg": draw_map(scene, rows),
        "map_table": draw_table(rows, sheets=sheets),
        "kingdoms": called,
    }
    return (
        render_to_string("map/board.html", context),
        render_to_string("map/every_hex.html", context),
    )


def own_board(board: SafeString, campaign: Campaign, phase: Phase | None, own: Own) -> SafeString:
    """Return the kept map, or its table, with the reader's own orders, if they have given any."""
    if phase is None or own.seat is None or phase.kind != "month" or not own.sheet:
        return board
    game = game_of(campaign)
    return with_orders(board, orders_of(state_of(game, phase), own.seat, own.sheet), game.board)


def standing_lines(
    state: State, names: Sequence[KingdomName], standing: Sequence[Standing]
) -> list[StandingLine]:
    """Return the standings, best place first."""
    ranks = places(tuple(standing))
    lines = [
        StandingLine(
            kingdom=kingdom,
            is_alive=state.kingdoms[kingdom.seat].alive,
            place=ranks[kingdom.seat],
            hexes=state.owners.count(kingdom.seat),
            ships=sum(ship.kingdom == kingdom.seat for ship in state.ships),
            might=state.kingdoms[kingdom.seat].might,
            strategies=state.kingdoms[kingdom.seat].strategies,
            standing=standing[kingdom.seat],
        )
        for kingdom in names
    ]
    return sorted(lines, key=lambda line: (line.place, line.kingdom.seat))


def annals(
    campaign: Campaign, phase: Phase | None, names: Sequence[KingdomName], last_entry: int
) -> SafeString:
    """Return the reports, the rules and the log."""
    zone = timezone.get_current_timezone_name()
    ordinal = phase.ordinal if phase else "none"
    key = f"annals:{zone}:{ordinal}:{last_entry}:{board_key(campaign, names)}"
    return kept(key, lambda: write_annals(campaign, names))[0]


def write_annals(campaign: Campaign, names: Sequence[KingdomName]) -> Pieces:
    """Write the reports, the rules and the log."""
    game = game_of(campaign)
    called = {kingdom.seat: kingdom.name for kingdom in names}
    context = {
        "campaign": campaign,
        "reports": report_lines(phases_done(campaign)[:MOST_TURNS], is_open=game.mode.open),
        "edition": edition_word(game.edition),
        "rules": rule_lines(game.edition, game.rules),
        "log": [log_line(entry, called) for entry in log_of(campaign)[:LOG_SHOWN]],
    }
    return (render_to_string("parts/annals.html", context),)


def report_lines(newest: Iterable[Phase], *, is_open: bool) -> list[ReportLine]:
    """Fold phases that are over, the newest first, into the last reports.

    In open play the turns of one stage, and those of one month, are one entry.
    """

    def stage(phase: Phase) -> tuple[int, str]:
        kind = "month" if is_open and phase.month else phase.kind
        return phase.year, phase_title(kind, phase.month)

    folded = groupby(newest, key=stage if is_open else lambda phase: phase.ordinal)
    return [_report_line(list(group), stage) for _, group in islice(folded, REPORTS_SHOWN)]


def _report_line(phases: list[Phase], stage: Callable[[Phase], tuple[int, str]]) -> ReportLine:
    last, first = phases[0], phases[-1]
    year, title = stage(first)
    return ReportLine(first.ordinal, year, title, len(phases), last.done_at)


def log_line(entry: LogEntry, names: dict[int, str]) -> dict[str, object]:
    """Return one thing that was done, and who did it."""
    return {
        "at": entry.at,
        "actor": _actor(entry),
        "text": log_words(entry.action, entry.data, names),
        "reason": entry.reason,
    }


def _actor(entry: LogEntry) -> str:
    """Name who did it; a challenge to a court is answered by the steward if by nobody else."""
    if entry.actor:
        return entry.actor.get_username()
    return _("The steward") if entry.action in COURT_ACTIONS else ""
