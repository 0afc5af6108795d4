"""The course of a skirmish: Trees, deployment, turns, Activations, the end.

Source: skirmish.md 3, 4, 5, 14.
"""

from __future__ import annotations

from games.skirmish.abilities import Task
from games.skirmish.combat import begin_attack
from games.skirmish.common_tasks import home_ranks
from games.skirmish.geometry import NAMES, SQUARE_OF, ranks_mask, squares_in
from games.skirmish.house import HOUSE
from games.skirmish.moves import actions, activations, lands_on
from games.skirmish.play import Play
from games.skirmish.state import HAND, Fight, State, empty
from games.skirmish.tasks import Choice, choice, doing

TREE_RANKS = ranks_mask(*HOUSE.tree_ranks)

# Set-up


@choice("tree")
class PlaceTree(Choice):
    """The players place Trees in turn (skirmish.md 3.4)."""

    def seat(self, state: State, left: int) -> int:
        return state.mover

    def options(self, state: State, left: int) -> list[str]:
        return [f"tree {NAMES[square]}" for square in squares_in(TREE_RANKS & empty(state))]

    def take(self, play: Play, answer: str, left: int) -> None:
        state = play.state
        square = SQUARE_OF[answer.split()[1]]
        state.trees |= 1 << square
        play.tell("tree_placed", seat=state.mover, square=NAMES[square])
        state.mover = 1 - state.mover
        if left > 1:
            play.push([("tree", left - 1)])


@doing("reveal")
def reveal(play: Play) -> None:
    """Show the teams; deployment begins with the first player (skirmish.md 3.5)."""
    state = play.state
    state.mover = state.first
    teams: list[dict[str, int]] = [{}, {}]
    for piece in state.pieces:
        teams[piece.seat][piece.entry.id] = teams[piece.seat].get(piece.entry.id, 0) + 1
    play.tell_drawn("teams_revealed", teams=teams)
    play.push([("deployment",)])


@doing("deployment")
def deployment(play: Play) -> None:
    """Let the next seat that has something to place do so; then turn 1 begins."""
    state = play.state
    for seat in (state.mover, 1 - state.mover):
        if any(piece.seat == seat and piece.square == HAND for piece in state.pieces):
            state.mover = 1 - seat
            play.push([("deploy", seat), ("deployment",)])
            return
    play.push([("turn",)])


@choice("deploy")
class Deploy(Choice):
    """A piece is placed on one of the two ranks nearest to its owner (skirmish.md 3.6)."""

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        home = home_ranks(seat, HOUSE.deployment_ranks)
        squares = [NAMES[square] for square in squares_in(home & empty(state))]
        in_hand = dict.fromkeys(
            piece.entry.id for piece in state.pieces if piece.seat == seat and piece.square == HAND
        )
        return [f"deploy {entry} {square}" for entry in in_hand for square in squares]

    def take(self, play: Play, answer: str, seat: int) -> None:
        _, entry, square = answer.split()
        number = next(
            number
            for number, piece in enumerate(play.state.pieces)
            if piece.seat == seat and piece.square == HAND and piece.entry.id == entry
        )
        play.put(number, SQUARE_OF[square])
        play.tell_of("deployed", number, square=square)


# Turns


@doing("turn")
def turn(play: Play) -> None:
    """Begin a turn: the first player changes, all pieces may Activate (skirmish.md 4)."""
    state = play.state
    state.turn += 1
    if state.turn > 1:
        state.first = 1 - state.first
    state.mover = state.first
    for number, piece in enumerate(state.pieces):
        if piece.activated:
            play.change(number, activated=False)
    play.tell("turn_began", turn=state.turn, first=state.first)
    tasks: list[Task] = []
    for seat in (state.first, 1 - state.first):
        for number, piece in enumerate(state.pieces):
            if piece.seat == seat and piece.square >= 0 and piece.entry.on["turn_start"]:
                tasks.append(("rules", "turn_start", number))
    play.push([*tasks, ("activations",)])


@doing("activations")
def next_activation(play: Play) -> None:
    """Let the next seat Activate; who has nothing left is skipped."""
    state = play.state
    state.active = -1
    waiting = {piece.seat for piece in state.pieces if not piece.activated and piece.square >= 0}
    if not waiting:
        play.push([("turn_end",)])
        return
    seat = state.mover if state.mover in waiting else 1 - state.mover
    play.push([("activate", seat)])


