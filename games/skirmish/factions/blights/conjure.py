"""Conjure Winter and the Thaw (Source: skirmish.md 15.1, 15.2)."""

from __future__ import annotations

from games.skirmish.abilities import Giver, Task
from games.skirmish.cards import ACE, JACK, KING, NUMBERED, QUEEN, TEXT, kind_of
from games.skirmish.geometry import NAMES, NEXT_TO, SQUARE_OF, squares_in
from games.skirmish.house import HOUSE
from games.skirmish.play import Play
from games.skirmish.state import State, on_board
from games.skirmish.tasks import Choice, choice, doing
from games.skirmish.tokens import CURSE, DISADVANTAGE, may_take

THAW = "thaw"


def of_type(state: State, seat: int, type: str) -> list[int]:
    """Return a seat's pieces of a type on the board."""
    return [n for n in on_board(state, seat) if state.pieces[n].entry.type.id == type]


def choices_per_card(state: State, seat: int) -> list[str]:
    """Return what a face-down Joker card offers now: something while Jack Frost is there."""
    for number in on_board(state, seat):
        for rule in state.pieces[number].entry.abilities:
            if offered := getattr(rule, "conjure_choices", None):
                return list(offered())
    return []


def enemies_beside(state: State, number: int) -> list[int]:
    """Return the enemies adjacent to a piece, by number."""
    piece = state.pieces[number]
    beside = state.occupied[1 - piece.seat] & NEXT_TO[piece.square]
    return sorted(state.board[square] for square in squares_in(beside))


def warm(state: State, seat: int) -> list[int]:
    """Return the enemies without Disadvantage that can be given some by a Conjure."""
    return [
        number
        for number in on_board(state, 1 - seat)
        if not state.pieces[number].dis and may_take(state, number, DISADVANTAGE, Giver(seat))
    ]


@doing("conjure")
def conjure(play: Play, seat: int, count: int, at_least: int) -> None:
    """Conjure Winter ``count``, keeping at least so many (0: one, and one more per Bishop)."""
    state = play.state
    enemies = on_board(state, 1 - seat)
    if THAW not in state.marks[seat] and all(state.pieces[n].dis for n in enemies):
        state.marks[seat].append(THAW)
        play.tell("thaw_began", seat=seat)
    bishops = len(of_type(state, seat, "bishop"))
    if THAW in state.marks[seat]:
        play.push([("thaw_card", seat)] * (count + bishops))
        return
    most = 0 if at_least else 1 + bishops
    down = HOUSE.joker_cards - state.jokers_up if choices_per_card(state, seat) else 0
    play.push([("wonder", seat, count, at_least, most, down, 0)])


@choice("wonder")
class Wonder(Choice):
    """Each face-down Joker card grants a choice before the cards are turned over."""

    def seat(self, state: State, seat: int, *args: int) -> int:
        return seat

    def options(
        self, state: State, seat: int, count: int, at_least: int, most: int, down: int, jacks: int
    ) -> list[str]:
        return choices_per_card(state, seat) if down else ["none"]

    def take(
        self,
        play: Play,
        answer: str,
        seat: int,
        count: int,
        at_least: int,
        most: int,
        down: int,
        jacks: int,
    ) -> None:
        count, jacks = count + (answer == "more"), jacks + (answer == "jack")
        if answer != "none" and down > 1:
            play.push([("wonder", seat, count, at_least, most, down - 1, jacks)])
            return
        cards = play.reveal(count)
        play.tell_drawn("conjured", seat=seat, cards=[TEXT[card] for card in cards])
        least = min(at_least or 1, len(cards))
        most = min(most or len(cards), len(cards))
        play.push([("keep", seat, least, most, jacks)])


@choice("keep")
class Keep(Choice):
    """The player names the cards to keep one by one: the order of their effects."""

    kind = "keep_card"

    def seat(self, state: State, seat: int, *args: int) -> int:
        return seat

    def options(
        self, state: State, seat: int, least: int, most: int, jacks: int, *named: int
    ) -> list[str]:
        done = len(named) // 2
        left = [card for card in state.shown if card not in named[::2]]
        if done >= most or not left:
            return ["done"]
        found = [f"keep {TEXT[card]}" for card in left]
        if jacks:
            found += [f"keep {TEXT[card]} jack" for card in left if kind_of(card) != JACK]
        return [*found, "done"] if done >= least else found

    def take(
        self, play: Play, answer: str, seat: int, least: int, most: int, jacks: int, *named: int
    ) -> None:
        if answer != "done":
            _, text, *as_jack = answer.split()
            pair = (TEXT.index(text), int(bool(as_jack)))
            play.push([("keep", seat, least, most, jacks - pair[1], *named, *pair)])
            return
        cards = list(named[::2])
        play.keep(seat, cards)
        kinds = [
            JACK if named[2 * place + 1] else kind_of(card) for place, card in enumerate(cards)
        ]
        for card, kind in zip(cards, kinds, strict=True):
            play.tell("card_kept", seat=seat, card=TEXT[card], counts_as=kind)
        play.throw(list(play.state.shown))
        play.push([("chill", seat, kind) for kind in kinds])


