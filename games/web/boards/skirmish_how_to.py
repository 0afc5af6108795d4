"""What the page that explains the skirmish shows: an example field, shapes, sheets, numbers."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.skirmish import SYSTEM
from games.skirmish.faction import factions
from games.skirmish.house import HOUSE
from games.web.boards.skirmish_drawing import Picture, piece_face
from games.web.boards.skirmish_names import faction_name
from games.web.boards.skirmish_sheets import sheet

EXAMPLE = {
    "south": {
        "e1": "captain",
        "d2": "spearman activated",
        "e4": "outrider adv=1",
        "a1": "watchtower blessed",
    },
    "north": {"e8": "father_winter", "d5": "arctic_wolf dis=1 cursed", "c8": "solstice_totem"},
    "trees": ["c4", "f5", "g3"],
}

RULINGS: tuple[tuple[tuple[int, ...], Promise], ...] = (
    ((1, 2), gettext_lazy("South and North, adjacency in eight directions, what is unoccupied.")),
    (
        (3, 4),
        gettext_lazy(
            "A team costs no more than its points and has a piece at least; factions differ; what"
            " all pieces but the Queen cost."
        ),
    ),
    (
        (5,),
        gettext_lazy("The roll for the first player, where Trees stand, where pieces deploy."),
    ),
    (
        (6, 7, 37),
        gettext_lazy(
            "Activations alternate without passing, the first player changes each turn, a piece"
            " does one thing, and only a rule that says “may” is optional."
        ),
    ),
    (
        (8, 9, 38),
        gettext_lazy(
            "Pieces and Trees block Moves and Attacks, Moves never take, staying put is no Move."
        ),
    ),
    (
        (10, 11),
        gettext_lazy(
            "Advantage and Disadvantage are a second die, a tie is the Defender’s, and the winner"
            " enters the square."
        ),
    ),
    (
        (12, 40),
        gettext_lazy(
            "What Blessing and Curse add, that one takes the other away, and that nobody gets"
            " either twice."
        ),
    ),
    (
        (13, 14),
        gettext_lazy("Where slain pieces go, and where a piece that cannot be slain steps aside."),
    ),
    (
        (15, 16, 17),
        gettext_lazy("One shared deck and two Joker cards, face up at first; no Major Arcana."),
    ),
    ((18,), gettext_lazy("The die and the path of every type of piece.")),
    (
        (19, 20, 21, 22, 23, 24, 25, 41),
        gettext_lazy(
            "What Faction Leader, Legendary, Fool’s Endeavour, Castle, En Passant, Promotion and"
            " Mounted Advantage do."
        ),
    ),
    (
        (26, 27),
        gettext_lazy("Random placement rolls again for a taken square; where pieces come back."),
    ),
    (
        (28, 39, 46),
        gettext_lazy(
            "A faction’s own victory comes before points, losing the last piece before any other"
            " rule, and a game that is stopped is judged by points."
        ),
    ),
    (
        (29, 42),
        gettext_lazy("Who chooses the cards kept by a Conjure, in which order they work, on whom."),
    ),
    (
        (30, 43),
        gettext_lazy("The Thaw holds for the Conjure that brings it on, and for good."),
    ),
    ((31,), gettext_lazy("When the Witch’s last Conjure comes, and how many cards it keeps.")),
    (
        (32, 33, 34, 44),
        gettext_lazy(
            "The choices of Winter wonderland, Natural camouflage and Prowl: their lists are lost."
        ),
    ),
    (
        (35, 36, 45),
        gettext_lazy("The Plain Guard and the Briar Host are our own."),
    ),
)
"""Our rulings, by their numbers in the rules specification (skirmish.md 20)."""


def pictures() -> dict[str, Any]:
    """Return all that the page's template needs as ``pictures``."""
    game = SYSTEM.open({"factions": ["plain_guard", "blights"]}, 2)
    view = game.view(game.position(EXAMPLE), None)
    names = [_("South"), _("North")]
    return {
        "field": Picture(view, names).to_context(),
        "types": [
            {
                "name": _(one.name),
                "letter": one.letter,
                "die": one.die,
                "cost": one.cost,
                "path": _path(one.path),
            }
            for one in HOUSE.types.values()
        ],
        "shapes": [
            {
                "name": faction_name(one.id),
                "face": piece_face(one.id, {"entry": one.entries[0].id, "seat": 0}),
            }
            for one in factions()
        ],
        "sheets": [sheet(one) for one in factions()],
        "house": HOUSE,
        "rulings": [text for _numbers, text in RULINGS],
        "shoves": {"blessing": f"{HOUSE.blessing:+d}", "curse": f"{HOUSE.curse:+d}"},
    }


def _path(path: str) -> str:
    return {
        "step": _("1 square, any direction"),
        "all_lines": _("any distance, any direction"),
        "straight_lines": _("any distance along rank or file"),
        "diagonal_lines": _("any distance diagonally"),
        "short_lines": _("1 or 2 squares in a straight line"),
        "leap": _("a Knight’s leap"),
        "pawn": _("1 square forward, 2 the first time; Attacks diagonally forward"),
    }[path]
