"""A forecast in words: what would happen to my kingdom, and what I would have then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.forecast import Forecast, Holdings
from campaign.services.selectors import SeenEvent
from campaign.web.report import chapters
from campaign.web.words import armies_words, settlement_words, ships_words


def forecast_context(found: Forecast, names: Sequence[str]) -> dict[str, Any]:
    """Return what the forecast's box shows."""
    events = [
        SeenEvent("", 0, event.kind, dict(event.data), event.seen_by is not None)
        for event in found.events
    ]
    return {
        "chapters": chapters(events, names),
        "holdings": holdings_words(found.holdings),
        "unknown": unknown_words(found),
        "undecided": found.undecided or waits(found),
    }


def waits(found: Forecast) -> bool:
    """Tell whether a battle waits for a match, or for its reports, when the month is over."""
    return any(event.kind in WAITING for event in found.events)


WAITING = ("match_waits", "battle_waits")


def unknown_words(found: Forecast) -> list[str]:
    """Say what dice decide, so that nothing is foretold of it."""
    texts = [
        _("A roll decides what is found on hex %(tile)s.") % {"tile": tile}
        for tile in found.explores
    ]
    if found.undecided:
        texts.append(_("Dice decide the battle; what follows cannot be foretold."))
    elif waits(found):
        texts.append(_("Then the battle waits to be played; what follows cannot be foretold."))
    if found.dice:
        texts.append(_("Player order after this is a matter of dice."))
    return texts


def holdings_words(held: Holdings) -> list[str]:
    """Say what the kingdom would hold."""
    if not held.alive:
        return [_("Your kingdom would be out.")]
    counts = (("village", held.villages), ("city", held.cities), ("fortress", held.fortresses))
    parts = [settlement_words(kind, count) for kind, count in counts if count]
    if held.capital is not None:
        parts.insert(0, _("the capital on hex %(tile)s") % {"tile": held.capital})
    if held.armies:
        parts.append(armies_words([army.number for army in held.armies]))
    if held.ships:
        parts.append(ships_words([ship.number for ship in held.ships]))
    return [*parts, _("%(score)s points as it stands") % {"score": held.score}]