@choice("activate")
class Activate(Choice):
    """A piece is Activated; most say at once what they do (skirmish.md 4)."""

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        return activations(state, seat)

    def take(self, play: Play, answer: str, seat: int) -> None:
        state = play.state
        number = state.board[SQUARE_OF[answer.split()[1]]]
        state.active = number
        state.mover = 1 - seat
        piece = play.change(number, activated=True)
        play.tell_of("activated", number, square=NAMES[piece.square])
        rest: list[Task] = [("rules", "end", number), ("between",), ("activations",)]
        if answer.startswith("activate"):
            play.push([("rules", "start", number), ("act", number), *rest])
        else:
            play.push(rest)
            act(play, number, answer)


@choice("act")
class Act(Choice):
    """The action of a piece whose Activation has begun."""

    def seat(self, state: State, number: int) -> int:
        return state.pieces[number].seat

    def options(self, state: State, number: int) -> list[str]:
        return actions(state, number) if state.pieces[number].square >= 0 else ["none"]

    def take(self, play: Play, answer: str, number: int) -> None:
        act(play, number, answer)


def act(play: Play, number: int, answer: str) -> None:
    """Carry out an action. The chance of an En Passant ends with it."""
    state = play.state
    verb, *squares = answer.split()
    piece = state.pieces[number]
    if verb == "attack":
        target = SQUARE_OF[squares[1]]
        fight = Fight(number, state.board[target], lands_on(state, piece, target))
        play.change(number, fresh=False)
        play.tell_of(
            "attacked",
            number,
            target=fight.target,
            target_entry=state.pieces[fight.target].entry.id,
            **{"from": squares[0], "square": squares[1]},
        )
        begin_attack(play, fight)
    state.skipped = None
    if verb == "move":
        _move(play, number, SQUARE_OF[squares[1]])
    elif verb == "castle":
        _castle(play, number, SQUARE_OF[squares[1]])
    elif verb == "stay":
        play.tell_of("stayed", number, square=squares[0])


def _move(play: Play, number: int, square: int) -> None:
    piece = play.state.pieces[number]
    play.put(number, square)
    play.change(number, fresh=False)
    play.tell_of("moved", number, **{"from": NAMES[piece.square], "to": NAMES[square]})
    if piece.entry.is_pawn and abs(square - piece.square) == 16:
        play.state.skipped = (number, (square + piece.square) // 2)


def _castle(play: Play, number: int, square: int) -> None:
    state = play.state
    rook, partner = state.pieces[number], state.board[square]
    play.put(number, HAND)
    play.put(partner, rook.square)
    play.put(number, square)
    play.tell_of(
        "castled",
        number,
        partner=partner,
        partner_entry=state.pieces[partner].entry.id,
        **{"from": NAMES[rook.square], "to": NAMES[square]},
    )
    play.push([("rules", "castled", number)])


@choice("rules")
class Rules(Choice):
    """The rules of a piece on one occasion; the owner says in which order, if there are more."""

    kind = "order"

    def seat(self, state: State, hook: str, number: int, *done: int) -> int:
        return state.pieces[number].seat

    def options(self, state: State, hook: str, number: int, *done: int) -> list[str]:
        piece = state.pieces[number]
        if piece.square < 0:
            return []
        rules = piece.entry.on[hook]
        return [f"rule {i + 1}" for i in range(len(rules)) if i not in done]

    def take(self, play: Play, answer: str, hook: str, number: int, *done: int) -> None:
        chosen = int(answer.split()[1]) - 1
        rules = play.state.pieces[number].entry.on[hook]
        tasks = list(getattr(rules[chosen], hook)(play, number))
        if len(done) + 1 < len(rules):
            tasks.append(("rules", hook, number, *done, chosen))
        play.push(tasks)


@doing("between")
def between(play: Play) -> None:
    """Carry out what waits for between Activations, in the order it was triggered."""
    queue = play.state.queue
    if queue:
        play.push([queue.pop(0), ("between",)])


# The end


@doing("turn_end")
def turn_end(play: Play) -> None:
    """Go on to the next turn, or end the game after the last one (skirmish.md 14)."""
    if play.state.turn < HOUSE.last_turn:
        play.push([("turn",)])
        return
    state = play.state
    own = [seat for seat in (0, 1) if _wins_at_end(state, seat)]
    if len(own) == 1:
        play.end_game("own_victory", (own[0],))
        return
    points = points_of(state)
    best = max(points)
    play.end_game("points", tuple(seat for seat in (0, 1) if points[seat] == best))


def _wins_at_end(state: State, seat: int) -> bool:
    return any(
        rule.wins_at_end(state, number)
        for number, piece in enumerate(state.pieces)
        if piece.seat == seat and piece.square >= 0
        for rule in piece.entry.on["wins_at_end"]
    )


def points_of(state: State) -> tuple[int, int]:
    """Return the points on the board by seat; what is not yet deployed counts too."""
    points = [0, 0]
    for piece in state.pieces:
        if piece.square >= HAND:
            points[piece.seat] += piece.entry.cost
    return points[0], points[1]
