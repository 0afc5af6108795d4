"""Army lists before they are handed in: a kingdom's player writes them at leisure.

A draft belongs to one army (0: the next recruit) and is for its kingdom's player alone. It
counts for nothing until a sheet carries it: that of Setup and of a month for the armies, that
of the Winter for a recruit. ``drafted_lists`` says which lists a sheet may carry now. A save
names the revision it was made from, so that two windows do not overwrite each other.
Source: campaign.md 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Kingdom, Phase, RosterDraft
from campaign.rules.outside import TABLETOP
from campaign.rules.reader import Reader
from campaign.rules.rosters import Roster, visible
from campaign.rules.setup.steps import empty_state
from campaign.rules.state import BUILD, MONTH, SETUP, WINTER, Army, State
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import among, list_problems, recruit_problems
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from campaign.services.memberships import lock_for_player
from campaign.services.policy import Access, Action
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of
from campaign.services.selectors import current_phase
from games.engine.contract import Json, Problem, Refusal
from games.hosting.errors import Conflict, NotThere, Stale
from games.hosting.people import Person

RECRUIT, FIRST = 0, 1
"""The next recruit has no number yet; the first army is written for before it stands."""

FIELD = "list"
"""What problems of a list's shape are found below."""


@dataclass(frozen=True, slots=True)
class ArmyList:
    """One of a kingdom's armies and its list.

    ``army`` is ``None`` for one that is yet to be. ``roster`` is the list that counts, which
    stands for good when ``is_fixed``; ``draft`` is one that no sheet has brought in yet.
    """

    number: int
    army: Army | None
    roster: Roster | None
    draft: RosterDraft | None
    is_fixed: bool


def lists_are_used(game: CampaignGame) -> bool:
    """Tell whether sheets carry army lists: in sealed play with battles on a real table."""
    return game.rules.battle_mode == TABLETOP and not game.mode.open


def lists_shown(access: Access, state: State) -> tuple[Roster, ...]:
    """Return the lists that count and that this viewer may know: their own and open ones."""
    by_race = not game_of(access.campaign).rules.fixed_lists
    return visible(state.rosters, access.seat, name_allies=by_race)


def state_for_lists(campaign: Campaign, phase: Phase | None = None) -> State:
    """Return the state by which lists are judged; before the start, an empty board."""
    if campaign.status == Campaign.Status.FORMING:
        return empty_state(game_of(campaign).board, campaign.seats)
    return state_now(campaign, phase)


def own_lists(access: Access, state: State) -> list[ArmyList]:
    """Return the kingdom's armies and their lists, by number; one query.

    The first army is there before Setup lays it out; the next recruit comes last.
    """
    kingdom, game = _kingdom(access), game_of(access.campaign)
    drafts = _drafts(kingdom)
    armies = {army.number: army for army in state.armies if army.kingdom == kingdom.seat}
    numbers = sorted(armies) if _has_begun(state) else [FIRST]
    return [
        _army_list(game, state, kingdom.seat, number, armies.get(number), drafts)
        for number in (*numbers, RECRUIT)
    ]


def _has_begun(state: State) -> bool:
    return state.stage != SETUP


def _army_list(
    game: CampaignGame,
    state: State,
    seat: int,
    number: int,
    army: Army | None,
    drafts: Mapping[int, RosterDraft],
) -> ArmyList:
    rosters = {each.army: each for each in state.rosters if each.kingdom == seat}
    roster, draft = rosters.get(number), drafts.get(number)
    is_fixed = roster is not None and game.rules.fixed_lists
    used = list(rosters.values()) if number == RECRUIT else [each for each in [roster] if each]
    if draft is not None and (is_fixed or draft.document in map(list_json, used)):
        draft = None
    return ArmyList(number, army, roster, draft, is_fixed)


def drafted_lists(access: Access, kind: str, state: State) -> dict[int, Json]:
    """Return the drafts that the sheet of an ask may carry now, by army; 0 is for a recruit."""
    if access.kingdom is None or not lists_are_used(game_of(access.campaign)):
        return {}
    return {
        entry.number: entry.draft.document
        for entry in own_lists(access, state)
        if entry.draft is not None and carries(kind, entry.number)
    }


def carries(kind: str, army: int) -> bool:
    """Tell whether the sheet of such an ask carries the list of that army (0: a recruit)."""
    return kind in ((WINTER, BUILD) if army == RECRUIT else (SETUP, MONTH))


