"""Battles that matches decide, on the pages: how they stand for whom, and what is said there.

Seat 0 attacks hex 15, where seat 1 defends; seat 2 looks on. Source: campaign.md 3a, 3d, 5.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Submission
from campaign.services.phases import phase_resolve
from campaign.services.regents import kingdom_set_regent
from games.services.offers import resign
from tests.factories import Table, make_table
from tests.services.nested import THREE, contest, match_of, won
from tests.services.war import FIELD, START, TILE, hand_in
from tests.web.battles import html, mover, post, waiting
from tests.web.pages import client_of, form_fields, names, queries

pytestmark = pytest.mark.django_db


# The page of one's own battles


def test_the_page_leads_to_the_match_and_says_whose_turn_it_is():
    table = waiting()
    mine = mover(table)
    theirs = 1 - mine

    asked, other = html(table, mine), html(table, theirs)

    link = f'href="/matches/{match_of(table).pk}/"'
    assert link in asked
    assert link in other
    assert "Play Winter Court" in asked
    assert f"for hex {TILE}" in asked
    assert "It is your turn." in asked
    assert f"Waiting for {names(table)[mine]}." in other


def test_the_ask_of_the_phase_leads_there():
    table = waiting()

    response = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/hand-in/")

    assert response.status_code == 302
    assert response["Location"] == f"/campaigns/{table.campaign.pk}/battles/"


def test_the_page_says_what_happens_at_the_deadline():
    standing = waiting()
    by_dice = waiting(rules={"unfinished": "simple"})

    assert "it counts as it stands then" in html(standing, 0)
    assert "simple dice decide" in html(by_dice, 0)


def test_f43_who_does_not_sit_there_watches_and_reads_of_nobodys_turn():
    table = waiting()

    campaign, page = html(table, 2, ""), html(table, 2)

    assert f'href="/matches/{match_of(table).pk}/"' in campaign
    assert "Watch" in campaign
    assert "Under way." in campaign
    assert "your turn" not in campaign
    assert "Waiting for" not in campaign
    assert "No battle of yours waits" in page


def test_the_campaigns_page_puts_the_match_first_for_whose_turn_it_is():
    table = waiting()
    mine = mover(table)

    asked, other = html(table, mine, ""), html(table, 1 - mine, "")

    assert '<h2 id="next-thing">Play Winter Court</h2>' in asked
    assert '<h2 id="next-thing">See to your battles</h2>' in other


def test_all_who_sit_at_a_courtier_are_led_to_it():
    table = waiting("courtier", position=THREE)

    pages = [html(table, seat) for seat in range(3)]

    assert contest(table).seats == [0, 1, 2]
    led = [seat for seat, page in enumerate(pages) if "Play Courtier" in page]
    assert led == [mover(table)]
    assert all(f'href="/matches/{match_of(table).pk}/"' in page for page in pages)


def test_f51_the_campaigns_page_is_fresh_once_the_match_is_over():
    table = waiting()
    client, path = client_of(table.players[2]), f"/campaigns/{table.campaign.pk}/"
    tag = client.get(path)["ETag"]
    same = client.get(path, headers={"if-none-match": tag})

    won(table, 0, timezone.now())
    fresh = client.get(path, headers={"if-none-match": tag})

    assert same.status_code == 304
    assert fresh.status_code == 200
    assert f"{names(table)[0]} won." in fresh.content.decode()


def test_after_the_match_the_page_says_who_won():
    table = waiting()

    won(table, 1, timezone.now())

    page = html(table, 0)
    assert f"{names(table)[1]} won." in page
    assert "Look at the match" in page
    assert "If it is not over" not in page


def test_of_a_regents_kingdom_the_page_says_that_the_steward_plays():
    table = waiting()
    kingdom_set_regent(
        person=table.master, campaign_id=table.campaign.pk, seat=0, regent="steward", key="r"
    )

    page = html(table, 0)

    assert "Under way; a bot plays for you." in page
    assert "Play Winter Court" not in page
    assert "Watch" in page


def test_f43_who_gave_a_courtier_of_three_up_is_an_outsider_there():
    """A bot plays on in the seat of whoever gives up a game of three."""
    table = waiting("courtier", position=THREE)
    resign(person=table.players[2], match_id=match_of(table).pk, now=timezone.now())

    page, campaign = html(table, 2), html(table, 2, "")

    assert contest(table).status == "open"
    assert "Under way; a bot plays for you." in page
    assert "Waiting for" not in page + campaign
    assert "Play Courtier" not in page + campaign


def test_f53_the_pages_ask_the_database_the_same_however_many_battles_wait():
    few, many = waiting(), waiting(position=TWO_FIELDS)

    counts = [
        [queries(table, seat, part) for seat in (0, 2, None) for part in PARTS if may(seat, part)]
        for table in (few, many)
    ]

    assert contest(many, 2).tile == 17
    assert counts[0] == counts[1]


PARTS = ("", "status/", "map/15/", "battles/", "run/")
TWO_FIELDS = {
    **FIELD,
    "tiles": {**FIELD["tiles"], "17": {"owner": 1, "settlement": "village"}},
    "armies": [
        {"kingdom": 0, "tile": 14},
        {"kingdom": 1, "tile": 15},
        {"kingdom": 1, "tile": 17},
        {"kingdom": 2, "tile": 17},
    ],
}
"""Seat 2 stands on hex 17, which is seat 1's, besides."""


