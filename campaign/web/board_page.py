"""The parts of the campaign page that all readers share, drawn once a revision and kept.

Kept are finished, escaped pieces of HTML (map, table of hexes, standings) under a key of
the campaign, its revision, its kingdoms' names and the language. They hold nothing
about the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.models import Campaign, Kingdom, Phase
from campaign.rules.scoring import Standing, places, standings
from campaign.rules.setup import empty_state
from campaign.rules.state import State
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of
from campaign.services.selectors import page_tag
from campaign.web.map_drawing import draw_map, draw_table
from campaign.web.map_scene import scene_of
from campaign.web.map_words import describe


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One kingdom as the table of standings shows it."""

    seat: int
    name: str
    race: str
    player: str
    is_alive: bool
    place: int
    hexes: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class BoardParts:
    """The finished pieces: the map with its key and table, and the standings."""

    map: SafeString
    standings: SafeString


def board_parts(
    campaign: Campaign, phase: Phase | None, kingdoms: Sequence[Kingdom]
) -> BoardParts:
    """Return the pieces for the campaign as it is, made now if they are not kept."""
    key = board_key(campaign, kingdoms)
    cache = caches["pictures"]
    kept = cache.get(key)
    if kept is None:
        kept = draw_board(campaign, phase, kingdoms)
        cache.set(key, (str(kept.map), str(kept.standings)))
        return kept
    return BoardParts(SafeString(kept[0]), SafeString(kept[1]))


def board_key(campaign: Campaign, kingdoms: Sequence[Kingdom]) -> str:
    """Return what the shared pieces depend on."""
    told = [(kingdom.name, kingdom.race, player_name(kingdom)) for kingdom in kingdoms]
    tag = page_tag(campaign.public_id, campaign.branch, campaign.revision, campaign.status, told)
    return f"board:{get_language()}:{tag}"


def draw_board(
    campaign: Campaign, phase: Phase | None, kingdoms: Sequence[Kingdom]
) -> BoardParts:
    """Draw the map and write the standings."""
    game = game_of(campaign)
    forming = campaign.status == Campaign.Status.FORMING
    state = empty_state(game.board, game.seats) if forming else state_now(campaign, phase)
    names = [kingdom.name for kingdom in kingdoms]
    scene = scene_of(game.board, state, names)
    rows = describe(scene)
    context = {
        "map_svg": draw_map(scene, rows),
        "map_table": draw_table(rows),
        "kingdoms": names,
    }
    lines = standing_lines(state, kingdoms, standings(state, game.rules))
    return BoardParts(
        render_to_string("map/panel.html", context),
        render_to_string(
            "parts/standings.html",
            {"lines": lines, "forming": forming, "might": game.rules.might},
        ),
    )


def standing_lines(
    state: State, kingdoms: Sequence[Kingdom], standing: Sequence[Standing]
) -> list[StandingLine]:
    """Return the standings, best place first."""
    ranks = places(tuple(standing))
    lines = [
        StandingLine(
            seat=kingdom.seat,
            name=kingdom.name,
            race=kingdom.race,
            player=player_name(kingdom),
            is_alive=state.kingdoms[kingdom.seat].alive,
            place=ranks[kingdom.seat],
            hexes=state.owners.count(kingdom.seat),
            standing=standing[kingdom.seat],
        )
        for kingdom in kingdoms
    ]
    return sorted(lines, key=lambda line: (line.place, line.seat))


def player_name(kingdom: Kingdom) -> str:
    """Return who plays a kingdom; empty when nobody does."""
    return kingdom.player.get_username() if kingdom.player else ""
