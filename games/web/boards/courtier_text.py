"""The whole state of a match of Courtier as headings and texts, for who reads instead of looks.

What matters most comes first: whose turn it is and what is open, then everybody's standing,
petitions, the board, and last what lies in the decks. Empty things are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.web.boards.courtier_names import Names
from games.web.boards.courtier_words import (
    GIANNI,
    NEUTRAL,
    cards_words,
    count_words,
    listed,
    owner_name,
    petition_words,
)

STAGES = {
    "hands": gettext_lazy("Hands for the auction are made"),
    "bid": gettext_lazy("The auction"),
    "trade": gettext_lazy("The start: a card may be drawn"),
    "action": gettext_lazy("The action"),
    "discard_more": gettext_lazy("Cards are discarded"),
    "review_more": gettext_lazy("Cards are discarded for free"),
    "play_more": gettext_lazy("Another card may be played"),
    "petition": gettext_lazy("A petition may be completed"),
    "refill": gettext_lazy("The hand is filled up"),
    "gianni_place": gettext_lazy("Gianni places a marker"),
    "gianni_petition": gettext_lazy("Gianni completes a petition"),
    "over": gettext_lazy("The game is over"),
}
"""Parts of the turn; during all others a card is carried out."""

Texts = Iterator[tuple[str, str]]


def as_text(view: Json, names: Names, seats: Sequence[str]) -> list[tuple[str, str]]:
    """Return all that a view holds, and what it means."""
    page = _Page(view, names, seats)
    return [
        *page.turn(),
        *page.auction(),
        *page.standing(),
        *page.petitions(),
        *page.coteries(),
        *page.courtiers(),
        *page.piles(),
    ]


@dataclass(frozen=True)
class _Page:
    view: Json
    names: Names
    seats: Sequence[str]

    @property
    def colours(self) -> list[str]:
        """The owners but neutral: the seats, and with two of them Gianni."""
        return list(self.view["owners"][:-1])

    def name(self, owner: str | int | None) -> str:
        return owner_name(None if owner is None else str(owner), self.seats)

    # The turn

    def turn(self) -> Texts:
        """Say whose turn it is, which part of it, and what has happened in it."""
        view = self.view
        if view["to_move"] is not None:
            yield _("To move"), self.name(view["to_move"])
        yield _("Part of the turn"), self._stage(view["stage"])
        if view["turn_of"] is not None:
            turn = {"name": self.name(view["turn_of"]), "number": view["turn"]}
            yield _("Turn"), _("%(number)s, of %(name)s") % turn
        if view["after"]:
            yield _("Then"), self._stage(view["after"])
        if view["pending"]:
            yield _("Being carried out"), self._pending(view["pending"])
        if view["played"]:
            yield _("Played this turn"), cards_words(view["played"], self.names)
        yield from self._rest_of_turn()

    def _stage(self, stage: str) -> str:
        return str(STAGES.get(stage, _("A card is carried out")))

    def _pending(self, pending: Json) -> str:
        parts = []
        if card := pending["card"]:
            text = self.names.card_text(card)
            parts.append(self.names.card(card) + (f" ({text})" if text else ""))
        if pending.get("repeating"):
            parts.append(_("for the second time"))
        if taken := pending.get("taken"):
            here = {
                "name": self.name(taken["owner"]),
                "courtier": self.names.courtier(taken["courtier"]),
            }
            parts.append(_("taken: a marker of %(name)s from the %(courtier)s") % here)
        if pending["left"]:
            parts.append(_("%(left)s to go") % {"left": pending["left"]})
        if extra := pending.get("extra"):
            text = ngettext(
                "%(n)s further marker may follow", "%(n)s further markers may follow", extra
            )
            parts.append(text % {"n": extra})
        return ", ".join(parts)

    def _rest_of_turn(self) -> Texts:
        view, names = self.view, self.names
        if view["stand_ins"]:
            heading = _("Cards that stand for a courtier of")
            yield heading, listed(map(names.coterie, view["stand_ins"]))
        if any(view["plays"].values()):
            yield _("Further plays"), self._plays()
        facts = [
            (view["lifted"], _("%(protect)s protects nobody from whose turn it is.")),
            (view["reviewed"], _("%(free_discard)s has been used.")),
            (view["petition_done"], _("A petition has been completed.")),
        ]
        says = {one: names.able(one) for one in ("protect", "free_discard")}
        said = [text % says for is_so, text in facts if is_so]
        if view["penalty"]:
            text = _("%(count)s cards fewer are drawn at the end of it.")
            said.append(text % {"count": view["penalty"]})
        if said:
            yield _("This turn"), " ".join(said)

    def _plays(self) -> str:
        plays = self.view["plays"]
        texts = {
            "any": ngettext("%(n)s card of any type", "%(n)s cards of any type", plays["any"]),
            "influence": ngettext(
                "%(n)s influence card", "%(n)s influence cards", plays["influence"]
            ),
        }
        return listed(texts[kind] % {"n": count} for kind, count in plays.items() if count)

    def auction(self) -> Texts:
        """Say which hands there are and what is bid on each."""
        for number, hand in enumerate(self.view["bids"] or (), start=1):
            bid = _("no bid")
            if hand["seat"] is not None:
                text = ngettext(
                    "%(amount)s marker by %(name)s",
                    "%(amount)s markers by %(name)s",
                    hand["amount"],
                )
                bid = text % {"amount": hand["amount"], "name": self.name(hand["seat"])}
            cards = cards_words(hand["cards"], self.names)
            yield _("Hand %(number)s") % {"number": number}, f"{bid}: {cards}"

    # Everybody's standing

    def standing(self) -> Texts:
        """Say what each colour has: points, markers, coteries, petitions, cards."""
        view = self.view
        for index, owner in enumerate(self.colours):
            yield self.name(owner), "; ".join(self._standing(index, owner))
        if view["first"] is not None:
            yield _("Began"), self.name(view["first"])
        yield _("Neutral markers left"), str(view["neutral"])

    def _standing(self, index: int, owner: str) -> Iterator[str]:
        view = self.view
        points = view["scores"][index]
        text = ngettext("%(points)s point", "%(points)s points", points)
        yield text % {"points": points} + _(", %(track)s of them on the track") % {
            "track": view["track"][index]
        }
        yield _("pool %(pool)s, reserve %(reserve)s") % {
            "pool": view["pools"][index],
            "reserve": view["reserves"][index],
        }
        held = [one for one, there in view["coteries"].items() if there["holder"] == owner]
        if held:
            yield _("holds %(coteries)s") % {"coteries": listed(map(self.names.coterie, held))}
        if done := view["completed"][index]:
            titles = [f"{self.names.petition(one)} ({self.names.points(one)})" for one in done]
            yield _("completed %(petitions)s") % {"petitions": listed(titles)}
        if owner != GIANNI:
            yield from self._hand(index)

    def _hand(self, seat: int) -> Iterator[str]:
        view = self.view
        size = count_words(*view["hand_sizes"][seat])
        if hand := view["hands"][seat]:
            size = f"{size}: {cards_words(hand, self.names)}"
        yield size
        if view["has_secret"][seat] and view["secrets"][seat] is None:
            yield _("a secret petition")
        known = view["known"][seat]
        if known and not hand:
            yield _("known of them: %(cards)s") % {"cards": cards_words(known, self.names)}

    # Petitions

    def petitions(self) -> Texts:
        """Say the petitions that can be seen, each with how its courtiers stand."""
        view = self.view
        for seat, secret in enumerate(view["secrets"]):
            if secret is not None:
                heading = _("Secret petition of %(name)s") % {"name": self.name(seat)}
                yield heading, self._petition(secret)
        for number, petition in enumerate(view["petitions"], start=1):
            yield _("Petition %(number)s") % {"number": number}, self._petition(petition)

    def _petition(self, petition: str) -> str:
        there = "; ".join(
            f"{self.names.courtier(one)}: {self._fitness(one)}"
            for one in self.names.asked_for(petition)
            if one in self.view["courtiers"]
        )
        return f"{petition_words(petition, self.names)}: {there}"

    def _fitness(self, courtier: str) -> str:
        """Say how near a courtier is to counting for a petition."""
        free, controller = self._free(courtier), self._controller(courtier)
        text = ngettext("%(free)s slot free", "%(free)s slots free", free) % {"free": free}
        return f"{text if free else _('full')}, {controller}"

    # The board

    def _free(self, courtier: str) -> int:
        return self.names.slots(courtier) - sum(self.view["courtiers"][courtier]["markers"])

    def _controller(self, courtier: str) -> str:
        controller = self.view["courtiers"][courtier]["controller"]
        if controller is None:
            return _("nobody controls")
        return _("%(name)s controls") % {"name": self.name(controller)}

    def coteries(self) -> Texts:
        """Say who holds each coterie, who has how many markers there, and its ability."""
        for coterie, there in self.view["coteries"].items():
            heading = _("%(name)s (coterie)") % {"name": self.names.coterie(coterie)}
            counts = zip(self.colours, there["counts"], strict=True)
            said = [f"{self.name(owner)} {count}" for owner, count in counts if count]
            holder = _("held by nobody")
            if there["holder"] is not None:
                holder = _("held by %(name)s") % {"name": self.name(there["holder"])}
            text = f"{holder}; {', '.join(said)}." if said else f"{holder}."
            yield heading, f"{text} {self.names.ability_text(coterie)}".strip()

    def courtiers(self) -> Texts:
        """Say the markers on each courtier and who controls it."""
        for courtier, there in self.view["courtiers"].items():
            heading = _("%(courtier)s of %(coterie)s, %(slots)s") % {
                "courtier": self.names.courtier(courtier),
                "coterie": self.names.coterie(self.names.coterie_of(courtier)),
                "slots": self._slots(courtier),
            }
            yield heading, self._markers(courtier, there["markers"])

    def _slots(self, courtier: str) -> str:
        count = self.names.slots(courtier)
        return ngettext("%(n)s slot", "%(n)s slots", count) % {"n": count}

    def _markers(self, courtier: str, markers: Sequence[int]) -> str:
        counts = zip([*self.colours, NEUTRAL], markers, strict=True)
        said = [f"{self.name(owner)} {count}" for owner, count in counts if count]
        if not said:
            return _("empty")
        return f"{', '.join(said)}; {self._fitness(courtier)}"

    # Decks

    def piles(self) -> Texts:
        """Say what lies open, what is left, and what is known of it."""
        view, names = self.view, self.names
        open_cards = [names.card(card) for card in view["offers"].values() if card is not None]
        yield _("To be bought"), listed(open_cards) or _("nothing")
        yield _("Influence deck"), self._deck("influence")
        yield _("Power deck"), self._deck("power")
        bottom = list(map(names.petition, view["petition_bottom"]))
        below = _(", at its bottom %(titles)s") % {"titles": listed(bottom)} if bottom else ""
        yield _("Petition deck"), f"{view['petition_deck']}{below}"
        yield _("Fashion deck"), self._fashions(view["fashion"])

    def _deck(self, kind: str) -> str:
        left, discards = self.view["decks"][kind], self.view["discards"][kind]
        said = cards_words(discards, self.names) or _("none")
        return _("%(left)s; discarded: %(cards)s") % {"left": left, "cards": said}

    def _fashions(self, fashion: Any) -> str:
        text = _("%(left)s left") % {"left": fashion["left"]}
        if fashion["end_among"]:
            last = {"count": fashion["end_among"]}
            text += _(", the one that ends the game among the last %(count)s") % last
        if fashion["seen"]:
            seen = listed(map(self.names.fashion, fashion["seen"]))
            text += _("; seen: %(fashions)s") % {"fashions": seen}
        return text
