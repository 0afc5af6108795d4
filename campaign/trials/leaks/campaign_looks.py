"""Looking at a campaign: what somebody reads and tries there."""

from __future__ import annotations

from random import Random

from django.contrib.auth.models import AnonymousUser

from campaign.models import Contest, Phase
from campaign.rules.outside import MODES
from campaign.services.rulebook import game_of
from campaign.trials.leaks.campaign_play import CampaignTable, units
from campaign.trials.leaks.campaign_secrets import secrets_of_campaign
from campaign.trials.leaks.compare import Tally, World, compare
from campaign.trials.leaks.match_looks import LISTS, offered, reads_of_match, tries_at
from campaign.trials.leaks.people_secrets import secrets_of_people
from campaign.trials.leaks.readers import Reader, Request, Viewer, sent, stopped_clock
from campaign.trials.worlds import lively_answer, seats_asked
from games.hosting.people import Person

PAGES = (
    "", "map/", "status/", "history/", "history.json", "season/", "years/1/", "hand-in/",
    "armies/", "armies/0/", "armies/1/", "battles/", "courts/", "kingdom/", "receipts/", "run/",
)  # fmt: skip
PROGRAMS = (
    "", "armies/", "map/", "kingdoms/", "phase/", "phases/", "contests/", "export/", "season/",
    "ask/", "receipts/", "events/", "events/?since=1.1&limit=3", "log/", "presence/", "invites/",
)  # fmt: skip
OF_PHASES = (
    "/campaigns/{pk}/reports/{n}/", "/campaigns/{pk}/reports/{n}/dice.json",
    "/campaigns/{pk}/history/{n}/", "/api/v1/campaigns/{pk}/phases/{n}/",
    "/api/v1/campaigns/{pk}/phases/{n}/position/", "/api/v1/campaigns/{pk}/phases/{n}/reports/",
    "/api/v1/campaigns/{pk}/phases/{n}/sheet/", "/api/v1/campaigns/{pk}/phases/{n}/dice/",
    "/api/v1/campaigns/{pk}/contests/?phase={n}",
)  # fmt: skip
OF_TILES = ("/campaigns/{pk}/map/{n}/", "/campaigns/{pk}/battles/{phase}/{n}/")
HUBS = ("", "hand-in/", "battles/", "courts/", "run/", "history/")
"""The pages whose links are followed and whose forms are sent."""

MOST_TRIES = 6
SPOILT = {"orders": [{"army": 9, "order": "move"}]}


def reads_of_campaign(table: CampaignTable, rng: Random) -> list[Request]:
    """Return every address of a campaign: of the phases at its end, of some hexes, of matches."""
    pk = table.campaign_id
    paths = [f"/campaigns/{pk}/{part}" for part in PAGES]
    paths += [f"/api/v1/campaigns/{pk}/{part}" for part in PROGRAMS]
    newest = (
        Phase.objects.filter(campaign=pk).order_by("-ordinal").values_list("ordinal", flat=True)
    )
    ordinals = [*newest[:2], rng.choice(list(newest))]
    paths += [path.format(pk=pk, n=n) for n in dict.fromkeys(ordinals) for path in OF_PHASES]
    contests = list(Contest.objects.filter(campaign=pk).order_by("-pk")[:2])
    board = game_of(table.world.campaign).board
    tiles = [rng.choice(list(board.index)), *[row.tile for row in contests if row.tile]]
    paths += [
        path.format(pk=pk, n=tile, phase=ordinals[0])
        for tile in dict.fromkeys(tiles)
        for path in OF_TILES
    ]
    found = [Request(path) for path in (*paths, *LISTS)]
    for contest in contests[:1]:
        found += reads_of_match(contest.match_id) if contest.match_id else []
    return found


def tries_in(table: CampaignTable, viewer: Viewer, person: Person, rng: Random) -> list[Request]:
    """Return what a program tries in a campaign: sheets, forecasts, what is another's to do."""
    phase = table.phase
    if phase is None:
        return []
    path = f"/api/v1/campaigns/{table.campaign_id}/"
    asked = seats_asked(phase)
    seat = viewer.seat if viewer.seat in asked else rng.choice(asked)
    game = game_of(table.world.campaign)
    sheet = lively_answer(game, game.decode(phase.state), seat, rng)
    here = f"{path}phases/{phase.ordinal}/"
    spoilt = {**(sheet if isinstance(sheet, dict) else {}), **SPOILT}
    tile, army = rng.choice(list(game.board.index)), rng.choice((0, 1, 2))
    key = "one key"
    tries = [
        sent("PUT", here + "sheet/?dry_run=1", sheet),
        sent("POST", here + "forecast/", sheet),
        sent("POST", here + "forecast/", spoilt),
        sent("PUT", path + f"armies/{army}/", {"list": units(rng)}),
        sent("POST", here + "reports/confirm/", {"tile": tile}),
        sent("POST", here + f"battles/{tile}/wish/", {"mode": rng.choice(MODES), "key": key}),
        sent("POST", path + "leave/"),
        sent("PUT", path + "kingdom/", {"name": "A new name", "race": "Elves"}),
        sent("POST", path + "regent/", {"seat": 0, "regent": "steward", "key": key}),
        sent("POST", path + "clock/", {"action": "pause", "phase": phase.ordinal, "key": key}),
        sent("POST", path + "invites/"),
        *_courts(here, seat, table.kind.seats, rng),
    ]
    if viewer.is_master:
        tries = [each for each in tries if not each.path.endswith("invites/")]
    for contest in Contest.objects.filter(phase=phase, match__isnull=False)[:1]:
        assert contest.match is not None
        tries += tries_at(contest.match, person, rng)
    return rng.sample(tries, min(MOST_TRIES, len(tries)))


def _courts(here: str, seat: int, seats: int, rng: Random) -> list[Request]:
    """Return challenges and answers to them; how much is staked is a guess at others' purses."""
    other = rng.choice([each for each in range(seats) if each != seat])
    stake = {"kind": "purse", "gold": rng.randrange(9), "food": 0, "from": "seats"}
    court = {"game": "winter", "seats": [other], "stake": stake, "key": "a key"}
    return [
        sent("POST", here + "challenges/", court),
        sent("POST", here + "challenges/1/answer/", {"accept": rng.random() < 0.5}),
        sent("DELETE", here + "challenges/1/"),
    ]


def look_at(table: CampaignTable, tally: Tally, *, most: int = 3) -> None:
    """Let some viewers of a campaign read everything with and without what is secret to them."""
    rng = table.rng
    viewers = table.viewers()
    tally.positions += 1
    for viewer in rng.sample(viewers, min(most, len(viewers))):
        person: Person = viewer.user or AnonymousUser()
        reader = Reader.of(viewer)
        secrets = secrets_of_campaign(table.world, viewer, person, rng)
        secrets += secrets_of_people(table.users(), viewer)
        hubs = [f"/campaigns/{table.campaign_id}/{part}" for part in HUBS]
        with stopped_clock():
            found = offered(reader, rng.sample(hubs, 3), rng)
        tries = tries_in(table, viewer, person, rng)
        requests = [*reads_of_campaign(table, rng), *found, *tries]
        compare(table.place, World(reader, [*dict.fromkeys(requests)]), secrets, tally)
