"""A campaign that people play at random: sealed sheets, lists, courts, and matches inside."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from random import Random
from typing import Any

from campaign.models import Contest, Kingdom, Phase, User
from campaign.rules.outside import MODES
from campaign.rules.state import COURT, MONTH
from campaign.services import courts
from campaign.services.clock import clock_act
from campaign.services.contest_modes import battle_propose_mode, battle_set_mode
from campaign.services.memberships import kingdom_hand_over, kingdom_leave
from campaign.services.phases import phase_resolve
from campaign.services.roster_drafts import roster_draft_save
from campaign.services.rulebook import game_of
from campaign.services.submissions import sheet_submit
from campaign.trials.leaks.match_play import MatchTable
from campaign.trials.leaks.readers import Viewer
from campaign.trials.worlds import (
    World,
    lively_answer,
    make_world,
    person,
    running_phase,
    seats_asked,
)
from games.engine.contract import Json, Refusal
from games.hosting.errors import ServiceError

TRIFLES = (ServiceError, Refusal)
"""What is refused at random matters to nobody."""


@dataclass(frozen=True)
class Kind:
    """What sort of campaign is played."""

    name: str
    options: dict[str, Any]
    seats: int = 3
    in_summer: bool = False
    from_setup: bool = False
    tiles: int = 36


TABLETOP = {"battle_mode": "tabletop", "years": 2}
AT_COURT = {"courts": True, "court_purse": {"gold": 9, "food": 9}, "years": 2}
KINDS = (
    Kind("lists", {"edition": "capitals", "rules": TABLETOP}, in_summer=True),
    Kind("duels", {"rules": {"battle_mode": "winter_court", "years": 2}}, in_summer=True),
    Kind("courts", {"rules": AT_COURT}, seats=4, tiles=48),
    Kind("setup", {"begin": "setup", "rules": {**TABLETOP, "fixed_lists": False}}, from_setup=True),
    Kind("skirmishes", {"rules": {"battle_mode": "skirmish", "years": 2}}, in_summer=True),
    Kind("steps", {"edition": "capitals", "hand_in": "steps", "rules": {"years": 2}}),
    Kind("open", {"play": "open", "rules": {"years": 1}}, seats=2),
)


@dataclass
class CampaignTable:
    """One campaign, and who left it."""

    number: int
    rng: Random
    kind: Kind
    world: World = field(init=False)
    left: list[User] = field(default_factory=list)

    def open(self) -> None:
        """Begin a campaign of that kind; the last seat changes hands at once."""
        name, rng = f"{self.kind.name}-{self.number}", self.rng
        self.world = make_world(
            name,
            seats=self.kind.seats,
            tiles=self.kind.tiles,
            seed=rng.getrandbits(32),
            options=self.kind.options,
            is_public=rng.random() < 0.5,
            in_summer=self.kind.in_summer,
            from_setup=self.kind.from_setup,
        )
        last, heir = self.kind.seats - 1, person(f"{name}-heir")
        self.left.append(self.world.players[last])
        kingdom_leave(person=self.world.players[last], campaign_id=self.campaign_id)
        kingdom_hand_over(
            person=self.world.master,
            campaign_id=self.campaign_id,
            seat=last,
            username=heir.username,
        )

    @property
    def campaign_id(self) -> int:
        """The campaign."""
        return self.world.campaign.pk

    @property
    def phase(self) -> Phase | None:
        """The phase that runs."""
        return running_phase(self.campaign_id)

    @property
    def place(self) -> str:
        """What the campaign is called in findings."""
        phase = self.phase
        where = f"phase {phase.ordinal}, {phase.kind}" if phase else "over"
        return f"campaign {self.campaign_id} ({self.kind.name}, {where})"

    def players(self) -> dict[int, User]:
        """Return who plays each kingdom now."""
        rows = Kingdom.objects.filter(campaign=self.campaign_id, player__isnull=False)
        return {row.seat: row.player for row in rows.select_related("player") if row.player}

    def viewers(self) -> list[Viewer]:
        """Return everybody who might look."""
        seated = [Viewer(f"seat {seat}", user, seat) for seat, user in self.players().items()]
        master = Viewer("the game master", self.world.master, is_master=True)
        gone = Viewer("somebody who left", self.left[-1])
        stranger = Viewer("a stranger", person("stranger"))
        return [*seated, master, gone, stranger, Viewer("nobody logged in")]

    def users(self) -> list[User]:
        """Return everybody of the campaign, those who left too."""
        return [*self.players().values(), *self.left, self.world.master]

    # Playing on

    def some_hand_in(self) -> None:
        """Let some players hand in, write lists, propose things, and play at their matches."""
        phase = self.phase
        if phase is None or phase.is_turn:
            return
        self._set_modes(phase)
        for seat, user in self.players().items():
            if self.rng.random() < 0.6 and seat in seats_asked(phase):
                self.hand_in(phase, seat, user)
            if self.rng.random() < 0.5:
                self._draft(user)
        for _time in range(4 if phase.kind == COURT else 0):
            self._challenge(phase)
        for contest in Contest.objects.filter(phase=phase, status=Contest.Status.OPEN):
            self._play_at(phase, contest)

    def hand_in(self, phase: Phase, seat: int, user: User) -> None:
        """Hand a lively sheet in; in a month with a list for an army, if that is legal."""
        sheet = self.sheet(phase, seat)
        lists = [{"army": 1, **units(self.rng)}]
        for each in ({**sheet, "lists": lists}, sheet) if phase.kind == MONTH else (sheet,):
            with contextlib.suppress(*TRIFLES):
                sheet_submit(
                    person=user, campaign_id=self.campaign_id, phase=phase.ordinal, sheet=each
                )
                return

    def sheet(self, phase: Phase, seat: int) -> Json:
        """Return a lively sheet for a seat."""
        game = game_of(self.world.campaign)
        return lively_answer(game, game.decode(phase.state), seat, self.rng)

    def _draft(self, user: User) -> None:
        with contextlib.suppress(*TRIFLES):
            roster_draft_save(
                person=user, campaign_id=self.campaign_id, army=self.rng.choice((0, 1, 2)),
                document=units(self.rng), revision=0,
            )  # fmt: skip

    def _set_modes(self, phase: Phase) -> None:
        """Have battles of a month fought by this or that."""
        if phase.kind != MONTH or self.rng.random() < 0.5:
            return
        board = game_of(self.world.campaign).board
        land = [number for number, place in board.index.items() if board.land[place]]
        for tile in self.rng.sample(land, 4):
            with contextlib.suppress(*TRIFLES):
                battle_set_mode(
                    person=self.world.master, campaign_id=self.campaign_id, phase=phase.ordinal,
                    tile=tile, mode=self.rng.choice(MODES[1:]), reason="So be it.", key=self.key(),
                )  # fmt: skip

    def _challenge(self, phase: Phase) -> None:
        players = self.players()
        one, other = self.rng.sample(sorted(players), 2)
        game = self.rng.choice(("winter", "winter_court", "courtier"))
        with contextlib.suppress(*TRIFLES):
            made = courts.court_challenge(
                person=players[one], campaign_id=self.campaign_id, phase=phase.ordinal, game=game,
                seats=[other], stake={"kind": "honour"}, key=self.key(),
            )  # fmt: skip
            if self.rng.random() < 0.8:
                courts.court_answer(
                    person=players[other], campaign_id=self.campaign_id, phase=phase.ordinal,
                    number=made.number, accept=True,
                )  # fmt: skip

    def _play_at(self, phase: Phase, contest: Contest) -> None:
        """Wish for another mode, or play a little at the contest's match."""
        players = self.players()
        if contest.tile is not None and self.rng.random() < 0.3:
            with contextlib.suppress(*TRIFLES):
                battle_propose_mode(
                    person=players[contest.seats[0]], campaign_id=self.campaign_id,
                    phase=phase.ordinal, tile=contest.tile, mode="simple", key=self.key(),
                )  # fmt: skip
        if contest.match_id is not None:
            table = MatchTable(0, self.rng, match_id=contest.match_id)
            for _move in range(self.rng.choice((0, 1, 2, 5, 9))):
                with contextlib.suppress(*TRIFLES):
                    table.answer(table.match)

    def resolve(self) -> None:
        """Let all who are asked hand in and the phase end."""
        phase = self.phase
        if phase is None:
            return
        players = self.players()
        for seat in seats_asked(phase):
            if seat in players and (phase.is_turn or self.rng.random() < 0.8):
                self.hand_in(phase, seat, players[seat])
        with contextlib.suppress(ServiceError):
            clock_act(
                person=self.world.master, campaign_id=self.campaign_id, phase=phase.ordinal,
                action="resolve_now", key=self.key(),
            )  # fmt: skip
        phase_resolve(phase_id=phase.pk)
        self.world.campaign.refresh_from_db()

    def key(self) -> str:
        """Return a key that nobody used."""
        return f"key-{self.rng.getrandbits(60)}"


def units(rng: Random) -> Json:
    """Return a list of a few units."""
    unit = {"size": 7, "points": 40, "legend": False, "ally": False, "extras": []}
    names = rng.sample(("Tide Singers", "Ash Wardens", "Sea Hounds"), rng.choice((1, 2)))
    return {"units": [{"name": name, **unit} for name in names]}
