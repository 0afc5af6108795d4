"""Who may ask what: one entry for each route and method, enforced for every view.

An entry is an ``Action`` of ``campaign.services.policy`` or, where no campaign is
concerned, ``ANYONE`` or ``SIGNED_IN``. A method without an entry does not exist (405).
"""

from __future__ import annotations

from collections.abc import Mapping

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from campaign.services.policy import Action, Role

ANYONE, SIGNED_IN = Role.ANYONE, Role.SIGNED_IN
Entry = Action | Role

ROUTES: Mapping[str, Mapping[str, Entry]] = {
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
    "export": {"GET": Action.LOOK},
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


def entry_for(request: Request) -> Entry:
    """Return the entry of a request's route and method; raise ``MethodNotAllowed``."""
    match = request.resolver_match
    methods = ROUTES[match.url_name or ""] if match else {}
    method = "GET" if request.method == "HEAD" else str(request.method)
    if method not in methods:
        raise MethodNotAllowed(str(request.method))
    return methods[method]


class RoutePermission(BasePermission):
    """Lets those in who may ask at all; what they may see of a campaign is checked there.

    Nobody who is not signed in gets beyond here, except to look: so an unknown visitor
    hears "log in", never whether a campaign exists.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Tell whether the request may go on."""
        if entry_for(request) in (ANYONE, Action.LOOK):
            return True
        return bool(request.user and request.user.is_authenticated)
