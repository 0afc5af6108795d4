"""The form of a person's settings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.hosting.deadlines import zone_names

COMMON_FIRST = ("UTC",)


def zone_choices(empty: object = None) -> list[tuple[str, object]]:
    """Return the time zones people choose from, places by name, after what ``empty`` means."""
    places = sorted(name for name in zone_names() if "/" in name and not name.startswith("Etc/"))
    named = [(name, name) for name in (*COMMON_FIRST, *places)]
    return [("", empty), *named] if empty else list(named)


class SettingsForm(forms.Form):
    """Time zone and mails."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=lambda: zone_choices(_("as my device says, else each campaign’s own")),
        help_text=_("In which all times are shown to you."),
    )
    wants_mail = forms.BooleanField(
        label=_("Send me mail"),
        required=False,
        help_text=_("A report is there, a deadline comes near and your sheet is not in."),
    )
