"""The board of Winter: the lake as a picture, and choosing on it by links.

What can be chosen is read from the listed legal answers, what a choice would do from the
rules, played on the reader's own view: nothing of the thaw is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.chance import Seeded
from games.engine.contract import Json
from games.services.rulebook import game_of
from games.web.boards import Scene, winter_words
from games.web.boards.winter_drawing import Picture, Target, cells_of, small_card, squares_of
from games.web.boards.winter_words import card_words, colour_word
from games.winter import SYSTEM
from games.winter.actions import Keep, Move, Place, Remove, Take, Token, read_action
from games.winter.components import DECK

FACES = tuple(dict.fromkeys(DECK.patterns))
"""Each face of the deck once."""

PROMPTS = {
    "setup_place": gettext_lazy("Lay the second card beside the first."),
    "choose_colour": gettext_lazy("Choose your colour; the other one is your opponent's."),
    "freeze": gettext_lazy("Draw a card, or put a token on a square of your colour."),
    "freeze_place": gettext_lazy("Lay the card you drew."),
    "thaw": gettext_lazy("Choose a free card to move or remove, or one of your tokens."),
    "keep_group": gettext_lazy("The lake has parted. Which group stays?"),
}


@dataclass
class Choice:
    """What the reader can do and has chosen, on the way to the template."""

    scene: Scene
    picture: Picture
    sends: list[dict[str, Any]] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def legal(self) -> list[tuple[str, Any]]:
        """The legal answers with what they mean."""
        ask = self.scene.ask
        return [(text, read_action(text)) for text in (ask.legal or () if ask else ())]

    def url(self, **chosen: object) -> str:
        """Return the address of the page with these things chosen."""
        query = urlencode({key: value for key, value in chosen.items() if value not in ("", None)})
        return f"{self.scene.address}?{query}" if query else self.scene.address

    def send(self, answer: str, label: str, note: str = "", *, is_first: bool = True) -> None:
        """Offer an answer."""
        button = "button-primary" if is_first else "button-quiet"
        self.sends.append({"answer": answer, "label": label, "note": note, "class": button})


class WinterBoard:
    """Shows the lake and lets the reader choose on it."""

    template = "matches/winter/board.html"
    how_to = "matches/winter/how_to.html"
    label = gettext_lazy("Winter")
    summary = gettext_lazy("A lake of cards freezes, then thaws: hold the last token on it.")

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the picture, what can be sent, and what lies beside the lake."""
        choice = Choice(scene, Picture(scene.view))
        if scene.ask is not None:
            CHOOSERS[scene.ask.kind](choice)
        drawn = scene.view["drawn"]
        return {
            "picture": choice.picture.to_context(),
            "prompt": PROMPTS[scene.ask.kind] if scene.ask else "",
            "sends": choice.sends,
            "ways": choice.ways,
            "notes": choice.notes,
            "players": _players(scene),
            "drawn": drawn and _beside(drawn["pattern"], card_words(drawn), _rot(scene)),
            "deck": scene.view["deck"],
            "unseen": [
                _beside(pattern, f"{pattern[:2]}/{pattern[2:]}", 0) | {"count": count}
                for pattern, count in scene.view["unseen"].items()
            ],
        }

    def how_to_pictures(self) -> dict[str, Any]:
        """Return all faces, a square with its token, and a lake that would part."""
        return {
            "faces": [_beside(pattern, f"{pattern[:2]}/{pattern[2:]}", 0) for pattern in FACES],
            "square": _example(["LDLD@(0,0)180", "LDLD@(2,0)0"], tokens={"L": [[1, 0]]}),
            "parted": _example([f"LDDL@({x},0)0" for x in (0, 2)] + ["DLLD@(4,0)0"]),
        }

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return winter_words.line(event, names, seat)

    def answer_words(self, answer: str) -> str:
        """Say an answer in plain words."""
        return winter_words.answer_words(answer)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return winter_words.as_text(view, names)


def _example(lake: list[str], **position: Json) -> dict[str, Any]:
    """Draw a lake for the page that explains the game."""
    game = SYSTEM.open({}, 2)
    state = game.position({"lake": lake, **position})
    return Picture(game.view(state, None)).to_context()


def _players(scene: Scene) -> list[dict[str, Any]]:
    view = scene.view
    if not view["colours"]:
        return []
    return [
        {
            "name": name,
            "colour": letter,
            "word": colour_word(letter),
            "is_mine": seat == scene.seat,
            "lying": sum(token["colour"] == letter for token in view["tokens"]),
            "supply": view["supply"][letter],
        }
        for seat, (name, letter) in enumerate(zip(scene.names, view["colours"], strict=True))
    ]


