"""What a seat of a skirmish is asked, what has been chosen on the page, and what both mean.

What can be chosen is read from the listed legal answers alone. Chances and reach are
computed on the reader's own view: nothing of them is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.services.rulebook import game_of
from games.skirmish.combat import odds
from games.skirmish.geometry import NAMES, SQUARE_OF
from games.skirmish.moves import actions, lands_on
from games.skirmish.state import Fight, State
from games.web.boards import Scene
from games.web.boards.skirmish_drawing import Hint, Target
from games.web.boards.skirmish_names import entry_name, the_entry
from games.web.boards.skirmish_words import answer_words

MOST = 400
FIRST_NAMES_PIECE = ("activate", "stay")
"""Verbs whose one square is the piece that does it."""
MAIN, QUIET = "button-primary", "button-plain"
KINDS = {"attack": "attack", "castle": "castle"}


@dataclass(frozen=True)
class Option:
    """A legal answer taken apart: the square it starts from, the one it leads to."""

    answer: str
    verb: str
    start: str = ""
    to: str = ""
    entry: str = ""

    @property
    def kind(self) -> str:
        """How its square is marked."""
        return KINDS.get(self.verb, "move")


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
    hints: list[Hint] = field(default_factory=list)
    sends: list[dict[str, Any]] = field(default_factory=list)
    prompt: str = ""

    @cached_property
    def options(self) -> list[Option]:
        """The legal answers."""
        ask = self.scene.ask
        listed = islice(ask.legal or (), MOST) if ask and ask.kind != "team" else ()
        return [option_of(answer) for answer in listed]

    @cached_property
    def state(self) -> State:
        """The reader's view as a state to compute on."""
        game = game_of(self.scene.match)
        state: State = game.imagine(self.scene.view, self.scene.seat, Random(0))
        return state

    @cached_property
    def pieces(self) -> dict[str, Mapping[str, Any]]:
        """The pieces on the board by their squares."""
        return {one["square"]: one for one in self.scene.view["pieces"] if one["square"]}

    @property
    def kind(self) -> str:
        """The kind of what is asked; empty: nothing."""
        return self.scene.ask.kind if self.scene.ask else ""

    def url(self, **chosen: str) -> str:
        """Return the address of the page with these things chosen."""
        query = urlencode({key: value for key, value in chosen.items() if value})
        return f"{self.scene.address}?{query}#board" if query else f"{self.scene.address}#board"

    def chosen(self, name: str) -> str:
        """Return what has been chosen under a name; empty: nothing."""
        return self.scene.query.get(name, "")

    def send(
        self, option: Option, label: str = "", note: str = "", *, is_quiet: bool = False
    ) -> None:
        """Offer an answer as a button; the first that is not quiet is the main one."""
        is_main = not is_quiet and all(send["class"] == QUIET for send in self.sends)
        self.sends.append(
            {
                "answer": option.answer,
                "label": label or self.words(option),
                "note": note,
                "class": MAIN if is_main else QUIET,
            }
        )

    # words

    def name_at(self, square: str) -> str:
        """Return what stands on a square."""
        piece = self.pieces.get(square)
        return entry_name(piece["entry"]) if piece else _("Tree")

    def the_at(self, square: str) -> str:
        """Name what stands on a square in a sentence."""
        piece = self.pieces.get(square)
        return the_entry(piece["entry"]) if piece else _("the Tree")

    def words(self, option: Option) -> str:
        """Say an answer with the names of the pieces it speaks of."""
        texts = {
            "move": _("Move %(piece)s to %(to)s"),
            "attack": _("Attack %(other)s on %(to)s"),
            "castle": _("Castle with %(other)s on %(to)s"),
            "stay": _("Let %(piece)s stay put"),
            "activate": _("Activate %(piece)s"),
            "chill": _("1 Disadvantage for %(other)s on %(to)s"),
            "frostbite": _("Disadvantage for your %(bare)s on %(to)s"),
            "around": _("Chill all enemies around %(other)s on %(to)s"),
            "encourage": _("1 Advantage for %(other)s on %(to)s"),
            "bless": _("Bless %(other)s on %(to)s"),
            "snare": _("Snare %(other)s on %(to)s"),
        }
        if option.verb not in texts:
            return answer_words(option.answer, self.kind)
        return texts[option.verb] % {
            "piece": self.the_at(option.start),
            "other": self.the_at(option.to),
            "bare": self.name_at(option.to),
            "to": option.to,
        }

    # chances

    def fight(self, start: str, to: str) -> Fight:
        """Return the Attack of the piece on one square on that on another."""
        state = self.state
        attacker, target = (state.board[SQUARE_OF[name]] for name in (start, to))
        return Fight(attacker, target, lands_on(state, state.pieces[attacker], SQUARE_OF[to]))

    def chances(self, start: str, to: str) -> tuple[str, ...]:
        """Return the chance without Advantage, and with, if the Attacker has any."""
        fight = self.fight(start, to)
        ways = (False, True) if self.state.pieces[fight.attacker].adv else (False,)
        return tuple(percent(odds(self.state, fight, (way, False))) for way in ways)

    def attack_note(self, option: Option) -> str:
        """Say the chance of an Attack, and what Advantage on either side would make of it."""
        fight = self.fight(option.start, option.to)
        mine, theirs = (self.state.pieces[number].adv > 0 for number in fight[:2])
        says = [
            (True, (False, False), _("Succeeds with %(chance)s")),
            (mine, (True, False), _("with an Advantage spent %(chance)s")),
            (theirs, (False, True), _("if they spend theirs %(chance)s")),
            (mine and theirs, (True, True), _("if both do %(chance)s")),
        ]
        notes = [
            text % {"chance": percent(odds(self.state, fight, spends))}
            for holds, spends, text in says
            if holds
        ]
        if NAMES[fight.ends] != option.to:
            notes.append(_("En Passant: it ends on %(square)s") % {"square": NAMES[fight.ends]})
        return "; ".join(notes)

    def spend_note(self, *, spends: bool) -> str:
        """Say how likely the Attack being made succeeds if the reader spends or keeps."""
        fight = self.state.fight
        assert fight is not None
        if self.state.agenda[-1][1] == 1:
            return _("The Attack succeeds with %(chance)s.") % {
                "chance": percent(odds(self.state, fight, (fight.spends[0], spends)))
            }
        said = _("The Attack succeeds with %(chance)s") % {
            "chance": percent(odds(self.state, fight, (spends, False)))
        }
        if not self.state.pieces[fight.target].adv:
            return f"{said}."
        other = percent(odds(self.state, fight, (spends, True)))
        return _("%(said)s; %(chance)s if they spend theirs.") % {"said": said, "chance": other}

    def reach(self, square: str) -> list[Option]:
        """Return what the piece on a square could do if it acted now."""
        number = self.state.board[SQUARE_OF[square]]
        return [option_of(answer) for answer in actions(self.state, number)]

    def hint(self, options: Iterable[Option]) -> None:
        """Show where a piece could go, without letting it be tapped."""
        for option in options:
            if option.to:
                attacks = option.verb == "attack"
                texts = self.chances(option.start, option.to) if attacks else ()
                self.hints.append(Hint(option.to, option.kind, texts))


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage, never as certain or hopeless when it is not."""
    n = round(chance * 100)
    if n == 0 and chance:
        return "<1 %"
    if n == 100 and chance != 1:
        return ">99 %"
    return _("%(n)s %%") % {"n": n}
