"""Visitors without an account who read the public map, again and again."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import partial
from random import Random

from django.urls import reverse

from campaign.trials.load.wire import Book, all_at_once, ask
from campaign.trials.server import request_bytes

PAGE, NEWS = "campaign page", "its news"
PLACES = {
    PAGE: "campaign-detail",
    NEWS: "campaign-status",
    "the map": "campaign-map",
    "the map by program": "api:map",
}
LOOKS_FOR_NEWS = re.compile(rb'hx-get="([^"]+)" hx-trigger="every')
WANTED = (200, 204, 304)
"""What a reader may be answered; 204 has the page load itself again."""


class Readers:
    """Many people behind one address, each with a browser that remembers what it has."""

    def __init__(self, port: int, campaigns: Sequence[int], book: Book, pause: float) -> None:
        """Take up which campaigns are read and how long a reader looks at what came."""
        self.port, self.campaigns, self.book, self.pause = port, campaigns, book, pause
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def begin(self, number: int, rng: Random) -> None:
        """Let so many begin."""
        rngs = [Random(rng.getrandbits(32)) for _number in range(number)]
        self._threads = all_at_once([partial(self._read, each) for each in rngs])

    def end(self) -> None:
        """Let everybody finish what they read."""
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def _read(self, rng: Random) -> None:
        """Read one campaign until it is over, each place with the tag it had before."""
        campaign = rng.choice(self.campaigns)
        paths = {what: reverse(name, args=[campaign]) for what, name in PLACES.items()}
        tags: dict[str, str] = {}
        while True:
            for what in PLACES:
                if self._over.wait(rng.uniform(0.5, 1.5) * self.pause):
                    return
                headers = {"If-None-Match": tags[what]} if what in tags else {}
                request = request_bytes("GET", paths[what], headers)
                answer = self.book.note(ask(self.port, what, request)).answer
                tags[what] = answer.headers.get("etag", tags.get(what, ""))
                news = LOOKS_FOR_NEWS.search(answer.body) if what == PAGE else None
                if news:
                    paths[NEWS] = news[1].decode()


def turned_away(book: Book) -> list[str]:
    """Name what readers were refused."""
    return [
        each.line
        for each in book.heard
        if each.what in PLACES and each.status not in WANTED and not each.is_broken
    ]
