"""When a request came: by the kernel's word, not when a busy process got round to it.

In the minute before a deadline requests queue for the web processes. A connection that waits
was accepted by the kernel long since, with all its data, and Linux remembers when that came.
"""

from __future__ import annotations

import socket
import struct
import sys
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

TCP_INFO_BYTES = 104
LAST_DATA_RECEIVED = 52
"""Where the kernel's ``struct tcp_info`` has how many milliseconds ago data came last."""
COARSE = timedelta(milliseconds=10)
"""The kernel counts in ticks: by so much the moment may seem earlier than it was."""


def arrived_at(request: HttpRequest) -> datetime | None:
    """Return when the last of a request came; ``None`` where nobody knows.

    No header is asked, so no client can say it came earlier. Behind a proxy it is when the
    proxy sent the request on, which it does at once when it holds all of it.
    """
    link = request.META.get("gunicorn.socket")
    ago = milliseconds_ago(link) if isinstance(link, socket.socket) else None
    if ago is None:
        return None
    now = timezone.now()
    return min(now, now - timedelta(milliseconds=ago) + COARSE)


def milliseconds_ago(link: socket.socket) -> int | None:
    """Return how long ago data came last on a connection; ``None`` where nobody knows."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        found = link.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        return int(struct.unpack_from("=I", found, LAST_DATA_RECEIVED)[0])
    except (OSError, struct.error):  # a Unix socket, for instance
        return None
