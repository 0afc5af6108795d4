"""Random games and crowded positions of Courtier for tests."""

from random import Random

from games.courtier import SYSTEM
from games.courtier.deckfile import house_table
from games.engine.chance import Recording, Seeded

TABLE = house_table()
TYPES = ("influence", "power")
COURTIERS = {one["id"]: one for one in TABLE["courtier"]}
COTERIES = [one["id"] for one in TABLE["coterie"]]
FASHIONS = [one["id"] for one in TABLE["fashion"] if not one["ends_game"]]
PETITIONS = {one["id"]: one for one in TABLE["petition"]}
CARDS = {one["id"]: name for name in TYPES for one in TABLE[name]}
CARD = {one["id"]: one for name in TYPES for one in TABLE[name]}
COPIES = {name: [one["id"] for one in TABLE[name] for _ in range(one["qty"])] for name in TYPES}
VARIANTS = (
    {},
    {"auction": False},
    {"fast_start": True},
    {"no_cheese": True, "auction": False},
    {"fashion_top": 2, "fashion_bottom": 1},
    {"first": 0, "fashion_top": 0, "fashion_bottom": 3, "fast_start": True},
    {"turn_cap": 25, "no_cheese": True},
    {"gianni_can_win": False, "fashion_top": 10, "fashion_bottom": 6},
)


def opened(seats=3, **options):
    """Return a game of the house deck."""
    return SYSTEM.open(options, seats)


def colours(seats):
    """Return the owners that are no neutral markers."""
    return [*map(str, range(seats)), *(["gianni"] if seats == 2 else [])]


def resolved(game, state, answer, chance=None):
    """Return the step that one legal answer of whoever is asked leads to."""
    (ask,) = game.asks(state)
    return game.resolve(state, {ask.seat: answer}, chance or Seeded(Random(0)))


def walk(game, seed, choose, state=None, limit=400):
    """Give ``(step, ask, answer)`` along a game, the last with neither; draws by seed."""
    rng = Random(seed)
    step = game.start(Seeded(rng))
    if state is not None:
        step = type(step)(state)
    for _ in range(limit):
        asks = game.asks(step.state)
        if not asks:
            break
        answer = choose(game, step.state, asks[0], rng)
        yield step, asks[0], answer
        step = resolved(game, step.state, answer, Seeded(rng))
    yield step, None, None


def recorded(game, state, answer, rng):
    """Return a step and what was drawn for it."""
    recording = Recording(Seeded(rng))
    return resolved(game, state, answer, recording), recording.draws


# Who plays


def anything(game, state, ask, rng):
    """Choose any legal answer, all alike."""
    return rng.choice(list(ask.legal))


def lively(game, state, ask, rng):
    """Choose a legal answer that mostly brings a petition nearer, sometimes any."""
    legal = list(ask.legal)
    if rng.random() < 0.15:
        return rng.choice(legal)
    wanted = _wanted(game.view(state, ask.seat), ask.seat)
    return max(legal, key=lambda answer: _liking(answer, wanted) + rng.random())


def _wanted(view, seat):
    petitions = [*view["petitions"], *filter(None, [view["secrets"][seat]])]
    return {courtier for one in petitions for courtier in PETITIONS[one]["courtiers"]}


LIKED = {"complete": 9, "play": 3, "repeat": 2, "gain": 1, "done": 1, "draw": 1, "discard": 0}


def _liking(answer, wanted):
    verb, *words = answer.split()
    liking = LIKED.get(verb, 1)
    if words:
        card = CARD.get(words[0], {})
        liking += card.get("target") in wanted or card.get("extra_play", "none") != "none"
        if verb in ("place", "put"):
            liking += 2 * (words[0] in wanted)
    return liking


# Where they play


def crowded(rng, seats, hand=6):
    """Return a partial position with much on the board and in hand, whoever is to move."""
    free = {name: rng.sample(COPIES[name], len(COPIES[name])) for name in TYPES}
    row = rng.sample(list(PETITIONS), 4)
    position = {
        "courtiers": _markers(rng, seats, row),
        "hands": [_hand(rng, free, hand) for _ in range(seats)],
        "to_move": rng.randrange(seats),
        "petitions": row,
        "stand_ins": rng.sample(COTERIES, rng.choice([0, 0, 0, 1, 2])),
        "fashion": rng.sample(FASHIONS, 2),
    }
    if rng.random() < 0.4:
        position["pools"] = [rng.choice([0, 0, 1, 4]) for _ in colours(seats)]
    if rng.random() < 0.3:
        position["deck_sizes"] = {name: rng.randint(0, 3) for name in TYPES}
    return position


def crowded_by_gianni(rng):
    """Return a partial position for two in which Gianni may complete what lies in the row."""
    position = crowded(rng, 2)
    position.pop("pools", None)
    listed = [courtier for one in position["petitions"] for courtier in PETITIONS[one]["courtiers"]]
    left, there = 24, {}
    for courtier in dict.fromkeys(["minister", *listed]):
        slots = COURTIERS[courtier]["slots"]
        owner = rng.choice(["gianni", "gianni", "gianni", "neutral"])
        his = slots - rng.choice([0, 0, 0, 1])
        if owner == "neutral":
            there[courtier] = {"neutral": slots}
        elif 0 < his <= left:
            left -= his
            there[courtier] = {"gianni": his}
    return {**position, "courtiers": there}


def packed(rng, seats):
    """Return a partial position with one or two free slots, and cards that move markers."""
    slots = [one for one, data in COURTIERS.items() for _ in range(data["slots"])]
    there = {}
    for courtier in rng.sample(slots, len(slots) - rng.choice([1, 1, 2])):
        owner = rng.choice([*colours(seats), "neutral"])
        mine = there.setdefault(courtier, {})
        mine[owner] = mine.get(owner, 0) + 1
    movers = ["pow_persuasive", "pow_meddlesome", "pow_diplomatic", "pow_subversive", "inf_any"]
    return {"courtiers": there, "hands": [movers], "pools": [1]}


def _hand(rng, free, size):
    return [free[rng.choice(TYPES)].pop() for _ in range(rng.randint(1, size))]


def _markers(rng, seats, row):
    """Fill courtiers, most of them by one owner, and more of those a petition lists."""
    owners = [*colours(seats), "neutral"]
    left = dict.fromkeys(owners, 20)
    listed = [courtier for one in row for courtier in PETITIONS[one]["courtiers"]]
    there = {}
    for courtier, data in COURTIERS.items():
        mains = rng.sample(owners, rng.choice([0, 1, 1, 1, 2]))
        for main in mains:
            full = courtier in listed and rng.random() < 0.6
            count = data["slots"] if full else rng.randint(1, data["slots"])
            count = min(count, left[main], data["slots"] - sum(there.get(courtier, {}).values()))
            if count:
                left[main] -= count
                there.setdefault(courtier, {})[main] = count
    return there
