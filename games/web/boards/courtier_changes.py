"""What a move of markers would change, in the few words that its place on the board has room for.

Told from one reader's side: control of courtiers, holders of coteries, petitions that come
within reach. Nothing is sent yet; see ``courtier_foresight`` for what a card would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.web.boards.courtier_table import Court, Table


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would be different; ``is_good`` for the reader."""

    text: str
    is_good: bool = False


def changes(before: Court, after: Court) -> list[Change]:
    """Return what is different, what matters most first; empty when nothing of it is."""
    found = [
        *_completed(before, after),
        *held(before, after),
        *_controlled(before, after),
        *_filled(before, after),
        *_nearer(before, after),
    ]
    return sorted(found, key=lambda change: not change.is_good)


def said(found: Iterable[Change]) -> str:
    """Say changes in one sentence's half."""
    return "; ".join(change.text for change in found) or _("changes no control")


def _touched(before: Court, after: Court) -> list[str]:
    return [one for one, counts in before.markers.items() if counts != after.markers[one]]


def _controlled(before: Court, after: Court) -> Iterator[Change]:
    for courtier in _touched(before, after):
        old, new = before.controller(courtier), after.controller(courtier)
        if old != new:
            says = {"name": before.table.names.courtier(courtier)}
            yield _whose(
                before.table,
                (old, new),
                (_("you control the %(name)s"), _("you lose the %(name)s")),
                (_("%(who)s controls the %(name)s"), _("nobody controls the %(name)s")),
                says,
            )


def held(before: Court, after: Court) -> Iterator[Change]:
    """Say which coteries change hands."""
    of = before.table.names.coterie_of
    for coterie in dict.fromkeys(map(of, _touched(before, after))):
        old, new = before.holder(coterie), after.holder(coterie)
        if old != new:
            says = {"name": before.table.names.coterie(coterie)}
            yield _whose(
                before.table,
                (old, new),
                (_("you hold %(name)s"), _("you lose %(name)s")),
                (_("%(who)s holds %(name)s"), _("nobody holds %(name)s")),
                says,
            )


def _whose(
    table: Table,
    change: tuple[str | None, str | None],
    mine: tuple[str, str],
    theirs: tuple[str, str],
    says: dict[str, str],
) -> Change:
    """Say that something goes from one owner to another."""
    (old, new), (won, lost), (other, nobody) = change, mine, theirs
    if new == table.own:
        return Change(won % says, is_good=True)
    now = nobody % says if new is None else other % (says | {"who": table.name(new)})
    if old == table.own:
        return Change(now if new is not None else lost % says)
    return Change(now, is_good=new is None)


def _filled(before: Court, after: Court) -> Iterator[Change]:
    for courtier in _touched(before, after):
        if after.is_full(courtier) != before.is_full(courtier):
            text = _("%(name)s full") if after.is_full(courtier) else _("%(name)s no longer full")
            yield Change(text % {"name": before.table.names.courtier(courtier)})


def _completed(before: Court, after: Court) -> Iterator[Change]:
    """Say which petitions come within reach of somebody on their turn, or leave it."""
    table = before.table
    for petition in table.petitions:
        says = {"title": table.names.petition(petition), "points": table.names.points(petition)}
        for owner in table.colours:
            can = after.can_complete(petition, owner)
            if can == before.can_complete(petition, owner):
                continue
            if owner == table.own:
                text = _("you can complete “%(title)s” (%(points)s)")
                lost = _("you can no longer complete “%(title)s”")
                yield Change((text if can else lost) % says, is_good=can)
            elif petition in table.view["petitions"]:
                text = _("%(who)s could complete “%(title)s”")
                lost = _("%(who)s can no longer complete “%(title)s”")
                yield Change(
                    (text if can else lost) % (says | {"who": table.name(owner)}), is_good=not can
                )


def _nearer(before: Court, after: Court) -> Iterator[Change]:
    """Say how far the reader's petitions have come that are not yet met."""
    table = before.table
    for petition in table.petitions if table.own else ():
        have = len(after.ready(petition, table.own))
        if have != len(before.ready(petition, table.own)) and not (
            after.can_complete(petition, table.own) or before.can_complete(petition, table.own)
        ):
            text = _("“%(title)s”: %(have)s of %(all)s")
            yield Change(
                text
                % {
                    "title": table.names.petition(petition),
                    "have": have,
                    "all": len(table.names.asked_for(petition)),
                },
                is_good=have > len(before.ready(petition, table.own)),
            )
