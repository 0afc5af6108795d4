"""The words pages use for what the rules and services name by code.

Everything is lazy: a word is looked up in the reader's language when it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.labels import CHOICES
from campaign.services.health import Health

Words = dict[str, Promise]

PHASES: Words = {
    "start": gettext_lazy("The beginning"),
    "setup": gettext_lazy("Setup"),
    "banner": gettext_lazy("Banners"),
    "found": gettext_lazy("Capitals"),
    "homeland": gettext_lazy("Homelands"),
    "muster": gettext_lazy("First armies"),
    "month": gettext_lazy("Orders"),
    "order": gettext_lazy("Orders"),
    "report": gettext_lazy("Battles"),
    "battle": gettext_lazy("Battles"),
    "concede": gettext_lazy("Battles"),
    "last_stand": gettext_lazy("Battles"),
    "allocate": gettext_lazy("Battles"),
    "sacrifice": gettext_lazy("Battles"),
    "break_off": gettext_lazy("Battles"),
    "retreat": gettext_lazy("Battles"),
    "advance": gettext_lazy("Battles"),
    "winter": gettext_lazy("Winter"),
    "recall": gettext_lazy("Recall"),
    "court": gettext_lazy("Courts"),
    "tithe": gettext_lazy("Tithe"),
    "build": gettext_lazy("Build and recruit"),
    "feed": gettext_lazy("Feed"),
    "deploy": gettext_lazy("Deploy"),
}

TASKS: Words = {
    "setup": gettext_lazy("Hand in your Setup"),
    "banner": gettext_lazy("Choose your banner"),
    "found": gettext_lazy("Found your capital"),
    "homeland": gettext_lazy("Settle your homeland"),
    "muster": gettext_lazy("Place your first army"),
    "month": gettext_lazy("Give your orders"),
    "order": gettext_lazy("Give an order"),
    "report": gettext_lazy("See to your battles"),
    "battle": gettext_lazy("Choose a battle"),
    "concede": gettext_lazy("Fight or concede"),
    "last_stand": gettext_lazy("Concede or make a last stand"),
    "allocate": gettext_lazy("Play a die"),
    "sacrifice": gettext_lazy("Choose what you lose"),
    "break_off": gettext_lazy("Fight on or break off"),
    "retreat": gettext_lazy("Choose a retreat"),
    "advance": gettext_lazy("Advance or stay"),
    "winter": gettext_lazy("Hand in your Winter"),
    "recall": gettext_lazy("Recall your armies and ships"),
    "court": gettext_lazy("Hold court, or say that you are done"),
    "tithe": gettext_lazy("Decide what you give"),
    "build": gettext_lazy("Decide what you build"),
    "feed": gettext_lazy("Decide whom you feed"),
    "deploy": gettext_lazy("Place your armies"),
}

HANDED_IN: Words = {
    "setup": gettext_lazy("Your Setup"),
    "banner": gettext_lazy("Your banner"),
    "month": gettext_lazy("Your orders"),
    "report": gettext_lazy("Your battles"),
    "winter": gettext_lazy("Your Winter"),
    "recall": gettext_lazy("Your recall"),
    "court": gettext_lazy("That you are done with courts"),
    "tithe": gettext_lazy("Your tithes"),
    "build": gettext_lazy("What you build"),
    "feed": gettext_lazy("Whom you feed"),
    "deploy": gettext_lazy("Where your armies go"),
}

BUYS: Words = {
    "village": gettext_lazy("village"),
    "city": gettext_lazy("city"),
    "fortress": gettext_lazy("fortress"),
    "capital": gettext_lazy("capital"),
    "ship": gettext_lazy("ship"),
    "army": gettext_lazy("army"),
}

EDITIONS: Words = {"classic": gettext_lazy("Classic"), "capitals": gettext_lazy("Capitals")}

CLOSINGS: Words = {
    "deadline": gettext_lazy("at its deadline"),
    "all_in": gettext_lazy("as soon as everyone was in"),
    "resolve_now": gettext_lazy("by the game master"),
    "start": gettext_lazy("at the start of the campaign"),
}

CULPRITS: Words = {
    "broker": gettext_lazy("the message broker (Redis) does not answer"),
    "worker": gettext_lazy("no worker takes the tasks that wait"),
    "scheduler": gettext_lazy("the scheduler does not send any tasks"),
}
IDLE: Words = {
    "matches": gettext_lazy(
        "Phases are resolved, but matches wait: clocks and bots stand still. The log says why."
    ),
    "outbox": gettext_lazy("Phases are resolved, but no mail goes out. The log says why."),
}


def health_words(found: Health) -> str:
    """Say that resolution is late and why; empty when all is well."""
    if found.is_well:
        return ""
    if found.culprit in IDLE:
        return str(IDLE[found.culprit])
    if found.culprit:
        text = _("Resolution is late because %(reason)s.")
        if not found.late:
            text = _("Resolution will be late because %(reason)s.")
        return text % {"reason": CULPRITS[found.culprit]}
    minutes = max(1, int(found.late.total_seconds()) // 60)
    return _("Resolution is %(minutes)s minutes late; the workers are catching up.") % {
        "minutes": minutes
    }


def phase_word(kind: str) -> str:
    """Say what a phase is called."""
    return str(PHASES.get(kind, kind))


def phase_title(kind: str, month: int) -> str:
    """Say what a phase is called within its year; a month of Summer by its number."""
    if not month:
        return phase_word(kind)
    if kind == "month":
        return _("Month %(month)s") % {"month": month}
    return _("Month %(month)s: %(part)s") % {"month": month, "part": phase_word(kind)}


def task_word(kind: str) -> str:
    """Say what an ask of this kind wants from a player."""
    return str(TASKS.get(kind, kind))


def own_word(kind: str) -> str:
    """Say what a player has handed in for an ask of this kind."""
    return str(HANDED_IN.get(kind, kind))


def amount_words(gold: int, food: int) -> str:
    """Say an amount of gold and food; "nothing" when there is none."""
    parts = []
    if gold:
        parts.append(_("%(gold)s gold") % {"gold": gold})
    if food:
        parts.append(_("%(food)s food") % {"food": food})
    return joined(parts) or _("nothing")


def joined(parts: Iterable[object]) -> str:
    """Join words as a sentence does: "1, 2 and 3"."""
    words = [str(part) for part in parts]
    if len(words) < 2:
        return "".join(words)
    return _("%(some)s and %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def settlement_words(kind: str, count: int) -> str:
    """Count settlements of a kind: "1 city", "2 cities"."""
    texts = {
        "village": ngettext("%(count)s village", "%(count)s villages", count),
        "city": ngettext("%(count)s city", "%(count)s cities", count),
        "fortress": ngettext("%(count)s fortress", "%(count)s fortresses", count),
        "capital": ngettext("%(count)s capital", "%(count)s capitals", count),
    }
    return texts[kind] % {"count": count}


def armies_words(numbers: Iterable[object]) -> str:
    """Name armies: "army 1", "armies 1 and 2"."""
    listed = list(numbers)
    text = ngettext("army %(numbers)s", "armies %(numbers)s", len(listed))
    return text % {"numbers": joined(listed)}


def ships_words(numbers: Iterable[object]) -> str:
    """Name ships: "ship 1", "ships 1 and 2"."""
    listed = list(numbers)
    text = ngettext("ship %(numbers)s", "ships %(numbers)s", len(listed))
    return text % {"numbers": joined(listed)}


def token_words(army: object, ship: object) -> str:
    """Name a token: "army 2", "ship 1", or "ship 1 with army 2" for a pair; 0 is none."""
    if army and ship:
        return _("ship %(ship)s with army %(army)s") % {"ship": ship, "army": army}
    return ships_words([ship]) if ship else armies_words([army])


def minutes_words(minutes: object) -> str:
    """Say a length of time given in minutes, in hours where it is whole hours."""
    count = minutes if isinstance(minutes, int) else 0
    if count % 60:
        return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
    hours = count // 60
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


def log_words(action: str, data: dict[str, object], names: dict[int, str]) -> str:
    """Say what a game master did."""
    if action == "extend":
        return _("extended the phase by %(span)s") % {"span": minutes_words(data.get("minutes"))}
    if action == "ruling":
        return _("ruled the battle on hex %(tile)s") % {"tile": data.get("tile")}
    if action == "battle_mode":
        return battle_mode_words(data)
    if action == "no_match":
        return no_match_words(data)
    if action in COURT_ACTIONS:
        return court_log_words(action, data, names)
    seat = data.get("seat")
    name = names.get(seat, "?") if isinstance(seat, int) else "?"
    if action == "hand_over":
        text = _("left %(name)s vacant") if data.get("vacant") else _("gave %(name)s a new player")
        return text % {"name": name}
    if action == "take_back":
        return _("took %(name)s back from the steward") % {"name": name}
    if action == "regent":
        by_steward = _("let the steward play %(name)s")
        text = by_steward if data.get("regent") else _("had the steward stop playing %(name)s")
        return text % {"name": name}
    return str(LOG_ACTIONS.get(action, action))


def battle_mode_words(data: dict[str, object]) -> str:
    """Say that how battles on a hex are fought was changed, and by whom."""
    words = {"tile": data.get("tile"), "mode": _(CHOICES.get(str(data.get("mode")), "?"))}
    if data.get("by_consent"):
        return _("both sides agreed how hex %(tile)s is fought for: %(mode)s") % words
    return _("set how battles on hex %(tile)s are fought: %(mode)s") % words


def no_match_words(data: dict[str, object]) -> str:
    """Say that a match could not be opened, or ended, and what became of it."""
    if "court" in data:
        return _("a fault of ours stopped court %(court)s, which was called off") % data
    return _("a fault of ours stopped the match on hex %(tile)s; dice decide") % data


def court_log_words(action: str, data: dict[str, object], names: dict[int, str]) -> str:
    """Say who set, challenged to, answered or took back a court."""
    listed = data.get("seats")
    seats = listed if isinstance(listed, list) else []
    own = data.get("seat")
    words = {
        "court": data.get("court"),
        "game": _(CHOICES.get(str(data.get("game")), "?")),
        "all": joined(names.get(seat, "?") for seat in seats),
        "others": joined(names.get(seat, "?") for seat in seats if seat != own),
        "name": names.get(own, "?") if isinstance(own, int) else "?",
    }
    return str(COURT_ACTIONS[action]) % words


COURT_ACTIONS: Words = {
    "court_set": gettext_lazy("set court %(court)s, %(game)s: %(all)s"),
    "court_challenge": gettext_lazy(
        "(%(name)s) challenged %(others)s to court %(court)s, %(game)s"
    ),
    "court_accepted": gettext_lazy("(%(name)s) accepted court %(court)s"),
    "court_declined": gettext_lazy("(%(name)s) declined court %(court)s"),
    "court_withdrawn": gettext_lazy("(%(name)s) took its challenge to court %(court)s back"),
}
"""What was done to a court; who did it stands before, their kingdom in brackets."""

LOG_ACTIONS: Words = {
    "start": gettext_lazy("began the campaign"),
    "pause": gettext_lazy("stopped the clock"),
    "resume": gettext_lazy("let the clock run on"),
    "resolve_now": gettext_lazy("had the phase resolved at once"),
    "retry": gettext_lazy("had a parked phase tried again"),
}
