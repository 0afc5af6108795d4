"""After chaos: battles and courts came home once, and what was played for was paid once.

Everything is worked out anew from rows of the database, and compared with what the rules were
told and (``audit_told``) what people were told; nothing is asked of the services that wrote it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.models import Campaign, Contest, Event, Kingdom, Phase
from campaign.trials.chaos.audit_told import BATTLE, BY_MATCH, COURT, OPEN, OVER, check_told
from campaign.trials.chaos.ledger import Ledger
from campaign.trials.findings import Findings
from games.engine.contract import Json
from games.models import Match, Seat
from games.services.verify import verify_match

PROPOSED = Contest.Status.PROPOSED
TOLD_OF_BATTLES = ("match_decided", "reported")


def audit_contests(campaign: Campaign, ledger: Ledger, findings: Findings) -> None:
    """Check all contests of a campaign and their matches."""
    contests = list(
        Contest.objects.filter(campaign=campaign).select_related("phase", "match").order_by("pk")
    )
    where = f"campaign {campaign.pk}, phase"
    for contest in contests:
        name = f"{where} {contest.phase.ordinal}, {contest.kind} {contest.number}"
        _check_contest(contest, name, findings)
        if contest.kind == COURT:
            findings.other += [f"{name}: {line}" for line in _stake_faults(contest)]
    for phase in Phase.objects.filter(campaign=campaign, status=Phase.Status.DONE, ordinal__gt=0):
        _check_outside(phase, contests, f"{where} {phase.ordinal}", findings)
        findings.other += [f"{where} {phase.ordinal}: {line}" for line in _overdrawn(phase)]
    _check_matches(contests, findings)
    check_told(campaign, contests, ledger, findings)


# Contests


def _check_contest(contest: Contest, name: str, findings: Findings) -> None:
    is_done = contest.phase.status == Phase.Status.DONE
    if contest.status in (OPEN, PROPOSED) and is_done:
        findings.stuck.append(f"{name} is {contest.status} in a phase that is done")
    if not _is_as_its_match(contest):
        findings.other.append(f"{name}: its result is not that of its match")
    if contest.status == OVER and is_done:
        times = _times_told(contest)
        list_of = findings.duplicated if times > 1 else findings.lost
        if times != 1:
            list_of.append(f"{name} was told {times} times")
    if contest.status == OPEN and contest.match is not None:
        findings.other += [f"{name}: {line}" for line in wrong_seats(contest, contest.match)]


def _is_as_its_match(contest: Contest) -> bool:
    if contest.status != OVER or contest.decided_by not in BY_MATCH:
        return True
    return contest.match is not None and _of_match(contest, contest.match) == contest.result


def _of_match(contest: Contest, match: Match) -> Json:
    """Return the result that a contest must have by the outcome that its match keeps."""
    outcome, seats = match.outcome, contest.seats
    if outcome is None:
        return None
    winners = [seats[place] for place in outcome["winners"]]
    winner = winners[0] if len(winners) == 1 else None
    if contest.kind == COURT:
        fixed = {"number": contest.number, "game": match.game, "stake": contest.stake}
        return {**fixed, "seats": seats, "winner": winner, "places": outcome["places"]}
    result: dict[str, Json] = {"tile": contest.tile, "winner": winner}
    kept = contest.result or {}
    if "slain" in kept:  # what was lost, only the game can tell
        result["slain"] = kept["slain"]
    if len(seats) > 2:
        places = zip(seats, outcome["places"], strict=True)
        result["places"] = {str(seat): place for seat, place in places}
    return result


def _times_told(contest: Contest) -> int:
    """Count how often the rules told how a contest ended."""
    told = Event.objects.filter(phase=contest.phase)
    if contest.kind == COURT:
        return told.filter(kind="court_held", data__court=contest.number).count()
    return told.filter(kind__in=TOLD_OF_BATTLES, data__battle=contest.number).count()


def wrong_seats(contest: Contest, match: Match) -> Iterator[str]:
    """Name whoever sits at a match that goes on and does not play that kingdom."""
    if match.status == Match.Status.OVER:
        return
    kingdoms = {row.seat: row for row in Kingdom.objects.filter(campaign=contest.campaign)}
    for seat in Seat.objects.filter(match=match):
        kingdom = kingdoms[contest.seats[seat.number]]
        wanted = None if kingdom.regent else kingdom.player_id
        if seat.user_id != wanted or (wanted is None and not seat.bot):
            yield f"seat {seat.number} is {seat.user_id or seat.bot}'s, not {wanted}'s"


def _check_outside(phase: Phase, contests: list[Contest], name: str, findings: Findings) -> None:
    """The rules were told what the contests say, and nothing else."""
    mine = [row for row in contests if row.phase_id == phase.pk and row.status == OVER]
    mine.sort(key=lambda row: row.number)
    battles = [row for row in mine if row.kind == BATTLE and row.mode != "tabletop"]
    all_battles = [row for row in contests if row.phase_id == phase.pk and row.kind == BATTLE]
    wanted = {
        "results": [row.result for row in battles],
        "courts": [row.result for row in mine if row.kind == COURT],
        "modes": _modes(phase, all_battles),
    }
    if phase.outside != {key: value for key, value in wanted.items() if value}:
        findings.other.append(f"{name}: the rules were told {phase.outside}, not {wanted}")


def _modes(phase: Phase, battles: list[Contest]) -> Json:
    """Return what was said of hexes without a waiting battle, and what battles changed to."""
    tiles = {str(row.tile) for row in battles}
    others = {tile: mode for tile, mode in phase.modes.items() if tile not in tiles}
    return others | {str(row.tile): row.mode for row in battles if row.changes}


# Stakes


def _stake_faults(contest: Contest) -> Iterator[str]:
    """Gold and food that were paid were won, by who won, and no more than was staked."""
    events = Event.objects.filter(phase=contest.phase, data__court=contest.number)
    paid = list(events.filter(kind="purse_paid").values_list("data", flat=True))
    won = list(events.filter(kind="purse_won").values_list("data", flat=True))
    stake, result = contest.stake, contest.result or {}
    if len(won) > 1 or len({data["kingdom"] for data in paid}) != len(paid):
        yield f"its purse was paid by {paid} and won by {won}"
    for name in ("gold", "food"):
        is_pot = won and stake.get("from") == "pot"
        filled = sum(data[name] for data in paid) + (stake[name] if is_pot else 0)
        if filled != sum(data[name] for data in won):
            yield f"of {name} {paid} was paid and {won} won"
        if any(data[name] > stake.get(name, 0) for data in paid):
            yield f"of {name} {paid} was paid, more than was staked"
    if {data["kingdom"] for data in won} - {result.get("winner")}:
        yield f"{won} was won, but the winner is {result.get('winner')}"
    if {data["kingdom"] for data in paid} - {*contest.seats} - {result.get("winner")}:
        yield f"{paid} was paid by who did not sit there"
    if contest.status != OVER and events.exists():
        yield "it was not held, and told all the same"


def _overdrawn(phase: Phase) -> Iterator[str]:
    """All that a kingdom staked in courts that were held, it had when they began."""
    if phase.kind != "court":
        return
    courts = list(Contest.objects.filter(phase=phase, kind=COURT, status=OVER))
    for seat, kingdom in enumerate(phase.state["kingdoms"]):
        for name in ("gold", "food"):
            purses = [row.stake for row in courts if seat in row.seats]
            staked = sum(stake.get(name, 0) for stake in purses if stake.get("from") == "seats")
            if staked > kingdom[name]:
                yield f"kingdom {seat} staked {staked} {name} and had {kingdom[name]}"
    tiles = Counter(row.stake["tile"] for row in courts if row.stake["kind"] == "tile")
    yield from (f"hex {tile} was staked {n} times" for tile, n in tiles.items() if n > 1)


# Matches


def _check_matches(contests: list[Contest], findings: Findings) -> None:
    """Every match that was opened for these contests is over when its phase is, and was heard."""
    by_pk = {contest.pk: contest for contest in contests}
    for match in Match.objects.filter(source="campaign").order_by("pk"):
        contest = by_pk.get(int(match.source_key.split("-")[1]))
        if contest is None:
            continue
        name = f"match {match.pk} of {match.source_key}"
        waits = contest.status == OPEN and contest.match_id == match.pk
        if not waits and (match.status != Match.Status.OVER or match.heard_at is None):
            findings.stuck.append(f"{name} is {match.status}, heard {match.heard_at}")
        if waits and match.status != Match.Status.RUNNING:
            findings.stuck.append(f"{name} is {match.status}, and waited for still")
        bots = Seat.objects.filter(match=match, kind=Seat.Kind.BOT, number__in=match.asked)
        if match.status == Match.Status.RUNNING and bots.exists():
            findings.stuck.append(f"{name} waits for its bot")
        findings.other += [f"{name}: {line}" for line in verify_match(match)]
