"""The demo campaign of `make run`: four kingdoms at the beginning of their second year.

Stewards played their first year in memory, so that there are borders to fight over.

It exists once; calling again only gives its log-ins. The password is made for this
installation and kept beside the database, so that no public one is ever in use.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from django.conf import settings
from django.db import transaction

from campaign.models import Campaign, User
from campaign.rules.maps import load_map
from campaign.rules.state import CAPITAL, State
from campaign.rules.steward.answer import steward_answer
from campaign.rules.system import CampaignGame
from campaign.services.campaigns import NewCampaign, campaign_create, campaign_start
from campaign.services.memberships import invite_create, kingdom_join
from campaign.services.rulebook import game_of
from games.engine.chance import Seeded

NAME = "The Frost Marches"
MAP = "rivers"
MASTER = "keeper"

PLAYERS = {
    "north": ("Hollowmere", "Dwarfs"),
    "east": ("Saltmarch", "Elves"),
    "south": ("Embervale", "Goblins"),
    "west": ("Thornwold", "Undead"),
}
YEAR = 2
"""The year in which people take over."""

MOST_SEEDS = 1_000

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
        players = [_account(name, password) for name in PLAYERS]
        for seat, (kingdom, race) in enumerate(PLAYERS.values()):
            kingdom_join(
                person=players[seat], token=invite.token, seat=seat, name=kingdom, race=race
            )
        position = second_year(game_of(campaign))
        campaign_start(person=master, campaign_id=campaign.pk, position=position)
    return campaign


def second_year(game: CampaignGame) -> State:
    """Return the first year's end of stewards, of the first seed that left everybody strong."""
    found = (_first_year(game, Random(seed)) for seed in range(MOST_SEEDS))
    state = next((state for state in found if _all_strong(state)), _first_year(game, Random(0)))
    kingdoms = zip(state.kingdoms, PLAYERS.values(), strict=True)
    return replace(
        state, kingdoms=tuple(replace(kingdom, race=race) for kingdom, (_, race) in kingdoms)
    )


def _first_year(game: CampaignGame, rng: Random) -> State:
    step = game.start(Seeded(rng))
    while step.state.year < YEAR and (asks := game.asks(step.state)):
        answers = {ask.seat: steward_answer(game, step.state, ask.seat, ask) for ask in asks}
        step = game.resolve(step.state, answers, Seeded(rng))
    return step.state


def _all_strong(state: State) -> bool:
    """Tell whether everybody has a capital and armies, and somebody a ship."""
    armies = Counter(army.kingdom for army in state.armies)
    capitals = state.settlements.count(CAPITAL)
    seats = range(len(state.kingdoms))
    return capitals == len(seats) and all(armies[s] > 1 for s in seats) and bool(state.ships)


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
