"""docs/api.md: its commands are run, its codes and events are those of the code."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from campaign.api.sheet_schema import EXAMPLES
from campaign.rules.answers import read_answer
from campaign.rules.events import KINDS
from campaign.rules.problems import MESSAGES
from campaign.rules.reader import Limits
from campaign.rules.ruleset import Price
from games.api.reference import EVENTS
from games.courtier.problems import MESSAGES as COURTIER
from games.skirmish.problems import MESSAGES as SKIRMISH
from games.winter.problems import MESSAGES as WINTER
from games.winter_court.problems import MESSAGES as WINTER_COURT
from tests.api.client import Api
from tests.api.tables import DOCUMENT, codes
from tests.api.test_schema import operations
from tests.factories import PASSWORD, make_table, make_user

BRING_UP = "run `python -m tests.api.tables` to bring docs/api.md up to date"


def document() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def section(name: str) -> str:
    return document().partition(f"<!-- {name} -->")[2].partition(f"<!-- /{name} -->")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", document(), flags=re.S)


# Tables


def test_every_code_of_the_services_and_the_api_is_listed():
    listed = set(re.findall(r"^\| (\d+) \| `(\w+)` \|", section("codes"), flags=re.M))

    assert listed == {(str(code.status), code.code) for code in codes()}, BRING_UP


def test_every_code_of_the_rules_is_listed():
    listed = re.findall(r"^\| `(\w+)` \|", section("rules"), flags=re.M)

    assert set(listed) == set(MESSAGES), BRING_UP


def test_every_event_is_listed_with_its_data():
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section("events"), flags=re.M)

    listed = {kind: tuple(re.findall(r"`(\w+)`", keys)) for kind, keys in rows}
    assert listed == {kind: about.keys for kind, about in KINDS.items()}, BRING_UP


@pytest.mark.parametrize(
    ("game", "messages"),
    [
        ("winter", WINTER),
        ("winter_court", WINTER_COURT),
        ("courtier", COURTIER),
        ("skirmish", SKIRMISH),
    ],
)
def test_every_code_and_event_of_a_game_is_listed(game: str, messages: dict[str, str]):
    listed = re.findall(r"^\| `(\w+)` \|", section(f"{game} rules"), flags=re.M)
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section(f"{game} events"), flags=re.M)

    assert set(listed) == set(messages), BRING_UP
    told = {kind: tuple(re.findall(r"`(\w+)`", keys)) for kind, keys in rows}
    assert told == {kind: keys for kind, (keys, _about) in EVENTS[game].items()}, BRING_UP


def test_every_code_that_the_schema_names_exists():
    known = {code.code for code in codes()}
    for _path, _method, operation in operations():
        for status, response in operation["responses"].items():
            named = re.search(r"Codes: (.*)\.$", response.get("description", ""))
            if named and "the codes of the rules" not in named[1]:
                assert set(named[1].split(", ")) <= known, (operation["operationId"], status)


# Sheets


def test_the_sheets_shown_have_the_form_that_the_rules_read():
    limits = Limits(Price(1, 1))
    shown = {"winter": next(json.loads(text) for text in blocks("json") if "recall" in text)}
    rows = re.findall(r"^\| `(\w+)` \| `(\{.*\})` \|$", document(), flags=re.M)
    shown |= {kind: json.loads(text) for kind, text in rows}

    assert set(shown) == set(EXAMPLES)
    for sheets in (shown, EXAMPLES):
        for kind, sheet in sheets.items():
            assert read_answer(kind, 0, sheet, limits), kind


# Commands


def commands() -> list[tuple[str, int]]:
    """Return each command of the tour and the status that stands behind it."""
    found = []
    for block in blocks("sh"):
        for text, status in re.findall(r"(curl .*?)  # (\d+)\n", block, flags=re.S):
            found.append((text.replace("\\\n", " "), int(status)))
    return found


def run(command: str, names: dict[str, str]) -> Any:
    """Carry out a curl command with the test client."""
    for name, value in names.items():
        command = command.replace(f"${name}", value.replace('"', '\\"'))
    words = iter(shlex.split(command)[1:])
    method, url, headers, body = "", "", {}, None
    for word in words:
        if word == "-X":
            method = next(words)
        elif word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words)
        else:
            url = word
    content_type = headers.pop("Content-Type", "text/plain")
    method = method or ("GET" if body is None else "POST")
    return Api().ask(method, url, raw=body or "", content_type=content_type, **headers)


def test_every_block_is_read_whole():
    assert len(commands()) == sum(block.count("curl ") for block in blocks("sh")) > 20


@pytest.mark.django_db
def test_the_tour_works_command_by_command():
    anna = make_user("anna")
    assert PASSWORD == "correct horse battery"
    table = make_table(1, seats=2, started=False, ends_early=False)
    invite = Api(table.master).post(f"campaigns/{table.campaign.pk}/invites/").json()["token"]
    Api(table.players[0]).post(f"campaigns/{table.campaign.pk}/leave/")
    assert Api(anna).post("join/", {"token": invite, "seat": 0}).status_code == 201
    Api(make_user()).post("join/", {"token": invite, "seat": 1})
    Api(table.master).post(f"campaigns/{table.campaign.pk}/start/")
    names = {"SITE": "", "CAMPAIGN": str(table.campaign.pk), "ETAG": ""}
    names |= {"MATCH": "", "INVITE": "", "TEAM": ""}
    names["OTHER"] = Api(make_user()).headers["Authorization"].removeprefix("Token ")
    names["MASTER"] = Api(table.master).headers["Authorization"].removeprefix("Token ")

    for command, status in commands():
        answer = run(command, names)
        assert answer.status_code == status, (command, answer.content)
        names["ETAG"] = answer.headers.get("ETag", names["ETAG"])
        if "/tokens/" in command and status == 201:
            names["TOKEN"] = answer.json()["token"]
        if command.startswith("curl -X POST") and '/matches/"' in command:
            names["MATCH"], names["INVITE"] = (
                str(answer.json()["id"]),
                answer.json()["invite"] or "",
            )
        if '/skirmish-teams/"' in command and status == 201:
            names["TEAM"] = str(answer.json()["id"])


@pytest.mark.django_db
def test_the_refusal_shown_is_the_one_that_is_given():
    table = make_table(ends_early=False)
    shown = next(json.loads(text) for text in blocks("json") if "gift_to_self" in text)

    answer = Api(table.players[0]).put(
        f"campaigns/{table.campaign.pk}/phases/1/sheet/",
        {"tithes": [{"to": 0, "gold": 1, "food": 0}]},
    )

    assert answer.json() == shown
