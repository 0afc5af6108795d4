"""Whole matches of the real games between bots: kept, verified, replayed and checked."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine import dice_check
from games.engine.replay import Record, play_back
from games.hosting.people import Person
from games.models import Match
from games.services.bots import bots_move
from games.services.histories import events_of, state_at
from games.services.histories import shown as shown_to
from games.services.openings import NewMatch, match_open
from games.services.policy import access_match
from games.services.replays import match_file, replay
from games.services.rulebook import OFFERED
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import begun

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]


def played_out(game: str) -> Match:
    options = {"turn_cap": 30} if game == "courtier" else {}
    match = match_open(person=make_user(), new=NewMatch(game, options, seats=BOTS))
    while match.status == Match.Status.RUNNING:
        bots_move(match.pk)
        match.refresh_from_db()
    return match


@pytest.mark.parametrize("game", OFFERED)
def test_a_whole_match_can_be_made_again_from_what_was_kept(game: str, tmp_path: Path):
    match = played_out(game)
    access = access_match(match.opened_by, match.pk)  # type: ignore[arg-type]
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match_file(access)), "utf-8")
    file = json.loads(path.read_text("utf-8"))

    again = play_back(Record.from_json(file["record"]))
    command = [sys.executable, "-I", dice_check.__file__, str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (match.status, match.ending) == (Match.Status.OVER, "rules")
    assert verify_match(match) == []
    assert again.breach is None
    assert again.steps[-1].state == state_at(match, match.turn)
    assert (checked.returncode, checked.stdout.splitlines()[-1][:2]) == (0, "OK")
    steps = replay(access)
    assert [step.number for step in steps] == list(range(match.turn + 1))
    assert len(steps[-1].hands) == 2
    assert events_of(access)[-1].kind == "game_over"


CARD = re.compile(r"\b(?:L|Mi|W|K|D|Wi)\d+\b")


def cards_read_by(person: Person, match: Match) -> set[str]:
    """Return every card that is named in what a person is shown of Winter Court."""
    access = access_match(person, match.pk)
    shown = shown_to(access)
    legal = list(shown.ask.legal or ()) if shown.ask else []
    events = [event.data for event in events_of(access)]
    return set(CARD.findall(json.dumps([shown.view, legal, events])))


def test_f40_of_the_cards_just_dealt_each_reads_their_own_and_nobody_else_any():
    played = begun("winter_court", is_listed=True)
    hands = [set(hand) for hand in played.match.state["hands"]]

    read = [cards_read_by(person, played.match) for person in (*played.people, AnonymousUser())]

    assert read == [*hands, set()]
    assert all(hands)
