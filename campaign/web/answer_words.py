"""Setup's and Summer's sheets and answers in words, line by line.

``sheet_words.sheet_lines`` says every kind of sheet; those of the Winter are told there.
Whatever somebody sent can be said: a value that makes no sense is shown as it is, cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.faction_words import faction_name
from campaign.web.form_values import fields_in, list_in
from campaign.web.month_form import lines_in
from campaign.web.words import joined, token_words
from games.engine.contract import Json

Names = Sequence[str]
Line = dict[str, Any]

SIDES: dict[str, Promise] = {
    "e": gettext_lazy("east"),
    "ne": gettext_lazy("north-east"),
    "nw": gettext_lazy("north-west"),
    "w": gettext_lazy("west"),
    "sw": gettext_lazy("south-west"),
    "se": gettext_lazy("south-east"),
}
"""The six directions, by the rules' names for them."""

KINDS: dict[str, Promise] = {
    "village": gettext_lazy("village"),
    "city": gettext_lazy("city"),
    "capital": gettext_lazy("capital"),
    "fortress": gettext_lazy("fortress"),
}

FIGHTS: dict[str, Promise] = {
    "land": gettext_lazy("on land"),
    "naval": gettext_lazy("at sea"),
    "land_water": gettext_lazy("from land to water"),
    "slaughter": gettext_lazy("against tokens on their side"),
}
"""What may be fought, as ``battles`` of the rules name it."""

ORDERS: dict[str, Promise] = {
    "move": gettext_lazy("%(token)s moves to hex %(tile)s"),
    "defend": gettext_lazy("%(token)s defends"),
    "raze": gettext_lazy("%(token)s razes what stands on its hex"),
    "regroup": gettext_lazy("%(token)s stands up"),
    "hold": gettext_lazy("%(token)s stays"),
}


def seat_word(names: Names, seat: Json) -> str:
    """Name a kingdom by its seat, or show what was sent instead of one."""
    return names[seat] if type(seat) is int and 0 <= seat < len(names) else str(seat)[:20]


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def shown(value: Json) -> str:
    """Show a value that may be anything."""
    return str(value)[:20]


def token_of(line: Line) -> str:
    """Name the token that a line of a sheet names."""
    return token_words(*(shown(line[kind]) if line.get(kind) else 0 for kind in ("army", "ship")))


# The month


def month_lines(sheet: Json, names: Names) -> list[str]:
    """Say a whole month's sheet."""
    given = fields_in(sheet)
    lines = [order_words(line) for line in lines_in(given.get("orders"))]
    lines += [battle_wish(line, names) for line in lines_in(given.get("battles"))]
    tokens = [token_of(line) for line in lines_in(given.get("sacrifice"))]
    if tokens:
        lines.append(_("Lose first: %(tokens)s") % {"tokens": joined(tokens)})
    if given.get("break_off") is True:
        lines.append(_("Break off a naval battle with fewer ships"))
    lines += [_hexes(RETREAT, given.get("retreat"))]
    lines += [advance_words(line) for line in lines_in(given.get("advance"))]
    lines += [_hexes(CONCEDE, given.get("concede"))]
    if given.get("last_stand") is False:
        lines.append(_("Never make a last stand"))
    lines += [list_words(each) for each in lines_in(given.get("lists"))]
    return [line for line in lines if line]


RETREAT, CONCEDE = (
    gettext_lazy("Retreat to hex %(tiles)s"),
    gettext_lazy("Concede on hex %(tiles)s"),
)


def _hexes(text: Promise, tiles: Json) -> str:
    numbers = [shown(tile) for tile in list_in(tiles)]
    return str(text) % {"tiles": _(", then ").join(numbers)} if numbers else ""


def order_words(line: Line) -> str:
    """Say one order."""
    text = ORDERS.get(str(line.get("order")))
    token = token_of(line)
    if text is None:
        return capital(f"{token}: {shown(line.get('order'))}")
    return capital(str(text) % {"token": token, "tile": shown(line.get("to"))})


def battle_wish(line: Line, names: Names) -> str:
    """Say which battle is to be picked first."""
    words = {
        "tile": shown(line.get("tile")),
        "enemy": seat_word(names, line.get("enemy")),
        "kind": FIGHTS.get(str(line.get("kind")), ""),
    }
    if words["kind"]:
        return _("Fight first on hex %(tile)s against %(enemy)s, %(kind)s") % words
    return _("Fight first on hex %(tile)s against %(enemy)s") % words


def advance_words(line: Line) -> str:
    """Say a step after a win."""
    words = {"token": token_of(line), "tile": shown(line.get("to"))}
    return capital(_("%(token)s moves on to hex %(tile)s after a win") % words)


def list_words(line: Line) -> str:
    """Say that an army's list is handed in with the sheet; the list itself is told elsewhere."""
    return _("The list of army %(army)s") % {"army": shown(line.get("army"))}


# Setup


def setup_lines(sheet: Json, names: Names) -> list[str]:
    """Say a whole sheet of Setup, or a banner."""
    given = fields_in(sheet)
    lines = []
    if given.get("race"):
        lines.append(_("Race: %(race)s") % {"race": str(given["race"])[:40]})
    if given.get("faction"):
        name = faction_name(str(given["faction"]))
        lines.append(_("Army in skirmishes: %(name)s") % {"name": name})
    starts = [shown(tile) for tile in list_in(given.get("starts"))]
    if starts:
        lines.append(_("Capital on hex %(tiles)s") % {"tiles": _(", else ").join(starts)})
    if given.get("homeland"):
        lines.append(homeland_words(fields_in(given["homeland"])))
    if given.get("army"):
        lines.append(muster_words(given["army"], names)[0])
    if given.get("list"):
        lines.append(list_words({"army": 1}))
    return lines


