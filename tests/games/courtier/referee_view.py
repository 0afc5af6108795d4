"""What anybody may see of a naive Courtier, in the form of the package's views."""

from collections import Counter

from tests.games.courtier.referee_cards import TYPES


def view(game, seat):
    """Return what ``seat`` (``None``: an outsider) may see, but for the card in play."""
    return {
        "stage": game.asked[1] if game.asked else "over",
        "to_move": int(game.asked[0]) if game.asked else None,
        "turn_of": None if game.turn_of is None else int(game.turn_of),
        "turn": game.turn,
        "first": int(game.first),
        **_board(game),
        **_cards(game, seat),
        **_petitions(game, seat),
        "played": game.played,
        "stand_ins": game.stand_ins,
        "plays": game.plays,
        "penalty": game.penalty,
        "lifted": game.lifted,
        "reviewed": game.reviewed,
        "petition_done": game.petition_done,
        "scores": [game.score(colour) for colour in game.colours],
    }


def _by(names, values):
    return [values[name] for name in names]


def _board(game):
    holders = {}
    for coterie in game.coteries:
        there = Counter(owner for one in game.members(coterie) for owner in game.markers[one])
        counts = [there[colour] for colour in game.colours]
        holders[coterie] = {"holder": game.holder(coterie), "counts": counts}
    return {
        "owners": game.owners,
        "courtiers": {
            one: {
                "markers": [markers.count(owner) for owner in game.owners],
                "controller": game.control(one),
            }
            for one, markers in game.markers.items()
        },
        "coteries": holders,
        "pools": _by(game.colours, game.pool),
        "reserves": _by(game.colours, game.reserve),
        "track": _by(game.colours, game.track),
        "neutral": game.neutral,
    }


def _cards(game, seat):
    def ordered(cards):
        return sorted(cards, key=game.order.index)

    def sizes(cards):
        return [sum(game.kind[card] == name for card in cards) for name in TYPES]

    bids = [
        {**hand, "cards": ordered(hand["cards"]), **_named(hand)} for hand in game.auction or []
    ]
    return {
        "bids": bids or None,
        "hands": [ordered(game.hands[one]) if one == str(seat) else [] for one in game.seats],
        "hand_sizes": [sizes(game.hands[one]) for one in game.seats],
        "known": [ordered(game.known[one]) for one in game.seats],
        "offers": game.offers,
        "decks": {name: len(game.decks[name]) for name in TYPES},
        "discards": game.discards,
    }


def _named(hand):
    return {name: None if hand[name] is None else int(hand[name]) for name in ("seat", "maker")}


def _petitions(game, seat):
    left = len(game.fashions)
    end_among = 0 if game.over == "queen_arrested" else game.options["fashion_bottom"] + 1
    return {
        "petitions": game.row,
        "secrets": [game.secret[one] if one == str(seat) else None for one in game.seats],
        "has_secret": [game.secret[one] is not None for one in game.seats],
        "petition_deck": len(game.petition_deck),
        "petition_bottom": game.bottom,
        "completed": _by(game.colours, game.completed),
        "fashion": {
            "left": left,
            "seen": game.seen,
            "end_among": min(left, end_among),
        },
    }
