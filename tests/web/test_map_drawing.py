"""The map: every fact drawn is also said, well-formed, escaped, and its marks are told apart."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from campaign.rules.board import compile_board
from campaign.rules.state import Army, Kingdom, Ship, State
from campaign.web.banners import BANNERS, banner_svg
from campaign.web.map_drawing import draw_map, draw_table
from campaign.web.map_scene import MapScene, MapTile, MapToken, edge_marks, scene_of
from campaign.web.map_words import describe

SVG = "{http://www.w3.org/2000/svg}"


def plains(count: int) -> list[MapTile]:
    """Return a field of bare tiles, twenty a row."""
    return [
        MapTile(number=n + 1, q=n % 20 - n // 40, r=n // 20, terrain="plain") for n in range(count)
    ]


def busy_scene() -> MapScene:
    """Return three hexes in a row with everything on them.

    12 is a forest with a river and a bridge, held by kingdom 0, with a city, its
    armies 1 and 3 (on its side) and a ship of kingdom 1; 13 lies east of it, an
    unheld start tile; 14 is open water, east of that.
    """
    return MapScene(
        tiles=[
            MapTile(12, 0, 0, "forest", river=True, bridge=True, name="Grey <i>ford</i>"),
            MapTile(13, 1, 0, "plain", start=True, edges=("", "", "", "water", "", "")),
            MapTile(14, 2, 0, "ocean"),
        ],
        kingdoms=["Norn & Sons", 'The "Vale"'],
        owners={12: 0},
        settlements={12: "city"},
        tokens=[
            MapToken("ship", 1, 2, 12),
            MapToken("army", 0, 3, 12, upright=False),
            MapToken("army", 0, 1, 12),
        ],
    )


def parse(svg: str) -> ET.Element:
    """Parse the drawing as XML; the page's HTML gives it its namespace."""
    text = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return ET.fromstring(text)


def drawn(scene: MapScene) -> ET.Element:
    return parse(draw_map(scene))


def find(within: ET.Element, path: str) -> ET.Element:
    found = within.find(path)
    assert found is not None, path
    return found


def uses(svg: ET.Element) -> Counter[str]:
    return Counter(use.attrib["href"] for use in svg.iter(f"{SVG}use"))


# Said as well as drawn


def test_a_row_says_all_that_stands_on_a_hex() -> None:
    row = describe(busy_scene())[0]

    assert row.land == "forest, river, bridge, water between it and 13"
    assert row.holder == "held by Norn & Sons"
    assert row.settlement == "city"
    assert row.tokens == 'Norn & Sons: armies 1, 3 on its side; The "Vale": ship 2'


def test_every_hex_is_a_link_named_by_all_its_facts() -> None:
    links = list(drawn(busy_scene()).iter(f"{SVG}a"))

    names = [link.findtext(f"{SVG}title") for link in links]

    assert [link.attrib["href"] for link in links] == ["#tile-12", "#tile-13", "#tile-14"]
    assert names[0] == (
        "Hex 12, Grey <i>ford</i>. forest, river, bridge, water between it and 13. "
        'held by Norn & Sons. city. Norn & Sons: armies 1, 3 on its side; The "Vale": ship 2'
    )
    assert names[1] == "Hex 13. plain, start, water between it and 12"
    assert names[2] == "Hex 14. open water"


def test_every_link_of_the_map_leads_to_a_row_and_every_row_back() -> None:
    scene = MapScene(plains(60))
    svg, table = drawn(scene), ET.fromstring(draw_table(describe(scene)))

    hexes = {link.attrib["id"]: link.attrib["href"] for link in svg.iter(f"{SVG}a")}
    rows = {row.attrib["id"]: row for row in table.iter("tr") if "id" in row.attrib}

    assert len(hexes) == 60
    assert {href.removeprefix("#") for href in hexes.values()} == set(rows)
    assert {find(row, "th/a").attrib["href"].removeprefix("#") for row in rows.values()} == set(
        hexes
    )


def test_the_table_says_what_the_drawing_says() -> None:
    table = ET.fromstring(draw_table(describe(busy_scene())))

    cells = ["".join(cell.itertext()) for cell in find(table, "tbody/tr")]

    assert cells == [
        "12 Grey <i>ford</i>",
        "forest, river, bridge, water between it and 13",
        "held by Norn & Sons",
        'city; Norn & Sons: armies 1, 3 on its side; The "Vale": ship 2',
    ]


# Safe to show


def test_names_cannot_become_markup() -> None:
    scene = MapScene(
        [MapTile(1, 0, 0, "plain", name="<script>alert(1)</script>")], ["<b>'\"&"], {1: 0}
    )

    both = draw_map(scene) + draw_table(describe(scene))

    assert "<script" not in both
    assert "<b>" not in both
    assert both.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2


