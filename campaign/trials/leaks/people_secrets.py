"""What somebody keeps for themselves, wherever they play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from campaign.models import MapDraft, User
from campaign.services.map_drafts import draft_create
from campaign.services.tokens import token_create
from campaign.trials.leaks.compare import Secret
from campaign.trials.leaks.readers import Viewer
from games.models import SavedTeam
from games.services.teams import NewTeam, team_save

HEX = {"n": 1, "q": 0, "r": 0, "terrain": "plain"}


def secrets_of_people(users: Iterable[User], viewer: Viewer) -> list[Secret]:
    """Return what everybody but the viewer keeps: settings, tokens, maps, teams."""
    others = [user for user in users if viewer.user is None or user.pk != viewer.user.pk]
    return [Secret(f"what {user.username} keeps", partial(_keep, user)) for user in others[:2]]


def _keep(user: User) -> None:
    User.objects.filter(pk=user.pk).update(
        time_zone="Asia/Tokyo", wants_mail=False, email=f"other-{user.email}"
    )
    token_create(user=user)
    if not MapDraft.objects.filter(owner=user).exists():
        draft_create(user=user, document={"name": "A shore of one's own", "tiles": [HEX]})
    if not SavedTeam.objects.filter(owner=user).exists():
        counts = {"captain": 1, "spearman": 4}
        team_save(person=user, new=NewTeam("A guard of one's own", "plain_guard", counts))
