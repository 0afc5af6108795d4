"""After chaos: battles and courts came home once, and what was played for was paid once.

Everything is worked out anew from rows of the database, and compared with what the rules were
told and what people were told; nothing is asked of the services that wrote it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.models import Campaign, Contest, Event, Kingdom, LogEntry, Phase
from campaign.services.campaign_log import log_key
from campaign.trials.chaos.ledger import Ledger, Said
from campaign.trials.findings import Findings
from games.engine.contract import Json
from games.models import Held, Match, Note, Seat, Turn
from games.services.verify import verify_match

BATTLE, COURT = Contest.Kind.BATTLE, Contest.Kind.COURT
OPEN, OVER, PROPOSED = Contest.Status.OPEN, Contest.Status.OVER, Contest.Status.PROPOSED
TOLD_OF_BATTLES = ("match_decided", "reported")
BY_MATCH = ("match", "adjudicated")


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
    _check_words(campaign, contests, ledger, findings)


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


# What people were told


def _check_words(
    campaign: Campaign, contests: list[Contest], ledger: Ledger, findings: Findings
) -> None:
    ids = {contest.pk for contest in contests}
    keys = Match.objects.filter(source="campaign").values_list("pk", "source_key")
    matches = {pk for pk, key in keys if int(key.split("-")[1]) in ids}
    _check_moves(matches, ledger, findings)
    _check_resigned(matches, ledger, findings)
    _check_ruled(campaign, contests, ledger, findings)
    _check_modes(campaign, contests, ledger, findings)
    _check_courts(campaign, contests, ledger, findings)


def _check_moves(matches: set[int], ledger: Ledger, findings: Findings) -> None:
    """Every answer of a person that was taken was played, once, and no other was."""
    told = Counter(
        (one.match_id, one.revision, one.seat, one.author, str(one.answer))
        for one in ledger.moved
        if one.match_id in matches
    )
    kept: Counter[tuple[int, int, int, int, str]] = Counter()
    held = Held.objects.filter(match_id__in=matches, source="person")
    for row in held.values_list("match_id", "turn", "seat", "author_id", "answer"):
        kept[(*row[:4], str(row[4]))] += 1
    for turn in Turn.objects.filter(match_id__in=matches, kind=Turn.Kind.PLAY):
        for seat, source in turn.sources.items():
            entry = (turn.match_id, turn.number - 1, int(seat), turn.authors[seat])
            key = (*entry, str(turn.answers[seat]))
            if source == "person" and key not in kept:
                kept[key] += 1
    where = "answer (match, turn, seat, person, answer)"
    findings.lost += [f"{where} {entry} was acknowledged" for entry in (told - kept).elements()]
    findings.duplicated += [f"{where} {entry}, nobody was told" for entry in kept - told]


def _check_resigned(matches: set[int], ledger: Ledger, findings: Findings) -> None:
    """Whoever was told that they resigned has, once; and nobody else."""
    told = Counter(match for match, _person in ledger.resigned if match in matches)
    notes = Note.objects.filter(match_id__in=matches, kind="resigned")
    kept = Counter(notes.values_list("match_id", flat=True))
    findings.lost += [f"match {match}: somebody resigned" for match in (told - kept).elements()]
    findings.duplicated += [f"match {match}: nobody resigned" for match in (kept - told)]


def _check_ruled(
    campaign: Campaign, contests: list[Contest], ledger: Ledger, findings: Findings
) -> None:
    """The last ruling on a battle decided it, whatever its match said; without one nobody did."""
    last = _last_rulings(campaign, ledger)
    for contest in contests:
        if contest.kind != BATTLE or contest.mode == "tabletop" or contest.status != OVER:
            continue
        place = (contest.phase.ordinal, contest.tile)
        if not _is_as_ruled(contest, last.get(place)):
            line = f"campaign {campaign.pk}: ruling (phase, tile) {place}: {last.get(place)}"
            findings.lost.append(line)


def _last_rulings(campaign: Campaign, ledger: Ledger) -> dict[tuple[int, int | None], Json]:
    """Return the last ruling that was acknowledged, by phase and tile."""
    told = {
        (*entry[1:3], log_key("ruling", entry[3])): report
        for entry, report in ledger.ruled.items()
        if entry[0] == campaign.pk
    }
    log = LogEntry.objects.filter(campaign=campaign, action="ruling").order_by("pk")
    last: dict[tuple[int, int | None], Json] = {}
    for entry in log:
        place = (entry.data["phase"], entry.data["tile"])
        last[place] = told.get((*place, entry.key))
    return last


def _is_as_ruled(contest: Contest, ruling: Json) -> bool:
    """Tell whether a battle was decided by this ruling (``None``: by none)."""
    if ruling is None:
        return contest.decided_by != "ruling"
    if "standing" in ruling:
        return contest.decided_by in BY_MATCH
    wanted = {"dice": True} if "simple" in ruling else ruling
    kept = contest.result or {}
    is_so = all(kept.get(name, -1) == value for name, value in wanted.items())
    return is_so and contest.decided_by == "ruling"


def _check_modes(
    campaign: Campaign, contests: list[Contest], ledger: Ledger, findings: Findings
) -> None:
    """Every change of mode that was acknowledged is on record once, and the last one counts."""
    log = LogEntry.objects.filter(campaign=campaign, action="battle_mode").order_by("pk")
    entries = list(log.values_list("data", flat=True))
    told = Counter(entry[1:4] for entry in ledger.modes if entry[0] == campaign.pk)
    kept = Counter(
        (data["phase"], data["tile"], data["mode"]) for data in entries if not data["by_consent"]
    )
    where = f"campaign {campaign.pk}: mode (phase, tile, mode)"
    findings.lost += [f"{where} {entry} was acknowledged" for entry in (told - kept).elements()]
    findings.duplicated += [f"{where} {entry}, nobody was told" for entry in (kept - told)]
    last = {(data["phase"], data["tile"]): data["mode"] for data in entries}
    times = Counter((data["phase"], data["tile"]) for data in entries)
    battles = {(row.phase.ordinal, row.tile): row for row in contests if row.kind == BATTLE}
    phases = {row.ordinal: row for row in Phase.objects.filter(campaign=campaign)}
    for place, mode in last.items():
        battle = battles.get(place)
        is_so = phases[place[0]].modes.get(str(place[1])) == mode
        if battle is not None:
            is_so = (battle.mode, battle.changes) == (mode, times[place])
        if not is_so:
            findings.lost.append(f"{where} {(*place, mode)} does not count")


def _check_courts(
    campaign: Campaign, contests: list[Contest], ledger: Ledger, findings: Findings
) -> None:
    """What was said of a court and acknowledged is on record once, and became what it must."""
    log = LogEntry.objects.filter(campaign=campaign, action__startswith="court_")
    kept = Counter(map(_said, log))  # a steward may have said the same before
    of_people = Counter(map(_said, log.exclude(actor=None)))
    told = Counter(said for said in ledger.said if said.campaign_id == campaign.pk)
    findings.lost += [f"{entry} was acknowledged" for entry in (told - kept).elements()]
    findings.duplicated += [f"{entry}, nobody was told" for entry in of_people - told]
    words = Counter((one.data["phase"], one.data["court"], one.action) for one in log)
    for contest in contests:
        if contest.kind == COURT and contest.proposed_by is not None:
            place = (contest.phase.ordinal, contest.number)
            fault = _challenge_fault(contest, words, place)
            findings.other += [f"court {place}: {fault}"] if fault else []


WORDS = {
    "court_set": "set",
    "court_challenge": "challenge",
    "court_accepted": "accept",
    "court_declined": "decline",
    "court_withdrawn": "withdraw",
}


def _said(entry: LogEntry) -> Said:
    data = entry.data
    place = (entry.campaign_id, data["phase"], data["court"])
    return Said(*place, WORDS[entry.action], data.get("seat", -1))


def _challenge_fault(
    contest: Contest, words: Counter[tuple[int, int, str]], place: tuple[int, int]
) -> str:
    """Say what of a challenge does not fit how it ended."""
    began = contest.status in (OPEN, OVER) or contest.match_id is not None
    if began != (contest.accepted == contest.seats):
        return f"{contest.status}, accepted by {contest.accepted} of {contest.seats}"
    if (contest.status == Contest.Status.DECLINED) != bool(words[(*place, "court_declined")]):
        return f"{contest.status}, but declined {words[(*place, 'court_declined')]} times"
    if words[(*place, "court_declined")] > 1 or words[(*place, "court_withdrawn")] > 1:
        return "it was declined or taken back more than once"
    return ""
