"""The season's page: its table, its charts and their figures, before and after the first year."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaign.services.season import Record, Season, SeasonYear
from campaign.web.season_page import across, draw, height
from tests.factories import Table, make_table
from tests.services.test_season import battle, longer, match_won, played, tell
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def page(table: Table, person: Any = None, query: str = "") -> str:
    answer = client_of(person).get(f"/campaigns/{table.campaign.pk}/season/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def rows(html: str) -> list[list[str]]:
    """Return the cells of the season's table."""
    table = html.partition('class="table-cards season"')[2].partition("</table>")[0]
    return [cells(row) for row in table.split("<tr")[2:]]


def cells(row: str) -> list[str]:
    found = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in found]


def figures(html: str, seat: int) -> list[list[str]]:
    """Return the lines of a kingdom's figures."""
    own = html.partition(f'id="trends-{seat}"')[2].partition("</details>")[0]
    return [cells(row) for row in own.split("<tr>")[2:]]


def years(*values: int | None, is_over: bool = True) -> Season:
    numbers = range(1, len(values) + 1)
    ends = [SeasonYear(year, is_over or year < len(values)) for year in numbers]
    records = tuple(
        Record(year, True, value or 0, 0, 0, 0, 1) for year, value in enumerate(values, 1)
    )
    return Season(tuple(ends), (records,))


# The table


def test_the_table_tells_how_each_kingdom_stands_and_what_it_did() -> None:
    table = played()

    html = page(table, table.master)

    # Worked out in tests/services/test_season.py.
    assert rows(html) == [
        ["Kingdom 1", "11 place 1", "3", "1", "1–0–0 1 won, 0 drawn, 0 lost", "0", "0"],
        ["Kingdom 2", "3 place 2", "1", "0", "0–0–1 0 won, 0 drawn, 1 lost", "0", "0"],
        ["Kingdom 3", "3 place 2", "1", "0", "no battle", "0", "0"],
    ]
    assert "Years 1 to 2. Year 2 is not over yet; its figures are those of now." in html


def test_matches_and_courts_won_are_in_the_table() -> None:
    table = make_table(2, is_public=True)
    match_won(table, 1, ordinal=0)
    tell(table, "court_held", court=1, game="winter", seats="0,1", stake="honour", winner=0)

    found = {row[0]: row[-2:] for row in rows(page(table))}

    assert found == {"Kingdom 1": ["0", "1"], "Kingdom 2": ["1", "0"]}


def test_might_is_shown_where_it_is_played_for() -> None:
    with_it = make_table(2, is_public=True, options={"edition": "capitals"})
    without = make_table(2, is_public=True)

    assert page(with_it).count("<figcaption>Might ") == 2
    assert "Might" not in page(without)


def test_f43_what_not_all_were_told_is_not_on_the_page() -> None:
    table = make_table(2, is_public=True)
    before = rows(page(table))

    battle(table, "win", winner=0, seen_by=[0, 1])

    readers = (None, *table.players, table.master)
    assert [rows(page(table, reader)) for reader in readers] == [before] * 4


# Before and after


def test_in_the_first_year_the_page_says_that_it_still_runs() -> None:
    table = make_table(2, is_public=True)

    html = page(table)

    assert "Year 1 is not over yet: this is how things stand now." in html
    assert len(rows(html)) == 2


def test_before_the_start_the_page_is_friendly_and_empty() -> None:
    table = make_table(2, started=False, is_public=True)

    html = page(table)

    assert "No year has begun" in html
    assert '<svg class="trend-chart' not in html


def test_the_campaign_page_leads_there_once_it_has_begun() -> None:
    begun = make_table(2, is_public=True)
    forming = make_table(2, started=False, is_public=True)

    pages = [
        Client().get(f"/campaigns/{table.campaign.pk}/").content.decode()
        for table in (begun, forming)
    ]

    assert f'href="/campaigns/{begun.campaign.pk}/season/"' in pages[0]
    assert "/season/" not in pages[1]


