"""A person's own settings."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.models import User
from games.engine.names import alphabets, is_plain, look
from games.hosting.deadlines import parse_zone
from games.hosting.errors import Conflict, ServiceError

LONGEST_USERNAME = 40


def checked_username(username: str) -> str:
    """Return a name for a new account; raise ``ServiceError``, ``Conflict``.

    Everybody sees it: it is one that people can tell from all others and can type, and no
    mail address (``bad_user_name``, ``user_name_taken``).
    """
    if "@" in username:
        raise _bad_username(_("Everybody sees your user name: do not use a mail address."))
    if not is_plain(username) or len(alphabets(username)) > 1:
        raise _bad_username(_("Write your user name in letters of one alphabet."))
    if len(username) > LONGEST_USERNAME:
        raise ServiceError(
            "bad_user_name",
            _("A user name has %(longest)s characters at most."),
            longest=LONGEST_USERNAME,
        )
    if User.objects.filter(look=look(username)).exists():
        raise Conflict("user_name_taken", _("Somebody has that name, or one that looks like it."))
    return username


def _bad_username(message: Promise) -> ServiceError:
    return ServiceError("bad_user_name", message)


def settings_change(*, user: User, time_zone: str, wants_mail: bool) -> None:
    """Store a person's time zone (empty: each campaign's own) and whether they get mail."""
    user.time_zone = parse_zone(time_zone).key if time_zone else ""
    user.wants_mail = wants_mail
    user.save(update_fields=["time_zone", "wants_mail"])
