#!/usr/bin/env python3
"""Play a kingdom by API. Stand-alone: Python 3.11's standard library and nothing else.

    python3 examples/bot.py --url http://127.0.0.1:8000 --user anna --password ...
    python3 examples/bot.py --token ... --campaign 3 --watch 600

It answers every ask that waits for its person and has no sheet yet, then ends (``--once``,
the default) or looks again until the time is over (``--watch SECONDS``). In Summer its armies
explore. In Winter it recalls by default, builds what it can pay for
while all armies can still be fed, recruits, and deploys to the capital and the fortresses
first. Its sheets are tried as a dry run before they count. Its seat at a match that decides a
battle or a court goes to a bot of the site; a challenge it accepts if it cannot lose anything.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

WANTED = ("capital", "army", "village", "city", "fortress")
"""What the bot would rather buy first: mouths it can feed, then land, then what needs both."""

HARMLESS = ("honour", "precedence", "favour")
"""Stakes that take nothing from who loses."""

SITE_BOT = "greedy"

MOST_TRIES = 5
PAUSE = 5.0


class Refused(Exception):
    """The site said no; ``problem`` is its body."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", "refused"))
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "")
        self.problem = problem


@dataclass
class Site:
    """The API at one address; remembers what did not change (304)."""

    url: str
    token: str = ""
    known: dict[str, tuple[str, Any]] = field(default_factory=dict)

    def log_in(self, user: str, password: str) -> None:
        """Get a token for this person."""
        self.token = self.ask("POST", "tokens/", {"username": user, "password": password})["token"]

    def get(self, path: str) -> Any:
        """Read something; ask only whether it changed when it is known already."""
        tag, old = self.known.get(path, ("", None))
        status, headers, body = self._send("GET", path, None, {"If-None-Match": tag} if tag else {})
        if status == 304:
            return old
        if "ETag" in headers:
            self.known[path] = (headers["ETag"], body)
        return body

    def ask(self, method: str, path: str, body: Any, **headers: str) -> Any:
        """Send something and return the answer's body."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._send(method, path, body, named)[2]

    def _send(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], Any]:
        """Send a request, waiting as told when there were too many; raise ``Refused``."""
        for attempt in range(1, MOST_TRIES + 1):
            try:
                with urlopen(self._request(method, path, body, headers), timeout=30) as answer:
                    text = answer.read()
                    named = dict(answer.headers.items())
                    return answer.status, named, json.loads(text) if text else None
            except HTTPError as error:
                if error.code == 304:
                    return 304, {}, None
                if error.code not in (429, 503) or attempt == MOST_TRIES:
                    raise Refused(problem_of(error)) from None
                time.sleep(min(float(error.headers.get("Retry-After", PAUSE)), 60.0))
            except URLError:
                if attempt == MOST_TRIES:
                    raise
                time.sleep(PAUSE)
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


# What to play


def answer_to(ask: dict[str, Any]) -> Any:
    """Return the bot's answer to an ask: a sheet, or one of the listed answers."""
    if ask["legal"] is not None:
        return best_of(ask["legal"], ask["choices"], ask["default"])
    if ask["kind"] == "month":
        return sheet(orders=marches(ask["choices"]["month"]))
    if ask["kind"] in ("winter", "build"):
        return sheet(purchases=shopping(ask["choices"]))
    if ask["kind"] == "deploy":
        return sheet(placements=placements(ask["choices"]))
    return {}


def sheet(**parts: list[Any]) -> dict[str, list[Any]]:
    """Return a sheet of those parts that are not empty."""
    return {name: lines for name, lines in parts.items() if lines}


