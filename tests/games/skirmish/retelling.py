"""A game of the skirmish written down: all facts first, then each answer and what it changed."""

from itertools import pairwise


def facts(asked, state):
    """Return a state as lines by name; ``asked`` lists seats and kinds."""
    told = {
        "asked": ", ".join(f"{seat} {kind}" for seat, kind in asked) or "nobody",
        "turn": f"{state['turn']}, first {state['first']}",
        **{f"{n} {one['entry']}": piece(one) for n, one in enumerate(state["pieces"])},
        "trees": " ".join(sorted(state["trees"])),
        "deck": str(len(state["deck"])),
        "discard": " ".join(state["discard"]),
        "kept": " | ".join(" ".join(cards) for cards in state["kept"]),
        "jokers up": str(state["jokers_up"]),
        "thaw": "yes" if state["thaw"] else "no",
        "points": " ".join(map(str, state["points"])),
        "end": state["end"],
    }
    return {name: text.strip() or "-" for name, text in told.items()}


def piece(one):
    """Return where a piece is and what lies on it."""
    words = ["south" if one["seat"] == 0 else "north", one["square"] or one["where"]]
    words += [f"adv={one['adv']}"] if one["adv"] else []
    words += [f"dis={one['dis']}"] if one["dis"] else []
    words += [one["grace"]] if one["grace"] else []
    if one["where"] == "board":
        words += ["activated"] if one["activated"] else []
    return " ".join(words)


def of_package(game, state):
    """Return the facts of a state of the package."""
    outcome = game.outcome(state)
    encoded = game.encode(state)
    end = f"{outcome.reason} {list(outcome.winners)}" if outcome.over else ""
    thaw = any(encoded["marks"])
    asked = [(ask.seat, ask.kind) for ask in game.asks(state)]
    return facts(asked, {**encoded, "thaw": thaw, "points": outcome.scores, "end": end})


def of_referee(referee):
    """Return the facts of a referee."""
    end = f"{referee.over} {referee.winners}" if referee.over else ""
    names = ("turn", "first", "pieces", "trees", "deck", "discard", "kept", "jokers_up", "thaw")
    told = {name: getattr(referee, name) for name in names}
    asked = [(seat, kind) for seat, kind, _ in referee.asked]
    return facts(asked, {**told, "points": referee.points(), "end": end})


def lines(answers, told):
    """Write down the answers of each step and, from first to last, the facts that change."""
    yield from (f"    {name}: {text}" for name, text in told[0].items())
    for number, (given, (old, new)) in enumerate(zip(answers, pairwise(told), strict=True), 1):
        yield f"{number}. " + ", ".join(f"{seat} {text}" for seat, text in given.items())
        yield from (f"    {name}: {text}" for name, text in new.items() if old.get(name) != text)
