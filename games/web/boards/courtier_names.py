"""What the things of a match of Courtier are called: by id, from the deck that it is played with.

Names and texts of the house deck are translated (``courtier_catalogue`` lists them); an
owner's deck is shown as its owner wrote it. An id that the deck does not know stays as it is.

>>> house_names().courtier("king"), house_names().card("inf_king"), house_names().petition("pet_15")
('King', 'Influence the King', 'Codify Names')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.courtier.deckfile import house_table
from games.models import Match
from games.services.rulebook import DECK, deck_table

__all__ = ["Names", "house_names", "house_texts", "names_in", "names_of"]

Record = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Names:
    """The records of one deck by id, and what to call them. ``is_house``: to be translated."""

    is_house: bool
    coteries: Mapping[str, Record]
    courtiers: Mapping[str, Record]
    abilities: Mapping[str, Record]
    influence: Mapping[str, Record]
    power: Mapping[str, Record]
    petitions: Mapping[str, Record]
    fashions: Mapping[str, Record]
    hand_size: int

    def _say(self, record: Record | None, key: str, without: str = "") -> str:
        text = str(record.get(key, "")) if record else ""
        return (_(text) if self.is_house else text) if text else without

    # Names

    def coterie(self, one: str) -> str:
        """Return a coterie's name."""
        return self._say(self.coteries.get(one), "name", one)

    def courtier(self, one: str) -> str:
        """Return a courtier's name."""
        return self._say(self.courtiers.get(one), "name", one)

    def ability(self, coterie: str) -> str:
        """Return the name of a coterie's ability."""
        return self._say(self.abilities.get(coterie), "name", coterie)

    def card(self, one: str) -> str:
        """Return the name of a card in hand."""
        return self._say(self.influence.get(one) or self.power.get(one), "name", one)

    def petition(self, one: str) -> str:
        """Return a petition's title."""
        return self._say(self.petitions.get(one), "title", one)

    def fashion(self, one: str) -> str:
        """Return a fashion's name."""
        return self._say(self.fashions.get(one), "name", one)

    # What they do

    def ability_text(self, coterie: str) -> str:
        """Say what a coterie's ability does."""
        return self._say(self.abilities.get(coterie), "text")

    def card_text(self, one: str) -> str:
        """Say what a card in hand does."""
        if one in self.influence:
            return self._influence_text(self.influence[one])
        return self._say(self.power.get(one), "text")

    def _influence_text(self, record: Record) -> str:
        count = record["markers"]
        if record["kind"] == "named":
            text = ngettext(
                "Place a marker on the %(place)s.",
                "Place %(count)s markers on the %(place)s.",
                count,
            )
            place = self.courtier(record["target"])
        elif record["kind"] == "coterie":
            text = ngettext(
                "Place a marker on any courtier of this coterie: %(place)s.",
                "Place %(count)s markers on any courtiers of this coterie: %(place)s.",
                count,
            )
            place = self.coterie(record["target"])
        else:
            text = ngettext(
                "Place a marker on any courtier.",
                "Place %(count)s markers on any courtiers.",
                count,
            )
            place = ""
        said = text % {"count": count, "place": place}
        return f"{said} {_('Free slots only.')}" if record["empty_only"] else said

    def step_text(self, card: str, number: int) -> str:
        """Say one of the steps that a card lets its player choose from, counted from 1.

        Without a card it is said for the only card of the deck with such a choice.
        """
        choosing = [one for one, record in self.power.items() if record["mode"] == "choose_one"]
        asked = [card] if card else choosing
        steps = self.power.get(asked[0], {}).get("steps", ()) if len(asked) == 1 else ()
        if not 1 <= number <= len(steps):
            return _("Choice %(number)s of the card") % {"number": number}
        return _step_text(steps[number - 1])

    def fashion_text(self, one: str) -> str:
        """Say what a fashion does."""
        record = self.fashions.get(one, {})
        if record.get("ends_game"):
            return _("The game ends.")
        return " ".join(self._effect_text(effect) for effect in record.get("effects", ()))

    def _effect_text(self, effect: Record) -> str:
        count, coterie = effect.get("count", 1), self.coterie(effect.get("coterie", ""))
        says = {
            "fill": _("Neutral markers fill all free slots of %(coterie)s."),
            "clear_neutral": _("All neutral markers leave the board."),
            "sprinkle": _("Every courtier with a free slot gets a neutral marker."),
            "new_petitions": _("New petitions are shown instead of these."),
            "gain_each": ngettext(
                "Every player gains a marker.", "Every player gains %(count)s markers.", count
            ),
            "vp_completer": ngettext(
                "Whoever completed the petition scores a point.",
                "Whoever completed the petition scores %(count)s points.",
                count,
            ),
        }
        return says.get(effect["op"], "") % {"count": count, "coterie": coterie}

    def able(self, operation: str) -> str:
        """Return the name of the coterie whose ability is of that op; empty if there is none."""
        found = (one for one, ability in self.abilities.items() if ability["op"] == operation)
        return self.coterie(next(found, ""))

    # What they are

    def is_influence(self, card: str) -> bool:
        """Tell an influence card from a power card."""
        return card in self.influence

    def coterie_of(self, courtier: str) -> str:
        """Return the coterie (id) of a courtier."""
        return str(self.courtiers.get(courtier, {}).get("coterie", ""))

    def members(self, coterie: str) -> list[str]:
        """Return the courtiers (ids) of a coterie in board order."""
        return [one for one in self.courtiers if self.coterie_of(one) == coterie]

    def slots(self, courtier: str) -> int:
        """Return how many markers a courtier takes."""
        return int(self.courtiers.get(courtier, {}).get("slots", 0))

    def asked_for(self, petition: str) -> Sequence[str]:
        """Return the courtiers (ids) that a petition lists."""
        return tuple(self.petitions.get(petition, {}).get("courtiers", ()))

    def points(self, petition: str) -> int:
        """Return what a petition is worth."""
        return int(self.petitions.get(petition, {}).get("points", 0))


