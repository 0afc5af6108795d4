"""Who asks: by token (hashed in the database, revocable) or by the site's own session."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed

from games.hosting.statements import Reader

TOKENS = Reader(AuthToken, "token_key", related="user")


class Token(TokenAuthentication):
    """``Authorization: Token ...``; a header with bytes that are no text is just wrong."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """Return the person and the token; raise ``AuthenticationFailed``.

        As in the base class, with a statement whose text is kept: every request begins here.
        """
        try:
            text = token.decode("utf-8")
            digest = hash_token(text)
        except (ValueError, TypeError):
            raise AuthenticationFailed(_("Invalid token.")) from None
        for row in TOKENS(text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            if not self._cleanup_token(row) and compare_digest(digest, row.digest):
                return self.validate_user(row)
        raise AuthenticationFailed(_("Invalid token."))

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Tell whether the token has expired; housekeeping deletes what has, not each request."""
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a token."""

    target_class = Token
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme of OpenAPI."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and a token from `POST /api/v1/tokens/`.",
        }
