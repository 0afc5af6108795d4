"""What allauth is told about this site: how its mails are sent, and where they lead."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaign.services.people import checked_username
from games.hosting.errors import ServiceError

log = logging.getLogger(__name__)

CONFIRMATION = "account/email/email_confirmation"
"""What the templates' names of mails that confirm an address begin with."""


class Accounts(DefaultAccountAdapter):
    """Links in mails begin with ``SITE_URL``; a forged ``Host`` cannot lead a key astray."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a name for a new account, or say in the form why it cannot be had."""
        kept: str = super().clean_username(username, shallow)
        try:
            return kept if shallow else checked_username(kept)
        except ServiceError as error:
            raise ValidationError(error.message, code=error.code) from None

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of allauth's mails; when no mail server takes it, say so on the next page."""
        links = {
            name: site_link(value)
            for name, value in context.items()
            if name.endswith("_url") and isinstance(value, str)
        }
        site = SimpleNamespace(name="Wintertide", domain=urlsplit(settings.SITE_URL).netloc)
        try:
            super().send_mail(template_prefix, email, context | links | {"current_site": site})
        except OSError:  # no mail server, or it refuses: smtplib's errors are among them
            log.exception("A mail about an account could not be sent.")
            messages.error(self.request, unsent_words(template_prefix))


def unsent_words(template_prefix: str) -> str:
    """Say how to go on without the mail: logging in sends a new one to confirm an address."""
    if template_prefix.startswith(CONFIRMATION):
        return _("The mail could not be sent. Log in a little later: then you get a new one.")
    return _("The mail could not be sent. Try again a little later.")


def site_link(url: str) -> str:
    """Return the same address at ``SITE_URL``.

    >>> site_link("http://elsewhere.example/accounts/signup/").endswith("/accounts/signup/")
    True
    """
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.SITE_URL}{parts.path}{query}"