def test_nothing_breaks_the_content_policy() -> None:
    both = draw_map(busy_scene()) + draw_table(describe(busy_scene()))

    assert "style=" not in both
    assert "<style" not in both
    assert "<script" not in both
    assert " on" not in {part[:3] for part in both.split("<use")}


def test_ids_are_unique_and_symbols_used_are_defined() -> None:
    svg = drawn(busy_scene())

    ids = [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]

    assert len(ids) == len(set(ids))
    assert {href.removeprefix("#") for href in uses(svg)} <= set(ids)


def test_a_prefix_keeps_two_drawings_apart() -> None:
    svg = parse(draw_map(busy_scene(), prefix="before"))

    assert all(href.startswith("#before-") for href in uses(svg))


# What is drawn


def test_a_bare_hex_costs_five_elements() -> None:
    """A link, its name, its shape; a group and the number in it."""
    sizes = [len(list(drawn(MapScene(plains(count))).iter())) for count in (100, 200, 400)]

    assert sizes[1] - sizes[0] == 5 * 100
    assert sizes[2] - sizes[1] == 5 * 200


def test_four_hundred_hexes_stay_small() -> None:
    scene = MapScene(plains(400), ["Norn"], dict.fromkeys(range(1, 401), 0))

    assert len(draw_map(scene)) < 150_000
    assert len(draw_table(describe(scene))) < 80_000


def test_directions_lie_where_the_board_says() -> None:
    """Pointy tops: q grows to the east, r to the south-east."""
    scene = MapScene(
        [MapTile(1, 0, 0, "plain"), MapTile(2, 1, 0, "plain"), MapTile(3, 0, 1, "plain")]
    )

    shapes = [find(link, f"{SVG}use") for link in drawn(scene).iter(f"{SVG}a")]
    middle, east, south_east = [(float(s.attrib["x"]), float(s.attrib["y"])) for s in shapes]

    assert east[0] > middle[0]
    assert east[1] == middle[1]
    assert middle[0] < south_east[0] < east[0]
    assert south_east[1] > middle[1]


def test_terrain_settlement_and_tokens_are_drawn() -> None:
    used = uses(drawn(busy_scene()))

    assert used["#map-forest"] == used["#map-plain"] == used["#map-ocean"] == 1
    assert used["#map-city"] == 1
    assert used["#map-bridge"] == 1
    assert used["#map-lake"] == 1, "a river that goes nowhere"
    assert used["#map-start"] == 1
    assert used["#map-sign0"] == 1


def test_two_armies_are_one_stack_with_their_count_and_one_ship_shows_its_number() -> None:
    svg = drawn(busy_scene())

    texts = [t.text for t in svg.iter(f"{SVG}text") if t.attrib["class"] == "counter-number"]

    assert texts == ["×2", "2"]
    assert uses(svg)["#map-army0"] == 2, "a second counter behind the first"
    assert uses(svg)["#map-ship1"] == 1


@pytest.mark.parametrize(("upright", "mark"), [(True, "k0"), (False, "k0 lying")])
def test_a_token_on_its_side_is_drawn_hollow(upright: bool, mark: str) -> None:
    scene = MapScene(plains(1), ["Norn"], {}, {}, [MapToken("army", 0, 4, 1, upright)])

    group = next(g for g in drawn(scene).iter(f"{SVG}g") if g.attrib.get("class", "")[:2] == "k0")

    assert group.attrib["class"] == mark


def test_a_shared_edge_is_drawn_once() -> None:
    scene = MapScene(
        [
            MapTile(1, 0, 0, "plain", edges=("water", "", "", "", "", "")),
            MapTile(2, 1, 0, "plain", edges=("", "", "", "water", "", "")),
        ]
    )

    assert uses(drawn(scene))["#map-edge-water"] == 1


def test_a_border_runs_around_the_kingdom_and_not_through_it() -> None:
    """One hex has six sides; two neighbours together show ten."""
    alone = MapScene(plains(2), ["Norn"], {1: 0})
    together = MapScene(plains(2), ["Norn"], {1: 0, 2: 0})

    pieces = [
        next(p for p in drawn(s).iter(f"{SVG}path") if p.attrib["class"] == "border k0")
        .attrib["d"]
        .count("M")
        for s in (alone, together)
    ]

    assert pieces == [6, 10]


def test_rivers_join_at_the_edges_and_run_into_the_sea() -> None:
    """Three river tiles in a row, the last on the coast beside open water."""
    scene = MapScene(
        [
            MapTile(1, 0, 0, "plain", river=True),
            MapTile(2, 1, 0, "plain", river=True),
            MapTile(3, 2, 0, "coast", river=True),
            MapTile(4, 3, 0, "ocean"),
        ]
    )

    svg = drawn(scene)
    river = next(p for p in svg.iter(f"{SVG}path") if p.attrib["class"] == "river")
    across = [float(x) for x in re.findall(r"[MLQ ](-?[\d.]+) 0\.0", river.attrib["d"])]

    half = 20 * 3**0.5  # of a hex's width
    spring, bend, mouth = [0, half], [3 * half, 2 * half, half], [3 * half, 4 * half, 5 * half]
    assert across == pytest.approx([*spring, *bend, *mouth], abs=0.1)
    assert "#map-lake" not in uses(svg)


