"""Courts on the pages: what is shown to whom, setting one, being done, what came of it.

The ground is that of ``tests.rules.courtyard``: A (seat 0), B and C around hex 3, which is A's;
every kingdom has 3 gold and 2 food. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Contest, Submission
from games.models import Seat
from games.services.answers import answer_give
from games.services.table import sit
from tests.factories import Table, make_table, make_user
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    GOLD,
    answer,
    at_court,
    challenge,
    court,
    done_with_courts,
    resolve,
    set_court,
    won,
)
from tests.web.courts import courtly, html, post
from tests.web.pages import client_of, form_fields, names, queries

pytestmark = pytest.mark.django_db

HEX: dict[str, Any] = {"kind": "tile", "tile": 3}


# What is shown


def test_the_page_says_what_a_court_is_and_the_ask_leads_there():
    table = courtly()

    page = html(table, A, "hand-in/")

    assert "A court is a game that two to four kingdoms play for a stake" in page
    assert "No court is held right now." in page
    assert "I am done with courts" in page
    assert "Challenge somebody" in page


def test_a_challenge_is_answered_where_it_stands_with_its_stake_in_plain_words():
    table = courtly()
    challenge(table, A, B, stake=GOLD)
    one, other = names(table)[:2]

    asked, mine, aside = html(table, B), html(table, A), html(table, C)

    assert f"{one} challenges you" in asked
    assert "Stake: a purse: the loser pays the winner 2 gold." in asked
    assert 'value="accept:1"' in asked
    assert f"Waiting for {other}." in mine
    assert 'value="withdraw:1"' in mine
    assert f"Waiting for {other}." in aside
    assert "accept:1" not in mine + aside
    assert "withdraw:1" not in asked + aside


def test_the_campaigns_page_puts_a_challenge_first_for_whom_it_is():
    table = courtly()
    challenge(table, A, B, stake=HEX)
    name = names(table)[A]

    asked, others = html(table, B, ""), html(table, C, "")

    assert f'<h2 id="next-thing">{name} challenges you</h2>' in asked
    assert "hex 3: the winner holds it from then on" in asked
    assert "challenges you" not in others
    assert "A challenge, not answered yet." in others


def test_f43_who_does_not_sit_there_watches_and_reads_of_nobodys_turn():
    table = courtly(is_public=True)
    set_court(table, A, B)
    link = f'href="/matches/{court(table).match_id}/"'

    pages = [html(table, C), html(table, C, ""), html(table, None)]
    outside = client_of(None).get(f"/campaigns/{table.campaign.pk}/courts/").content.decode()

    for page in [*pages, outside]:
        assert link in page
        assert "Watch" in page
        assert "Under way." in page
        assert "Waiting for" not in page
        assert "It is your turn" not in page
    assert "I am done with courts" not in outside
    assert "Challenge somebody" not in outside


def test_who_sits_there_is_led_to_the_match():
    table = courtly()
    set_court(table, A, B)

    both = [html(table, seat) for seat in (A, B)]

    moves, waits = sorted(both, key=lambda page: "It is your turn." not in page)
    assert "It is your turn." in moves
    assert "Play Winter" in moves
    assert "It is your turn." not in waits
    assert "Play Winter" not in waits
    assert "Look at the match" in waits
    assert all("Set by the house." in page for page in both)


def test_outside_of_courts_the_page_says_so():
    table = make_table(2)

    page = html(table, 0)

    assert "No courts are held now" in page


def test_courts_and_the_games_of_battles_are_chosen_with_a_new_campaign():
    person = make_user()
    client = client_of(person)
    page = client.get("/campaigns/new/").content.decode()
    given = {
        "name": "Courtly", "seats": 2, "map": "sound", "edition": "classic", "play": "sealed",
        "hand_in": "sheet", "time_zone": "UTC", "rule.courts": "on",
        "rule.battle_mode": "courtier", "rule.court_purse.gold": "4",
        "rule.standing_court": "first_two",
    }  # fmt: skip

    done = client.post("/campaigns/new/", given)

    off = re.search(r'<input[^>]*name="rule.courts" value="off"[^>]*>', page)
    assert off is not None
    assert "checked" in off[0]
    modes = ("simple", "tabletop", "skirmish", "winter_court", "winter", "courtier")
    assert all(f'name="rule.battle_mode" value="{mode}"' in page for mode in modes)
    assert done.status_code == 302
    rules = Campaign.objects.get(name="Courtly").options["rules"]
    assert (rules["battle_mode"], rules["courts"]) == ("courtier", True)
    assert rules["court_purse"] == {"gold": 4, "food": 2}
    assert rules["standing_court"] == "first_two"


def test_how_to_play_tells_of_courts_and_of_battles_played_here():
    page = client_of(None).get("/how-to-play/").content.decode()

    assert "a purse of up to 2 gold and 2 food" in page
    assert "each side fields pieces for 4 points and one more for every 150 points" in page


# The game master


def test_the_game_master_sets_a_court_for_a_pot():
    table = courtly()
    fields = form_fields(html(table, None), "court-set")
    given = {**fields, "game": "courtier", "seat": ["0", "1", "2"], "stake": "pot"}

    done = post(table, None, **{**given, "pot.gold": "1", "pot.food": "1", "do": "set"})

    assert done.status_code == 302
    made = court(table)
    assert (made.status, made.seats) == ("open", [A, B, C])
    assert made.stake == {"kind": "purse", "gold": 1, "food": 1, "from": "pot"}
    assert "a purse: the winner gets 1 gold and 1 food from the common pot" in html(table, A)


def test_a_player_sets_no_court():
    table = courtly()

    refused = post(table, A, do="set", game="winter", seat=["0", "1"], stake="honour", key="k")

    assert refused.status_code == 403
    assert "Set a court as the game master" not in html(table, A)
    assert not Contest.objects.exists()


# Being done, and what came of it


def test_being_done_is_a_sheet_with_a_receipt():
    table = courtly()
    fields = form_fields(html(table, A), "sheet")

    done = post(table, A, **fields, do="done")

    assert done.status_code == 302
    submission = Submission.objects.get()
    assert submission.sheet == {}
    page = html(table, A)
    assert "You are done with courts" in page
    assert submission.receipt[:16] in page
    assert "Challenge somebody" in page


def test_f16_a_second_press_after_the_phase_was_closed_by_the_first_is_no_failure():
    table = courtly()
    fields = {**form_fields(html(table, A), "sheet"), "do": "done"}
    post(table, A, **fields)
    resolve(table, timezone.now() + timedelta(days=3))

    second, theirs = post(table, A, **fields), post(table, B, **fields)

    assert second.status_code == 302
    assert theirs.status_code == 409
    assert Submission.objects.count() == 1


def test_a_press_for_a_phase_that_is_over_changes_nothing():
    table = courtly()

    late = post(table, A, do="done", phase="9", based_on="")

    assert late.status_code == 404
    assert "Nothing was changed" in late.content.decode()
    assert not Submission.objects.exists()


def test_the_report_tells_the_court_its_stake_and_the_match():
    table = at_court()
    challenge(table, A, B, stake=GOLD)
    answer(table, B)
    won(table, B)
    done_with_courts(table, A, B, C)
    resolve(table)
    one, other = names(table)[:2]

    page = html(table, C, "reports/1/")

    assert f"{one} and {other} held court at Winter for a purse of 2 gold from each." in page
    assert f"{other} wins." in page
    assert f"{one} pays 2 gold." in page
    assert f"{other} takes the purse: 2 gold." in page
    assert f'href="/matches/{court(table).match_id}/"' in page


def test_the_report_tells_a_hex_that_changed_hands_among_the_courts():
    """A stakes its hex 3 against B, who wins it."""
    table = at_court()
    challenge(table, A, B, stake=HEX)
    answer(table, B)
    won(table, B)
    resolve(table)
    one, other = names(table)[:2]

    page = html(table, C, "reports/1/")

    chapter = page.split('class="chapter-court"')[1].split("</section>")[0]
    assert f"{other} takes hex 3 from {one}." in chapter


def test_an_unfinished_court_is_told_as_it_stood():
    table = at_court()
    set_court(table, A, B, stake=GOLD)
    resolve(table)

    page = html(table, C, "reports/1/")

    assert "It was not over in time and counts as it stood." in page


def test_f53_the_page_asks_the_database_the_same_however_many_courts_there_are():
    table = courtly()
    set_court(table, A, B, key="1")
    few = [queries(table, seat, part) for seat in (A, C, None) for part in ("", "courts/")]

    set_court(table, A, C, key="2")
    set_court(table, B, C, key="3")
    challenge(table, A, B, key="4")
    challenge(table, C, B, key="5")

    assert [queries(table, s, part) for s in (A, C, None) for part in ("", "courts/")] == few


def seen_mark(page: str) -> str:
    """Return by what a page asks whether it is old."""
    found = re.search(r"/courts/\?seen=(\w+)", page)
    assert found
    return found[1]


def move(table: Table) -> None:
    """Take the default answer for who is asked at the first court's match."""
    match = court(table).match
    assert match is not None
    seat = Seat.objects.get(match=match, number=match.asked[0])
    with transaction.atomic():
        ask = sit(match.pk).ask_of(seat.number)
    assert ask is not None
    answer_give(person=seat.user, match_id=match.pk, revision=match.turn, answer=ask.default)


def test_f43_the_page_asks_for_news_and_is_told_only_what_its_reader_may_know():
    table = courtly()
    set_court(table, A, B)
    url = f"/campaigns/{table.campaign.pk}/courts/"
    seen = {seat: seen_mark(html(table, seat)) for seat in (A, C)}

    quiet = client_of(table.players[A]).get(url, {"seen": seen[A]})
    move(table)
    news = {seat: client_of(table.players[seat]).get(url, {"seen": seen[seat]}) for seat in seen}

    assert (quiet.status_code, quiet.content) == (204, b"")
    assert 'id="courts-now"' in news[A].content.decode()
    assert news[C].status_code == 204


def test_when_the_courts_are_over_the_page_is_loaded_anew():
    table = courtly()
    seen = seen_mark(html(table, A))
    resolve(table, timezone.now() + timedelta(days=3))

    url = f"/campaigns/{table.campaign.pk}/courts/"
    answer = client_of(table.players[A]).get(url, {"seen": seen})

    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