def test_the_campaign_page_has_the_table_in_brief() -> None:
    table = make_table(2, is_public=True)
    battle(table, "win", winner=1)
    match_won(table, 1, ordinal=0)

    html = Client().get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert sorted(rows(html)) == [
        ["Kingdom 1", "0–0–1 0 won, 0 drawn, 1 lost", "0", "0"],
        ["Kingdom 2", "1–0–0 1 won, 0 drawn, 0 lost", "1", "0"],
    ]


def test_a_long_campaign_is_shown_some_years_at_a_time() -> None:
    table = make_table(2, is_public=True)
    longer(table, 14)

    newest, oldest = page(table), page(table, query="?until=2")

    assert "Years 3 to 14." in newest
    assert 'href="?until=2">Earlier years' in newest
    assert "Later years" not in newest
    assert "Years 1 to 2.</p>" in oldest
    assert 'href="?until=14">Later years' in oldest
    assert page(table, query="?until=²") == page(table, query="?until=99999") == newest


def test_an_unchanged_page_is_a_304() -> None:
    table = make_table(2, is_public=True)
    address = f"/campaigns/{table.campaign.pk}/season/"
    tag = Client().get(address).headers["ETag"]

    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


# Charts


def test_every_chart_has_its_figures_in_words() -> None:
    table = played()

    html = page(table, table.master)

    # Year, gold, food, hexes, armies, score, won, drawn, lost, matches, courts.
    assert figures(html, 0) == [
        ["1", "3", "1", "3", "1", "11", "1", "0", "0", "0", "0"],
        ["2", "–", "–", "3", "1", "11", "0", "0", "0", "0", "0"],
    ]
    assert figures(html, 1)[0] == ["1", "2", "0", "1", "0", "3", "0", "0", "1", "0", "0"]
    assert html.count('class="trend-chart"') == 3 * 4
    assert html.count("<figcaption>Gold <strong>3</strong>") == 1


def test_a_chart_has_a_dot_a_year_and_a_line_between() -> None:
    season = years(0, 5, 10)

    svg = draw(season, [0, 5, 10], 10)

    # The box: 8 to 152 across; 66 is nothing, 20 the most.
    assert 'class="trend-line" d="M8.0 66.0L80.0 43.0L152.0 20.0"' in svg
    assert svg.count("h.01") == 3
    assert "trend-now" not in svg


def test_the_year_that_runs_has_an_open_dot_and_a_dashed_line() -> None:
    svg = draw(years(4, 8, is_over=False), [4, 8], 8)

    assert '<path class="trend-line trend-open" d="M8.0 43.0L152.0 20.0"/>' in svg
    assert '<circle class="trend-now" cx="152.0" cy="20.0"' in svg
    assert svg.count("h.01") == 1


def test_what_is_not_known_yet_is_not_drawn() -> None:
    season = years(3, None, is_over=False)

    assert "trend-now" not in draw(season, [3, None], 3)
    assert draw(season, [3, None], 3).count("h.01") == 1
    nothing = draw(years(None, is_over=False), [None], 0)
    assert nothing.count("h.01") == 0
    assert re.findall(r">(\d*)</text>", nothing) == ["", "1", ""]


def test_a_lone_year_stands_on_the_left_and_nothing_on_the_floor() -> None:
    assert (across(0, 1), across(0, 2), across(1, 2)) == (8, 8, 152)
    assert (height(0, 7), height(7, 7), height(0, 0)) == (66, 20, 66)


def test_names_are_escaped() -> None:
    table = make_table(2, is_public=True)
    kingdom = table.kingdom(0)
    kingdom.name = "<b>Bold</b>"
    kingdom.save()

    html = page(table)

    assert "<b>Bold" not in html
    assert html.count("&lt;b&gt;Bold") >= 2
