"""What the factions, their pieces and rules are called, in the reader's language.

The factions' files are data that no tool reads for texts: ``skirmish_catalogue`` lists them
for translators, and a test keeps the two alike. A faction that is added is shown as written.
"""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext as _

from games.skirmish.faction import Entry, faction, faction_ids, factions

PROPER = frozenset(("father_winter", "jack_frost"))
"""Entries with a name of their own, which takes no article."""


@cache
def _entries() -> dict[str, Entry]:
    return {entry.id: entry for one in factions() for entry in one.entries}


def entry_name(entry: str) -> str:
    """Return what a piece of that entry is called."""
    found = _entries().get(entry)
    return _(found.name) if found else entry


def the_entry(entry: str) -> str:
    """Name a piece of that entry in a sentence: "the Captain", "Father Winter"."""
    name = entry_name(entry)
    return name if entry in PROPER else _("the %(name)s") % {"name": name}


def entry_letter(entry: str) -> str:
    """Return the letter of its piece type."""
    found = _entries().get(entry)
    return found.type.letter if found else "?"


def entry_type(entry: str) -> str:
    """Return its piece type."""
    found = _entries().get(entry)
    return found.type.id if found else "pawn"


def type_name(entry: str) -> str:
    """Return what its piece type is called."""
    found = _entries().get(entry)
    return _(found.type.name) if found else ""


def faction_name(id: str) -> str:
    """Return what a faction is called."""
    return _(faction(id).name) if id in faction_ids() else id


def free_source(entry: str) -> str:
    """Return the rule by which a piece has Advantage without a token."""
    return _rule_of(entry, "free_sources") or _("Advantage for free")


def flat_rule(entry: str) -> str:
    """Return the rule by which a piece adds to its totals."""
    return _rule_of(entry, "defence_bonus") or _rule_of(entry, "attack_bonus") or _("its own rule")


def _rule_of(entry: str, hook: str) -> str:
    """Return the name of the only rule on an entry's sheet that can mean a hook, or ""."""
    found = _entries().get(entry)
    if not found or not found.on[hook]:
        return ""
    if "mounted_advantage" in found.common and hook == "free_sources":
        return _("Mounted Advantage")
    return _(found.rules[0].name) if len(found.rules) == 1 else ""
