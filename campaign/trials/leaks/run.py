"""One run: matches and campaigns in turn, looked at again and again on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from campaign.trials.leaks import campaign_looks, match_looks
from campaign.trials.leaks.campaign_play import KINDS, CampaignTable
from campaign.trials.leaks.compare import Tally
from campaign.trials.leaks.match_play import MatchTable

STEPS = (0, 1, 2, 3, 5, 9, 14, 20)
"""So many things happen in a match between two looks at it."""
LOOKS = 5
"""So often a match is looked at, at most."""
PHASES = 7
"""So long a campaign is played, at most."""
TURNS = 0.1
"""So many of the turns of open play are looked at."""


@dataclass
class Run:
    """What was looked at so far; ``until``: no further look after that moment."""

    rng: Random
    until: float
    say: Callable[[str], None]
    tally: Tally = field(default_factory=Tally)
    named: int = 0

    def play(self, matches: int, campaigns: int) -> None:
        """Play so many of both, one after the other."""
        for number in range(max(matches, campaigns)):
            if number < matches and not self.is_over:
                self.match(number)
            if number < campaigns and not self.is_over:
                self.campaign(number)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.until

    def match(self, number: int, game: str = "") -> None:
        """Play one match to its end, or nearly."""
        table = MatchTable(number, Random(self.rng.getrandbits(32)), game)
        table.open()
        for _look in range(LOOKS):
            if self.is_over:
                return
            table.go_on(table.rng.choice(STEPS))
            match_looks.look_at(table, self.tally)
            self.tell(table.place)
            if not table.is_going_on:
                return

    def campaign(self, number: int) -> None:
        """Play one campaign of the next kind for a while; some of its phases are looked at."""
        kind = KINDS[number % len(KINDS)]
        table = CampaignTable(number, Random(self.rng.getrandbits(32)), kind)
        table.open()
        for _phase in range(PHASES):
            phase = table.phase
            if self.is_over or phase is None:
                return
            table.some_hand_in()
            if not phase.is_turn or table.rng.random() < TURNS:
                campaign_looks.look_at(table, self.tally)
                self.tell(table.place)
            table.resolve()

    def tell(self, place: str) -> None:
        """Name what was found since the last time."""
        for finding in self.tally.findings[self.named :]:
            self.say(str(finding))
        self.named = len(self.tally.findings)
        self.say(f"  {place}: {self.tally.line()}")
