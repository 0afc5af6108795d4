"""Teams of the skirmish that people keep: saving, changing, deleting, and which fit a match.

Only a legal team is saved. A change names the revision it was made from, so that two
windows do not overwrite each other: the second is told (``team_changed``). A sheet can be
corrected later, so teams are judged again whenever they are shown or offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json, Problem, Refusal
from games.engine.names import is_plain, one_line
from games.hosting.errors import Conflict, NotAllowed, ServiceError, Stale
from games.hosting.people import Person, User, signed_in_person
from games.models import SavedTeam
from games.services.histories import Shown
from games.services.policy import TeamAction, access_team, may_keep_teams
from games.skirmish.faction import Faction, faction, faction_ids, factions
from games.skirmish.house import HOUSE
from games.skirmish.setup import MOST_POINTS
from games.skirmish.teams import default_team, team_problems

GAME = "skirmish"
MOST_TEAMS = 60
LONGEST_NAME = 60
MOST_ENTRIES = 40
"""More than any roster has: what is longer is no table of counts."""


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team to be saved; nothing in it has been checked."""

    name: Json
    faction: Json
    counts: Json
    points: Json = HOUSE.points


@dataclass(frozen=True, slots=True)
class Sample:
    """The sample team of a faction, which everybody may begin with."""

    faction: str
    points: int
    counts: Mapping[str, int]


def teams_of(person: Person, faction: str | None = None) -> QuerySet[SavedTeam]:
    """Return the teams that a person keeps (of one faction), by faction and name."""
    rows = SavedTeam.objects.filter(owner=_keeper(person))
    return rows if faction is None else rows.filter(faction=faction)


def sample_teams() -> list[Sample]:
    """Return the sample team of every faction, in the factions' order."""
    points = HOUSE.points
    return [Sample(one.id, points, default_team(one, points)) for one in factions()]


def entries_of(team: SavedTeam | Sample) -> dict[str, int]:
    """Return a team's counts in the order of the roster; a database keeps none."""
    order = list(faction(team.faction).by_id) if team.faction in faction_ids() else []
    known = {entry: team.counts[entry] for entry in order if entry in team.counts}
    return known | dict(team.counts)


def problems_of(team: SavedTeam, points: int | None = None) -> list[Problem]:
    """Return all that is wrong with a saved team by today's sheet, within its points or others.

    A team of a faction that is no more has no problems to name: see ``is_playable``.
    """
    if team.faction not in faction_ids():
        return []
    most = team.points if points is None else points
    return team_problems(faction(team.faction), team.counts, most)


def is_playable(team: SavedTeam, points: int | None = None) -> bool:
    """Tell whether a saved team is legal by today's sheet, within its points or others."""
    return team.faction in faction_ids() and not problems_of(team, points)


def teams_to_choose(shown: Shown) -> list[SavedTeam]:
    """Return the reader's saved teams that answer what their seat is asked; one query at most."""
    access, seat = shown.access, shown.access.seat
    if access.match.game != GAME or seat is None or seat not in shown.asked:
        return []
    if shown.ask is None or shown.ask.kind != "team":
        return []
    points = shown.view["team_points"][seat]
    rows = teams_of(access.person, shown.view["factions"][seat])
    return [team for team in rows if is_playable(team, points)]


# Writing


def team_save(*, person: Person, new: NewTeam) -> SavedTeam:
    """Keep a team under a name of its own.

    Raises ``NotAllowed`` (``not_signed_in``), ``ServiceError`` (``bad_team_name``,
    ``unknown_faction``, ``bad_team_points``), ``Refusal`` with all that is wrong with the
    team, ``Conflict`` (``too_many_teams``, ``team_name_taken``).
    """
    owner, fields = _keeper(person), _checked(new)
    with transaction.atomic():
        _lock(owner)
        if SavedTeam.objects.filter(owner=owner).count() >= MOST_TEAMS:
            raise Conflict(
                "too_many_teams",
                _("You keep %(most)s teams already; delete one first."),
                most=MOST_TEAMS,
            )
        _check_free(owner, fields["name"])
        return SavedTeam.objects.create(owner=owner, changed_at=timezone.now(), **fields)


def team_change(*, person: Person, team_id: int, revision: int, new: NewTeam) -> SavedTeam:
    """Replace a team, its name too, that was seen at ``revision``.

    Raises what ``team_save`` does, ``NotThere`` (``no_team``), ``Stale`` (``team_changed``).
    The same team again changes nothing.
    """
    fields = _checked(new)
    with transaction.atomic():
        _lock(_keeper(person))
        team = _seen(access_team(person, team_id, TeamAction.CHANGE, lock=True), revision)
        if all(getattr(team, key) == value for key, value in fields.items()):
            return team
        _check_free(team.owner, fields["name"], other_than=team)
        for key, value in fields.items():
            setattr(team, key, value)
        team.revision += 1
        team.changed_at = timezone.now()
        team.save(update_fields=[*fields, "revision", "changed_at"])
        return team


def team_delete(*, person: Person, team_id: int, revision: int | None = None) -> None:
    """Delete a team; with ``revision`` only if it is still that one."""
    with transaction.atomic():
        team = access_team(person, team_id, TeamAction.DELETE, lock=True)
        if revision is not None:
            _seen(team, revision)
        team.delete()


def _keeper(person: Person) -> User:
    if not may_keep_teams(person):
        raise NotAllowed("not_signed_in", _("Please log in first."))
    return signed_in_person(person)


def _lock(owner: User) -> None:
    """Let one save of a person's teams wait for another: they count and name the same rows."""
    get_user_model().objects.select_for_update(of=("self",)).get(pk=owner.pk)


def _seen(team: SavedTeam, revision: int) -> SavedTeam:
    if team.revision != revision:
        raise Stale("team_changed", _("This team was saved elsewhere since you opened it."))
    return team


def _check_free(owner: User, name: str, *, other_than: SavedTeam | None = None) -> None:
    others = SavedTeam.objects.filter(owner=owner, name=name)
    if others.exclude(pk=other_than.pk if other_than else 0).exists():
        raise Conflict("team_name_taken", _("You have another team of that name."))


# Checking


def _checked(new: NewTeam) -> dict[str, Json]:
    """Return the fields of a team that is fit to be kept; raise what ``team_save`` says."""
    name, chosen = _checked_name(new.name), known_faction(new.faction)
    points = _checked_points(new.points)
    if isinstance(new.counts, Mapping) and len(new.counts) > MOST_ENTRIES:
        raise ServiceError(
            "long_team", _("A team has %(most)s entries at most."), most=MOST_ENTRIES
        )
    if problems := team_problems(chosen, new.counts, points):
        raise Refusal(*problems)
    counts = {entry: count for entry, count in new.counts.items() if count}
    return {"name": name, "faction": chosen.id, "points": points, "counts": counts}


def known_faction(id: Json) -> Faction:
    """Return a faction by its id; raise ``ServiceError`` (``unknown_faction``)."""
    if not isinstance(id, str) or id not in faction_ids():
        raise ServiceError("unknown_faction", _("There is no such faction."))
    return faction(id)


def _checked_points(points: Json) -> int:
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        raise ServiceError(
            "bad_team_points",
            _("A team may cost 1 to %(most)s points."),
            most=MOST_POINTS,
        )
    return points


def _checked_name(name: Json) -> str:
    kept = one_line(name) if isinstance(name, str) else ""
    if not kept or len(kept) > LONGEST_NAME or not is_plain(kept):
        raise ServiceError(
            "bad_team_name", _("A team's name has 1 to %(most)s characters."), most=LONGEST_NAME
        )
    return kept
