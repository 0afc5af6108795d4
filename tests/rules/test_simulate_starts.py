"""Which start wins: among stewards it is the place that counts, not its number or direction."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from campaign.rules.board import DIRECTIONS
from campaign.rules.maps import load_map
from campaign.rules.simulate_starts import by_start

RADIUS, AWAY = 5, 3


def hexagon(*directions):
    """Return a plain hexagon with a start in each of these directions from its middle."""
    starts = {tuple(AWAY * step for step in DIRECTIONS[name]): name for name in directions}
    rows = range(-RADIUS, RADIUS + 1)
    places = [(q, r) for r in rows for q in rows if abs(q + r) <= RADIUS]
    tiles = [{"n": n, "q": q, "r": r, "terrain": "plain"} for n, (q, r) in enumerate(places, 1)]
    for tile in tiles:
        if (tile["q"], tile["r"]) in starts:
            tile["start"] = directions.index(starts[tile["q"], tile["r"]]) + 1
    return {"name": "Hexagon", "tiles": tiles}


@pytest.mark.parametrize("directions", [("e", "nw", "sw"), ("w", "ne", "se"), ("ne", "sw")])
def test_of_starts_that_are_alike_none_wins_much_more_than_its_share(directions):
    options = {"map": hexagon(*directions), "rules": {"years": 2}}

    places = by_start(options, len(directions), seed=1, campaigns=40)

    assert sum(place.wins for place in places) == pytest.approx(40)
    assert all(1 / 3 <= place.share <= 2 for place in places)


@pytest.mark.parametrize("kingdoms", [2, 3])
def test_on_the_sound_every_start_wins_its_share(kingdoms):
    places = by_start({"map": load_map("sound")}, kingdoms, seed=1, campaigns=30)

    assert all(1 / 3 <= place.share <= 2 for place in places)


def run_command(**options):
    out = io.StringIO()
    call_command("simulate", by_start=True, seed=3, stdout=out, **options)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("way", ["sealed", "open"])
def test_the_command_counts_by_start_hex_and_the_same_seed_counts_the_same(way):
    asked = {"kingdoms": 2, "years": 1, "campaigns": 4, "play": way}

    told = run_command(**asked)

    assert told == run_command(**asked)
    assert [row["tile"] for row in told] == [25, 39]
    assert sum(row["wins"] for row in told) == 4
    assert [row["share"] for row in told] == [row["wins"] / 2 for row in told]


def test_f14_counting_by_start_without_a_number_is_refused_in_words():
    with pytest.raises(CommandError, match="--campaigns"):
        run_command(kingdoms=2, years=1)
