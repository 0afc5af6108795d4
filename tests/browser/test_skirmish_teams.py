"""Building a team on a phone: points that count along, and taking a saved team in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Held, Match, SavedTeam
from games.services.openings import NewMatch, match_join, match_open
from tests.browser.test_phone import fits, log_in, plain_page
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["plain_page"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PIECES = ("Chaplain", "Spearman", "Jester")
BEGIN = "/skirmish-teams/new/?faction=plain_guard&n_=0"


def total(page: Page) -> str:
    return page.locator("strong:has([data-sum])").inner_text()


def test_points_count_along_and_the_team_is_saved_from_a_phone(page: Page) -> None:
    make_user("anna")
    log_in(page, "anna")
    page.goto(BEGIN)

    seen = []
    for label, count in (("Captain", "1"), ("Spearman", "9"), ("Spearman", "8"), ("Jester", "1")):
        page.get_by_label(label, exact=True).fill(count)
        seen.append((total(page), page.locator("[data-wrong]").inner_text()))
    page.get_by_label("Points").fill("12")
    seen.append((total(page), page.locator("[data-wrong]").inner_text()))

    assert seen == [
        ("3 of 14 points", ""),
        ("12 of 14 points", "The roster does not allow so many, or so few."),
        ("11 of 14 points", ""),
        ("13 of 14 points", ""),
        ("13 of 12 points", "That is too much."),
    ]
    assert fits(page)
    page.get_by_label("Points").fill("13")
    page.get_by_label("Name").fill("Spears and bells")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/skirmish-teams/")
    assert fits(page)
    team = SavedTeam.objects.get()
    assert (team.name, team.points) == ("Spears and bells", 13)
    assert team.counts == {"captain": 1, "jester": 1, "spearman": 8}


def test_pieces_are_stepped_up_and_down_within_the_roster(page: Page) -> None:
    make_user("anna")
    log_in(page, "anna")
    page.goto(BEGIN)

    for _ in range(3):
        page.get_by_role("button", name="One more: Chaplain").click()
    page.get_by_role("button", name="One less: Spearman").click()
    page.get_by_role("button", name="One more: Jester").click()
    page.get_by_role("button", name="One less: Jester").click()

    held = [page.get_by_label(name, exact=True).input_value() for name in PIECES]
    assert (held, total(page)) == (["2", "0", "0"], "4 of 14 points")


def test_without_scripts_the_page_adds_up(plain_page: Page) -> None:
    make_user("anna")
    log_in(plain_page, "anna")
    plain_page.goto(BEGIN)

    plain_page.get_by_label("Captain", exact=True).fill("1")
    plain_page.get_by_role("button", name="Add it up").click()

    assert total(plain_page) == "3 of 14 points"


def test_a_team_is_saved_from_a_match_taken_up_changed_and_sent(page: Page) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    options = {"factions": ["plain_guard", "blights"]}
    match = match_open(person=anna, new=NewMatch("skirmish", options))
    match_join(person=ben, token=match.invite_token)
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/")

    page.get_by_label("Outrider", exact=True).fill("0")
    page.get_by_role("button", name="Save this team").click()
    page.get_by_label("Name").fill("On foot")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/matches/{match.pk}/?team=*")
    assert page.get_by_label("Outrider", exact=True).input_value() == "0"

    page.goto(f"/matches/{match.pk}/")
    assert page.get_by_label("Outrider", exact=True).input_value() == "1"
    page.get_by_role("link", name="On foot").click()
    page.wait_for_url(f"**/matches/{match.pk}/?team=*")
    assert page.get_by_label("Outrider", exact=True).input_value() == "0"
    take = page.get_by_role("button", name="Take this team")
    page.get_by_label("Spearman", exact=True).fill("9")
    assert take.is_disabled()
    page.get_by_label("Spearman", exact=True).fill("6")
    assert fits(page)
    take.click()
    take.wait_for(state="detached")

    assert Match.objects.get(pk=match.pk).asked == [1]
    sent = "team captain 1 standard_bearer 1 watchtower 1 spearman 6"
    assert Held.objects.get(match=match, seat=0).answer == sent
