"""Factions of the skirmish as a kingdom's forms offer them: a name and what it is like.

Source: campaign.md 2.1.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.rules.setup.factions import fielded
from games.skirmish.faction import faction, faction_ids


def faction_name(id: str) -> str:
    """Return what a faction is called; one that is none, as it was written.

    >>> faction_name("plain_guard"), faction_name("old")
    ('The Plain Guard', 'old')
    """
    return _(faction(id).name) if id in faction_ids() else id[:40]


def faction_choices(seat: int | None = None) -> list[tuple[str, str]]:
    """Return every faction with a sentence about it, after no choice at all.

    ``seat``: the kingdom's, if it is known; the first entry then says what it gets.
    """
    found = [
        (id, _("%(name)s: %(about)s") % {"name": faction_name(id), "about": _(faction(id).about)})
        for id in faction_ids()
    ]
    return [("", _no_choice(seat)), *found]


def _no_choice(seat: int | None) -> str:
    if seat is None:
        return _("No choice: by your place at the table")
    return _("No choice: %(name)s") % {"name": faction_name(fielded(seat, ""))}
