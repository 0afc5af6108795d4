"""Winter in plain words: what happened, what an answer means, the whole lake as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json

COLOURS = {"L": gettext_lazy("light"), "D": gettext_lazy("dark")}
STAGES = {
    "setup_place": gettext_lazy("The second card is laid"),
    "choose_colour": gettext_lazy("Colours are chosen"),
    "freeze": gettext_lazy("The lake freezes"),
    "freeze_place": gettext_lazy("A drawn card is laid"),
    "thaw": gettext_lazy("The lake thaws"),
    "keep_group": gettext_lazy("One of the largest groups is kept"),
    "over": gettext_lazy("The game is over"),
}
REASONS = {
    "tokens": gettext_lazy("only one player had tokens left"),
    "no_tokens": gettext_lazy("nobody had a token left"),
    "empty_lake": gettext_lazy("the lake was empty"),
    "stuck": gettext_lazy("the other could do nothing"),
    "repetition": gettext_lazy("the same position came a third time"),
    "turn_limit": gettext_lazy("the thaw went on for too long"),
}


def colour_word(letter: str) -> str:
    """Return what a colour is called."""
    return str(COLOURS[letter])


def points_words(points: Sequence[Sequence[int]]) -> str:
    """Return points as answers write them, one after the other."""
    return ", ".join(f"{x},{y}" for x, y in points)


# Events

Teller = Callable[[Mapping[str, Any], str], str]


def line(event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
    """Say an event in plain words; everybody may know all of them."""
    data, tell = event["data"], TELLERS.get(event["kind"])
    if event["kind"] == "game_over":
        return _over(data, names, seat)
    if event["kind"] == "dealt":
        return _("First player: %(name)s. The first card lies there: %(card)s.") % {
            "name": _name(data["first"], names, seat),
            "card": card_words(data),
        }
    if tell is None:
        return ""
    return tell(data, _name(data.get("seat"), names, seat))


def _name(seat: int | None, names: Sequence[str], reader: int | None) -> str:
    if seat is None:
        return ""
    return _("You") if seat == reader else names[seat]


def card_words(data: Mapping[str, Any]) -> str:
    """Name a card by its id and its face, row by row."""
    pattern = str(data["pattern"])
    return f"{data['card']} ({pattern[:2]}/{pattern[2:]})"


def cards_words(cards: Sequence[str]) -> str:
    """Name several cards by their ids."""
    return ", ".join(cards)


def _place(data: Mapping[str, Any]) -> str:
    turned = _(", turned") if data["rot"] else ""
    return f"{data['x']},{data['y']}{turned}"


def _moved(data: Mapping[str, Any], name: str) -> str:
    x, y, rot = data["to"]
    return ngettext(
        "%(name)s: moved %(card)s to %(place)s and made a square at %(squares)s.",
        "%(name)s: moved %(card)s to %(place)s and made squares at %(squares)s.",
        len(data["squares"]),
    ) % {
        "name": name,
        "card": card_words(data),
        "place": _place({"x": x, "y": y, "rot": rot}),
        "squares": points_words(data["squares"]),
    }


def _left(data: Mapping[str, Any], name: str) -> str:
    count = len(data["cards"])
    text = ngettext(
        "%(count)s card drifted away: %(cards)s.",
        "%(count)s cards drifted away: %(cards)s.",
        count,
    ) % {"count": count, "cards": ", ".join(data["cards"])}
    return text + _back(data["tokens"])


def _back(tokens: Mapping[str, int]) -> str:
    """Say which tokens go back, after a blank; nothing when none do."""
    back = [
        _("%(number)s %(colour)s") % {"number": number, "colour": colour_word(letter)}
        for letter, number in tokens.items()
        if number
    ]
    words = _("Tokens go back to their owners: %(tokens)s.") % {"tokens": ", ".join(back)}
    return f" {words}" if back else ""


def _over(data: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    why = str(REASONS.get(data["reason"], data["reason"]))
    if len(data["winners"]) == 1:
        winner = data["winners"][0]
        if winner == seat:
            return _("You win: %(why)s.") % {"why": why}
        return _("%(name)s wins: %(why)s.") % {"name": names[winner], "why": why}
    return _("A draw: %(why)s.") % {"why": why}


def outlook(kind: str, data: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    """Say what an answer would lead to, if it is worth a word before it is given."""
    if kind == "game_over":
        return _over(data, names, seat)
    if kind == "groups_parted":
        sizes = ", ".join(map(str, data["groups"]))
        words = _("The lake falls into groups of %(sizes)s; you choose which of the largest stays.")
        return words % {"sizes": sizes}
    return _leaves(data) if kind == "group_left" else ""


def _leaves(data: Mapping[str, Any]) -> str:
    count = len(data["cards"])
    text = ngettext(
        "%(count)s card drifts away: %(cards)s.", "%(count)s cards drift away: %(cards)s.", count
    )
    return text % {"count": count, "cards": cards_words(data["cards"])} + _back(data["tokens"])


TELLERS: dict[str, Teller] = {
    "card_drawn": lambda data, name: (
        _("%(name)s: drew %(card)s.") % {"name": name, "card": card_words(data)}
    ),
    "card_placed": lambda data, name: (
        _("%(name)s: laid %(card)s at %(place)s.")
        % {"name": name, "card": card_words(data), "place": _place(data)}
    ),
    "colour_chosen": lambda data, name: (
        _("%(name)s: took the %(colour)s colour.")
        % {"name": name, "colour": colour_word(data["colour"])}
    ),
    "token_placed": lambda data, name: (
        _("%(name)s: put a token on the %(colour)s square at %(x)s,%(y)s.")
        % {"name": name, "colour": colour_word(data["colour"]), "x": data["x"], "y": data["y"]}
    ),
    "thaw_began": lambda data, name: _("All cards lie there. The thaw begins."),
    "card_moved": _moved,
    "card_removed": lambda data, name: (
        _("%(name)s: removed %(card)s.") % {"name": name, "card": card_words(data)}
    ),
    "token_taken": lambda data, name: (
        _("%(name)s: took a token back from %(x)s,%(y)s.")
        % {"name": name, "x": data["x"], "y": data["y"]}
    ),
    "groups_parted": lambda data, name: (
        _("The lake fell into groups of %(sizes)s; one of the largest stays.")
        % {"sizes": ", ".join(map(str, data["groups"]))}
    ),
    "group_left": _left,
}


# Answers


def answer_words(answer: str) -> str:
    """Say an answer in plain words; what is no answer of Winter stays as it is."""
    verb, _space, rest = answer.partition(" ")
    place, *turn = rest.rsplit(" ", 1)
    turned = _(", turned") if turn == ["180"] else ""
    says = {
        "draw": _("Draw a card"),
        "place": _("Lay it at %(where)s") % {"where": place + turned},
        "colour": _("Take %(colour)s") % {"colour": COLOURS.get(rest, rest)},
        "token": _("Put a token on %(where)s") % {"where": rest},
        "take": _("Take the token at %(where)s back") % {"where": rest},
        "remove": _("Remove %(card)s") % {"card": rest},
        "keep": _("Keep the group of %(card)s") % {"card": rest},
    }
    if verb == "move":
        return _move_words(rest)
    return says.get(verb, answer)


def _move_words(rest: str) -> str:
    move, _on, squares = rest.partition(" on ")
    card, _space, place = move.partition(" ")
    where, _space, rot = place.partition(" ")
    text = _("Move %(card)s to %(where)s") % {
        "card": card,
        "where": where + (_(", turned") if rot == "180" else ""),
    }
    if squares:
        text += " " + _("with tokens on %(squares)s") % {"squares": squares}
    return text


# The whole state


def as_text(view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the lake, the tokens and all that lies beside it."""
    texts = [(_("Part of the game"), str(STAGES[view["stage"]]))]
    texts += _players(view, names)
    texts.append((_("Cards in the lake"), _cards(view)))
    for letter in COLOURS:
        title = _("Squares that are %(colour)s") % {"colour": colour_word(letter)}
        texts.append((title, _squares(view, letter)))
    texts.append((_("Face-down cards"), _unseen(view)))
    if view["drawn"]:
        texts.append((_("Drawn card"), card_words(view["drawn"])))
    if view["discarded"]:
        texts.append((_("Out of the game"), ", ".join(view["discarded"])))
    return texts


