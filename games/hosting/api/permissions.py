"""Enforces the tables of ``games.hosting.api.routes`` for every view."""

from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.hosting.api.routes import entry_for, is_open


class RoutePermission(BasePermission):
    """Lets those in who may ask at all; what they may see of a thing is checked there.

    Nobody who is not signed in gets beyond here, except to look: so an unknown visitor
    hears "log in", never whether a thing exists.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Tell whether the request may go on."""
        if is_open(entry_for(request)):
            return True
        return bool(request.user and request.user.is_authenticated)