def roster_draft_save(
    *, person: Person, campaign_id: int, army: int, document: Json, revision: int
) -> RosterDraft:
    """Keep the list of an army of one's own, seen at ``revision`` (0: there was none).

    Raises ``Refusal`` with everything that is wrong with the list, ``Stale``
    (``list_changed``), ``NotThere`` (``no_army``), ``Conflict`` (``list_stands``,
    ``lists_unused``). The same list again changes nothing.
    """
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.WRITE_LISTS)
        state = state_for_lists(access.campaign, current_phase(access.campaign))
        entries = own_lists(access, state)
        entry = _entry(access, entries, army)
        tidy = _judged(access, state, entries, army, document)
        draft = _kept(access, army, revision, entry.draft)
        if draft.document != tidy or draft.pk is None:
            draft.document, draft.updated_at = tidy, timezone.now()
            draft.revision += 1
            draft.save()
        return draft


def roster_draft_drop(*, person: Person, campaign_id: int, army: int, revision: int | None) -> None:
    """Throw a draft away, with ``revision`` only that one (else ``Stale``, ``list_changed``)."""
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.WRITE_LISTS)
        draft = RosterDraft.objects.filter(kingdom=_kingdom(access), army=army).first()
        if draft is not None:
            if revision is not None:
                _check_revision(revision, draft.revision)
            draft.delete()


def _kingdom(access: Access) -> Kingdom:
    if access.kingdom is None:
        raise Conflict("no_kingdom", _("You play no kingdom here."))
    return access.kingdom


def _drafts(kingdom: Kingdom) -> dict[int, RosterDraft]:
    return {draft.army: draft for draft in RosterDraft.objects.filter(kingdom=kingdom)}


def _entry(access: Access, entries: list[ArmyList], number: int) -> ArmyList:
    if not lists_are_used(game_of(access.campaign)):
        raise Conflict("lists_unused", _("Army lists are not handed in in this campaign."))
    entry = find(entries, number)
    if entry.is_fixed:
        raise Conflict("list_stands", _("This army has its list, and lists are fixed."))
    return entry


def find(entries: list[ArmyList], number: int) -> ArmyList:
    """Return an army of one's own by number; raise ``NotThere`` (``no_army``)."""
    for entry in entries:
        if entry.number == number:
            return entry
    raise NotThere("no_army", _("You have no such army."))


def _judged(
    access: Access, state: State, entries: list[ArmyList], army: int, document: Json
) -> Json:
    """Return the list in canonical form, or raise ``Refusal`` with all that is wrong."""
    game, seat = game_of(access.campaign), _kingdom(access).seat
    reader = Reader(game.limits)
    roster = read_list(reader, document, FIELD, seat, army)
    if reader.problems:
        raise Refusal(*reader.problems)
    table = game.table(state)
    problems = _content_problems(table, seat, roster, has_begun=_has_begun(state))
    others = [
        read_list(Reader(game.limits), entry.draft.document, FIELD, seat, entry.number)
        for entry in entries
        if entry.draft is not None and entry.number != army
    ]
    if game.rules.fixed_lists:
        problems += among(table, roster, others, FIELD)
    if problems:
        raise Refusal(*problems)
    return list_json(roster)


def _content_problems(table: Table, seat: int, roster: Roster, *, has_begun: bool) -> list[Problem]:
    if has_begun and roster.army != RECRUIT:
        return list_problems(table, seat, roster, FIELD)
    most = table.rules.max_armies
    is_full = len(table.armies[seat]) >= most
    gone = tuple(table.armies[seat]) if is_full else ()  # any may be disbanded for a recruit
    coming = most if has_begun else 0
    return recruit_problems(table, seat, roster, FIELD, gone=gone, coming=coming)


def _kept(access: Access, army: int, revision: int, shown: RosterDraft | None) -> RosterDraft:
    """Return the stored draft, or a new one; one whose list counts by now is written over."""
    _check_revision(revision, shown.revision if shown else 0)
    kingdom = _kingdom(access)
    stored = RosterDraft.objects.filter(kingdom=kingdom, army=army).first()
    return stored or RosterDraft(kingdom=kingdom, army=army, revision=0)


def _check_revision(seen: int, current: int) -> None:
    if seen != current:
        raise Stale("list_changed", _("This list was changed elsewhere since you opened it."))
