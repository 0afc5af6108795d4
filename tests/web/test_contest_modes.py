"""How one battle is fought, on the pages: changed by the game master, or by both sides.

Seat 0 attacks hex 15, where seat 1 defends; seat 2 looks on. Source: campaign.md 5.
"""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from campaign.models import LogEntry, Membership
from games.models import Match
from tests.factories import make_table
from tests.services.nested import contest, match_of
from tests.services.war import FIELD, TILE, file
from tests.web.battles import html, mover, post, waiting
from tests.web.pages import client_of, names

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_side_proposes_another_way_and_the_other_agrees():
    table = waiting()

    proposed = post(table, 0, "battles/mode/", mode="courtier", key="a", do="propose")

    page = html(table, 1)
    assert proposed.status_code == 302
    assert f"{names(table)[0]} would decide it by Courtier instead." in page
    assert "would decide" not in html(table, 2, "")

    agreed = post(table, 1, "battles/mode/", mode="courtier", key="b", do="agree")

    assert agreed.status_code == 302
    assert contest(table).mode == "courtier"
    assert "Play Courtier" in html(table, mover(table))


def test_agreeing_to_what_is_not_proposed_any_more_is_said_on_the_page():
    table = waiting()
    post(table, 0, "battles/mode/", mode="courtier", key="a", do="propose")
    post(table, 0, "battles/mode/", mode="winter", key="b", do="propose")

    late = post(table, 1, "battles/mode/", mode="courtier", key="c", do="agree")

    assert late.status_code == 412
    assert "That is not what is wished for any more" in late.content.decode()
    assert contest(table).mode == "winter_court"


def test_who_does_not_fight_proposes_nothing():
    table = waiting()

    refused = post(table, 2, "battles/mode/", mode="courtier", key="a", do="propose")

    assert refused.status_code == 404
    assert contest(table).proposed_mode == ""


def test_the_game_master_decides_a_battle_otherwise_with_a_reason():
    table = waiting()
    page = html(table, None, "run/")

    lacks = post(table, None, "run/mode/", mode="winter", key="a", reason="")
    done = post(table, None, "run/mode/", mode="winter", key="b", reason="Both asked for it.")

    assert f'action="/campaigns/{table.campaign.pk}/run/mode/"' in page
    assert lacks.status_code == 400
    assert "Say why, so that the players know." in lacks.content.decode()
    assert done.status_code == 302
    assert contest(table).mode == "winter"
    log = html(table, None, "run/")
    assert f"set how battles on hex {TILE} are fought: Winter" in log
    assert "Both asked for it." in log


def test_a_game_master_who_fights_there_is_led_to_where_both_sides_agree():
    table = waiting()
    Membership.objects.filter(user=table.players[0]).update(is_game_master=True)

    page = html(table, 0, "run/")

    assert f'href="/campaigns/{table.campaign.pk}/battles/#battle-{TILE}">Propose it</a>' in page
    assert "run/mode/" not in page


def test_f23_a_match_that_a_fault_stopped_is_shown_to_who_can_decide_it():
    table = waiting()
    Match.objects.update(status=Match.Status.PARKED, wake_at=None)

    said = "A fault of ours stopped its match; the game master can decide it."
    assert said in html(table, None, "run/")
    assert said in html(table, 0)


def test_the_game_master_ends_a_match_as_it_stands():
    table = waiting()
    form = html(table, None, "run/")

    answer = post(table, None, "run/rule/", do="standing", key="a", reason="It drags on.")

    assert 'value="standing">End it as it stands</button>' in form
    assert answer.status_code == 302
    assert match_of(table).status == "over"
    assert contest(table).decided_by == "adjudicated"


def test_the_game_master_rules_a_battle_instead_of_its_match():
    table = waiting()

    done = post(
        table, None, "run/rule/", winner="1", do="enter", key="a", reason="They had to leave.",
        revision=str(table.phase(2).revision),
    )  # fmt: skip

    assert done.status_code == 302
    assert contest(table).result["winner"] == 1
    assert "The game master has ruled." in html(table, 0)


def test_f14_a_ruling_without_a_reason_comes_back_as_it_was_chosen():
    table = waiting()

    lacks = post(
        table, None, "run/rule/", winner="1", do="enter", key="a", reason="",
        revision=str(table.phase(2).revision),
    )  # fmt: skip

    page = lacks.content.decode()
    assert lacks.status_code == 400
    assert f'href="#reason-{TILE}"' in page
    assert f'id="reason-{TILE}"' in page
    assert '<option value="1" selected>' in page
    assert contest(table).is_open


