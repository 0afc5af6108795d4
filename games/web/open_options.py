"""What the form that opens a match asks beside the usual: more seats, and options of some games.

The fields of a game are read only if it is the one that was chosen, so that what lies
hidden on the page is never wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.courtier.deckfile import house_table
from games.engine.contract import Json
from games.models import Deck
from games.services.decks import decks_offered
from games.services.rulebook import BOTS, deck_table
from games.services.selectors import BOT_NAMES
from games.skirmish.faction import faction_ids
from games.skirmish.house import HOUSE
from games.skirmish.setup import DEFAULT_FACTIONS
from games.web.boards.skirmish_names import faction_name

COURTIER, SKIRMISH = "courtier", "skirmish"
LINK, LOBBY = "link", "lobby"
FURTHER = ("seat_3", "seat_4")
"""The fields for who shall have the third seat, and the fourth."""

OPTION_DEFAULTS = {
    "seats": "2",
    "seat_3": LINK,
    "seat_4": LINK,
    "opening": "auction",
    "length": "usual",
    "deck": "",
    "own_faction": DEFAULT_FACTIONS[0],
    "other_faction": DEFAULT_FACTIONS[1],
    "points": str(HOUSE.points),
}
"""What is meant where nothing was said."""

POINTS = (8, 10, HOUSE.points, 18, 22)
"""What a team of the skirmish may cost."""

LENGTHS = {"short": 2 / 3, "long": 4 / 3}
"""The size of both stacks of fashion cards, by the size they usually have."""


def further_seat(label: Any) -> forms.ChoiceField:
    """Return the field that says who shall have one more seat."""
    bots = [(bot, BOT_NAMES[bot]) for bot in BOTS]
    people = [(LINK, _("A friend: the link is the same")), (LOBBY, _("Anybody, from the lobby"))]
    return forms.ChoiceField(label=label, choices=[*people, (_("A bot"), bots)])


class GameOptions(forms.Form):
    """The seats of a game for more than two, the options of Courtier and of the skirmish."""

    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, choices=[(2, _("2, and Gianni")), (3, "3"), (4, "4")]
    )
    seat_3 = further_seat(_("The third seat"))
    seat_4 = further_seat(_("The fourth seat"))
    opening = forms.ChoiceField(
        label=_("First hands"),
        choices=[
            ("auction", _("Auction")),
            ("dealt", _("Dealt")),
        ],
    )
    length = forms.ChoiceField(
        label=_("Length"),
        choices=[
            ("short", _("Shorter")),
            ("usual", _("As usual")),
            ("long", _("Longer")),
        ],
    )
    fast_start = forms.BooleanField(
        label=_("Fast start"),
        required=False,
        help_text=_("A neutral marker lies on every courtier outside the Atheneum."),
    )
    no_cheese = forms.BooleanField(
        label=_("No cheese"),
        required=False,
        help_text=_(
            "To complete a petition you need a marker of your own on it, or a Resourceful."
        ),
    )
    deck = forms.TypedChoiceField(label=_("Cards"), coerce=int, empty_value=None, required=False)
    own_faction = forms.ChoiceField(label=_("Your faction"), choices=lambda: factions())
    other_faction = forms.ChoiceField(label=_("The other's faction"), choices=lambda: factions())
    points = forms.TypedChoiceField(
        label=_("Points of a team"), coerce=int, choices=[(n, str(n)) for n in POINTS]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Read which decks can be chosen, once."""
        super().__init__(*args, **kwargs)
        self.fields["deck"].choices = decks()  # type: ignore[attr-defined]

    def further_seats(self, data: Mapping[str, Any]) -> list[str]:
        """Return what was chosen for each seat after the second."""
        if data["game"] != COURTIER:
            return []
        return [data[name] for name in FURTHER[: data["seats"] - 2]]

    def game_options(self, data: Mapping[str, Any]) -> dict[str, Json]:
        """Return the options of the chosen game, those that are not as usual."""
        if data["game"] == SKIRMISH:
            points = [data["points"]] * 2 if data["points"] != HOUSE.points else None
            pair = [data["own_faction"], data["other_faction"]]
            return {"factions": pair} | ({"points": points} if points else {})
        if data["game"] != COURTIER:
            return {}
        switches = {"auction": data["opening"] == "auction"}
        switches |= {name: data[name] for name in ("fast_start", "no_cheese")}
        usual = {"auction": True, "fast_start": False, "no_cheese": False}
        chosen = {name: value for name, value in switches.items() if value != usual[name]}
        return chosen | stacks(data["length"], data["deck"])

    def deck_id(self, data: Mapping[str, Any]) -> int | None:
        """Return the owner's deck that was chosen."""
        return data["deck"] if data["game"] == COURTIER else None


def factions() -> list[tuple[str, str]]:
    """Return the factions of the skirmish."""
    return [(id, faction_name(id)) for id in faction_ids()]


def decks() -> list[tuple[int | str, str]]:
    """Return the decks that can be chosen; the game's own comes first."""
    own = ("", str(_("The house deck")))
    return [own, *((deck.id, deck.name) for deck in decks_offered(COURTIER))]


def stacks(length: str, deck_id: int | None) -> dict[str, Json]:
    """Return the sizes of the two stacks of fashion cards (courtier.md 14); as usual: none."""
    if length not in LENGTHS:
        return {}
    table = _table(deck_id)
    most = table["counts"]["fashion"] - 1
    sizes: dict[str, Json] = {}
    for name in ("fashion_bottom", "fashion_top"):
        size = round(table["setup"][name] * LENGTHS[length])
        sizes[name] = min(max(size, 1), most - sum(sizes.values()))
    return sizes


def _table(deck_id: int | None) -> Any:
    if deck_id is None:
        return house_table()
    return deck_table(Deck.objects.values_list("digest", flat=True).get(pk=deck_id))
