"""Lines on the map: last month's moves for all, sealed orders for their kingdom alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from django.utils.safestring import SafeString

from campaign.models import Event
from campaign.rules.board import compile_board
from campaign.rules.maps import grid_map
from campaign.rules.state import Army, Kingdom, Order, Ship, State, Summer
from campaign.services.selectors import SeenEvent
from campaign.services.submissions import sheet_submit
from campaign.services.yearbook import last_month
from campaign.web.map_arrows import arrow, arrows
from campaign.web.map_drawing import draw_map, draw_table
from campaign.web.map_lines import moves_of, orders_of, public_orders, with_orders
from campaign.web.map_scene import MOVED, ORDERED, MapLine, MapScene, MapToken
from campaign.web.map_words import describe, line_words
from tests.factories import Table, make_table
from tests.web.pages import client_of
from tests.web.test_map_drawing import SVG, drawn, plains

CENTRES = {1: (0.0, 0.0), 2: (100.0, 0.0), 3: (200.0, 0.0)}


def paths(svg: ET.Element, group: str, kind: str) -> dict[str, str]:
    """Return the arrows of a group: each kingdom's path by its class."""
    found = next((g for g in svg.iter(f"{SVG}g") if g.attrib.get("class") == group), None)
    marks = [] if found is None else found.findall(f"{SVG}path")
    return {
        mark.attrib["class"].removeprefix(f"{kind} "): mark.attrib["d"]
        for mark in marks
        if mark.attrib["class"].startswith(kind)
    }


# Drawn


def test_moves_are_one_path_of_shafts_and_one_of_heads_a_kingdom() -> None:
    lines = [
        MapLine(MOVED, 0, 1, 2, army=1),
        MapLine(MOVED, 0, 2, 3, army=2),
        MapLine(MOVED, 0, 1, 2, army=3),
        MapLine(MOVED, 1, 3, 2, ship=1),
    ]
    svg = drawn(MapScene(plains(3), ["Norn", "Vale"], lines=lines))

    shafts, heads = paths(svg, "moves", "arrow"), paths(svg, "moves", "head")

    assert {seat: path.count("M") for seat, path in shafts.items()} == {"k0": 2, "k1": 1}
    assert {seat: path.count("M") for seat, path in heads.items()} == {"k0": 2, "k1": 1}


def test_two_that_swap_hexes_pass_each_other_each_on_its_right() -> None:
    """East runs below the straight way (y grows downwards), west above it."""
    east, west = arrow(CENTRES[1], CENTRES[2]), arrow(CENTRES[2], CENTRES[1])

    assert east[0] == "M18 5L62 5"
    assert west[0] == "M82 -5L38 -5"


def test_an_order_that_stays_is_no_arrow_and_a_hex_off_the_map_neither() -> None:
    stays, strays = MapLine(ORDERED, 0, 1, 1, army=1), MapLine(ORDERED, 0, 1, 99, army=1)

    assert arrows([stays, strays], CENTRES) == ""


def test_a_map_without_lines_draws_none() -> None:
    svg = drawn(MapScene(plains(3), ["Norn"]))

    assert paths(svg, "moves", "arrow") == {}
    assert paths(svg, "orders", "arrow") == {}


def test_four_hundred_hexes_with_every_token_moving_stay_small() -> None:
    """Eight kingdoms with six armies and six ships each."""
    lines = [
        MapLine(MOVED, seat, 40 * seat + number, 40 * seat + number + 1, army=number)
        for seat in range(8)
        for number in range(1, 13)
    ]
    names = [f"Kingdom {seat}" for seat in range(8)]
    tiles = plains(400)

    bare = draw_map(MapScene(tiles, names))
    full = draw_map(MapScene(tiles, names, lines=lines))

    assert len(full) - len(bare) < 10_000


# Said


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (MapLine(MOVED, 0, 14, 15, army=2), "army 2 came from 14"),
        (MapLine(MOVED, 0, 14, 15, army=2, ship=1), "ship 1 with army 2 came from 14"),
        (MapLine(ORDERED, 0, 15, 16, army=2), "army 2 ordered to 16"),
        (MapLine(ORDERED, 0, 15, 15, army=2, order="defend"), "army 2 ordered to defend"),
        (MapLine(ORDERED, 0, 15, 15, ship=1, order="hold"), "ship 1 ordered to hold"),
    ],
)
def test_a_line_is_said(line: MapLine, text: str) -> None:
    assert line_words(line) == text


def test_the_table_says_where_tokens_came_from_where_they_are_now() -> None:
    scene = MapScene(
        plains(3),
        ["Norn"],
        tokens=[MapToken("army", 0, 2, 2)],
        lines=[MapLine(MOVED, 0, 1, 2, army=2)],
    )

    rows = describe(scene)

    assert [row.lines for row in rows] == ["", "Norn: army 2 came from 1", ""]
    assert "Norn: army 2; Norn: army 2 came from 1</td>" in draw_table(rows)
    assert rows[1].sentence.endswith("Norn: army 2 came from 1")


# From events, sheets and states


def test_moves_retreats_and_advances_are_lines_and_nothing_else_is() -> None:
    way = {"kingdom": 1, "army": 2, "ship": 0, "start": 4, "tile": 5}
    kinds = ("moved", "retreated", "advanced", "recalled", "tile_taken")
    events = [SeenEvent("1.1", 1, kind, dict(way), False) for kind in kinds]

    assert moves_of(events) == [MapLine(MOVED, 1, 4, 5, 2, 0)] * 3


