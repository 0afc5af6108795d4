"""Maps, people and campaigns for trials: made by the services, from a seed, of any size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from campaign.models import Ask, Campaign, Phase, User
from campaign.rules.autumn import late_autumn
from campaign.rules.state import ORDERS, State, Summer
from campaign.rules.system import CampaignGame
from campaign.services.campaigns import NewCampaign, campaign_create, campaign_start
from campaign.services.memberships import invite_create, kingdom_join
from campaign.services.rulebook import game_of
from games.engine.contract import Json

WEEK = 7 * 24 * 60
LENGTHS: dict[str, Any] = {
    kind: {"kind": "length", "minutes": WEEK} for kind in ("sheet", "deploy", "turn")
}
GAP = 3
"""Start tiles are this far apart, the least that the rules allow."""


def laid_map(tiles: int, seats: int, rng: Random) -> Json:
    """Return a map of so many hexes (60, 200, 400 ...) with start tiles for ``seats`` kingdoms."""
    width = next(n for n in range(1, tiles + 1) if tiles % n == 0 and n * n >= tiles * 1.3)
    height = tiles // width
    starts = _starts(width, height, seats)
    safe = {near for column, row in starts for near in _around(column, row)}
    written: list[Json] = [
        {"n": row * width + column + 1, **_hex(rng)}
        for row in range(height)
        for column in range(width)
        if (column, row) not in safe
    ]
    written += [
        {"n": row * width + column + 1, "start": rank + 1, "river": True}
        for rank, (column, row) in enumerate(starts)
    ]
    return {"name": f"Trial {width} by {height}", "grid": [width, height], "tiles": written}


def _starts(width: int, height: int, seats: int) -> list[tuple[int, int]]:
    spots = [
        (column, row) for row in range(1, height - 1, GAP) for column in range(1, width - 1, GAP)
    ]
    if len(spots) < seats:
        raise ValueError(f"{width} by {height} hexes are too few for {seats} kingdoms")
    return [spots[place * len(spots) // seats] for place in range(seats)]


def _around(column: int, row: int) -> set[tuple[int, int]]:
    return {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)}


def _hex(rng: Random) -> dict[str, Any]:
    terrains = ("plain", "plain", "plain", "forest", "mountain", "coast", "ocean", "marsh")
    return {"terrain": rng.choice(terrains), "river": rng.random() < 0.1}


def full_autumn(game: CampaignGame, rng: Random) -> State:
    """Return a position late in a campaign: wide borders, many armies, ships."""
    return late_autumn(game, rng, months=12, armies=5, ships=3)


@dataclass(frozen=True, slots=True)
class World:
    """A campaign with its game master and one player for each seat."""

    campaign: Campaign
    master: User
    players: tuple[User, ...]


def person(name: str) -> User:
    """Return the person of that name, made now if need be; nobody can log in as them."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, f"{name}@trial.invalid")


def make_world(
    name: str,
    *,
    seats: int,
    tiles: int,
    seed: int,
    options: dict[str, Any] | None = None,
    ends_early: bool = False,
    is_public: bool = False,
    in_summer: bool = False,
    from_setup: bool = False,
    now: datetime | None = None,
) -> World:
    """Create and begin a campaign with all seats taken, at a late position.

    It begins with Recall or (``in_summer``) with the orders of a month; ``from_setup``: where
    its options say instead.
    """
    rng = Random(seed)
    master = person(f"{name}-master")
    document = {"edition": "classic", "map": laid_map(tiles, seats, rng), **(options or {})}
    campaign = campaign_create(
        person=master,
        new=NewCampaign(
            name=name,
            seats=seats,
            options=document,
            schedule=LENGTHS,
            ends_early=ends_early,
            is_public=is_public,
        ),
    )
    token = invite_create(person=master, campaign_id=campaign.pk).token
    players = tuple(person(f"{name}-player-{seat}") for seat in range(seats))
    for seat, player in enumerate(players):
        kingdom_join(person=player, token=token, seat=seat, name=f"Realm {seat + 1} of {name}"[:40])
    position = None if from_setup else full_autumn(game_of(campaign), rng)
    if position is not None and in_summer:
        position = replace(position, stage=ORDERS, summer=Summer(month=1))
    campaign_start(person=master, campaign_id=campaign.pk, position=position, now=now)
    campaign.refresh_from_db()
    return World(campaign, master, players)


def running_phase(campaign_id: int) -> Phase | None:
    """Return the campaign's open or parked phase with its state, or ``None``."""
    return Phase.objects.filter(
        campaign_id=campaign_id, status__in=[Phase.Status.OPEN, Phase.Status.PARKED]
    ).first()


def seats_asked(phase: Phase) -> list[int]:
    """Return the seats that the phase asks something of."""
    return list(Ask.objects.filter(phase=phase).values_list("kingdom__seat", flat=True))


def lively_answer(game: CampaignGame, state: State, seat: int, rng: Random) -> Json:
    """Return a random legal answer of a seat to what it is asked."""
    ask = next(ask for ask in game.asks(state) if ask.seat == seat)
    return game.sample(state, ask, rng)