def marches(month: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an order for each army that has somewhere to go, one army a hex."""
    lines: list[dict[str, Any]] = []
    taken: set[int] = set()
    for token in month["orders"]:
        if token["ship"] is None and (goal := best_goal(token["goals"], taken)):
            lines.append({"army": token["army"], "order": "move", "to": goal})
            taken.add(goal)
    return lines


def best_goal(goals: list[dict[str, Any]], taken: set[int]) -> int:
    """Return a hex to explore, else an empty one on the way to such; 0: there is none.

    Rather one that tires nobody, and never one where an enemy stands.
    """
    ranked = [
        (goal["place"]["owner"] is not None, goal["tiring"], goal["place"]["tile"])
        for goal in goals
        if not goal["place"]["enemies"] and not goal["place"]["own"]
    ]
    return min((rank for rank in ranked if rank[2] not in taken), default=(True, True, 0))[2]


def shopping(choices: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the purchases that the stock pays for, keeping food for all armies.

    A village is built over only while enough others are left to feed the armies next
    winter. Nothing is disbanded.
    """
    purse = Purse(choices)
    lines: list[dict[str, Any]] = []
    for buy in by_wish(choices["purchases"]):
        if not buy["after"] and purse.can(buy):
            purse.pay(buy)
            lines.append({"buy": buy["buy"], "tile": buy["tile"]})
    return lines


class Purse:
    """What is left to spend while a shopping list is written."""

    def __init__(self, choices: dict[str, Any]) -> None:
        self.meal: int = choices["meals"]["cost"]
        self.armies = len(choices["armies"])
        self.may_recruit = not choices["disband"]
        self.gold: int = choices["stock"]["gold"]
        self.food: int = choices["stock"]["food"] - self.meal * self.armies
        kinds = [place["kind"] for place in choices["settlements"]]
        self.villages = kinds.count("village")
        self.used: set[int] = set()

    def can(self, buy: dict[str, Any]) -> bool:
        """Tell whether the bot can and wants to pay for it."""
        kind, cost = buy["buy"], buy["cost"]
        if buy["tile"] in self.used or (kind == "army" and not self.may_recruit):
            return False
        if kind in ("city", "fortress") and self.villages <= self.meal * self.armies:
            return False
        food = cost["food"] + (self.meal if kind == "army" else 0)
        # What takes no food is bought even when the armies go hungry: land feeds them next year.
        return bool(cost["gold"] <= self.gold and (not food or food <= self.food))

    def pay(self, buy: dict[str, Any]) -> None:
        """Take it off what is left."""
        self.gold -= buy["cost"]["gold"]
        self.food -= buy["cost"]["food"]
        self.used.add(buy["tile"])
        if buy["buy"] == "army":
            self.armies += 1
            self.food -= self.meal
        elif buy["buy"] in ("city", "fortress"):
            self.villages -= 1


def by_wish(purchases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the purchases the bot has a use for, most wanted first."""
    wanted = [buy for buy in purchases if buy["buy"] in WANTED]
    return sorted(wanted, key=lambda buy: (WANTED.index(buy["buy"]), buy["tile"]))


def placements(choices: dict[str, Any]) -> list[list[int]]:
    """Return where the armies go: the strongest to the capital and the fortresses first."""
    ranks = {"capital": 0, "fortress": 1, "city": 2, "village": 3}
    places = sorted(choices["deployment"]["places"], key=lambda p: (ranks[p["kind"]], p["tile"]))
    beds = [place["tile"] for place in places for _ in range(place["room"])]
    armies = sorted(choices["deployment"]["staged"], key=lambda a: (-a["points"], a["number"]))
    return [[army["number"], tile] for army, tile in zip(armies, beds, strict=False)]


def best_of(legal: list[Any], choices: dict[str, Any], default: Any) -> Any:
    """Choose one of open play's answers: an order or a purchase we want, else the default."""
    month = choices.get("month")
    for line in marches(month) if month else shopping(choices):
        for answer in legal:
            if answer == line:
                return answer
    return default


# Playing


def play(site: Site, entry: dict[str, Any]) -> str:
    """Answer one thing that waits; return what was done, in words."""
    try:
        return ANSWERED[entry["of"]](site, entry)
    except Refused as refused:
        if refused.status in (409, 412, 428):  # the phase went by, or another device was faster
            return f"too late: {refused}"
        raise


def play_sheet(site: Site, entry: dict[str, Any]) -> str:
    """Hand in what the campaign asks for now."""
    campaign = entry["campaign"]["id"]
    page = site.get(f"campaigns/{campaign}/ask/")
    if page["ask"] is None:
        return "nothing is asked"
    path = f"campaigns/{campaign}/phases/{page['phase']['ordinal']}/sheet/"
    return hand_in(site, path, page["ask"])


def hand_in(site: Site, path: str, ask: dict[str, Any]) -> str:
    """Try the bot's answer, hand it in, or the default where the rules refuse it."""
    answer = answer_to(ask)
    try:
        site.ask("PUT", path + "?dry_run=1", answer, **seen(ask))
    except Refused as refused:
        if refused.status != 422:
            raise
        print(f"  refused ({refused.code}): {refused}; taking the default", file=sys.stderr)
        answer = ask["default"]
    receipt = site.ask("PUT", path, answer, Idempotency_Key=uuid.uuid4().hex, **seen(ask))
    return f"{ask['kind']}: {json.dumps(receipt['sheet'])}, receipt {receipt['receipt'][:12]}"


def seen(ask: dict[str, Any]) -> dict[str, str]:
    """Return the header that names the sheet to be replaced: a former regent's, or none."""
    return {"If_Match": ask["etag"]} if ask["etag"] else {"If_None_Match": "*"}


def play_match(site: Site, entry: dict[str, Any]) -> str:
    """Give the seat at a match to a bot of the site, so that nobody waits for it."""
    path = f"matches/{entry['match']['id']}/seats/{entry['seat']}/bot/"
    site.ask("POST", path, {"bot": SITE_BOT}, Idempotency_Key=uuid.uuid4().hex)
    return f"{entry['kind']}: the seat at match {entry['match']['id']} goes to {SITE_BOT}"


def play_challenge(site: Site, entry: dict[str, Any]) -> str:
    """Accept a challenge to a court, or decline it when there is something to lose."""
    court, ordinal = entry["court"], entry["phase"]["ordinal"]
    accept = court["stake"]["kind"] in HARMLESS
    path = f"campaigns/{entry['campaign']['id']}/phases/{ordinal}/challenges/{court['number']}/"
    site.ask("POST", path + "answer/", {"accept": accept})
    return f"challenge {court['number']}: {'accepted' if accept else 'declined'}"


ANSWERED = {"campaign": play_sheet, "match": play_match, "court": play_challenge}
"""How each kind of thing that waits is answered."""


def waiting(site: Site, campaign: int | None) -> Iterator[dict[str, Any]]:
    """Yield what waits for an answer in campaigns; a match by itself is somebody's own."""
    for entry in site.get("me/asks/"):
        found = entry["campaign"]
        if found and not entry["is_in"] and campaign in (None, found["id"]):
            yield entry


def play_all(site: Site, campaign: int | None) -> int:
    """Answer everything that waits; return how many asks that were."""
    count = 0
    for entry in waiting(site, campaign):
        found = entry["campaign"]
        print(f"{found['name']} ({found['id']}): {play(site, entry)}", flush=True)
        count += 1
    return count


def run(site: Site, campaign: int | None, watch: float) -> None:
    """Play once, or again and again until ``watch`` seconds are over."""
    end = time.monotonic() + watch
    done = play_all(site, campaign)
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(PAUSE, left))
        done += play_all(site, campaign)
    if not done:
        print("Nothing waits.")


def main() -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description="Play a kingdom by API.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--user")
    parser.add_argument("--password", default=os.environ.get("WINTERTIDE_PASSWORD", ""))
    parser.add_argument("--token", default=os.environ.get("WINTERTIDE_TOKEN", ""))
    parser.add_argument("--campaign", type=int, help="play only this one")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--once", action="store_true", help="play what waits and end (the default)")
    how.add_argument("--watch", type=float, default=0.0, metavar="SECONDS", help="go on so long")
    options = parser.parse_args()
    if not options.token and not options.user:
        parser.error("say who plays: --token, or --user and --password")
    site = Site(options.url.rstrip("/"), options.token)
    try:
        if not options.token:
            site.log_in(options.user, options.password)
        run(site, options.campaign, options.watch)
    except Refused as refused:
        print(f"Refused ({refused.status} {refused.code}): {refused}", file=sys.stderr)
        return 1
    except URLError as error:
        print(f"{options.url} does not answer: {error.reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
