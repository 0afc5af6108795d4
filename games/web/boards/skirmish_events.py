"""What happened in a skirmish, in plain words. What says itself elsewhere is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Json
from games.web.boards.skirmish_names import entry_name, the_entry
from games.web.boards.skirmish_words import (
    card_words,
    cards_words,
    count_cards,
    listed,
    result_words,
    side_words,
    team_words,
    token_words,
    whose,
)

SILENT = frozenset(("activated", "square_rolled", "moved_in", "token_spent", "cards_discarded"))
"""Kinds that are said by what follows, or by the fight they belong to."""


class _Line:
    """One event and who reads it."""

    def __init__(self, data: Mapping[str, Json], names: Sequence[str], reader: int | None) -> None:
        self.data, self.names, self.reader = data, names, reader

    def says(self, text: str, **more: Any) -> str:
        """Fill a sentence in: ``piece`` is "Ann's Yeti" wherever the event names one."""
        words = {**self.data, **more}
        if "entry" in self.data:
            words["piece"] = self.piece()
        elif "seat" in self.data:
            words["name"] = self.names[self.data["seat"]]
        return text % words

    def piece(self, entry: str = "entry") -> str:
        owner = whose(self.data["seat"], self.names, self.reader)
        return f"{owner} {entry_name(self.data[entry])}"


def line(event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
    """Say an event; "" leaves it out."""
    say = SAYERS.get(event["kind"])
    return say(_Line(event["data"], names, seat)) if say else ""


def short_line(event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
    """Say an event above the field, where the dice of the last fight are shown in full."""
    if event["kind"] == "fought":
        totals = _("%(a)s against %(b)s.") % dict(zip("ab", event["data"]["totals"], strict=True))
        return f"{totals} {result_words(event['data'])}"
    return line(event, names, seat)


def _rolled_off(one: _Line) -> str:
    rolls = one.data["rolls"]
    said = listed(
        _("%(name)s rolls %(roll)s") % {"name": name, "roll": roll}
        for name, roll in zip(one.names, rolls, strict=True)
    )
    if rolls[0] == rolls[1]:
        return _("%(rolls)s: once more.") % {"rolls": said}
    first = one.names[int(rolls[1] > rolls[0])]
    return _("%(rolls)s: %(name)s goes first.") % {"rolls": said, "name": first}


def _teams(one: _Line) -> str:
    return " ".join(
        _("%(name)s brings %(team)s.") % {"name": name, "team": team_words(team)}
        for name, team in zip(one.names, one.data["teams"], strict=True)
    )


def _turn(one: _Line) -> str:
    return _("Turn %(turn)s. %(name)s goes first.") % {
        "turn": one.data["turn"],
        "name": one.names[one.data["first"]],
    }


def _attacked(one: _Line) -> str:
    return one.says(
        _("%(piece)s on %(from)s Attacks %(target)s on %(square)s."),
        target=the_entry(one.data["target_entry"]),
    )


def _fought(one: _Line) -> str:
    return _("Attack %(attack)s. Defence %(defence)s. %(result)s") % {
        "attack": side_words(one.data, 0),
        "defence": side_words(one.data, 1),
        "result": result_words(one.data),
    }


def _castled(one: _Line) -> str:
    return one.says(
        _("%(piece)s Castles with %(partner)s: %(from)s and %(to)s are swapped."),
        partner=the_entry(one.data["partner_entry"]),
    )


def _token(text: str) -> Callable[[_Line], str]:
    def say(one: _Line) -> str:
        return one.says(_(text), tokens=token_words(one.data["token"], one.data["count"]))

    return say


def _placed(one: _Line) -> str:
    if one.data["from"] is None:
        return one.says(_("%(piece)s comes back on %(to)s."))
    return one.says(_("%(piece)s is put from %(from)s on %(to)s."))


def _conjured(one: _Line) -> str:
    return one.says(_("%(name)s conjures winter: %(cards)s."), cards=cards_words(one.data["cards"]))


def _kept(one: _Line) -> str:
    card, kind = one.data["card"], one.data["counts_as"]
    if kind == "jack" and not card.startswith("J"):
        return one.says(_("%(name)s keeps %(shown)s as a Jack."), shown=card_words(card))
    return one.says(_("%(name)s keeps %(shown)s."), shown=card_words(card))


def _shuffled(one: _Line) -> str:
    return _("The discard pile is shuffled into a new deck of %(cards)s.") % {
        "cards": count_cards(one.data["count"])
    }


def _joker(one: _Line) -> str:
    text = _("A Joker card is turned up.") if one.data["up"] else _("A Joker card is turned down.")
    up = one.data["jokers_up"]
    left = ngettext("%(n)s lies face up.", "%(n)s lie face up.", up) % {"n": up}
    return f"{text} {left}"


def _promoted(one: _Line) -> str:
    return one.says(
        _("%(piece)s on %(square)s becomes %(newcomer)s."),
        newcomer=entry_name(one.data["newcomer_entry"]),
    )


def _over(one: _Line) -> str:
    winners = [one.names[seat] for seat in one.data["winners"]]
    pair = one.data["points"][:: -1 if list(one.data["winners"]) == [1] else 1]
    points = _("%(a)s to %(b)s points") % dict(zip("ab", pair, strict=True))
    reason = {
        "eliminated": _("The last enemy is gone."),
        "own_victory": _("The faction has what it came for."),
        "points": _("The last turn is over."),
    }.get(one.data["reason"], "")
    if len(winners) != 1:
        return _("%(reason)s It is a draw, %(points)s.") % {"reason": reason, "points": points}
    return _("%(reason)s %(name)s wins, %(points)s.") % {
        "reason": reason,
        "name": winners[0],
        "points": points,
    }


def _plain(make: Callable[[], str]) -> Callable[[_Line], str]:
    return lambda one: one.says(make())


SAYERS: dict[str, Callable[[_Line], str]] = {
    "rolled_off": _rolled_off,
    "tree_placed": _plain(lambda: _("%(name)s puts a Tree on %(square)s.")),
    "teams_revealed": _teams,
    "deployed": _plain(lambda: _("%(piece)s takes its place on %(square)s.")),
    "turn_began": _turn,
    "moved": _plain(lambda: _("%(piece)s moves from %(from)s to %(to)s.")),
    "stayed": _plain(lambda: _("%(piece)s stays on %(square)s.")),
    "castled": _castled,
    "attacked": _attacked,
    "fought": _fought,
    "slain": _plain(lambda: _("%(piece)s on %(square)s is slain.")),
    "bumped": _plain(lambda: _("%(piece)s steps aside from %(from)s to %(to)s.")),
    "placed": _placed,
    "redeployed": _placed,
    "token_given": _token("%(piece)s on %(square)s gets %(tokens)s."),
    "token_removed": _token("%(piece)s on %(square)s loses %(tokens)s."),
    "conjured": _conjured,
    "card_kept": _kept,
    "thaw_began": lambda _one: _("The Thaw begins: from now on kept cards melt away."),
    "kept_discarded": lambda one: one.says(
        _("%(name)s gives up the kept %(shown)s."), shown=card_words(one.data["card"])
    ),
    "deck_shuffled": _shuffled,
    "joker_turned": _joker,
    "tree_moved": _plain(lambda: _("%(piece)s moves the Tree on %(from)s to %(to)s.")),
    "promoted": _promoted,
    "game_over": _over,
}
