"""What the match of a contest belongs to, in words, and where that stands. Campaign.md 4b, 5."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Contest, Phase
from campaign.services.contest_views import contest_key
from campaign.web.contest_words import stake_in_short


def place_of(key: str) -> tuple[str, str] | None:
    """Return what the match of a contest belongs to, and the address where it is told of.

    While its phase runs that is where it stands beside the others, afterwards the report.
    """
    rows = Contest.objects.filter(pk=contest_key(key)).select_related("phase", "campaign")
    fields = (
        "kind",
        "number",
        "tile",
        "stake",
        "phase__ordinal",
        "phase__status",
        "campaign__name",
    )
    contest = rows.only(*fields).first()
    return None if contest is None else (_words(contest), _address(contest))


def _words(contest: Contest) -> str:
    given = {"campaign": contest.campaign.name, "tile": contest.tile}
    if contest.kind == Contest.Kind.BATTLE:
        return _("%(campaign)s, battle on hex %(tile)s") % given
    return _("%(campaign)s, court for %(stake)s") % {
        **given,
        "stake": stake_in_short(contest.stake),
    }


def _address(contest: Contest) -> str:
    phase, pk = contest.phase, contest.campaign_id
    if phase.status == Phase.Status.DONE:
        return reverse("report", args=[pk, phase.ordinal])
    if contest.kind == Contest.Kind.BATTLE:
        return f"{reverse('campaign-detail', args=[pk])}#battle-{contest.tile}"
    return f"{reverse('courts', args=[pk])}#court-{contest.number}"
