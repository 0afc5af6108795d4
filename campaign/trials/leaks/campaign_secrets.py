"""What somebody may not know of a campaign, and how to have it otherwise behind the scenes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random

from django.db.models import F
from django.utils import timezone

from campaign.models import (
    Army,
    Ask,
    Campaign,
    Contest,
    Event,
    Heartbeat,
    Kingdom,
    Outbox,
    Phase,
    RosterDraft,
    Submission,
)
from campaign.rules.rosters import Roster, Unit, visible
from campaign.rules.state import REPORT, State
from campaign.rules.system import CampaignGame
from campaign.services.banners import banners_are_secret
from campaign.services.board_rows import encode_roster
from campaign.services.history import is_revealed
from campaign.services.memberships import invite_create, invite_revoke
from campaign.services.policy import access_campaign
from campaign.services.roster_drafts import lists_are_used
from campaign.services.rulebook import game_of
from campaign.services.submissions import sheet_submit
from campaign.trials.leaks.compare import Secret
from campaign.trials.leaks.match_secrets import secrets_of_match
from campaign.trials.leaks.readers import Viewer
from campaign.trials.worlds import World, lively_answer, running_phase
from games.engine.contract import Json
from games.hosting.errors import NotThere, ServiceError
from games.hosting.people import Person


def secrets_of_campaign(world: World, viewer: Viewer, person: Person, rng: Random) -> list[Secret]:
    """Return what that viewer may not know of a campaign as it stands."""
    campaign = world.campaign
    phase = running_phase(campaign.pk)
    found = [
        Secret("private events", partial(_change_events, campaign.pk, viewer.seat)),
        Secret("sheets of the Winter", partial(_change_old_sheets, campaign.pk, viewer.seat)),
        Secret("drafts of lists", partial(_draft, campaign.pk, viewer.seat)),
    ]
    if lists_are_used(game_of(campaign)):
        change = partial(_change_lists, world, viewer.seat, rng.choice((None, 1, 3)))
        found.append(Secret("army lists", change))
    if banners_are_secret(campaign):
        found.append(Secret("banners wished for", partial(_wish, campaign.pk, viewer.seat)))
    if phase is not None:
        found += _of_phase(world, phase, viewer, rng)
        found += _of_contests(phase, viewer, person, rng)
    if not viewer.is_master:
        found += _of_masters(world)
    if not _may_look(person, campaign.pk):
        found.append(Secret("how far it has come", partial(_go_far, campaign.pk)))
    return found


def _may_look(person: Person, campaign_id: int) -> bool:
    try:
        return bool(access_campaign(person, campaign_id))
    except NotThere:
        return False


def _go_far(campaign_id: int) -> None:
    """Let a campaign that somebody may not look at be another, and much further."""
    Campaign.objects.filter(pk=campaign_id).update(
        name="Another campaign", revision=F("revision") + 7, year=F("year") + 1
    )
    Kingdom.objects.filter(campaign=campaign_id).update(gold=F("gold") + 3, race="Elves")
    Phase.objects.filter(campaign=campaign_id).update(ordinal=F("ordinal") + 30)


# Sheets


def _of_phase(world: World, phase: Phase, viewer: Viewer, rng: Random) -> Iterator[Secret]:
    """Sheets of a phase that runs: who plays there knows their own, a game master who is in."""
    if _hears_reports(phase, viewer):
        return
    change = partial(_rewrite, phase.pk, viewer.seat)
    yield Secret("sheets that are in", change, lies_still=False)
    if viewer.is_master or phase.is_turn:
        return
    game = game_of(world.campaign)
    state = game.decode(phase.state)
    players = {row.seat: row for row in _kingdoms(world, viewer.seat)}
    asks = Ask.objects.filter(phase=phase, kingdom__in=players.values())
    for ask in asks.select_related("kingdom"):
        sheet = lively_answer(game, state, ask.kingdom.seat, rng)
        deed = partial(_hand_in, world.campaign.pk, phase.ordinal, ask.kingdom.seat, sheet)
        yield Secret(f"a sheet of seat {ask.kingdom.seat}", deed, lies_still=False)


def _kingdoms(world: World, seat: int | None) -> list[Kingdom]:
    """Return the kingdoms that others play."""
    rows = Kingdom.objects.filter(campaign=world.campaign, player__isnull=False, is_alive=True)
    return [row for row in rows if row.seat != seat]


def _hears_reports(phase: Phase, viewer: Viewer) -> bool:
    """Whether the viewer is told what both sides of a battle report: its sides are."""
    if phase.kind != REPORT:
        return False
    sides = Contest.objects.filter(phase=phase).values_list("seats", flat=True)
    return viewer.is_master or any(viewer.seat in seats for seats in sides)


def _rewrite(phase_pk: int, seat: int | None) -> None:
    """Have other words on the sheets of others that are in."""
    rows = Submission.objects.filter(phase=phase_pk).exclude(kingdom__seat=_seat(seat))
    rows.update(sheet={"tithes": [{"to": 0, "gold": 1, "food": 7}]}, nonce="other" * 6)


def _hand_in(campaign_id: int, ordinal: int, seat: int, sheet: Json) -> None:
    player = Kingdom.objects.select_related("player").get(campaign=campaign_id, seat=seat).player
    assert player is not None
    try:
        sheet_submit(person=player, campaign_id=campaign_id, phase=ordinal, sheet=sheet)
    except ServiceError:  # too late, or somebody else's to decide
        return


def _change_old_sheets(campaign_id: int, seat: int | None) -> None:
    """Change what stays a kingdom's own after a phase: sheets of the Winter, and every nonce."""
    others = Submission.objects.exclude(kingdom__seat=_seat(seat))
    for phase in Phase.objects.filter(campaign=campaign_id, status=Phase.Status.DONE):
        rows = others.filter(phase=phase)
        rows.update(nonce="another " * 4)
        if not is_revealed(phase):
            rows.update(sheet={"feed": [1, 2, 3]}, at=F("at") - timedelta(minutes=7))


