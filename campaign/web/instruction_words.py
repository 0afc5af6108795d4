"""The standing instructions of a month in words: what each is for, and what happens without it.

Source: campaign.md 3a (the table of instructions), 3c, 3d.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = dict[str, Promise]

TITLES: Words = {
    "battles": _("Which battle first"),
    "sacrifice": _("What to lose first"),
    "break_off": _("Naval battles"),
    "retreat": _("Where to retreat"),
    "advance": _("After a win"),
    "concede": _("Battles to concede"),
    "last_stand": _("Last stands"),
}

HELPS: Words = {
    "battles": _(
        "Without this: the lowest hex first, there the first of the kingdoms you may fight, "
        "on land before at sea."
    ),
    "sacrifice": _(
        "Without this, where one of yours is lost by your choice: the fewest points first, "
        "a lone one before a ship with an army, then the highest number."
    ),
    "break_off": _("Without this: your ships fight to the end."),
    "retreat": _(
        "Without this: a hex without enemies, land before open water, the best settlement, "
        "then the lowest number."
    ),
    "advance": _("Without this: nobody moves on. One winner may, to a hex of yours."),
    "concede": _("Without this: you fight, unless you are too few and must concede."),
    "last_stand": _("Without this: you stand wherever you may, and fight."),
}

BOXES: dict[str, tuple[str, Promise]] = {
    "break_off": ("break_off", _("Break off as soon as we have fewer ships")),
    "last_stand": ("no_last_stand", _("Never make a last stand: concede")),
}
"""Instructions that are a box to tick: the field's name, and its label."""

FIELDS: Words = {
    "tile": _("Hex"),
    "enemy": _("Against"),
    "kind": _("Fought"),
    "token": _("Token"),
    "to": _("To hex"),
}

BATTLE_KINDS: Words = {"land": _("on land"), "naval": _("at sea")}
