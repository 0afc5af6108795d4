"""Create a campaign, begin it, and change what its game master may change."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Kingdom, Membership, Phase, Tile, User
from campaign.rules import SYSTEM
from campaign.rules.ruleset import FEWEST_KINGDOMS, MOST_KINGDOMS
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from campaign.services import notices
from campaign.services.board_rows import load_rows, save_state
from campaign.services.campaign_log import write_log
from campaign.services.chances import phase_chance, phase_commitment
from campaign.services.phases import open_phase, store_events
from campaign.services.policy import Action, access_campaign, check_may_create
from campaign.services.rulebook import game_of, pin_options
from campaign.services.schedules import parse_schedule
from games.engine.contract import Json, Step
from games.engine.names import is_plain, one_line
from games.hosting.deadlines import parse_zone
from games.hosting.errors import Conflict, ServiceError
from games.hosting.people import Person

LONGEST_NAME = 80
"""How long a campaign's name may be."""
MOST_A_DAY = 30
"""Campaigns that one person opens within a day."""


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """What a game master decides for a new campaign. ``options``: see ``campaign.rules``."""

    name: str
    seats: int
    options: Json
    time_zone: str = "UTC"
    schedule: dict[str, Any] = field(default_factory=dict)
    ends_early: bool = True
    is_public: bool = False


def campaign_create(*, person: Person, new: NewCampaign) -> Campaign:
    """Create a campaign that gathers players; the person is its game master.

    Raises ``BadOptions`` for the rules and the map, ``Conflict`` (``too_many_campaigns``),
    ``ServiceError`` for the rest.
    """
    user = check_may_create(person)
    _check_most_opened(user)
    name = checked_name(new.name, LONGEST_NAME)
    zone = parse_zone(new.time_zone).key
    schedule = parse_schedule(new.schedule)
    if type(new.seats) is not int or not FEWEST_KINGDOMS <= new.seats <= MOST_KINGDOMS:
        raise ServiceError(
            "bad_seats",
            _("A campaign is for %(fewest)s to %(most)s kingdoms."),
            fewest=FEWEST_KINGDOMS,
            most=MOST_KINGDOMS,
        )
    options = pin_options(new.options, new.seats)
    with transaction.atomic():
        campaign = Campaign.objects.create(
            name=name,
            options=options,
            rules_version=SYSTEM.version,
            seats=new.seats,
            time_zone=zone,
            schedule=schedule,
            ends_early=bool(new.ends_early),
            is_public=bool(new.is_public),
        )
        Membership.objects.create(campaign=campaign, user=user, is_game_master=True)
        Kingdom.objects.bulk_create(
            Kingdom(campaign=campaign, seat=seat, name=str(_("Kingdom")) + f" {seat + 1}")
            for seat in range(new.seats)
        )
    return campaign


def _check_most_opened(user: User) -> None:
    """Refuse whoever opens one campaign after the other: each keeps a map of its own."""
    since = timezone.now() - timedelta(days=1)
    opened = Membership.objects.filter(user=user, is_game_master=True)
    if opened.filter(campaign__created_at__gt=since).count() >= MOST_A_DAY:
        raise Conflict(
            "too_many_campaigns",
            _("You opened %(most)s campaigns within a day. Open the next one tomorrow."),
            most=MOST_A_DAY,
        )


def checked_name(name: Any, longest: int) -> str:
    """Return a name people gave, trimmed; refuse empty, overlong and unprintable ones."""
    text = one_line(name) if isinstance(name, str) else ""
    if not text or len(text) > longest or not is_plain(text):
        raise ServiceError(
            "bad_name",
            _("A name has 1 to %(longest)s characters, all of which can be seen."),
            longest=longest,
        )
    return text


def campaign_start(
    *,
    person: Person,
    campaign_id: int,
    position: State | None = None,
    now: datetime | None = None,
) -> Phase:
    """Begin the campaign: the board, the first phase and its asks, all or nothing.

    ``position`` replaces the start of the rules (the demo uses it). Starting twice
    is refused (``already_begun``).
    """
    access = access_campaign(person, campaign_id, Action.RUN)
    with transaction.atomic():
        campaign = _lock_forming(access.campaign.pk)
        now = now or timezone.now()
        game = game_of(campaign)
        chance = phase_chance(campaign, campaign.branch, 0)
        step = Step(position) if position is not None else game.start(chance)
        campaign.status = Campaign.Status.RUNNING
        Tile.objects.bulk_create(
            Tile(campaign=campaign, number=number) for number in game.board.numbers
        )
        rows = load_rows(campaign)
        save_state(campaign, game, rows, step.state)
        _record_start(campaign, game, step, [draw.to_json() for draw in chance.draws], now)
        first = open_phase(
            campaign, game, step.state, rows.kingdoms, ordinal=1, opened=now, planned=None
        )
        if first is None:
            raise Conflict("nothing_to_play", _("With these rules there is nothing to decide."))
        notices.phase_opened(first, list(rows.kingdoms.values()))
        _log(campaign, access.person.pk, "start", now)
        return first


def _lock_forming(campaign_id: int) -> Campaign:
    campaign = Campaign.objects.select_for_update(of=("self",)).get(pk=campaign_id)
    if campaign.status != Campaign.Status.FORMING:
        raise Conflict("already_begun", _("This campaign has begun already."))
    return campaign


def _record_start(
    campaign: Campaign, game: CampaignGame, step: Step[State], draws: list[Json], now: datetime
) -> None:
    """Keep how the board came about as phase 0, which is done as soon as it is there."""
    phase = Phase.objects.create(
        campaign=campaign,
        branch=campaign.branch,
        ordinal=0,
        kind="start",
        year=step.state.year,
        status=Phase.Status.DONE,
        opened_at=now,
        done_at=now,
        closing="start" if draws or step.events else "given",
        state=game.encode(step.state),
        commitment=phase_commitment(campaign, campaign.branch, 0),
        draws=draws,
    )
    store_events(phase, step.events)


def _log(campaign: Campaign, actor_id: int | None, action: str, now: datetime) -> None:
    write_log(campaign, actor_id, action, action, now, {})
