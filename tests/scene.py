"""One campaign as all six roles meet it, with a mark in everything that is secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from campaign.models import Campaign, Event, Invite, MapDraft, Phase, Submission, User
from campaign.services.chances import phase_secret
from campaign.services.health import beat
from campaign.services.map_drafts import draft_create
from campaign.services.memberships import invite_create, kingdom_leave
from campaign.services.submissions import sheet_submit
from games.models import Match, SavedTeam
from games.services.offers import resign
from games.services.openings import NewMatch, match_join, match_open
from games.services.plans import plan_write
from games.services.seats import seat_link
from games.services.teams import NewTeam, team_save
from tests.api.client import Api
from tests.factories import Table, make_table, make_user
from tests.routes import ROLES, Row
from tests.web.pages import client_of

PRIVATE_CODE = "a-code-for-seat-one-alone"
PRIVATE_MAP = "A shore that seat nought draws"
HEX = {"n": 1, "q": 0, "r": 0, "terrain": "plain"}
TEAM = "The guard that seat nought keeps"
PLANNED = "play Wi10 H +Wi1 fool"
"""What the other player plans: nothing of it is on any page otherwise."""
FAILURE = "Traceback (most recent call last): of this phase"


NAMED: dict[str, Callable[[Scene], Any]] = {
    "free_token": lambda scene: scene.matches["free"].invite_token,
    "seat_token": lambda scene: scene.seat_token,
    "revision": lambda scene: 0,
    "pk": lambda scene: scene.table.campaign.pk,
    "token": lambda scene: scene.invite.token,
    "invite": lambda scene: scene.invite.pk,
    "map": lambda scene: scene.draft.pk,
    "team": lambda scene: scene.team.pk,
    "board": lambda scene: board_of(scene.table.campaign),
}
"""What a row names besides the matches."""


def board_of(campaign: Campaign) -> str:
    """Return the map's version as the map's address has it: revision and running phase."""
    campaign.refresh_from_db()
    running = campaign.phases.exclude(status=Phase.Status.DONE).first()
    return f"{campaign.revision}.{running.ordinal if running else 'none'}"


class _Names(dict[str, Any]):
    """What a row names, read only where it is named."""

    def __init__(self, scene: Scene) -> None:
        super().__init__({name: match.pk for name, match in scene.matches.items()})
        self.scene = scene

    def __missing__(self, name: str) -> Any:
        return NAMED[name](self.scene)


@dataclass
class Scene:
    """See ``tests.routes``; ``people`` by role, ``matches`` by name."""

    table: Table
    invite: Invite
    people: dict[str, User | None]
    draft: MapDraft
    matches: dict[str, Match]
    seat_token: str
    team: SavedTeam
    clients: dict[str, Client] = field(init=False)
    programs: dict[str, Api] = field(init=False)

    def __post_init__(self) -> None:
        self.clients = {role: client_of(person) for role, person in self.people.items()}
        self.programs = {role: Api(person) for role, person in self.people.items()}

    def ask(self, row: Row, role: str) -> Any:
        """Send the row's request as that role: pages by session, the API by token."""
        path, body = self.filled(row.path), self.filled(row.body)
        if row.is_api:
            return self.programs[role].ask(row.method, path, body)
        client = self.clients[role]
        return client.get(path) if row.method == "GET" else client.post(path, body or {})

    def filled(self, part: Any) -> Any:
        """Fill in what a row names."""
        if isinstance(part, dict):
            return {key: self.filled(value) for key, value in part.items()}
        if not isinstance(part, str) or "{" not in part:
            return part
        return part.format_map(_Names(self))

    def open_up(self, is_public: bool) -> None:
        """Let everybody look at the campaign and the matches, or only who is in them."""
        self.table.campaign.is_public = is_public
        self.table.campaign.save(update_fields=["is_public"])
        pks = [match.pk for match in self.matches.values()]
        Match.objects.filter(pk__in=pks).update(is_listed=is_public)

    def secrets(self) -> dict[str, tuple[str, ...]]:
        """Return every secret text with the roles that may read it."""
        submission = Submission.objects.get(kingdom=self.table.kingdom(0))
        return {
            self.table.campaign.secret: (),
            phase_secret(self.table.campaign, 0, 1).hex(): (),
            self.invite.token: ("game master",),
            submission.receipt: ("player",),
            submission.receipt[:12]: ("player",),
            submission.nonce: ("player",),
            PRIVATE_CODE: ("other player",),
            PRIVATE_MAP: ("player",),
            TEAM: ("player",),
            FAILURE: ("game master",),
            self.matches["match"].secret: (),
            self.matches["free"].secret: (),
            self.matches["match"].invite_token: (),
            self.matches["free"].invite_token: ("player",),
            self.seat_token: ("player",),
            PLANNED: ("other player",),
        }


def set_scene(*, handed_in: bool = True, **new: Any) -> Scene:
    """Lay the scene out."""
    table = make_table(3, seats=4, ends_early=False, **new)
    pk = table.campaign.pk
    kingdom_leave(person=table.players[2], campaign_id=pk)
    if handed_in:
        sheet = {"tithes": [{"to": 1, "gold": 1, "food": 1}]}
        sheet_submit(person=table.players[0], campaign_id=pk, phase=1, sheet=sheet)
    Event.objects.create(
        phase=table.phase(0),
        index=900,
        kind="sheet_void",
        data={"kingdom": 1, "stage": "winter", "code": PRIVATE_CODE},
        seen_by=[1],
    )
    Phase.objects.filter(campaign=pk, ordinal=1).update(failure=FAILURE)
    beat("sweep")
    persons = (None, make_user(), *table.players[:2], table.master, table.players[2])
    invite = invite_create(person=table.master, campaign_id=pk)
    draft = draft_create(user=table.players[0], document={"name": PRIVATE_MAP, "tiles": [HEX]})
    matches = set_matches(table, is_listed=new.get("is_public", False))
    token = seat_link(person=table.players[0], match_id=matches["match"].pk, seat=0)
    people = dict(zip(ROLES, persons, strict=True))
    return Scene(table, invite, people, draft, matches, token, kept_team(table.players[0]))


def kept_team(person: User) -> SavedTeam:
    """Keep a team of the skirmish for a person."""
    counts = {"captain": 1, "spearman": 4}
    return team_save(person=person, new=NewTeam(TEAM, "plain_guard", counts))


def set_matches(table: Table, *, is_listed: bool) -> dict[str, Match]:
    """Open the three matches; their players are those of the campaign."""
    one, other = table.players[:2]
    matches = {name: begun(table, is_listed=is_listed) for name in ("match", "over")}
    resign(person=one, match_id=matches["over"].pk)
    plan = [{"if": "*", "then": [PLANNED]}]
    plan_write(person=other, match_id=matches["match"].pk, revision=0, lines=plan)
    new = NewMatch("winter_court", is_listed=is_listed)
    return matches | {"free": match_open(person=one, new=new)}


def begun(table: Table, *, is_listed: bool) -> Match:
    """Open a match as the game master, and seat both players; seat 0 begins."""
    free = {"kind": "free"}
    new = NewMatch("winter_court", {"first": 0}, seats=[free, free], is_listed=is_listed)
    match = match_open(person=table.master, new=new)
    for person in table.players[:2]:
        match_join(person=person, token=match.invite_token)
    return match
