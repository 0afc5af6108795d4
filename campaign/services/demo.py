"""The demo campaign of `make run`: four kingdoms in the first month of their first Summer.

It exists once; calling again only gives its log-ins. The password is made for this
installation and kept beside the database, so that no public one is ever in use.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.db import transaction

from campaign.models import Campaign, User
from campaign.rules.maps import load_map
from campaign.services.campaigns import NewCampaign, campaign_create, campaign_start
from campaign.services.memberships import invite_create, kingdom_join
from campaign.services.phases import phase_resolve
from campaign.services.submissions import sheet_submit

NAME = "The Frost Marches"
MAP = "rivers"
MASTER = "keeper"

PLAYERS = {
    "north": ("Hollowmere", "Dwarfs"),
    "east": ("Saltmarch", "Elves"),
    "south": ("Embervale", "Goblins"),
    "west": ("Thornwold", "Undead"),
}
LENGTHS = {
    "setup": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "month": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "report": {"kind": "daily", "at": "20:00", "days": 3, "at_least": 1440},
    "sheet": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "deploy": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 360},
    "turn": {"kind": "length", "minutes": 720},
}


def demo_logins() -> list[tuple[str, str, str]]:
    """Return (role, user name, password) of each demo account; empty without a demo."""
    if not User.objects.filter(username=MASTER).exists():
        return []
    password = _password()
    players = [("player of " + kingdom, name, password) for name, (kingdom, _) in PLAYERS.items()]
    return [("game master", MASTER, password), *players]


def demo_seed() -> Campaign | None:
    """Make the demo accounts and campaign, all or nothing; ``None`` if they exist."""
    if User.objects.filter(username=MASTER).exists():
        return None
    password = _password()
    with transaction.atomic():
        master = _account(MASTER, password)
        campaign = campaign_create(
            person=master,
            new=NewCampaign(
                name=NAME,
                seats=len(PLAYERS),
                options={"edition": "classic", "map": load_map(MAP)},
                schedule=LENGTHS,
                is_public=True,
            ),
        )
        invite = invite_create(person=master, campaign_id=campaign.pk)
        players = {name: _account(name, password) for name in PLAYERS}
        for seat, (name, (kingdom, race)) in enumerate(PLAYERS.items()):
            kingdom_join(
                person=players[name], token=invite.token, seat=seat, name=kingdom, race=race
            )
        setup = campaign_start(person=master, campaign_id=campaign.pk)
        for name, (_kingdom, race) in PLAYERS.items():
            sheet_submit(
                person=players[name], campaign_id=campaign.pk, phase=1, sheet={"race": race}
            )
        phase_resolve(phase_id=setup.pk)
    return campaign


def _account(name: str, password: str) -> User:
    return User.objects.create_user(name, f"{name}@demo.invalid", password)


def _password() -> str:
    path = Path(settings.VAR_DIR) / "demo_password"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        password = "frost-" + secrets.token_urlsafe(6).lower()
        file.write(password)
    return password
