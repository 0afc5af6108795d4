"""What a running month remembers, as JSON; the counterpart of ``codec.py`` for ``Summer``.

Orders and instructions are written as sheets write them, so that people can read a state.
"""

from __future__ import annotations

from campaign.rules.state import Battle, Crossing, Order, Plan, Report, Rout, Summer
from games.engine.contract import Json


def encode_summer(summer: Summer) -> Json:
    """Write a month as plain JSON."""
    return {
        "month": summer.month,
        "turn": summer.turn,
        "orders": [[seat, order_json(order)] for seat, order in summer.orders],
        "defending": [list(mark) for mark in summer.defending],
        "crossings": [[c.kingdom, c.army, c.start, c.tile] for c in summer.crossings],
        "fought": summer.fought,
        "plans": [plan_json(plan) for plan in summer.plans],
        "waiting": [battle_json(battle) for battle in summer.waiting],
        "script": [list(entry) for entry in summer.script],
        "told": summer.told,
        **filled(
            modes=[list(mode) for mode in summer.modes],
            ranks=[[tile, [list(each) for each in rank]] for tile, rank in summer.ranks],
        ),
    }


def decode_summer(data: Json) -> Summer:
    """Read the month that ``encode_summer`` wrote."""
    return Summer(
        month=data["month"],
        turn=data["turn"],
        orders=tuple((seat, order_from(order)) for seat, order in data["orders"]),
        defending=tuple((seat, army) for seat, army in data["defending"]),
        crossings=tuple(Crossing(*crossing) for crossing in data["crossings"]),
        fought=data["fought"],
        plans=tuple(plan_from(plan) for plan in data["plans"]),
        waiting=tuple(battle_from(battle) for battle in data["waiting"]),
        script=tuple(tuple(entry) for entry in data["script"]),
        told=data["told"],
        modes=tuple((tile, mode) for tile, mode in data.get("modes", [])),
        ranks=tuple(
            (tile, tuple((seat, place) for seat, place in rank))
            for tile, rank in data.get("ranks", [])
        ),
    )


def filled(**parts: Json) -> dict[str, Json]:
    """Leave out what is empty: ``None``, no lines, no fields."""
    return {key: part for key, part in parts.items() if part not in (None, [], {})}


def order_json(order: Order) -> Json:
    """Write an order as a line of the month's sheet."""
    return {**filled(ship=order.ship, army=order.army), "order": order.do, **filled(to=order.to)}


def order_from(line: Json) -> Order:
    """Read the order that ``order_json`` wrote."""
    return Order(line.get("army"), line.get("ship"), line["order"], line.get("to"))


def plan_json(plan: Plan) -> Json:
    """Write standing instructions as the month's sheet has them; empty ones are left out."""
    battles = [
        {"tile": tile, "enemy": enemy, **({"kind": kind} if kind else {})}
        for tile, enemy, kind in plan.battles
    ]
    written = filled(
        battles=battles,
        sacrifice=[filled(ship=ship, army=army) for army, ship in plan.sacrifice],
        retreat=list(plan.retreat),
        advance=[{**filled(ship=ship, army=army), "to": to} for army, ship, to in plan.advance],
        concede=list(plan.concede),
    )
    if plan.break_off:
        written["break_off"] = True
    if not plan.last_stand:
        written["last_stand"] = False
    return written


def plan_from(data: Json) -> Plan:
    """Read the instructions that ``plan_json`` wrote."""
    return Plan(
        battles=tuple(
            (line["tile"], line["enemy"], line.get("kind", "")) for line in data.get("battles", [])
        ),
        sacrifice=tuple((t.get("army"), t.get("ship")) for t in data.get("sacrifice", [])),
        break_off=data.get("break_off", False),
        retreat=tuple(data.get("retreat", [])),
        advance=tuple((t.get("army"), t.get("ship"), t["to"]) for t in data.get("advance", [])),
        concede=tuple(data.get("concede", [])),
        last_stand=data.get("last_stand", True),
    )


def report_json(report: Report) -> Json:
    """Write a battle's report; routs as [kingdom, army, unit, by_kingdom, by_army, by_unit]."""
    routs = [[r.kingdom, r.army, r.unit, r.by_kingdom, r.by_army, r.by_unit] for r in report.routs]
    slain = filled(slain=[list(each) for each in report.slain])
    return {"winner": report.winner, "routs": routs, "simple": report.simple, **slain}


def report_from(data: Json) -> Report:
    """Read the report that ``report_json`` wrote."""
    return Report(
        data["winner"],
        tuple(Rout(*row) for row in data["routs"]),
        data["simple"],
        tuple((slain, brought) for slain, brought in data.get("slain", [])),
    )


def battle_json(battle: Battle) -> Json:
    """Write a waiting battle."""
    return {
        "number": battle.number,
        "tile": battle.tile,
        "attacker": battle.attacker,
        "defender": battle.defender,
        "mode": battle.mode,
        "attackers": list(battle.attackers),
        "defenders": list(battle.defenders),
        "last_stand": battle.last_stand,
        "weather": battle.weather,
        "cards": [list(cards) for cards in battle.cards],
        "report": None if battle.report is None else report_json(battle.report),
        **filled(seats=list(battle.seats)),
    }


def battle_from(data: Json) -> Battle:
    """Read the battle that ``battle_json`` wrote."""
    mine, theirs = data["cards"]
    return Battle(
        number=data["number"],
        tile=data["tile"],
        attacker=data["attacker"],
        defender=data["defender"],
        mode=data["mode"],
        attackers=tuple(data["attackers"]),
        defenders=tuple(data["defenders"]),
        last_stand=data["last_stand"],
        weather=data["weather"],
        cards=(tuple(mine), tuple(theirs)),
        report=None if data["report"] is None else report_from(data["report"]),
        seats=tuple(data.get("seats", ())),
    )
