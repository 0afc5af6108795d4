"""A small skirmish in two browsers, from the teams to the end: a thumb and a keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.models import Match
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of
from games.skirmish.house import HOUSE
from games.web.boards.skirmish_desk import Option, option_of
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.factories import make_user

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OPTIONS = {"factions": ["blights", "plain_guard"], "points": [4, 4], "trees": 2, "first": 0}
MOST_STEPS = 200
THAW = "thaw"


def take_team(page: Page, counts: dict[str, int]) -> None:
    """Set up a team by its steps, and send it; the points follow."""
    form = page.locator("form[data-team]")
    for entry in page.locator("[data-entry]").all():
        wanted, name = counts.get(str(entry.get_attribute("data-entry")), 0), entry
        while int(name.input_value()) != wanted:
            step = 1 if int(name.input_value()) < wanted else -1
            name.locator("xpath=..").locator(f"[data-step='{step}']").click()
    expect(form.locator("[data-sum]")).to_have_text("4")
    page.get_by_role("button", name="Take this team").click()


def tap(control: Locator) -> None:
    control.click()


def press(control: Locator) -> None:
    control.press("Enter")


def give(page: Page, option: Option, act: Callable[[Locator], None]) -> int:
    """Give an answer on the field and its buttons; return how many taps it took."""
    taps = 0
    if option.start and page.locator(f"#sq-{option.start}:not(.is-chosen)").count():
        act(page.locator(f"#sq-{option.start}"))
        taps += 1
        expect(page.locator(f"#sq-{option.start}.is-chosen")).to_be_visible()
    if option.to:
        act(page.locator(f"#sq-{option.to}"))
        taps += 1
        expect(page.locator(f"#sq-{option.to}.is-chosen")).to_be_visible()
    act(page.locator(f".sk-sends form:has([value='{option.answer}']) button"))
    return taps + 1


def ways_of(match: Match) -> list[Option]:
    """Return the legal answers of the seat that is asked."""
    game = game_of(match)
    asks = game.asks(game.decode(match.state))
    return [option_of(answer) for answer in asks[0].legal or ()]


def wish(match: Match, options: list[Option]) -> Option:
    """Choose: walk towards the enemy, and Attack as soon as the Thaw is there."""
    thaws = has_thawed(match)
    forward = 1 if match.asked[0] == 0 else -1

    def worth(option: Option) -> tuple[int, int]:
        eager = option.verb in ("attack", "spend")
        ahead = (
            forward * (int(option.to[1]) - int(option.start[1]))
            if option.start[1:] and option.to
            else 0
        )
        return (1 if thaws else -1) * eager, ahead

    return max(options, key=worth)


def test_two_people_play_a_skirmish_from_the_teams_through_a_thaw_to_the_end(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    opened = match_open(person=anna, new=NewMatch(game="skirmish", options=OPTIONS))
    pk = match_join(person=ben, token=opened.invite_token).pk
    desk = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    desk.set_default_timeout(10_000)
    pages = [page, desk.new_page()]
    for one, name in zip(pages, ("anna", "ben"), strict=True):
        log_in(one, name)
        one.goto(f"/matches/{pk}/")

    take_team(pages[0], {"father_winter": 1, "arctic_wolf": 1})
    expect(page.locator("#headline")).not_to_have_text("Your turn")
    take_team(pages[1], {"captain": 1, "spearman": 1})
    expect(pages[1].locator("form[data-team]")).to_have_count(0)

    taps: dict[str, list[int]] = {}
    shown, thawed = -1, False
    for _step in range(MOST_STEPS):
        match = Match.objects.get(pk=pk)
        if match.status == Match.Status.OVER:
            break
        seat = match.asked[0]
        if seat != shown:
            pages[seat].goto(f"/matches/{pk}/")
            shown = seat
        option, act = wish(match, ways_of(match)), (tap, press)[seat]
        taps.setdefault(kind_of(match), []).append(give(pages[seat], option, act))
        old = f"input[name=revision][value='{match.turn}']"
        expect(pages[seat].locator(old)).to_have_count(0)
        assert fits(pages[seat])
        if not thawed and has_thawed(Match.objects.get(pk=pk)):
            expect(pages[seat].locator(".sk-thaw")).to_be_visible()
            thawed = True
            hasten(pk)

    match = Match.objects.get(pk=pk)
    assert (match.status, match.ending) == (Match.Status.OVER, "rules")
    assert thawed
    assert {"tree", "deploy", "activate", "act", "keep_card"} <= set(taps)
    assert max(taps["tree"] + taps["deploy"] + taps["keep_card"]) <= 2
    page.goto(f"/matches/{pk}/")
    expect(page.locator(".sk-fight, .sk-field").first).to_be_visible()
    expect(page.locator("#headline")).to_contain_text("won")
    desk.close()


def has_thawed(match: Match) -> bool:
    """Tell whether the Thaw has come for Anna's Blights."""
    return match.state is not None and THAW in match.state["marks"][0]


def test_arrow_keys_lead_over_the_field(page: Page) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    teams = {"teams": [{"father_winter": 1}, {"captain": 1}]}
    opened = match_open(person=anna, new=NewMatch(game="skirmish", options=OPTIONS | teams))
    pk = match_join(person=ben, token=opened.invite_token).pk
    log_in(page, "anna")
    page.goto(f"/matches/{pk}/")

    page.locator("#sq-a3").focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("#sq-b4")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Put a Tree on b4").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("Waiting for ben")

    state = Match.objects.get(pk=pk).state
    assert state is not None
    assert state["trees"] == ["b4"]


def hasten(pk: int) -> None:
    """Let the turn that is being played be the last."""
    match = Match.objects.get(pk=pk)
    assert match.state is not None
    Match.objects.filter(pk=pk).update(state=match.state | {"turn": HOUSE.last_turn})


def kind_of(match: Match) -> str:
    """Return the kind of what is asked."""
    game: Any = game_of(match)
    return str(game.asks(game.decode(match.state))[0].kind)
