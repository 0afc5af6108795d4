"""The terms of a match in plain words: what is not as usual in how its game is played."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.models import Match
from games.web.boards.skirmish_names import faction_name


def option_words(match: Match) -> list[str]:
    """Return what is not as usual, each in a few words: options of the game, an owner's deck.

    Read the match with its deck (``policy.access_match`` does), or it costs a query.
    """
    say = {"courtier": _courtier, "skirmish": _skirmish}.get(match.game)
    words = [*say(match.options)] if say else []
    return [*words, _("cards: %(deck)s") % {"deck": match.deck.name}] if match.deck else words


def _courtier(options: Json) -> Iterator[str]:
    if options.get("auction") is False:
        yield _("hands as for a first game")
    if options.get("fast_start"):
        yield _("fast start")
    if options.get("no_cheese"):
        yield _("no cheese")
    if options.get("gianni_can_win") is False:
        yield _("Gianni cannot win")
    if "fashion_top" in options or "fashion_bottom" in options:
        yield _("another number of fashion cards")
    if options.get("turn_cap"):
        yield _("at most %(turns)s turns") % {"turns": options["turn_cap"]}


def _skirmish(options: Json) -> Iterator[str]:
    if options.get("factions"):
        first, second = map(faction_name, options["factions"])
        yield _("%(first)s against %(second)s") % {"first": first, "second": second}
    if points := options.get("points"):
        yield _("%(first)s and %(second)s points") % dict(
            zip(("first", "second"), points, strict=True)
        )
    if options.get("trees") is not None:
        yield _("%(trees)s Trees") % {"trees": options["trees"]}
