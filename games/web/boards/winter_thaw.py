"""Choosing in the thaw: a free card and its new place, a card to remove, a token to take back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Event
from games.web.boards import Scene, winter_words
from games.web.boards.winter_choosing import (
    Choice,
    Point,
    happens,
    makes,
    middle,
    place_target,
    point_of,
    rot_of,
    text_of,
)
from games.web.boards.winter_drawing import Made, Target, cells_of, squares_of
from games.web.boards.winter_words import card_words
from games.winter.actions import Move, Remove, Take
from games.winter.components import DECK

Moves = Sequence[tuple[str, Move]]


def thaw(choice: Choice) -> None:
    """Offer free cards and own tokens; once a card is chosen, its places."""
    scene, name = choice.scene, choice.asked_for("card")
    card = next((card for card in scene.view["lake"] if card["card"] == name), None)
    for other in scene.view["lake"]:
        words = card_words(other) if other["free"] else _held(other)
        choice.picture.links[other["card"]] = (choice.url(card=other["card"]), words)
    if card is not None and card["free"]:
        return _with_card(choice, card)
    if card is not None:
        choice.notes.append(_("%(words)s.") % {"words": _held(card)})
    elif name:
        choice.say_why_not(f"remove {name}")
    return _with_tokens(choice)


def _held(card: Mapping[str, Any]) -> str:
    return _("%(card)s carries a token and cannot go") % {"card": card_words(card)}


def _with_tokens(choice: Choice) -> None:
    """Offer to take back each own token."""
    chosen = choice.asked_for("take")
    at = point_of(chosen)
    for text, action in choice.legal:
        if isinstance(action, Take):
            _own_token(choice, text, action.square, is_chosen=action.square == at)
    if chosen and not choice.sends:
        choice.say_why_not(f"take {chosen}")


def _own_token(choice: Choice, text: str, at: Point, *, is_chosen: bool) -> None:
    label = _("Take the token at %(where)s back") % {"where": text_of(at)}
    target = Target(middle(at), choice.url(take=text_of(at)), label, "token")
    choice.picture.targets.append(target.chosen() if is_chosen else target)
    if is_chosen:
        choice.send(text, label, _outlook(choice.scene, happens(choice.scene, text)))
        choice.ways.append((choice.url(), _("Something else")))


def _with_card(choice: Choice, card: Mapping[str, Any]) -> None:
    """Offer what can be done with a free card: moving it to places, removing it."""
    name, number = card["card"], DECK.ids.index(card["card"])
    choice.picture.lifted = name
    moves, removal = [], ""
    for text, action in choice.legal:
        if isinstance(action, Move) and action.card == number:
            moves.append((text, action))
        elif isinstance(action, Remove) and action.card == number:
            removal = text
    words = _("Choose a place for %(card)s, or remove it.") if moves else _("Remove %(card)s?")
    choice.prompt = words % {"card": card_words(card)}
    rot = _places(choice, card, moves)
    if choice.asked_for("to") and not choice.sends:
        choice.say_why_not(f"move {name} {choice.asked_for('to')} {rot}")
    if not choice.sends:
        outlook = _outlook(choice.scene, happens(choice.scene, removal))
        choice.send(removal, _("Remove it"), outlook, is_first=False)
    choice.ways.append((choice.url(), _("Another card")))


def _places(choice: Choice, card: Mapping[str, Any], moves: Moves) -> int:
    """Offer the places of a card in one rotation; return that rotation."""
    count = Counter(rot for _x, _y, rot in {move.spot for _text, move in moves})
    if not count:
        choice.notes.append(_why_stuck(choice))
        return 0
    rot = rot_of(choice.scene, sorted(count), max(count, key=lambda one: (count[one], -one)))
    at = point_of(choice.asked_for("to"))
    others = [other for other in choice.scene.view["lake"] if other["card"] != card["card"]]
    cells, shown = cells_of(others), set()
    for text, move in moves:
        if move.spot.rot != rot:
            continue
        laid = {**card, "x": move.spot.x, "y": move.spot.y, "rot": rot}
        made = squares_of(cells, laid)
        is_chosen = (move.spot.x, move.spot.y) == at
        if move.spot not in shown:
            shown.add(move.spot)
            choice.picture.targets.append(_target(choice, laid, made, is_chosen=is_chosen))
        if is_chosen:
            _preview(choice, laid, made, text, move)
    if other := count[180 - rot]:
        words = ngettext("Turn it: %(count)s place", "Turn it: %(count)s places", other)
        url = choice.url(card=card["card"], to=choice.asked_for("to"), rot=180 - rot)
        choice.ways.append((url, words % {"count": other}))
    return rot


def _why_stuck(choice: Choice) -> str:
    """Say why a free card has no place to go to."""
    view = choice.scene.view
    if not view["supply"][view["colour_to_move"]]:
        return _("You have no token left, so you cannot move a card.")
    return _("No place makes a new square of your colour with this card.")


def _target(
    choice: Choice, laid: Mapping[str, Any], made: Sequence[Made], *, is_chosen: bool
) -> Target:
    where = text_of((laid["x"], laid["y"]))
    words = _("Move it to %(where)s") % {"where": where}
    target = place_target(choice, laid, made, words, card=laid["card"], to=where, rot=laid["rot"])
    return target.chosen() if is_chosen else target


def _preview(
    choice: Choice, laid: Mapping[str, Any], made: Sequence[Made], text: str, move: Move
) -> None:
    """Show the card in its new place, its squares, and what would drift away."""
    mine = choice.scene.view["colour_to_move"]
    choice.picture.ghost = laid
    choice.picture.fresh = [one for one in made if one[1] == mine]
    events = happens(choice.scene, text)
    for event in events:
        if event.kind == "group_left":
            choice.picture.leaving |= set(event.data["cards"])
    note = _("%(makes)s. %(outlook)s") % {
        "makes": makes(made),
        "outlook": _outlook(choice.scene, events),
    }
    if not move.squares:
        choice.send(text, _("Move it here"), note)
        return
    label = _("Tokens on %(squares)s") % {"squares": "; ".join(map(text_of, move.squares))}
    choice.send(text, label, "" if choice.sends else note)


def _outlook(scene: Scene, events: Sequence[Event]) -> str:
    """Say what an answer would lead to beyond itself."""
    told = [
        winter_words.outlook(event.kind, event.data, scene.names, scene.seat) for event in events
    ]
    return " ".join(filter(None, told))
