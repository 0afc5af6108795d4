"""The campaign's words for where on a sheet a problem is ("Purchases, line 2")."""

from __future__ import annotations

from django.utils.translation import gettext

from campaign.rules.problems import LINE, LISTS, WHOLE, at_words
from games.engine.contract import Problem


def place_words(problem: Problem) -> dict[str, str]:
    """Return the ``at`` of a campaign's problem in the reader's language; of others nothing."""
    if "at" not in problem.params:
        return {}
    words = at_words(problem.where)
    if words is None:
        return {"at": gettext(WHOLE)}
    name, line = words
    return {"at": gettext(LINE).format(list=gettext(LISTS[name]), line=line)}
