"""`manage.py leaks`: it finds what is told that must not be, and nothing where nothing is."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.http import HttpRequest, HttpResponse

from campaign.models import Campaign, Submission
from campaign.services.tokens import MOST_TOKENS
from campaign.trials.leaks import campaign_looks, match_looks
from campaign.trials.leaks.__main__ import main
from campaign.trials.leaks.campaign_play import KINDS, CampaignTable
from campaign.trials.leaks.campaign_secrets import secrets_of_campaign
from campaign.trials.leaks.compare import BY_ITSELF, Finding, Secret, Tally, World, compare
from campaign.trials.leaks.found_on_pages import forms_on, links_on
from campaign.trials.leaks.match_play import MatchTable
from campaign.trials.leaks.match_secrets import secrets_of_match
from campaign.trials.leaks.readers import Reader, Request, Viewer
from campaign.trials.leaks.run import Run
from campaign.trials.leaks.told import Told, difference
from campaign.trials.worlds import person
from campaign.web import urls as campaign_urls
from games.models import Match, Seat
from games.web import urls as match_urls

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NOBODY = Viewer("nobody logged in")
LEAK = Finding("here", "a stranger", "GET /", ("a hand",), "body '1' or '2'")


def match_table(game: str = "winter_court") -> MatchTable:
    table = MatchTable(0, Random(3), game)
    table.open()
    Match.objects.filter(pk=table.match_id).update(is_listed=True, delay=0)
    return table


def campaign_table(name: str) -> CampaignTable:
    kind = next(kind for kind in KINDS if kind.name == name)
    table = CampaignTable(0, Random(3), kind)
    table.open()
    Campaign.objects.filter(pk=table.campaign_id).update(is_public=True)
    table.world.campaign.refresh_from_db()
    return table


def plant(
    monkeypatch: pytest.MonkeyPatch, urls: Any, name: str, told: Callable[[int], object]
) -> None:
    """Let a page say something that it must not."""

    def page(request: HttpRequest, pk: int) -> HttpResponse:
        return HttpResponse(str(told(pk)))

    pattern = next(pattern for pattern in urls.urlpatterns if pattern.name == name)
    monkeypatch.setattr(pattern, "callback", page)


def found(path: str, secrets: list[Secret], viewer: Viewer = NOBODY) -> Tally:
    tally = Tally()
    compare("here", World(Reader.of(viewer), [Request(path)]), secrets, tally)
    return tally


# Nothing is found where nothing is


@pytest.mark.parametrize("game", ["winter_court", "skirmish"])
def test_a_match_tells_nothing_and_is_afterwards_as_it_was(game: str):
    table, tally = match_table(game), Tally()
    before = Match.objects.filter(pk=table.match_id).values().get()

    match_looks.look_at(table, tally, most=1)

    assert [str(finding) for finding in tally.findings] == []
    assert tally.readings > 80
    assert Match.objects.filter(pk=table.match_id).values().get() == before


def test_a_campaign_tells_nothing_and_is_afterwards_as_it_was():
    table, tally = campaign_table("lists"), Tally()
    table.some_hand_in()
    before = list(Submission.objects.values("sheet", "receipt"))

    campaign_looks.look_at(table, tally, most=1)

    assert [str(finding) for finding in tally.findings] == []
    assert tally.line() == f"positions 1 readings {tally.readings} leaks 0"
    assert list(Submission.objects.values("sheet", "receipt")) == before


# What is told is found


def cards(pk: int) -> object:
    return Match.objects.values_list("state__hands", flat=True).get(pk=pk)


def tokens(pk: int) -> object:
    return [*Seat.objects.filter(match=pk).values_list("hand_over_token", flat=True)]


@pytest.mark.parametrize(("told", "secret"), [(cards, "hidden state"), (tokens, "the link to")])
def test_f40_f43_a_planted_leak_of_a_match_is_found_and_named(
    told: Callable[[int], object], secret: str, monkeypatch: pytest.MonkeyPatch
):
    table = match_table()
    plant(monkeypatch, match_urls, "match-status", told)
    path = f"/matches/{table.match_id}/status/"
    viewer = next(viewer for viewer in table.viewers() if viewer.seat == 0)
    assert viewer.user is not None
    secrets = secrets_of_match(table.match, viewer, viewer.user, table.rng)

    (finding,) = found(path, secrets, viewer).findings

    assert finding.viewer == "seat 0"
    assert finding.request == f"GET {path}"
    assert all(name.startswith(secret) for name in finding.secrets)


def test_f43_a_planted_count_of_answers_is_told_too_early_to_who_watches_late(
    monkeypatch: pytest.MonkeyPatch,
):
    table = match_table()
    Match.objects.filter(pk=table.match_id).update(delay=30)
    plant(monkeypatch, match_urls, "match-status", how_far)
    secrets = match_looks.newest_move(table.match, AnonymousUser(), table.rng)

    (finding,) = found(f"/matches/{table.match_id}/status/", secrets).findings

    assert finding.secrets == ("a move just now",)
    assert finding.difference == "body '0' or '1'"


def how_far(pk: int) -> object:
    return Match.objects.get(pk=pk).turn


def how_many_are_in(pk: int) -> object:
    return Submission.objects.filter(phase__campaign=pk).count()


def test_f43_a_planted_count_of_sheets_is_found_and_the_seats_named(
    monkeypatch: pytest.MonkeyPatch,
):
    table = campaign_table("duels")
    plant(monkeypatch, campaign_urls, "campaign-status", how_many_are_in)
    path = f"/campaigns/{table.campaign_id}/status/"
    viewer = next(viewer for viewer in table.viewers() if viewer.seat == 0)
    assert viewer.user is not None
    secrets = secrets_of_campaign(table.world, viewer, viewer.user, table.rng)

    (finding,) = found(path, secrets, viewer).findings

    assert finding.secrets == ("a sheet of seat 1", "a sheet of seat 2")
    assert finding.difference == "body '0' or '1'"


def test_somebody_may_look_as_often_as_a_long_run_has_them_look():
    viewer = Viewer("a stranger", person("stranger"))

    readers = [Reader.of(viewer) for _look in range(MOST_TOKENS + 2)]

    assert readers[-1].ask(Request("/api/v1/me/")).status == 200


def test_what_differs_by_itself_is_no_secret_but_is_named(monkeypatch: pytest.MonkeyPatch):
    table = match_table()
    plant(monkeypatch, match_urls, "match-status", lambda _pk: time.perf_counter())

    (finding,) = found(f"/matches/{table.match_id}/status/", []).findings

    assert finding.secrets == (BY_ITSELF,)


def test_a_page_that_fails_is_found(monkeypatch: pytest.MonkeyPatch, error_log: Any):
    table = match_table()
    plant(monkeypatch, match_urls, "match-status", lambda _pk: 1 // 0)

    (finding,) = found(f"/matches/{table.match_id}/status/", []).findings

    assert finding.difference == "status 500"
    assert error_log.take()


# Its parts, and the command


def test_the_first_difference_is_named_with_what_stands_around_it():
    one, other = Told(200, "gold 3", ""), Told(200, "gold 12", "")

    assert difference(one, other) == "body 'gold 3' or 'gold 12'"
    assert difference(one, Told(404, "", "")) == "status 200 or 404"
    assert difference(one, Told(200, "gold 3", "ETag: x")) == "heads '' or 'ETag: x'"


def test_links_and_forms_of_a_page_are_followed_and_filled_in():
    page = (
        '<a href="/matches/3/?card=L7&amp;on=A#log">x</a><a href="/accounts/logout/">y</a>'
        '<form method="post"><input type="hidden" name="revision" value="4">'
        '<select name="to"><option value="1">one</select><button name="do" value="go">Go'
        "</button></form>"
    )

    (form,) = forms_on("/matches/3/", page)

    assert links_on([page]) == ["/matches/3/?card=L7&on=A"]
    filled = form.filled(Random(1), spoilt=False)
    assert (filled.path, filled.method) == ("/matches/3/", "POST")
    assert set(filled.fields) == {("revision", "4"), ("to", "1"), ("do", "go")}


def test_a_run_whose_time_is_up_looks_at_nothing():
    said: list[str] = []
    run = Run(Random(1), time.monotonic() - 1, said.append)

    run.play(2, 2)

    assert (run.tally.positions, said) == (0, [])


@pytest.mark.parametrize(("findings", "status"), [([], 0), ([LEAK], 1)])
def test_the_last_line_and_the_status_say_what_it_came_to(
    findings: list[Finding],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def play(run: Run, _matches: int, _campaigns: int) -> None:
        run.tally.findings += findings

    monkeypatch.setattr(Run, "play", play)

    done = main(["--seed", "1", "--matches", "1", "--campaigns", "1", "--seconds", "9"])

    assert done == status
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"positions 0 readings 0 leaks {len(findings)}"


def test_numbers_below_nothing_are_refused():
    with pytest.raises(CommandError, match="not negative"):
        call_command("leaks", "--matches=-1")