def test_a_river_bends_where_three_of_its_hexes_meet() -> None:
    """1, 2, 3 in a row and 4 below between 1 and 2; 5 beyond 4: the ring 1-2-4 must open.

    1 has two wet neighbours (2, 4), 2 three (1, 3, 4), 4 three (1, 2, 5): 2-4 is the busiest.
    """
    scene = MapScene(
        [
            MapTile(1, 0, 0, "plain", river=True),
            MapTile(2, 1, 0, "plain", river=True),
            MapTile(3, 2, 0, "plain", river=True),
            MapTile(4, 0, 1, "plain", river=True),
            MapTile(5, -1, 2, "plain", river=True),
        ]
    )
    east, west, south_west, south_east, north_east, north_west = 0, 3, 4, 5, 1, 2

    assert scene.rivers == {
        1: [east, south_east],
        2: [east, west],
        3: [west],
        4: [north_west, south_west],
        5: [north_east],
    }


def test_a_mouth_without_open_water_beside_it_runs_off_the_map() -> None:
    scene = MapScene([MapTile(1, 0, 0, "plain", river=True), MapTile(2, 1, 0, "coast", river=True)])

    assert scene.rivers == {1: [0], 2: [3, 0]}


# Campaign.md 1, edges


@pytest.mark.parametrize(
    ("here", "near", "there", "far", "marks"),
    [
        ("plain", "", "plain", "", ()),
        ("plain", "water", "plain", "", ("water",)),
        ("plain", "", "plain", "water", ("water",)),
        ("plain", "forest", "plain", "mountain", ("forest", "mountain")),
        ("mountain", "mountain", "plain", "", ()),
        ("mountain", "", "plain", "", ("open",)),
        ("mountain", "", "mountain", "mountain", ()),
        ("forest", "forest", "plain", "water", ("water",)),
        ("coast", "water", "ocean", "water", ()),
        ("coast", "", "ocean", "", ()),
    ],
)
def test_only_edges_that_the_terrain_does_not_explain_are_marked(
    here: str, near: str, there: str, far: str, marks: tuple[str, ...]
) -> None:
    assert edge_marks(here, near, there, far) == marks


# From the rules' own state


def test_a_scene_holds_what_board_and_state_hold() -> None:
    document = {
        "name": "Two",
        "tiles": [
            {"n": 1, "q": 0, "r": 0, "terrain": "plain", "edges": {"e": "water"}, "name": "Ford"},
            {"n": 2, "q": 1, "r": 0, "terrain": "coast", "river": True},
        ],
    }
    state = State(
        year=1,
        stage="recall",
        order=(0,),
        kingdoms=(Kingdom(),),
        owners=(0, None),
        settlements=("village", None),
        armies=(Army(0, 1, 500, 1, upright=False), Army(0, 2, 500, None)),
        ships=(Ship(0, 1, 2),),
    )

    scene = scene_of(compile_board(document, kingdoms=0), state, ["Norn"])

    assert scene.owners == {1: 0}
    assert scene.settlements == {1: "village"}
    assert scene.tokens == [MapToken("army", 0, 1, 1, False), MapToken("ship", 0, 1, 2, True)]
    assert [row.sentence for row in describe(scene)] == [
        "Hex 1, Ford. plain, water between it and 2. held by Norn. village. "
        "Norn: army 1 on its side",
        "Hex 2. coast, river, water between it and 1. Norn: ship 1",
    ]


# Banners


@pytest.mark.parametrize("trait", ["shape", "pattern", "title", "outline", "charge", "dash"])
def test_every_kingdom_differs_from_every_other_in(trait: str) -> None:
    values = [str(getattr(banner, trait)) for banner in BANNERS]

    assert len(values) == 8
    assert len(set(values)) == 8


def test_a_banner_with_a_label_is_spoken_and_one_without_is_not() -> None:
    assert 'role="img" aria-label="Norn &amp; Sons"' in banner_svg(0, "Norn & Sons")
    assert 'aria-hidden="true"' in banner_svg(0)


@pytest.mark.parametrize(("width", "is_broad"), [(13, False), (15, True)])
def test_a_map_too_broad_for_a_phones_numbers_says_so(width: int, is_broad: bool) -> None:
    tiles = [MapTile(n, n, 0, "plain") for n in range(1, width + 1)]

    drawn = draw_map(MapScene(tiles=tiles))

    assert ("map-broad" in drawn) == is_broad
