"""The WSGI entry point: `gunicorn campaign.config.wsgi`."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.config.settings")


class Request(WSGIRequest):
    """A request whose bytes are UTF-8: no client picks the codec that decodes them.

    Django takes up whatever codec is named, and with some of Python's (``hex``, ``idna``)
    no request could be made at all, outside of everything that answers with a page.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            parsed = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (LookupError, ValueError):
            parsed = "", {}
        self.content_type, self.content_params = parsed


class Handler(WSGIHandler):
    """Django's handler with such requests."""

    request_class = Request


django.setup(set_prefix=False)
application = Handler()
# With them half of the site's modules: read here they are read before gunicorn makes its
# processes, once for all, and not while somebody waits for the first page of each.
import_module(settings.ROOT_URLCONF)
