"""The JSON schema of sheets, for readers; the rules alone decide what is legal.

Source: campaign.md 2 (sealed play), 3a (the month's sheet), 4 (hand-ins), 5 (reports, lists).
"""

from __future__ import annotations

from typing import Any

from campaign.rules.board import DIRECTIONS
from campaign.rules.summer.orders import ORDERS
from campaign.rules.winter.sheets import BUYS
from games.hosting.api.schema import sent
from games.skirmish.faction import faction_ids


def _object(description: str = "", /, **properties: Any) -> dict[str, Any]:
    """Describe an object without other fields; those named ``x_`` are required."""
    names = {name.rstrip("_"): schema for name, schema in properties.items()}
    required = [name.rstrip("_") for name in properties if name.endswith("_")]
    made: dict[str, Any] = {
        "type": "object", "properties": names, "additionalProperties": False,
    }  # fmt: skip
    if required:
        made["required"] = required
    return made | ({"description": description} if description else {})


def _list(items: Any, description: str = "") -> dict[str, Any]:
    made = {"type": "array", "items": items}
    return made | ({"description": description} if description else {})


NUMBER = {"type": "integer", "minimum": 0}
PAIR = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
STOCK = _object("At least so much.", gold=NUMBER, food=NUMBER)
RECEIVED = _object(
    "At least so much in this winter's tithes, from a seat or from all.",
    from_={"oneOf": [NUMBER, {"type": "string", "enum": ["all"]}]},
    gold=NUMBER,
    food=NUMBER,
)
CONDITIONS = _list(
    {"oneOf": [_object(received_=RECEIVED), _object(stock_=STOCK)]},
    "The line is carried out only once all hold.",
)
TITHE = _object(to_=NUMBER, gold=NUMBER, food=NUMBER, **{"if": CONDITIONS})
WORD = {"type": "string"}
FLAG = {"type": "boolean"}
EXTRA = {
    "type": "array", "items": {}, "minItems": 3, "maxItems": 3,
    "description": "What a unit carries: its name, its points, whether it is a magic item.",
}  # fmt: skip
UNIT = _object(
    "`points` are without the extras; `size` counts models.",
    name_=WORD,
    size_=NUMBER,
    points_=NUMBER,
    strength={"type": "integer"},
    legend=FLAG,
    ally=FLAG,
    extras=_list(EXTRA),
)
LIST = _object(
    "An army's list; `ally` is the race of its allied army.", ally=WORD, units=_list(UNIT)
)
PURCHASE = _object(
    buy_={"type": "string", "enum": list(BUYS)},
    tile_=NUMBER,
    disband=NUMBER,
    list=LIST | {"description": "With an army, in battles on a real table."},
    **{"if": CONDITIONS},
)
PLACE = {"type": "integer", "nullable": True, "description": "Where the armies winter."}
BERTHS = _list(PAIR, "Pairs of a ship and a city's tile, in the order they are taken.")
TITHES = _list(TITHE, "Wishes, the first that is possible is carried out on each turn.")
PURCHASES = _list(PURCHASE, "Wishes, the first that is possible is carried out on each turn.")
FEED = {
    "first": _list(NUMBER, "Armies in the order they are fed; the rest by default."),
    "dismiss": _list(NUMBER, "Armies that are let go."),
}
PLACEMENTS = _list(PAIR, "Pairs of an army and a tile, in order; the rest by default.")

