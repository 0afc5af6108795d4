"""Playing a match: what it shows, what is asked, answers, plans, offers, and its record."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import documents as doc
from games.api import shapes
from games.api.endpoint import MatchEndpoint
from games.api.reference import games_shape
from games.api.serializers import inputs, outputs
from games.hosting.api.endpoint import Endpoint, once, paged
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.api.throttles import ExportThrottle
from games.hosting.errors import ServiceError
from games.hosting.tags import page_tag
from games.services import answers, histories, offers, plans, replays
from games.services.policy import belongs_to


class Games(Endpoint):
    """The games on offer."""

    @doc.GAMES
    def get(self, request: Request) -> Response:
        """Describe them in words."""
        return Response(games_shape())


class OneMatch(MatchEndpoint):
    """A match."""

    @doc.MATCH
    def get(self, request: Request, match_id: int) -> HttpResponseBase:
        """Return what the reader may know of it, or 304 when nothing of that changed."""
        shown = histories.shown(self.access)
        place = belongs_to(self.access)
        tag = page_tag(shown.tag, place)
        return answer_if_changed(request, tag, lambda: shapes.match_shape(shown, place))


class MatchAsk(MatchEndpoint):
    """What the reader's seat is asked."""

    @doc.ASK
    def get(self, request: Request, match_id: int) -> Response:
        """Return it with a part of the legal answers."""
        offset = self.number("offset", 0, doc.HIGHEST, lowest=0)
        limit = self.number("limit", doc.MOST_LEGAL, doc.MOST_LEGAL)
        return Response(shapes.ask_shape(histories.shown(self.access), offset, limit))


class Answer(MatchEndpoint):
    """Answers."""

    rehearsed = ("POST",)

    @doc.ANSWER_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Answer what the reader's seat is asked."""
        given = self._given()
        dry = self.flag("dry_run")
        answered = answers.answer_give(person=request.user, match_id=match_id, dry_run=dry, **given)
        status = 201 if answered.is_new else 200
        return Response(shapes.answered_shape(answered), status=status)

    def _given(self) -> dict[str, Any]:
        """Return the body; the form, which costs more than the rules, only says what is wrong."""
        given: Any = self.request.data
        fits = isinstance(given, dict) and set(given) == {"revision", "answer"}
        if fits and type(given["revision"]) is int and isinstance(given["answer"], str):
            return dict(given)
        return self.read(inputs.AnswerForm)


class MatchPlan(MatchEndpoint):
    """The reader's own answers made ahead."""

    @doc.PLAN
    def get(self, request: Request, match_id: int) -> Response:
        """Return them."""
        return Response(shapes.plan_shape(plans.plan_of(self.access)))

    @doc.PLAN_PUT
    @once
    def put(self, request: Request, match_id: int) -> Response:
        """Keep these instead."""
        given = self.read(inputs.PlanForm)
        plan = plans.plan_write(person=request.user, match_id=match_id, **given)
        return Response(shapes.plan_shape(plan))

    @doc.PLAN_DELETE
    def delete(self, request: Request, match_id: int) -> Response:
        """Drop them."""
        plans.plan_drop(person=request.user, match_id=match_id)
        return Response(status=204)


class MatchEvents(MatchEndpoint):
    """What happened."""

    @doc.EVENTS
    def get(self, request: Request, match_id: int) -> Response:
        """Return what the reader may know, after a cursor."""
        limit = self.number("limit", histories.MOST_EVENTS, histories.MOST_EVENTS)
        since = request.query_params.get("since", "")
        return Response(shapes.events_shape(histories.events_since(self.access, since, limit)))


class MatchNotes(MatchEndpoint):
    """What happened around the game."""

    @doc.NOTES
    def get(self, request: Request, match_id: int) -> Response:
        """List it, oldest first."""
        return paged(self, histories.notes_of(self.access), outputs.MatchNote, ("pk",))


class Draw(MatchEndpoint):
    """Agreeing on a draw."""

    steps = {
        "offer": offers.draw_offer,
        "accept": offers.draw_accept,
        "decline": offers.draw_decline,
    }

    @doc.DRAW_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Offer one, accept or decline."""
        return _offer(self, request, match_id)


class Undo(MatchEndpoint):
    """Agreeing to take something back."""

    steps = {"ask": offers.undo_ask, "accept": offers.undo_accept, "decline": offers.undo_decline}

    @doc.UNDO_POST
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
    return Response(shapes.standing_shape(match))


class Resign(MatchEndpoint):
    """Giving up."""

    @doc.RESIGN_POST
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Resign."""
        match = offers.resign(person=request.user, match_id=match_id)
        return Response(shapes.standing_shape(match))


class Replay(MatchEndpoint):
    """A match that is over, turn by turn."""

    @doc.REPLAY
    def get(self, request: Request, match_id: int) -> Response:
        """Return some of its turns with what every seat saw."""
        offset = self.number("offset", 0, doc.HIGHEST, lowest=0)
        limit = self.number("limit", 50, 100)
        steps = replays.replay(self.access)
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

    throttle_classes = [*Endpoint.throttle_classes, ExportThrottle]

    @doc.RECORD
    def get(self, request: Request, match_id: int) -> Response:
        """Return it, with the secret behind its shuffles."""
        return Response(replays.match_file(self.access))