def _seat(seat: int | None) -> int:
    return -1 if seat is None else seat


# Events, lists, wishes


def _change_events(campaign_id: int, seat: int | None) -> None:
    """Tell others alone something else, and something more before the rest of every phase."""
    events = Event.objects.filter(phase__campaign=campaign_id, seen_by__isnull=False)
    for event in events:
        if seat not in (event.seen_by or []):
            event.data = {**event.data, "code": "something_longer"}
            event.save(update_fields=["data"])
    other = 0 if seat != 0 else 1
    data = {"kingdom": other, "stage": "winter", "code": "unreadable"}
    for phase in Phase.objects.filter(campaign=campaign_id, status=Phase.Status.DONE):
        Event.objects.filter(phase=phase).update(index=F("index") + 9000)
        Event.objects.create(phase=phase, index=0, kind="sheet_void", data=data, seen_by=[other])


def _draft(campaign_id: int, seat: int | None) -> None:
    """Write a list for every other kingdom's recruit."""
    for kingdom in Kingdom.objects.filter(campaign=campaign_id).exclude(seat=_seat(seat)):
        RosterDraft.objects.update_or_create(
            kingdom=kingdom, army=0, defaults={"document": _list(2), "updated_at": timezone.now()}
        )


def _list(count: int) -> Json:
    unit = {"size": 7, "points": 93, "legend": False, "ally": False, "extras": []}
    return {"units": [{"name": f"Ash Wardens {number}", **unit} for number in range(count)]}


def _change_lists(world: World, seat: int | None, count: int | None) -> None:
    """Give every other kingdom's army a list of so many units that no battle opened, or none."""
    game = game_of(world.campaign)
    fighting: set[tuple[int, int]] = set()
    for phase in Phase.objects.filter(campaign=world.campaign).defer("failure"):
        state = game.decode(phase.state)
        phase.state = game.encode(replace(state, rosters=_lists(game, state, seat, count)))
        phase.save(update_fields=["state"])
        fighting = _fighting(state)
    hidden = Army.objects.filter(kingdom__campaign=world.campaign).exclude(
        kingdom__seat=_seat(seat)
    )
    for army in hidden.select_related("kingdom"):
        is_secret = army.roster is None or not army.roster.get("open")
        if is_secret and (army.kingdom.seat, army.number) not in fighting:
            kept = _secret_list(army.kingdom.seat, army.number, count) if count else None
            army.roster = encode_roster(kept) if kept else None
            army.save(update_fields=["roster"])


