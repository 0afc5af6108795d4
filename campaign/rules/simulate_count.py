"""What was fought and played in a simulated campaign, counted by what its events tell.

::

    count = Count()
    count.add(step.events)
    count.as_json()["battles"]       # {"skirmish": 4, "simple": 1}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from campaign.rules.courts.stakes import HONOUR
from games.engine.contract import Event, Json


@dataclass
class Count:
    """``battles``: land battles by the mode they began in; ``matches``: those decided so, by game.

    ``dice`` are battles that waited and that simple dice decided in the end, ``ranked`` those
    that a Courtier for all of their hex had decided before. Of the stakes, ``paid`` are those
    that changed hands.
    """

    battles: Counter[str] = field(default_factory=Counter)
    matches: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    dice: int = 0
    ranked: int = 0
    courts: Counter[str] = field(default_factory=Counter)
    stakes: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)

    def add(self, events: Iterable[Event]) -> None:
        """Count the events of one step in."""
        told = list(events)
        kept = {event.data["court"] for event in told if event.kind == "stake_kept"}
        for event in told:
            kind, data = event.kind, event.data
            if kind == "battle_began" and data["mode"]:
                self.battles[data["mode"]] += 1
            elif kind == "match_decided":
                self.matches[data["mode"]] += 1
            elif kind == "reported":
                self.dice += data["simple"]
            elif kind == "court_held":
                self.courts[data["game"]] += 1
                self.stakes[data["stake"]] += 1
                self.paid[data["stake"]] += data["stake"] != HONOUR and data["court"] not in kept
            self.changed += kind == "mode_changed"
            self.ranked += kind == "battle_ranked"

    def merge(self, other: Count) -> None:
        """Count another campaign in."""
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        self.changed += other.changed
        self.dice += other.dice
        self.ranked += other.ranked

    def _counters(self) -> tuple[Counter[str], ...]:
        return self.battles, self.matches, self.courts, self.stakes, self.paid

    def as_json(self) -> dict[str, Json]:
        """Return it as plain JSON, without what never occurred."""
        names = ("battles", "matches", "courts", "stakes", "paid")
        tables = zip(names, self._counters(), strict=True)
        found: dict[str, Json] = {name: dict(sorted((+table).items())) for name, table in tables}
        numbers = {"changed": self.changed, "dice": self.dice, "ranked": self.ranked}
        return {name: value for name, value in (found | numbers).items() if value}

    def as_text(self) -> str:
        """Return it in lines for people; empty: nothing was fought or played."""
        lines = []
        for name, value in self.as_json().items():
            shown = f"{value}"
            if isinstance(value, dict):
                shown = ", ".join(f"{key} {number}" for key, number in value.items())
            lines.append(f"{HEADS[name]}: {shown}.")
        return "\n".join(lines)


HEADS = {
    "battles": "Land battles",
    "matches": "Matches that decided one",
    "changed": "Battles fought otherwise than they began",
    "dice": "Battles left to the dice",
    "ranked": "Battles decided by an earlier Courtier",
    "courts": "Courts",
    "stakes": "Stakes",
    "paid": "Stakes paid",
}
