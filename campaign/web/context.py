"""What every page's header shows: how many things wait for the reader."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from campaign.models import User
from campaign.services.waiting import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Count on demand, so that fragments without a header and people without log-in pay nothing."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"waiting_count": SimpleLazyObject(lambda: waiting_count(user))}
