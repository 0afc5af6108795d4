"""Maps that people draw for themselves, and what the rules say of a map.

A save names the revision it was made from, so that two windows do not overwrite each
other: the second is told (``draft_changed``) and loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import MapDraft, User
from campaign.rules.board import compile_board
from campaign.rules.maps.fairness import good_land, map_warnings, percent
from campaign.rules.maps.text import from_text, to_text
from games.engine.contract import Json, Problem, Refusal
from games.hosting.errors import Conflict, NotThere, Stale

MOST_DRAFTS = 50
NAME_LENGTH = 80


def drafts_of(user: User) -> QuerySet[MapDraft]:
    """Return a person's drafts without their documents, last saved first."""
    return MapDraft.objects.filter(owner=user).defer("document")


def draft_of(user: User, draft_id: int) -> MapDraft:
    """Return one of a person's drafts; raise ``NotThere`` (``no_draft``)."""
    draft = MapDraft.objects.filter(owner=user, pk=draft_id).first()
    if draft is None:
        raise _no_draft()
    return draft


def draft_create(*, user: User, document: Json) -> MapDraft:
    """Keep a new map; raise ``BadOptions``, ``Conflict`` (``too_many_drafts``)."""
    tidy = tidied(document)
    with transaction.atomic():
        User.objects.select_for_update(of=("self",)).get(pk=user.pk)  # two at once count each other
        if MapDraft.objects.filter(owner=user).count() >= MOST_DRAFTS:
            raise Conflict(
                "too_many_drafts",
                gettext_lazy("You keep %(most)s maps already; delete one first."),
                most=MOST_DRAFTS,
            )
        return MapDraft.objects.create(
            owner=user, name=_called(tidy), document=tidy, updated_at=timezone.now()
        )


def draft_save(*, user: User, draft_id: int, document: Json, revision: int) -> MapDraft:
    """Replace a draft that was seen at ``revision``.

    Raises ``NotThere`` (``no_draft``), ``BadOptions``, ``Stale`` (``draft_changed``). The
    same map again changes nothing.
    """
    tidy = tidied(document)
    with transaction.atomic():
        draft = _locked(user, draft_id, revision)
        if draft.document != tidy:
            draft.document, draft.name = tidy, _called(tidy)
            draft.revision += 1
            draft.updated_at = timezone.now()
            draft.save(update_fields=["document", "name", "revision", "updated_at"])
        return draft


def draft_delete(*, user: User, draft_id: int, revision: int | None = None) -> None:
    """Delete a draft; with ``revision`` only if it is still that one."""
    with transaction.atomic():
        _locked(user, draft_id, revision).delete()


def _locked(user: User, draft_id: int, revision: int | None) -> MapDraft:
    rows = MapDraft.objects.select_for_update(of=("self",))
    draft = rows.filter(owner=user, pk=draft_id).first()
    if draft is None:
        raise _no_draft()
    if revision is not None and draft.revision != revision:
        raise Stale(
            "draft_changed", gettext_lazy("This map was saved elsewhere since you opened it.")
        )
    return draft


def _no_draft() -> NotThere:
    return NotThere("no_draft", gettext_lazy("There is no such map, or it is not yours."))


def _called(document: Json) -> str:
    name = " ".join(document.get("name", "").split())[:NAME_LENGTH]
    return name or _("Map without a name")


def tidied(document: Json) -> Json:
    """Return a map with its hexes laid out and nothing said that goes without saying."""
    return from_text(to_text(document))


@dataclass(frozen=True, slots=True)
class MapCheck:
    """What the rules say of a map: why it is refused, else what is odd about it.

    ``lands`` is the good land of each start hex, ``fairness`` the least in per cent of
    the greatest; both are empty (100) for a map that is refused.
    """

    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    lands: tuple[tuple[int, int], ...] = ()
    fairness: int = 100


def check_map(document: Json, kingdoms: int) -> MapCheck:
    """Judge a map for so many kingdoms; never raises for a map that is wrong."""
    try:
        warnings = map_warnings(document, kingdoms)
        lands = good_land(compile_board(document, kingdoms))
    except Refusal as refusal:
        return MapCheck(problems=refusal.problems)
    return MapCheck((), warnings, tuple(lands.items()), percent(lands.values()))


def map_of(given: dict[str, Any]) -> Json:
    """Return the document of a map that was sent as ``document`` or as ``text``."""
    return from_text(given["text"]) if "text" in given else tidied(given["document"])
