"""``examples/bot.py`` against a running site, as its users run it."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from campaign.models import Ask, Event, Phase, Submission
from campaign.services.phases import phase_resolve
from campaign.services.regents import kingdom_take_back
from campaign.services.tokens import token_create
from games.models import Match
from games.services import listeners
from games.services.bots import bots_move
from games.services.openings import NewMatch, match_open
from tests.factories import PASSWORD, SETUP, Table, make_table
from tests.services import courtly, nested

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def bot(site: Any, repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the bot on its own, with nothing of the project to import."""
    program = repository / "examples" / "bot.py"
    return subprocess.run(
        [sys.executable, "-I", str(program), "--url", site.url, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )


def resolve(table: Table, ordinal: int) -> None:
    phase = Phase.objects.get(campaign=table.campaign, ordinal=ordinal)
    assert phase.due_at is not None
    phase_resolve(phase_id=phase.pk, now=phase.due_at)


def test_the_bot_plays_a_winter_with_a_password(live_server: Any, repository: Path):
    table = make_table(ends_early=False)
    name = table.players[0].username

    first = bot(live_server, repository, "--user", name, "--password", PASSWORD)
    again = bot(live_server, repository, "--user", name, "--password", PASSWORD)
    resolve(table, 1)
    deploy = bot(live_server, repository, "--user", name, "--password", PASSWORD, "--once")
    resolve(table, 2)

    assert (first.returncode, first.stderr) == (0, "")
    assert "winter" in first.stdout
    assert again.stdout == "Nothing waits.\n"
    assert "deploy" in deploy.stdout
    mine = Submission.objects.filter(kingdom=table.kingdom(0))
    assert mine.count() == 2
    # 3 gold and 2 food, one army (campaign.md 8, 16): a recruit that can be fed, two villages.
    sheet = mine.get(sequence=1).sheet
    assert [line["buy"] for line in sheet["purchases"]] == ["army", "village", "village"]
    kinds = list(
        Event.objects.filter(phase__campaign=table.campaign).values_list("kind", flat=True)
    )
    assert kinds.count("army_recruited") == 1
    assert "army_starved" not in kinds


@pytest.mark.parametrize(
    "options", [{"hand_in": "steps"}, {"play": "open"}, {"edition": "capitals"}], ids=str
)
def test_the_bot_answers_every_kind_of_ask_to_the_end(
    options: dict[str, str], live_server: Any, repository: Path
):
    table = make_table(options=options | {"rules": {"years": 1}}, ends_early=False)
    tokens = [token_create(user=person).token for person in table.players]

    for ordinal in range(1, 40):
        asked = Ask.objects.filter(phase__campaign=table.campaign, phase__ordinal=ordinal)
        for seat in list(asked.values_list("kingdom__seat", flat=True)):
            ran = bot(live_server, repository, "--token", tokens[seat])
            assert (ran.returncode, ran.stderr) == (0, ""), ran
        if not asked:
            break
        resolve(table, ordinal)

    table.campaign.refresh_from_db()
    assert table.campaign.status == "over"
    kinds = list(
        Event.objects.filter(phase__campaign=table.campaign).values_list("kind", flat=True)
    )
    assert "army_recruited" in kinds
    assert "sheet_void" not in kinds


@pytest.mark.parametrize("play", ["sealed", "open"])
def test_the_bot_founds_its_kingdom_and_explores(play: str, live_server: Any, repository: Path):
    table = make_table(options={**SETUP, "play": play}, ends_early=False)
    tokens = [token_create(user=person).token for person in table.players]

    for ordinal in range(1, 20):
        phase = table.phase(ordinal)
        if phase.month == 3:
            break
        for seat in phase.asks.values_list("kingdom__seat", flat=True):
            ran = bot(live_server, repository, "--token", tokens[seat])
            assert (ran.returncode, ran.stderr) == (0, ""), ran
        resolve(table, ordinal)

    # The first army stands in the capital, amid the homeland (campaign.md 2): it goes to its
    # border in the first month and explores in the second.
    events = Event.objects.filter(phase__campaign=table.campaign)
    assert events.filter(kind="capital_founded").count() == 2
    assert events.filter(kind="explored").count() == 2
    assert events.filter(kind="sheet_void").count() == 0


def test_armies_explore_one_a_hex_rather_where_it_tires_nobody(repository: Path):
    marches = runpy.run_path(str(repository / "examples" / "bot.py"))["marches"]

    def goal(tile: int, owner: int | None = None, *, tiring: bool = False) -> dict[str, Any]:
        place = {"tile": tile, "owner": owner, "own": 0, "enemies": [[1, 1]] if tile == 7 else []}
        return {"tiring": tiring, "place": place}

    goals = [goal(4, tiring=True), goal(5), goal(6, owner=1), goal(7, owner=1)]
    tokens = [
        {"army": 1, "ship": None, "goals": goals},
        {"army": 2, "ship": None, "goals": goals},
        {"army": 3, "ship": None, "goals": goals},
        {"army": 5, "ship": None, "goals": goals},
        {"army": 4, "ship": 1, "goals": [goal(9)]},
    ]

    lines = marches({"orders": tokens})

    assert lines == [
        {"army": 1, "order": "move", "to": 5},
        {"army": 2, "order": "move", "to": 4},
        {"army": 3, "order": "move", "to": 6},
    ]


# Matches and courts


def without_deadline(table: Table, ordinal: int = 1) -> None:
    """From here on the phase ends when everybody is in, or never."""
    Phase.objects.filter(pk=table.phase(ordinal).pk).update(due_at=None)


def bots_play() -> None:
    """Move the bots until people are asked, and let the campaign hear what is over."""
    for match in Match.objects.exclude(source=""):
        while bots_move(match.pk):
            pass
        listeners.tell(match.pk)


def all_play(table: Table, seats: tuple[int, ...], site: Any, repository: Path) -> str:
    """Let the bots of these kingdoms look three times; return what they did."""
    tokens = [token_create(user=table.players[seat]).token for seat in seats]
    said = ""
    for token in tokens * 3:
        ran = bot(site, repository, "--token", token)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
        said += ran.stdout
        bots_play()
    return said


def test_the_bot_holds_up_no_phase_that_waits_for_a_match(live_server: Any, repository: Path):
    table = nested.at_match("winter_court")
    without_deadline(table, 2)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    own = match_open(person=table.players[0], new=NewMatch("winter", {"first": 0}, seats=seats))

    said = all_play(table, (0, 1), live_server, repository)

    assert "report: {}" in said
    assert nested.occupants(nested.match_of(table)) == ["greedy", "greedy"]
    assert nested.contest(table).status == "over"
    assert table.phase(2).closing == "all_in"
    assert nested.occupants(own) == [table.players[0].pk, "random"]


def test_the_bot_answers_challenges_and_is_done_with_courts(live_server: Any, repository: Path):
    table = courtly.at_court()
    without_deadline(table)
    courtly.challenge(table, 0, 1)
    courtly.challenge(table, 2, 1, stake=courtly.GOLD)

    said = all_play(table, (0, 1, 2), live_server, repository)

    assert "challenge 1: accepted" in said
    assert "challenge 2: declined" in said
    assert [courtly.court(table, number).status for number in (1, 2)] == ["over", "declined"]
    assert table.phase().closing == "all_in"


def test_the_bot_hands_in_where_a_former_regents_sheet_stands(live_server: Any, repository: Path):
    table = courtly.at_court()
    without_deadline(table)
    courtly.regent(table, 1)
    kingdom_take_back(person=table.players[1], campaign_id=table.campaign.pk)

    all_play(table, (0, 1, 2), live_server, repository)

    mine = Submission.objects.filter(kingdom=table.kingdom(1))
    assert list(mine.order_by("sequence").values_list("by_regent", flat=True)) == [True, False]
    assert table.phase().closing == "all_in"


def test_the_bot_watches_for_a_bounded_time(live_server: Any, repository: Path):
    table = make_table()
    token = token_create(user=table.players[0]).token

    ran = bot(live_server, repository, "--token", token, "--watch", "0.5", "--campaign", "999")

    assert (ran.returncode, ran.stdout) == (0, "Nothing waits.\n")
    assert Submission.objects.count() == 0


def test_the_bot_says_why_it_cannot_play(live_server: Any, repository: Path):
    wrong = bot(live_server, repository, "--user", "nobody", "--password", "x")
    nobody = bot(live_server, repository)

    assert wrong.returncode == 1
    assert "wrong_password" in wrong.stderr
    assert nobody.returncode == 2


def test_a_hungry_kingdom_still_founds_villages(repository: Path):
    shopping = runpy.run_path(str(repository / "examples" / "bot.py"))["shopping"]
    prices = {"village": (1, 0), "city": (1, 1), "army": (1, 0)}
    choices = {
        "meals": {"cost": 1},
        "armies": [1, 2, 3],
        "disband": [],
        "stock": {"gold": 3, "food": 2},
        "settlements": [{"kind": "village"}] * 5,
        "purchases": [
            {"buy": buy, "tile": tile, "after": "", "cost": {"gold": gold, "food": food}}
            for tile, (buy, (gold, food)) in enumerate(prices.items())
        ],
    }

    # Two food for three armies: none to spend and none for a recruit; a village takes gold alone.
    assert shopping(choices) == [{"buy": "village", "tile": 0}]