def _lists(
    game: CampaignGame, state: State, seat: int | None, count: int | None
) -> tuple[Roster, ...]:
    by_race = not game.rules.fixed_lists
    shown = visible(state.rosters, seat)
    named = [each for each in visible(state.rosters, seat, name_allies=by_race) if not each.units]
    taken = {(each.kingdom, each.army) for each in (*shown, *named)} | _fighting(state)
    hidden = [
        _secret_list(army.kingdom, army.number, count)
        for army in state.armies
        if count and army.kingdom != seat and (army.kingdom, army.number) not in taken
    ]
    allied = [replace(each, units=_units(count or 2)) for each in named]
    return tuple(sorted((*shown, *allied, *hidden), key=lambda each: (each.kingdom, each.army)))


def _fighting(state: State) -> set[tuple[int, int]]:
    """Return the armies in battles that wait for a result: all know which lists they have."""
    sides = [
        side
        for battle in state.summer.waiting
        for side in ((battle.attacker, battle.attackers), (battle.defender, battle.defenders))
    ]
    return {(kingdom, army) for kingdom, armies in sides for army in armies}


def _secret_list(kingdom: int, army: int, count: int | None) -> Roster:
    return Roster(kingdom, army, _units(count or 1))


def _units(count: int) -> tuple[Unit, ...]:
    return tuple(Unit(f"Moon Lancers {number}", 9, 77) for number in range(count))


def _wish(campaign_id: int, seat: int | None) -> None:
    Kingdom.objects.filter(campaign=campaign_id).exclude(seat=_seat(seat)).update(
        race_wish="Fen folk of the long shore", faction_wish="briar_host"
    )


# Contests


def _of_contests(phase: Phase, viewer: Viewer, person: Person, rng: Random) -> Iterator[Secret]:
    """Wishes of the sides of a battle, and what their match hides."""
    for contest in Contest.objects.filter(phase=phase).select_related("match"):
        is_side = viewer.seat in contest.seats
        if contest.kind == Contest.Kind.BATTLE and not is_side and not viewer.is_master:
            yield Secret(f"a wish on hex {contest.tile}", partial(_wish_mode, contest.pk))
        if contest.match is not None:
            for secret in secrets_of_match(contest.match, viewer, person, rng):
                # That somebody plans makes a match begun, which its sides may know.
                if not secret.name.startswith("the plan"):
                    yield replace(secret, name=f"{secret.name} of match {contest.match.pk}")


def _wish_mode(contest_pk: int) -> None:
    """Let a side of a battle wish for another mode, or no side any more."""
    contest = Contest.objects.get(pk=contest_pk)
    by = None if contest.proposed_mode else contest.seats[0]
    contest.proposed_mode, contest.mode_proposed_by = "" if by is None else "simple", by
    contest.accepted = [] if by is None else [by]
    contest.save(update_fields=["proposed_mode", "mode_proposed_by", "accepted"])


# What game masters alone know


def _of_masters(world: World) -> list[Secret]:
    return [
        Secret("invitations", partial(_invite, world)),
        Secret("why a phase is parked", partial(_fail_otherwise, world.campaign.pk)),
        Secret("silent workers", _be_silent),
        Secret("mails that failed", partial(_fail_mails, world)),
    ]


def _invite(world: World) -> None:
    campaign_id = world.campaign.pk
    made = invite_create(person=world.master, campaign_id=campaign_id)
    invite_revoke(person=world.master, campaign_id=campaign_id, invite_id=made.pk)
    invite_create(person=world.master, campaign_id=campaign_id)


def _fail_otherwise(campaign_id: int) -> None:
    parked = Phase.objects.filter(campaign=campaign_id, status=Phase.Status.PARKED)
    parked.update(failure="Traceback: another reason, much longer than the one before")


def _be_silent() -> None:
    Heartbeat.objects.update_or_create(
        name="sweep", defaults={"at": timezone.now() - timedelta(hours=1)}
    )


def _fail_mails(world: World) -> None:
    now = timezone.now()
    Outbox.objects.create(
        key=f"failed:{world.campaign.pk}", kind="opened", recipient=world.master,
        campaign=world.campaign, status=Outbox.Status.FAILED, not_before=now, not_after=now,
        error="SMTPRefused",
    )  # fmt: skip
