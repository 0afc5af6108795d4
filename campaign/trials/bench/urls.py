"""The site's addresses and those of the bare views."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.config.urls import urlpatterns as site_patterns
from campaign.trials.bench.bare import move_view, row_view

urlpatterns: list[URLPattern | URLResolver] = [
    path("bare/row/<int:match_id>/", row_view),
    path("bare/move/", move_view),
    *site_patterns,
]
