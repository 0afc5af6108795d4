"""How each game is played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.hosting.pages import page
from games.services.rulebook import offered_system
from games.web.boards import board_of


@require_safe
@page
def how_to_play(request: HttpRequest, game: str) -> HttpResponse:
    """Explain one game."""
    system = offered_system(game)
    board = board_of(system.name)
    context = {"game": system.name, "pictures": board.how_to_pictures()}
    return render(request, board.how_to, context)
