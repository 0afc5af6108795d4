"""Choosing in a skirmish by links: a piece, where it goes, or one of a few answers.

What can be chosen is read from the listed legal answers alone: an answer names no square
(it is a button), one (a target on the board), or two (a piece or Tree first, then where).
The chance of an Attack is computed on the reader's own view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.services.rulebook import game_of
from games.skirmish.combat import odds
from games.skirmish.geometry import SQUARE_OF
from games.skirmish.moves import lands_on
from games.skirmish.state import Fight, State
from games.web.boards import Scene
from games.web.boards.skirmish_drawing import Target
from games.web.boards.skirmish_names import entry_name
from games.web.boards.skirmish_words import answer_words, asked

MOST = 400
FIRST_NAMES_PIECE = ("activate", "stay")
"""Verbs whose one square is the piece that does it."""


@dataclass(frozen=True)
class Option:
    """A legal answer taken apart: the square it starts from, the one it leads to."""

    answer: str
    verb: str
    start: str = ""
    to: str = ""
    entry: str = ""


def option_of(answer: str) -> Option:
    """Take an answer apart."""
    verb, *words = answer.split()
    squares = [word for word in words if word in SQUARE_OF]
    entry = words[0] if verb == "deploy" else ""
    if len(squares) == 2:
        return Option(answer, verb, squares[0], squares[1])
    if len(squares) == 1 and verb in FIRST_NAMES_PIECE:
        return Option(answer, verb, start=squares[0])
    return Option(answer, verb, to=squares[0] if squares else "", entry=entry)


@dataclass
class Desk:
    """What the reader can do and has chosen."""

    scene: Scene
    targets: list[Target] = field(default_factory=list)
    sends: list[dict[str, Any]] = field(default_factory=list)
    ways: list[tuple[str, str, bool]] = field(default_factory=list)
    prompt: str = ""

    @cached_property
    def options(self) -> list[Option]:
        """The legal answers."""
        ask = self.scene.ask
        listed = islice(ask.legal or (), MOST) if ask else ()
        return [option_of(answer) for answer in listed]

    @cached_property
    def state(self) -> State:
        """The reader's view as a state to compute on."""
        game = game_of(self.scene.match)
        state: State = game.imagine(self.scene.view, self.scene.seat, Random(0))
        return state

    def url(self, **chosen: str) -> str:
        """Return the address of the page with these things chosen."""
        query = urlencode({key: value for key, value in chosen.items() if value})
        return f"{self.scene.address}?{query}#board" if query else f"{self.scene.address}#board"

    def chosen(self, name: str) -> str:
        """Return what has been chosen under a name; empty: nothing."""
        return self.scene.query.get(name, "")

    def send(self, option: Option, *, is_first: bool = True) -> None:
        """Offer an answer."""
        label = self.words(option)
        button = "button-primary" if is_first else "button-second"
        note = self.note(option)
        self.sends.append({"answer": option.answer, "label": label, "note": note, "class": button})

    # words

    def name_at(self, square: str) -> str:
        """Return what stands on a square."""
        for piece in self.scene.view["pieces"]:
            if piece["square"] == square:
                return entry_name(piece["entry"])
        return ""

    def words(self, option: Option) -> str:
        """Say an answer with the names of the pieces it speaks of."""
        kind = self.scene.ask.kind if self.scene.ask else ""
        texts = {
            "move": _("Move the %(piece)s to %(to)s"),
            "attack": _("Attack the %(other)s on %(to)s"),
            "castle": _("Castle with the %(other)s on %(to)s"),
            "stay": _("The %(piece)s stays put"),
            "activate": _("Activate the %(piece)s"),
        }
        if option.verb not in texts:
            return answer_words(option.answer, kind)
        return texts[option.verb] % {
            "piece": self.name_at(option.start),
            "other": self.name_at(option.to),
            "to": option.to,
        }

    def note(self, option: Option) -> str:
        """Say the chance of an Attack, and what Advantage would make of it."""
        if option.verb == "attack":
            return self._attack_note(self._fight(option))
        if option.verb in ("keep", "spend") and self.state.fight is not None:
            return self._spend_note(option.verb == "spend")
        return ""

    def chance(self, option: Option) -> str:
        """Return the chance of an Attack without Advantage, as a percentage."""
        return percent(odds(self.state, self._fight(option), (False, False)))

    def _fight(self, option: Option) -> Fight:
        state = self.state
        attacker, target = (state.board[SQUARE_OF[name]] for name in (option.start, option.to))
        ends = lands_on(state, state.pieces[attacker], SQUARE_OF[option.to])
        return Fight(attacker, target, ends)

    def _attack_note(self, fight: Fight) -> str:
        mine, theirs = (self.state.pieces[number].adv for number in fight[:2])
        chances = {
            (a, b): percent(odds(self.state, fight, (a, b)))
            for a in (False, True)
            for b in (False, True)
        }
        parts = [_("Succeeds with %(chance)s") % {"chance": chances[False, False]}]
        if mine:
            parts.append(_("with your Advantage %(chance)s") % {"chance": chances[True, False]})
        if theirs:
            parts.append(_("if they spend theirs %(chance)s") % {"chance": chances[False, True]})
        if mine and theirs:
            parts.append(_("with both %(chance)s") % {"chance": chances[True, True]})
        return "; ".join(parts)

    def _spend_note(self, spends: bool) -> str:
        fight = self.state.fight
        assert fight is not None
        is_attacker = self.state.agenda[-1][1] == 0
        pair = (spends, False) if is_attacker else (fight.spends[0], spends)
        text = _("The Attack succeeds with %(chance)s")
        return text % {"chance": percent(odds(self.state, fight, pair))}


