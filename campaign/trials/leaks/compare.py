"""Two worlds that differ in secrets alone, and what one viewer is told in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from campaign.services.rulebook import forget_states
from campaign.trials.leaks.readers import Reader, Request, Viewer, stopped_clock, undone
from campaign.trials.leaks.told import Told, difference

Deed = Callable[[], object]
BY_ITSELF = "nothing at all"
BROKEN = "a fault"
FAULT = 500


@dataclass(frozen=True)
class Secret:
    """Something that a viewer may not know, and how to make it otherwise behind the scenes.

    ``lies_still``: it stays unknown whatever is played next.
    """

    name: str
    change: Deed
    lies_still: bool = True


@dataclass(frozen=True)
class Finding:
    """A place where a viewer can tell two worlds apart that are one to them."""

    place: str
    viewer: str
    request: str
    secrets: tuple[str, ...]
    difference: str

    def __str__(self) -> str:
        what = " and ".join(self.secrets)
        return f"{self.place}: {self.viewer} is told by {self.request} of {what}: {self.difference}"


@dataclass
class Tally:
    """How many positions were looked at, with how many readings, and what was found."""

    positions: int = 0
    readings: int = 0
    findings: list[Finding] = field(default_factory=list)

    def line(self) -> str:
        """Return the last line of the trial."""
        return f"positions {self.positions} readings {self.readings} leaks {len(self.findings)}"


@dataclass(frozen=True)
class World:
    """What happens before a viewer reads: secrets are changed, then something is played."""

    reader: Reader
    requests: Sequence[Request]
    then: Deed | None = None

    def told(self, secrets: Iterable[Secret] = ()) -> dict[Request, Told]:
        """Return what the viewer is told when these secrets are otherwise; all is undone."""
        with undone():
            for secret in secrets:
                secret.change()
            forget_states()
            if self.then is not None:
                self.then()
            found = self.reader.read(self.requests)
        forget_states()
        return found


def compare(place: str, world: World, secrets: Sequence[Secret], tally: Tally) -> None:
    """Let the viewer read with and without the secrets, and note every difference."""
    with stopped_clock():
        one, other = world.told(), world.told(secrets)
        tally.readings += len(one) + len(other)
        for request in one:
            if one[request].status >= FAULT:
                words = (place, world.reader.viewer.name, str(request), (BROKEN,))
                tally.findings.append(Finding(*words, f"status {one[request].status}"))
            elif one[request] != other[request]:
                tally.findings.append(_named(place, world, request, secrets, one[request]))


def _named(
    place: str, world: World, request: Request, secrets: Sequence[Secret], was: Told
) -> Finding:
    """Say which secrets are told: each alone, if it is, else all of them together."""
    only = World(world.reader, [request], world.then)
    viewer: Viewer = world.reader.viewer
    again = only.told()[request]
    if again != was:
        return Finding(place, viewer.name, str(request), (BY_ITSELF,), difference(was, again))
    told = {secret.name: only.told([secret])[request] for secret in secrets}
    culprits = tuple(name for name, now in told.items() if now != was)
    now = told[culprits[0]] if culprits else only.told(secrets)[request]
    names = culprits or tuple(told)
    return Finding(place, viewer.name, str(request), names, difference(was, now))
