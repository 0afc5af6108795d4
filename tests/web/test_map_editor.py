"""The map editor without scripts, and what its script asks the server."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.models import MapDraft
from campaign.rules.maps import grid_map, load_map
from campaign.rules.maps.generator import generate
from campaign.rules.maps.text import to_text
from campaign.services.map_drafts import draft_create
from tests.factories import make_user
from tests.web.pages import client_of, form_fields

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LIST = "/maps/editor/"
SEED = {"do": "seed", "seed": 7, "tiles": 100, "kingdoms": 3, "water": 20, "mountains": 10}


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def client(owner):
    return client_of(owner)


def draft(owner, document=None):
    made = draft_create(user=owner, document=document or load_map("sound"))
    return made, f"/maps/editor/{made.pk}/"


def tile(number):
    return next(t for t in MapDraft.objects.get().document["tiles"] if t["n"] == number)


def page_of(response, status=200):
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


# How a map begins


def test_a_map_begins_from_a_seed(client):
    answer = client.post(LIST, SEED)

    made = MapDraft.objects.get()
    assert answer.headers["Location"] == f"/maps/editor/{made.pk}/"
    assert made.document == generate(7, tiles=100, kingdoms=3, water=20, mountains=10)


def test_a_map_begins_from_a_map_of_the_site(client):
    client.post(LIST, {"do": "shipped", "key": "ring"})

    assert MapDraft.objects.get().document == load_map("ring")


def test_a_map_begins_blank(client):
    client.post(LIST, {"do": "blank", "width": 5, "height": 4, "terrain": "ocean"})

    tiles = MapDraft.objects.get().document["tiles"]
    assert [(t["q"], t["r"]) for t in tiles[:6]] == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1)]
    assert {t["terrain"] for t in tiles} == {"ocean"}
    assert len(tiles) == 20


@pytest.mark.parametrize("write", [to_text, json.dumps])
@pytest.mark.parametrize("as_file", [True, False])
def test_a_map_is_imported_as_text_or_json_pasted_or_as_a_file(client, write, as_file):
    text = write(load_map("rivers"))
    upload = SimpleUploadedFile("map.txt", b"\xef\xbb\xbf" + text.encode())

    client.post(
        LIST, {"do": "import", "file": upload} if as_file else {"do": "import", "map": text}
    )

    assert MapDraft.objects.get().document == load_map("rivers")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "import", "map": ""}, "Paste a map or choose a file."),
        ({"do": "import", "map": "Wintertide map\n1 at 0 0: p q"}, "Line 2, after hex 1: “q” is"),
        ({"do": "import", "map": '{"tiles": [{"n": 5}]}'}, "Hex 5 has no place"),
        ({"do": "import", "map": "{"}, "This is not JSON"),
        ({"do": "import", "file": SimpleUploadedFile("x", b"\xff\xfe")}, "This file is no text."),
        (SEED | {"tiles": 60, "kingdoms": 8}, "8 kingdoms need 144 hexes of land"),
        (SEED | {"water": 99}, "less than or equal to 60"),
        ({"do": "blank", "width": 5000, "height": 2, "terrain": "x"}, "less than or equal to 40"),
        ({"do": "shipped", "key": "atlantis"}, "must be one of"),
        ({"do": "else"}, "not one of the buttons"),
    ],
)
def test_what_makes_no_map_is_said_and_nothing_is_kept(client, sent, said):
    assert said in page_of(client.post(LIST, sent), 422)

    assert not MapDraft.objects.exists()


def test_the_list_shows_my_maps_only(client, owner):
    draft(owner)
    draft(make_user(), load_map("ring"))

    page = page_of(client.get(LIST))

    assert "The Sound</a>" in page
    assert "The Ring</a>" not in page


def test_the_51st_map_is_refused_with_the_reason(client, owner):
    MapDraft.objects.bulk_create(
        MapDraft(owner=owner, name="x", document={"tiles": []}, updated_at="2026-01-01T00:00Z")
        for _ in range(50)
    )

    assert "You keep 50 maps already" in page_of(client.post(LIST, SEED), 422)


# The editor without scripts


def test_the_editor_shows_the_map_and_the_fields_of_a_hex(client, owner):
    _made, path = draft(owner)

    page = page_of(client.get(path + "?hex=32"))

    fields = form_fields(page, "editor")
    assert (fields["n"], fields["terrain"], fields["place"]) == (["32"], ["plain"], ["Long Ford"])
    assert "river" in fields
    assert "bridge" in fields
    assert 'href="?hex=21#hex-fields"' in page
    assert re.search(r'<text class="start-rank"[^>]*>1</text>', page)


def test_one_hex_is_changed_by_the_form(client, owner):
    _made, path = draft(owner)
    fields = form_fields(page_of(client.get(path + "?hex=30")), "editor")

    answer = client.post(path, {
        **fields, "do": "hex", "terrain": "mountain", "start": "", "place": "High Seat",
        "edge_e": "none", "edge_w": "water",
    })  # fmt: skip

    assert answer.headers["Location"] == path + "?hex=30#hex-fields"
    assert tile(30) == {
        "n": 30, "q": 1, "r": 3, "terrain": "mountain", "name": "High Seat",
        "edges": {"e": "none", "w": "water"},
    }  # fmt: skip
    assert tile(31) == next(t for t in load_map("sound")["tiles"] if t["n"] == 31)


def test_a_start_rank_given_twice_is_refused_and_the_hex_named(client, owner):
    _made, path = draft(owner)
    fields = form_fields(page_of(client.get(path + "?hex=30")), "editor")

    page = page_of(client.post(path, {**fields, "do": "hex", "start": "2"}), 422)

    assert "Hex 30 has the same start rank as hex 25." in page
    assert 'href="#hex-30"' in page
    assert "start" not in tile(30)


def test_a_hex_that_is_not_there_is_refused(client, owner):
    _made, path = draft(owner)

    answer = client.post(path, {"do": "hex", "n": "999", "terrain": "plain", "revision": "1"})

    assert "There is no such hex on this map." in page_of(answer, 422)


def test_the_text_is_saved(client, owner):
    made, path = draft(owner)
    text = to_text(load_map("ring")).replace("\n", "\r\n")

    client.post(path, {"do": "text", "text": text, "revision": "1"})

    made.refresh_from_db()
    assert (made.document, made.name, made.revision) == (load_map("ring"), "The Ring", 2)


def test_a_wrong_text_is_shown_again_with_its_line(client, owner):
    made, path = draft(owner)

    page = page_of(client.post(path, {"do": "text", "text": "Wintertide map\nwhat?"}), 422)

    assert "Line 2: this is no line of a map: what?" in page
    assert "\nwhat?</textarea>" in page
    made.refresh_from_db()
    assert made.document == load_map("sound")


def test_name_and_description_are_saved(client, owner):
    made, path = draft(owner)
    fields = form_fields(page_of(client.get(path)), "editor")

    client.post(path, {**fields, "do": "save", "map_name": " My  Sound ", "map_about": "Small."})

    made.refresh_from_db()
    assert made.name == made.document["name"] == "My Sound"
    assert made.document["about"] == "Small."


def test_a_check_names_hexes_and_leads_to_them(client, owner):
    document = load_map("sound")
    document["tiles"][33]["terrain"] = "marsh"
    made, path = draft(owner, document)

    wrong = page_of(client.post(path, {"do": "check", "kingdoms": "2"}))
    fair = page_of(
        client.post(
            path, {"do": "check", "kingdoms": "3", "document": json.dumps(load_map("sound"))}
        )
    )

    assert '<a href="#hex-25">Hex 25 is a start hex and needs six neighbours of dry land.' in wrong
    assert "3 kingdoms can play on this map" in fair
    assert made.revision == MapDraft.objects.get().revision == 1


@pytest.mark.parametrize(("kind", "write"), [("json", json.loads), ("text", str)])
def test_the_map_is_exported_as_it_stands_on_the_page(client, owner, kind, write):
    _made, path = draft(owner)
    shown = load_map("ring")

    answer = client.post(path, {"do": f"export_{kind}", "document": json.dumps(shown)})

    assert answer.headers["Content-Disposition"].startswith('attachment; filename="the-ring.')
    assert write(answer.content.decode()) == (shown if kind == "json" else to_text(shown))
    assert MapDraft.objects.get().document == load_map("sound")


def test_a_copy_is_a_map_of_its_own(client, owner):
    _made, path = draft(owner)

    client.post(path, {"do": "copy", "document": json.dumps(load_map("ring"))})

    assert sorted(MapDraft.objects.values_list("name", flat=True)) == ["The Ring", "The Sound"]


def test_a_map_is_deleted(client, owner):
    _made, path = draft(owner)

    assert client.post(path, {"do": "delete"}).headers["Location"] == LIST
    assert not MapDraft.objects.exists()


def test_f15_the_older_of_two_windows_overwrites_nothing_and_loses_nothing(client, owner):
    made, path = draft(owner)
    document = load_map("sound")
    client.post(path, {"do": "save", "revision": "1", "text": to_text(load_map("rivers"))})

    page = page_of(
        client.post(path, {"do": "save", "revision": "1", "document": json.dumps(document)}), 412
    )

    assert "This map was saved elsewhere since you opened it." in page
    assert "keeps both" in page
    assert form_fields(page, "editor")["revision"] == ["1"]
    assert '"name":"The Sound"' in page.replace("&quot;", '"')
    made.refresh_from_db()
    assert made.document == load_map("rivers")


def test_nobody_else_opens_or_changes_a_map(owner):
    _made, path = draft(owner)
    other = client_of(make_user())

    assert other.get(path).status_code == 404
    for do in ("save", "delete", "hex", "copy", "export_json"):
        assert other.post(path, {"do": do, "revision": "1"}).status_code == 404
    assert MapDraft.objects.count() == 1


@pytest.mark.parametrize("value", ["[]", "null", "7", '{"tiles": 1}', "{" * 100, '{"name": 5}'])
def test_f13_no_document_makes_the_editor_fail(client, owner, value):
    _made, path = draft(owner)

    for do in ("save", "check", "draw", "hex", "export_json", "copy"):
        answer = client.post(path, {"do": do, "revision": "1", "document": value})
        assert answer.status_code == 422 or b"JSON" in answer.content, (do, value)
    assert MapDraft.objects.get().revision == 1


# What the script asks


def asked(client, path, **sent):
    return client.post(path, sent, headers={"X-Editor": "1"})


def test_the_script_saves_and_hears_the_new_revision(client, owner):
    _made, path = draft(owner)
    sent = {"do": "save", "document": json.dumps(load_map("ring"))}

    first = asked(client, path, revision="1", **sent)
    stale = asked(client, path, revision="1", do="save", document=json.dumps(grid_map(9, 7, 2)))

    assert first.json() == {"revision": 2, "message": "Saved."}
    assert stale.status_code == 412
    assert "saved elsewhere" in stale.json()["message"]


def test_the_script_gets_the_picture_and_the_check_alone(client, owner):
    _made, path = draft(owner)
    document = json.dumps(load_map("ring"))

    drawn = asked(client, path, do="draw", document=document).content.decode()
    told = asked(client, path, do="check", kingdoms="8", document=document).content.decode()

    assert drawn.startswith("<svg")
    assert drawn.count("<a id=") == 180
    assert "8 kingdoms can play on this map" in told
    assert "<html" not in told


def test_names_are_escaped_in_the_picture_and_the_page(client, owner):
    document = load_map("sound")
    document["tiles"][0]["name"] = document["name"] = "<script>x</script>"
    _made, path = draft(owner, document)

    assert "<script>x" not in page_of(client.get(path))


# Pictures for choosing


def test_a_picture_of_a_seeds_map_and_of_my_own(client, owner):
    made, _path = draft(owner)
    wish = "/maps/picture/?map=seed&seats=3&seed=7&tiles=100&water=20&mountains=10"

    assert "100 hexes, for up to 3 kingdoms." in page_of(client.get(wish))
    assert "8 kingdoms need" in page_of(client.get(wish.replace("seats=3", "seats=8")))
    assert "must be a whole number" in page_of(client.get(wish.replace("seed=7", "seed=x")))
    assert "63 hexes, for up to 3 kingdoms." in page_of(
        client.get(f"/maps/picture/?map=draft&draft={made.pk}")
    )
    assert "not yours" in page_of(
        client_of(make_user()).get(f"/maps/picture/?map=draft&draft={made.pk}")
    )
    assert page_of(client.get("/maps/picture/?map=sound")).strip() == ""


@pytest.mark.parametrize("size", [1, 40])
def test_pages_cost_the_same_however_many_maps(client, owner, size, django_assert_num_queries):
    made, path = draft(owner)
    MapDraft.objects.bulk_create(
        MapDraft(owner=owner, name="x", document={"tiles": []}, updated_at="2026-01-01T00:00Z")
        for _ in range(size)
    )
    client.get(LIST)

    for address, most in ((LIST, 3), (path, 3), (f"/maps/picture/?map=draft&draft={made.pk}", 2)):
        with django_assert_num_queries(most):
            client.get(address)
