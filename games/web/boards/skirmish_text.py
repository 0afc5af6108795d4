"""The whole state of a skirmish as headings and texts, for who reads instead of looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.web.boards.skirmish_names import entry_name, faction_name, type_name
from games.web.boards.skirmish_words import (
    asked,
    cards_words,
    count_cards,
    listed,
    result_words,
    side_words,
    team_words,
)

Text = tuple[str, str]


def as_text(view: Json, names: Sequence[str]) -> list[Text]:
    """Return all that a view holds, what matters most first."""
    return [
        *_turn(view, names),
        *_sides(view, names),
        *_terrain(view),
        *_fight(view, names),
        *_cards(view, names),
    ]


def _turn(view: Json, names: Sequence[str]) -> Iterator[Text]:
    if view["stage"] == "over":
        winners = [names[seat] for seat in view["winners"]]
        result = _("A draw") if len(winners) != 1 else _("%(name)s has won") % {"name": winners[0]}
        yield _("Result"), result
    elif view["choosing"]:
        yield _("Now"), _("The teams are chosen in secret")
    else:
        yield (
            _("Now"),
            _("%(name)s: %(asked)s")
            % {"name": names[view["to_move"]], "asked": asked(view["stage"])},
        )
    if view["turn"]:
        yield (
            _("Turn"),
            _("%(turn)s of %(last)s; %(name)s goes first")
            % {"turn": view["turn"], "last": view["last_turn"], "name": names[view["first"]]},
        )
    if view["active"] >= 0 and view["pieces"]:
        yield _("Activated now"), piece_words(view["pieces"][view["active"]])


def _sides(view: Json, names: Sequence[str]) -> Iterator[Text]:
    for seat, name in enumerate(names):
        side = _("South") if seat == 0 else _("North")
        faction = faction_name(view["factions"][seat])
        yield (
            _("%(name)s, %(side)s") % {"name": name, "side": side},
            _("%(faction)s, %(points)s points")
            % {"faction": faction, "points": view["points"][seat]},
        )
        if not view["pieces"]:
            if team := view["teams"][seat]:
                yield _("%(name)s's team") % {"name": name}, team_words(team)
            continue
        yield from _pieces(view, name, seat)


def _pieces(view: Json, name: str, seat: int) -> Iterator[Text]:
    mine = [piece for piece in view["pieces"] if piece["seat"] == seat]
    headings = {
        "board": _("%(name)s on the board"),
        "hand": _("%(name)s to deploy"),
        "slain": _("%(name)s slain"),
    }
    for where, heading in headings.items():
        if found := [piece_words(piece) for piece in mine if piece["where"] == where]:
            yield heading % {"name": name}, "; ".join(found)


def piece_words(piece: Mapping[str, Any]) -> str:
    """Say a piece: what, where, and all that lies on it."""
    parts = [_("%(name)s (%(type)s)") % {
        "name": entry_name(piece["entry"]), "type": type_name(piece["entry"])
    }]  # fmt: skip
    if piece["square"]:
        parts = [_("%(piece)s on %(square)s") % {"piece": parts[0], "square": piece["square"]}]
    parts += state_words(piece)
    return ", ".join(parts)


def state_words(piece: Mapping[str, Any]) -> list[str]:
    """Say what lies on a piece and whether it has had its turn."""
    says = [
        (piece["adv"], _("%(n)s Advantage") % {"n": piece["adv"]}),
        (piece["dis"], _("%(n)s Disadvantage") % {"n": piece["dis"]}),
        (piece["grace"] == "blessed", _("Blessed")),
        (piece["grace"] == "cursed", _("Cursed")),
        (piece["activated"], _("has been Activated")),
        (piece["used"], _("has used its rule")),
    ]
    return [text for holds, text in says if holds]


def _terrain(view: Json) -> Iterator[Text]:
    if view["trees"]:
        yield _("Trees"), listed(view["trees"])
    if view["skipped"]:
        yield _("En Passant"), _("possible on %(square)s") % {"square": view["skipped"]["square"]}


def _fight(view: Json, names: Sequence[str]) -> Iterator[Text]:
    if fight := view["fight"]:
        pair = [entry_name(view["pieces"][fight[role]]["entry"]) for role in ("attacker", "target")]
        yield _("Being fought"), _("%(a)s Attacks %(b)s") % dict(zip("ab", pair, strict=True))
    if last := view["last_fight"]:
        yield (
            _("The last fight"),
            _("%(a)s Attacked %(b)s. Attack %(attack)s. Defence %(defence)s. %(result)s")
            % {
                "a": entry_name(last["attacker_entry"]),
                "b": entry_name(last["target_entry"]),
                "attack": side_words(last, 0),
                "defence": side_words(last, 1),
                "result": result_words(last),
            },
        )


def _cards(view: Json, names: Sequence[str]) -> Iterator[Text]:
    if "thaw" in view["marks"][0] + view["marks"][1]:
        yield _("The Thaw"), _("is here, for the rest of the game")
    if view["shown"]:
        yield _("Turned over"), cards_words(view["shown"])
    for seat, name in enumerate(names):
        if cards := view["kept"][seat]:
            yield (
                _("%(name)s has kept %(count)s") % {"name": name, "count": count_cards(len(cards))},
                cards_words(cards),
            )
    yield _("Deck"), count_cards(view["deck"])
    if view["discard"]:
        yield _("Discarded"), cards_words(view["discard"])
    yield _("Joker cards face up"), str(view["jokers_up"])
