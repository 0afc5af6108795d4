"""One's own teams of the skirmish on pages, and choosing one in a match."""

from __future__ import annotations

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, SavedTeam
from games.services.openings import NewMatch, match_join, match_open
from games.services.teams import NewTeam, team_save
from games.skirmish.faction import faction_ids
from tests.factories import make_user
from tests.web.pages import client_of, form_fields

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TEAMS, NEW = "/skirmish-teams/", "/skirmish-teams/new/"
SPEARS = {"captain": 1, "spearman": 8}
FORM = {"do": "save", "faction": "plain_guard", "name": "Spears", "points": "14"}
HOSTILE = '"><script>alert(1)</script>'


def page(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def sent(client, path, status, **fields):
    answer = client.post(path, FORM | fields)
    assert answer.status_code == status, answer.content.decode()
    return answer


def kept(owner, name="Spears", faction="plain_guard", counts=SPEARS, points=14):
    return team_save(person=owner, new=NewTeam(name, faction, counts, points))


def value_of(content, field):
    """Return what stands in a field."""
    (tag,) = re.findall(rf'<input[^>]* name="{field}"[^>]*>', content)
    return html.unescape(re.findall(r' value="([^"]*)"', tag)[0])


def total(content):
    """Return what stands under the roster: "11 of 14 points"."""
    (text,) = re.findall(r"<strong>(<span data-sum>.*?)</strong>", content)
    return re.sub("<[^>]*>", "", text)


# The list


def test_the_list_shows_teams_by_faction_in_words_with_the_samples():
    owner = make_user()
    team = kept(owner)
    kept(make_user(), "Not mine")

    content = page(client_of(owner), TEAMS)

    guard = content.partition("<h2>The Plain Guard</h2>")[2].partition("<h2>")[0]
    assert f'href="/skirmish-teams/{team.pk}/">Spears</a>' in guard
    assert "11 of 14 points" in guard
    assert "Captain and 8 × Spearman" in guard
    sample = "Captain, Standard-bearer, Watchtower, Outrider and 4 × Spearman"
    assert f"The sample team, 14 points: {sample}" in guard
    assert "Not mine" not in content
    assert content.count("You have none yet.") == len(faction_ids()) - 1


def test_the_list_is_reached_from_the_lobby_and_from_how_to_play():
    client = client_of(make_user())

    for path in ("/matches/", "/how-to-play/skirmish/"):
        assert f'href="{TEAMS}"' in page(client, path)
    assert f'href="{TEAMS}"' not in page(client_of(None), "/matches/")


def test_a_team_that_its_sheet_no_longer_allows_is_shown_with_the_reason():
    owner = make_user()
    team = kept(owner)
    SavedTeam.objects.update(counts={"spearman": 9})
    client = client_of(owner)

    assert "At most 8 of Spearman, and these are 9." in page(client, TEAMS)
    assert value_of(page(client, f"{TEAMS}{team.pk}/"), "n_spearman") == "9"


def test_a_team_of_a_faction_that_is_no_more_can_only_be_deleted():
    owner = make_user()
    team = kept(owner)
    SavedTeam.objects.update(faction="lost_ones", counts={"ghost": 2})
    client = client_of(owner)

    content = page(client, TEAMS)

    assert "Of factions that are no more" in content
    assert "2 × ghost" in content
    page(client, f"{TEAMS}{team.pk}/", 400)
    assert client.post(f"{TEAMS}{team.pk}/", {"do": "delete"}).status_code == 302
    assert not SavedTeam.objects.exists()


def test_f53_the_list_takes_the_same_queries_for_one_team_and_for_twenty():
    owner = make_user()
    client = client_of(owner)

    def cost() -> int:
        page(client, TEAMS)
        with CaptureQueriesContext(connection) as captured:
            page(client, TEAMS)
        return len(captured)

    kept(owner)
    few = cost()
    for number in range(19):
        kept(owner, f"Team {number}")

    assert cost() == few


# The builder


def test_the_builder_begins_with_the_sample_or_with_nobody():
    client = client_of(make_user())

    sample = page(client, NEW + "?faction=blights")
    nobody = page(client, NEW + "?faction=blights&n_=0")

    assert (value_of(sample, "n_solstice_totem"), total(sample)) == ("2", "14 of 14 points")
    assert (value_of(nobody, "n_solstice_totem"), total(nobody)) == ("0", "0 of 14 points")
    assert 'role="alert"' not in sample + nobody


def test_the_builder_folds_the_rules_of_each_entry_away():
    content = page(client_of(make_user()), NEW + "?faction=blights")

    folded = re.findall(r'<details class="sk-rules" id="rules-yeti">(.*?)</details>', content)
    assert len(folded) == 1
    assert "Roar of the peaks" in folded[0]
    assert "(ours)" in folded[0]
    assert "(ours)" not in page(client_of(make_user()), NEW + "?faction=plain_guard")


def test_adding_up_changes_nothing_and_shows_the_sum():
    client = client_of(make_user())

    content = sent(client, NEW, 200, do="count", n_captain="1", n_spearman="2").content.decode()

    assert total(content) == "5 of 14 points"
    assert 'role="alert"' not in content
    assert not SavedTeam.objects.exists()


def test_a_team_is_saved_and_listed():
    owner = make_user()

    answer = sent(client_of(owner), NEW, 302, n_captain="1", n_spearman="8")

    assert answer["Location"] == TEAMS
    team = SavedTeam.objects.get()
    assert (team.owner, team.name, team.counts) == (owner, "Spears", SPEARS)


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({"n_captain": "2"}, 422, "At most 1 of Captain, and these are 2."),
        ({"n_captain": "1", "points": "2"}, 422, "The team costs 3 points; it may cost 2."),
        ({"n_captain": "0"}, 422, "A team needs at least 1 piece."),
        ({"n_captain": "1", "name": " "}, 400, "A team&#x27;s name has 1 to 60 characters."),
        ({"n_captain": "1", "points": "25"}, 400, "A team may cost 1 to 24 points."),
        ({"n_captain": "1", "points": "many"}, 400, "A team may cost 1 to 24 points."),
        ({"n_captain": "1", "do": "sing"}, 400, "That is not one of the buttons here."),
    ],
)
def test_f14_what_is_refused_says_why_and_what_was_typed_stays(fields, status, says):
    content = sent(client_of(make_user()), NEW, status, **fields).content.decode()

    assert says in content
    typed = FORM | fields
    for field in ("name", "points", "n_captain"):
        assert value_of(content, field) == typed[field]
    assert not SavedTeam.objects.exists()


