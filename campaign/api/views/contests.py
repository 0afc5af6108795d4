"""Nested matches: what a phase waits for outside the rules, battles' modes, and courts."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents_contests as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.preconditions import phase_seen, phase_tag
from campaign.api.serializers import contests, outputs
from campaign.api.views.masters import action_key
from campaign.models import Contest, Phase
from campaign.services import contest_modes, courts, selectors
from campaign.services.contest_views import contests_of
from campaign.services.policy import access_campaign
from campaign.services.rehearsal import rehearse
from games.hosting.api.endpoint import once
from games.hosting.api.strict import Form


class Contests(CampaignEndpoint):
    """The contests of a phase."""

    @doc.CONTESTS
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them as the reader may know them."""
        phase = self._phase()
        seen = contests_of(self.access, phase) if phase is not None else []
        return Response(contests.ContestBody(seen, many=True).data)

    def _phase(self) -> Phase | None:
        campaign = self.access.campaign
        if "phase" not in self.request.query_params:
            return selectors.current_phase(campaign)
        return selectors.phase_at(campaign, self.number("phase", 1, doc.MOST_ORDINAL))


class Mode(CampaignEndpoint):
    """How a battle is fought, by the game master's word."""

    rehearsed = ("POST",)

    @doc.MODE_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int, tile: int) -> Response:
        """Say so; once for each key."""
        given = self.read(contests.ModeForm)
        given["revision"] = phase_seen(request, ordinal)
        given["key"] = action_key(request, given)
        phase = rehearse(
            lambda: contest_modes.battle_set_mode(
                person=request.user, campaign_id=campaign_id, phase=ordinal, tile=tile, **given
            ),
            dry=self.flag("dry_run"),
        )
        return Response(outputs.Phase(phase).data, headers={"ETag": phase_tag(phase)})


class Wish(CampaignEndpoint):
    """How a battle is fought, by consent of its sides."""

    rehearsed = ("POST",)

    @doc.WISH_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int, tile: int) -> Response:
        """Wish for a mode, or agree to one; once for each key."""
        given = self.read(contests.WishForm)
        key = action_key(request, {**given, "revision": None})
        act = (
            contest_modes.battle_agree_mode if given["agree"] else contest_modes.battle_propose_mode
        )

        def body() -> object:
            contest = act(
                person=request.user,
                campaign_id=campaign_id,
                phase=ordinal,
                tile=tile,
                mode=given["mode"],
                key=key,
            )
            return seen_by(request, campaign_id, contest)

        return Response(rehearse(body, dry=self.flag("dry_run")))


class Courts(CampaignEndpoint):
    """The courts that the game master sets."""

    rehearsed = ("POST",)

    @doc.COURTS_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Set one; once for each key."""
        return _propose(self, courts.court_set, contests.CourtForm, campaign_id, ordinal)


class Challenges(CampaignEndpoint):
    """The challenges of a kingdom."""

    rehearsed = ("POST",)

    @doc.CHALLENGE_POST
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int) -> Response:
        """Challenge others; once for each key."""
        return _propose(self, courts.court_challenge, contests.ChallengeForm, campaign_id, ordinal)


class Challenge(CampaignEndpoint):
    """One's own challenge."""

    rehearsed = ("DELETE",)

    @doc.CHALLENGE_DELETE
    def delete(self, request: Request, campaign_id: int, ordinal: int, number: int) -> Response:
        """Take it back."""
        rehearse(
            lambda: courts.court_withdraw(
                person=request.user, campaign_id=campaign_id, phase=ordinal, number=number
            ),
            dry=self.flag("dry_run"),
        )
        return Response(status=204)


class ChallengeAnswer(CampaignEndpoint):
    """The answer to a challenge."""

    rehearsed = ("POST",)

    @doc.CHALLENGE_ANSWER
    @once
    def post(self, request: Request, campaign_id: int, ordinal: int, number: int) -> Response:
        """Accept or decline it."""
        given = self.read(contests.ChallengeAnswerForm)

        def body() -> object:
            contest = courts.court_answer(
                person=request.user, campaign_id=campaign_id, phase=ordinal, number=number, **given
            )
            return seen_by(request, campaign_id, contest)

        return Response(rehearse(body, dry=self.flag("dry_run")))


def _propose(
    endpoint: CampaignEndpoint,
    act: Callable[..., Contest],
    form: type[Form],
    campaign_id: int,
    ordinal: int,
) -> Response:
    request = endpoint.request
    given = endpoint.read(form)
    given["key"] = action_key(request, {**given, "revision": None})

    def body() -> object:
        person = request.user
        contest = act(person=person, campaign_id=campaign_id, phase=ordinal, **given)
        return seen_by(request, campaign_id, contest)

    return Response(rehearse(body, dry=endpoint.flag("dry_run")), status=201)


def seen_by(request: Request, campaign_id: int, contest: Contest) -> object:
    """Return a contest as the one who asks may know it, after what was done to it."""
    access = access_campaign(request.user, campaign_id)
    rows = contests_of(access, contest.phase)
    return contests.ContestBody(next(row for row in rows if row.contest.pk == contest.pk)).data
