"""Maps of one's own by program: kept, read, replaced as they were seen, judged, made."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, MapDraft
from campaign.rules.maps import load_map
from campaign.rules.maps.generator import generate
from campaign.rules.maps.text import to_text
from tests.api.client import Api, is_problem
from tests.factories import make_user

pytestmark = pytest.mark.django_db

TEXT = "Wintertide map\nname: A shore\n1 at 0 0: p p f c o\n"
DRAFTS = "maps/drafts/"


def kept(api, text=TEXT):
    answer = api.post(DRAFTS, {"text": text})
    assert answer.status_code == 201, answer.content
    return answer


def test_a_map_is_kept_listed_and_read_as_document_and_text():
    api = Api(make_user())

    made = kept(api)

    path = made.headers["Location"]
    assert api.get(DRAFTS).json() == [
        {key: made.json()[key] for key in ("id", "name", "revision", "updated_at")}
    ]
    again = api.get(path)
    assert again.json() == made.json()
    assert again.headers["ETag"] == made.headers["ETag"]
    assert (again.json()["name"], again.json()["text"]) == ("A shore", TEXT)
    assert again.json()["document"]["tiles"][2] == {"n": 3, "q": 2, "r": 0, "terrain": "forest"}
    assert api.get(path, If_None_Match=again.headers["ETag"]).status_code == 304


def test_a_map_is_replaced_as_it_was_seen():
    api = Api(make_user())
    made = kept(api)
    path, tag = made.headers["Location"], made.headers["ETag"]

    saved = api.put(path, {"document": load_map("sound")}, If_Match=tag)

    assert (saved.status_code, saved.json()["revision"]) == (200, 2)
    assert saved.headers["ETag"] != tag
    assert is_problem(api.put(path, {"text": TEXT}, If_Match=tag), 412, "draft_changed")
    assert is_problem(api.put(path, {"text": TEXT}), 428, "precondition_required")
    assert is_problem(api.put(path, {"text": TEXT}, If_Match='"map.1"'), 412, "draft_changed")
    assert is_problem(api.put(path, {"text": TEXT}, If_Match="*"), 400, "bad_precondition")
    assert MapDraft.objects.get().document == load_map("sound")


def test_a_map_is_deleted_once():
    api = Api(make_user())
    made = kept(api)
    path = made.headers["Location"]

    assert is_problem(api.delete(path, If_Match='"map.0.1"'), 412, "draft_changed")
    assert api.delete(path, If_Match=made.headers["ETag"]).status_code == 204
    assert is_problem(api.delete(path), 404, "no_draft")
    assert is_problem(api.get(path), 404, "no_draft")


def test_f16_the_same_request_twice_keeps_one_map():
    api = Api(make_user())

    answers = [api.post(DRAFTS, {"text": TEXT}, Idempotency_Key="k") for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["ETag"] == answers[0].headers["ETag"]
    assert MapDraft.objects.count() == 1


def test_nobody_else_sees_a_map():
    made, other = kept(Api(make_user())), Api(make_user())
    path = made.headers["Location"]

    assert other.get(DRAFTS).json() == []
    assert is_problem(other.get(path), 404, "no_draft")
    assert is_problem(other.delete(path), 404, "no_draft")
    answer = other.put(path, {"text": TEXT}, If_Match=made.headers["ETag"])
    assert is_problem(answer, 404, "no_draft")


@pytest.mark.parametrize("body", [{}, {"text": TEXT, "document": {}}])
def test_either_document_or_text_is_sent(body):
    answer = Api(make_user()).post(DRAFTS, body)

    assert is_problem(answer, 400, "invalid")
    assert answer.json()["problems"][0]["code"] == "one_of"


def test_what_is_no_map_is_refused_with_line_and_hex():
    answer = Api(make_user()).post(DRAFTS, {"text": "Wintertide map\n1 at 0 0: p p x\n"})

    assert is_problem(answer, 422, "text_bad_hexes", "map.text.1")
    assert answer.json()["detail"] == "Line 2, after hex 2: “x” is no hex."
    document = {"tiles": [{"n": 7, "q": 0, "r": 0, "terrain": "lava"}]}
    answer = Api(make_user()).post(DRAFTS, {"document": document})
    assert is_problem(answer, 422, "hex_bad_terrain", "map.tiles.0")
    assert "Hex 7 has an unknown terrain" in answer.json()["detail"]


def test_a_map_is_judged_for_so_many_kingdoms():
    api = Api(make_user())

    fair = api.post("maps/check/", {"document": load_map("sound"), "kingdoms": 3}).json()
    few = api.post("maps/check/", {"text": TEXT, "kingdoms": 2}).json()

    assert (fair["problems"], fair["warnings"]) == ([], [])
    assert fair["fairness"] >= 90
    assert [land["tile"] for land in fair["lands"]] == [13, 25, 39]
    assert fair["text"] == to_text(load_map("sound"))
    assert [line["code"] for line in few["problems"]] == ["too_few_starts"]
    assert is_problem(api.post("maps/check/", {"text": TEXT, "kingdoms": 9}), 400, "invalid")
    assert not MapDraft.objects.exists()


def test_a_map_is_made_from_a_seed():
    wish = "maps/made/?seed=7&tiles=100&kingdoms=3&water=20&mountains=10"
    api = Api(make_user())

    made = api.get(wish).json()

    assert made["document"] == generate(7, tiles=100, kingdoms=3, water=20, mountains=10)
    assert made["text"] == to_text(made["document"])
    for odd in ("", "-1", "x", "1.5", "9" * 30, "²"):
        answer = api.get(f"maps/made/?seed={odd}&tiles=100&kingdoms=3&water=20&mountains=10")
        assert is_problem(answer, 422, "seed_bad_number", "seed")
    answer = api.get("maps/made/?seed=7&tiles=60&kingdoms=8&water=20&mountains=10")
    assert is_problem(answer, 422, "seed_too_little_land")


def test_a_made_map_opens_a_campaign():
    api = Api(make_user())
    made = api.get("maps/made/?seed=7&tiles=100&kingdoms=3&water=20&mountains=10").json()

    answer = api.post(
        "campaigns/", {"name": "Made", "seats": 3, "options": {"map": made["document"]}}
    )

    assert answer.status_code == 201, answer.content
    assert Campaign.objects.get().options["map"] == made["document"]


def test_a_shipped_map_in_text_form():
    assert Api().get("maps/ring/text/").json() == {"text": to_text(load_map("ring"))}
    assert is_problem(Api().get("maps/atlantis/text/"), 404, "no_map")


def test_lists_and_saves_cost_the_same_however_many():
    api = Api(make_user())
    counts = []
    for _ in range(2):
        made = [kept(api) for _ in range(3)][-1]
        with CaptureQueriesContext(connection) as listing:
            api.get(DRAFTS)
        with CaptureQueriesContext(connection) as saving:
            api.put(made.headers["Location"], {"text": TEXT + "# x\n" + "named 1: Here\n"},
                    If_Match=made.headers["ETag"])  # fmt: skip
        counts.append((len(listing), len(saving)))

    assert counts[0] == counts[1]
    assert counts[0] <= (2, 5)
