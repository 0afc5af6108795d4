"""The first page's list of what waits: one row each, whatever it is, and one count of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Kingdom, Phase, User
from campaign.services.submissions import sheet_submit
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import Table, make_table, make_user
from tests.services import courtly
from tests.services.nested import SOON, at_match, match_of
from tests.services.war import TILE
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def home(person: User) -> str:
    return client_of(person).get("/").content.decode()


def next_thing(html: str) -> str:
    """Return the page's first thing to do."""
    return html.partition('class="next-thing"')[2].partition("</section>")[0]


def rows(html: str) -> list[str]:
    """Return what each line of "Then" says, without markup."""
    then = html.partition("<h2>Then</h2>")[2].partition("</section>")[0]
    found = re.findall(r"<li.*?</li>", then, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def counted(html: str) -> list[str]:
    """Return what the header says of how much waits."""
    return re.findall(r"\d+ things? waits? for me", html)


def a_day_left(table: Table) -> None:
    """Let the running phase end a day from now."""
    due = timezone.now() + timedelta(days=1)
    Phase.objects.filter(campaign=table.campaign, status="open").update(due_at=due)


def test_a_match_of_a_campaign_says_which_and_for_whom() -> None:
    table = at_match(name="Frostholm")
    match = match_of(table)
    asked = match.seats.get(number=match.asked[0]).user
    assert asked is not None
    sheet_submit(person=asked, campaign_id=table.campaign.pk, phase=2, sheet={}, now=SOON)
    kingdom = table.kingdom(table.players.index(asked)).name

    html = home(asked)

    assert "Winter Court: your turn" in next_thing(html)
    assert f"for hex {TILE}. For {kingdom}, in Frostholm" in next_thing(html)
    assert f'href="/matches/{match.pk}/"' in next_thing(html)


def test_a_challenge_is_told_with_what_is_played_for_what_and_by_whom() -> None:
    table = courtly.at_court(name="Frostholm")
    Kingdom.objects.filter(pk=table.kingdom(2).pk).update(name="Norn")
    courtly.challenge(table, 2, 0)
    a_day_left(table)

    html = home(table.players[0])

    assert "Norn challenges you to Winter, for honour alone: nothing changes hands." in html
    assert "Accept a challenge or decline" in html
    assert counted(html) == ["2 things wait for me"]
    assert "challenges you" not in home(table.players[1])


def test_a_challenge_alone_is_the_next_thing_with_a_button() -> None:
    table = courtly.at_court(name="Frostholm")
    courtly.challenge(table, 2, 0)
    courtly.done_with_courts(table, 0)

    html = home(table.players[0])

    assert "Accept a challenge or decline" in next_thing(html)
    assert "Answer it" in next_thing(html)
    assert f"For {table.kingdom(0).name}, in Frostholm" in next_thing(html)
    assert counted(html) == ["1 thing waits for me"]


def test_the_list_is_in_the_order_of_the_deadlines_and_what_is_handed_in_is_apart() -> None:
    table, other = make_table(2, name="Frostholm"), make_table(2, name="Icefen")
    person = table.players[0]
    Kingdom.objects.filter(pk=other.kingdom(0).pk).update(player=person)
    other.campaign.memberships.filter(user=other.players[0]).update(user=person)
    sheet_submit(person=person, campaign_id=other.campaign.pk, phase=1, sheet={})
    for minutes in (4 * 24 * 60, 60):
        clock = {"kind": "move", "minutes": minutes}
        new = NewMatch("winter_court", options={"first": 0}, clock=clock)
        match_join(person=make_user(), token=match_open(person=person, new=new).invite_token)

    html = home(person)

    assert "Winter Court: your turn" in next_thing(html)
    then = rows(html)
    assert [row.split(" ")[0] for row in then] == ["Hand", "Winter"]
    assert "Frostholm" in then[0]
    handed_in = html.partition("Handed in, can still be changed")[2].partition("</section>")[0]
    assert "Icefen" in handed_in
    assert "Frostholm" not in handed_in
    assert counted(html) == ["3 things wait for me"]


def test_f53_the_count_costs_a_page_one_query() -> None:
    table = make_table(2)
    client = client_of(table.players[0])
    counts = []
    for path in ("/settings/", f"/campaigns/{table.campaign.pk}/", "/"):
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            html = client.get(path).content.decode()
        union = sum("UNION ALL" in query["sql"] for query in captured.captured_queries)
        counts.append((union, counted(html)))

    # The first page has the list itself, and counts that.
    one = ["1 thing waits for me"]
    assert counts == [(1, one), (1, one), (0, one)]
