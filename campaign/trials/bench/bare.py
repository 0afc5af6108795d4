"""The bare work that figures are compared with: one row read, one move made.

The rows are made in the trial's database only; no migration and no site knows them.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

STATE_BYTES = 459
ROWS = 64


class BareMatch(models.Model):
    """A match as the smallest possible game would keep it."""

    state = models.JSONField()
    version = models.IntegerField(default=0)

    objects: ClassVar[models.Manager[BareMatch]] = models.Manager()

    class Meta:
        app_label = "bench"


class BareEvent(models.Model):
    """One move of a match."""

    match = models.ForeignKey(BareMatch, on_delete=models.CASCADE)
    number = models.IntegerField()
    data = models.JSONField()

    objects: ClassVar[models.Manager[BareEvent]] = models.Manager()

    class Meta:
        app_label = "bench"
        unique_together = [("match", "number")]


def lay_rows() -> None:
    """Make the tables and their rows."""
    with connection.schema_editor() as editor:
        editor.create_model(BareMatch)
        editor.create_model(BareEvent)
    BareMatch.objects.bulk_create(BareMatch(state=bare_state()) for _ in range(ROWS))


def bare_state() -> dict[str, Any]:
    """Return a state of ``STATE_BYTES`` bytes as JSON, once a move is in it."""
    state: dict[str, Any] = {"board": [0] * 81, "deck": list(range(40)), "last": "a1-b2", "pad": ""}
    state["pad"] = "x" * (STATE_BYTES - len(json.dumps(state)))
    return state


def bare_move(match_id: int) -> int:
    """Make one move: lock the row, append an event, store the state, commit."""
    with transaction.atomic():
        match = BareMatch.objects.select_for_update().get(pk=match_id)
        match.version += 1
        match.state["last"] = "a1-b2"
        BareEvent.objects.create(match=match, number=match.version, data={"move": "a1-b2"})
        match.save(update_fields=["state", "version"])
    return int(match.version)


def row_view(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer with one row."""
    match = BareMatch.objects.get(pk=match_id)
    return JsonResponse({"version": match.version, "state": match.state})


@csrf_exempt
def move_view(request: HttpRequest) -> HttpResponse:
    """Make the move that the body asks for."""
    return JsonResponse({"version": bare_move(json.loads(request.body)["match"])}, status=201)
