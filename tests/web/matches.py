"""Matches for the tests of their pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaign.models import User
from games.models import Match
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import make_user

FREE, ME = {"kind": "free"}, {"kind": "me"}


def make_match(game: str = "winter_court", **new: Any) -> tuple[Match, User, User]:
    """Begin a match between two people; seat 0 begins. ``new``: fields of ``NewMatch``."""
    one, other = make_user(), make_user()
    match = match_open(person=one, new=NewMatch(game, {"first": 0}, **new))
    match_join(person=other, token=match.invite_token)
    match.refresh_from_db()
    return match, one, other


def address(match: Match, part: str = "") -> str:
    """Return where a page of a match is."""
    return f"/matches/{match.pk}/{part}"


def text(client: Client, path: str) -> str:
    """Return a page's HTML."""
    return client.get(path).content.decode()
