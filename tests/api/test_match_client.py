"""``examples/match_client.py`` against a running site, as its users run it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from campaign.models import User
from campaign.services.tokens import token_create
from games.models import Match
from games.services.bots import bots_move
from games.services.offers import resign
from games.services.openings import NewMatch, match_join, match_open
from games.services.verify import verify_match
from tests.factories import PASSWORD, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def client(site: Any, repository: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the client on its own, with nothing of the project to import."""
    program = repository / "examples" / "match_client.py"
    return subprocess.Popen(
        [sys.executable, "-I", str(program), "--url", site.url, "--pause", "0.3", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": os.environ["PATH"]},
    )


def work(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Move the bots, as a worker does, until the client ends; return what it printed."""
    until = time.monotonic() + 120
    while True:
        try:
            return process.communicate(timeout=0.05)
        except subprocess.TimeoutExpired:
            if time.monotonic() > until:
                process.kill()
                raise
        for number in Match.objects.filter(status=Match.Status.RUNNING).values_list("pk"):
            bots_move(*number)


def token_of(user: User) -> str:
    return token_create(user=user).token


@pytest.mark.parametrize("game", ["winter", "winter_court"])
def test_it_opens_a_match_against_a_bot_and_plays_it_to_the_end(
    game: str, live_server: Any, repository: Path
):
    make_user("anna")
    login = ("--user", "anna", "--password", PASSWORD)

    process = client(
        live_server, repository, *login, "--game", game, "--bot", "random", "--seed", "3"
    )
    printed, errors = work(process)

    assert (process.returncode, errors) == (0, "")
    match = Match.objects.get()
    assert (match.game, match.status, match.ending) == (game, "over", "rules")
    assert verify_match(match) == []
    lines = printed.splitlines()
    assert lines[0] == f"Match {match.pk}"
    assert any("dealt" in line for line in lines)
    assert any("anna: " in line for line in lines)
    assert any("Random (bot): " in line for line in lines)
    assert "game over" in lines[-2]
    winners = [["anna", "Random (bot)"][seat] for seat in match.outcome["winners"]]
    wanted = f"{winners[0]} wins" if len(winners) == 1 else "A draw"
    assert lines[-1].startswith(wanted)


def test_two_clients_play_each_other_by_invitation(live_server: Any, repository: Path):
    anna, bert = make_user(), make_user()
    match = match_open(person=anna, new=NewMatch("winter_court"))

    first = client(
        live_server, repository, "--token", token_of(anna), "--match", str(match.pk),
        "--pick", "first",
    )  # fmt: skip
    second = client(
        live_server, repository, "--token", token_of(bert), "--join", match.invite_token
    )
    printed = [process.communicate(timeout=300) for process in (first, second)]

    assert [errors for _text, errors in printed] == ["", ""]
    match.refresh_from_db()
    assert (match.status, match.ending) == ("over", "rules")
    assert {seat.user_id for seat in match.seats.all()} == {anna.pk, bert.pk}
    ends = [text.splitlines()[-1] for text, _errors in printed]
    assert ends[0] == ends[1]


def test_it_says_why_it_cannot_play(live_server: Any, repository: Path):
    token = token_of(make_user())

    wrong = client(live_server, repository, "--token", token, "--join", "nonsense")
    nobody = client(live_server, repository)
    said = [process.communicate(timeout=60)[1] for process in (wrong, nobody)]

    assert (wrong.returncode, nobody.returncode) == (1, 2)
    assert "no_invite" in said[0]


def test_it_tells_of_a_match_that_is_over_already(live_server: Any, repository: Path):
    anna, bert = make_user(), make_user("bert")
    match = match_open(person=anna, new=NewMatch("winter", {"first": 0}))
    match_join(person=bert, token=match.invite_token)

    resign(person=anna, match_id=match.pk)

    process = client(live_server, repository, "--token", token_of(anna), "--match", str(match.pk))
    printed, errors = process.communicate(timeout=60)

    assert (process.returncode, errors) == (0, "")
    assert printed.splitlines()[-1] == "bert wins (resigned); places [2 1]."
