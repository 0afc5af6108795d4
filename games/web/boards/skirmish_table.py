"""What lies around the field of a skirmish: both sides, turns, Joker cards, the last fight,
the piece that is looked at, and what has just happened."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.skirmish.faction import faction
from games.skirmish.house import HOUSE
from games.web.boards import Scene
from games.web.boards import skirmish_words as words
from games.web.boards.skirmish_choosing import attacks_of, looked_at
from games.web.boards.skirmish_desk import Desk
from games.web.boards.skirmish_drawing import piece_face
from games.web.boards.skirmish_events import short_line
from games.web.boards.skirmish_names import entry_name, faction_name
from games.web.boards.skirmish_sheets import entry_row
from games.web.boards.skirmish_text import state_words

ROLES = ("attacker_entry", "target_entry")


def turns(view: Json) -> list[dict[str, Any]]:
    """Return the turn track; nothing before the first turn."""
    now = view["turn"]
    if not now or view["stage"] in ("team", "tree", "deploy"):
        return []
    return [
        {"number": number, "is_now": number == now, "is_past": number < now}
        for number in range(1, view["last_turn"] + 1)
    ]


def jokers(view: Json) -> list[bool]:
    """Return for each of the two Joker cards whether it lies face up."""
    return [number < view["jokers_up"] for number in range(HOUSE.joker_cards)]


def told(scene: Scene) -> list[str]:
    """Say what happened last, above the field; a replay says it in full by itself."""
    if not scene.address:
        return []
    said = [short_line(event, scene.names, scene.seat) for event in scene.events]
    return [text for text in said if text]


def side(scene: Scene, seat: int) -> dict[str, Any]:
    """Return what lies beside the board for one seat."""
    view = scene.view
    id = view["factions"][seat]
    mine = [piece for piece in view["pieces"] if piece["seat"] == seat]
    kept = view["kept"][seat]
    return {
        "name": scene.names[seat],
        "faction": faction_name(id),
        "is_mine": seat == scene.seat,
        "is_next": view["to_move"] == seat or seat in view["choosing"],
        "points": view["points"][seat],
        "is_known": bool(mine),
        "team": words.team_words(view["teams"][seat] or {}) if not mine else "",
        "face": piece_face(id, {"entry": faction(id).entries[0].id, "seat": seat}),
        "left": sum(piece["where"] == "board" and not piece["activated"] for piece in mine),
        "on_board": 0 if view["over"] else sum(piece["where"] == "board" for piece in mine),
        "slain": [entry_name(piece["entry"]) for piece in mine if piece["where"] == "slain"],
        "hand": _in_hand(mine, id),
        "kept": [words.card_words(card) for card in kept],
        "track": _kept_track(id, len(kept), may_grow="thaw" not in view["marks"][seat]),
    }


def _in_hand(pieces: list[Json], id: str) -> list[dict[str, Any]]:
    """Return what is still to be deployed, with drawings."""
    return [
        piece_face(id, piece) | {"name": entry_name(piece["entry"])}
        for piece in pieces
        if piece["where"] == "hand"
    ]


def _kept_track(id: str, kept: int, *, may_grow: bool) -> dict[str, Any] | None:
    """Return how many kept cards protect a faction's leader, and how many are still missing.

    Once there is a Thaw no card is kept any more: then nothing is said to be missing.
    """
    for entry in faction(id).entries:
        for ability in entry.abilities:
            if "protected_at" in ability.data:
                most = int(ability.data["protected_at"])
                return {
                    "leader": entry_name(entry.id),
                    "most": most,
                    "left": max(0, most - kept) if may_grow else 0,
                    "is_full": kept >= most,
                    "cells": [number < kept for number in range(most)],
                }
    return None


def last_fight(view: Json) -> dict[str, Any] | None:
    """Return the last Attack: the dice of both sides, which counted, and what was added."""
    last = view["last_fight"]
    if not last:
        return None
    pair = (last["seat"], 1 - last["seat"])
    return {
        "attacker": entry_name(last["attacker_entry"]),
        "target": entry_name(last["target_entry"]),
        "sides": [
            {
                "role": (_("Attack"), _("Defence"))[role],
                "name": entry_name(last[ROLES[role]]),
                "face": piece_face(
                    view["factions"][pair[role]], {"entry": last[ROLES[role]], "seat": pair[role]}
                ),
                "die": last["die"][role],
                "dice": _dice(last["dice"][role], last["net"][role]),
                "why": words.modifier_words(last, role),
                "total": last["totals"][role],
            }
            for role in (0, 1)
        ],
        "result": words.result_words(last),
    }


def _dice(rolled: list[int], net: int) -> list[tuple[int, bool]]:
    """Return each die with whether it counts."""
    counts = rolled.index(min(rolled) if net < 0 else max(rolled))
    return [(face, place == counts) for place, face in enumerate(rolled)]


def piece_card(desk: Desk) -> dict[str, Any] | None:
    """Return all about the piece that is chosen or looked at: state, rules, its Attacks."""
    square = looked_at(desk)
    if not square:
        return None
    view, piece = desk.scene.view, desk.pieces[square]
    id = view["factions"][piece["seat"]]
    row = entry_row(faction(id).by_id[piece["entry"]])
    return {
        **row,
        "face": piece_face(id, piece),
        "owner": desk.scene.names[piece["seat"]],
        "is_mine": piece["seat"] == desk.scene.seat,
        "square": square,
        "state": state_words(piece),
        "attacks": attacks_of(desk, desk.reach(square)),
    }
