"""The names and texts of Courtier's house deck, so that translators find them.

The deck file itself is data that no tool reads for texts; a test keeps the two alike.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

COTERIES = (
    gettext_noop("Royal Family"),
    gettext_noop("Senate"),
    gettext_noop("Church"),
    gettext_noop("Military"),
    gettext_noop("Commerce"),
    gettext_noop("Culture"),
    gettext_noop("Minister"),
    gettext_noop("Atheneum"),
)
COURTIERS = (
    gettext_noop("King"),
    gettext_noop("Prince"),
    gettext_noop("Princess"),
    gettext_noop("Palatine"),
    gettext_noop("Magistrate"),
    gettext_noop("Senator"),
    gettext_noop("Cardinal"),
    gettext_noop("Bishop"),
    gettext_noop("General"),
    gettext_noop("Admiral"),
    gettext_noop("Captain"),
    gettext_noop("Banker"),
    gettext_noop("Merchant"),
    gettext_noop("Guildmaster"),
    gettext_noop("Playwright"),
    gettext_noop("Composer"),
    gettext_noop("Painter"),
    gettext_noop("Minister"),
    gettext_noop("Emeritus"),
    gettext_noop("Astronomer"),
    gettext_noop("Historian"),
    gettext_noop("Inventor"),
    gettext_noop("Philosopher"),
)
ABILITIES = (
    gettext_noop("Royal Protection"),
    gettext_noop("Seats of Power"),
    gettext_noop("Congregation"),
    gettext_noop("Second Wave"),
    gettext_noop("Trade Goods"),
    gettext_noop("Patronage"),
    gettext_noop("Ministerial Voice"),
    gettext_noop("Peer Review"),
)
ABILITY_TEXTS = (
    gettext_noop(
        "No other player may replace, move, exchange or remove your markers, unless a "
        "Subversive card lifts the protection for that turn."
    ),
    gettext_noop("Score 10 extra points if you hold this card when the game ends."),
    gettext_noop(
        "When you play an influence card, place one marker more than it says, among the "
        "courtiers that card allows."
    ),
    gettext_noop(
        "After resolving a power card that is marked repeatable, you may resolve it once more "
        "with new choices."
    ),
    gettext_noop(
        "At the start of your turn you may draw the top face-down card of one deck, even "
        "beyond five cards."
    ),
    gettext_noop("At the start of your turn move one space on the scoring track."),
    gettext_noop(
        "When you complete a petition, the filled Minister you control may stand in for one "
        "listed courtier; the Minister is cleared instead."
    ),
    gettext_noop(
        "Once during your turn, before or after the action but before refilling, discard any "
        "number of cards for free."
    ),
)
INFLUENCE = (
    gettext_noop("Influence the King"),
    gettext_noop("Influence the Prince"),
    gettext_noop("Influence the Princess"),
    gettext_noop("Influence the Palatine"),
    gettext_noop("Influence the Magistrate"),
    gettext_noop("Influence the Senator"),
    gettext_noop("Influence the Cardinal"),
    gettext_noop("Influence the Bishop"),
    gettext_noop("Influence the General"),
    gettext_noop("Influence the Admiral"),
    gettext_noop("Influence the Captain"),
    gettext_noop("Influence the Banker"),
    gettext_noop("Influence the Merchant"),
    gettext_noop("Influence the Guildmaster"),
    gettext_noop("Influence the Playwright"),
    gettext_noop("Influence the Composer"),
    gettext_noop("Influence the Painter"),
    gettext_noop("Influence the Minister"),
    gettext_noop("Influence the Emeritus"),
    gettext_noop("Influence the Astronomer"),
    gettext_noop("Influence the Historian"),
    gettext_noop("Influence the Inventor"),
    gettext_noop("Influence the Philosopher"),
    gettext_noop("Influence the Royals"),
    gettext_noop("Influence the Senate"),
    gettext_noop("Influence the Church"),
    gettext_noop("Influence the Military"),
    gettext_noop("Influence the Guild"),
    gettext_noop("Influence the Arts"),
    gettext_noop("Influence the Atheneum"),
    gettext_noop("Influence Any Courtier"),
)
POWER = (
    gettext_noop("Resourceful (Royal Family)"),
    gettext_noop("Resourceful (Senate)"),
    gettext_noop("Resourceful (Church)"),
    gettext_noop("Resourceful (Military)"),
    gettext_noop("Resourceful (Commerce)"),
    gettext_noop("Resourceful (Culture)"),
    gettext_noop("Resourceful (Minister)"),
    gettext_noop("Resourceful (Atheneum)"),
    gettext_noop("Energetic"),
    gettext_noop("Subversive"),
    gettext_noop("Charismatic"),
    gettext_noop("Flattering"),
    gettext_noop("Persuasive"),
    gettext_noop("Ambitious"),
    gettext_noop("Generous"),
    gettext_noop("Meddlesome"),
    gettext_noop("Diplomatic"),
    gettext_noop("Ruthless"),
    gettext_noop("Scholarly"),
)
POWER_TEXTS = (
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Royal Family courtier of a "
        "petition you complete; that courtier is not used and not cleared. You may play "
        "another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Senate courtier of a petition you "
        "complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Church courtier of a petition you "
        "complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Military courtier of a petition "
        "you complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Commerce courtier of a petition "
        "you complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Culture courtier of a petition you "
        "complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Minister courtier of a petition "
        "you complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Spend 1 marker. This turn this card counts as one Atheneum courtier of a petition "
        "you complete; that courtier is not used and not cleared. You may play another card."
    ),
    gettext_noop(
        "Play up to two influence cards now. When you refill this turn, draw two cards fewer."
    ),
    gettext_noop(
        "Until the end of this turn the Royal Family ability does not stop you. You may play "
        "another card."
    ),
    gettext_noop("Gain 3 markers from the reserve."),
    gettext_noop(
        "Choose one: put a neutral marker on an empty slot, or return a neutral marker from "
        "any courtier to the reserve."
    ),
    gettext_noop("Move one of your markers to an empty slot of another courtier."),
    gettext_noop("Place one of your markers on an empty slot of any courtier."),
    gettext_noop("Put two neutral markers on empty slots of one or two courtiers."),
    gettext_noop(
        "Move one marker of another player to an empty slot of another courtier in the same "
        "coterie."
    ),
    gettext_noop("Exchange two markers of different owners that are on two different courtiers."),
    gettext_noop("Return one marker of another player from a courtier to its owner's pool."),
    gettext_noop("Draw two face-down cards, each from the deck of your choice."),
)
PETITIONS = (
    gettext_noop("Test the Diving Bell"),
    gettext_noop("License a Satire"),
    gettext_noop("Open the Crypt Records"),
    gettext_noop("Commission a Serenade"),
    gettext_noop("Rehang the Temple Bells"),
    gettext_noop("Build a Theatre Arcade"),
    gettext_noop("Stage the Star Pageant"),
    gettext_noop("Portraits for the Fleet"),
    gettext_noop("Erect a Founders Stone"),
    gettext_noop("Reform the Calendar"),
    gettext_noop("Mint a Jubilee Coin"),
    gettext_noop("Rewrite the Articles of War"),
    gettext_noop("Chart the Old Harbour"),
    gettext_noop("Endow a Foundling Home"),
    gettext_noop("Codify Names"),
    gettext_noop("Found a Guard of Honour"),
    gettext_noop("Pardon the Smugglers"),
    gettext_noop("Send an Embassy of Peace"),
    gettext_noop("Raise a New Chapel School"),
    gettext_noop("Tithe the Canal Trade"),
    gettext_noop("Arm the City Foundry"),
    gettext_noop("Fund the Carnival Watch"),
    gettext_noop("Insure the Regatta"),
    gettext_noop("Forgive the Debt of the Poor"),
    gettext_noop("Charter a Seminary Bank"),
    gettext_noop("Rebuild the Arsenal"),
)
FASHIONS = (
    gettext_noop("Regal Purple"),
    gettext_noop("Senatorial Sashes"),
    gettext_noop("Solemn Veils"),
    gettext_noop("Epaulettes"),
    gettext_noop("Silk and Coin"),
    gettext_noop("Stage Costumes"),
    gettext_noop("Sober Black"),
    gettext_noop("Scholars' Robes"),
    gettext_noop("Guild Colours"),
    gettext_noop("Masks and Ribbons"),
    gettext_noop("Spectacles"),
    gettext_noop("Out of Season"),
    gettext_noop("All the Rage"),
    gettext_noop("Open Purse"),
    gettext_noop("Change of Heart"),
    gettext_noop("Queen's Favour"),
    gettext_noop("The Queen Is Arrested!"),
)

HOUSE_TEXTS = frozenset(
    (*COTERIES, *COURTIERS, *ABILITIES, *ABILITY_TEXTS, *INFLUENCE, *POWER, *POWER_TEXTS)
    + (*PETITIONS, *FASHIONS)
)
"""All of them."""
