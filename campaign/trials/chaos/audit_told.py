"""After chaos: what people were told of matches, rulings, modes and courts is on record, once.

The ledger holds every acknowledgement; the rows of the database must hold the same.
"""

from __future__ import annotations

from collections import Counter

from campaign.models import Campaign, Contest, LogEntry, Phase
from campaign.services.campaign_log import log_key
from campaign.trials.chaos.ledger import Ledger, Said
from campaign.trials.findings import Findings
from games.engine.contract import Json
from games.models import Held, Match, Note, Turn

BATTLE, COURT = Contest.Kind.BATTLE, Contest.Kind.COURT
OPEN, OVER = Contest.Status.OPEN, Contest.Status.OVER
BY_MATCH = ("match", "adjudicated")


def check_told(
    campaign: Campaign, contests: list[Contest], ledger: Ledger, findings: Findings
) -> None:
    """Check everything that somebody was told of the contests of a campaign."""
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
