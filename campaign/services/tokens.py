"""Tokens for programs: several a person, hashed in the database, each revocable.

A token is shown once, when it is made. Its first characters are its name: they are
stored to find it by, and are worth nothing without the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account import app_settings as account_settings
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken

from campaign.models import User
from games.hosting.errors import Conflict, NotAllowed, NotThere

MOST_TOKENS = 20


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made; ``token`` is never to be had again."""

    id: str
    token: str
    created: datetime
    expiry: datetime | None


def token_create(*, user: User) -> NewToken:
    """Make a token; raise ``Conflict`` (``too_many_tokens``)."""
    if tokens_of(user).count() >= MOST_TOKENS:
        raise Conflict(
            "too_many_tokens",
            _("You have %(most)s tokens; revoke one first."),
            most=MOST_TOKENS,
        )
    row, token = AuthToken.objects.create(user)
    return NewToken(row.token_key, token, row.created, row.expiry)


def token_create_by_password(
    *, request: HttpRequest | None, username: str, password: str
) -> NewToken:
    """Make a token for who knows the password; raise ``NotAllowed`` (``wrong_password``).

    Whoever may not log in yet, because their address is not confirmed, gets none either.
    """
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User) or not user.is_active:
        raise NotAllowed("wrong_password", _("The user name or the password is wrong."))
    if _must_confirm(user):
        raise NotAllowed("email_unconfirmed", _("Confirm your mail address first."))
    return token_create(user=user)


def _must_confirm(user: User) -> bool:
    mandatory = account_settings.EMAIL_VERIFICATION == "mandatory"
    return mandatory and not EmailAddress.objects.filter(user=user, verified=True).exists()


def tokens_of(user: User) -> QuerySet[AuthToken]:
    """Return a person's valid tokens, newest first."""
    valid = AuthToken.objects.filter(user=user).exclude(expiry__lte=timezone.now())
    return valid.order_by("-created", "token_key")


def token_revoke(*, user: User, token_id: str) -> None:
    """End a token at once; raise ``NotThere`` (``no_token``)."""
    deleted, _rows = AuthToken.objects.filter(user=user, token_key=token_id).delete()
    if not deleted:
        raise NotThere("no_token", _("There is no such token."))


def forget_expired(now: datetime | None = None) -> int:
    """Delete the tokens that are no longer valid; return how many."""
    return AuthToken.objects.filter(expiry__lte=now or timezone.now()).delete()[0]
