"""Challenges to courts on the pages: made, answered, taken back.

The ground is that of ``tests.rules.courtyard``: A (seat 0), B and C around hex 3, which is A's;
every kingdom has 3 gold and 2 food. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Contest
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    answer,
    challenge,
    court,
)
from tests.web.courts import courtly, html, post
from tests.web.pages import form_fields, names

pytestmark = pytest.mark.django_db


# Challenging


def test_a_challenge_is_one_form():
    table = courtly()
    fields = form_fields(html(table, A), "court-challenge")
    given = {**fields, "game": "winter_court", "seat": "1", "stake": "seats", "seats.gold": "2"}

    done = post(table, A, **given, do="challenge")

    assert done.status_code == 302
    made = court(table)
    assert (made.mode, made.seats, made.status) == ("winter_court", [A, B], "proposed")
    assert made.stake == {"kind": "purse", "gold": 2, "food": 0, "from": "seats"}


def test_a_purse_that_nobody_has_touched_offers_one_gold():
    table = courtly()
    fields = form_fields(html(table, A), "court-challenge")

    done = post(table, A, **{**fields, "seat": "1", "stake": "seats"}, do="challenge")

    assert done.status_code == 302
    assert court(table).stake == {"kind": "purse", "gold": 1, "food": 0, "from": "seats"}


def test_who_challenges_nobody_is_asked_to_choose():
    table = courtly()

    refused = post(table, A, do="challenge", key="k", game="winter", stake="honour")

    assert "this game is for 2 kingdoms. Choose who plays." in refused.content.decode()


def test_the_form_offers_a_challenger_what_is_theirs_to_stake():
    """Hexes 3 (A's) and those of others beside A; no pot and no favour."""
    table = courtly()

    page = html(table, A)

    values = [f'name="stake" value="{kind}"' for kind in ("honour", "precedence", "seats", "tile")]
    assert all(value in page for value in values)
    assert 'value="pot"' not in page
    assert 'value="favour"' not in page
    assert f'<option value="3">3: {names(table)[A]}’s, beside' in page
    assert '<option value="1"' not in page
    assert 'type="checkbox" name="seat" value="0"' not in page


def test_f14_a_refused_challenge_comes_back_as_it_was_typed():
    table = courtly()

    refused = post(
        table, A, do="challenge", game="courtier", seat=["1", "2"], stake="seats",
        key="k", **{"seats.gold": "3", "seats.food": "0"},
    )  # fmt: skip

    page = refused.content.decode()
    fields = form_fields(page, "court-challenge")
    assert refused.status_code == 422
    assert "The stake: gold must be between 0 and 2." in page
    assert 'href="#challenge-stake"' in page
    assert fields["game"] == ["courtier"]
    assert fields["seat"] == ["1", "2"]
    assert fields["stake"] == ["seats"]
    assert fields["seats.gold"] == ["3"]
    assert not Contest.objects.exists()


def test_who_is_too_poor_is_named():
    stock = [{"gold": 3, "food": 2}, {"gold": 1, "food": 2}, {"gold": 3, "food": 2}]
    table = courtly(position={"kingdoms": stock})

    refused = post(
        table, A, do="challenge", game="winter", seat="1", stake="seats", key="k",
        **{"seats.gold": "2"},
    )  # fmt: skip

    text = f"{names(table)[B]} has only 1 gold and 2 food that are not staked yet."
    assert refused.status_code == 422
    assert text in refused.content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {"game": "chess", "seat": "1"},
        {"game": "winter", "seat": "x"},
        {"game": "winter", "seat": ["1", "2"]},
        {"game": "winter"},
        {"game": "winter", "seat": "1", "stake": "tile", "tile": "²"},
        {"game": "winter", "seat": "1", "stake": "the moon"},
        {"game": "winter", "seat": "1", "stake": "seats", "seats.gold": "many"},
    ],
)
def test_f13_a_form_made_by_hand_is_judged_like_any_other(typed: dict[str, Any]):
    table = courtly()

    refused = post(table, A, do="challenge", key="k", **{"stake": "honour", **typed})

    assert refused.status_code in (400, 422)
    assert "Nothing was changed" in refused.content.decode()
    assert not Contest.objects.exists()


def test_f16_a_double_click_challenges_once():
    table = courtly()
    given = {"do": "challenge", "game": "winter", "seat": "1", "stake": "honour", "key": "k"}

    first, second = post(table, A, **given), post(table, A, **given)

    assert (first.status_code, second.status_code) == (302, 302)
    assert Contest.objects.count() == 1


# Answers


def test_accepting_opens_the_match():
    table = courtly()
    challenge(table, A, B)

    done = post(table, B, do="accept:1")

    assert done.status_code == 302
    assert court(table).status == "open"
    assert f'href="/matches/{court(table).match_id}/"' in html(table, B)


def test_declining_and_taking_back_end_a_challenge():
    table = courtly()
    challenge(table, A, B, key="one")
    challenge(table, A, C, key="two")

    post(table, B, do="decline:1")
    post(table, A, do="withdraw:2")

    page = html(table, A)
    assert court(table, 1).status == "declined"
    assert court(table, 2).status == "withdrawn"
    assert "Declined." in page
    assert "Taken back." in page


def test_of_three_one_who_has_accepted_may_still_decline():
    table = courtly()
    challenge(table, A, B, C)
    answer(table, B)

    page = html(table, B)

    assert "You have accepted." in page
    assert 'value="decline:1"' in page
    assert f"Waiting for {names(table)[C]}." in page


def test_an_answer_to_what_is_settled_is_refused_on_the_page():
    table = courtly()
    challenge(table, A, B)
    post(table, A, do="withdraw:1")

    late = post(table, B, do="accept:1")

    assert late.status_code == 409
    assert "That challenge is answered, taken back or over already." in late.content.decode()


def test_who_is_not_challenged_answers_nothing():
    table = courtly()
    challenge(table, A, B)

    refused = post(table, C, do="accept:1")

    assert refused.status_code == 403
    assert court(table).status == "proposed"


def test_the_log_names_the_steward_where_it_answers_for_a_kingdom():
    table = courtly()
    table.campaign.kingdoms.filter(seat=B).update(regent="steward")
    challenge(table, A, B, stake={"kind": "tile", "tile": 3})

    page = html(table, A, "")

    assert court(table).status == "declined"
    assert f"The steward ({names(table)[B]}) declined court 1" in page
