"""The forms of the map editor: how a map begins, and what one of its hexes is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.rules.board import DIRECTIONS
from campaign.rules.mapcheck import LONGEST_NAME
from campaign.rules.maps.generator import BOUNDS
from campaign.rules.reader import MOST_NUMBER
from campaign.web.map_words import TERRAINS
from games.engine.contract import Json

DIRECTION_WORDS = {
    "e": _("east"),
    "ne": _("north-east"),
    "nw": _("north-west"),
    "w": _("west"),
    "sw": _("south-west"),
    "se": _("south-east"),
}
EDGE_CHOICES = [
    ("", _("as the land is")),
    ("water", _("water")),
    ("forest", _("forest")),
    ("mountain", _("mountains")),
    ("none", _("nothing, a way through")),
]
WIDEST = 40


def bounded(name: str, label: Any, initial: int, help_text: Any = "") -> forms.IntegerField:
    """Return the field of one wish for a map made from a seed."""
    low, high = BOUNDS[name]
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, initial=initial, help_text=help_text
    )


class SeedForm(forms.Form):
    """A map made from a seed."""

    seed = bounded("seed", _("Seed"), 1, _("Any number; the same one makes the same map."))
    tiles = bounded("tiles", _("Hexes"), 180)
    kingdoms = bounded("kingdoms", _("Kingdoms"), 4)
    water = bounded("water", _("Open water, in %"), 30)
    mountains = bounded("mountains", _("Mountains, in % of the land"), 12)


class BlankForm(forms.Form):
    """A map of one terrain."""

    width = forms.IntegerField(label=_("Hexes wide"), min_value=3, max_value=WIDEST, initial=14)
    height = forms.IntegerField(label=_("Hexes high"), min_value=3, max_value=WIDEST, initial=10)
    terrain = forms.ChoiceField(
        label=_("All of"), choices=lambda: list(TERRAINS.items()), initial="ocean"
    )

    def document(self) -> Json:
        """Return the map."""
        data = self.cleaned_data
        width, height = data["width"], data["height"]
        tiles = [{"n": n, "terrain": data["terrain"]} for n in range(1, width * height + 1)]
        return {"grid": [width, height], "tiles": tiles}


class ImportForm(forms.Form):
    """A map that somebody has: pasted, or as a file."""

    map = forms.CharField(
        label=_("Map, as text or JSON"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "code"}),
    )
    file = forms.FileField(label=_("Or a file"), required=False)

    def clean(self) -> dict[str, Any]:
        """Take the file if there is one; refuse none at all, and what is no text."""
        data = super().clean() or {}
        if data.get("file"):
            try:
                data["map"] = data["file"].read().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", _("This file is no text."))
        if not data.get("map") and not self.errors:
            self.add_error("map", _("Paste a map or choose a file."))
        return data


class HexForm(forms.Form):
    """One hex."""

    n = forms.IntegerField(label=_("Hex"), min_value=1, max_value=MOST_NUMBER)
    terrain = forms.ChoiceField(label=_("Land"), choices=lambda: list(TERRAINS.items()))
    river = forms.BooleanField(label=_("River or lake"), required=False)
    bridge = forms.BooleanField(label=_("Bridge"), required=False)
    start = forms.IntegerField(
        label=_("Start, rank"), required=False, min_value=1, max_value=MOST_NUMBER
    )
    place = forms.CharField(label=_("Name"), required=False, max_length=LONGEST_NAME)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a field for each edge."""
        super().__init__(*args, **kwargs)
        for direction, word in DIRECTION_WORDS.items():
            self.fields[f"edge_{direction}"] = forms.ChoiceField(
                label=word, choices=EDGE_CHOICES, required=False
            )

    def edges(self) -> Iterator[forms.BoundField]:
        """Give the fields of the edges."""
        for direction in DIRECTIONS:
            yield self[f"edge_{direction}"]

    def changed(self, document: Json) -> Json | None:
        """Return the map with the fields written into their hex; ``None`` without such a hex."""
        data = self.cleaned_data
        if all(tile["n"] != data["n"] for tile in document["tiles"]):
            return None
        wishes = {
            "terrain": data["terrain"],
            "river": data["river"],
            "bridge": data["bridge"],
            "start": data["start"],
            "name": data["place"],
            "edges": {d: data[f"edge_{d}"] for d in DIRECTIONS if data[f"edge_{d}"]},
        }
        tiles = [tile | wishes if tile["n"] == data["n"] else tile for tile in document["tiles"]]
        return document | {"tiles": tiles}


def hex_values(document: Json, number: int | None) -> dict[str, Json]:
    """Return what the fields of a hex show; the first hex without a number."""
    tiles = document["tiles"]
    tile = next((tile for tile in tiles if tile["n"] == number), tiles[0] if tiles else {})
    edges = {f"edge_{d}": mark for d, mark in tile.get("edges", {}).items()}
    return {**tile, "place": tile.get("name", ""), **edges}
