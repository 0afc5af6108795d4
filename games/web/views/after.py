"""A match that is over: step by step, its shuffles to check, its file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.hosting.errors import NotThere
from games.hosting.pages import conditional, page, tagged
from games.models import Match
from games.services.histories import is_open
from games.services.policy import Access, access_match
from games.services.replays import ReplayStep, match_file, replay
from games.services.rulebook import match_commitment
from games.services.selectors import game_name, seat_names
from games.web.boards import Board, Scene, board_for
from games.web.log import lines_of, seen_events
from games.web.words import reason_words, winner_words


@require_safe
@page
def replay_first(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the first step."""
    access_match(request.user, pk)
    return redirect("match-replay", pk=pk, step=0)


@require_safe
@page
def replay_step(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """Show one step of a match that is over, with what every seat saw."""
    access = access_match(request.user, pk)
    tag, unchanged = conditional(request, "replay", pk, access.match.status, access.seat, step)
    if unchanged is not None and is_open(access.match):
        return unchanged
    steps = replay(access)
    if step >= len(steps):
        raise NotThere("no_turn", _("There is no such step."))
    context = step_context(access, steps, step)
    return tagged(render(request, "matches/replay.html", context), tag)


def step_context(access: Access, steps: list[ReplayStep], number: int) -> dict[str, object]:
    """Return what the page of one step shows."""
    match, shown = access.match, steps[number]
    board, names = board_for(match), seat_names(access.seats)
    view = shown.view if access.seat is None else shown.hands[access.seat]
    seen = list(seen_events(shown.turn, access.seat, is_open=True))
    scene = Scene(match, names, view, access.seat, hands=shown.hands, events=seen)
    return {
        "match": match,
        "game": game_name(match.game),
        "names": names,
        "step": number,
        "last": len(steps) - 1,
        "at": shown.turn.at,
        "lines": list(lines_of(shown.turn, board, names, access.seat, is_open=True)),
        "answers": answer_lines(steps, number, board, names),
        "scene": scene,
        "board": board.context(scene),
        "board_template": board.template,
        "texts": board.as_text(view, names),
        "ways": ways(match, number, len(steps) - 1),
    }


def answer_lines(
    steps: list[ReplayStep], number: int, board: Board, names: list[str]
) -> list[tuple[str, str, str]]:
    """Return who answered what in a step: in words, and as it is written."""
    kinds = steps[number - 1].kinds if number else {}
    return [
        (names[seat], board.answer_words(str(answer), names, kinds.get(seat, "")), str(answer))
        for seat, answer in steps[number].answers.items()
    ]


def ways(match: Match, step: int, last: int) -> list[tuple[str, str, str]]:
    """Return the ways to other steps: relation, words, address (empty: one stands there)."""
    wanted = [
        ("first", _("First"), 0),
        ("prev", _("Back"), max(step - 1, 0)),
        ("next", _("Forward"), min(step + 1, last)),
        ("last", _("Last"), last),
    ]
    return [
        (rel, words, "" if to == step else reverse("match-replay", args=[match.pk, to]))
        for rel, words, to in wanted
    ]


@require_safe
@page
def shuffle(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell how anybody can check that nothing was tampered with."""
    access = access_match(request.user, pk)
    match = access.match
    tag, unchanged = conditional(request, "shuffle", pk, match.status)
    if unchanged is not None:
        return unchanged
    over = is_open(match)
    names = seat_names(access.seats)
    context = {
        "match": match,
        "game": game_name(match.game),
        "commitment": match_commitment(match),
        "secret": match.secret if over else "",
        "file_name": file_name(match),
        "result": f"{winner_words(match, names)}: {reason_words(match)}" if over else "",
    }
    return tagged(render(request, "matches/shuffle.html", context), tag)


@require_safe
@page
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a match that is over as a file."""
    access = access_match(request.user, pk)
    response = JsonResponse(match_file(access), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{file_name(access.match)}"'
    response["Cache-Control"] = "private, no-cache"
    return response


def file_name(match: Match) -> str:
    """Return what the file of a match is called."""
    return f"wintertide-match-{match.pk}.json"
