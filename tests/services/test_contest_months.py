"""Months full of battles in which everybody does something odd: all of it is verified after each.

People play, resign and let matches lapse, sides and the game master change how battles are
fought, kingdoms change hands, the clock is stopped and pushed on. No refusal is unexpected, no
phase parks, every contest ends, and what was recorded can be played again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from campaign.models import Ask, Campaign, Contest, Kingdom, Phase
from campaign.rules.outside import MODES
from campaign.services.clock import clock_act
from campaign.services.contest_modes import battle_propose_mode, battle_set_mode
from campaign.services.contest_views import contests_of
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import sweep
from campaign.services.policy import access_campaign
from campaign.services.regents import kingdom_set_regent
from campaign.services.rulebook import game_of, state_of
from campaign.services.rulings import battle_rule
from campaign.services.selectors import current_phase
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from games.engine.contract import Refusal
from games.hosting.errors import ServiceError
from games.models import Match
from games.services import listeners
from games.services.bots import bots_move
from games.services.offers import resign
from games.services.sweeping import sweep as sweep_matches
from games.services.verify import verify_match
from tests.factories import make_table, make_user
from tests.services.war import START

pytestmark = pytest.mark.django_db

WIDTH, HEIGHT, KINGDOMS = 6, 6, 3
PHASES = 16
MOST_STEPS = 120

EXPECTED = {
    "battle_begun",
    "deadline_passed",
    "dice_decide",
    "match_decides",
    "no_battle",
    "no_match",
    "not_allowed",
    "not_paused",
    "not_running",
    "same_mode",
    "too_many_changes",
}
"""How a lawful wish may be refused while others have theirs."""


class Crowd:
    """The people of one campaign, who do something at random, moment by moment."""

    def __init__(self, seed: int, **rules: Any) -> None:
        self.rng = Random(seed)
        self.now: datetime = START
        self.refused: set[str] = set()
        self.count = 0
        self.table = make_table(
            KINGDOMS,
            size=(WIDTH, HEIGHT),
            now=START,
            position=crowded(self.rng),
            options={"rules": rules},
        )
        self.campaign = self.table.campaign

    def step(self) -> None:
        """Let everybody do something, and time pass."""
        phase = self.phase
        battles = Contest.objects.filter(phase=phase, status="open", kind="battle")
        for battle in battles.order_by("number"):
            self.rng.choice(self.deeds())(battle)
        self.rng.choice((self.regency, self.hand_over, self.pause, self.push, self.nothing))()
        self.hand_in()
        contests_of(access_campaign(self.table.master, self.campaign.pk), phase)
        self.now += timedelta(minutes=1)
        sweep(now=self.now)
        if self.rng.random() < 0.5:
            self.now = max(self.now, self.phase.due_at or self.now)
            sweep(now=self.now)

    def deeds(self) -> tuple[Callable[[Contest], None], ...]:
        return (self.set_mode, self.wish, self.rule, self.give_up, self.play, self.wait)

    @property
    def phase(self) -> Phase:
        phase = current_phase(self.campaign)
        assert phase is not None
        assert phase.status == Phase.Status.OPEN
        return phase

    def tries(self, service: Any, **fields: Any) -> None:
        """Do it, or be refused."""
        try:
            service(now=self.now, **fields)
        except (ServiceError, Refusal) as refusal:
            self.refused.add(refusal.code)

    def orders(self, service: Any, **fields: Any) -> None:
        """Let the game master do it."""
        self.count += 1
        self.tries(
            service,
            person=self.table.master,
            campaign_id=self.campaign.pk,
            key=f"{self.count}",
            **fields,
        )

    def player(self, seat: int) -> Any:
        return Kingdom.objects.get(campaign=self.campaign, seat=seat).player

    # Deeds in a battle

    def set_mode(self, battle: Contest) -> None:
        mode = self.rng.choice(MODES)
        where = {"phase": self.phase.ordinal, "tile": battle.tile}
        self.orders(battle_set_mode, mode=mode, reason="So be it.", **where)

    def wish(self, battle: Contest) -> None:
        mode = self.rng.choice(MODES)
        for seat in battle.seats:
            self.count += 1
            self.tries(
                battle_propose_mode,
                person=self.player(seat),
                campaign_id=self.campaign.pk,
                phase=self.phase.ordinal,
                tile=battle.tile,
                mode=mode,
                key=f"{self.count}",
            )

    def rule(self, battle: Contest) -> None:
        sides = state_of(game_of(self.campaign), self.phase).summer.waiting
        fought = next(each for each in sides if each.number == battle.number)
        winner = self.rng.choice((None, fought.attacker, fought.defender))
        where = {"phase": self.phase.ordinal, "tile": battle.tile}
        self.orders(battle_rule, report={"winner": winner}, reason="So be it.", **where)

    def give_up(self, battle: Contest) -> None:
        if battle.match_id is not None:
            loser = self.player(self.rng.choice(battle.seats))
            self.tries(resign, person=loser, match_id=battle.match_id)
            listeners.tell(battle.match_id, self.now)

    def play(self, battle: Contest) -> None:
        if battle.match_id is not None:
            self.now += timedelta(hours=1)
            sweep_matches(self.now)
            bots_move(match_id=battle.match_id, now=self.now)

    def wait(self, battle: Contest) -> None:
        self.now += timedelta(hours=1)

    # Deeds in the campaign

    def regency(self) -> None:
        regent = self.rng.choice(("", "steward"))
        self.orders(kingdom_set_regent, seat=self.rng.randrange(KINGDOMS), regent=regent)

    def hand_over(self) -> None:
        self.tries(
            kingdom_hand_over,
            person=self.table.master,
            campaign_id=self.campaign.pk,
            seat=self.rng.randrange(KINGDOMS),
            username=make_user().username,
        )

    def pause(self) -> None:
        ordinal = self.phase.ordinal
        self.orders(clock_act, phase=ordinal, action="pause")
        self.now += timedelta(hours=1)
        self.orders(clock_act, phase=ordinal, action="resume")

    def push(self) -> None:
        self.orders(clock_act, phase=self.phase.ordinal, action="resolve_now")

    def nothing(self) -> None:
        """Do nothing."""

    def hand_in(self) -> None:
        phase, game = self.phase, game_of(self.campaign)
        state = state_of(game, phase)
        asks = {ask.seat: ask for ask in game.asks(state)}
        for row in Ask.objects.filter(phase=phase).select_related("kingdom__player"):
            if self.rng.random() < 0.8:
                self.tries(
                    sheet_submit,
                    person=row.kingdom.player,
                    campaign_id=self.campaign.pk,
                    phase=phase.ordinal,
                    sheet=game.sample(state, asks[row.kingdom.seat], self.rng),
                )


def crowded(rng: Random) -> Any:
    """Return a first month in which every kingdom has six armies beside its neighbours'."""
    owners = {number: (number - 1) % WIDTH // 2 for number in range(1, WIDTH * HEIGHT + 1)}
    capitals = {7, 9, 11}
    return {
        "stage": "orders",
        "summer": {"month": 1},
        "kingdoms": [{"gold": 9, "food": 9}] * KINGDOMS,
        "tiles": {
            str(number): {"owner": owner}
            | ({"settlement": "capital"} if number in capitals else {})
            for number, owner in owners.items()
        },
        "armies": [
            {"kingdom": seat, "number": number, "tile": tile}
            for seat in range(KINGDOMS)
            for number, tile in enumerate(
                rng.sample([tile for tile, owner in owners.items() if owner == seat], 6), start=1
            )
        ],
    }


@pytest.mark.parametrize(
    ("seed", "mode", "unfinished"),
    [(1, "courtier", "standing"), (1, "winter_court", "simple"), (2, "skirmish", "standing")],
)
def test_whatever_people_do_every_battle_is_decided_once_and_the_books_balance(
    seed: int, mode: str, unfinished: str
):
    crowd = Crowd(seed, battle_mode=mode, unfinished=unfinished)

    for _ in range(MOST_STEPS):
        crowd.step()
        if crowd.phase.ordinal > PHASES:
            break

    assert crowd.phase.ordinal > PHASES
    assert crowd.refused <= EXPECTED
    contests = Contest.objects.filter(campaign=crowd.campaign)
    before = contests.exclude(phase=crowd.phase)
    assert set(before.values_list("status", flat=True)) == {"over"}
    running = Match.objects.filter(status="running")
    assert not running.exclude(contest__status="open").exists()
    assert [verify_match(match) for match in Match.objects.all() if verify_match(match)] == []
    report = verify_campaign(Campaign.objects.get(pk=crowd.campaign.pk))
    assert report.differences == []
