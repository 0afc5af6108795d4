"""Every page: what is on it, and what is never on it. Who sees it: `tests/test_routes.py`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from knox.models import AuthToken

from campaign.models import Invite, Submission
from campaign.services.submissions import sheet_submit
from tests.factories import SETUP, Table, make_table, make_user
from tests.web.pages import client_of
from tests.web.sheets import own_tile, resolve

pytestmark = pytest.mark.django_db

SIGNED_IN = ["/", "/settings/", "/campaigns/", "/campaigns/new/", "/how-to-play/"]


def test_a_public_campaign_is_shown_to_everybody() -> None:
    table = make_table(2, is_public=True, name="The Open Sea")

    nobody = Client()

    assert "The Open Sea" in nobody.get("/").content.decode()
    assert "The Open Sea" in nobody.get("/campaigns/").content.decode()
    assert nobody.get(f"/campaigns/{table.campaign.pk}/").status_code == 200
    assert nobody.get(f"/campaigns/{table.campaign.pk}/reports/0/").status_code == 200


@pytest.mark.parametrize("path", ["/settings/", "/campaigns/new/", "/campaigns/1/hand-in/"])
def test_who_is_not_logged_in_logs_in_and_comes_back(path: str) -> None:
    answer = Client().get(path)

    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/accounts/login/?next={path}"


def test_the_first_page_names_the_next_thing_and_counts_what_waits() -> None:
    table = make_table(2, name="Frostholm")

    html = client_of(table.players[0]).get("/").content.decode()

    assert "Hand in your Winter" in html
    assert "Frostholm" in html
    assert "1 thing waits for me" in html
    assert f'href="/campaigns/{table.campaign.pk}/hand-in/"' in html


def test_what_is_handed_in_waits_no_more_but_can_be_changed() -> None:
    table = make_table(2)
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={})

    html = client_of(table.players[0]).get("/").content.decode()

    assert "Nothing waits for you" in html
    assert "Handed in, can still be changed" in html


def test_the_campaign_page_has_the_map_every_hex_in_words_and_the_standings() -> None:
    table = make_table(2)
    capital = own_tile(table, 0, "capital")

    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert html.count('href="#tile-') >= table.campaign.tiles.count()
    assert f'id="tile-{capital}"' in html
    # Capital 3, city 2, fortress 2, two villages 2, army 5 (campaign.md 4e).
    assert html.count("<strong>14</strong>") == 2
    assert "place 1" in html


def test_house_rules_are_named_with_their_edition() -> None:
    table = make_table(2, options={"rules": {"max_armies": 8, "snake_draft": True}})

    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert "Edition: Classic." in html
    assert "Most armies" in html
    assert "(edition: 6)" in html
    assert "Snake draft" in html
    assert "Lines of supply" not in html


def test_the_report_tells_what_happened_with_dice_and_receipts() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    sheet = {"purchases": [{"buy": "village", "tile": empty}]}
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=sheet)
    resolve(table)

    client = client_of(table.players[1])
    html = client.get(f"/campaigns/{table.campaign.pk}/reports/1/").content.decode()

    assert f"builds a village on hex {empty} (1 gold)." in html
    assert "Build and recruit" in html
    assert Submission.objects.get().receipt[:16] in html
    assert "no sheet; the defaults counted" in html
    assert "Roll-off 1 for player order" in html


def test_the_dice_page_shows_the_secret_of_a_phase_only_when_it_is_over() -> None:
    table = make_table(2)
    pk = table.campaign.pk
    client = client_of(table.players[0])

    before = client.get(f"/campaigns/{pk}/reports/1/dice.json")
    resolve(table)
    after = client.get(f"/campaigns/{pk}/reports/1/dice.json")

    assert before.status_code == 404
    assert set(after.json()) == {"commitment", "secret", "context", "draws"}
    assert after.json()["commitment"] == table.phase(1).commitment
    page = client.get(f"/campaigns/{pk}/reports/1/dice/").content.decode()
    assert after.json()["secret"] in page


def secrets_of(table: Table, seat: int) -> list[str]:
    submission = Submission.objects.get(kingdom__seat=seat)
    return [submission.receipt, submission.nonce, str(submission.pk)]


PAGES = ["", "status/", "hand-in/", "receipts/", "kingdom/", "reports/0/", "reports/0/dice/"]


def test_f43_no_page_of_another_player_tells_what_was_handed_in_or_whether() -> None:
    table = make_table(2, is_public=True)
    empty = own_tile(table, 0, None)
    pk = table.campaign.pk
    viewers = [client_of(table.players[1]), client_of(make_user()), Client()]
    paths = [f"/campaigns/{pk}/{page}" for page in PAGES] + ["/", "/campaigns/"]

    def look() -> list[tuple[int, str, str]]:
        return [
            (answer.status_code, answer.headers.get("ETag", ""), without_tokens(answer))
            for client in viewers
            for answer in (client.get(path) for path in paths)
        ]

    before = look()
    sheet = {"purchases": [{"buy": "village", "tile": empty}]}
    sheet_submit(person=table.players[0], campaign_id=pk, phase=1, sheet=sheet)
    after = look()

    assert [status for status, _, _ in before] == [status for status, _, _ in after]
    assert [body for _, _, body in before] == [body for _, _, body in after]
    assert not any(secret in body for secret in secrets_of(table, 0) for _, _, body in after)


def without_tokens(answer: Any) -> str:
    """Return a page without what differs at every request, and without relative times."""
    text = answer.content.decode()
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"', "", text)
    return re.sub(r"<time.*?</time>", "", text, flags=re.S)


def test_who_is_in_is_for_the_game_master_alone_and_never_what() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    sheet = {"purchases": [{"buy": "village", "tile": empty}]}
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=sheet)

    html = client_of(table.master).get(f"/campaigns/{table.campaign.pk}/run/").content.decode()

    assert html.count('<span class="tag tag-good">in</span>') == 1
    assert html.count('<span class="tag">not yet</span>') == 1
    assert f"hex {empty}" not in html
    assert not any(secret in html for secret in secrets_of(table, 0))


def test_invitation_links_and_secrets_are_on_no_players_page() -> None:
    table = make_table(2)
    table.campaign.refresh_from_db()
    token = Invite.objects.get().token
    client = client_of(table.players[0])

    for page in PAGES:
        html = client.get(f"/campaigns/{table.campaign.pk}/{page}").content.decode()
        assert token not in html
        assert table.campaign.secret not in html


def test_f45_who_has_left_sees_nothing_any_more() -> None:
    table = make_table(2)
    client = client_of(table.players[0])
    pk = table.campaign.pk

    left = client.post(f"/campaigns/{pk}/kingdom/leave/")

    assert left.status_code == 302
    assert table.kingdom(0).player is None
    assert client.get(f"/campaigns/{pk}/").status_code == 404
    assert client.get(f"/campaigns/{pk}/receipts/").status_code == 404


def test_a_kingdom_is_renamed_and_a_bad_name_is_told() -> None:
    table = make_table(2)
    client = client_of(table.players[0])
    path = f"/campaigns/{table.campaign.pk}/kingdom/"

    empty = client.post(path, {"name": "", "race": "Dwarfs"})
    hidden = client.post(path, {"name": "Norn\u200b", "race": "Dwarfs"})
    taken = client.post(path, {"name": "Kingdom 2", "race": "Dwarfs"})
    named = client.post(path, {"name": "Norn <b>", "race": "Dwarfs"})

    assert empty.status_code == 422
    for refused in (empty, hidden, taken):
        assert refused.status_code == 422
        assert 'value="Dwarfs"' in refused.content.decode()
    assert "looks like it" in taken.content.decode()
    assert named.status_code == 302
    html = client.get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "Norn &lt;b&gt;" in html
    assert "Norn <b>" not in html


def test_the_kingdoms_page_offers_an_army_for_skirmishes_until_the_banners_are_raised() -> None:
    table = make_table(2, options=SETUP)
    client = client_of(table.players[1])
    path = f"/campaigns/{table.campaign.pk}/kingdom/"

    client.post(path, {"name": "Norn", "race": "", "faction": "plain_guard"})
    odd = client.post(path, {"name": "Norn", "race": "", "faction": "elves"})
    before = client.get(path).content.decode()
    resolve(table)
    after = client.get(path).content.decode()

    assert odd.status_code == 422
    assert '<option value="plain_guard" selected>The Plain Guard: Honest soldiers' in before
    assert 'name="faction"' not in after
    # Nothing was handed in, so the one of the second seat fights (campaign.md 2.1).
    assert "<dt>Army in skirmishes</dt><dd>The Briar Host</dd>" in after


def test_times_are_in_the_readers_zone() -> None:
    table = make_table(2)
    path = f"/campaigns/{table.campaign.pk}/"
    due = table.phase().due_at
    assert due is not None
    table.players[0].time_zone = "Asia/Tokyo"
    table.players[0].save()
    cookie = client_of(table.players[1])
    cookie.cookies["zone"] = "Asia%2FTokyo"
    nonsense = client_of(table.master)
    nonsense.cookies["zone"] = "../../etc/passwd"

    own, device, campaigns = (
        client.get(path).content.decode()
        for client in (client_of(table.players[0]), cookie, nonsense)
    )

    assert "JST" in own
    assert "JST" in device
    assert "UTC" in campaigns


def test_settings_are_saved_and_tokens_are_shown_once() -> None:
    user = make_user()
    client = client_of(user)

    saved = client.post("/settings/", {"time_zone": "Europe/Oslo"})
    wrong = client.post("/settings/", {"time_zone": "Europe/Atlantis"})
    made = client.post("/settings/tokens/").content.decode()
    token = re.search(r'value="(\w{40,})" spellcheck', made)

    user.refresh_from_db()
    assert saved.status_code == 302
    assert (user.time_zone, user.wants_mail) == ("Europe/Oslo", False)
    assert wrong.status_code == 422
    assert token
    listed = client.get("/settings/").content.decode()
    assert token[1] not in listed
    assert token[1][:8] in listed
    key = AuthToken.objects.get(user=user).token_key
    assert client_of(make_user()).post(f"/settings/tokens/{key}/revoke/").status_code == 404
    assert client.post(f"/settings/tokens/{key}/revoke/").status_code == 302
    assert not AuthToken.objects.filter(user=user).exists()


def test_a_campaign_that_is_over_has_its_final_standings() -> None:
    table = make_table(2, options={"rules": {"years": 1}})
    resolve(table)
    resolve(table, 2)
    pk = table.campaign.pk
    client = client_of(table.players[0])

    html = client.get(f"/campaigns/{pk}/").content.decode()
    report = client.get(f"/campaigns/{pk}/reports/2/").content.decode()

    assert "Final standings" in html
    assert "The campaign ends with year 1, as agreed." in report
    assert "Nothing to hand in" in client.get(f"/campaigns/{pk}/hand-in/").content.decode()


def test_no_page_holds_inline_scripts_or_styles() -> None:
    table = make_table(2)
    client = client_of(table.master)
    player = client_of(table.players[0])
    pk = table.campaign.pk
    pages = [client.get(path) for path in (*SIGNED_IN, f"/campaigns/{pk}/run/")]
    pages += [player.get(f"/campaigns/{pk}/{page}") for page in PAGES if page != "status/"]

    for answer in pages:
        html = answer.content.decode()
        assert " style=" not in html
        assert "<style" not in html
        assert "javascript:" not in html
        assert not re.search(r"<script(?![^>]* src=)", html)
        assert not re.search(r"\son\w+=", html)


def test_ids_are_unique_on_every_page() -> None:
    table = make_table(2)
    pk = table.campaign.pk
    master, player = client_of(table.master), client_of(table.players[0])
    pages = [
        master.get(path) for path in (*SIGNED_IN, f"/campaigns/{pk}/run/", f"/campaigns/{pk}/")
    ]
    pages += [player.get(f"/campaigns/{pk}/{page}") for page in PAGES if page != "status/"]

    for answer in pages:
        ids = re.findall(r'\sid="([^"]+)"', answer.content.decode())
        assert sorted(ids) == sorted(set(ids))


def test_every_field_of_every_form_has_a_label() -> None:
    table = make_table(2)
    pk = table.campaign.pk
    master, player = client_of(table.master), client_of(table.players[0])
    masters = ("/settings/", "/campaigns/new/", f"/campaigns/{pk}/run/")
    pages = [master.get(path) for path in masters]
    pages += [player.get(f"/campaigns/{pk}/{page}") for page in ("hand-in/", "kingdom/")]

    for answer in pages:
        html = answer.content.decode()
        labelled = set(re.findall(r'<label[^>]* for="([^"]+)"', html))
        wrapped = set(re.findall(r"<label[^>]*>\s*<input[^>]*name=\"([^\"]+)\"", html))
        for tag in re.findall(r"<(?:input|select|textarea)[^>]*>", html):
            kind, name = attribute(tag, "type"), attribute(tag, "name")
            if kind in ("hidden", "submit") or name == "map-zoom":
                continue
            assert attribute(tag, "id") in labelled or name in wrapped, tag


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found[1] if found else ""


def test_how_to_play_tells_the_whole_year_with_the_numbers_of_the_rules() -> None:
    html = Client().get("/how-to-play/").content.decode()

    heads = ["Setup", "A month of Summer", "Winter", "The end"]
    assert [head for head in re.findall(r"<h2>([^<]+)</h2>", html) if head in heads] == heads
    assert "a village on 8 or 9, a city on 10, a fortress on 11 or 12" in html
    assert "one Summer of 6 months" in html
    assert "every 4 or more sinks a ship" in html
    assert "a hit takes 100 points" in html


def test_a_rule_that_is_a_choice_differs_in_words() -> None:
    options = {"rules": {"battle_mode": "tabletop"}}
    table = make_table(2, is_public=True, options=options)

    html = Client().get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert "On the table" in html
    assert "(edition: Simple dice)" in html


def test_the_standings_say_the_month_and_what_capitals_counts_besides() -> None:
    position = {
        "stage": "orders",
        "summer": {"month": 3},
        "kingdoms": [{"might": 2, "strategies": 1}, {}],
        "tiles": {"1": {"owner": 0}, "30": {"owner": 1}},
        "armies": [{"kingdom": 0, "tile": 1}, {"kingdom": 1, "tile": 30}],
    }
    later, classic = (
        make_table(2, is_public=True, position=position, options={"edition": edition})
        for edition in ("capitals", "classic")
    )

    page, plain = (
        Client().get(f"/campaigns/{table.campaign.pk}/").content.decode()
        for table in (later, classic)
    )

    assert "Year 1, month 3 of 6." in page
    assert '<th scope="col" class="num">Might</th>' in page
    assert "1 strategy" in page
    assert "Might</th>" not in plain
    assert "strategy" not in plain
