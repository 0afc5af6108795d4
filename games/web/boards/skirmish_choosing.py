"""Choosing in a skirmish by links: a piece, where it goes, or one of a few answers.

An answer names no square (it is a button), one (a target on the board), or two (a piece or
Tree first, then where). A target that is chosen and leaves one answer sends it when it is
tapped again; the button below does the same. A piece that cannot be chosen can be looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skirmish.cards import TEXT, kind_of
from games.web.boards.skirmish_desk import Desk, Option
from games.web.boards.skirmish_drawing import Hint, Target, piece_face
from games.web.boards.skirmish_names import entry_name, the_entry
from games.web.boards.skirmish_words import asked, card_effect, card_words, cards_words, count_cards


def choose(desk: Desk) -> None:
    """Lay out what the reader can choose now."""
    if desk.kind:
        desk.prompt = prompt(desk)
    if desk.kind == "deploy":
        _to_square(desk, desk.options)
    elif desk.options:
        _choose(desk)
    if desk.scene.address:
        _look(desk)
    _mark_fight(desk)


def prompt(desk: Desk) -> str:
    """Say what is asked, with what is known of it."""
    view, kind = desk.scene.view, desk.kind
    task = view["agenda"][-1] if view["agenda"] else []
    if kind == "act" and view["active"] >= 0:
        active = the_entry(view["pieces"][view["active"]]["entry"])
        return _("Now the action of %(piece)s.") % {"piece": active}
    if kind == "tree" and len(task) > 1:
        left = ngettext("%(n)s is left", "%(n)s are left", task[1]) % {"n": task[1]}
        return _("Choose a square for a Tree; %(left)s.") % {"left": left}
    if kind == "spend":
        return _spend_prompt(desk)
    if kind == "keep_card":
        return _keep_prompt(*task[2:])
    if kind == "frostbite" and task[2] > 1:
        return _("The Thaw, and no card left: which of your own pieces gets 2 Disadvantage?")
    if kind == "deploy" and desk.chosen("to"):
        return _("Which piece goes on %(square)s?") % {"square": desk.chosen("to")}
    if kind == "activate" and (desk.chosen("piece") in {one.start for one in desk.options}):
        return _piece_prompt(desk)
    return asked(kind)


def _piece_prompt(desk: Desk) -> str:
    piece, mine = desk.chosen("piece"), desk.options
    words = {"piece": desk.name_at(piece), "square": piece}
    if any(one.verb == "activate" and one.start == piece for one in mine):
        return _("%(piece)s on %(square)s: its rule comes first, then its action.") % words
    return _("%(piece)s on %(square)s: where to?") % words


def _spend_prompt(desk: Desk) -> str:
    fight, pieces = desk.scene.view["fight"], desk.scene.view["pieces"]
    attacker, target = pieces[fight["attacker"]], pieces[fight["target"]]
    pair = {"a": entry_name(attacker["entry"]), "b": entry_name(target["entry"])}
    texts = {
        "attacker": _("Your %(a)s Attacks %(b)s: spend an Advantage?"),
        "target": _("Your %(b)s is Attacked by %(a)s: spend an Advantage?"),
    }
    role = "attacker" if attacker["seat"] == desk.scene.seat else "target"
    theirs, other = ("b", target) if role == "attacker" else ("a", attacker)
    return texts[role] % (pair | {theirs: the_entry(other["entry"])})


def _keep_prompt(least: int, most: int, _jacks: int, *named: int) -> str:
    cards = [TEXT[card] for card in named[::2]]
    if least == most == 1:
        return _("Keep one of these cards.")
    if not cards and least == most:
        return _("Keep %(cards)s; the first works first.") % {"cards": count_cards(most)}
    if not cards:
        text = _("Keep %(least)s to %(most)s of these cards; the first works first.")
        return text % {"least": least, "most": most}
    left = most - len(cards)
    more = ngettext("up to %(n)s more", "up to %(n)s more", left) % {"n": left}
    return _("You keep %(cards)s; %(more)s.") % {"cards": cards_words(cards), "more": more}


def _choose(desk: Desk) -> None:
    started = [option for option in desk.options if option.start]
    if started:
        _from_square(desk, started)
    else:
        _to_square(desk, desk.options)
    for option in desk.options:
        if not option.start and not option.to:
            _button(desk, option)


def _button(desk: Desk, option: Option) -> None:
    """Offer an answer without squares; it is not the main one where squares can be tapped."""
    if option.verb in ("keep", "spend") and desk.state.fight is not None:
        desk.send(option, note=desk.spend_note(spends=option.verb == "spend"))
    elif option.verb == "keep":
        _verb, card, *as_jack = option.answer.split()
        kind = "jack" if as_jack else kind_of(TEXT.index(card))
        label = _("%(card)s as a Jack") if as_jack else "%(card)s"
        desk.send(option, label % {"card": card_words(card)}, card_effect(kind))
    else:
        desk.send(option, is_quiet=any(one.to for one in desk.options))


def _from_square(desk: Desk, options: list[Option]) -> None:
    """Offer the pieces (or Trees) that can be chosen, and where the chosen one can go."""
    starts = list(dict.fromkeys(option.start for option in options))
    start = starts[0] if len(starts) == 1 else desk.chosen("piece")
    mine = [option for option in options if option.start == start]
    if mine:
        _goals(desk, mine)
        _started(desk, mine, is_free=len(starts) > 1)
    taken = {target.square for target in desk.targets}
    for square in starts:
        if square not in taken and square != start:
            words = {"piece": desk.the_at(square), "square": square}
            label = _("Choose %(piece)s on %(square)s") % words
            desk.targets.append(Target(square, desk.url(piece=square), label, "own"))


def _started(desk: Desk, options: list[Option], *, is_free: bool) -> None:
    """Mark the chosen piece: tapped again it does its only thing, or is put back."""
    start = options[0].start
    if len(options) == 1 and not options[0].to:
        if options[0].verb == "activate":
            desk.hint(desk.reach(start))
        words = desk.words(options[0])
        desk.targets.append(
            Target(start, "", words, "own", is_chosen=True, answer=options[0].answer)
        )
    elif is_free:
        label = _("Choose another piece")
        desk.targets.append(Target(start, desk.url(), label, "own", is_chosen=True))
    else:
        desk.hints.append(Hint(start, "own"))


def _goals(desk: Desk, options: list[Option]) -> None:
    """Offer where the chosen piece can go."""
    start, to = options[0].start, desk.chosen("to")
    is_aimed = to in {option.to for option in options if option.to}
    for option in options:
        if not option.to:
            if not is_aimed:
                desk.send(option, is_quiet=len(options) > 1)
            continue
        note = desk.attack_note(option) if option.verb == "attack" else ""
        if option.to == to:
            desk.send(option, note=note)
        desk.targets.append(
            Target(
                square=option.to,
                url=desk.url(piece=start, to=option.to),
                label=". ".join(filter(None, (desk.words(option), note))),
                kind=option.kind,
                texts=desk.chances(start, option.to) if option.verb == "attack" else (),
                is_chosen=option.to == to,
                answer=option.answer if option.to == to else "",
            )
        )


def _to_square(desk: Desk, options: Sequence[Option]) -> None:
    """Offer squares, and for the chosen one all that can be done there."""
    to = desk.chosen("to")
    there = [option for option in options if option.to == to] if to else []
    for option in there:
        desk.send(option, _deployed(desk, option) if option.entry else "")
        if option.entry:
            face = {"entry": option.entry, "seat": desk.scene.seat}
            desk.sends[-1]["face"] = piece_face(desk.scene.view["factions"][face["seat"]], face)
    for square in dict.fromkeys(option.to for option in options if option.to):
        first = next(option for option in options if option.to == square)
        is_only = square == to and len(there) == 1
        desk.targets.append(
            Target(
                square=square,
                url=desk.url(to=square),
                label=_square_label(desk, first) if not is_only else desk.words(first),
                kind="pick" if square in desk.pieces else "move",
                is_chosen=square == to,
                answer=there[0].answer if is_only else "",
            )
        )


def _square_label(desk: Desk, option: Option) -> str:
    if option.entry:
        return _("Put a piece on %(square)s") % {"square": option.to}
    if option.verb == "melt":
        return f"{desk.name_at(option.to)}, {option.to}"
    return desk.words(option)


def _deployed(desk: Desk, option: Option) -> str:
    """Name an entry that can be put on the board, and how many of it are left."""
    seat, name = desk.scene.seat, entry_name(option.entry)
    left = sum(
        piece["where"] == "hand" and piece["seat"] == seat and piece["entry"] == option.entry
        for piece in desk.scene.view["pieces"]
    )
    return f"{name} × {left}" if left > 1 else name


# Looking


def _look(desk: Desk) -> None:
    """Let every other piece be looked at, and show what the one looked at could do."""
    taken = {target.square for target in desk.targets}
    chosen, to = looked_at(desk), desk.chosen("to")
    if chosen and chosen not in {one.start for one in desk.options} and to not in taken:
        desk.hint(desk.reach(chosen))
    else:
        chosen = ""
    for square, piece in desk.pieces.items():
        if square not in taken and not _is_start(desk, square):
            name = {"piece": the_entry(piece["entry"]), "square": square}
            is_chosen = square == chosen
            url = desk.url() if is_chosen else desk.url(piece=square)
            label = _("Look at %(piece)s on %(square)s") % name
            desk.targets.append(Target(square, url, label, "look", is_chosen=is_chosen))


def _is_start(desk: Desk, square: str) -> bool:
    return square in {hint.square for hint in desk.hints if hint.kind == "own"}


def looked_at(desk: Desk) -> str:
    """Return the square of the piece that is chosen or looked at, "" if none is."""
    square = desk.chosen("piece")
    return square if square in desk.pieces else ""


def attacks_of(desk: Desk, options: Iterable[Option]) -> list[dict[str, Any]]:
    """Return the Attacks among answers: the target's name and square, and the chances."""
    found = []
    for option in options:
        if option.verb == "attack":
            texts = desk.chances(option.start, option.to)
            found.append(
                {
                    "name": desk.name_at(option.to),
                    "square": option.to,
                    "chance": texts[0],
                    "more": texts[1] if len(texts) > 1 else "",
                }
            )
    return found


def _mark_fight(desk: Desk) -> None:
    """Mark who fights whom while a fight is being decided."""
    view: Mapping[str, Any] = desk.scene.view
    if view["fight"]:
        for role, kind in (("attacker", "own"), ("target", "attack")):
            square = view["pieces"][view["fight"][role]]["square"]
            if square:
                desk.hints.append(Hint(square, kind))
