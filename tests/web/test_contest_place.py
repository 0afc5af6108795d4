"""What a match of a battle or a court says that it belongs to, and where that leads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.web.contest_place import place_of
from tests.rules.courtyard import A, B
from tests.services.courtly import court, regent, resolve, set_court
from tests.services.nested import at_match, match_of
from tests.web.battles import html as battles_html
from tests.web.battles import waiting
from tests.web.courts import courtly, html
from tests.web.pages import client_of, names

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_match_leads_to_its_battle():
    table = at_match(name="The long war")

    place = place_of(match_of(table).source_key)

    address = f"/campaigns/{table.campaign.pk}/#battle-15"
    assert place == ("The long war, battle on hex 15", address)
    assert place_of("contest-999999") is None


def test_a_match_leads_to_its_court_names_the_stake_and_later_leads_to_the_report():
    table = courtly()
    set_court(table, A, B, stake={"kind": "precedence"})
    made, pk = court(table), table.campaign.pk

    page = client_of(table.players[A]).get(f"/matches/{made.match_id}/").content.decode()
    resolve(table, timezone.now() + timedelta(days=3))

    assert f'<a href="/campaigns/{pk}/courts/#court-1">A test, court for precedence</a>' in page
    assert made.match is not None
    later = place_of(made.match.source_key)
    assert later == ("A test, court for precedence", f"/campaigns/{pk}/reports/1/")


def test_the_page_of_courts_says_what_each_game_is_and_whom_the_steward_plays_for():
    table = courtly()
    regent(table, B)

    form = html(table, A)
    set_court(table, A, B)
    card = html(table, A)

    assert "A lake of cards freezes, then thaws: hold the last token on it." in form
    assert "not staked yet. The steward plays it and answers at once." in form
    assert f"The steward plays for {names(table)[B]}." in card
    assert 'href="/how-to-play/winter/"' in card


def test_a_side_whose_other_the_steward_plays_is_told_who_can_have_it_decided_otherwise():
    table = waiting()
    asked = battles_html(table, 0)
    regent(table, 1)

    told = battles_html(table, 0)

    assert "Propose it" in asked
    assert "Propose it" not in told
    assert "Only the game master can have it decided otherwise" in told