def month_state() -> State:
    """Kingdom 0 has armies 1 (staged) and 2 on hex 1 and ship 1 on hex 2; kingdom 1 an army 2."""
    return State(
        year=1,
        stage="orders",
        order=(0, 1),
        kingdoms=(Kingdom(), Kingdom()),
        owners=(None,) * 3,
        settlements=(None,) * 3,
        armies=(Army(0, 1, 500, None), Army(0, 2, 500, 1), Army(1, 2, 500, 3)),
        ships=(Ship(0, 1, 2),),
        summer=Summer(month=1, orders=((1, Order(2, None, "move", 2)),)),
    )


def test_a_sheets_orders_start_where_their_tokens_stand() -> None:
    sheet = {
        "orders": [
            {"army": 2, "order": "move", "to": 2},
            {"ship": 1, "order": "hold"},
            {"army": 1, "order": "defend"},
            {"army": 9, "order": "move", "to": 3},
        ]
    }

    assert orders_of(month_state(), 0, sheet) == [
        MapLine(ORDERED, 0, 1, 2, army=2),
        MapLine(ORDERED, 0, 2, 2, ship=1, order="hold"),
    ]


@pytest.mark.parametrize(
    "sheet", [None, {}, [], "x", {"orders": "x"}, {"orders": [1, {"army": [2]}, {"order": "move"}]}]
)
def test_a_sheet_without_sense_has_no_lines(sheet: object) -> None:
    assert orders_of(month_state(), 0, sheet) == []


def test_orders_of_open_play_are_everybodys_to_see() -> None:
    assert public_orders(month_state()) == [MapLine(ORDERED, 1, 3, 2, army=2)]


def test_own_orders_are_put_into_a_copy_of_the_kept_board() -> None:
    board = compile_board(grid_map(12, 8, 2), 2)
    first, second = board.numbers[:2]
    scene = MapScene(plains(1), ["Norn"])
    kept = SafeString(
        draw_map(scene) + f'<table><tr id="tile-{first}"><td></td></tr><tr><td>x</td></tr></table>'
    )

    filled = with_orders(kept, [MapLine(ORDERED, 0, first, second, army=2)], board)

    assert 'class="arrow k0"' not in kept
    assert 'class="arrow k0"' in filled
    assert f'<td><span class="ordered">Army 2 ordered to {second}</span></td></tr>' in filled
    assert with_orders(kept, [], board) is kept


# On the page


POSITION = {
    "stage": "orders",
    "summer": {"month": 1},
    "tiles": {"1": {"owner": 0}, "30": {"owner": 1}},
    "armies": [{"kingdom": 0, "tile": 1}, {"kingdom": 1, "tile": 30}],
}


def month_table() -> Table:
    """A campaign in its first month, each kingdom with one army."""
    return make_table(2, position=POSITION, is_public=True)


@pytest.mark.django_db
def test_f40_sealed_orders_are_on_their_own_kingdoms_map_alone() -> None:
    table = month_table()
    pk = table.campaign.pk
    order = {"orders": [{"army": 1, "order": "move", "to": 2}]}
    sheet_submit(person=table.players[0], campaign_id=pk, phase=1, sheet=order)

    pages = {
        reader: [
            client_of(person).get(f"/campaigns/{pk}/{part}").content.decode()
            for part in ("", "map/")
        ]
        for reader, person in (
            ("own", table.players[0]),
            ("other", table.players[1]),
            ("master", table.master),
            ("nobody", None),
        )
    }

    assert all("Army 1 ordered to 2" in page for page in pages["own"])
    assert all('<g class="orders"><path class="arrow k0"' in page for page in pages["own"])
    for reader in ("other", "master", "nobody"):
        assert all("Army 1 ordered" not in page for page in pages[reader])
        assert all('<g class="orders"></g>' in page for page in pages[reader])


@pytest.mark.django_db
def test_an_order_being_written_shows_when_the_maps_address_names_it() -> None:
    table = month_table()
    address = f"/campaigns/{table.campaign.pk}/map/?go=army-1-2&go=nonsense&go=army-9-3"

    own, other = (client_of(person).get(address) for person in table.players)

    assert re.findall(r"Army \d+ ordered to \d+", own.content.decode()) == ["Army 1 ordered to 2"]
    assert re.findall(r"Army \d+ ordered to \d+", other.content.decode()) == ["Army 1 ordered to 2"]


@pytest.mark.django_db
def test_last_months_moves_are_on_everybodys_map_and_private_events_are_not() -> None:
    table = month_table()
    phase = table.phase(0)
    phase.month = 1
    phase.save()
    way = {"kingdom": 0, "army": 1, "ship": 0, "start": 2, "tile": 1}
    secret = {**way, "army": 7}
    for index, (data, audience) in enumerate([(way, None), (secret, [0])]):
        Event.objects.create(
            phase=phase, index=500 + index, kind="moved", data=data, seen_by=audience
        )

    page = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert "Kingdom 1: army 1 came from 2" in page
    assert "army 7" not in page
    assert '<g class="moves"><path class="arrow k0"' in page


@pytest.mark.django_db
def test_while_a_months_orders_are_given_openly_the_month_before_is_the_last_that_moved() -> None:
    """In open play each order is a phase: its month has phases that are over and no moves yet."""
    table = make_table(2, position=POSITION, is_public=True, options={"play": "open"})
    first = table.phase(0)
    first.month = 1
    first.save()
    way = {"kingdom": 0, "army": 1, "ship": 0, "start": 2, "tile": 1}
    Event.objects.create(phase=first, index=500, kind="moved", data=way, seen_by=None)
    turn = table.phase(1)
    turn.month, turn.status = 2, turn.Status.DONE
    turn.save()

    assert [event.data for event in last_month(table.campaign, 1)] == [way]
    assert last_month(table.campaign, 2) == []
