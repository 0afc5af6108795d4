"""Playing a match: what it shows, what is asked, answers, plans, offers, and its record."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes
from games.api.endpoint import MatchEndpoint
from games.api.serializers import inputs
from games.hosting.api.endpoint import Endpoint, once
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.errors import ServiceError
from games.models import Match, Plan
from games.services import answers, histories, offers, plans, rulebook

MOST_LEGAL = 200
HIGHEST = 999_999_999


class Games(Endpoint):
    """The games on offer."""

    def get(self, request: Request) -> Response:
        """List them, with their bots."""
        return Response([_game(name) for name in rulebook.OFFERED])


def _game(name: str) -> dict[str, Any]:
    system = rulebook.offered_system(name)
    return {
        "game": name,
        "version": system.version,
        "seats": list(rulebook.seat_counts(system)),
        "bots": list(rulebook.BOTS),
    }


class OneMatch(MatchEndpoint):
    """A match."""

    def get(self, request: Request, match_id: int) -> HttpResponseBase:
        """Return what the reader may know of it, or 304 when nothing of that changed."""
        shown = histories.shown(self.access)
        tag = f'"{shown.tag}"'
        return answer_if_changed(request, tag, lambda: shapes.match_shape(shown, request.user))


class MatchAsk(MatchEndpoint):
    """What the reader's seat is asked."""

    def get(self, request: Request, match_id: int) -> Response:
        """Return it with a part of the legal answers."""
        offset = _offset(self)
        limit = self.number("limit", MOST_LEGAL, MOST_LEGAL)
        return Response(shapes.ask_shape(histories.shown(self.access), offset, limit))


def _offset(view: MatchEndpoint) -> int:
    """Return how many entries to leave out, from ``?offset=``."""
    given = view.request.query_params.get("offset", "0")
    return 0 if given == "0" else view.number("offset", 1, HIGHEST)


class Answer(MatchEndpoint):
    """Answers."""

    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Answer what the reader's seat is asked."""
        given = self.read(inputs.AnswerForm)
        dry = self.flag("dry_run")
        answered = answers.answer_give(person=request.user, match_id=match_id, dry_run=dry, **given)
        status = 201 if answered.is_new else 200
        return Response(shapes.answered_shape(answered), status=status)


class MatchPlan(MatchEndpoint):
    """The reader's own answers made ahead."""

    def get(self, request: Request, match_id: int) -> Response:
        """Return them."""
        plan = Plan.objects.filter(match=match_id, seat=self.access.seat or 0).first()
        return Response(shapes.plan_shape(plan))

    @once
    def put(self, request: Request, match_id: int) -> Response:
        """Keep these instead."""
        given = self.read(inputs.PlanForm)
        plan = plans.plan_write(person=request.user, match_id=match_id, **given)
        return Response(shapes.plan_shape(plan))


class MatchEvents(MatchEndpoint):
    """What happened."""

    def get(self, request: Request, match_id: int) -> Response:
        """Return what the reader may know, after a cursor."""
        limit = self.number("limit", histories.MOST_EVENTS, histories.MOST_EVENTS)
        since = request.query_params.get("since", "")
        return Response(shapes.events_shape(histories.events_since(self.access, since, limit)))


class MatchNotes(MatchEndpoint):
    """What happened around the game."""

    def get(self, request: Request, match_id: int) -> Response:
        """List it, oldest first."""
        notes = histories.notes_of(self.access)
        return Response([shapes.note_shape(note) for note in notes])


class Draw(MatchEndpoint):
    """Agreeing on a draw."""

    steps = {
        "offer": offers.draw_offer,
        "accept": offers.draw_accept,
        "decline": offers.draw_decline,
    }

    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Offer one, accept or decline."""
        return _offer(self, request, match_id)


class Undo(MatchEndpoint):
    """Agreeing to take something back."""

    steps = {"ask": offers.undo_ask, "accept": offers.undo_accept, "decline": offers.undo_decline}

    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Ask for it, accept or decline."""
        return _offer(self, request, match_id)


def _offer(view: Draw | Undo, request: Request, match_id: int) -> Response:
    given = view.read(inputs.OfferForm)
    step = view.steps.get(given["action"])
    if step is None:
        raise ServiceError(
            "unknown_action", _("That can be one of: %(steps)s."), steps=", ".join(view.steps)
        )
    match = step(person=request.user, match_id=match_id, revision=given["revision"])
    return Response(_standing(match))


def _standing(match: Match) -> dict[str, Any]:
    return {
        "status": match.status,
        "revision": match.turn,
        "draw_offered_by": match.draw_offered_by,
        "undo_asked_by": match.undo_asked_by,
    }


class Resign(MatchEndpoint):
    """Giving up."""

    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Resign."""
        return Response(_standing(offers.resign(person=request.user, match_id=match_id)))


class Replay(MatchEndpoint):
    """A match that is over, turn by turn."""

    def get(self, request: Request, match_id: int) -> Response:
        """Return some of its turns with what every seat saw."""
        offset = _offset(self)
        limit = self.number("limit", 50, 100)
        steps = histories.replay(self.access)
        some = steps[offset : offset + limit]
        return Response(
            {
                "steps": [shapes.step_shape(step) for step in some],
                "offset": offset,
                "count": len(steps),
            }
        )


class MatchRecord(MatchEndpoint):
    """The file of a match that is over."""

    def get(self, request: Request, match_id: int) -> Response:
        """Return it, with the secret behind its shuffles."""
        return Response(histories.match_file(self.access))