def test_while_orders_are_due_the_game_master_says_it_on_the_hex():
    table = make_table(3, position=FIELD, options={"rules": {"battle_mode": "winter_court"}})
    hexed = f"map/{TILE}/"

    before = html(table, None, hexed)
    done = post(
        table, None, "run/mode/", phase="1", mode="skirmish", reason="A feud.", key="k",
        **{"from": "hex"},
    )  # fmt: skip

    assert "Decide land battles here otherwise" in before
    assert done["Location"] == f"/campaigns/{table.campaign.pk}/{hexed}"
    assert table.phase(1).modes == {str(TILE): "skirmish"}
    assert "<dt>Land battles</dt><dd>Skirmish</dd>" in html(table, 0, hexed)
    assert "Decide land battles here otherwise" not in html(table, 0, hexed)
    assert LogEntry.objects.get(action="battle_mode").reason == "A feud."


def test_f14_a_hex_set_without_a_reason_comes_back_as_it_was_typed():
    table = make_table(3, position=FIELD)

    lacks = post(
        table, None, "run/mode/", phase="1", mode="winter", key="k", reason=" ", **{"from": "hex"}
    )

    page = lacks.content.decode()
    assert lacks.status_code == 400
    assert "Say why, so that the players know." in page
    assert '<option value="winter" selected>' in page
    assert 'name="from" value="hex"' in page
    assert table.phase(1).modes == {}


def test_what_is_set_ahead_stands_on_the_game_masters_page():
    table = make_table(3, position=FIELD)
    post(table, None, "run/mode/", phase="1", mode="skirmish", key="k", reason="A feud.")

    page = html(table, None, "run/")

    assert f'href="/campaigns/{table.campaign.pk}/map/{TILE}/">Hex {TILE}</a>' in page


def test_a_battle_on_the_table_may_become_a_match_and_back():
    table = waiting("tabletop")

    post(table, 0, "battles/mode/", mode="winter", key="a", do="propose")
    asked = html(table, 1)
    post(table, 1, "battles/mode/", mode="winter", key="b", do="agree")
    as_match = html(table, mover(table))
    post(table, None, "run/mode/", mode="tabletop", key="c", reason="They met after all.")
    on_table = html(table, 0)

    assert "would decide it by Winter instead." in asked
    assert f'id="report-{TILE}"' in asked
    assert "Play Winter" in as_match
    assert f'id="report-{TILE}"' not in as_match
    assert f'id="report-{TILE}"' in on_table
    assert "Play Winter" not in on_table


def test_what_a_side_wishes_is_chosen_already_where_the_game_master_sets_it():
    table = waiting()
    post(table, 0, "battles/mode/", mode="courtier", key="a", do="propose")

    page = html(table, None, "run/")

    assert '<option value="courtier" selected>' in page


def test_a_battle_on_the_table_stands_once_on_the_game_masters_page():
    table = waiting("tabletop")

    page = html(table, None, "run/")

    assert page.count(f'id="battle-{TILE}"') == 1
    assert "/run/mode/" in page
    assert "Nobody has reported yet." in page


def test_a_page_of_battles_asks_for_news_and_hears_of_a_new_report():
    table = waiting("tabletop")
    url = f"/campaigns/{table.campaign.pk}/battles/"
    found = re.search(r"/battles/\?seen=([\w.]+)", html(table, 0))
    assert found

    quiet = client_of(table.players[0]).get(url, {"seen": found[1]})
    file(table, 1, {"tile": TILE, "winner": 1}, now=timezone.now())
    news = client_of(table.players[0]).get(url, {"seen": found[1]})

    assert quiet.status_code == 204
    assert "There are new reports." in news.content.decode()
    assert "There are new reports." not in html(table, 0)


def test_what_comes_first_on_a_page_of_battles_is_its_one_filled_button():
    reports, game = html(waiting("tabletop"), 0), waiting()

    assert [reports.count("button-primary"), reports.count(">Hand in my report<")] == [1, 1]
    moves = mover(game)
    assert html(game, moves).count("button-primary") == 1
    assert html(game, 1 - moves).count("button-primary") == 1