def _beside(pattern: str, words: str, rot: int) -> dict[str, Any]:
    return {"sections": small_card(pattern, rot), "words": words}


# What has been chosen, as far as it can be understood


def _rot(scene: Scene) -> int:
    return 180 if scene.query.get("rot") == "180" else 0


def _point(text: str) -> tuple[int, int] | None:
    action = read_action(f"take {text}") if text else None
    return action.square if isinstance(action, Take) else None


def _text(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


# Laying a card


def _lay(choice: Choice) -> None:
    """Offer every place of the drawn card in one rotation."""
    scene, drawn = choice.scene, choice.scene.view["drawn"]
    places = {action.spot: text for text, action in choice.legal if isinstance(action, Place)}
    turns = sorted({spot.rot for spot in places})
    rot = _rot(scene) if _rot(scene) in turns else turns[0]
    at = _point(scene.query.get("to", ""))
    cells = cells_of(scene.view["lake"])
    for spot in places:
        if spot.rot == rot:
            card = {**drawn, "x": spot.x, "y": spot.y, "rot": rot}
            made = squares_of(cells, card)
            url = choice.url(to=_text((spot.x, spot.y)), rot=rot)
            label = _("Lay it at %(where)s: %(makes)s") % {
                "where": _text((spot.x, spot.y)),
                "makes": _makes(made),
            }
            is_chosen = (spot.x, spot.y) == at
            choice.picture.targets.append(
                Target((spot.x + 1, spot.y + 1), url, label, is_chosen=is_chosen)
            )
            if is_chosen:
                choice.picture.ghost, choice.picture.fresh = card, made
                choice.send(places[spot], _("Lay it here"), _makes(made))
    _offer_turn(choice, turns, rot, to=scene.query.get("to", ""))


def _offer_turn(choice: Choice, turns: Sequence[int], rot: int, **chosen: object) -> None:
    if len(turns) > 1:
        other = 0 if rot else 180
        choice.ways.append((choice.url(**chosen, rot=other), _("Turn the card")))
    if choice.sends:
        kept = {key: value for key, value in chosen.items() if key == "card"}
        choice.ways.append((choice.url(**kept, rot=rot), _("Choose another place")))


def _makes(made: Sequence[tuple[tuple[int, int], str]]) -> str:
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
        choice.send(text, _("Take %(colour)s") % {"colour": colour_word(letter)})


def _freeze(choice: Choice) -> None:
    at = _point(choice.scene.query.get("token", ""))
    draw = ""
    for text, action in choice.legal:
        if not isinstance(action, Token):
            draw = text
            continue
        x, y = action.square
        label = _("Put a token on the square at %(where)s") % {"where": _text((x, y))}
        url = choice.url(token=_text((x, y)))
        is_chosen = (x, y) == at
        choice.picture.targets.append(Target((x + 1, y + 1), url, label, "token", is_chosen))
        if is_chosen:
            choice.picture.fresh = [((x, y), choice.scene.view["colour_to_move"])]
            choice.send(text, label)
    choice.send(draw, _("Draw a card"), is_first=not choice.sends)


# The thaw


def _thaw(choice: Choice) -> None:
    """Offer free cards and own tokens; then the places of the chosen card."""
    scene, chosen = choice.scene, choice.scene.query.get("card", "")
    card = next((card for card in scene.view["lake"] if card["card"] == chosen), None)
    for other in scene.view["lake"]:
        words = card_words(other) if other["free"] else _held(other)
        choice.picture.links[other["card"]] = (choice.url(card=other["card"]), words)
    if card is not None and not card["free"]:
        choice.notes.append(_held(card))
    elif card is not None:
        _with_card(choice, card)
        return
    taken = _point(scene.query.get("take", ""))
    for text, action in choice.legal:
        if isinstance(action, Take):
            _own_token(choice, text, action.square, is_chosen=action.square == taken)


def _held(card: Mapping[str, Any]) -> str:
    return _("%(card)s carries a token and cannot go") % {"card": card_words(card)}


def _own_token(choice: Choice, text: str, at: tuple[int, int], *, is_chosen: bool) -> None:
    label = _("Take the token at %(where)s back") % {"where": _text(at)}
    url = choice.url(take=_text(at))
    target = Target((at[0] + 1, at[1] + 1), url, label, "token", is_chosen)
    choice.picture.targets.append(target)
    if is_chosen:
        choice.send(text, label, _outlook(choice.scene, text))
        choice.ways.append((choice.url(), _("Choose something else")))


def _with_card(choice: Choice, card: Mapping[str, Any]) -> None:
    """Offer what can be done with a free card: moving it to places, removing it."""
    scene, name = choice.scene, card["card"]
    choice.picture.lifted = name
    number = DECK.ids.index(name)
    actions = [(text, action) for text, action in choice.legal if _is_of(action, number)]
    moves = [(text, action) for text, action in actions if isinstance(action, Move)]
    turns = sorted({action.spot.rot for _text_, action in moves})
    rot = _rot(scene) if _rot(scene) in turns else (turns[0] if turns else 0)
    _places_of(choice, card, moves, rot)
    if not moves:
        choice.notes.append(_("No place makes a new square of your colour with this card."))
    for text, action in actions:
        if isinstance(action, Remove):
            choice.send(
                text, _("Remove this card"), _outlook(scene, text), is_first=not choice.sends
            )
    _offer_turn(choice, turns, rot, card=name, to=scene.query.get("to", ""))
    choice.ways.append((choice.url(), _("Choose another card")))


def _is_of(action: Any, card: int) -> bool:
    return isinstance(action, Move | Remove) and action.card == card


def _places_of(
    choice: Choice, card: Mapping[str, Any], moves: Sequence[tuple[str, Move]], rot: int
) -> None:
    at = _point(choice.scene.query.get("to", ""))
    shown: set[tuple[int, int]] = set()
    for text, move in moves:
        x, y, turned = move.spot
        if turned != rot:
            continue
        is_chosen = (x, y) == at
        if (x, y) not in shown:
            shown.add((x, y))
            label = _("Move it to %(where)s") % {"where": _text((x, y))}
            url = choice.url(card=card["card"], to=_text((x, y)), rot=rot)
            target = Target((x + 1, y + 1), url, label, is_chosen=is_chosen)
            choice.picture.targets.append(target)
        if is_chosen:
            _preview(choice, card, text, move)


def _preview(choice: Choice, card: Mapping[str, Any], text: str, move: Move) -> None:
    scene = choice.scene
    x, y, rot = move.spot
    ghost = {**card, "x": x, "y": y, "rot": rot}
    others = [other for other in scene.view["lake"] if other["card"] != card["card"]]
    letter = scene.view["colour_to_move"]
    made = [one for one in squares_of(cells_of(others), ghost) if one[1] == letter]
    choice.picture.ghost, choice.picture.fresh = ghost, made
    label = _("Move it here")
    if move.squares:
        label = _("Move it, tokens on %(squares)s") % {
            "squares": " ".join(map(_text, move.squares))
        }
    choice.send(text, label, _outlook(scene, text))


def _outlook(scene: Scene, answer: str) -> str:
    """Say what an answer in the thaw would lead to, as the rules play it on the view."""
    game = game_of(scene.match)
    seat = scene.view["to_move"]
    state = game.imagine(scene.view, seat, Random(0))
    events = game.resolve(state, {seat: answer}, Seeded(Random(0))).events
    told = [
        winter_words.line({"kind": event.kind, "data": event.data}, scene.names, scene.seat)
        for event in events
        if event.kind in ("group_left", "groups_parted", "game_over")
    ]
    moved = next((event.data for event in events if event.kind == "card_moved"), None)
    if moved is not None:
        count = len(moved["squares"])
        text = ngettext("%(count)s new token", "%(count)s new tokens", count)
        told.insert(0, text % {"count": count})
    return " ".join(told)


def _keep(choice: Choice) -> None:
    groups = choice.scene.view["groups"] or []
    for number, group in enumerate(groups, start=1):
        choice.picture.groups.update(dict.fromkeys(group, number))
    for text, action in choice.legal:
        assert isinstance(action, Keep)  # nothing else is asked there
        name = DECK.ids[action.card]
        number = choice.picture.groups.get(name, 0)
        group = groups[number - 1] if number else [name]
        label = _("Keep group %(number)s: %(cards)s") % {
            "number": number,
            "cards": ", ".join(group),
        }
        choice.send(text, label, is_first=False)


CHOOSERS = {
    "setup_place": _lay,
    "choose_colour": _colour,
    "freeze": _freeze,
    "freeze_place": _lay,
    "thaw": _thaw,
    "keep_group": _keep,
}

BOARD = WinterBoard()