def percent(chance: Any) -> str:
    """Write a chance as a percentage."""
    return _("%(n)s %%") % {"n": round(float(chance) * 100)}


def choose(desk: Desk) -> None:
    """Lay out what the reader can choose now."""
    if desk.scene.ask is None or desk.scene.ask.kind == "team":
        return
    kind = desk.scene.ask.kind
    desk.prompt = asked(kind)
    if kind == "deploy":
        _deploy(desk)
        return
    started = [option for option in desk.options if option.start]
    if started:
        _from_square(desk, started)
    else:
        _to_square(desk, desk.options)
    for option in desk.options:
        if not option.start and not option.to:
            desk.send(option, is_first=not desk.sends)


def _from_square(desk: Desk, options: list[Option]) -> None:
    """Offer the pieces (or Trees) that can be chosen, and where the chosen one can go."""
    starts = list(dict.fromkeys(option.start for option in options))
    start = starts[0] if len(starts) == 1 else desk.chosen("piece")
    if start in starts:
        _goals(desk, [option for option in options if option.start == start])
    for square in starts:
        if square != start:
            label = _("Choose the %(piece)s on %(square)s") % {
                "piece": desk.name_at(square) or _("Tree"),
                "square": square,
            }
            desk.targets.append(Target(square, desk.url(piece=square), label, "piece"))
    if start in starts and len(starts) > 1:
        desk.targets.append(
            Target(start, desk.url(), _("Choose another piece"), "piece", is_chosen=True)
        )


def _goals(desk: Desk, options: list[Option]) -> None:
    start, to = options[0].start, desk.chosen("to")
    taken = {target.square for target in desk.targets}
    for option in options:
        if not option.to:
            desk.send(option)
            continue
        is_chosen = option.to == to
        if is_chosen:
            desk.send(option)
        if option.to not in taken:
            text = desk.chance(option) if option.verb == "attack" else ""
            label = ", ".join(filter(None, (desk.words(option), desk.note(option))))
            url = desk.url(piece=start, to=option.to)
            kind = option.verb if option.verb in ("attack", "castle") else "place"
            desk.targets.append(Target(option.to, url, label, kind, text, is_chosen))
            taken.add(option.to)


def _to_square(desk: Desk, options: list[Option], **chosen: str) -> None:
    to = desk.chosen("to")
    seen: set[str] = set()
    for option in options:
        if not option.to:
            continue
        if option.to == to:
            desk.send(option, is_first=not desk.sends)
        if option.to not in seen:
            seen.add(option.to)
            url = desk.url(**chosen, to=option.to)
            words = desk.words(option)
            desk.targets.append(Target(option.to, url, words, "place", "", option.to == to))


def _deploy(desk: Desk) -> None:
    """Offer what is still in hand, and the squares for the chosen entry."""
    entries = list(dict.fromkeys(option.entry for option in desk.options))
    chosen = desk.chosen("entry") if desk.chosen("entry") in entries else entries[0]
    counts = _in_hand(desk)
    for entry in entries:
        words = entry_name(entry)
        if counts.get(entry, 0) > 1:
            words = f"{words} × {counts[entry]}"
        desk.ways.append((desk.url(entry=entry), words, entry == chosen))
    desk.prompt = _("Put your %(piece)s on one of your two ranks.") % {"piece": entry_name(chosen)}
    _to_square(desk, [one for one in desk.options if one.entry == chosen], entry=chosen)


def _in_hand(desk: Desk) -> dict[str, int]:
    counts: dict[str, int] = {}
    for piece in desk.scene.view["pieces"]:
        if piece["where"] == "hand" and piece["seat"] == desk.scene.seat:
            counts[piece["entry"]] = counts.get(piece["entry"], 0) + 1
    return counts
