"""What allauth is told about this site: mails lead to it, whatever host a request names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings


class Accounts(DefaultAccountAdapter):
    """Links in mails begin with ``SITE_URL``; a forged ``Host`` cannot lead a key astray."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of allauth's mails."""
        links = {
            name: site_link(value)
            for name, value in context.items()
            if name.endswith("_url") and isinstance(value, str)
        }
        site = SimpleNamespace(name="Wintertide", domain=urlsplit(settings.SITE_URL).netloc)
        super().send_mail(template_prefix, email, context | links | {"current_site": site})


def site_link(url: str) -> str:
    """Return the same address at ``SITE_URL``.

    >>> site_link("http://elsewhere.example/accounts/signup/").endswith("/accounts/signup/")
    True
    """
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.SITE_URL}{parts.path}{query}"
