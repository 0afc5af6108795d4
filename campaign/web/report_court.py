"""Courts in words: who played what, for which stake, and what the winner took.

Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.contest_words import game_word, stake_in_short, stake_kind_word
from campaign.web.report_words import Data, Names, Teller, seat_name, seats_in, teller
from campaign.web.words import joined


def _held(data: Data, names: Names) -> str:
    """Say who won a court; ``match`` is what ``report_matches`` knows of it."""
    match = data.get("match")
    words = {
        "players": joined(names[seat] for seat in seats_in(data, names)),
        "game": game_word(data["game"]),
        "stake": stake_in_short(match.stake) if match else stake_kind_word(data["stake"]),
        "winner": seat_name(data["winner"], names),
    }
    text = _("%(players)s held court at %(game)s for %(stake)s. %(winner)s wins.")
    if data["winner"] == -1:
        text = _("%(players)s held court at %(game)s for %(stake)s. Nobody wins.")
    return text % words


TELLERS: dict[str, Teller] = {
    "court_held": _held,
    "precedence_won": teller(
        gettext_lazy("%(kingdom)s is first in player order until armies are placed.")
    ),
    "purse_paid": teller(gettext_lazy("%(kingdom)s pays %(amount)s.")),
    "purse_won": teller(gettext_lazy("%(kingdom)s takes the purse: %(amount)s.")),
    "stake_kept": teller(gettext_lazy("The stake stays where it was.")),
}

STEP_OF = dict.fromkeys(TELLERS, "court")