def test_a_fault_leads_to_the_field_where_it_is():
    content = sent(client_of(make_user()), NEW, 422, n_captain="2").content.decode()

    assert '<a href="#n-captain">At most 1 of Captain' in content
    assert 'id="n-captain"' in content


def test_a_team_is_changed_renamed_and_saved_as_another():
    owner = make_user()
    client, path = client_of(owner), f"{TEAMS}{kept(owner).pk}/"

    sent(client, path, 302, name="Bells", n_jester="1", revision="1")
    sent(client, path, 302, do="copy", name="Bells again", n_jester="1", revision="2")

    rows = SavedTeam.objects.values_list("name", "counts", "revision")
    assert list(rows) == [("Bells", {"jester": 1}, 2), ("Bells again", {"jester": 1}, 1)]


def test_a_name_that_is_taken_is_said():
    owner = make_user()
    client, path = client_of(owner), f"{TEAMS}{kept(owner).pk}/"

    content = sent(client, path, 409, do="copy", n_jester="1", revision="1").content.decode()

    assert "You have another team of that name." in content
    assert value_of(content, "n_jester") == "1"


def test_f15_a_window_that_is_behind_is_told_and_keeps_what_was_typed():
    owner = make_user()
    client, path = client_of(owner), f"{TEAMS}{kept(owner).pk}/"
    sent(client, path, 302, name="Newer", n_captain="1", revision="1")

    for _ in range(2):  # pressing once more makes it no newer
        answer = sent(client, path, 412, name="Older", n_jester="1", revision="1")
        content = answer.content.decode()
        assert "This team was saved elsewhere since you opened it." in content
        fields = form_fields(content, "team")
        assert (fields["name"], fields["n_jester"], fields["revision"]) == (["Older"], ["1"], ["1"])
    assert SavedTeam.objects.get().name == "Newer"


def test_deleting_asks_first_and_then_deletes():
    owner = make_user()
    client, path = client_of(owner), f"{TEAMS}{kept(owner).pk}/"

    for place in (TEAMS, path):
        assert re.search(r'<details class="sure">.*?Yes, delete it', page(client, place), re.S)
    answer = client.post(path, {"do": "delete"})

    assert (answer.status_code, answer["Location"]) == (302, TEAMS)
    assert not SavedTeam.objects.exists()


def test_f43_a_team_of_others_looks_like_one_that_is_not_there():
    path = f"{TEAMS}{kept(make_user()).pk}/"
    client = client_of(make_user())

    assert client.get(path).content.count(b"Spears") == 0
    for address in (path, f"{TEAMS}999999/"):
        assert client.get(address).status_code == 404
        assert client.post(address, FORM | {"n_captain": "1"}).status_code == 404
        assert client.post(address, {"do": "delete"}).status_code == 404
    assert SavedTeam.objects.get().name == "Spears"


def test_hostile_names_and_numbers_are_shown_as_text():
    owner = make_user()
    team = kept(owner, HOSTILE)
    client = client_of(owner)
    match = begun(owner)

    for path in (TEAMS, f"{TEAMS}{team.pk}/", f"/matches/{match.pk}/"):
        content = page(client, path)
        assert "<script>alert" not in content
        assert "&lt;script&gt;alert" in content
    fields = {"name": HOSTILE, "points": HOSTILE, "n_captain": HOSTILE, "match": HOSTILE}
    content = sent(client, NEW, 400, **fields).content.decode()
    assert "<script>alert" not in content
    assert page(client, NEW + "?faction=%3Cscript%3E", 400).count("<script>") == 0