def homeland_words(homeland: Line) -> str:
    """Say a homeland by direction."""
    parts = [
        _("%(kind)s to the %(side)s")
        % {"kind": KINDS.get(str(kind), shown(kind)), "side": SIDES.get(side, shown(side))}
        for side, kind in homeland.items()
    ]
    return capital(joined(parts))


def muster_words(where: Json, names: Names) -> list[str]:
    """Say where the first army stands."""
    if where == "capital":
        return [_("First army in the capital")]
    side = SIDES.get(where, shown(where)) if isinstance(where, str) else shown(where)
    return [_("First army in the settlement to the %(side)s") % {"side": side}]


# Single answers of open play


def found_words(tile: Json, names: Names) -> list[str]:
    """Say where a capital is founded."""
    return [_("Capital on hex %(tile)s") % {"tile": shown(tile)}]


def pick_words(answer: Json, names: Names) -> list[str]:
    """Say which battle is picked."""
    if answer == "go_on":
        return [_("Go on")]
    line = fields_in(answer)
    words = {
        "tile": shown(line.get("tile")),
        "enemy": seat_word(names, line.get("enemy")),
        "kind": FIGHTS.get(str(line.get("kind")), shown(line.get("kind"))),
    }
    return [_("Hex %(tile)s: against %(enemy)s, %(kind)s") % words]


def shot_words(answer: Json, names: Names) -> list[str]:
    """Say which die is played at which army."""
    line = fields_in(answer)
    words = {"die": shown(line.get("die")), "army": shown(line.get("army"))}
    return [_("The %(die)s at army %(army)s") % words]


def stride_words(answer: Json, names: Names) -> list[str]:
    """Say a retreat or an advance."""
    if answer == "pass":
        return [_("Nobody moves on")]
    line = fields_in(answer)
    words = {"token": token_of(line), "tile": shown(line.get("to"))}
    return [capital(_("%(token)s to hex %(tile)s") % words)]


def either(yes: Promise, no: Promise) -> Callable[[Json, Names], list[str]]:
    """Return the words of a choice between yes and no."""
    return lambda answer, names: [str(yes if answer is True else no)]


# While battles wait, and courts are held


def report_lines(sheet: Json, names: Names) -> list[str]:
    """Say what a sheet reports of each battle; units go by their places in their lists."""
    found = []
    for line in map(fields_in, list_in(fields_in(sheet).get("reports"))):
        tile = shown(line.get("tile"))
        found.append(_("Hex %(tile)s: %(result)s") % {"tile": tile, "result": result(line, names)})
        routs = [rout_words(fields_in(rout), names) for rout in list_in(line.get("routs"))]
        found += [_("Hex %(tile)s: %(result)s") % {"tile": tile, "result": rout} for rout in routs]
    return [*found, *steps_lines(fields_in(sheet))]


def steps_lines(sheet: Line) -> list[str]:
    """Say where a sheet of reports lets tokens go after their battles."""
    retreat = _hexes(RETREAT, sheet.get("retreat"))
    steps = [advance_words(line) for line in lines_in(sheet.get("advance"))]
    return [*([retreat] if retreat else []), *steps]


def done_lines(sheet: Json, names: Names) -> list[str]:
    """Say what the sheet of courts says."""
    return [_("Done with courts")]


def result(line: Line, names: Names) -> str:
    """Say who won a battle."""
    if line.get("simple") is True:
        return _("the dice are to decide")
    winner = line.get("winner")
    return _("a draw") if winner is None else _("%(name)s won") % {"name": seat_word(names, winner)}


def rout_words(rout: Line, names: Names) -> str:
    """Say which unit was routed, and by which."""
    words = {"unit": unit_word(rout.get("unit"), names), "by": unit_word(rout.get("by"), names)}
    text = _("%(unit)s routed by %(by)s") if words["by"] else _("%(unit)s routed")
    return text % words


def unit_word(key: Json, names: Names) -> str:
    """Name a unit by its kingdom, army and place; empty for none."""
    parts = list_in(key)
    if len(parts) != 3:
        return "" if key is None else shown(key)
    words = {"name": seat_word(names, parts[0]), "army": shown(parts[1]), "unit": shown(parts[2])}
    return _("unit %(unit)s of %(name)s’s army %(army)s") % words


ANSWERS: dict[str, Callable[[Json, Names], list[str]]] = {
    "month": month_lines,
    "setup": setup_lines,
    "banner": setup_lines,
    "report": report_lines,
    "court": done_lines,
    "found": found_words,
    "homeland": lambda answer, names: [homeland_words(fields_in(answer))],
    "muster": muster_words,
    "order": lambda answer, names: [order_words(fields_in(answer))],
    "battle": pick_words,
    "concede": either(gettext_lazy("Concede"), gettext_lazy("Fight")),
    "last_stand": either(gettext_lazy("Make a last stand"), gettext_lazy("Concede")),
    "allocate": shot_words,
    "sacrifice": lambda answer, names: [capital(token_of(fields_in(answer)))],
    "break_off": either(gettext_lazy("Break off"), gettext_lazy("Fight on")),
    "retreat": stride_words,
    "advance": stride_words,
}
"""How each kind of ask's answer is said."""
