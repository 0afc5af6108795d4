"""A naive Courtier that goes on where an encoded state of the package stands."""

from tests.games.courtier.referee import Referee
from tests.games.courtier.referee_board import NEUTRAL
from tests.games.courtier.referee_cards import TYPES


def take_over(table, seats, options, encoded):
    """Return a referee asking what is asked in ``encoded``, at an action, petition or refilling."""
    game = Referee(table, seats, options)
    _board(game, encoded)
    _cards(game, encoded)
    _petitions(game, encoded)
    _turn(game, encoded)
    game.flow = _from(game, encoded["stage"])
    game.go_on(None, None)
    return game


def _from(game, stage):
    yield from game.rest_of_turn(game.turn_of, stage)
    yield from game.turns(game.in_order(game.turn_of)[1])


def _board(game, encoded):
    for courtier, there in encoded["courtiers"].items():
        game.markers[courtier] = [owner for owner, n in there.items() for _ in range(n)]
    for zone in ("pool", "reserve"):
        setattr(game, zone, dict(zip(game.colours, encoded[f"{zone}s"], strict=True)))
    game.track = dict(zip(game.colours, encoded["track"], strict=True))
    game.neutral = game.table["counts"]["markers_neutral"] - game.on_board(NEUTRAL)


def _cards(game, encoded):
    game.decks = {name: list(encoded["decks"][name]) for name in TYPES}
    game.discards = {name: list(encoded["discards"][name]) for name in TYPES}
    game.offers = dict(encoded["offers"])
    for name in ("hands", "known"):
        lists = zip(game.seats, encoded[name], strict=True)
        setattr(game, name, {seat: list(cards) for seat, cards in lists})


def _petitions(game, encoded):
    deck = encoded["petition_deck"]
    game.row, game.petition_deck = list(encoded["petitions"]), list(deck)
    game.bottom = deck[len(deck) - encoded["petition_bottom"] :]
    game.secret = dict(zip(game.seats, encoded["secrets"], strict=True))
    for colour, done in zip(game.colours, encoded["completed"], strict=True):
        game.completed[colour] = list(done)
    game.fashions, game.seen = list(encoded["fashion"]), list(encoded["seen"])
    game.box = list(encoded["box"])


def _turn(game, encoded):
    game.first, game.turn = str(encoded["first"]), encoded["turn"]
    game.turn_of = game.active = str(encoded["to_move"])
    game.played, game.stand_ins = list(encoded["played"]), list(encoded["stand_ins"])
    for name in ("penalty", "lifted", "reviewed", "petition_done"):
        setattr(game, name, encoded[name])
