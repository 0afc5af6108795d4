"""Petitions: who can complete which, in what ways, and what follows (courtier.md 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.courtier import board, fashions
from games.courtier import state as stages
from games.courtier.deck import NONE
from games.courtier.draws import renew_offers
from games.courtier.legality import may_review
from games.courtier.notation import BY_CARD, BY_MINISTER, COVER_WORDS, DONE, USED, completion
from games.courtier.state import Table


class Means(NamedTuple):
    """What a colour could cover courtiers with now.

    ``ruled``: the full courtiers it controls, as a mask. ``cards``: how many cards stand
    in for each coterie. ``stand_in``: the Minister, if he may stand in for ``voices`` others.
    """

    colour: int
    ruled: int
    cards: dict[int, int]
    stand_in: int
    voices: int


def means_of(table: Table, colour: int) -> Means:
    """Return what a colour can complete petitions with."""
    rules, ruled = table.rules, board.ruled(table, colour)
    cards: dict[int, int] = {}
    if colour != rules.gianni:
        for coterie in table.stand_ins:
            cards[coterie] = cards.get(coterie, 0) + 1
    for ability, courtier in rules.stand_ins:
        held = table.holders[ability.coterie] == colour and ruled >> courtier & 1
        if held and (ability.gianni or colour != rules.gianni):
            return Means(colour, ruled, cards, courtier, ability.amount)
    return Means(colour, ruled, cards, NONE, 0)


def ways(table: Table, petition: int, means: Means) -> list[tuple[int, ...]]:
    """Return the ways to cover a petition's courtiers, in the card's order (10.1)."""
    card = table.rules.deck.petitions[petition]
    missing = card.mask & ~means.ruled
    if not means.cards and not means.voices:
        found = [] if missing else [(USED,) * len(card.courtiers)]
    elif missing.bit_count() > len(table.stand_ins) + means.voices:
        return []
    else:
        listed = card.courtiers
        found = [way for way in _covers(table, listed, means) if _fits(way, listed, means)]
    if found and table.rules.options.no_cheese and not _present(table, card.courtiers, means):
        return [way for way in found if BY_CARD in way]
    return found


def _covers(table: Table, listed: Sequence[int], means: Means) -> Iterator[tuple[int, ...]]:
    """Yield every way to cover the courtiers one by one."""
    if not listed:
        yield ()
        return
    courtier = listed[0]
    coterie = table.rules.deck.coterie_of[courtier]
    if means.ruled >> courtier & 1:
        for rest in _covers(table, listed[1:], means):
            yield (USED, *rest)
    if left := means.cards.get(coterie, 0):
        fewer = means._replace(cards={**means.cards, coterie: left - 1})
        for rest in _covers(table, listed[1:], fewer):
            yield (BY_CARD, *rest)
    if means.voices:
        fewer = means._replace(voices=means.voices - 1)
        for rest in _covers(table, listed[1:], fewer):
            yield (BY_MINISTER, *rest)


def _fits(way: tuple[int, ...], listed: tuple[int, ...], means: Means) -> bool:
    """Tell whether the Minister does not count twice: listed, he must be covered by a card (4)."""
    if BY_MINISTER not in way or means.stand_in not in listed:
        return True
    return way[listed.index(means.stand_in)] == BY_CARD


def _present(table: Table, listed: Sequence[int], means: Means) -> bool:
    """Tell whether the colour has a marker on a listed courtier (14, No Cheese)."""
    owners, marks = table.rules.owners, table.marks
    return any(marks[courtier * owners + means.colour] for courtier in listed)


def petition(table: Table) -> Sequence[str]:
    """Return the answers of the petition step; nothing when it need not be asked.

    It is asked whenever anybody might think that a petition can be completed: that
    nobody asks would tell what the secret petition is not.
    """
    found: list[str] = []
    asked = False
    if not table.petition_done:
        means = means_of(table, table.to_move)
        asked = _thinkable(table, means)
        found = _completions(table, means) if asked else []
    if may_review(table):
        texts = table.rules.texts.review
        found += [texts[card] for card in dict.fromkeys(table.hands[table.to_move])]
    elif not asked:
        return ()
    return [*found, DONE]


def _thinkable(table: Table, means: Means) -> bool:
    """Tell whether, as far as anybody knows, the seat to move could complete a petition."""
    reach = len(table.stand_ins) + means.voices
    near = [
        number
        for number, mask in enumerate(table.rules.masks)
        if (mask & ~means.ruled).bit_count() <= reach
    ]
    if not near:
        return False
    secret = table.secrets[table.to_move] != NONE
    done = {one for stack in table.completed for one in stack}
    return any(
        (number in table.row or (secret and number not in done)) and ways(table, number, means)
        for number in near
    )


def _completions(table: Table, means: Means) -> list[str]:
    secret = table.secrets[table.to_move]
    mine = (*table.row, secret) if secret != NONE else table.row
    deck = table.rules.deck
    return [completion(deck, one, way) for one in mine for way in ways(table, one, means)]


def gianni_petition(table: Table) -> Sequence[str]:
    """Return the dearest petitions Gianni can complete, without the Minister if possible (13)."""
    means = means_of(table, table.rules.gianni)
    plain = [(one, way) for one in table.row for way in ways(table, one, means._replace(voices=0))]
    if not plain and means.voices:
        plain = [(one, way) for one in table.row for way in ways(table, one, means)]
    cards = table.rules.deck.petitions
    most = max((cards[one].points for one, _ in plain), default=0)
    deck = table.rules.deck
    return [completion(deck, one, way) for one, way in plain if cards[one].points == most]


def complete(table: Table, colour: int, number: int, way: tuple[int, ...]) -> None:
    """Complete a petition: courtiers are cleared, a fashion card comes (10.2)."""
    card = table.rules.deck.petitions[number]
    cleared = [one for one, cover in zip(card.courtiers, way, strict=True) if cover == USED]
    if BY_MINISTER in way:
        cleared.append(means_of(table, colour).stand_in)
    _tell(table, colour, number, way, cleared)
    for courtier in cleared:
        board.clear(table, courtier)
    table.completed[colour] += (number,)
    _replace(table, number)
    if fashions.reveal(table, colour):
        renew_offers(table)


def _tell(
    table: Table, colour: int, number: int, way: tuple[int, ...], cleared: Sequence[int]
) -> None:
    deck = table.rules.deck
    card = deck.petitions[number]
    covered = {
        deck.courtiers[courtier]: COVER_WORDS[cover]
        for courtier, cover in zip(card.courtiers, way, strict=True)
        if cover
    }
    table.tell(
        "petition_completed",
        {
            "owner": table.rules.names[colour],
            "petition": deck.petition_ids[number],
            "points": card.points,
            "covered": covered,
            "cleared": [deck.courtiers[courtier] for courtier in cleared],
            "secret": number not in table.row,
        },
    )


def _replace(table: Table, number: int) -> None:
    """Put the top petition where the completed one was; the row closes up without one."""
    top = fashions.next_petitions(table, 1)
    ids = table.rules.deck.petition_ids
    if number not in table.row:
        table.secrets[table.to_move] = top[0] if top else NONE
        if top:
            told = {"seat": table.to_move, "petition": ids[top[0]]}
            table.tell_seat(table.to_move, "petition_dealt", told)
        return
    place = table.row.index(number)
    table.row = table.row[:place] + top + table.row[place + 1 :]
    if top:
        table.tell("petitions_shown", {"petitions": [ids[one] for one in top]}, reveals=True)


def complete_as_seat(table: Table, number: int, way: tuple[int, ...]) -> None:
    """Complete the turn's one petition; afterwards only a review may follow (10)."""
    table.petition_done = True
    complete(table, table.to_move, number, way)
    if table.stage != stages.OVER:
        table.stage = stages.PETITION
