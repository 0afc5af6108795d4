"""What every route about one match does besides what all routes do."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from games.hosting.api.endpoint import SAFE, Endpoint
from games.hosting.api.routes import entry_for
from games.services.policy import Access, Action, access_match


class MatchEndpoint(Endpoint):
    """Base of the views of one match. A read finds its ``access`` checked and ready.

    Writes hand the person and the match's id to a service, which checks by the same policy
    inside its transaction.
    """

    access: Access

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the request in, or raise."""
        super().initial(request, *args, **kwargs)
        entry = entry_for(request)
        if request.method in SAFE and isinstance(entry, Action) and "match_id" in kwargs:
            self.access = access_match(request.user, kwargs["match_id"], entry)