def may(seat: int | None, part: str) -> bool:
    """Tell whether a page is for that reader."""
    return part != ("battles/" if seat is None else "run/")


# Where tokens go


def test_the_sheet_begins_as_the_months_sheet_was():
    said = {"retreat": [16, 51]}
    table = waiting(before_month=lambda table: hand_in(table, 1, said, phase=1, now=START))

    fields = form_fields(html(table, 1), "steps")

    assert fields["retreat.0"] == ["16"]
    assert fields["retreat.1"] == ["51"]
    assert fields["retreat.2"] == [""]


def test_only_hexes_are_offered_to_which_a_token_may_retreat():
    """Beside hex 15, seat 0 holds hex 14 alone, seat 1 hex 16 alone."""
    table = waiting()

    attacker, defender = html(table, 0), html(table, 1)

    assert '<option value="14">14: plain, your capital</option>' in attacker
    assert '<option value="13"' not in attacker
    assert '<option value="16">16: plain, your capital</option>' in defender


def test_what_is_said_of_retreats_is_handed_in_and_shown_again():
    table = waiting()
    fields = form_fields(html(table, 1), "steps")

    done = post(table, 1, "battles/", **{**fields, "retreat.0": "16", "do": "steps"})

    assert done.status_code == 302
    assert Submission.objects.get(phase__ordinal=2).sheet == {"retreat": [16], "advance": []}
    page = html(table, 1)
    assert form_fields(page, "steps")["retreat.0"] == ["16"]
    assert "Retreat to hex 16" in page
    assert "Hand in again" in page


def test_a_winners_step_is_offered_where_the_house_has_one():
    with_step = waiting(rules={"winner_advance": True})
    without = waiting(rules={"winner_advance": False})

    assert 'name="advance.0.token"' in html(with_step, 0)
    assert 'name="advance.0.token"' not in html(without, 0)


def test_f14_what_is_refused_comes_back_as_it_was_typed():
    table = waiting(rules={"winner_advance": True})
    fields = form_fields(html(table, 0), "steps")
    wrong = {**fields, "retreat.0": "14", "advance.0.token": "army-7", "advance.0.to": "14"}

    refused = post(table, 0, "battles/", **{**wrong, "do": "steps"})

    page = refused.content.decode()
    assert refused.status_code == 422
    assert "Your kingdom has no army 7" in page or "no army 7" in page
    assert 'href="#line-advance-0"' in page
    assert form_fields(page, "steps")["retreat.0"] == ["14"]
    assert form_fields(page, "steps")["advance.0.token"] == ["army-7"]
    assert not Submission.objects.filter(phase__ordinal=2).exists()


def test_one_more_row_is_asked_for_without_handing_in():
    table = waiting()
    fields = form_fields(html(table, 0), "steps")

    more = post(table, 0, "battles/", **{**fields, "retreat.0": "14", "do": "more:retreat"})

    shown = form_fields(more.content.decode(), "steps")
    assert (shown["retreat.0"], shown["retreat.1"]) == (["14"], [""])
    assert not Submission.objects.filter(phase__ordinal=2).exists()


def test_a_sheet_made_for_a_phase_that_is_over_changes_nothing():
    table = waiting()

    late = post(table, 0, "battles/", do="steps", phase="1", based_on="")

    assert late.status_code == 404
    assert "That phase is over." in late.content.decode()
    assert not Submission.objects.filter(phase__ordinal=2).exists()


def test_f16_a_second_press_after_the_phase_was_closed_by_the_first_is_no_failure():
    table = waiting()
    fields = {**form_fields(html(table, 0), "steps"), "retreat.0": "14", "do": "steps"}
    post(table, 0, "battles/", **fields)
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    second = post(table, 0, "battles/", **fields)
    other = post(table, 0, "battles/", **{**fields, "retreat.0": ""})

    assert second.status_code == 302
    assert other.status_code == 404
    assert Submission.objects.filter(phase__ordinal=2).count() == 1


