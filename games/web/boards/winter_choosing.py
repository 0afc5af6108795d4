"""Choosing on the lake by links: a place for a card, a colour, a square, a group.

What can be chosen is read from the listed legal answers, what a choice would do from the
rules, played on the reader's own view: nothing of it is hidden but the order of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.chance import Seeded
from games.engine.contract import Event, Refusal
from games.hosting.errors import texts_of
from games.services.rulebook import game_of
from games.web.boards import Scene
from games.web.boards.winter_drawing import Made, Picture, Target, cells_of, squares_of
from games.web.boards.winter_words import cards_words, colour_word
from games.winter.actions import Keep, Place, Take, Token, read_action
from games.winter.components import CONTACTS, DECK

Point = tuple[int, int]


@dataclass
class Choice:
    """What the reader can do and has chosen, on the way to the template.

    ``prompt`` stands for that of the stage once something has been chosen.
    """

    scene: Scene
    picture: Picture
    sends: list[dict[str, Any]] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prompt: str = ""

    @cached_property
    def legal(self) -> list[tuple[str, Any]]:
        """The legal answers with what they mean."""
        ask = self.scene.ask
        return [(text, read_action(text)) for text in (ask.legal or () if ask else ())]

    def asked_for(self, name: str) -> str:
        """Return what has been chosen under a name; empty: nothing."""
        return self.scene.query.get(name, "")

    def url(self, **chosen: object) -> str:
        """Return the address of the page with these things chosen."""
        query = urlencode({key: value for key, value in chosen.items() if value not in ("", None)})
        return f"{self.scene.address}?{query}#board" if query else f"{self.scene.address}#board"

    def send(self, answer: str, label: str, note: str = "", *, is_first: bool = True) -> None:
        """Offer an answer."""
        button = "button-primary" if is_first else "button-second"
        self.sends.append({"answer": answer, "label": label, "note": note, "class": button})

    def say_why_not(self, answer: str) -> None:
        """Say why an answer that was put together by hand, or in another turn, cannot be given."""
        scene, game = self.scene, game_of(self.scene.match)
        state = game.imagine(scene.view, scene.seat, Random(0))
        try:
            game.check(state, scene.view["to_move"], answer)
        except Refusal as refused:
            self.notes += texts_of(refused)


def happens(scene: Scene, answer: str) -> Sequence[Event]:
    """Return what an answer that reveals no card would lead to, played on the view."""
    game, seat = game_of(scene.match), scene.view["to_move"]
    state = game.imagine(scene.view, seat, Random(0))
    return game.resolve(state, {seat: answer}, Seeded(Random(0))).events


# What has been chosen, as far as it can be understood


def rot_of(scene: Scene, turns: Sequence[int], usual: int) -> int:
    """Return the rotation that was chosen, or the usual one."""
    chosen = {"0": 0, "180": 180}.get(scene.query.get("rot", ""), usual)
    return chosen if chosen in turns else usual


def point_of(text: str) -> Point | None:
    """Return a point as answers write it."""
    action = read_action(f"take {text}") if text else None
    return action.square if isinstance(action, Take) else None


def text_of(point: Sequence[int]) -> str:
    """Write a point as answers do."""
    return f"{point[0]},{point[1]}"


# Laying a card


def _lay(choice: Choice) -> None:
    """Offer every place of the drawn card in one rotation."""
    scene, drawn = choice.scene, choice.scene.view["drawn"]
    places = {action.spot: text for text, action in choice.legal if isinstance(action, Place)}
    turns = sorted({spot.rot for spot in places})
    rot, to = rot_of(scene, turns, turns[0]), choice.asked_for("to")
    at, cells = point_of(to), cells_of(scene.view["lake"])
    for spot, text in places.items():
        if spot.rot == rot:
            card = {**drawn, "x": spot.x, "y": spot.y, "rot": rot}
            made = squares_of(cells, card)
            is_chosen = (spot.x, spot.y) == at
            where = text_of(spot)
            label = _("Lay it at %(where)s") % {"where": where}
            target = place_target(choice, card, made, label, to=where, rot=rot)
            choice.picture.targets.append(target.chosen() if is_chosen else target)
            if is_chosen:
                choice.picture.ghost, choice.picture.fresh = card, made
                choice.send(text, _("Lay it here"), makes(made))
    if to and not choice.sends:
        choice.say_why_not(f"place {to} {rot}")
    if len(turns) > 1:
        choice.ways.append((choice.url(to=to, rot=180 - rot), _("Turn the card")))


def place_target(
    choice: Choice, laid: Mapping[str, Any], made: Sequence[Made], words: str, **chosen: object
) -> Target:
    """Return the target of one place of a card, which says all that a picture would show."""
    near = [
        other["card"]
        for other in choice.scene.view["lake"]
        if (other["x"] - laid["x"], other["y"] - laid["y"]) in CONTACTS
        and other["card"] != laid["card"]
    ]
    label = _("%(there)s, touching %(cards)s; %(makes)s") % {
        "there": words,
        "cards": cards_words(near),
        "makes": makes(made),
    }
    mine = choice.scene.view["colour_to_move"]
    count = sum(letter == mine for _at, letter in made)
    return Target((laid["x"] + 1, laid["y"] + 1), choice.url(**chosen), label, count=count)


def makes(made: Sequence[Made]) -> str:
    """Say how many squares of each colour there would be more."""
    parts = []
    for letter in DECK.colours:
        count = sum(colour == letter for _at, colour in made)
        if count:
            text = ngettext("%(count)s %(colour)s square", "%(count)s %(colour)s squares", count)
            parts.append(text % {"count": count, "colour": colour_word(letter)})
    return _("makes %(squares)s") % {"squares": ", ".join(parts)} if parts else _("makes no square")


# Colours, and the frozen lake


def _colour(choice: Choice) -> None:
    for text, action in choice.legal:
        letter = DECK.colours[action.colour]
        count = len(choice.scene.view["squares"][letter])
        note = ngettext(
            "%(count)s %(colour)s square lies there now",
            "%(count)s %(colour)s squares lie there now",
            count,
        )
        colour = colour_word(letter)
        words = _("Take %(colour)s") % {"colour": colour}
        choice.send(text, words, note % {"count": count, "colour": colour})


def _freeze(choice: Choice) -> None:
    """Offer the draw, and every own square that lies bare."""
    chosen = choice.asked_for("token")
    at, draw = point_of(chosen), ""
    for text, action in choice.legal:
        if not isinstance(action, Token):
            draw = text
            continue
        where = text_of(action.square)
        label = _("Put a token on the square at %(where)s") % {"where": where}
        target = Target(middle(action.square), choice.url(token=where), label, "token")
        is_chosen = action.square == at
        choice.picture.targets.append(target.chosen() if is_chosen else target)
        if is_chosen:
            choice.picture.fresh = [(action.square, choice.scene.view["colour_to_move"])]
            choice.send(text, label)
    if chosen and not choice.sends:
        choice.say_why_not(f"token {chosen}")
    choice.send(draw, _("Draw a card"), is_first=not choice.sends)


def middle(square: Point) -> Point:
    """Return the corner at which the four sections of a square meet."""
    return square[0] + 1, square[1] + 1


# Groups


def _keep(choice: Choice) -> None:
    groups = choice.scene.view["groups"] or []
    for number, group in enumerate(groups, start=1):
        choice.picture.groups.update(dict.fromkeys(group, number))
    for text, action in choice.legal:
        assert isinstance(action, Keep), "nothing else is asked there"
        name = DECK.ids[action.card]
        number = choice.picture.groups.get(name, 0)
        group = groups[number - 1] if number else [name]
        label = _("Keep group %(number)s") % {"number": number}
        note = _("Group %(number)s: %(cards)s") % {"number": number, "cards": cards_words(group)}
        choice.send(text, label, note, is_first=False)


CHOOSERS = {
    "setup_place": _lay,
    "choose_colour": _colour,
    "freeze": _freeze,
    "freeze_place": _lay,
    "keep_group": _keep,
}
"""What is offered by the kind of the ask; ``winter_thaw`` has the thaw."""
