"""Every page: who sees it, what is on it, and what is never on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve as resolve_path
from knox.models import AuthToken

from campaign.models import Invite, Submission
from campaign.services.submissions import sheet_submit
from campaign.web.urls import urlpatterns
from tests.factories import Table, make_table, make_user
from tests.web.pages import client_of
from tests.web.test_hand_in import own_tile, resolve

pytestmark = pytest.mark.django_db

PRIVATE = {
    # path: (nobody, a stranger, a player, the game master)
    "/campaigns/{pk}/": (404, 404, 200, 200),
    "/campaigns/{pk}/map/": (404, 404, 200, 200),
    "/campaigns/{pk}/status/?board=0": (404, 404, 204, 204),
    "/campaigns/{pk}/hand-in/": (302, 404, 200, 403),
    "/campaigns/{pk}/kingdom/": (302, 404, 200, 403),
    "/campaigns/{pk}/receipts/": (302, 404, 200, 403),
    "/campaigns/{pk}/reports/0/": (404, 404, 200, 200),
    "/campaigns/{pk}/reports/0/dice/": (404, 404, 200, 200),
    "/campaigns/{pk}/reports/0/dice.json": (404, 404, 200, 200),
    "/campaigns/{pk}/reports/1/": (404, 404, 404, 404),
    "/campaigns/{pk}/reports/9/": (404, 404, 404, 404),
    "/campaigns/{pk}/run/": (302, 404, 403, 200),
}
POSTS = {
    "/campaigns/{pk}/hand-in/": (302, 404, 409, 403),
    "/campaigns/{pk}/kingdom/leave/": (302, 404, None, 403),
    "/campaigns/{pk}/run/start/": (302, 404, 403, 409),
    "/campaigns/{pk}/run/clock/": (302, 404, 403, 400),
    "/campaigns/{pk}/run/invites/": (302, 404, 403, None),
    "/campaigns/{pk}/run/invites/1/revoke/": (302, 404, 403, None),
    "/campaigns/{pk}/run/hand-over/": (302, 404, 403, 404),
}
INVITED = {"/invites/{token}/": (200, 200, 302, 200), "/invites/nonsense/": (404, 404, 404, 404)}
ACCOUNT = {
    # path: (nobody, somebody); only posts
    "/settings/tokens/": (302, 200),
    "/settings/tokens/abc/revoke/": (302, 404),
}
OPEN = ["/", "/how-to-play/", "/robots.txt", "/dice_check.py", "/campaigns/"]
SIGNED_IN = ["/", "/settings/", "/campaigns/", "/campaigns/new/", "/how-to-play/"]


def people(table: Table) -> list[Client]:
    return [client_of(p) for p in (None, make_user(), table.players[0], table.master)]


@pytest.mark.parametrize("path", sorted(PRIVATE))
def test_a_private_campaign_is_open_to_its_members_only(path: str) -> None:
    table = make_table(2)

    answers = [client.get(path.format(pk=table.campaign.pk)) for client in people(table)]

    assert tuple(answer.status_code for answer in answers) == PRIVATE[path]


@pytest.mark.parametrize("path", sorted(POSTS))
def test_only_who_may_do_a_thing_does_it(path: str) -> None:
    table = make_table(2)
    before = Invite.objects.count()

    for client, expected in zip(people(table), POSTS[path], strict=True):
        if expected is not None:
            assert client.post(path.format(pk=table.campaign.pk)).status_code == expected

    assert Invite.objects.count() == before
    assert table.kingdom(0).player == table.players[0]


@pytest.mark.parametrize("path", sorted(INVITED))
def test_an_invitation_is_open_to_who_has_it(path: str) -> None:
    table = make_table(1, seats=2)
    token = Invite.objects.get().token

    answers = [client.get(path.format(token=token)) for client in people(table)]

    assert tuple(answer.status_code for answer in answers) == INVITED[path]


@pytest.mark.parametrize("path", sorted(ACCOUNT))
def test_tokens_belong_to_who_is_logged_in(path: str) -> None:
    answers = [client_of(person).post(path) for person in (None, make_user())]

    assert tuple(answer.status_code for answer in answers) == ACCOUNT[path]


def test_every_address_is_in_one_of_these_tables() -> None:
    tables = [*PRIVATE, *POSTS, *INVITED, *ACCOUNT, *OPEN, *SIGNED_IN]

    covered = {
        resolve_path(path.partition("?")[0].format(pk=1, token="x")).url_name for path in tables
    }

    assert covered == {pattern.name for pattern in urlpatterns}


@pytest.mark.parametrize("path", sorted(POSTS))
def test_changes_are_posts_with_a_token(path: str) -> None:
    table = make_table(2)
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.master)

    answer = client.post(path.format(pk=table.campaign.pk))

    assert answer.status_code == 403


def test_what_is_not_there_looks_like_what_is_not_yours() -> None:
    table = make_table(2)
    client = client_of(make_user())
    pk = table.campaign.pk

    hidden = client.get(f"/campaigns/{pk}/")
    missing = client.get(f"/campaigns/{pk + 1000}/")

    assert hidden.status_code == missing.status_code == 404
    assert without_tokens(hidden) == without_tokens(missing)


def test_a_public_campaign_is_shown_to_everybody() -> None:
    table = make_table(2, is_public=True, name="The Open Sea")

    nobody = Client()

    assert "The Open Sea" in nobody.get("/").content.decode()
    assert "The Open Sea" in nobody.get("/campaigns/").content.decode()
    assert nobody.get(f"/campaigns/{table.campaign.pk}/").status_code == 200
    assert nobody.get(f"/campaigns/{table.campaign.pk}/reports/0/").status_code == 200


@pytest.mark.parametrize("path", OPEN)
def test_pages_for_everybody(path: str) -> None:
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize("path", SIGNED_IN)
def test_pages_for_people_who_are_logged_in(path: str) -> None:
    assert client_of(make_user()).get(path).status_code == 200


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
    named = client.post(path, {"name": "Norn <b>", "race": "Dwarfs"})

    assert empty.status_code == 422
    assert 'value="Dwarfs"' in empty.content.decode()
    assert named.status_code == 302
    html = client.get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "Norn &lt;b&gt;" in html
    assert "Norn <b>" not in html


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
