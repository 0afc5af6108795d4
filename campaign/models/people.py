"""People: one account each, with the time zone their deadlines are shown in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from games.engine.names import look


class User(AbstractUser):
    """An account. ``time_zone`` is an IANA name; empty means the campaign's own zone.

    ``look`` is what the user name looks like: no two accounts are taken for each other.
    """

    look = models.CharField(max_length=600, editable=False, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    wants_mail = models.BooleanField(_("send me mail"), default=True)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["look"], condition=~models.Q(look=""), name="user_look_unique"
            )
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the account, and what its name looks like.

        A new password ends every token, as it ends every session: whoever knew the old one
        may have made some.
        """
        from knox.models import AuthToken  # its table names this one

        has_new_password = self.pk is not None and getattr(self, "_password", None) is not None
        fields = kwargs.get("update_fields")
        # An account from before looks were kept, whose look is another's, stays without one.
        has_look = self._state.adding or self.look
        if has_look and (fields is None or "username" in fields):
            self.look = look(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "look"}
        with transaction.atomic():
            super().save(*args, **kwargs)
            if has_new_password:
                AuthToken.objects.filter(user=self).delete()
