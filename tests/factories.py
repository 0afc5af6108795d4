"""Make people and campaigns for tests, through the services as the site does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from campaign.models import Campaign, Kingdom, Phase, User
from campaign.rules.maps import grid_map
from campaign.services.campaigns import NewCampaign, campaign_create, campaign_start
from campaign.services.memberships import invite_create, kingdom_join
from campaign.services.rulebook import game_of
from games.engine.contract import Json

PASSWORD = "correct horse battery"
_numbers = count(1)

WINTER, SETUP = {"begin": "winter"}, {"begin": "setup"}
"""Options: what a campaign begins with. Tables of ``make_table`` begin with the Winter."""

TWO_DAYS = {
    "setup": {"kind": "length", "minutes": 2880},
    "month": {"kind": "length", "minutes": 2880},
    "report": {"kind": "length", "minutes": 4320},
    "sheet": {"kind": "length", "minutes": 2880},
    "deploy": {"kind": "length", "minutes": 1440},
    "turn": {"kind": "length", "minutes": 720},
}


@dataclass
class Table:
    """A campaign with its people: ``players[seat]`` plays the kingdom of that seat."""

    campaign: Campaign
    master: User
    players: list[User]

    def kingdom(self, seat: int) -> Kingdom:
        """Return the kingdom of a seat as it is now."""
        return Kingdom.objects.get(campaign=self.campaign, seat=seat)

    def phase(self, ordinal: int = 1) -> Phase:
        """Return a phase as it is now."""
        return Phase.objects.get(campaign=self.campaign, ordinal=ordinal)


def make_user(name: str = "", **fields: Any) -> User:
    """Sign somebody up; their password is ``PASSWORD``."""
    name = name or f"person{next(_numbers)}"
    fields.setdefault("email", f"{name}@example.org")
    return User.objects.create_user(name, password=PASSWORD, **fields)


def make_table(
    players: int = 2,
    *,
    seats: int | None = None,
    size: tuple[int, int] = (12, 8),
    started: bool = True,
    now: datetime | None = None,
    options: dict[str, Any] | None = None,
    position: Json = None,
    **new: Any,
) -> Table:
    """Make a campaign on a plain grid with so many players; ``new``: fields of ``NewCampaign``.

    It begins with the Winter of year 1, with Setup if ``options`` say so, or at ``position``,
    a partial one as scenarios write it (``campaign.rules.position``).
    """
    seats = seats or max(players, 2)
    master = make_user()
    campaign = campaign_create(
        person=master,
        new=NewCampaign(
            name=new.pop("name", "A test"),
            seats=seats,
            options={"map": grid_map(*size, seats), **WINTER, **(options or {})},
            schedule=new.pop("schedule", TWO_DAYS),
            **new,
        ),
    )
    invite = invite_create(person=master, campaign_id=campaign.pk, now=now)
    people = [make_user() for _ in range(players)]
    for seat, person in enumerate(people):
        kingdom_join(person=person, token=invite.token, seat=seat, now=now)
    if started:
        laid = None if position is None else game_of(campaign).position(position)
        campaign_start(person=master, campaign_id=campaign.pk, position=laid, now=now)
        campaign.refresh_from_db()
    return Table(campaign, master, people)
