"""The games as people meet them: through the services, to the end, every turn verified."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engine.contract import Ask
from games.hosting.errors import Conflict
from games.models import Match
from games.services.bots import bots_move
from games.services.histories import path
from games.services.offers import undo_accept, undo_ask
from games.services.rulebook import OFFERED, game_of
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.games.hosting.toys import DAY, START, Played, at, begun

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OWN = {"hand_dealt", "drew_cards", "kept"}
"""Events of Winter Court that only their own seat is told."""


TERMS = {"courtier": {"turn_cap": 30}}
"""Options with which a game comes to its end however badly it is played."""


def asked(match: Match) -> list[Ask]:
    """Return what waits for an answer: of several asks at once those not in yet."""
    game = game_of(match)
    return [ask for ask in game.asks(game.decode(match.state)) if ask.seat in match.asked]


def step(played: Played, rng: Random) -> None:
    """Answer all that is asked with one of the first two hundred legal answers."""
    for ask in asked(played.match):
        assert ask.legal is not None
        played.say(ask.seat, rng.choice(ask.legal[:200]))


def try_undo(played: Played, seat: int) -> bool:
    """Ask for an undo and grant it; whether there was something that may be taken back."""
    how = {"match_id": played.pk, "revision": played.match.turn, "now": START}
    try:
        undo_ask(person=played.people[seat], **how)
    except Conflict as refused:
        if refused.code not in ("nothing_to_undo", "undo_past_reveal"):
            raise
        return False
    undo_accept(person=played.people[1 - seat], **how)
    return True


@pytest.mark.parametrize("game", OFFERED)
def test_two_people_play_to_the_end_with_an_undo_now_and_then(game: str):
    played, rng, undone = begun(game, options=TERMS.get(game, {})), Random(5), 0
    while played.match.status == Match.Status.RUNNING:
        step(played, rng)
        if played.match.status == Match.Status.RUNNING and rng.random() < 0.15:
            undone += try_undo(played, rng.randrange(2))

    match = played.match
    assert match.ending == "rules"
    assert sorted(match.outcome["places"]) in ([1, 1], [1, 2])
    assert undone > 0
    assert len(path(played.turns)) < len(played.turns)
    assert verify_match(match) == []


@pytest.mark.parametrize("game", OFFERED)
def test_the_game_goes_on_to_its_end_though_nobody_ever_answers(game: str):
    terms = TERMS.get(game, {})
    played, day = begun(game, clock=DAY, most_defaults=0, options=terms), 0
    while played.match.status == Match.Status.RUNNING:
        day += 1
        assert sweep(now=at(days=day)) == 1

    assert played.match.ending == "rules"
    sources = {source for turn in played.turns for source in turn.sources.values()}
    assert sources == {"default"}
    assert verify_match(played.match) == []


@pytest.mark.parametrize("game", OFFERED)
def test_bots_play_it_through_the_tasks(game: str):
    played = begun(game, 1, "greedy")
    rng = Random(6)
    while played.match.status == Match.Status.RUNNING and played.match.turn < 30:
        bots_move(played.pk)  # as far as its time allows
        if played.match.asked == [0]:
            step(played, rng)

    bots = [turn for turn in played.turns if "bot" in turn.sources.values()]
    assert len(bots) > 2  # it answers again and again, however short the game
    assert verify_match(played.match) == []


def test_f40_cards_in_hand_are_in_no_event_for_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.models.matches.secrets.token_hex", lambda length: "5e" * length)
    played, rng = begun("winter_court"), Random(7)
    first_hands = played.match.state["hands"]
    while played.match.status == Match.Status.RUNNING:
        step(played, rng)

    events = [event for turn in played.turns for event in turn.events]
    own = [event for event in events if event["kind"] in OWN]
    public_at_the_start = json.dumps(
        [event for event in played.turns[0].events if event["seen_by"] is None]
    )
    assert {event["kind"] for event in own} == OWN
    assert all(event["seen_by"] == [event["data"]["seat"]] for event in own)
    assert all(event["seen_by"] is None for event in events if event not in own)
    assert len(first_hands[0]) > 0
    assert not any(card in public_at_the_start for hand in first_hands for card in hand)


def test_f41_matches_of_one_game_are_dealt_differently():
    hands = [json.dumps(begun("winter_court").match.state["hands"]) for _ in range(4)]

    assert len(set(hands)) == 4