# In a match


def begun(owner, points=14, **new):
    """Open a match in which the owner leads the Plain Guard in the South."""
    options = {"factions": ["plain_guard", "blights"], "points": [points, 14]}
    match = match_open(person=owner, new=NewMatch("skirmish", options, **new))
    return match_join(person=make_user(), token=match.invite_token)


def offered(content):
    """Return the saved teams offered, by name, with where each leads."""
    board = content.partition('id="board"')[2]
    links = re.findall(r'<a class="button" href="([^"]*\?team=[^"]*)">([^<]*)<', board)
    return {name: html.unescape(url) for url, name in links}


def test_a_match_offers_the_teams_of_its_faction_that_are_legal_for_its_points():
    owner = make_user()
    match = begun(owner, points=11)
    kept(owner)
    kept(owner, "Dear", counts={"captain": 1, "jester": 1, "spearman": 7})
    kept(owner, "Cold", "blights", {"yeti": 2})
    kept(make_user(), "Not mine")

    found = offered(page(client_of(owner), f"/matches/{match.pk}/"))

    assert found == {"Spears": f"/matches/{match.pk}/?team=team+captain+1+spearman+8#board"}


def test_a_tap_on_a_saved_team_fills_the_form_and_the_team_can_be_taken():
    owner = make_user()
    match, client = begun(owner), client_of(owner)
    kept(owner)
    (url,) = offered(page(client, f"/matches/{match.pk}/")).values()

    content = page(client, url.partition("#")[0])

    assert (value_of(content, "n_captain"), value_of(content, "n_spearman")) == ("1", "8")
    assert (value_of(content, "n_jester"), total(content)) == ("0", "11 of 14 points")
    assert '<input type="hidden" name="answer" value="team captain 1 spearman 8">' in content


def test_a_team_saved_meanwhile_is_offered_at_once():
    owner = make_user()
    match, client = begun(owner), client_of(owner)
    path = f"/matches/{match.pk}/"
    tag = client.get(path)["ETag"]
    kept(owner)

    answer = client.get(path, headers={"If-None-Match": tag})

    assert answer.status_code == 200
    assert "Spears" in offered(answer.content.decode())


def test_f43_nobody_else_is_offered_them_and_they_go_when_a_team_is_chosen():
    owner = make_user()
    match = begun(owner, is_listed=True)
    kept(owner)
    path = f"/matches/{match.pk}/"

    other = match.seats.get(number=1).user
    for person in (other, make_user(), None):
        assert "Spears" not in page(client_of(person), path)
    client = client_of(owner)
    revision = Match.objects.get(pk=match.pk).turn
    taken = {"revision": revision, "answer": "team captain 1 spearman 8"}
    assert client.post(path + "answer/", taken).status_code == 302
    assert offered(page(client, path)) == {}


def test_the_team_of_a_match_can_be_saved_and_the_way_leads_back():
    owner = make_user()
    match, client = begun(owner), client_of(owner)
    board = page(client, f"/matches/{match.pk}/")
    button = f'formaction="{NEW}" name="match" value="{match.pk}"'
    assert button in board

    query = f"?faction=plain_guard&points=12&n_captain=1&n_jester=1&match={match.pk}"
    content = page(client, NEW + query)
    fields = {name: values[0] for name, values in form_fields(content, "team").items()}
    answer = client.post(NEW, fields | {"name": "Bells", "do": "save"})

    assert f'href="/matches/{match.pk}/?team=team+captain+1+jester+1#board"' in content
    assert answer["Location"] == f"/matches/{match.pk}/?team=team+captain+1+jester+1#board"
    team = SavedTeam.objects.get()
    assert (team.name, team.points, team.counts) == ("Bells", 12, {"captain": 1, "jester": 1})


def test_f53_the_page_of_a_match_takes_the_same_queries_for_one_team_and_for_twenty():
    owner = make_user()
    match, client = begun(owner), client_of(owner)

    def cost() -> int:
        page(client, f"/matches/{match.pk}/")
        with CaptureQueriesContext(connection) as captured:
            page(client, f"/matches/{match.pk}/")
        return len(captured)

    kept(owner)
    few = cost()
    for number in range(19):
        kept(owner, f"Team {number}")

    assert cost() == few


@pytest.mark.parametrize(
    "query",
    ["?team=", "?team=team+yeti", "?team=team+yeti+99999", "?n_captain=²", "?n_=&n_yeti=-1",
     "?n_captain=" + "9" * 5000, "?points=²&faction=&match=x", "?team=team+captain+1&n_jester=1"],
)  # fmt: skip
def test_odd_addresses_choose_nothing_and_break_nothing(query):
    owner = make_user()
    match, client = begun(owner), client_of(owner)

    for path in (
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/board/",
        f"{TEAMS}{kept(owner).pk}/",
    ):
        page(client, path + query)
    page(client, f"{NEW}{query}&faction=plain_guard")
