"""The demo campaign of `make run`: four kingdoms in their second Winter, a court before them.

Stewards played two Summers and a Winter through the services, so that there is a history to read,
borders to fight over and a skirmish to replay (``demo_years``). Then people take over: two of
them sit at a court, one has a challenge to answer.

It exists once; calling again only gives its log-ins. The password is made for this
installation and kept beside the database, so that no public one is ever in use.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Contest, Kingdom, Settlement, User
from campaign.rules.maps import load_map
from campaign.rules.outside import SKIRMISH
from campaign.rules.state import CAPITAL
from campaign.services.campaigns import NewCampaign, campaign_create, campaign_start
from campaign.services.courts import court_challenge, court_set
from campaign.services.demo_years import BEGUN, play_years
from campaign.services.memberships import invite_create, kingdom_join
from campaign.services.selectors import current_phase
from games.engine.contract import Refusal
from games.hosting.wake import nobody_woken
from games.services.answers import answer_give
from games.services.rulebook import game_of

NAME = "The Frost Marches"
MAP = "rivers"
MASTER = "keeper"

PLAYERS = {
    "north": ("Hollowmere", "Dwarfs", "plain_guard"),
    "east": ("Saltmarch", "Elves", "briar_host"),
    "south": ("Embervale", "Goblins", "plain_guard"),
    "west": ("Thornwold", "Undead", "blights"),
}
RULES = {"battle_mode": "skirmish", "courts": True}

YEAR = 2
"""The year in whose Winter people take over."""

MOST_TRIES = 20
"""How often two years are played, until they bring a skirmish and leave nobody out of it: every
other try or so does."""

LENGTHS = {
    "setup": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "month": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "report": {"kind": "daily", "at": "20:00", "days": 3, "at_least": 1440},
    "sheet": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 720},
    "deploy": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 360},
    "court": {"kind": "daily", "at": "20:00", "days": 2, "at_least": 720},
    "turn": {"kind": "length", "minutes": 720},
}


def demo_logins() -> list[tuple[str, str, str]]:
    """Return (role, user name, password) of each demo account; empty without a demo."""
    if not User.objects.filter(username=MASTER).exists():
        return []
    password = _password()
    players = [("player of " + kingdom, name, password) for name, (kingdom, *_) in PLAYERS.items()]
    return [("game master", MASTER, password), *players]


def demo_seed() -> Campaign | None:
    """Make the demo accounts and campaign, all or nothing; ``None`` if they exist."""
    if User.objects.filter(username=MASTER).exists():
        return None
    password = _password()
    now = timezone.now()
    with nobody_woken(), transaction.atomic():
        people = {name: _account(name, password) for name in (MASTER, *PLAYERS)}
        for tries in range(1, MOST_TRIES + 1):
            before = transaction.savepoint()
            campaign, fits = _two_years(people, now)
            if fits or tries == MOST_TRIES:
                break
            transaction.savepoint_rollback(before)
        Kingdom.objects.filter(campaign=campaign).update(regent=Kingdom.Regent.NOBODY)
        _hold_courts(campaign, people, now)
    return campaign


def _two_years(people: dict[str, User], now: datetime) -> tuple[Campaign, bool]:
    """Play the years of stewards; tell whether they are worth showing."""
    master = people[MASTER]
    campaign = campaign_create(
        person=master,
        new=NewCampaign(
            name=NAME,
            seats=len(PLAYERS),
            options={"edition": "classic", "map": load_map(MAP), "rules": RULES},
            schedule=LENGTHS,
            is_public=True,
        ),
    )
    invite = invite_create(person=master, campaign_id=campaign.pk)
    for seat, (player, (kingdom, race, faction)) in enumerate(PLAYERS.items()):
        kingdom_join(
            person=people[player], token=invite.token, seat=seat, name=kingdom, race=race,
            faction=faction,
        )  # fmt: skip
    Kingdom.objects.filter(campaign=campaign).update(regent=Kingdom.Regent.STEWARD)
    campaign_start(person=master, campaign_id=campaign.pk, now=now - BEGUN)
    play_years(campaign, YEAR, now)
    return campaign, _has_fought(campaign) and _all_armed(campaign)


def _has_fought(campaign: Campaign) -> bool:
    """Tell whether there is a skirmish in which pieces were slain."""
    results = Contest.objects.filter(campaign=campaign, mode=SKIRMISH).values_list("result")
    return any(slain for (result,) in results for slain, _ in (result or {}).get("slain", []))


def _all_armed(campaign: Campaign) -> bool:
    """Tell whether everybody has an army, and all but one at most a capital."""
    capitals = Settlement.objects.filter(tile__campaign=campaign, kind=CAPITAL).count()
    armed = Kingdom.objects.filter(campaign=campaign).exclude(armies=None).distinct()
    return armed.count() == len(PLAYERS) and capitals >= len(PLAYERS) - 1


def _hold_courts(campaign: Campaign, people: dict[str, User], now: datetime) -> None:
    """Seat the first two kingdoms for precedence, and let the fourth challenge the third."""
    phase = current_phase(campaign)
    assert phase is not None  # the years end in the middle of a Winter
    pk, ordinal = campaign.pk, phase.ordinal
    court = court_set(
        person=people[MASTER],
        campaign_id=pk,
        phase=ordinal,
        game="winter_court",
        seats=[0, 1],
        stake={"kind": "precedence"},
        key="first court",
        now=now,
    )
    _begin(court, people["east"], now)
    for stake in ({"kind": "purse", "gold": 1, "food": 0, "from": "seats"}, {"kind": "honour"}):
        with suppress(Refusal):  # one of them may have no gold to stake
            court_challenge(
                person=people["west"],
                campaign_id=pk,
                phase=ordinal,
                game="winter",
                seats=[2],
                stake=stake,
                key="a challenge",
                now=now,
            )
            return


def _begin(court: Contest, other: User, now: datetime) -> None:
    """Let the other one play until the first is asked, for whom the README has something to do."""
    match = court.match
    assert match is not None
    game = game_of(match)
    while match.asked == [1]:
        state = game.decode(match.state)
        answer = game.sample(state, game.asks(state)[0], Random(match.turn))
        answer_give(person=other, match_id=match.pk, revision=match.turn, answer=answer, now=now)
        match.refresh_from_db()


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
