"""The names and texts of the factions, so that translators find them.

The factions' files are data that no tool reads for texts; a test keeps the two alike.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

TYPES = (
    gettext_noop("King"),
    gettext_noop("Queen"),
    gettext_noop("Rook"),
    gettext_noop("Knight"),
    gettext_noop("Bishop"),
    gettext_noop("Joker"),
    gettext_noop("Pawn"),
)
FACTIONS = (
    gettext_noop("The Blights of Winter"),
    gettext_noop("The Briar Host"),
    gettext_noop("The Plain Guard"),
)
ABOUT = (
    gettext_noop(
        "They turn cards of winter until every enemy shivers; when the Thaw comes, the "
        "frost turns on them."
    ),
    gettext_noop("Thorns and roots: Trees are no obstacle to them, and a shelter to their Oaks."),
    gettext_noop(
        "Honest soldiers: a Captain who encourages them, a Chaplain who blesses them, and spears."
    ),
)
ENTRIES = (
    gettext_noop("Father Winter"),
    gettext_noop("Witch of November"),
    gettext_noop("Jack Frost"),
    gettext_noop("Solstice Totem"),
    gettext_noop("Barbegazi"),
    gettext_noop("Yeti"),
    gettext_noop("Arctic Wolf"),
    gettext_noop("Thorn King"),
    gettext_noop("Bramble Queen"),
    gettext_noop("Old Oak"),
    gettext_noop("Stag Rider"),
    gettext_noop("Seed-keeper"),
    gettext_noop("Bramblefoot"),
    gettext_noop("Captain"),
    gettext_noop("Standard-bearer"),
    gettext_noop("Watchtower"),
    gettext_noop("Outrider"),
    gettext_noop("Chaplain"),
    gettext_noop("Jester"),
    gettext_noop("Spearman"),
)
RULES = (
    gettext_noop("Conjure Winter"),
    gettext_noop("The Thaw"),
    gettext_noop("Rootways"),
    gettext_noop("Freezing reign"),
    gettext_noop("Bone-chilling gale"),
    gettext_noop("Winter wonderland"),
    gettext_noop("Ancient obelisk"),
    gettext_noop("The next solstice approaches"),
    gettext_noop("Good willed"),
    gettext_noop("Little jig"),
    gettext_noop("Roar of the peaks"),
    gettext_noop("Natural camouflage"),
    gettext_noop("Prowl"),
    gettext_noop("Barbed crown"),
    gettext_noop("Snare"),
    gettext_noop("Deep roots"),
    gettext_noop("Sapling"),
    gettext_noop("Steady command"),
    gettext_noop("Benediction"),
)
TEXTS = (
    gettext_noop(
        "Turn over so many cards and keep one, which stays aside; the others are "
        "discarded. A King or Queen kept gives 1 Disadvantage to every enemy beside your "
        "King or Queen, a Jack or Ace to every enemy beside one Rook, Knight, Bishop or "
        "Joker of yours, a number to one enemy that has none. Where nobody stands beside "
        "them, one enemy without Disadvantage gets it instead."
    ),
    gettext_noop(
        "If every enemy has Disadvantage when a Conjure begins, the Thaw is there for the "
        "rest of the game: instead of turning cards over you discard as many of those you "
        "kept. Each takes one Disadvantage or Curse off an enemy; if no enemy has any, "
        "one of your pieces gets 1 Disadvantage. For each card you do not have, one of "
        "your pieces gets 2."
    ),
    gettext_noop(
        "Their Moves may pass through Trees, but not end on them. A Pawn's step of two "
        "needs both squares free."
    ),
    gettext_noop(
        "At the start of his Activation: Conjure Winter 2. While you keep 10 cards or "
        "more he cannot be Cursed, cannot be given Disadvantage and cannot be slain; he "
        "steps aside instead. On the board at the end of the last turn, he wins the game."
    ),
    gettext_noop(
        "Whoever Defends against her successfully gets 2 Disadvantage. When she is slain: "
        "Conjure Winter 8, and keep at least 4 of those cards."
    ),
    gettext_noop(
        "At the start of his Activation you may turn a face-up Joker card down to Conjure "
        "Winter 2. While he is on the board, each face-down Joker card gives you one "
        "choice in every Conjure: turn over one card more, or let one card you keep count "
        "as a Jack."
    ),
    gettext_noop(
        "It cannot Attack, Move or be relocated. An enemy that slays it loses all "
        "Blessing and Advantage, then you may Curse it."
    ),
    gettext_noop(
        "At the start of its Activation: Conjure Winter 3. Each of your Bishops on the "
        "board lets every Conjure of yours keep one card more; in the Thaw each makes you "
        "discard one more."
    ),
    gettext_noop(
        "It cannot Attack, be Attacked or be Cursed, unless all your pieces left on the "
        "board are Rooks."
    ),
    gettext_noop(
        "Right after it Castles: Conjure Winter 3. At the end of its Activation you may "
        "put it on any free square around an ally next to it."
    ),
    gettext_noop("After its successful Attack or Defend: Conjure Winter 4, between Activations."),
    gettext_noop(
        "It can be given a Curse or Disadvantage only by a rule of an enemy piece beside "
        "it, or by your own faction's rules."
    ),
    gettext_noop(
        "At the start of its Activation you may do one of these: Conjure Winter 1; or, "
        "with an enemy beside it that has Disadvantage, gain 1 Advantage."
    ),
    gettext_noop("After a successful Defend the Attacker gets 1 Disadvantage."),
    gettext_noop(
        "At the start of its Activation you may put 1 Disadvantage on an enemy without "
        "any that stands beside a Tree."
    ),
    gettext_noop("Beside a Tree it Defends with 2 more."),
    gettext_noop(
        "Once per game each, at the start of its Activation, you may lift one Tree and "
        "put it on a free square beside this Bishop."
    ),
    gettext_noop(
        "At the start of its Activation, give 1 Advantage to one ally beside it that has none."
    ),
    gettext_noop("At the start of its Activation you may Bless one ally beside it."),
)
