"""Addresses that several pages name."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from games.services.rulebook import OFFERED


def slug(game: str) -> str:
    """Return a game's name as addresses have it.

    >>> slug("winter_court")
    'winter-court'
    """
    return game.replace("_", "-")


def how_to_address(game: str) -> str:
    """Return where a game is explained; empty for one that is not on offer."""
    return reverse(f"how-to-play-{slug(game)}") if game in OFFERED else ""


def invite_link(request: HttpRequest, token: str) -> str:
    """Return the whole link to a free seat, to be sent."""
    return request.build_absolute_uri(reverse("match-invite", args=[token]))


def seat_link(request: HttpRequest, token: str) -> str:
    """Return the whole link by which somebody takes a seat over."""
    return request.build_absolute_uri(reverse("match-seat-link", args=[token]))