def test_open_play_asks_for_retreats_when_they_come():
    table = open_table()

    page = html(table, 0)

    assert "Winter Court · for hex" in page
    assert 'name="retreat.0"' not in page
    assert "you are asked about retreats when the time comes" in page


def open_table() -> Table:
    """Return a campaign in open play whose first battle waits for its match."""
    battle = {
        "number": 1, "tile": TILE, "attacker": 0, "defender": 1, "mode": "winter_court",
        "attackers": [1], "defenders": [1], "last_stand": False, "weather": 0,
        "cards": [[], []], "report": None,
    }  # fmt: skip
    armies = [{"kingdom": 0, "tile": TILE}, {"kingdom": 1, "tile": TILE}]
    summer = {"month": 1, "waiting": [battle]}
    return make_table(
        3,
        position={**FIELD, "stage": "report", "armies": armies, "summer": summer},
        options={"play": "open", "rules": {"battle_mode": "winter_court"}},
    )


# The map, the hex, the report


def test_the_map_shows_a_battle_with_its_words_and_the_hex_leads_to_it():
    table = waiting()
    one, other = names(table)[:2]

    campaign, hexed = html(table, 2, ""), html(table, 2, f"map/{TILE}/")

    assert f"battle: {one} and {other}" in campaign
    assert campaign.count('href="#map-battle" x=') == 1
    assert "A battle is fought here" in hexed
    assert f'href="/matches/{match_of(table).pk}/"' in hexed
    assert "A battle is fought here" not in html(table, 2, "map/16/")

    won(table, 0, timezone.now())

    after = html(table, 2, f"map/{TILE}/")
    assert "A battle was fought here" in after
    assert f"{one} won." in after


def test_the_report_says_how_it_was_decided_and_leads_to_the_match():
    table = waiting()
    won(table, 0, timezone.now())
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    month, decided = html(table, 2, "reports/1/"), html(table, 2, "reports/2/")

    link = f'href="/matches/{match_of(table).pk}/"'
    one, other = names(table)[:2]
    assert f"{one} and {other} play Winter Court for hex {TILE}." in month
    assert f"The battle on hex {TILE} is decided by Winter Court." in decided
    assert f"{one} wins." in decided
    assert link in month
    assert link in decided


def test_the_report_tells_what_was_slain_in_a_skirmish_and_that_time_was_up():
    """Each side fields 4 + 500 / 150 = 7 points; the village adds Trees and no points."""
    table = waiting("skirmish")
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    decided = html(table, 2, "reports/2/")

    one, other = names(table)[:2]
    assert f"The battle on hex {TILE} is decided by a skirmish." in decided
    assert f"Slain: {one} 0 of 7 points and {other} 0 of 7 points." in decided
    assert "It was not over in time and counts as it stood." in decided
    assert "It is a draw." in decided


def test_the_report_of_a_courtier_for_three_says_how_all_came_in():
    """Nobody has moved, so all stand alike: nobody wins, and whoever does not hold the hex goes."""
    table = waiting("courtier", position=THREE)
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    decided = html(table, 2, "reports/2/")

    assert "In order: " + ", ".join(f"1. {name}" for name in names(table)) + "." in decided
    assert "The Courtier they played there this month decides it." in decided


def test_the_forecast_of_a_month_stops_where_a_match_decides():
    table = make_table(3, position=FIELD, options={"rules": {"battle_mode": "skirmish"}})
    path = f"/campaigns/{table.campaign.pk}/hand-in/"
    client = client_of(table.players[0])
    fields = form_fields(client.get(path).content.decode())
    march = {**fields, "orders.0.order": f"move:{TILE}", "do": "forecast"}

    page = client.post(path, march).content.decode()

    one, other = names(table)[:2]
    assert f"{one} and {other} fight a skirmish for hex {TILE}." in page
    assert "Then the battle waits to be played; what follows cannot be foretold." in page
    assert "Before the battle you hold" in page


def test_a_battle_left_to_dice_is_told_as_one():
    table = waiting("skirmish", rules={"unfinished": "simple"})
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    decided = html(table, 2, "reports/2/")

    assert f"The battle on hex {TILE} is left to simple dice." in decided


def test_the_history_has_the_matches_too():
    table = waiting()
    won(table, 0, timezone.now())
    phase_resolve(phase_id=table.phase(2).pk, now=timezone.now() + timedelta(days=4))

    link = f'href="/matches/{match_of(table).pk}/"'

    assert link in html(table, 2, "history/2/")
    assert link in html(table, 2, "years/1/")
