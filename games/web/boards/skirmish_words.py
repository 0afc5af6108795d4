"""The skirmish in plain words: answers, what a seat is asked, tokens, cards, fights.

>>> answer_words("move e2 e3")
'Move from e2 to e3'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.skirmish.tokens import ADVANTAGE, BLESSING, CURSE, DISADVANTAGE
from games.web.boards.skirmish_names import entry_name, flat_rule, free_source

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def listed(words: Iterable[str]) -> str:
    """Join words: "A, B and C"."""
    return str(get_text_list(list(words), _("and")))


def whose(seat: int, names: Sequence[str], reader: int | None = None) -> str:
    """Say whose something is, at the start of a sentence: "Ann's", "Your"."""
    if seat == reader:
        return _("Your")
    return _("%(name)s's") % {"name": names[seat]}


def card_words(card: str) -> str:
    """Return a card as it is written: "10♦"."""
    return card[:-1] + SUITS.get(card[-1:], card[-1:])


def team_words(team: Mapping[str, int]) -> str:
    """Return a team in words: "Captain, 4 Spearman"."""
    return listed(
        entry_name(entry) if count == 1 else f"{count} × {entry_name(entry)}"
        for entry, count in team.items()
        if count
    )


def token_words(token: str, count: int) -> str:
    """Say tokens: "2 Disadvantage", "a Blessing"."""
    if token == BLESSING:
        return _("a Blessing")
    if token == CURSE:
        return _("a Curse")
    name = _("Advantage") if token == ADVANTAGE else _("Disadvantage")
    return _("%(count)s %(token)s") % {"count": count, "token": name}


# Answers

ALONE = {
    "keep": gettext_lazy("Keep your Advantage"),
    "spend": gettext_lazy("Spend 1 Advantage"),
    "decline": gettext_lazy("Do not"),
    "done": gettext_lazy("Keep no more"),
    "more": gettext_lazy("Turn over one card more"),
    "jack": gettext_lazy("Let one kept card count as a Jack"),
    "curse": gettext_lazy("Curse it"),
    "turn up": gettext_lazy("Turn a Joker card up"),
    "turn down": gettext_lazy("Turn a Joker card down"),
    "prowl conjure": gettext_lazy("Conjure Winter"),
    "prowl advantage": gettext_lazy("Gain Advantage"),
}
ALONE_AT = {
    ("decline", "promotion"): gettext_lazy("Leave it a Pawn"),
    ("decline", "wonderland"): gettext_lazy("Turn none"),
    ("decline", "fools_endeavour"): gettext_lazy("Turn none"),
    ("decline", "obelisk"): gettext_lazy("Do not Curse it"),
    ("decline", "jig"): gettext_lazy("Let it stand"),
    ("decline", "prowl"): gettext_lazy("Neither"),
    ("decline", "benediction"): gettext_lazy("Bless nobody"),
    ("decline", "snare"): gettext_lazy("Snare nobody"),
    ("decline", "sapling"): gettext_lazy("Leave the Trees"),
    ("turn down", "wonderland"): gettext_lazy("Turn a Joker card down and Conjure"),
}
SQUARES = {
    "move": (gettext_lazy("Move from %(a)s to %(b)s"), 2),
    "attack": (gettext_lazy("Attack from %(a)s the piece on %(b)s"), 2),
    "castle": (gettext_lazy("Castle: swap %(a)s and %(b)s"), 2),
    "stay": (gettext_lazy("Stay on %(a)s"), 1),
    "activate": (gettext_lazy("Activate the piece on %(a)s"), 1),
    "tree": (gettext_lazy("Put a Tree on %(a)s"), 1),
    "bump": (gettext_lazy("Step aside to %(a)s"), 1),
    "redeploy": (gettext_lazy("Bring it back on %(a)s"), 1),
    "around": (gettext_lazy("Chill all enemies around %(a)s"), 1),
    "chill": (gettext_lazy("1 Disadvantage for the enemy on %(a)s"), 1),
    "frostbite": (gettext_lazy("Disadvantage for your piece on %(a)s"), 1),
    "jig": (gettext_lazy("Dance to %(a)s"), 1),
    "encourage": (gettext_lazy("1 Advantage for the piece on %(a)s"), 1),
    "bless": (gettext_lazy("Bless the piece on %(a)s"), 1),
    "snare": (gettext_lazy("Snare the enemy on %(a)s"), 1),
    "sapling": (gettext_lazy("Move the Tree on %(a)s to %(b)s"), 2),
}


def answer_words(answer: str, kind: str = "") -> str:
    """Say an answer in plain words; what is no answer of this game stays as it is."""
    plain = " ".join(answer.split())
    lower = plain.lower()
    alone = ALONE_AT.get((lower, kind)) or ALONE.get(lower)
    if alone:
        return str(alone)
    verb, *rest = plain.split() or [""]
    verb = verb.lower()
    text, count = SQUARES.get(verb, ("", 0))
    if text and len(rest) == count:
        return str(text) % dict(zip("ab", rest, strict=False))
    return _longer(verb, rest) or answer


def _longer(verb: str, rest: list[str]) -> str:
    if verb == "deploy" and len(rest) == 2:
        return _("Put %(piece)s on %(square)s") % {
            "piece": entry_name(rest[0]),
            "square": rest[1],
        }
    if verb == "promote" and len(rest) == 1:
        return _("Promote it to %(piece)s") % {"piece": entry_name(rest[0])}
    if verb == "melt" and len(rest) == 2:
        text = {
            DISADVANTAGE: _("Take 1 Disadvantage off the enemy on %(square)s"),
            CURSE: _("Take the Curse off the enemy on %(square)s"),
        }.get(rest[0], "")
        return text % {"square": rest[1]} if text else ""
    if verb == "keep" and rest:
        text = _("Keep %(card)s as a Jack") if rest[1:] == ["jack"] else _("Keep %(card)s")
        return text % {"card": card_words(rest[0].upper())}
    if verb == "rule" and len(rest) == 1:
        return _("Rule %(number)s first") % {"number": rest[0]}
    if verb == "team" and len(rest) % 2 == 0 and all(n.isdecimal() for n in rest[1::2]):
        return team_words(dict(zip(rest[::2], map(int, rest[1::2]), strict=True)))
    return ""


# What is asked

ASKED = {
    "team": gettext_lazy("Choose your team; it is shown when the Trees stand."),
    "tree": gettext_lazy("Choose a square for a Tree."),
    "deploy": gettext_lazy("Choose a square for one of your pieces."),
    "activate": gettext_lazy("Choose the piece to Activate."),
    "act": gettext_lazy("Now its action."),
    "spend": gettext_lazy("Spend an Advantage on this roll?"),
    "bump": gettext_lazy("It cannot be slain: where does it step aside?"),
    "order": gettext_lazy("Which of its rules comes first?"),
    "promotion": gettext_lazy("Your Pawn is on the far rank: which slain piece comes back?"),
    "fools_endeavour": gettext_lazy("Fool's Endeavour: you may turn a Joker card over."),
    "redeploy": gettext_lazy("Where does it come back?"),
    "keep_card": gettext_lazy("Choose a card to keep; the first named works first."),
    "wonder": gettext_lazy("Winter wonderland: what does the face-down Joker card do?"),
    "wonderland": gettext_lazy("Winter wonderland: turn a Joker card down to Conjure Winter?"),
    "around": gettext_lazy("Around which piece of yours do the enemies get Disadvantage?"),
    "chill": gettext_lazy("Which enemy gets 1 Disadvantage?"),
    "melt": gettext_lazy("The Thaw: which token goes?"),
    "frostbite": gettext_lazy("The Thaw: which of your own pieces suffers?"),
    "obelisk": gettext_lazy("Your Totem was slain: Curse whoever did it?"),
    "jig": gettext_lazy("Little jig: where does the Barbegazi go?"),
    "prowl": gettext_lazy("Prowl: Conjure Winter, or gain Advantage?"),
    "steady_command": gettext_lazy("Steady command: who gets 1 Advantage?"),
    "benediction": gettext_lazy("Benediction: whom do you Bless?"),
    "snare": gettext_lazy("Snare: which enemy beside a Tree?"),
    "sapling": gettext_lazy("Sapling: which Tree goes where?"),
}
"""The sentence at the top of the page, for each kind of ask."""


def asked(kind: str) -> str:
    """Say what a seat is asked."""
    return str(ASKED.get(kind, _("Choose.")))


# Cards

EFFECTS = {
    "king": gettext_lazy("around your King"),
    "queen": gettext_lazy("around your Queen"),
    "jack": gettext_lazy("around one of yours"),
    "ace": gettext_lazy("around one of yours"),
    "numbered": gettext_lazy("one enemy"),
}


def card_effect(kind: str) -> str:
    """Say in a few words whom a kept card chills."""
    return str(EFFECTS[kind])


# Fights

NETS = {
    1: gettext_lazy("the higher counts"),
    -1: gettext_lazy("the lower counts"),
}


def side_words(fight: Mapping[str, Any], role: int) -> str:
    """Say what one side of a fight rolled and what came of it: "D8: 3 and 7, ... = 7"."""
    rolled = _("D%(sides)s: %(dice)s") % {
        "sides": fight["die"][role],
        "dice": listed(str(face) for face in fight["dice"][role]),
    }
    parts = [rolled, *modifier_words(fight, role)]
    return _("%(parts)s: %(total)s") % {
        "parts": ", ".join(parts),
        "total": fight["totals"][role],
    }


def modifier_words(fight: Mapping[str, Any], role: int) -> list[str]:
    """Say what changed one side's roll, and how: which dice were kept, what was added."""
    net, flat = fight["net"][role], fight["flat"][role]
    spent = fight["spends"][role]
    free, hampered = fight["sources"][role] - spent, fight["disadvantage"][role]
    grace = fight["grace"][role]
    entry = fight[("attacker_entry", "target_entry")[role]]
    says = [
        (spent, _("1 Advantage spent")),
        (free, free_source(entry)),
        (hampered, _("1 Disadvantage spent")),
        (net, str(NETS.get(net, ""))),
        (hampered and not net, _("they cancel: one die")),
        (grace > 0, _("Blessed %(n)s") % {"n": f"{grace:+d}"}),
        (grace < 0, _("Cursed %(n)s") % {"n": f"{grace:+d}"}),
        (flat - grace, f"{flat_rule(entry)} {flat - grace:+d}"),
    ]
    return [text for holds, text in says if holds]


def result_words(fight: Mapping[str, Any]) -> str:
    """Say how a fight ended."""
    if fight["bumped"]:
        return _("It cannot be slain and steps aside.")
    if fight["success"]:
        return _("The Attack succeeds.")
    if fight["totals"][0] == fight["totals"][1]:
        return _("A tie: the Defend succeeds.")
    return _("The Defend succeeds.")


def cards_words(cards: Sequence[Json]) -> str:
    """Return cards in words."""
    return listed(card_words(str(card)) for card in cards) or _("none")


def count_cards(count: int) -> str:
    """Say how many cards."""
    return ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}
