"""When a request came is the kernel's to say, and nobody else's."""

from __future__ import annotations

import socket
import sys
from datetime import timedelta
from time import monotonic

from django.test import RequestFactory
from django.utils import timezone

from games.hosting.arrival import COARSE, arrived_at, milliseconds_ago


def test_a_request_that_waited_came_when_its_data_did():
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = socket.create_connection(server.getsockname())
        client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        sent = timezone.now()
        busy_until = monotonic() + 0.08
        while monotonic() < busy_until:
            pass
        link, _ = server.accept()
        with client, link:
            found = arrived_at(RequestFactory().get("/", **{"gunicorn.socket": link}))

    if sys.platform.startswith("linux"):
        assert found is not None
        assert sent - COARSE <= found <= sent + 3 * COARSE
        assert timezone.now() - found > timedelta(milliseconds=40)
    else:
        assert found is None


def test_nobody_can_say_that_it_came_earlier():
    request = RequestFactory().get("/", HTTP_X_REQUEST_START="t=1", HTTP_DATE="yesterday")

    assert arrived_at(request) is None


def test_of_a_socket_without_a_clock_nothing_is_known():
    one, other = socket.socketpair()
    with one, other:
        assert milliseconds_ago(one) is None
