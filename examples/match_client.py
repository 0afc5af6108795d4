#!/usr/bin/env python3
"""Play a match by API to its end. Stand-alone: Python 3.11's standard library and nothing else.

    python3 examples/match_client.py --url http://127.0.0.1:8000 --user anna --password ...
    python3 examples/match_client.py --token ... --game winter --bot search --pick first
    python3 examples/match_client.py --token ... --join INVITATION
    python3 examples/match_client.py --token ... --match 17

It opens a match against a bot, takes a free seat by invitation, or goes on with one at which
its person sits; it answers whatever is asked with one of the first legal answers, and prints
what happens in plain text. After the end it prints the outcome.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

MOST_TRIES = 5
LOOK_AT = 50
"""How many legal answers are fetched; a random one of them is as good as any."""


class Refused(Exception):
    """The site said no; ``status`` and ``code`` are those of its body."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", "refused"))
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "")


@dataclass
class Site:
    """The API at one address."""

    url: str
    token: str = ""

    def log_in(self, user: str, password: str) -> None:
        """Get a token for this person."""
        self.token = self.post("tokens/", {"username": user, "password": password})["token"]

    def get(self, path: str) -> Any:
        """Read something."""
        return self._send("GET", path, None, {})

    def post(self, path: str, body: Any) -> Any:
        """Send something; sent again after a fault of the net, it is done once."""
        headers = {} if path == "tokens/" else {"Idempotency-Key": uuid.uuid4().hex}
        return self._send("POST", path, body, headers)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        """Send a request, waiting as told when there were too many; raise ``Refused``."""
        for attempt in range(1, MOST_TRIES + 1):
            try:
                with urlopen(self._request(method, path, body, headers), timeout=30) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except HTTPError as error:
                if error.code not in (429, 503) or attempt == MOST_TRIES:
                    raise Refused(problem_of(error)) from None
                time.sleep(min(float(error.headers.get("Retry-After", "5")), 60.0))
            except URLError:
                if attempt == MOST_TRIES:
                    raise
                time.sleep(1)
        raise AssertionError("every try returns or raises")

    def _request(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Request:
        sent = {"Accept": "application/json"} | headers
        if self.token:
            sent["Authorization"] = f"Token {self.token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        return Request(f"{self.url}/api/v1/{path}", data, sent, method=method)


def problem_of(error: HTTPError) -> dict[str, Any]:
    """Return the problem body of a refusal, or make one up from its status."""
    try:
        body = json.loads(error.read())
    except ValueError:
        body = None
    fallback = {"status": error.code, "code": "", "detail": str(error)}
    return body if isinstance(body, dict) else fallback


# Finding a match


def sit_down(site: Site, options: argparse.Namespace) -> int:
    """Open a match, join one, or go on with one; return its number."""
    if options.match is not None:
        return int(options.match)
    if options.join:
        return int(site.post(f"match-invites/{quote(options.join, safe='')}/", {})["id"])
    seats = [{"kind": "me"}, {"kind": "bot", "bot": options.bot}]
    return int(site.post("matches/", {"game": options.game, "seats": seats})["id"])


# Playing


@dataclass
class Player:
    """One person's client at one match; ``pause`` is how long it waits for others."""

    site: Site
    match: int
    pick: str
    rng: random.Random
    pause: float
    cursor: str = ""

    def play(self) -> dict[str, Any]:
        """Play to the end and return the match as it is then."""
        while True:
            answered = self.answer()
            match = self.site.get(f"matches/{self.match}/")
            self.tell([seat["name"] for seat in match["seats"]])
            if match["status"] not in ("open", "running"):
                return dict(match)
            if not answered:
                time.sleep(self.pause)

    def answer(self) -> bool:
        """Answer what the seat is asked now; whether it was asked."""
        page = self.site.get(f"matches/{self.match}/ask/?limit={LOOK_AT}")
        ask = page["ask"]
        if ask is None:
            return False
        body = {"revision": page["revision"], "answer": self.choose(ask)}
        try:
            self.site.post(f"matches/{self.match}/answer/", body)
        except Refused as refused:
            if refused.status not in (409, 412):  # the clock or another client was faster
                raise
        return True

    def choose(self, ask: dict[str, Any]) -> Any:
        """Return one of the legal answers listed, or the default where a sheet is asked."""
        if not ask["legal"]:
            return ask["default"]
        return ask["legal"][0] if self.pick == "first" else self.rng.choice(ask["legal"])

    def tell(self, names: list[str]) -> None:
        """Print what has happened since the last time."""
        while True:
            page = self.site.get(f"matches/{self.match}/events/?since={quote(self.cursor)}")
            for event in page["events"]:
                print(line_of(event, names), flush=True)
            self.cursor = page["next"]
            if not page["more"]:
                return


def line_of(event: dict[str, Any], names: list[str]) -> str:
    """Return an event as a line of text."""
    data = dict(event["data"])
    seat = data.pop("seat", None)
    who = f"{names[seat]}: " if isinstance(seat, int) else ""
    facts = ", ".join(f"{key} {plain(value)}" for key, value in data.items())
    text = f"{event['turn']:>4}  {who}{event['kind'].replace('_', ' ')}"
    return f"{text} ({facts})" if facts else text


def plain(value: Any) -> str:
    """Return a value of an event as text."""
    if isinstance(value, list):
        return "[" + " ".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return " ".join(f"{key}={plain(entry)}" for key, entry in value.items())
    if value is None:
        return "-"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def ending_of(match: dict[str, Any]) -> str:
    """Return how a match ended, in words."""
    outcome = match["outcome"]
    if outcome is None:
        return f"The match is {match['status'].replace('_', ' ')}."
    winners = [match["seats"][seat]["name"] for seat in outcome["winners"]]
    how = "A draw" if len(winners) != 1 else f"{winners[0]} wins"
    return f"{how} ({outcome['reason'].replace('_', ' ')}); places {plain(outcome['places'])}."


def options_given() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Play a match by API to its end.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--user")
    parser.add_argument("--password", default=os.environ.get("WINTERTIDE_PASSWORD", ""))
    parser.add_argument("--token", default=os.environ.get("WINTERTIDE_TOKEN", ""))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--match", type=int, help="go on with a match")
    which.add_argument("--join", metavar="INVITATION", help="take a free seat")
    parser.add_argument("--game", default="winter_court", help="of a match that is opened")
    parser.add_argument("--bot", default="greedy", help="against whom it is opened")
    parser.add_argument("--pick", choices=("random", "first"), default="random")
    parser.add_argument("--seed", type=int, help="for the same random choices again")
    parser.add_argument("--pause", type=float, default=0.5, metavar="SECONDS")
    options = parser.parse_args()
    if not options.token and not options.user:
        parser.error("say who plays: --token, or --user and --password")
    return options


def main() -> int:
    """Play as the command line says."""
    options = options_given()
    site = Site(options.url.rstrip("/"), options.token)
    try:
        if not options.token:
            site.log_in(options.user, options.password)
        number = sit_down(site, options)
        print(f"Match {number}", flush=True)
        player = Player(site, number, options.pick, random.Random(options.seed), options.pause)
        print(ending_of(player.play()))
    except Refused as refused:
        print(f"Refused ({refused.status} {refused.code}): {refused}", file=sys.stderr)
        return 1
    except URLError as error:
        print(f"{options.url} does not answer: {error.reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