DIRECTION = {"type": "string", "enum": list(DIRECTIONS)}
HOMELAND = _object(
    "Exactly a city, a fortress and two villages, by direction from the capital.",
    **{way: {"type": "string", "enum": ["city", "fortress", "village"]} for way in DIRECTIONS},
)
TOKEN = {"army": NUMBER, "ship": NUMBER}
ORDER = _object(
    "One token, or with both numbers a pair; `to` with a move.",
    **TOKEN,
    order_={"type": "string", "enum": list(ORDERS)},
    to=NUMBER,
)
FIGHT = _object(tile_=NUMBER, enemy_=NUMBER, kind={"type": "string", "enum": ["land", "naval"]})
UNIT_KEY = {
    "type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3,
    "description": "A kingdom, one of its armies, a unit of its list counted from 1.",
}  # fmt: skip
ROUT = _object(unit_=UNIT_KEY, by=UNIT_KEY | {"nullable": True})
FILED = _object(
    "How a battle ended (`winner` null: a draw), or `simple`: the dice shall decide.",
    tile_=NUMBER,
    winner=NUMBER | {"nullable": True},
    routs=_list(ROUT),
    simple=FLAG,
)
FACTION = {"type": "string", "enum": ["", *faction_ids()]}
SHEETS = {
    "setup": _object(
        "Ask `setup`: banner, capital, homeland and first army.",
        race=WORD,
        faction=FACTION,
        starts=_list(NUMBER, "Start tiles, best first."),
        homeland=HOMELAND,
        army={"type": "string", "enum": ["capital", *DIRECTIONS]},
        list=LIST,
    ),
    "banner": _object("Ask `banner` (open play).", race=WORD, faction=FACTION),
    "month": _object(
        "Ask `month`: orders in the order they resolve, and standing instructions.",
        orders=_list(ORDER),
        battles=_list(FIGHT, "Which battle to pick, best first."),
        sacrifice=_list(_object(**TOKEN), "Which token goes first."),
        break_off=FLAG,
        retreat=_list(NUMBER, "Where to, best first."),
        advance=_list(_object(**TOKEN, to_=NUMBER), "The winner's extra step, best first."),
        concede=_list(NUMBER, "Where battles are conceded."),
        last_stand=FLAG,
        lists=_list(LIST | {"properties": {"army": NUMBER, **LIST["properties"]}}),
    ),
    "report": _object("Ask `report`: battles on a real table.", reports=_list(FILED)),
    "winter": _object(
        "Ask `winter`: the whole winter before Deploy; where courts are held, without `recall`.",
        recall=_object(place=PLACE, berths=BERTHS),
        tithes=TITHES,
        purchases=PURCHASES,
        feed=_object(**FEED),
    ),
    "recall": _object("Ask `recall`.", place=PLACE, berths=BERTHS),
    "court": _object("Ask `court`: the empty sheet says that one is done with courts."),
    "tithe": _object("Ask `tithe`.", tithes=TITHES),
    "build": _object("Ask `build`.", purchases=PURCHASES),
    "feed": _object("Ask `feed`.", **FEED),
    "deploy": _object("Ask `deploy`.", placements=PLACEMENTS),
    "turn": {
        "description": "Open play: one of the answers listed as `legal`.",
        "oneOf": [
            {"type": "string", "enum": ["pass"]},
            _object(to_=NUMBER, gold=NUMBER, food=NUMBER),
            _object(buy_={"type": "string", "enum": list(BUYS)}, tile_=NUMBER, disband=NUMBER),
            PAIR,
            ORDER,
            HOMELAND,
            NUMBER,
            DIRECTION | {"enum": ["capital", *DIRECTIONS]},
            {"description": "A choice in battle, as listed."},
        ],
    },
}
"""What is handed in, by the kind of the ask (``turn``: any of open play's)."""

BODY = {"application/json": {"anyOf": list(SHEETS.values())}}

EXAMPLES: dict[str, Any] = {
    "setup": {
        "race": "Dwarfs",
        "faction": "plain_guard",
        "starts": [17, 4],
        "homeland": {"e": "city", "ne": "fortress", "w": "village", "sw": "village"},
        "army": "e",
    },
    "banner": {"race": "Dwarfs", "faction": "plain_guard"},
    "month": {
        "orders": [
            {"army": 1, "order": "move", "to": 9},
            {"ship": 1, "army": 2, "order": "hold"},
            {"army": 3, "order": "defend"},
        ],
        "battles": [{"tile": 9, "enemy": 1}],
        "retreat": [8],
        "break_off": True,
    },
    "report": {
        "reports": [
            {"tile": 17, "winner": 0, "routs": [{"unit": [1, 2, 3], "by": [0, 1, 1]}]},
            {"tile": 40, "simple": True},
        ]
    },
    "winter": {
        "recall": {"place": None, "berths": [[1, 17]]},
        "tithes": [{"to": 1, "gold": 1, "food": 0}],
        "purchases": [
            {"buy": "village", "tile": 9},
            {
                "buy": "army",
                "tile": 7,
                "if": [{"received": {"from": "all", "gold": 0, "food": 1}}],
            },
        ],
        "feed": {"first": [2, 1], "dismiss": []},
    },
    "recall": {"place": 12, "berths": [[1, 17], [2, 12]]},
    "court": {},
    "tithe": {
        "tithes": [{"to": 2, "gold": 1, "food": 0, "if": [{"stock": {"gold": 3, "food": 0}}]}]
    },
    "build": {"purchases": [{"buy": "fortress", "tile": 7}, {"buy": "army", "tile": 7}]},
    "feed": {"first": [3], "dismiss": [1]},
    "deploy": {"placements": [[1, 7], [2, 12]]},
}

SENT = [sent(f"{kind} sheet", sheet) for kind, sheet in EXAMPLES.items()] + [
    sent("nothing special", {}),
    sent("pass (open play)", "pass"),
]