def _players(view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
    if not view["colours"]:
        return []
    return [
        (
            name,
            _("%(colour)s, %(lying)s tokens on the lake, %(supply)s left")
            % {
                "colour": colour_word(letter),
                "lying": sum(token["colour"] == letter for token in view["tokens"]),
                "supply": view["supply"][letter],
            },
        )
        for name, letter in zip(names, view["colours"], strict=True)
    ]


def _cards(view: Json) -> str:
    cards = sorted(view["lake"], key=lambda card: (card["y"], card["x"]))
    return "; ".join(
        _("%(card)s at %(place)s, %(state)s")
        % {
            "card": card_words(card),
            "place": _place(card),
            "state": _("free") if card["free"] else _("held by a token"),
        }
        for card in cards
    )


def _squares(view: Json, letter: str) -> str:
    taken = [[one["x"], one["y"]] for one in view["tokens"] if one["colour"] == letter]
    free = [square for square in view["squares"][letter] if square not in taken]
    parts = []
    if taken:
        parts.append(_("with a token: %(points)s") % {"points": points_words(taken)})
    if free:
        parts.append(_("without: %(points)s") % {"points": points_words(free)})
    return "; ".join(parts) or _("none")


def _unseen(view: Json) -> str:
    if not view["deck"]:
        return _("none")
    faces = ", ".join(
        f"{count} × {pattern[:2]}/{pattern[2:]}" for pattern, count in view["unseen"].items()
    )
    return f"{view['deck']}: {faces}"
