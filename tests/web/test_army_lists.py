"""Army lists on their pages: pasted, corrected, kept, handed in, and nobody else's to see."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Phase, RosterDraft, Submission
from campaign.services.campaigns import campaign_start
from campaign.services.phases import sweep
from games.engine.contract import Json
from tests.factories import Table, make_table, make_user
from tests.services.war import FIELD, at_war
from tests.web.pages import client_of, form_fields

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PASTED = """Iron Host
20 Spearmen 120 pts
- Banner of the North [15]
Winter Guard (10) - 90 points
the old captain came too
Total: 240
"""
SPEARMEN: dict[str, Json] = {
    "name": "Spearmen",
    "size": 20,
    "points": 120,
    "strength": 1,
    "legend": False,
    "ally": False,
    "extras": [["Banner of the North", 15, False]],
}


def tabletop(**rules: Json) -> Table:
    """Two kingdoms in the first month of a campaign with battles on a real table."""
    position = {**FIELD, "kingdoms": [{}, {}, {}]}
    return make_table(3, position=position, options={"rules": {"battle_mode": "tabletop", **rules}})


def address(table: Table, army: int = 1) -> str:
    return f"/campaigns/{table.campaign.pk}/armies/{army}/"


def press(table: Table, html: str, do: str, *, seat: int = 0, army: int = 1, **typed: Any) -> Any:
    """Press a button of the form on a page, after typing."""
    fields = form_fields(html, "roster") | {name: [value] for name, value in typed.items()}
    data = {**fields, "do": do}
    return client_of(table.players[seat]).post(address(table, army), data)


def opened(table: Table, army: int = 1, seat: int = 0) -> str:
    return client_of(table.players[seat]).get(address(table, army)).content.decode()


def keep(table: Table, *, seat: int = 0, army: int = 1, name: str = "Spearmen") -> None:
    """Write and keep a list of one unit of 100 points."""
    typed = {"units.0.name": name, "units.0.points": "100"}
    answer = press(table, opened(table, army, seat), "keep", seat=seat, army=army, **typed)
    assert answer.status_code == 302


def test_a_pasted_list_is_shown_as_rows_and_kept_when_confirmed() -> None:
    table = tabletop()

    read = press(table, opened(table), "read", text=PASTED)
    html = read.content.decode()
    kept = press(table, html, "keep")

    assert form_fields(html, "roster")["units.0.extras.0.name"] == ["Banner of the North"]
    assert not form_fields(html, "roster").get("units.2.name")
    assert kept.status_code == 302
    (draft,) = RosterDraft.objects.all()
    assert (draft.kingdom.seat, draft.army, draft.revision) == (0, 1, 1)
    assert draft.document["units"][0] == SPEARMEN
    assert draft.document["units"][1]["name"] == "Winter Guard"


def test_a_line_that_was_not_understood_is_shown_and_never_dropped_unasked() -> None:
    table = tabletop()

    read = press(table, opened(table), "read", text=PASTED).content.decode()
    again = press(table, read, "add").content.decode()
    made = press(table, again, "unit:0").content.decode()
    skipped = press(table, again, "skip:0").content.decode()

    assert "Not understood" in read
    assert "the old captain came too" in read.split("</textarea>")[1]
    assert form_fields(again, "roster")["unread.0"] == ["the old captain came too"]
    assert form_fields(made, "roster")["units.2.name"] == ["the old captain came too"]
    assert "Not understood" not in made
    assert "Not understood" not in skipped


def test_lines_that_name_no_unit_are_shown_as_what_they_were_taken_for() -> None:
    table = tabletop()
    text = "+ HQ [85pts] +\nChief [85pts]: Axe [5pts]\nBoarz (60 points)\n• 9x Boar\nTotal: 145"

    read = press(table, opened(table), "read", text=text).content.decode()
    kept = press(table, read, "keep")

    aside = read.split('id="aside"')[1].split("</details>")[0]
    assert "+ HQ [85pts] +" in aside
    assert "• 9x Boar" in aside
    assert "Not understood" not in read
    assert kept.status_code == 302
    chief, boarz = RosterDraft.objects.get().document["units"]
    # The total, 145, shows that the chief's 85 hold the 5 of his axe.
    assert (chief["name"], chief["points"], chief["extras"]) == ("Chief", 80, [["Axe", 5, False]])
    assert (boarz["name"], boarz["size"], boarz["points"]) == ("Boarz", 9, 60)


def test_the_stated_total_is_held_against_what_the_lines_come_to() -> None:
    table = tabletop()

    html = press(table, opened(table), "read", text=PASTED).content.decode()

    # 120 + 15 + 90 = 225, and the text says 240.
    assert "225 of 500 points" in html
    assert "the text says 240 in all" in html


def test_rows_are_added_changed_and_removed_without_scripts() -> None:
    table = tabletop()

    first = press(table, opened(table), "add", **{"units.0.name": "Riders", "units.0.points": "70"})
    html = press(table, first.content.decode(), "extra:0").content.decode()
    html = press(
        table,
        html,
        "show",
        **{"units.0.extras.0.name": "Icy lance", "units.0.extras.0.points": "5",
           "units.0.extras.0.magic": "on", "units.1.name": "Wolves"},
    ).content.decode()  # fmt: skip
    fewer = press(table, html, "remove:1")
    kept = press(table, fewer.content.decode(), "keep")

    assert "75 of 500 points" in html
    assert kept.status_code == 302
    (unit,) = RosterDraft.objects.get().document["units"]
    assert (unit["name"], unit["size"], unit["strength"]) == ("Riders", 1, 1)
    assert unit["extras"] == [["Icy lance", 5, True]]


def test_what_is_wrong_stands_at_its_row_and_nothing_typed_is_lost() -> None:
    table = tabletop()

    refused = press(
        table, opened(table), "keep", **{"units.0.name": "Giants", "units.0.points": "many"}
    )

    html = refused.content.decode()
    assert refused.status_code == 422
    assert '<a href="#unit-0">' in html
    assert form_fields(html, "roster")["units.0.points"] == ["many"]
    assert not RosterDraft.objects.exists()


def test_a_list_over_500_points_is_not_kept() -> None:
    table = tabletop()

    typed = {"units.0.name": "Giants", "units.0.points": "501"}
    refused = press(table, opened(table), "keep", **typed)

    assert refused.status_code == 422
    assert "costs 501 points; at most 500" in refused.content.decode()


def test_a_legend_stands_in_one_list_of_a_kingdom_only() -> None:
    position = {**FIELD, "armies": [*FIELD["armies"], {"kingdom": 0, "tile": 13}]}
    table = make_table(3, position=position, options={"rules": {"battle_mode": "tabletop"}})
    typed = {"units.0.name": "Queen Ysolde", "units.0.points": "90", "units.0.legend": "on"}
    assert press(table, opened(table), "keep", **typed).status_code == 302

    second = press(table, opened(table, 2), "keep", army=2, **typed)

    assert second.status_code == 422
    assert "Queen Ysolde is unique" in second.content.decode()


def test_f15_a_list_from_an_older_window_does_not_overwrite_a_newer_one() -> None:
    table = tabletop()
    old = opened(table)
    keep(table, name="Spearmen")

    late = press(table, old, "keep", **{"units.0.name": "Wolves", "units.0.points": "50"})

    assert late.status_code == 412
    assert RosterDraft.objects.get().document["units"][0]["name"] == "Spearmen"
    knowing = press(table, late.content.decode(), "keep")
    assert knowing.status_code == 302
    assert RosterDraft.objects.get().document["units"][0]["name"] == "Wolves"


def test_f16_a_list_kept_twice_is_one_list_and_thrown_away_it_is_gone() -> None:
    table = tabletop()
    keep(table)

    again = press(table, opened(table), "keep")
    gone = press(table, opened(table), "drop")

    assert again.status_code == gone.status_code == 302
    assert not RosterDraft.objects.exists()


def test_the_first_army_has_its_list_before_it_stands() -> None:
    table = make_table(
        2, started=False, options={"rules": {"battle_mode": "tabletop"}, "begin": "setup"}
    )

    keep(table)

    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/armies/").content
    assert "It goes with your Setup." in html.decode()


def test_armies_of_others_and_armies_that_are_not_look_the_same() -> None:
    table = tabletop()

    mine, none = (client_of(table.players[0]).get(address(table, army)) for army in (1, 5))
    stranger = client_of(make_user()).get(address(table, 1))

    assert (mine.status_code, none.status_code, stranger.status_code) == (200, 404, 404)


def test_where_dice_decide_no_list_is_wanted() -> None:
    table = make_table(2)
    path = f"/campaigns/{table.campaign.pk}/armies/"

    html = client_of(table.players[0]).get(path).content.decode()

    assert "armies need no lists" in html
    assert client_of(table.players[0]).get(f"{path}1/").status_code == 409


def test_the_page_of_all_armies_asks_the_same_number_of_questions_for_more_lists() -> None:
    table = at_war()
    client = client_of(table.players[0])
    path = f"/campaigns/{table.campaign.pk}/armies/"

    def cost() -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        return len(captured)

    few = cost()
    for army in (0, 1):
        keep(table, army=army)

    assert cost() == few


# Handing in


def sheet_of(table: Table, seat: int = 0) -> str:
    path = f"/campaigns/{table.campaign.pk}/hand-in/"
    return client_of(table.players[seat]).get(path).content.decode()


def hand_in(table: Table, html: str, seat: int = 0, **changes: Any) -> Any:
    path = f"/campaigns/{table.campaign.pk}/hand-in/"
    data = {**form_fields(html), "do": "hand_in", **changes}
    return client_of(table.players[seat]).post(path, data)


def handed_in(table: Table, seat: int = 0) -> Json:
    submission = Submission.objects.filter(kingdom__seat=seat).last()
    assert submission is not None
    return submission.sheet


def test_a_kept_list_goes_with_the_orders_of_a_month() -> None:
    table = tabletop()
    keep(table)

    html = sheet_of(table)
    done = hand_in(table, html)

    assert "Army 1: its list of 100 points goes with this sheet" in html
    assert done.status_code == 302
    (carried,) = handed_in(table)["lists"]
    assert (carried["army"], carried["units"][0]["name"]) == (1, "Spearmen")
    again = sheet_of(table)
    assert hand_in(table, again).status_code == 302
    assert handed_in(table)["lists"] == [carried]


def test_a_list_written_after_handing_in_makes_the_button_stand_out_again() -> None:
    table = tabletop()
    hand_in(table, sheet_of(table))
    button = 'class="button button-primary" type="submit" name="do" value="hand_in"'
    assert button not in sheet_of(table)

    keep(table)

    assert button in sheet_of(table)
    hand_in(table, sheet_of(table))
    assert button not in sheet_of(table)


def test_a_list_that_is_not_ticked_stays_at_home() -> None:
    table = tabletop()
    keep(table)

    hand_in(table, sheet_of(table), **{"army-list": []})

    assert "lists" not in handed_in(table)
    assert RosterDraft.objects.count() == 1


def test_pressing_other_buttons_keeps_what_is_ticked() -> None:
    table = tabletop()
    keep(table)
    path = f"/campaigns/{table.campaign.pk}/hand-in/"
    fields = form_fields(sheet_of(table))

    ticked = client_of(table.players[0]).post(path, {**fields, "do": "show"})
    bare = client_of(table.players[0]).post(path, {**fields, "army-list": [], "do": "show"})

    assert form_fields(ticked.content.decode())["army-list"] == fields["army-list"]
    assert "army-list" not in form_fields(bare.content.decode())
    assert 'name="army-list"' in bare.content.decode()


def test_a_list_goes_with_setup_and_counts_afterwards() -> None:
    table = make_table(
        2, started=False, options={"rules": {"battle_mode": "tabletop"}, "begin": "setup"}
    )
    keep(table)
    campaign_start(person=table.master, campaign_id=table.campaign.pk)

    hand_in(table, sheet_of(table))
    Phase.objects.update(due_at=timezone.now())
    assert sweep() == 1

    assert "list" in Submission.objects.get().sheet
    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/armies/").content
    assert "handed in, secret" in html.decode()
    # Lists are fixed in classic, so nothing is left to write.
    assert "Lists are fixed" in opened(table)
    assert press(table, opened(table), "keep").status_code == 409


def test_the_list_of_a_recruit_goes_with_the_first_army_that_is_bought() -> None:
    winter = {
        "stage": "build",
        "kingdoms": [{"gold": 3, "food": 3}, {}],
        "tiles": {
            "14": {"owner": 0, "settlement": "capital"},
            "15": {"owner": 0, "settlement": "fortress"},
            "51": {"owner": 1, "settlement": "capital"},
        },
    }
    options = {"rules": {"battle_mode": "tabletop"}, "hand_in": "steps"}
    table = make_table(2, position=winter, options=options, ends_early=False)
    keep(table, army=0)
    html = sheet_of(table)
    buy = {"purchases.0.buy": ["village"], "purchases.0.tile": ["14"]}
    recruit = {"purchases.0.buy": ["army"], "purchases.0.tile": ["15"]}

    refused = hand_in(table, html, **buy)
    done = hand_in(table, html, **recruit)

    assert refused.status_code == 422
    assert done.status_code == 302
    (line,) = handed_in(table)["purchases"]
    assert (line["buy"], line["list"]["units"][0]["points"]) == ("army", 100)
    assert hand_in(table, sheet_of(table)).status_code == 302
    assert handed_in(table)["purchases"] == [line]


def test_the_kingdoms_page_tells_its_player_what_it_has() -> None:
    position = {**FIELD, "kingdoms": [{"might": 2, "strategies": 1, "race": "Elves"}, {}, {}]}
    rules = {"battle_mode": "tabletop", "might": True, "strategies": True}
    table = make_table(3, position=position, options={"rules": rules})
    path = f"/campaigns/{table.campaign.pk}/kingdom/"

    html = client_of(table.players[0]).get(path).content.decode()

    assert "<dt>Might</dt><dd>2</dd>" in html
    assert "<dt>Strategies</dt><dd>1</dd>" in html
    assert "<dt>Race</dt><dd>Elves</dd>" in html
    assert "500 points, on hex 14" in html
    assert "no list yet" in html
