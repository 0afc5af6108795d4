"""The JSON schema of sheets, for readers; the rules alone decide what is legal.

Source: campaign.md 4 (hand-ins).
"""

from __future__ import annotations

from typing import Any

from campaign.api.schema import sent
from campaign.rules.sheets import BUYS


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
PURCHASE = _object(
    buy_={"type": "string", "enum": list(BUYS)},
    tile_=NUMBER,
    disband=NUMBER,
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

SHEETS = {
    "winter": _object(
        "Ask `winter`: the whole winter before Deploy.",
        recall=_object(place=PLACE, berths=BERTHS),
        tithes=TITHES,
        purchases=PURCHASES,
        feed=_object(**FEED),
    ),
    "recall": _object("Ask `recall`.", place=PLACE, berths=BERTHS),
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
        ],
    },
}
"""What is handed in, by the kind of the ask (``turn``: any of open play's)."""

BODY = {"application/json": {"anyOf": list(SHEETS.values())}}

EXAMPLES: dict[str, Any] = {
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
