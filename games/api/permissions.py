"""Who may ask what of matches and saved teams: one entry for each route and method.

Entries are actions of ``games.services.policy``, or ``ANYONE`` and ``SIGNED_IN``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from games.hosting.api.routes import ANYONE, SIGNED_IN
from games.services.policy import Action, TeamAction

ROUTES: Mapping[str, Mapping[str, Enum]] = {
    "games": {"GET": ANYONE},
    "my-matches": {"GET": SIGNED_IN},
    "matches": {"GET": ANYONE, "POST": Action.OPEN},
    "match": {"GET": Action.LOOK},
    "match-join": {"POST": Action.JOIN},
    "match-invite": {"GET": ANYONE, "POST": Action.JOIN},
    "match-ask": {"GET": Action.LOOK},
    "match-answer": {"POST": Action.ANSWER},
    "match-plan": {"GET": Action.ANSWER, "PUT": Action.ANSWER, "DELETE": Action.ANSWER},
    "match-events": {"GET": Action.LOOK},
    "match-notes": {"GET": Action.LOOK},
    "match-draw": {"POST": Action.OFFER},
    "match-undo": {"POST": Action.OFFER},
    "match-resign": {"POST": Action.RESIGN},
    "match-seat-bot": {"POST": Action.HAND_OVER},
    "match-seat-link": {"POST": Action.HAND_OVER, "DELETE": Action.HAND_OVER},
    "match-seat": {"GET": ANYONE, "POST": SIGNED_IN},
    "match-leave": {"POST": Action.LEAVE},
    "match-call-off": {"POST": Action.CALL_OFF},
    "match-rematch": {"POST": Action.REMATCH},
    "match-replay": {"GET": Action.LOOK},
    "match-record": {"GET": Action.LOOK},
    "factions": {"GET": ANYONE},
    "skirmish-teams": {"GET": TeamAction.KEEP, "POST": TeamAction.KEEP},
    "skirmish-team": {
        "GET": TeamAction.LOOK,
        "PUT": TeamAction.CHANGE,
        "DELETE": TeamAction.DELETE,
    },
}
