"""Open play's turns: few answers as rows, many as a select, a homeland from six fields.

The board is that of ``shore``. Where dice matter the page is made without a
database, from a position played on with dice that are given.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given

from campaign.models import Ask, Submission
from campaign.rules import SYSTEM
from campaign.services.phases import phase_resolve
from campaign.web.turn_page import MOST_ROWS, TurnPage, canonical_answer, turn_posted
from campaign.web.turn_words import TurnWords
from games.engine.chance import Scripted, Seeded
from tests.factories import SETUP, Table, make_table
from tests.rules.play import examples, seeds
from tests.rules.play import opened as played
from tests.web.pages import client_of, form_fields
from tests.web.sheets import url
from tests.web.shore import MAP, TILES, WAR, options

NAMES = ["Norn", "Vale"]

pytest_db = pytest.mark.django_db


def meeting(*armies: tuple[int, int], ships: tuple[tuple[int, int], ...] = ()) -> dict[str, Any]:
    """Return a month's position with these (kingdom, hex) tokens."""
    return {
        "stage": "orders",
        "summer": {"month": 2},
        "kingdoms": [{}, {}],
        "tiles": TILES,
        "armies": [{"kingdom": seat, "tile": tile} for seat, tile in armies],
        "ships": [{"kingdom": seat, "tile": tile} for seat, tile in ships],
    }


def page_of(kind: str, position: Any, dice: list[int], edition: str = "classic") -> TurnPage:
    """Play on by the defaults until a choice of this kind is asked; return its page."""
    game = SYSTEM.open({"map": MAP, "play": "open", "edition": edition}, 2)
    state, chance = game.position(position), Scripted(dice)
    for _ in range(40):
        (ask,) = game.asks(state)
        if ask.kind == kind:
            return TurnPage(TurnWords(game, state, kind, ask.seat, NAMES), ask)
        state = game.resolve(state, {}, chance).state
    raise AssertionError(f"nobody was asked for {kind}")


def texts(page: TurnPage) -> dict[str, list[str]]:
    return {group.title: [option.text for option in group.options] for group in page.groups}


def told(page: TurnPage) -> str:
    deeds = [deed for chapter in page.story for deed in chapter.deeds]
    return " ".join(part.text for deed in deeds for part in (deed, *deed.more))


# Battles, by the dice given


def test_which_battle_is_said_with_the_hex_and_who_stands_there() -> None:
    page = page_of("battle", meeting((0, 13), (0, 22), (1, 13), (1, 22)), [])

    assert texts(page) == {
        "": [
            "Against Vale, on land (hex 13: plain, Vale’s fortress, 1 token of Vale)",
            "Against Vale, on land (hex 22: plain, Vale’s, 1 token of Vale)",
        ]
    }
    assert page.default.startswith("Against Vale, on land (hex 13")
    assert page.story == []


def test_dice_are_played_by_die_and_army_with_the_battle_so_far() -> None:
    # Norn attacks with two armies and rolls 6 and 3, Vale's two defend (5 + 1) and roll 5 and 2.
    page = page_of("allocate", meeting((0, 22), (0, 22), (1, 22), (1, 22)), [6, 3, 5, 2])

    targets = [f"At army {n} (6 or more hits; 500 points left)" for n in (1, 2)]
    assert texts(page) == {"Die 6": targets, "Die 3": targets}
    assert page.default == "Die 6: at army 1 (6 or more hits; 500 points left)"
    assert "Norn attacks Vale on hex 22." in told(page)
    assert "Norn rolls:" in told(page)


def test_an_army_that_no_die_can_hit_is_named_as_such() -> None:
    # Capitals: flat 4, 1 for defending, 1 for its own fortress or capital; points do not count.
    page = page_of(
        "allocate", meeting((0, 13), (0, 13), (1, 13), (1, 13)), [6, 3, 5, 2], "capitals"
    )
    strong = meeting((0, 22), (0, 22), (1, 22), (1, 22))
    strong["armies"][2:] = [{"kingdom": 1, "tile": 22, "points": 700} for _ in range(2)]
    classic = page_of("allocate", strong, [6, 3, 5, 2])

    assert texts(page)["Die 6"][0] == "At army 1 (6 or more hits; 500 points left)"
    assert texts(classic)["Die 6"][0] == "At army 1 (no die can hit it; 700 points left)"


