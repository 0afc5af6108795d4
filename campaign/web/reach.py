"""How a site reaches the people of a campaign: by which address, and whether by mail."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

AT_HOME = ("127.0.0.1", "localhost", "[::1]")


def sends_mails() -> bool:
    """Whether mails leave this site; without ``EMAIL_URL`` they are files on its disk."""
    return bool(settings.EMAIL_URL)


def reach_words(request: HttpRequest) -> list[str]:
    """Return what the game master tells the players besides the link, or mends first."""
    words = []
    if request.get_host().rpartition(":")[0] in AT_HOME or request.get_host() in AT_HOME:
        words.append(
            _(
                "You opened this site as %(host)s, an address that leads nowhere but to this "
                "computer, and the link has it too. Open the site by the address your players "
                "will use: the link follows. The README says how to let others in."
            )
            % {"host": request.get_host()}
        )
    if not sends_mails():
        words.append(_("This site sends no mails: tell your players to look in by themselves."))
    return words
