"""People: one account each, with the time zone their deadlines are shown in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. ``time_zone`` is an IANA name; empty means the campaign's own zone."""

    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    wants_mail = models.BooleanField(_("send me mail"), default=True)
