"""A map in words: what its drawing shows, hex by hex, for the table and for screen readers.

Both the drawing and the table are made from these rows, so that they cannot
tell different facts. Texts come in the active language.
Source: campaign.md 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.web.map_scene import MOVED, OPEN, MapLine, MapScene, MapTile, Stack
from campaign.web.words import joined, token_words

TERRAINS: dict[str, Promise | str] = {
    "plain": _("plain"),
    "forest": _("forest"),
    "mountain": _("mountain"),
    "marsh": _("marsh"),
    "coast": _("coast"),
    "ocean": _("open water"),
}
SETTLEMENTS: dict[str, Promise | str] = {
    "village": _("village"),
    "city": _("city"),
    "capital": _("capital"),
    "fortress": _("fortress"),
}


@dataclass(frozen=True, slots=True)
class TileRow:
    """The facts of one hex as text, empty where there is nothing to say.

    ``sentence`` says everything at once, as a link's name does.
    """

    number: int
    name: str
    seat: int | None
    land: str
    holder: str
    settlement: str
    tokens: str
    lines: str
    battle: str
    sentence: str


def describe(scene: MapScene) -> tuple[TileRow, ...]:
    """Describe every hex, in the order of the tiles."""
    words, lines = Words(), lines_by_hex(scene.lines)
    return tuple(
        [describe_tile(scene, tile, words, lines.get(tile.number, ())) for tile in scene.tiles]
    )


def lines_by_hex(lines: Iterable[MapLine]) -> dict[int, list[MapLine]]:
    """Sort lines by the hex that tells of them: a move where it ended, an order where it starts."""
    found: dict[int, list[MapLine]] = {}
    for line in lines:
        found.setdefault(line.tile if line.kind == MOVED else line.start, []).append(line)
    return found


def describe_tile(
    scene: MapScene, tile: MapTile, words: Words, lines: Sequence[MapLine] = ()
) -> TileRow:
    """Describe one hex."""
    seat = scene.owners.get(tile.number)
    land = words.land(scene, tile)
    holder = "" if seat is None else words.held % {"name": scene.kingdoms[seat]}
    settlement = words.things.get(scene.settlements.get(tile.number, ""), "")
    tokens = words.tokens(scene, scene.stacks.get(tile.number, ()))
    head = words.hex % {"number": tile.number}
    title = f"{head}, {tile.name}" if tile.name else head
    said = "; ".join([f"{scene.kingdoms[line.seat]}: {line_words(line)}" for line in lines])
    fought = battle_words(scene, tile.number)
    parts = (title, land, holder, settlement, tokens, fought, said)
    sentence = ". ".join([part for part in parts if part])
    return TileRow(
        tile.number, tile.name, seat, land, holder, settlement, tokens, said, fought, sentence
    )


def battle_words(scene: MapScene, number: int) -> str:
    """Say who fights on a hex now; empty where nobody does."""
    seats = scene.battles.get(number)
    if not seats:
        return ""
    return gettext("battle: %(names)s") % {"names": joined(scene.kingdoms[seat] for seat in seats)}


def line_words(line: MapLine) -> str:
    """Say a line: "army 2 came from 14", "army 2 ordered to 16", "army 2 ordered to defend"."""
    token = token_words(line.army, line.ship)
    if line.kind == MOVED:
        return gettext("%(token)s came from %(hex)s") % {"token": token, "hex": line.start}
    if line.tile != line.start:
        return gettext("%(token)s ordered to %(hex)s") % {"token": token, "hex": line.tile}
    text = STAYING.get(line.order)
    return str(text) % {"token": token} if text else token


STAYING: dict[str, Promise | str] = {
    "defend": _("%(token)s ordered to defend"),
    "raze": _("%(token)s ordered to raze"),
    "regroup": _("%(token)s ordered to regroup"),
    "hold": _("%(token)s ordered to hold"),
}
"""Orders that stay where they are."""


class Words:
    """The words of one description in the active language, looked up once for all hexes."""

    def __init__(self) -> None:
        self.things = {key: str(word) for key, word in (TERRAINS | SETTLEMENTS).items()}
        self.hex = gettext("Hex %(number)s")
        self.held = gettext("held by %(name)s")
        self.flags = (gettext("river"), gettext("bridge"), gettext("start"))
        self.lying = gettext("%(number)s on its side")
        self.edges = {
            "mountain": gettext("mountain between it and %(hex)s"),
            "forest": gettext("forest between it and %(hex)s"),
            "water": gettext("water between it and %(hex)s"),
            OPEN: gettext("open way to %(hex)s"),
        }

    def land(self, scene: MapScene, tile: MapTile) -> str:
        """Name terrain, flags and marked edges of a hex."""
        has = (tile.river, tile.bridge, tile.start)
        parts = [self.things[tile.terrain]]
        parts += [flag for flag, given in zip(self.flags, has, strict=True) if given]
        for direction, mark in scene.marks.get(tile.number, ()):
            other = scene.beyond[tile.number][direction]
            parts.append(self.edges[mark] % {"hex": other.number if other else ""})
        return ", ".join(parts)

    def tokens(self, scene: MapScene, stacks: Sequence[Stack]) -> str:
        """Name the armies and ships on one hex."""
        return "; ".join([f"{scene.kingdoms[s.seat]}: {self.stack(s)}" for s in stacks])

    def stack(self, stack: Stack) -> str:
        """Name one kingdom's armies, or ships, on one hex."""
        numbers = ", ".join(
            str(token.number) if token.upright else self.lying % {"number": token.number}
            for token in stack.tokens
        )
        if stack.kind == "ship":
            text = ngettext("ship %(numbers)s", "ships %(numbers)s", len(stack.tokens))
        else:
            text = ngettext("army %(numbers)s", "armies %(numbers)s", len(stack.tokens))
        return text % {"numbers": numbers}
