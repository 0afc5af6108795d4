"""Every route of the site with every role's status: what `tests/test_routes.py` asks.

A row is one request and what six people are told, of a private and of a public
campaign. The table `Scene` lays out: seats 0 and 1 play, seat 0 has handed in, who
had seat 2 left, seat 3 is free, the first phase is open.

Three matches of Winter Court lie beside it, listed if the campaign is public: ``match``
is under way between the two players (seat 0 is asked), ``over`` was resigned by seat 0, and at
``free``, which seat 0 opened, a seat is free. The game master opened the first two. Seat 0
keeps a ``team`` of the skirmish.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.services.rulebook import OFFERED
from games.web.addresses import slug

ROLES = ("anonymous", "stranger", "player", "other player", "game master", "left")
Statuses = tuple[int, ...]
Told = tuple[Statuses, Statuses]
"""Of a private campaign, and of a public one."""


@dataclass(frozen=True)
class Row:
    """One request; ``path`` and the texts of ``body`` are filled in for a scene."""

    method: str
    path: str
    body: Any
    private: Statuses
    public: Statuses

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def same(*statuses: int) -> Told:
    """For all; or for nobody signed in and for everybody else; or for each role."""
    spread = {1: (0,) * 6, 2: (0, 1, 1, 1, 1, 1), 6: range(6)}[len(statuses)]
    told = tuple(statuses[place] for place in spread)
    return told, told


def looking(ok: int = 200) -> Told:
    """Open to members, and to all where all may look."""
    return (404, 404, ok, ok, ok, 404), (ok,) * 6


def playing(door: int, mine: int, theirs: int | None = None) -> Told:
    """Open to players; ``door`` is what somebody who is not signed in meets."""
    theirs = mine if theirs is None else theirs
    return (door, 404, mine, theirs, 403, 404), (door, 403, mine, theirs, 403, 403)


def running(door: int, ok: int) -> Told:
    """Open to the game master."""
    return (door, 404, 403, 403, ok, 404), (door, 403, 403, 403, ok, 403)


def table(*rows: tuple[str, str, Any, Told]) -> list[Row]:
    return [Row(method, path, body, *told) for method, path, body, told in rows]


SAMPLE: dict[str, object] = {
    "pk": 1, "token": "x", "invite": 1, "map": 1, "board": "x", "match": 1, "free": 1, "over": 1,
    "team": 1, "free_token": "x", "seat_token": "x", "revision": 0,
}  # fmt: skip
"""Something for everything that a row names, where it does not matter what."""

MATCH, FREE, OVER = "/matches/{match}/", "/matches/{free}/", "/matches/{over}/"
API_MATCHES = "/api/v1/matches/"
API_MATCH, API_FREE, API_OVER = "/api/v1" + MATCH, "/api/v1" + FREE, "/api/v1" + OVER
ONE, API, RUN = "/campaigns/{pk}/", "/api/v1/campaigns/{pk}/", "/campaigns/{pk}/run/"
MINE = "/api/v1/me/"
DRAWN, DRAFTS = "/maps/editor/", "/api/v1/maps/drafts/"
SHORE = {"text": "Wintertide map\n1 at 0 0: p p f c o\n"}
MADE = "seed=7&tiles=60&{}=2&water=20&mountains=10"
TEAMS, API_TEAMS = "/skirmish-teams/", "/api/v1/skirmish-teams/"
GUARD = {"name": "Mine", "faction": "plain_guard", "points": 4, "team": {"spearman": 4}}
FORM = {"name": "Mine", "faction": "plain_guard", "points": 4, "n_spearman": 4, "revision": 1}
NEW = {"name": "Mine", "seats": 2, "map": "sound"}
PAUSE = {"action": "pause", "phase": 1, "key": "k"}
FOUGHT = {"phase": 1, "tile": 1, "mode": "skirmish", "reason": "So be it.", "key": "k"}
DUEL = {"phase": 1, "game": "winter", "seat": 1, "stake": "honour", "key": "k"}
RULING = {"phase": 1, "tile": 1, "report": {"winner": None}, "reason": "So be it.", "key": "k"}
MODE = {"mode": "skirmish", "reason": "So be it.", "key": "k"}
COURT = {"game": "winter", "seats": [1], "stake": {"kind": "honour"}, "key": "k"}
WISH = {"mode": "skirmish", "key": "k"}

PAGES = table(
    ("GET", "/health/", None, same(200)),
    ("GET", "/", None, same(200)),
    ("GET", "/how-to-play/", None, same(200)),
    ("GET", "/robots.txt", None, same(200)),
    ("GET", "/dice_check.py", None, same(200)),
    ("GET", "/settings/", None, same(302, 200)),
    ("POST", "/settings/", {"time_zone": "Europe/Oslo"}, same(302, 302)),
    ("POST", "/settings/", {"time_zone": "Europe/Atlantis"}, same(302, 422)),
    ("POST", "/settings/tokens/", None, same(302, 200)),
    ("POST", "/settings/tokens/abc/revoke/", None, same(302, 404)),
    ("GET", "/invites/{token}/", None, same(200, 200, 302, 302, 200, 200)),
    ("POST", "/invites/{token}/", {"seat": 3, "name": "N"}, same(200, 302, 302, 302, 302, 302)),
    ("GET", "/invites/nonsense/", None, same(404)),
    ("GET", "/campaigns/", None, same(200)),
    ("GET", DRAWN, None, same(302, 200)),
    ("POST", DRAWN, {"do": "blank", "width": 4, "height": 3, "terrain": "ocean"}, same(302, 302)),
    ("POST", DRAWN, {"do": "blank", "width": 0}, same(302, 422)),
    ("GET", DRAWN + "{map}/", None, same(302, 404, 200, 404, 404, 404)),
    ("POST", DRAWN + "{map}/", {"do": "check"}, same(302, 404, 200, 404, 404, 404)),
    ("POST", DRAWN + "{map}/", {"do": "delete"}, same(302, 404, 302, 404, 404, 404)),
    ("POST", DRAWN + "{map}/", {"do": "save", "revision": 9}, same(302, 404, 412, 404, 404, 404)),
    ("GET", "/maps/picture/?map=draft&draft={map}", None, same(302, 200)),
    ("GET", "/maps/picture/?map=seed&" + MADE.format("seats"), None, same(302, 200)),
    ("GET", "/campaigns/new/", None, same(302, 200)),
    ("POST", "/campaigns/new/", {"name": "x"}, same(302, 422)),
    ("GET", ONE, None, looking()),
    ("GET", ONE + "map/", None, looking()),
    ("GET", ONE + "map/?go=army-1-2", None, looking()),
    ("GET", ONE + "map/1/", None, looking()),
    ("GET", ONE + "map/9999/", None, looking(404)),
    ("GET", ONE + "status/", None, looking(204)),
    ("GET", ONE + "status/?board={board}", None, looking()),
    ("GET", ONE + "history/", None, looking()),
    ("GET", ONE + "history/?at=0", None, looking(302)),
    ("GET", ONE + "history/0/", None, looking()),
    ("GET", ONE + "history/1/", None, looking(404)),
    ("GET", ONE + "history.json", None, looking()),
    ("GET", ONE + "season/", None, looking()),
    ("GET", ONE + "years/1/", None, looking()),
    ("GET", ONE + "years/9/", None, looking(404)),
    ("GET", ONE + "battles/1/5/", None, looking(404)),
    ("GET", ONE + "battles/99/5/", None, looking(404)),
    ("GET", ONE + "hand-in/", None, playing(302, 200)),
    ("POST", ONE + "hand-in/", None, playing(302, 409)),
    ("POST", ONE + "hand-in/", {"do": "x", "phase": "1", "kind": "winter"}, playing(302, 200)),
    ("POST", ONE + "hand-in/", {"do": "hand_in", "phase": "1", "kind": "winter", "based_on": ""},
     playing(302, 412, 302)),
    ("GET", ONE + "armies/", None, looking()),
    ("GET", ONE + "armies/1/", None, playing(302, 409)),
    ("POST", ONE + "armies/1/", {"do": "keep"}, playing(302, 409)),
    ("GET", ONE + "battles/", None, playing(302, 200)),
    ("GET", ONE + "battles/?seen=x", None, playing(302, 204)),
    ("GET", ONE + "hand-in/?seen=1", None, playing(302, 204)),
    ("POST", ONE + "battles/", {"do": "file", "phase": "1", "tile": "1"}, playing(302, 404)),
    ("POST", ONE + "battles/mode/", {**FOUGHT, "do": "propose"}, playing(302, 404)),
    ("GET", ONE + "courts/", None, looking()),
    ("GET", ONE + "courts/?seen=x", None, looking(204)),
    ("POST", ONE + "courts/", {"do": "challenge", **DUEL}, playing(302, 409)),
    ("POST", ONE + "courts/", {"do": "set", **DUEL}, running(302, 409)),
    ("POST", ONE + "courts/", {"do": "done", "phase": 9}, playing(302, 404)),
    ("GET", ONE + "kingdom/", None, playing(302, 200)),
    ("POST", ONE + "kingdom/", {"name": "New name"}, playing(302, 302)),
    ("POST", ONE + "kingdom/leave/", None, playing(302, 302)),
    ("POST", ONE + "kingdom/take-back/", None, playing(302, 302)),
    ("GET", ONE + "receipts/", None, playing(302, 200)),
    ("GET", ONE + "reports/0/", None, looking()),
    ("GET", ONE + "reports/0/dice/", None, looking()),
    ("GET", ONE + "reports/0/dice.json", None, looking()),
    ("GET", ONE + "reports/1/", None, looking(404)),
    ("GET", ONE + "reports/1/dice/", None, looking(404)),
    ("GET", ONE + "reports/1/dice.json", None, looking(404)),
    ("GET", RUN, None, running(302, 200)),
    ("POST", RUN + "start/", None, running(302, 409)),
    ("POST", RUN + "clock/", None, running(302, 400)),
    ("POST", RUN + "clock/", PAUSE, running(302, 302)),
    ("POST", RUN + "invites/", None, running(302, 302)),
    ("POST", RUN + "invites/{invite}/revoke/", None, running(302, 302)),
    ("POST", RUN + "rule/", {"do": "dice", "tile": 1, "reason": "x", "key": "k"},
     running(302, 409)),
    ("POST", RUN + "mode/", FOUGHT, running(302, 409)),
    ("POST", RUN + "regent/", {"seat": 1, "regent": "steward", "key": "k"}, running(302, 302)),
    ("POST", RUN + "regent/", {"seat": 9, "regent": "steward", "key": "k"}, running(302, 404)),
    ("POST", RUN + "hand-over/", {"seat": 9}, running(302, 404)),
    ("POST", RUN + "hand-over/", {"seat": 1, "username": "nobody"}, running(302, 400)),
)  # fmt: skip

NOW = {"revision": "{revision}"}

MATCHES = table(
    ("GET", "/matches/", None, same(200)),
    ("GET", "/matches/?page=2", None, same(200)),
    ("GET", "/matches/new/", None, same(302, 200)),
    ("POST", "/matches/new/", {"game": "winter", "against": "bot"}, same(302, 302)),
    ("POST", "/matches/new/", {"game": "chess"}, same(302, 422)),
    ("GET", MATCH, None, looking()),
    ("GET", MATCH + "?log=all", None, looking()),
    ("GET", FREE, None, ((404, 404, 200, 404, 404, 404), (200,) * 6)),
    ("GET", OVER, None, looking()),
    ("GET", MATCH + "board/", None, looking()),
    ("GET", MATCH + "board/?card=L7&on=A", None, looking()),
    ("GET", MATCH + "status/", None, looking()),
    ("GET", OVER + "status/", None, looking()),
    ("POST", MATCH + "answer/", {**NOW, "answer": "pass"}, playing(302, 302, 422)),
    ("POST", MATCH + "answer/", {"revision": 99, "answer": "pass"}, playing(302, 412)),
    ("POST", MATCH + "answer/", None, playing(302, 412)),
    ("POST", OVER + "answer/", {**NOW, "answer": "pass"}, playing(302, 409)),
    ("POST", MATCH + "plan/", {**NOW, "do": "add", "then": "pass"}, playing(302, 409, 302)),
    ("POST", MATCH + "plan/", {**NOW, "do": "drop", "line": 7}, playing(302, 422)),
    ("POST", MATCH + "offer/", {**NOW, "do": "draw_offer"}, playing(302, 302)),
    ("POST", MATCH + "offer/", {**NOW, "do": "undo_ask"}, playing(302, 409)),
    ("POST", MATCH + "offer/", {"do": "x"}, playing(302, 422)),
    ("POST", MATCH + "resign/", None, playing(302, 302)),
    ("POST", OVER + "resign/", None, playing(302, 409)),
    ("POST", MATCH + "seats/", {"do": "link", "seat": 0}, playing(302, 302, 403)),
    ("POST", MATCH + "seats/", {"do": "drop", "seat": 0}, playing(302, 302, 403)),
    ("POST", MATCH + "seats/", {"do": "bot", "seat": 0, "bot": "greedy"}, playing(302, 302, 403)),
    ("POST", MATCH + "seats/", {"do": "bot", "seat": 9, "bot": "greedy"}, playing(302, 404)),
    ("POST", MATCH + "seats/", {"do": "bot", "seat": "x"}, playing(302, 422)),
    ("POST", FREE + "join/", None,
     ((302, 404, 409, 404, 404, 404), (302, 302, 409, 302, 302, 302))),
    ("POST", FREE + "leave/", None,
     ((302, 404, 302, 404, 404, 404), (302, 403, 302, 403, 403, 403))),
    ("POST", MATCH + "leave/", None, playing(302, 409)),
    ("POST", FREE + "call-off/", None,
     ((302, 404, 302, 404, 404, 404), (302, 403, 302, 403, 403, 403))),
    ("POST", MATCH + "call-off/", None, running(302, 409)),
    ("POST", OVER + "rematch/", None, playing(302, 302)),
    ("POST", MATCH + "rematch/", None, playing(302, 409)),
    ("GET", OVER + "replay/", None, looking(302)),
    ("GET", OVER + "replay/0/", None, looking()),
    ("GET", OVER + "replay/1/", None, looking()),
    ("GET", OVER + "replay/999/", None, looking(404)),
    ("GET", MATCH + "replay/0/", None, looking(409)),
    ("GET", OVER + "shuffle/", None, looking()),
    ("GET", MATCH + "shuffle/", None, looking()),
    ("GET", OVER + "match.json", None, looking()),
    ("GET", MATCH + "match.json", None, looking(409)),
    ("GET", "/match-invites/{free_token}/", None, same(200, 200, 302, 200, 200, 200)),
    ("POST", "/match-invites/{free_token}/", None, same(200, 302, 302, 302, 302, 302)),
    ("GET", "/match-invites/nonsense/", None, same(404)),
    ("GET", "/match-seats/{seat_token}/", None, same(200)),
    ("POST", "/match-seats/{seat_token}/", None, same(200, 302, 409, 409, 302, 302)),
    ("GET", "/match-seats/nonsense/", None, same(404)),
    *(("GET", f"/how-to-play/{slug(game)}/", None, same(200)) for game in OFFERED),
    ("GET", TEAMS, None, same(302, 200)),
    ("GET", TEAMS + "new/?faction=blights", None, same(302, 200)),
    ("GET", TEAMS + "new/?faction=nobody", None, same(302, 400)),
    ("POST", TEAMS + "new/", {"do": "save", **FORM}, same(302, 302)),
    ("POST", TEAMS + "new/", {"do": "save", **FORM, "points": 3}, same(302, 422)),
    ("POST", TEAMS + "new/", {"do": "count", **FORM}, same(302, 200)),
    ("GET", TEAMS + "{team}/", None, same(302, 404, 200, 404, 404, 404)),
    ("POST", TEAMS + "{team}/", {"do": "save", **FORM}, same(302, 404, 302, 404, 404, 404)),
    ("POST", TEAMS + "{team}/", {"do": "save", **FORM, "revision": 9},
     same(302, 404, 412, 404, 404, 404)),
    ("POST", TEAMS + "{team}/", {"do": "delete"}, same(302, 404, 302, 404, 404, 404)),
)  # fmt: skip

ACCOUNTS = table(
    ("GET", "/accounts/login/", None, same(200, 302)),
    ("POST", "/accounts/login/", {"login": "x", "password": "y"}, same(200, 302)),
    ("GET", "/accounts/logout/", None, same(302, 200)),
    ("POST", "/accounts/logout/", None, same(302)),
    ("GET", "/accounts/inactive/", None, same(200)),
    ("GET", "/accounts/signup/", None, same(200, 302)),
    ("POST", "/accounts/signup/", {"username": "x"}, same(200, 302)),
    ("GET", "/accounts/reauthenticate/", None, same(302, 200)),
    ("POST", "/accounts/reauthenticate/", {"password": "x"}, same(302, 200)),
    ("GET", "/accounts/reauthenticate/code/", None, same(302)),
    ("POST", "/accounts/reauthenticate/code/", None, same(302)),
    ("GET", "/accounts/reauthenticate/code/confirm/", None, same(302)),
    ("POST", "/accounts/reauthenticate/code/confirm/", None, same(302)),
    ("GET", "/accounts/email/", None, same(302, 200)),
    ("POST", "/accounts/email/", None, same(302)),
    ("GET", "/accounts/confirm-email/", None, same(200)),
    ("GET", "/accounts/confirm-email/x:y/", None, same(200)),
    ("POST", "/accounts/confirm-email/x:y/", None, same(404)),
    ("GET", "/accounts/password/change/", None, same(302, 200)),
    ("POST", "/accounts/password/change/", {"oldpassword": "x"}, same(302, 200)),
    ("GET", "/accounts/password/set/", None, same(302)),
    ("POST", "/accounts/password/set/", None, same(302)),
    ("GET", "/accounts/password/reset/", None, same(200)),
    ("POST", "/accounts/password/reset/", {"email": "x@example.org"}, same(302)),
    ("GET", "/accounts/password/reset/done/", None, same(200)),
    ("GET", "/accounts/password/reset/key/1-x/", None, same(200)),
    ("POST", "/accounts/password/reset/key/1-x/", None, same(200)),
    ("GET", "/accounts/password/reset/key/done/", None, same(200)),
    ("GET", "/accounts/login/code/confirm/", None, same(302)),
    ("POST", "/accounts/login/code/confirm/", None, same(302)),
)

PROGRAMS = table(
    ("GET", "/api/schema/", None, same(200)),
    ("GET", "/api/docs/", None, same(200)),
    ("GET", "/api/nothing/", None, same(404)),
    ("POST", "/api/v1/nothing/", {}, same(404)),
    ("GET", MINE, None, same(401, 200)),
    ("PUT", MINE, {"time_zone": "", "wants_mail": True}, same(401, 200)),
    ("GET", MINE + "asks/", None, same(401, 200)),
    ("GET", MINE + "tokens/", None, same(401, 200)),
    ("POST", MINE + "tokens/", None, same(401, 403)),
    ("DELETE", MINE + "tokens/abc/", None, same(401, 404)),
    ("POST", "/api/v1/tokens/", {"username": "x", "password": "y"}, same(403)),
    ("GET", "/api/v1/editions/", None, same(200)),
    ("GET", "/api/v1/maps/", None, same(200)),
    ("GET", "/api/v1/maps/sound/", None, same(200)),
    ("GET", "/api/v1/maps/atlantis/", None, same(404)),
    ("GET", "/api/v1/maps/sound/text/", None, same(200)),
    ("GET", DRAFTS, None, same(401, 200)),
    ("POST", DRAFTS, SHORE, same(401, 201)),
    ("POST", DRAFTS, {"text": "no map"}, same(401, 422)),
    ("GET", DRAFTS + "{map}/", None, same(401, 404, 200, 404, 404, 404)),
    ("PUT", DRAFTS + "{map}/", SHORE, same(401, 428)),
    ("DELETE", DRAFTS + "{map}/", None, same(401, 404, 204, 404, 404, 404)),
    ("POST", "/api/v1/maps/check/", {"kingdoms": 2, **SHORE}, same(401, 200)),
    ("GET", "/api/v1/maps/made/?" + MADE.format("kingdoms"), None, same(401, 200)),
    ("POST", "/api/v1/lists/read/", {"text": "20 Spearmen 110"}, same(401, 200)),
    ("POST", "/api/v1/join/", {"token": "{token}", "seat": 3},
     same(401, 201, 409, 409, 201, 201)),
    ("GET", "/api/v1/join/{token}/", None, same(200)),
    ("GET", "/api/v1/join/nonsense/", None, same(404)),
    ("GET", "/api/v1/campaigns/", None, same(200)),
    ("POST", "/api/v1/campaigns/", NEW, same(401, 201)),
    ("GET", API, None, looking()),
    ("POST", API + "start/", None, running(401, 409)),
    ("GET", API + "armies/", None, playing(401, 200)),
    ("PUT", API + "armies/1/", {"list": {}}, playing(401, 428)),
    ("DELETE", API + "armies/1/", None, playing(401, 204)),
    ("PUT", API + "kingdom/", {"name": "New name"}, playing(401, 200)),
    ("POST", API + "leave/", None, playing(401, 204)),
    ("POST", API + "take-back/", None, playing(401, 204)),
    ("GET", API + "map/", None, looking()),
    ("GET", API + "kingdoms/", None, looking()),
    ("GET", API + "phase/", None, looking()),
    ("GET", API + "phases/", None, looking()),
    ("GET", API + "phases/0/", None, looking()),
    ("GET", API + "phases/1/", None, looking(409)),
    ("GET", API + "phases/9/", None, looking(404)),
    ("GET", API + "phases/0/dice/", None, looking()),
    ("GET", API + "phases/1/dice/", None, looking(409)),
    ("GET", API + "phases/0/position/", None, looking()),
    ("GET", API + "phases/1/position/", None, looking()),
    ("GET", API + "phases/9/position/", None, looking(404)),
    ("GET", API + "phases/1/reports/", None, looking()),
    ("POST", API + "phases/1/reports/confirm/", {"tile": 1}, playing(401, 404)),
    ("GET", API + "contests/", None, looking()),
    ("GET", API + "contests/?phase=0", None, looking(400)),
    ("POST", API + "phases/1/battles/1/mode/", MODE, running(401, 409)),
    ("POST", API + "phases/1/battles/1/wish/", WISH, playing(401, 404)),
    ("POST", API + "phases/1/courts/", {**COURT, "seats": [0, 1]}, running(401, 409)),
    ("POST", API + "phases/1/challenges/", COURT, playing(401, 409)),
    ("POST", API + "phases/1/challenges/1/answer/", {"accept": True}, playing(401, 404)),
    ("DELETE", API + "phases/1/challenges/1/", None, playing(401, 404)),
    ("GET", API + "export/", None, looking()),
    ("GET", API + "season/", None, looking()),
    ("GET", API + "season/?until=0", None, looking(400)),
    ("GET", API + "phases/1/sheet/", None, playing(401, 200, 404)),
    ("PUT", API + "phases/1/sheet/", {}, playing(401, 428, 201)),
    ("PUT", API + "phases/0/sheet/", {}, playing(401, 409)),
    ("POST", API + "phases/1/forecast/", {}, playing(401, 200)),
    ("GET", API + "ask/", None, playing(401, 200)),
    ("GET", API + "receipts/", None, playing(401, 200)),
    ("GET", API + "events/", None, looking()),
    ("GET", API + "log/", None, looking()),
    ("GET", API + "presence/", None, running(401, 200)),
    ("POST", API + "clock/", PAUSE, running(401, 200)),
    ("GET", API + "invites/", None, running(401, 200)),
    ("POST", API + "invites/", None, running(401, 201)),
    ("DELETE", API + "invites/{invite}/", None, running(401, 204)),
    ("POST", API + "hand-over/", {"seat": 2, "username": None}, running(401, 204)),
    ("POST", API + "regent/", {"seat": 2, "regent": "steward", "key": "k"}, running(401, 204)),
    ("POST", API + "regent/", {"seat": 2, "regent": "", "phase": 9, "key": "k"}, running(401, 412)),
    ("POST", API + "ruling/", RULING, running(401, 404)),
)  # fmt: skip

PROGRAMS += table(
    ("GET", "/api/v1/games/", None, same(200)),
    ("GET", "/api/v1/factions/", None, same(200)),
    ("GET", API_TEAMS, None, same(401, 200)),
    ("POST", API_TEAMS, GUARD, same(401, 201)),
    ("POST", API_TEAMS, {**GUARD, "points": 3}, same(401, 422)),
    ("GET", API_TEAMS + "{team}/", None, same(401, 404, 200, 404, 404, 404)),
    ("PUT", API_TEAMS + "{team}/", GUARD, same(401, 428)),
    ("DELETE", API_TEAMS + "{team}/", None, same(401, 404, 204, 404, 404, 404)),
    ("GET", MINE + "matches/", None, same(401, 200)),
    ("GET", API_MATCHES, None, same(200)),
    ("GET", API_MATCHES + "?list=over", None, same(200)),
    ("GET", API_MATCHES + "?list=all", None, same(400)),
    ("POST", API_MATCHES, {"game": "winter"}, same(401, 201)),
    ("POST", API_MATCHES, {"game": "chess"}, same(401, 400)),
    ("GET", API_MATCH, None, looking()),
    ("GET", API_OVER, None, looking()),
    ("GET", API_FREE, None, ((404, 404, 200, 404, 404, 404), (200,) * 6)),
    ("GET", API_MATCH + "ask/", None, looking()),
    ("GET", API_MATCH + "ask/?offset=-1", None, looking(400)),
    ("GET", API_MATCH + "events/", None, looking()),
    ("GET", API_MATCH + "notes/", None, looking()),
    ("POST", API_MATCH + "answer/", {"revision": 0, "answer": "pass"}, playing(401, 201, 422)),
    ("POST", API_MATCH + "answer/", {"revision": 9, "answer": "pass"}, playing(401, 412)),
    ("POST", API_OVER + "answer/", {"revision": 1, "answer": "pass"}, playing(401, 409)),
    ("GET", API_MATCH + "plan/", None, playing(401, 200)),
    ("PUT", API_MATCH + "plan/", {"revision": 0, "lines": []}, playing(401, 409, 200)),
    ("DELETE", API_MATCH + "plan/", None, playing(401, 204)),
    ("POST", API_MATCH + "draw/", {"revision": 0, "action": "offer"}, playing(401, 200)),
    ("POST", API_MATCH + "draw/", {"revision": 0, "action": "ask"}, same(401, 400)),
    ("POST", API_MATCH + "undo/", {"revision": 0, "action": "ask"}, playing(401, 409)),
    ("POST", API_MATCH + "resign/", None, playing(401, 200)),
    ("POST", API_MATCH + "seats/0/bot/", {"bot": "greedy"}, playing(401, 204, 403)),
    ("POST", API_MATCH + "seats/9/bot/", {"bot": "greedy"}, playing(401, 404)),
    ("POST", API_MATCH + "seats/0/link/", None, playing(401, 201, 403)),
    ("DELETE", API_MATCH + "seats/0/link/", None, playing(401, 204, 403)),
    ("POST", API_FREE + "join/", {},
     ((401, 404, 409, 404, 404, 404), (401, 201, 409, 201, 201, 201))),
    ("POST", API_FREE + "leave/", None,
     ((401, 404, 204, 404, 404, 404), (401, 403, 204, 403, 403, 403))),
    ("POST", API_MATCH + "leave/", None, playing(401, 409)),
    ("POST", API_FREE + "call-off/", None,
     ((401, 404, 204, 404, 404, 404), (401, 403, 204, 403, 403, 403))),
    ("POST", API_MATCH + "call-off/", None, running(401, 409)),
    ("POST", API_OVER + "rematch/", None, playing(401, 201)),
    ("POST", API_MATCH + "rematch/", None, playing(401, 409)),
    ("GET", API_OVER + "replay/", None, looking()),
    ("GET", API_MATCH + "replay/", None, looking(409)),
    ("GET", API_OVER + "record/", None, looking()),
    ("GET", API_MATCH + "record/", None, looking(409)),
    ("GET", "/api/v1/match-invites/{free_token}/", None, same(200)),
    ("POST", "/api/v1/match-invites/{free_token}/", {}, same(401, 201, 409, 201, 201, 201)),
    ("GET", "/api/v1/match-invites/nonsense/", None, same(404)),
    ("GET", "/api/v1/match-seats/{seat_token}/", None, same(200)),
    ("POST", "/api/v1/match-seats/{seat_token}/", None, same(401, 201, 409, 409, 201, 201)),
    ("GET", "/api/v1/match-seats/nonsense/", None, same(404)),
)  # fmt: skip

ROWS = [*PAGES, *MATCHES, *ACCOUNTS, *PROGRAMS]
READS = [row for row in ROWS if row.method == "GET"]

UNMOVED = ("/health/", "/how-to-play/", "/robots.txt", "/dice_check.py", "/accounts/",
           "/api/schema/", "/api/docs/", "/api/v1/maps/", "/api/v1/editions/")  # fmt: skip
"""Reads no campaign and nobody else's rows."""
