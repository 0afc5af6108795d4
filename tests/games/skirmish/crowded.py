"""Positions full of what seldom happens, and a referee that takes such a position over."""

from tests.games.skirmish.referee import Referee
from tests.games.skirmish.referee_board import ROSTERS, SQUARES, around

PAWNS = ("arctic_wolf", "spearman", "bramblefoot")


def reigning(rng, factions):
    """Return such a position in which Father Winter is protected, weak, and next to an enemy."""
    seat = factions.index("blights")
    position = crowded(rng, factions)
    names = ("south", "north")
    side, other = position[names[seat]], position[names[1 - seat]]
    for square, text in list(side.items()):
        if text.startswith("father_winter"):
            del side[square]
    taken = {*side, *other, *position["trees"], *(position.get("skipped") or {}).values()}
    free = [square for square in SQUARES if square not in taken]
    there, beside = rng.choice(
        [(one, next_to) for one in free for next_to in around(one) if next_to in free]
    )
    side[there] = "father_winter cursed dis=2"
    king = {"plain_guard": "captain", "briar_host": "thorn_king"}[factions[1 - seat]]
    position[names[1 - seat]] = {
        **{at: text for at, text in other.items() if not text.startswith(king)},
        beside: f"{king} blessed",
    }
    kings = ("father_winter", king)
    position["slain"] = [
        [text for text in texts if not text.startswith(kings)] for texts in position["slain"]
    ]
    position["kept"][seat] = 12
    return {**position, "to_move": 1 - seat}


def crowded(rng, factions):
    """Return a partial position in which nearly everything may come up."""
    free = rng.sample([one for one in SQUARES if one[1] in "34567"], 40)
    free += rng.sample([one for one in SQUARES if one[1] in "128"], 24)
    if rng.random() < 0.3:
        rng.shuffle(free)
    slain, sides, skipped = [[], []], [{}, {}], None
    for seat in (0, 1):
        _place(rng, factions, seat, free, sides, slain)
    if rng.random() < 0.5:
        skipped = _skip(rng, free, sides)
    _wake(rng, sides)
    trees = [free.pop(0) for _ in range(rng.choice([0, 2, 6, 6]))]
    position = {
        "turn": rng.choice([1, 5, 9, 10, 10]),
        "to_move": rng.randrange(2),
        "south": sides[0],
        "north": sides[1],
        "slain": slain,
        "trees": trees,
        "kept": [_kept(rng, faction) for faction in factions],
        "jokers_up": rng.randrange(3),
        "marks": [_marks(rng, faction) for faction in factions],
    }
    if rng.random() < 0.5 and sum(position["kept"]) < 47:
        position["deck_size"] = rng.randrange(6)
    return {**position, "skipped": skipped} if skipped else position


def _place(rng, factions, seat, free, sides, slain):
    roster = ROSTERS[factions[seat]]
    pool = [entry for entry, (_, most) in roster.items() for _ in range(most)]
    team = rng.sample(pool, rng.choice([1, 3, 6, 9]))
    if factions[seat] == "blights" and rng.random() < 0.2:
        team = ["barbegazi"] * rng.choice([1, 2])
    for entry in team:
        pawn = entry in PAWNS
        square = free.pop(0)
        if pawn and rng.random() < 0.3:
            far = [one for one in free if one[1] == ("7" if seat == 0 else "2")]
            far += [one for one in free if one[1] == ("8" if seat == 0 else "1")]
            if far:
                free.append(square)
                square = rng.choice(far)
                free.remove(square)
        sides[seat][square] = _piece(rng, entry)
    for entry in dict.fromkeys(pool):
        left = roster[entry][1] - team.count(entry)
        if left and rng.random() < 0.4:
            count = rng.randint(1, left)
            slain[seat] += [entry + rng.choice(["", " used"]) for _ in range(count)]


def _piece(rng, entry):
    words = [entry, f"adv={rng.choice([0, 0, 1, 2])}", f"dis={rng.choice([0, 0, 1, 1, 2])}"]
    words += rng.choice([[], [], ["blessed"], ["cursed"]])
    words += [word for word in ("moved", "activated") if rng.random() < 0.3]
    words += ["used"] if entry == "seed_keeper" and rng.random() < 0.4 else []
    words += ["promoted"] if entry in PAWNS and rng.random() < 0.2 else []
    return " ".join(words)


def _skip(rng, free, sides):
    """Let a Pawn have just gone two squares, beside an enemy Pawn if there is one to take."""
    seat = rng.randrange(2)
    pawns = [one for one, text in sides[seat].items() if text.split()[0] in PAWNS]
    others = [one for one, text in sides[1 - seat].items() if text.split()[0] in PAWNS]
    if not pawns or not others:
        return None
    square, behind = ("c4", "c3") if seat == 0 else ("c5", "c6")
    beside = rng.choice("bd") + square[1]
    if not {square, behind, beside} <= set(free):
        return None
    sides[seat][square] = sides[seat].pop(pawns[0])
    sides[1 - seat][beside] = sides[1 - seat].pop(others[0]).replace(" activated", "")
    for one in (square, behind, beside):
        free.remove(one)
    return {"pawn": square, "square": behind}


def _wake(rng, sides):
    """Let each side have somebody to Activate."""
    for side in sides:
        square = rng.choice(list(side))
        side[square] = side[square].replace(" activated", "")


def _kept(rng, faction):
    return rng.choice([0, 1, 5, 9, 10, 11, 13, 30, 52]) if faction == "blights" else 0


def _marks(rng, faction):
    return ["thaw"] if faction == "blights" and rng.random() < 0.3 else []


def take_over(factions, encoded):
    """Return a referee that goes on from an encoded state in which somebody is to Activate."""
    referee = Referee(factions, first=encoded["first"])
    referee.turn = encoded["turn"]
    for piece in encoded["pieces"]:
        named = referee.piece(piece["seat"], piece["entry"])
        referee.pieces.append({**piece, "type": named["type"]})
    referee.trees = list(encoded["trees"])
    referee.deck, referee.discard = list(encoded["deck"]), list(encoded["discard"])
    referee.kept = [list(cards) for cards in encoded["kept"]]
    referee.jokers_up = encoded["jokers_up"]
    referee.thaw = "thaw" in encoded["marks"][0] + encoded["marks"][1]
    if skipped := encoded["skipped"]:
        referee.skipped = (referee.pieces[skipped["piece"]], skipped["square"])
    ((_, seat),) = encoded["agenda"]
    referee.flow, referee.forced = referee.go_on_from(seat), True
    referee.go_on(None, None)
    return referee
