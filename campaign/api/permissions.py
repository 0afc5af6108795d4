"""Who may ask what of the campaign's API: an entry for each route and method.

An entry is an ``Action`` of ``campaign.services.policy`` or, where no campaign is
concerned, ``ANYONE`` or ``SIGNED_IN``; ``games.hosting.api.routes`` enforces them.
"""

from __future__ import annotations

from campaign.services.policy import Action
from games.hosting.api.routes import ANYONE, SIGNED_IN, Table

ROUTES: Table = {
    "me": {"GET": SIGNED_IN, "PUT": SIGNED_IN},
    "my-asks": {"GET": SIGNED_IN},
    "my-tokens": {"GET": SIGNED_IN, "POST": SIGNED_IN},
    "my-token": {"DELETE": SIGNED_IN},
    "tokens": {"POST": ANYONE},
    "editions": {"GET": ANYONE},
    "maps": {"GET": ANYONE},
    "map-document": {"GET": ANYONE},
    "map-text": {"GET": ANYONE},
    "map-drafts": {"GET": SIGNED_IN, "POST": SIGNED_IN},
    "map-draft": {"GET": SIGNED_IN, "PUT": SIGNED_IN, "DELETE": SIGNED_IN},
    "map-check": {"POST": SIGNED_IN},
    "map-made": {"GET": SIGNED_IN},
    "list-read": {"POST": SIGNED_IN},
    "join": {"POST": Action.JOIN},
    "invitation": {"GET": ANYONE},
    "campaigns": {"GET": ANYONE, "POST": Action.CREATE},
    "campaign": {"GET": Action.LOOK},
    "start": {"POST": Action.RUN},
    "map": {"GET": Action.LOOK},
    "kingdoms": {"GET": Action.LOOK},
    "phase": {"GET": Action.LOOK},
    "phases": {"GET": Action.LOOK},
    "report": {"GET": Action.LOOK},
    "dice": {"GET": Action.LOOK},
    "position": {"GET": Action.LOOK},
    "reports": {"GET": Action.LOOK},
    "confirm": {"POST": Action.HAND_IN},
    "contests": {"GET": Action.LOOK},
    "battle-mode": {"POST": Action.RUN},
    "battle-wish": {"POST": Action.HAND_IN},
    "courts": {"POST": Action.SET_COURT},
    "challenges": {"POST": Action.CHALLENGE},
    "challenge": {"DELETE": Action.CHALLENGE},
    "challenge-answer": {"POST": Action.CHALLENGE},
    "export": {"GET": Action.LOOK},
    "season": {"GET": Action.LOOK},
    "events": {"GET": Action.LOOK},
    "log": {"GET": Action.LOOK},
    "ask": {"GET": Action.HAND_IN},
    "sheet": {"GET": Action.READ_OWN_SHEETS, "PUT": Action.HAND_IN},
    "forecast": {"POST": Action.HAND_IN},
    "receipts": {"GET": Action.READ_OWN_SHEETS},
    "armies": {"GET": Action.WRITE_LISTS},
    "army-draft": {"PUT": Action.WRITE_LISTS, "DELETE": Action.WRITE_LISTS},
    "kingdom": {"PUT": Action.HAND_IN},
    "leave": {"POST": Action.LEAVE},
    "presence": {"GET": Action.RUN},
    "clock": {"POST": Action.RUN},
    "invites": {"GET": Action.INVITE, "POST": Action.INVITE},
    "invite": {"DELETE": Action.INVITE},
    "hand-over": {"POST": Action.HAND_OVER},
    "regent": {"POST": Action.HAND_OVER},
    "take-back": {"POST": Action.TAKE_BACK},
    "ruling": {"POST": Action.RUN},
}