def test_what_is_lost_is_named_with_its_points() -> None:
    # Three ships against one: the lone 4 sinks one of three; 3, 3, 3 sink nothing.
    fleet = meeting((0, 11), (1, 14), ships=((0, 31), (0, 31), (0, 31), (1, 31)))
    page = page_of("sacrifice", fleet, [3, 3, 3, 4])

    assert page.words.seat == 0
    assert texts(page) == {"": ["Ship 1", "Ship 2", "Ship 3"]}
    assert page.default == "Ship 3"


def test_breaking_off_is_a_plain_question() -> None:
    fleet = meeting((0, 11), (1, 14), ships=((0, 31), (1, 31)))
    page = page_of("break_off", fleet, [3, 3])

    assert texts(page) == {"": ["Fight on", "Break off"]}
    assert page.default == "Fight on"


def test_a_retreat_names_the_places_it_may_go_to() -> None:
    # One army each on 22, which is Vale's; Norn rolls 1, Vale 6: a hit (Defence 5), Norn loses.
    page = page_of("retreat", meeting((0, 22), (1, 22)), [1, 6])

    assert page.words.seat == 0
    assert texts(page) == {
        "": [
            "Army 1 to hex 12: plain, your fortress",
            "Army 1 to hex 21: forest, yours",
            "Army 1 to hex 30: coast, your city",
        ]
    }
    assert "Vale wins." in told(page)


def test_an_advance_may_be_left_and_is_grouped_by_token() -> None:
    page = page_of("advance", meeting((0, 22), (1, 22)), [6, 1])

    assert texts(page)[""] == ["Nobody moves on"]
    assert texts(page)["Army 1"] == [
        "To hex 12: plain, your fortress",
        "To hex 21: forest, yours",
        "To hex 30: coast, your city",
    ]
    assert page.default == "Nobody moves on"


def test_conceding_and_last_stands_are_asked_in_words() -> None:
    land = meeting((0, 63), (0, 63), (1, 63))
    concede = page_of("concede", land, [], "capitals")
    stand = page_of("last_stand", land, [], "capitals")

    assert texts(concede) == {"": ["Fight", "Concede"]}
    assert texts(stand) == {"": ["Make a last stand", "Concede"]}
    assert stand.words.seat == 1
    assert stand.default == "Make a last stand"


def test_many_orders_are_one_select_by_token() -> None:
    page = page_of("order", WAR, [])

    assert len(page.legal) > MOST_ROWS
    assert page.is_long
    assert list(texts(page))[:3] == ["Army 1", "Army 2", "Army 3"]
    assert texts(page)["Army 3"] == ["Regroup: stand up"]
    assert "Move to 21: forest, yours; it is on its side then" in texts(page)["Army 1"]
    assert page.default == "Army 1: Defend"


# The pages


def opened(table: Table) -> tuple[Ask, Client, str]:
    """Open the hand-in page as whoever is on turn."""
    phase = table.campaign.phases.get(status="open")
    ask = phase.asks.select_related("kingdom")[0]
    client = client_of(table.players[ask.kingdom.seat])
    return ask, client, client.get(url(table)).content.decode()


def pass_phase(table: Table) -> None:
    """Let the open phase run out: the defaults count."""
    phase = table.campaign.phases.get(status="open")
    phase_resolve(phase_id=phase.pk, now=timezone.now() + timedelta(days=300 * phase.ordinal))


def take(client: Client, table: Table, html: str, answer: Any) -> Any:
    fields = {**form_fields(html, "turn"), "do": "answer", "answer": canonical_answer(answer)}
    return client.post(url(table), fields)


def in_setup() -> Table:
    table = make_table(2, options={"map": MAP, **SETUP, "play": "open"})
    pass_phase(table)
    return table


@pytest_db
def test_a_capital_is_founded_knowing_the_land() -> None:
    table = in_setup()
    _ask, client, html = opened(table)

    sent = take(client, table, html, 14)

    assert "Hex 11: plain; around it 5 plain and 1 forest" in html
    assert 'value="14"' in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == 14


