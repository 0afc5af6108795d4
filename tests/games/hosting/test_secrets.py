"""The secret behind a match's cards and dice."""

from __future__ import annotations

from hashlib import sha256
from itertools import permutations

import pytest

from games.engine.chance import CommitReveal, Draw
from games.models import Match
from games.services.rulebook import match_commitment
from tests.games.hosting.toys import HOARD, begun

pytestmark = pytest.mark.django_db


def test_f41_no_two_matches_share_a_secret():
    played = [begun() for _ in range(8)]

    secrets = {one.match.secret for one in played}

    assert len(secrets) == 8
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_f41_equal_secrets_would_not_give_equal_cards():
    one, other = begun(HOARD), begun(HOARD)
    secret = bytes.fromhex(one.match.secret)

    decks = {
        CommitReveal(secret, f"match/{played.match.public_id}/{turn}").shuffle("deal", 9)
        for played in (one, other)
        for turn in range(4)
    }

    assert len(decks) == 8


def test_every_draw_follows_from_the_secret_and_the_number_of_its_turn():
    played = begun(HOARD)
    mine, theirs = played.match.state["hands"]
    played.say(0, mine[0])
    played.say(1, theirs[0])
    match = played.match
    secret = bytes.fromhex(match.secret)

    for turn in played.turns:
        chance = CommitReveal(secret, f"match/{match.public_id}/{turn.number}")
        (draw,) = (Draw.from_json(draw) for draw in turn.draws)
        again = (
            chance.shuffle(draw.label, draw.bound)
            if draw.kind == "shuffle"
            else chance.roll(draw.label, draw.bound, len(draw.outcome))
        )
        assert draw.outcome == again


def test_f42_the_commitment_is_of_the_secret_and_not_of_an_outcome():
    played = begun(HOARD)
    match = played.match
    first = [str(cards) for cards in permutations(match.state["hands"][0])]
    guesses = [*first, str(played.turns[0].draws), *(str(face) for face in range(1, 7))]

    commitment = match_commitment(match)

    assert commitment == sha256(bytes.fromhex(match.secret)).hexdigest()
    assert commitment not in {sha256(guess.encode()).hexdigest() for guess in guesses}


def test_f42_the_commitment_stands_before_anybody_sits_down():
    match = Match(game=HOARD)

    before = match_commitment(match)
    match.save()

    assert match_commitment(Match.objects.get(pk=match.pk)) == before
