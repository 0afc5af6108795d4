"""Who I am, what waits for me, and my tokens."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents_me as doc
from campaign.api.serializers import inputs, outputs
from campaign.api.serializers.waiting import Waiting
from campaign.models import User
from campaign.services import tokens, waiting
from campaign.services.people import settings_change
from games.hosting.api.endpoint import Endpoint, once, signed_in
from games.hosting.api.throttles import TokenNameThrottle, TokenThrottle
from games.hosting.errors import NotAllowed, ServiceError


class Me(Endpoint):
    """The reader."""

    @doc.ME
    def get(self, request: Request) -> Response:
        """Say who asks."""
        return Response(_me(signed_in(request)))

    @doc.ME_PUT
    @once
    def put(self, request: Request) -> Response:
        """Change the reader's settings."""
        user = signed_in(request)
        settings_change(user=user, **self.read(inputs.MeForm))
        return Response(_me(user))


def _me(user: User) -> dict[str, Any]:
    mine = {
        "username": user.get_username(),
        "email": user.email,
        "time_zone": user.time_zone,
        "wants_mail": user.wants_mail,
        "waiting": waiting.waiting_count(user),
    }
    return dict(outputs.Me(mine).data)


class MyAsks(Endpoint):
    """Everything that waits for the reader."""

    @doc.MY_ASKS
    def get(self, request: Request) -> Response:
        """List it, soonest deadline first."""
        found = waiting.waiting_for(signed_in(request))
        return Response(Waiting(found, many=True).data)


class MyTokens(Endpoint):
    """The reader's tokens."""

    @doc.MY_TOKENS
    def get(self, request: Request) -> Response:
        """List them, without their secret parts."""
        return Response(outputs.Token(tokens.tokens_of(signed_in(request)), many=True).data)

    @doc.MY_TOKENS_POST
    def post(self, request: Request) -> Response:
        """Make another; from a session only, so that a lost token cannot multiply."""
        _refuse_key(request)
        if request.auth is not None:
            raise NotAllowed(
                "session_required", _("Log in, or send your password to /api/v1/tokens/.")
            )
        return _shown_once(tokens.token_create(user=signed_in(request)))


class MyToken(Endpoint):
    """One of the reader's tokens."""

    @doc.MY_TOKEN_DELETE
    def delete(self, request: Request, token_id: str) -> Response:
        """End it at once."""
        tokens.token_revoke(user=signed_in(request), token_id=token_id)
        return Response(status=204)


class Tokens(Endpoint):
    """Getting a token without a session."""

    throttle_classes = [TokenThrottle, TokenNameThrottle]

    @doc.TOKENS_POST
    def post(self, request: Request) -> Response:
        """Make a token for who knows the password."""
        _refuse_key(request)
        given = self.read(inputs.TokenForm)
        return _shown_once(tokens.token_create_by_password(request=request._request, **given))


def _refuse_key(request: Request) -> None:
    """A repeatable answer would have to be stored, and a token never is."""
    if "Idempotency-Key" in request.headers:
        raise ServiceError("key_unsupported", _("Tokens are made anew each time; send no key."))


def _shown_once(made: tokens.NewToken) -> Response:
    answer = Response(outputs.NewToken(made).data, status=201)
    answer.headers["Cache-Control"] = "no-store"
    return answer
