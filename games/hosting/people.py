"""The people of the site, whichever model the accounts have."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from games.hosting.errors import NotAllowed

__all__ = ["Person", "User", "is_known", "signed_in_person"]

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User
else:
    User = AbstractBaseUser

Person = User | AnonymousUser
"""Whoever asks. ``User`` is an account: ``settings.AUTH_USER_MODEL``."""


def is_known(person: Person) -> TypeGuard[User]:
    """Tell whether that is somebody logged in whose account is not closed."""
    return not isinstance(person, AnonymousUser) and person.is_active


def signed_in_person(person: Person) -> User:
    """Return the account of somebody who is logged in.

    Raises ``NotAllowed`` (``not_signed_in``).
    """
    if isinstance(person, AnonymousUser):
        raise NotAllowed("not_signed_in", _("Please log in first."))
    return person
