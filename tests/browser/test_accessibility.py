"""The main pages as axe-core reads them: by the rules that screen readers and keyboards need.

Campaigns in each kind of phase and a match of each game lie beside each other. Every page is
read once on a phone, in light and in dark by turns: axe finds fields without a label, regions
that no keyboard reaches, texts of too little contrast. (The contrast of every pair of colours is
computed in ``tests/web/test_stylesheet.py``.)
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import transaction
from django.test import Client

from campaign.models import User
from campaign.services.map_drafts import draft_create
from campaign.services.memberships import invite_create
from campaign.services.submissions import sheet_submit
from games.hosting.wake import nobody_woken
from games.models import Match
from games.services.answers import answer_give
from games.services.bots import bots_move
from games.services.offers import resign
from games.services.openings import NewMatch, match_open
from games.services.rulebook import OFFERED
from games.services.table import sit
from games.web.addresses import slug
from tests.browser.test_phone import fits
from tests.factories import SETUP, Table, make_table, make_user
from tests.rules.courtyard import A, B
from tests.scene import kept_team
from tests.services.courtly import challenge, set_court
from tests.web.battles import waiting
from tests.web.courts import courtly
from tests.web.shore import at_war

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Pages = list[tuple[User | None, str]]
"""Who looks, and where."""

HEX: dict[str, Any] = {"n": 1, "q": 0, "r": 0, "terrain": "plain"}
SCHEMES: Iterator[Literal["light", "dark"]] = itertools.cycle(("light", "dark"))
ANSWERS = 4
"""So many are given at a match before it is looked at."""


def campaign_pages() -> Pages:
    """Lay out a campaign in each kind of phase."""
    month, courts, battles = at_war(), courtly(is_public=True), waiting("winter_court")
    setup, winter = make_table(2, options=SETUP), make_table(2)
    set_court(courts, A, B)
    challenge(courts, B, A)
    forming = make_table(1, seats=3, started=False)
    invite = invite_create(person=forming.master, campaign_id=forming.campaign.pk)
    sheet_submit(person=winter.players[1], campaign_id=winter.campaign.pk, phase=1, sheet={})
    draft = draft_create(user=month.players[0], document={"name": "Mine", "tiles": [HEX]})
    own = ("", "map/11/", "hand-in/", "history/", "season/", "reports/0/", "reports/0/dice/")
    return [
        *((None, path) for path in ("/", f"/invites/{invite.token}/")),
        *(at(month, 0, part) for part in (*own, "kingdom/", "receipts/")),
        *(at(courts, seat, "courts/") for seat in (A, None)),
        at(battles, 0, "battles/"),
        at(battles, None, "run/"),
        at(forming, None, "run/"),
        at(setup, 0, "hand-in/"),
        *(at(winter, seat, "hand-in/") for seat in (0, 1)),
        (winter.master, "/campaigns/new/"),
        (month.players[0], f"/maps/editor/{draft.pk}/"),
    ]


def at(table: Table, seat: int | None, part: str) -> tuple[User, str]:
    """Return a page of a campaign for a kingdom's player, or the game master."""
    person = table.master if seat is None else table.players[seat]
    return person, f"/campaigns/{table.campaign.pk}/{part}"


def match_pages() -> Pages:
    """Lay out a match of each game, one that is over, and all about them."""
    person = make_user()
    matches = {game: begun(person, game) for game in OFFERED}
    over = begun(person, "winter")
    resign(person=person, match_id=over.pk)
    free = match_open(person=person, new=NewMatch("courtier"))
    team = kept_team(person)
    paths = [f"/matches/{match.pk}/" for match in (*matches.values(), over, free)]
    paths += ["/", "/matches/", "/matches/new/", "/skirmish-teams/", f"/skirmish-teams/{team.pk}/"]
    paths += ["/settings/", f"/matches/{over.pk}/replay/1/"]
    outside = [f"/how-to-play/{slug(OFFERED[0])}/", "/how-to-play/", "/accounts/signup/"]
    return [*((person, path) for path in paths), *((None, path) for path in outside)]


def begun(person: User, game: str) -> Match:
    """Open a match against a bot, and play a little."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = match_open(person=person, new=NewMatch(game, seats=seats))
    for _ in range(ANSWERS):
        bots_move(match.pk)
        with transaction.atomic():
            table = sit(match.pk)
            ask = table.ask_of(0)
        if ask is None:
            break
        turn = table.match.turn
        answer_give(person=person, match_id=match.pk, revision=turn, answer=ask.default)
    bots_move(match.pk)
    return match


def read(page: Page, axe: Axe) -> list[str]:
    """Return what is wrong with a page: each rule with the first places where it is broken."""
    found = axe.run(page).response["violations"]
    wrong = [f"{each['id']}: {[node['target'] for node in each['nodes'][:3]]}" for each in found]
    return wrong if fits(page) else [*wrong, "wider than a phone"]


@pytest.mark.parametrize("lay_out", [campaign_pages, match_pages])
def test_axe_finds_nothing_on_the_main_pages(
    page: Page, live_server: LiveServer, lay_out: Any
) -> None:
    axe, wrong = Axe(), {}
    with nobody_woken():
        pages = lay_out()
    for person, path in pages:
        become(page, live_server.url, person)
        page.emulate_media(color_scheme=next(SCHEMES))
        page.goto(path)
        if found := read(page, axe):
            wrong[path] = found

    assert wrong == {}


def become(page: Page, site: str, person: User | None) -> None:
    """Look at the site as that person from now on."""
    page.context.clear_cookies()
    if person is not None:
        client = Client()
        client.force_login(person)
        key = str(client.session.session_key)
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": site}])
