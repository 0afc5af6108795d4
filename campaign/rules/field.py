"""The field: which token stands where on a table in Summer, kept up to date move by move.

A pair counts as one token, its ship's. Tiles go by position on the board::

    field = Field(table)
    for token in field.on(tile, seat):
        field.lay(token)

Whoever changes the place, posture or existence of a token in Summer does it here, so that
the index stays true. Source: campaign.md 1 (ship), 3.
"""

from __future__ import annotations

from campaign.rules.state import Army, Crossing, Ship
from campaign.rules.table import Table
from campaign.rules.tokens import Token


class Field:
    """The tokens of a table, found by kingdom and by tile."""

    __slots__ = ("_armies", "_at", "_here", "_index", "_numbers", "_ships", "table")

    def __init__(self, table: Table) -> None:
        """Find every token once; the table stays the one that is written to."""
        self.table = table
        self._armies, self._ships = table.armies, table.ships
        self._index, self._numbers = table.board.index, table.board.numbers
        self._at: dict[Token, int] = {}
        self._here: dict[int, list[Token]] = {}
        for seat in range(len(table.kingdoms)):
            for token in self._find(seat):
                self._put(token, self._index[self._number(token)])

    def _find(self, seat: int) -> list[Token]:
        """List a kingdom's tokens as the table has them, armies by number, then ships."""
        armies, ships = self._armies[seat], self._ships[seat]
        aboard: dict[int, int] = {}
        lone = []
        for number in sorted(armies):
            army = armies[number]
            ship = army.aboard
            if ship is not None and ship in ships and ship not in aboard:
                aboard[ship] = number
            elif army.tile is not None:
                lone.append(Token(seat, None, number))
        return lone + [Token(seat, ship, aboard.get(ship)) for ship in sorted(ships)]

    def _number(self, token: Token) -> int:
        seat, ship, army = token
        tile = self._armies[seat][army or 0].tile if ship is None else self._ships[seat][ship].tile
        assert tile is not None  # an army without a tile is no token yet
        return tile

    def _put(self, token: Token, tile: int) -> None:
        self._at[token] = tile
        here = self._here.get(tile)
        if here is None:
            self._here[tile] = [token]
        else:
            here.append(token)

    def _lift(self, token: Token) -> int:
        """Take a token off the index; return where it stood."""
        tile = self._at.pop(token)
        here = self._here[tile]
        if len(here) == 1:
            del self._here[tile]
        else:
            here.remove(token)
        return tile

    def tokens(self, seat: int) -> list[Token]:
        """List a kingdom's tokens: lone armies by number, then ships and pairs by number."""
        return self._find(seat)

    def position(self, token: Token) -> int:
        """Return the position of the tile on which a token stands."""
        return self._at[token]

    def upright(self, token: Token) -> bool:
        """Tell whether a token stands upright; a pair is as its ship is."""
        seat, ship, army = token
        if ship is not None:
            return self._ships[seat][ship].upright
        return self._armies[seat][army or 0].upright

    def points(self, token: Token) -> int:
        """Return a token's points: its army's, and 0 for a bare ship (3a)."""
        return 0 if token.army is None else self._armies[token.kingdom][token.army].points

    def on(self, tile: int, seat: int) -> list[Token]:
        """List a kingdom's tokens on a tile, in the order of ``tokens``."""
        own = [token for token in self._here.get(tile, ()) if token[0] == seat]
        if len(own) > 1:
            own.sort(key=_rank)
        return own

    def seats_on(self, tile: int) -> list[int]:
        """List the kingdoms that have a token on a tile, by seat."""
        here = self._here.get(tile, ())
        if len(here) < 2:
            return [token[0] for token in here]
        return sorted({token[0] for token in here})

    def has_enemy(self, tile: int, seat: int) -> bool:
        """Tell whether another kingdom has any token on a tile, upright or not."""
        return any(token[0] != seat for token in self._here.get(tile, ()))

    def tiles(self) -> list[int]:
        """List the positions of all tiles with tokens, lowest first."""
        return sorted(self._here)

    def contested(self) -> list[int]:
        """List the positions of the tiles with tokens of several kingdoms, lowest first."""
        crowded = (tile for tile, here in self._here.items() if len(here) > 1)
        return sorted(tile for tile in crowded if len(self.seats_on(tile)) > 1)

    def carrier(self, seat: int, army: int) -> Token | None:
        """Return the pair of which an army is a half, if it is aboard."""
        ship = self._armies[seat][army].aboard
        pair = None if ship is None else Token(seat, ship, army)
        return pair if pair in self._at else None

    def cargo(self, seat: int, ship: int) -> Token | None:
        """Return the pair of which a ship is a half, if it carries an army."""
        here = self._here[self._index[self._ships[seat][ship].tile]]
        for token in here:
            if token[1] == ship and token[0] == seat:
                return token if token[2] is not None else None
        return None

    def move(self, token: Token, tile: int) -> None:
        """Bring a token to another tile; a lone army's crossing is noted for Reform (3e.1)."""
        seat, ship, army = token
        start, number = self._lift(token), self._numbers[tile]
        if army is not None:
            old = self._armies[seat][army]
            self._armies[seat][army] = Army(seat, army, old.points, number, old.upright, old.aboard)
        if ship is not None:
            self._ships[seat][ship] = Ship(seat, ship, number, self._ships[seat][ship].upright)
        elif army is not None:
            self.table.crossings.append(Crossing(seat, army, self._numbers[start], number))
            self.table.defending.discard((seat, army))
        self._put(token, tile)

    def lay(self, token: Token) -> None:
        """Lay a token on its side, both halves of a pair."""
        self._turn(token, upright=False)

    def stand(self, token: Token) -> None:
        """Stand a token upright, both halves of a pair."""
        self._turn(token, upright=True)

    def _turn(self, token: Token, *, upright: bool) -> None:
        seat, ship, army = token
        if army is not None:
            old = self._armies[seat][army]
            self._armies[seat][army] = Army(seat, army, old.points, old.tile, upright, old.aboard)
        if ship is not None:
            self._ships[seat][ship] = Ship(seat, ship, self._ships[seat][ship].tile, upright)

    def remove(self, token: Token, reason: str) -> None:
        """Take a token off the board for good and tell its loss, an army aboard included."""
        seat, ship, army = token
        table, number = self.table, self._numbers[self._lift(token)]
        if army is not None:
            lost = self._armies[seat].pop(army)
            table.defending.discard((seat, army))
            table.rosters.pop((seat, army), None)
            table.tell(
                "army_lost",
                kingdom=seat,
                army=army,
                tile=number,
                points=lost.points,
                reason=reason,
            )
        if ship is not None:
            del self._ships[seat][ship]
            table.tell("ship_lost", kingdom=seat, ship=ship, tile=number, reason=reason)

    def pair(self, ship: Token, army: Token) -> Token:
        """Put a lone army aboard a bare ship on its tile; return the pair."""
        tile = self._lift(ship)
        self._lift(army)
        both = Token(ship.kingdom, ship.ship, army.army)
        self._board(both, ship.ship, "pair_made", tile)
        self._put(both, tile)
        return both

    def split(self, pair: Token) -> None:
        """Put the army of a pair ashore; ship and army are tokens of their own from now on."""
        tile = self._lift(pair)
        self._board(pair, None, "pair_split", tile)
        self._put(Token(pair.kingdom, None, pair.army), tile)
        self._put(Token(pair.kingdom, pair.ship, None), tile)

    def _board(self, pair: Token, ship: int | None, kind: str, tile: int) -> None:
        seat, carrier, number = pair
        assert number is not None  # a pair has both halves
        old = self._armies[seat][number]
        self._armies[seat][number] = Army(seat, number, old.points, old.tile, old.upright, ship)
        self.table.tell(kind, kingdom=seat, army=number, ship=carrier, tile=self._numbers[tile])


def _rank(token: Token) -> tuple[int, int]:
    return token[1] or 0, token[2] or 0
