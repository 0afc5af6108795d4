"""The board of the skirmish: the field, both sides, the last fight, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.models import Match
from games.skirmish.faction import faction
from games.web.boards import Scene
from games.web.boards import skirmish_events as events
from games.web.boards import skirmish_how_to as how_to
from games.web.boards import skirmish_text as text
from games.web.boards import skirmish_words as words
from games.web.boards.skirmish_choosing import Desk, choose
from games.web.boards.skirmish_drawing import Picture, fresh_of, piece_face
from games.web.boards.skirmish_names import entry_name, faction_name
from games.web.boards.skirmish_sheets import sheet
from games.web.boards.skirmish_teams import team_form


class SkirmishBoard:
    """Shows the field and lets the reader choose on it."""

    template = "matches/skirmish/board.html"
    how_to = "matches/skirmish/how_to.html"
    summary = gettext_lazy("Two teams of chess pieces fight, with dice, cards and Trees.")

    def for_match(self, match: Match) -> SkirmishBoard:
        """Every match of it calls things alike."""
        return self

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the field, both sides, and all that the reader can choose and send."""
        desk = Desk(scene)
        choose(desk)
        view = scene.view
        picture = Picture(view, scene.names, scene.seat == 1, desk.targets, fresh_of(scene.events))
        return {
            "picture": picture.to_context(),
            "prompt": desk.prompt,
            "sends": desk.sends,
            "ways": desk.ways,
            "team": team_form(scene),
            "turns": [
                {
                    "number": number,
                    "is_now": number == view["turn"],
                    "is_past": number < view["turn"],
                }
                for number in range(1, view["last_turn"] + 1)
            ],
            "sides": [_side(scene, seat) for seat in _order(scene)],
            "fight": _last_fight(view),
            "shown": [words.card_words(card) for card in view["shown"]],
            "deck": view["deck"],
            "discard": [words.card_words(card) for card in reversed(view["discard"])],
            "jokers_up": view["jokers_up"],
            "is_thawing": "thaw" in view["marks"][0] + view["marks"][1],
            "sheets": [sheet(faction(id)) for id in view["factions"]],
        }

    def how_to_pictures(self) -> dict[str, Any]:
        """Return an example field and the sheets of all factions."""
        return how_to.pictures()

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return events.line(event, names, seat)

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer in plain words."""
        return words.answer_words(answer, kind)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return text.as_text(view, names)


def _order(scene: Scene) -> tuple[int, int]:
    """Return the seats as they lie beside the board: the far side first."""
    return (0, 1) if scene.seat == 1 else (1, 0)


def _side(scene: Scene, seat: int) -> dict[str, Any]:
    """Return what lies beside the board for one seat."""
    view = scene.view
    id = view["factions"][seat]
    mine = [piece for piece in view["pieces"] if piece["seat"] == seat]
    kept = view["kept"][seat]
    return {
        "name": scene.names[seat],
        "faction": faction_name(id),
        "is_mine": seat == scene.seat,
        "is_next": view["to_move"] == seat,
        "points": view["points"][seat],
        "team": words.team_words(view["teams"][seat] or {}),
        "face": piece_face(id, {"entry": faction(id).entries[0].id, "seat": seat}),
        "left": sum(piece["where"] == "board" and not piece["activated"] for piece in mine),
        "slain": [entry_name(piece["entry"]) for piece in mine if piece["where"] == "slain"],
        "in_hand": sum(piece["where"] == "hand" for piece in mine),
        "kept": [words.card_words(card) for card in kept],
        "until": _until_protected(id, len(kept)),
    }


def _until_protected(id: str, kept: int) -> int | None:
    """Return how many kept cards a faction still needs to protect its leader, if any can."""
    for entry in faction(id).entries:
        for ability in entry.abilities:
            if "protected_at" in ability.data:
                return max(0, int(ability.data["protected_at"]) - kept)
    return None


def _last_fight(view: Json) -> dict[str, Any] | None:
    last = view["last_fight"]
    if not last:
        return None
    return {
        "attacker": entry_name(last["attacker_entry"]),
        "target": entry_name(last["target_entry"]),
        "attack": words.side_words(last, 0),
        "defence": words.side_words(last, 1),
        "result": words.result_words(last),
    }


BOARD = SkirmishBoard()
