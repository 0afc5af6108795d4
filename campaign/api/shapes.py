"""Bodies that are put together from several selectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.api.preconditions import sheet_tag
from campaign.api.serializers import outputs
from campaign.models import Ask, Campaign, Phase
from campaign.rules.board import DIRECTIONS, Board
from campaign.rules.courts.choices import court_choices
from campaign.rules.forecast import Forecast
from campaign.rules.ruleset import RULES, Price, differences, to_json
from campaign.rules.setup.choices import setup_choices
from campaign.rules.state import COURT, ORDERS, REPORT, SETUP_STAGES, State
from campaign.rules.summer.choices import month_choices
from campaign.rules.summer.report_choices import report_choices
from campaign.rules.system import CampaignGame
from campaign.rules.winter.choices import choices
from campaign.services import selectors
from campaign.services.banners import shown_race
from campaign.services.chances import campaign_commitment
from campaign.services.policy import Access
from campaign.services.positions import holdings, position_of, seats_asked
from campaign.services.rulebook import begin_of, game_of, state_of
from games.engine.contract import Json


def campaign_shape(access: Access) -> Json:
    """Return a campaign with its settings, kingdoms and running phase."""
    campaign = access.campaign
    phase = selectors.current_phase(campaign)
    game = game_of(campaign)
    return outputs.CampaignLine(campaign).data | {
        "edition": game.edition,
        "play": "open" if game.mode.open else "sealed",
        "hand_in": "sheet" if game.mode.one_sheet else "steps",
        "begin": begin_of(campaign),
        "rules_version": campaign.rules_version,
        "differences": differences_shape(campaign),
        "time_zone": campaign.time_zone,
        "schedule": campaign.schedule,
        "ends_early": campaign.ends_early,
        "revision": campaign.revision,
        "commitment": campaign_commitment(campaign),
        "kingdoms": kingdoms_shape(access, phase),
        "phase": running_shape(phase),
        "you": {"seat": access.seat, "is_game_master": access.is_game_master},
    }


def differences_shape(campaign: Campaign) -> list[Json]:
    """Return every rule that is not its edition's."""
    game = game_of(campaign)
    return [
        {
            "rule": entry.rule,
            "label": _(RULES[entry.rule].label),
            "standard": to_json(entry.standard),
            "value": to_json(entry.value),
        }
        for entry in differences(game.edition, game.rules)
    ]


def kingdoms_shape(access: Access, phase: Phase | None = None) -> list[Json]:
    """Return the kingdoms and what each holds."""
    held = holdings(position_of(access, phase))
    campaign = access.campaign
    rows = [
        _kingdom(row, held[row.seat]) | {"race": shown_race(campaign, row.race, row.race_wish)}
        for row in selectors.kingdoms_of(campaign)
    ]
    return list(outputs.Kingdom(rows, many=True).data)


KINGDOM = (
    "seat", "name", "faction", "regent", "is_alive", "gold", "food", "seat_tile", "might",
    "strategies",
)  # fmt: skip
"""What of a kingdom's row all may know."""


def _kingdom(row: Any, held: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in KINGDOM} | {
        "player": row.player.get_username() if row.player else None,
        "tiles": held.tiles,
        "settlements": dict(held.settlements),
        "armies": held.armies,
        "ships": held.ships,
    }


def map_shape(board: Board) -> Json:
    """Return the map tile by tile; ``edges`` holds what a tile's own sides bear."""
    return {
        "name": board.name,
        "tiles": [
            {
                "n": tile.number,
                "q": tile.q,
                "r": tile.r,
                "terrain": tile.terrain,
                "river": tile.river,
                "bridge": tile.bridge,
                "start": tile.start,
                "name": tile.name,
                "edges": {
                    name: mark for name, mark in zip(DIRECTIONS, borders, strict=True) if mark
                },
            }
            for tile, borders in zip(board.tiles, board.borders, strict=True)
        ],
    }


def running_shape(phase: Phase | None) -> Json:
    """Return the running phase and whom it asks; ``None`` when there is none."""
    if phase is None:
        return None
    return outputs.RunningPhase(phase, context={"asked": seats_asked(phase)}).data


def ask_shape(access: Access, phase: Phase | None, ask: Ask | None) -> Json:
    """Return what the reader is asked, what there is to choose, and what is handed in."""
    if phase is None or ask is None or access.seat is None:
        return None
    game = game_of(access.campaign)
    state = state_of(game, phase)
    asked = next(entry for entry in game.asks(state) if entry.seat == access.seat)
    sheet = ask.submission
    return {
        "seat": asked.seat,
        "kind": asked.kind,
        "default": asked.default,
        "legal": None if asked.legal is None else list(asked.legal),
        "choices": choices_shape(game, state, access.seat),
        "sheet": sheet.sheet if sheet else None,
        "receipt": sheet.receipt if sheet else None,
        "etag": sheet_tag(sheet.receipt) if sheet else None,
    }


def choices_shape(game: CampaignGame, state: State, seat: int) -> Json:
    """Return what there is to choose; each part of the year stands in it in its time.

    Nothing that is said within the phase changes it: of courts it is what may be played for
    before anything is staked.
    """
    shown = plain(choices(game, state, seat))
    if state.stage in SETUP_STAGES:
        shown["setup"] = plain(setup_choices(game, state))
    if state.stage == ORDERS:
        month = month_choices(game, state, seat)
        shown["month"] = plain(month) | {"orders": [plain(x) for x in month.orders.values()]}
    if state.stage == REPORT:
        shown["report"] = _report_shape(game, state, seat)
    if state.stage == COURT:
        shown["court"] = plain(court_choices(game.table(state), challenger=seat))
    return shown


def _report_shape(game: CampaignGame, state: State, seat: int) -> Json:
    """Return where tokens in waiting battles may go: what ``retreat`` and ``advance`` can say."""
    can = report_choices(game, state, seat)
    steps = [
        {"army": army, "ship": ship, "to": plain(places)} for (army, ship), places in can.steps
    ]
    return {"havens": plain(can.havens), "steps": steps}


def forecast_shape(forecast: Forecast) -> Json:
    """Return what is expected to come of a sheet."""
    return {
        "events": [{"kind": event.kind, "data": dict(event.data)} for event in forecast.events],
        "holdings": plain(forecast.holdings),
        "stage": forecast.stage,
        "dice": forecast.dice,
        "explores": list(forecast.explores),
        "undecided": forecast.undecided,
    }


def plain(value: Any) -> Json:
    """Return one of the rules' small frozen values as JSON, field by field."""
    if isinstance(value, Price):
        return value._asdict()
    if is_dataclass(value):
        return {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    return dict(value) if isinstance(value, Mapping) else value
