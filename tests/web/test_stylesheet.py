"""The stylesheet: contrast in both themes, nothing foreign, nothing inline, no unasked motion.

Ratios are those of DESIGN.md, "Look": 4.5 to 1 for text, 3 to 1 for every mark on
a map, reckoned as WCAG 2 does.
"""

import re
from itertools import product
from pathlib import Path

import pytest

from campaign.web.map_drawing import draw_map
from tests.web.test_map_drawing import busy_scene

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static/css/wintertide.css").read_text(encoding="utf-8")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

THEMES = ("light", "dark")
KINGDOMS = [f"k{seat}" for seat in range(8)]
TERRAINS = ["plain", "forest", "mountain", "marsh", "coast", "ocean"]
PAPERS = ["paper", "raised", "sunken"]

Colour = tuple[float, float, float]


def palette(theme: str) -> dict[str, Colour]:
    """Read the table of colours for one theme."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", CSS)
    column = 1 if theme == "light" else 2
    return {pair[0]: channels(pair[column]) for pair in pairs}


def channels(text: str) -> Colour:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def blend(over: Colour, share: float, under: Colour) -> Colour:
    """Mix two colours as ``color-mix(in srgb, ...)`` does."""
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(over, under, strict=True))
    return red, green, blue


def luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def hex_fills(colours: dict[str, Colour], terrain: str) -> dict[str, Colour]:
    """Return every colour a hex of this terrain can have: bare, held by anyone, or lit."""
    share = re.search(rf"\.hex-{terrain} {{.*var\(--k, .*\) (\d+)%", CSS)
    assert share is not None
    tints = {k: blend(colours[k], int(share[1]) / 100, colours[terrain]) for k in KINGDOMS}
    return {"bare": colours[terrain], "lit": colours["lit"], **tints}


def test_contrast_is_reckoned_as_the_guideline_does() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast(channels("#767676"), (1, 1, 1)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *product(["ink", "soft", "accent", "good", "warn", "bad"], PAPERS),
        *product(KINGDOMS, PAPERS),
        *product(["on-accent"], ["accent", *KINGDOMS]),
        ("ink", "lit"),
        ("paper", "ink"),
    ],
)
def test_text_can_be_read(theme: str, text: str, ground: str) -> None:
    colours = palette(theme)

    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("accent", ["accent", *KINGDOMS])
def test_text_can_be_read_on_the_next_thing(theme: str, accent: str) -> None:
    """A tenth of the accent on raised paper; mixed in another space, so with a margin."""
    colours = palette(theme)
    ground = blend(colours[accent], 0.12, colours["raised"])

    assert contrast(colours["ink"], ground) >= 7
    assert contrast(colours["soft"], ground) >= 4.5
    assert contrast(colours[accent], ground) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("mark", "ground"), [*product(["edge", "focus"], PAPERS)])
def test_borders_of_controls_and_the_focus_ring_can_be_seen(
    theme: str, mark: str, ground: str
) -> None:
    colours = palette(theme)

    assert contrast(colours[mark], colours[ground]) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_mark_on_the_map_can_be_seen(theme: str, terrain: str) -> None:
    """On a bare hex, on one of any kingdom, and on the one that is lit."""
    colours = palette(theme)
    marks = ["ink", "terrain", "water", "focus", *KINGDOMS]

    faint = {
        (mark, fill): round(contrast(colours[mark], ground), 2)
        for fill, ground in hex_fills(colours, terrain).items()
        for mark in marks
        if contrast(colours[mark], ground) < 3
    }

    assert faint == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_numbers_of_hexes_can_be_read_and_their_outlines_seen(theme: str, terrain: str) -> None:
    colours = palette(theme)

    for ground in hex_fills(colours, terrain).values():
        assert contrast(colours["soft"], ground) >= 4.5
        assert contrast(colours["grid"], ground) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_counters_can_be_read_upright_and_on_their_side(theme: str, kingdom: str) -> None:
    colours = palette(theme)

    assert contrast(colours["on-accent"], colours[kingdom]) >= 4.5
    assert contrast(colours["ink"], colours["raised"]) >= 4.5
    assert contrast(colours[kingdom], colours["raised"]) >= 3


def test_every_colour_has_a_light_and_a_dark_side() -> None:
    assert set(palette("light")) == set(palette("dark"))
    assert {*KINGDOMS, *TERRAINS, *PAPERS, "ink"} <= set(palette("light"))
    assert ':root[data-theme="light"] { color-scheme: light; }' in CSS
    assert ':root[data-theme="dark"] { color-scheme: dark; }' in CSS


def test_every_variable_used_is_set_somewhere() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", CSS))
    known = set(re.findall(r"(--[\w-]+):", CSS))

    assert used <= known


def test_nothing_is_fetched_from_anywhere() -> None:
    assert "url(" not in CSS
    assert "@import" not in CSS
    assert CSS.count("{") == CSS.count("}")


def test_nothing_moves_for_who_asked_for_no_motion() -> None:
    start = CSS.index("@media (prefers-reduced-motion: no-preference)")
    end = CSS.index("@media (prefers-contrast: more)")
    outside = CSS[:start] + CSS[end:]

    assert "transition" not in outside
    assert "animation" not in outside


def test_every_class_of_the_map_has_a_style() -> None:
    drawing = draw_map(busy_scene())

    classes = {name for text in re.findall(r'class="([^"]+)"', drawing) for name in text.split()}

    assert {name for name in classes if f".{name}" not in CSS} <= {
        "terrain-mountain",
        "terrain-marsh",
        "edge-mountain",
        "edge-open",
    }


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_obey_the_content_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert not re.search(r"\sstyle\s*=", text), "inline style"
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text), "inline script"
    assert not re.search(r"\son[a-z]+\s*=", text), "inline handler"
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", text), "another host"
