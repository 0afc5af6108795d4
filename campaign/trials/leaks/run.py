"""One run: matches and campaigns take turns, each looked at again and again on its way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from random import Random

from campaign.trials.leaks import campaign_looks, match_looks
from campaign.trials.leaks.campaign_play import KINDS, CampaignTable
from campaign.trials.leaks.compare import Tally
from campaign.trials.leaks.match_play import MatchTable
from campaign.trials.leaks.readers import send_mails

STEPS = (0, 1, 2, 3, 5, 9, 14, 20)
"""So many things happen in a match between two looks at it."""
LOOKS = 6
"""So often a match is looked at, at most."""
PHASES = 9
"""So long a campaign is played, at most."""
TURNS = 0.1
"""So many of the turns of open play are looked at."""
AT_ONCE = 14
"""So many matches and campaigns are under way at a time."""


@dataclass
class Run:
    """What was looked at so far; ``until``: no further look after that moment."""

    rng: Random
    until: float
    say: Callable[[str], None]
    tally: Tally = field(default_factory=Tally)
    named: int = 0

    def play(self, matches: int, campaigns: int) -> None:
        """Play so many of both, some at a time, one look at each in turn."""
        pairs = zip_longest(map(self.match, range(matches)), map(self.campaign, range(campaigns)))
        waiting = (table for table in chain.from_iterable(pairs) if table is not None)
        going_on = list(islice(waiting, AT_ONCE))
        while going_on:
            for table in [*going_on]:
                if time.monotonic() > self.until:
                    return
                if (place := next(table, None)) is None:
                    going_on.remove(table)
                    going_on += islice(waiting, 1)
                else:
                    self.tell(place)

    def match(self, number: int) -> Iterator[str]:
        """Play a match of the next game to its end, or nearly; give where each look was."""
        table = MatchTable(number, Random(self.rng.getrandbits(32)))
        table.open()
        for _look in range(LOOKS):
            table.go_on(table.rng.choice(STEPS))
            match_looks.look_at(table, self.tally)
            yield table.place
            if not table.is_going_on:
                return

    def campaign(self, number: int) -> Iterator[str]:
        """Play a campaign of the next kind for a while; give where each look was."""
        kind = KINDS[number % len(KINDS)]
        table = CampaignTable(number, Random(self.rng.getrandbits(32)), kind)
        table.open()
        phases = 0
        while phases < PHASES and (phase := table.phase) is not None:
            table.some_hand_in()
            if not phase.is_turn or table.rng.random() < TURNS:
                phases += 1
                campaign_looks.look_at(table, self.tally)
                yield table.place
            table.resolve()

    def tell(self, place: str) -> None:
        """Name what was found since the last time; what mails waited then has been read."""
        send_mails()
        for finding in self.tally.findings[self.named :]:
            self.say(str(finding))
        self.named = len(self.tally.findings)
        self.say(f"  {place}: {self.tally.line()}")