@pytest_db
def test_a_homeland_is_put_together_from_six_fields() -> None:
    table = in_setup()
    pass_phase(table)
    pass_phase(table)
    ask, client, html = opened(table)
    fields = {**form_fields(html, "turn"), "do": "answer"}
    bare = {f"homeland.{side}": "" for side in ("e", "ne", "nw", "w", "sw", "se")}
    wish = {"homeland.e": "fortress", "homeland.w": "city", "homeland.sw": "village",
            "homeland.se": "village"}  # fmt: skip

    refused = client.post(url(table), fields | bare | {"homeland.e": "city"})
    sent = client.post(url(table), fields | bare | wish)

    assert ask.kind == "homeland"
    assert html.count("<select") == 6
    assert '<input type="radio"' not in html
    assert refused.status_code == 422
    assert "this is not one of the possible answers now" in refused.content.decode()
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "e": "fortress", "w": "city", "sw": "village", "se": "village"
    }  # fmt: skip


@pytest_db
def test_an_order_is_chosen_from_the_select_and_shown_again_when_refused() -> None:
    table = make_table(2, options={"map": MAP, "play": "open"}, position=WAR)
    _ask, client, html = opened(table)

    refused = take(client, table, html, {"army": 3, "order": "move", "to": 11})
    nothing = client.post(url(table), {**form_fields(html, "turn"), "do": "answer"})
    sent = take(client, table, html, {"army": 1, "order": "move", "to": 21})

    assert "Move to 21: forest, yours; it is on its side then" in options(html, "answer").values()
    assert refused.status_code == 422
    assert "a token on its side can only regroup" in refused.content.decode()
    assert nothing.status_code == 422
    assert "Choose one of the answers first." in nothing.content.decode()
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"army": 1, "order": "move", "to": 21}


@pytest_db
def test_a_battle_is_picked_on_its_page_and_the_story_goes_on() -> None:
    armies = ((0, 13), (0, 22), (1, 13), (1, 22))
    table = make_table(2, options={"map": MAP, "play": "open"}, position=meeting(*armies))
    for _ in range(4):
        pass_phase(table)
    ask, client, html = opened(table)

    sent = take(client, table, html, {"tile": 22, "enemy": 1 - ask.kingdom.seat, "kind": "land"})

    assert ask.kind == "battle"
    assert "Choose a battle" in html
    assert "You must begin a battle. Which one?" in html
    assert "Month 2: Battles, year 1" in html
    assert sent.status_code == 302


@pytest_db
def test_f16_a_double_click_takes_a_turn_once() -> None:
    table = make_table(2, options={"map": MAP, "play": "open"}, position=WAR)
    _ask, client, html = opened(table)

    first = take(client, table, html, {"army": 1, "order": "defend"})
    second = take(client, table, html, {"army": 1, "order": "defend"})

    assert (first.status_code, second.status_code) == (302, 302)
    assert Submission.objects.count() == 1


def test_an_answer_of_six_fields_is_read_as_one() -> None:
    posted = {"compose": "homeland", "homeland.e": "city", "homeland.w": ""}

    assert json.loads(turn_posted(posted)) == {"e": "city"}
    assert turn_posted({"answer": "14"}) == "14"
    assert turn_posted({}) == ""


@examples
@given(seeds)
def test_every_turn_of_any_campaign_has_a_page_that_offers_every_answer(seed: int) -> None:
    game, rng = played(seed, play="open", begin="setup")
    state = game.start(Seeded(rng)).state
    for _ in range(60):
        asks = game.asks(state)
        turns = [ask for ask in asks if ask.legal is not None]
        for ask in turns:
            words = TurnWords(game, state, ask.kind, ask.seat, [f"K{n}" for n in range(game.seats)])
            page = TurnPage(words, ask)
            offered = [option.value for group in page.groups for option in group.options]
            wanted = [] if page.is_composed else [canonical_answer(a) for a in ask.legal or ()]
            assert sorted(offered) == sorted(wanted)
            assert page.default
            assert (
                page.is_composed or sum(o.is_default for g in page.groups for o in g.options) == 1
            )
        answers = {ask.seat: game.sample(state, ask, rng) for ask in asks}
        state = game.resolve(state, answers, Seeded(rng)).state
