"""What an audit finds after a trial."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Findings:
    """What the audit found, each as one line."""

    duplicated: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing at all was found."""
        return not (self.duplicated or self.lost or self.stuck or self.other)

    def lines(self) -> Iterator[str]:
        """Name every difference."""
        for kind in ("duplicated", "lost", "stuck", "other"):
            yield from (f"{kind}: {line}" for line in getattr(self, kind))