@doing("chill")
def chill(play: Play, seat: int, kind: str) -> None:
    """Carry out the effect of a kept card."""
    state = play.state
    if kind == NUMBERED:
        play.push([("chill_one", seat)])
    elif kind in (KING, QUEEN):
        found = [enemy for n in of_type(state, seat, kind) for enemy in enemies_beside(state, n)]
        play.push(_frost(seat, found, of_type(state, seat, kind)))
    else:
        assert kind in (JACK, ACE)
        play.push([("around", seat)])


def _frost(seat: int, enemies: list[int], by: list[int]) -> list[Task]:
    """Return what gives each of these enemies Disadvantage; one enemy without, if there is none."""
    giver = by[0] if by else -1
    tasks: list[Task] = [("give", enemy, DISADVANTAGE, 1, seat, giver) for enemy in enemies]
    return tasks or [("chill_one", seat)]


@choice("around")
class Around(Choice):
    """The player names one positional that has an enemy beside it."""

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        found = [
            f"around {NAMES[state.pieces[number].square]}"
            for number in on_board(state, seat)
            if state.pieces[number].entry.type.is_positional and enemies_beside(state, number)
        ]
        return found or ["none"]

    def take(self, play: Play, answer: str, seat: int) -> None:
        if answer == "none":
            play.push([("chill_one", seat)])
            return
        number = play.state.board[SQUARE_OF[answer.split()[1]]]
        play.push(_frost(seat, enemies_beside(play.state, number), [number]))


@choice("chill_one")
class ChillOne(Choice):
    """One enemy without Disadvantage gets some."""

    kind = "chill"

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        return [f"chill {NAMES[state.pieces[number].square]}" for number in warm(state, seat)]

    def take(self, play: Play, answer: str, seat: int) -> None:
        number = play.state.board[SQUARE_OF[answer.split()[1]]]
        play.give(number, DISADVANTAGE, 1, Giver(seat))


# The Thaw


@doing("thaw_card")
def thaw_card(play: Play, seat: int) -> None:
    """Discard one kept card; what is not there costs more (skirmish.md 15.2)."""
    state = play.state
    if not state.kept[seat]:
        play.push([("frostbite", seat, 2)])
        return
    card = state.kept[seat].pop(0)
    state.discard.append(card)
    play.tell("kept_discarded", seat=seat, card=TEXT[card])
    play.push([("melt", seat)])


@choice("melt")
class Melt(Choice):
    """Take one Disadvantage or Curse off an enemy; if there is none, one's own side suffers."""

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        found = []
        for number in on_board(state, 1 - seat):
            piece = state.pieces[number]
            if piece.dis:
                found.append(f"melt {DISADVANTAGE} {NAMES[piece.square]}")
            if piece.grace < 0:
                found.append(f"melt {CURSE} {NAMES[piece.square]}")
        return found or ["none"]

    def take(self, play: Play, answer: str, seat: int) -> None:
        if answer == "none":
            play.push([("frostbite", seat, 1)])
            return
        _, token, square = answer.split()
        play.remove(play.state.board[SQUARE_OF[square]], token, 1)


@choice("frostbite")
class Frostbite(Choice):
    """One of the Blights' own pieces gets Disadvantage."""

    def seat(self, state: State, seat: int, count: int) -> int:
        return seat

    def options(self, state: State, seat: int, count: int) -> list[str]:
        return [
            f"frostbite {NAMES[state.pieces[number].square]}"
            for number in on_board(state, seat)
            if may_take(state, number, DISADVANTAGE, Giver(seat))
        ]

    def take(self, play: Play, answer: str, seat: int, count: int) -> None:
        number = play.state.board[SQUARE_OF[answer.split()[1]]]
        play.give(number, DISADVANTAGE, count, Giver(seat))