def _step_text(step: Record) -> str:
    """Say one step of a card, by its op (courtier.md 8.3)."""
    count = step.get("count", 1)
    says = {
        "gain": ngettext("Gain a marker", "Gain %(count)s markers", count),
        "place_own": ngettext(
            "Place a marker on a free slot", "Place %(count)s markers on free slots", count
        ),
        "place_neutral": ngettext(
            "Put a neutral marker on a free slot",
            "Put %(count)s neutral markers on free slots",
            count,
        ),
        "remove_neutral": ngettext(
            "Take a neutral marker off the board",
            "Take %(count)s neutral markers off the board",
            count,
        ),
        "move_own": _("Move a marker of yours to a free slot"),
        "move_other": _("Move somebody else's marker within its coterie"),
        "remove_other": _("Send somebody else's marker back to its pool"),
        "swap": _("Exchange two markers of different owners"),
        "draw": ngettext("Draw a face-down card", "Draw %(count)s face-down cards", count),
        "substitute": _("Let the card stand for a courtier of its coterie"),
    }
    return says.get(step["op"], "") % {"count": count}


# From the deck to its names


def names_in(table: Mapping[str, Any], *, is_house: bool = False) -> Names:
    """Return the names of a deck's table."""
    return Names(
        is_house,
        abilities={record["coterie"]: record for record in table["ability"]},
        coteries=_by_id(table["coterie"]),
        courtiers=_by_id(table["courtier"]),
        influence=_by_id(table["influence"]),
        power=_by_id(table["power"]),
        petitions=_by_id(table["petition"]),
        fashions=_by_id(table["fashion"]),
        hand_size=table["setup"]["starting_hand_size"],
    )


def _by_id(records: Sequence[Record]) -> dict[str, Record]:
    return {record["id"]: record for record in records}


@cache
def house_names() -> Names:
    """Return the names of the house deck."""
    return names_in(house_table(), is_house=True)


def names_of(match: Match) -> Names:
    """Return what the things of a match are called."""
    if match.deck_id is not None:
        return _kept(match.deck_id)
    table = (match.options or {}).get(DECK)
    return house_names() if table is None else names_in(table)


@lru_cache(maxsize=64)
def _kept(digest: str) -> Names:
    return names_in(deck_table(digest))


def house_texts() -> list[str]:
    """Return every name and text of the house deck that is shown, once each, in file order."""
    names = house_names()
    kinds = (names.coteries, names.courtiers, names.abilities, names.influence, names.power)
    named = [(record, "name") for record in chain(*(kind.values() for kind in kinds))]
    texts = [(record, "text") for record in chain(names.abilities.values(), names.power.values())]
    titles = [(record, "title") for record in names.petitions.values()]
    fashions = [(record, "name") for record in names.fashions.values()]
    found = (record[key] for record, key in [*named, *texts, *titles, *fashions])
    return list(dict.fromkeys(found))
