"""Decks that nobody printed: the house deck with much changed that a deck file may say."""

from copy import deepcopy

from games.courtier.deckfile import house_table


def swapped(rng):
    """Return a valid deck table with other abilities, cards, petitions and fashions."""
    table = deepcopy(house_table())
    for change in (_abilities, _influence, _power, _petitions, _fashions, _setup):
        change(table, rng)
    return table


def _record(table, kind, name):
    (one,) = [one for one in table[kind] if one["id"] == name]
    return one


def _abilities(table, rng):
    for one in table["ability"]:
        if one["op"] in ("extra_marker", "repeat", "draw", "vp"):
            one["amount"] = rng.randint(1, 2)
        if one["op"] in ("extra_marker", "repeat", "draw"):
            one["use"] = rng.choice(["optional", "forced"])
        if one["op"] == "end_bonus":
            one["amount"] = table["scoring"]["senate_bonus"] = rng.randint(1, 20)


def _influence(table, rng):
    for card in table["influence"]:
        if rng.random() < 0.3:
            card["markers"] = 2
        if rng.random() < 0.3:
            card["empty_only"] = not card["empty_only"]
        if card["wild"] and rng.random() < 0.5:
            card["wild"] = False


OPS = ("gain", "place_own", "place_neutral", "remove_neutral", "move_own", "move_other",
       "remove_other", "swap", "draw")  # fmt: skip


def _power(table, rng):
    for card in table["power"]:
        if card["steps"] and card["steps"][0]["op"] != "substitute" and rng.random() < 0.6:
            card["steps"] = [
                {"op": rng.choice(OPS), "count": rng.randint(1, 3)}
                for _ in range(rng.randint(1, 3))
            ]
            card["mode"] = rng.choice(["all", "choose_one"]) if card["steps"][1:] else "all"
            card["cost"] = rng.choice([0, 0, 1, 2])
        if not card["repeatable"] or rng.random() < 0.3:
            card["extra_play"] = rng.choice(["any", "influence"])
            card["extra_plays"] = rng.randint(1, 2)
            card["refill_penalty"] = rng.randint(0, 2)


def _petitions(table, rng):
    slots = {one["id"]: one["slots"] for one in table["courtier"]}
    for petition in table["petition"]:
        if rng.random() < 0.5:
            petition["courtiers"] = rng.sample(list(slots), rng.randint(2, 4))
            petition["slots"] = sum(slots[one] for one in petition["courtiers"])
            petition["points"] = rng.randint(5, 16)


def _fashions(table, rng):
    coteries = [one["id"] for one in table["coterie"]]
    for fashion in table["fashion"]:
        if not fashion["ends_game"]:
            some = [
                {"op": "fill", "coterie": rng.choice(coteries)},
                {"op": "gain_each", "count": rng.randint(1, 3)},
                {"op": "clear_neutral"},
                {"op": "sprinkle"},
                {"op": "new_petitions"},
                {"op": "vp_completer", "count": rng.randint(1, 3)},
            ]
            fashion["effects"] = rng.sample(some, rng.randint(0, 3))


def _setup(table, rng):
    setup = table["setup"]
    setup["hand_size"] = rng.randint(4, 6)
    setup["public_petitions"] = rng.randint(2, 5)
    setup["pool_start"] = rng.randint(5, 18)
