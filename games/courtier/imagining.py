"""Invent a state from a view: what is hidden is dealt at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from games.courtier import codec
from games.courtier import state as stages
from games.courtier.deck import DECKS
from games.courtier.rules import Rules
from games.courtier.state import State
from games.engine.contract import Json


def imagine(rules: Rules, view: Json, seat: int | None, rng: Random) -> State:
    """Deal cards, petitions and fashions that ``seat`` does not see to where some must be."""
    hands, decks = _cards(rules, view, seat, rng)
    secrets, petition_deck = _petitions(rules, view, rng)
    fashion, box = _fashions(rules, view, rng)
    pending = view["pending"]
    left = pending["left"] if pending else int(view["stage"] == stages.TRADE)
    data = {
        **view,
        "to_move": view["first"] if view["to_move"] is None else view["to_move"],
        "courtiers": _courtiers(rules, view),
        "hands": hands,
        "decks": decks,
        "secrets": secrets,
        "petition_deck": petition_deck,
        "petition_bottom": len(view["petition_bottom"]),
        "fashion": fashion,
        "seen": view["fashion"]["seen"],
        "box": box,
        "pending": pending if pending and pending["card"] else None,
        "left": left,
    }
    return codec.decode(rules, data)


def _courtiers(rules: Rules, view: Json) -> Json:
    return {
        name: {
            owner: count
            for owner, count in zip(rules.names, there["markers"], strict=True)
            if count
        }
        for name, there in view["courtiers"].items()
    }


def _cards(rules: Rules, view: Json, seat: int | None, rng: Random) -> tuple[Json, Json]:
    """Deal the unseen cards of each deck to the hands that are hidden, the rest to the deck."""
    hands: list[list[str]] = [
        list(view["hands"][owner] if owner == seat else view["known"][owner])
        for owner in range(rules.seats)
    ]
    seen = _seen(view, hands)
    decks = {}
    for deck, name in enumerate(DECKS):
        unseen = _left_over(rules, deck, seen)
        rng.shuffle(unseen)
        for owner, hand in enumerate(hands):
            if owner != seat:
                of_deck = [card for card in view["known"][owner] if _is_of(rules, card, deck)]
                missing = view["hand_sizes"][owner][deck] - len(of_deck)
                hand += [unseen.pop() for _ in range(missing)]
        decks[name] = unseen
    card_of = rules.deck.card_of
    return [sorted(hand, key=card_of.__getitem__) for hand in hands], decks


def _seen(view: Json, hands: Iterable[Iterable[str]]) -> Counter[str]:
    """Count the cards that lie open, or in a hand that is seen."""
    seen = Counter(card for hand in hands for card in hand)
    for lot in view["bids"] or ():
        seen.update(lot["cards"])
    for name in DECKS:
        seen.update(view["discards"][name])
        if view["offers"][name] is not None:
            seen[view["offers"][name]] += 1
    return seen


def _is_of(rules: Rules, card: str, deck: int) -> bool:
    return (rules.deck.card_of[card] >= rules.deck.first_power) == bool(deck)


def _left_over(rules: Rules, deck: int, seen: Counter[str]) -> list[str]:
    names = rules.deck.cards
    left = Counter(names[card] for card in rules.deck.copies[deck])
    left.subtract({name: seen[name] for name in left})
    return list(left.elements())


def _petitions(rules: Rules, view: Json, rng: Random) -> tuple[Json, Json]:
    """Deal the petitions nobody else sees to the hidden secrets, the rest on top of the deck."""
    bottom = view["petition_bottom"]
    seen = {*view["petitions"], *bottom, *view["secrets"]}
    seen.update(one for stack in view["completed"] for one in stack)
    unseen = [one for one in rules.deck.petition_ids if one not in seen]
    rng.shuffle(unseen)
    secrets = [
        own if own or not there else unseen.pop()
        for own, there in zip(view["secrets"], view["has_secret"], strict=True)
    ]
    return secrets, [*unseen, *bottom]


def _fashions(rules: Rules, view: Json, rng: Random) -> tuple[Json, Json]:
    """Lay the unseen fashions, the end card among those where it may be."""
    given: Any = view["fashion"]
    names, deck = rules.deck.fashion_ids, rules.deck
    left = Counter(names[one] for one in deck.fashion_copies)
    left.subtract(one for one in given["seen"] if one != names[deck.end_card])
    unseen = list(left.elements())
    rng.shuffle(unseen)
    size, among = given["left"], given["end_among"]
    fashion = [unseen.pop() for _ in range(size - bool(among))]
    if among:
        fashion.insert(size - 1 - rng.randrange(among), names[deck.end_card])
    return fashion, unseen
