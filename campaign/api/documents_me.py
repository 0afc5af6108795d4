"""What the OpenAPI document says about people, tokens and reference data."""

from __future__ import annotations

from campaign.api.serializers import inputs, outputs, reference
from campaign.api.serializers.waiting import Waiting
from games.hosting.api.schema import ANY_OBJECT, IDEMPOTENCY_KEY, KEY, RUNNING_KEY, operation, sent

# Me

ME = operation("me", "Who I am", tag="me", answer=outputs.Me, problems={})
ME_PUT = operation(
    "me_change",
    "Change my settings",
    tag="me",
    answer=outputs.Me,
    body=inputs.MeForm,
    problems={
        400: f"invalid, bad_time_zone, {KEY}",
        403: "permission_denied",
        409: RUNNING_KEY,
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=[sent("Vienna", {"time_zone": "Europe/Vienna", "wants_mail": True})],
)
MY_ASKS = operation(
    "my_asks",
    "Everything that waits for me",
    tag="me",
    answer=Waiting(many=True),
    problems={},
    description="What my kingdoms are asked in all campaigns, the matches at which it is my turn "
    "and the courts to which I am challenged, as one list: soonest deadline first, what has none "
    "last. An ask whose sheet is in stays here until the phase ends, for it may still be changed; "
    "`waiting` of `/me/` counts the others.",
)
MY_TOKENS = operation(
    "my_tokens", "My tokens", tag="tokens", answer=outputs.Token(many=True), problems={}
)
MY_TOKENS_POST = operation(
    "my_token_create",
    "Make a token (from a session)",
    tag="tokens",
    answer=outputs.NewToken,
    status=201,
    problems={
        400: "key_unsupported",
        403: "session_required, permission_denied",
        409: "too_many_tokens",
    },
)
MY_TOKEN_DELETE = operation(
    "my_token_revoke", "Revoke a token", tag="tokens", status=204,
    problems={403: "permission_denied", 404: "no_token"},
)  # fmt: skip
TOKENS_POST = operation(
    "token_create",
    "Get a token by password",
    tag="tokens",
    answer=outputs.NewToken,
    status=201,
    body=inputs.TokenForm,
    problems={
        400: "invalid, key_unsupported",
        403: "wrong_password, email_unconfirmed, permission_denied",
        409: "too_many_tokens",
    },
    description="Thirty attempts a minute from one address, thirty an hour for one name. The "
    "token is shown once; only its hash is kept.",
    examples=[sent("anna", {"username": "anna", "password": "correct horse battery"})],
    anyone=True,
)

# What campaigns are made from

EDITIONS = operation(
    "editions",
    "Editions, and every rule with its bounds",
    tag="reference",
    answer=reference.Editions,
    problems={},
    anyone=True,
)
MAPS = operation(
    "maps", "The maps that come with the site", tag="reference",
    answer=reference.MapEntry(many=True), problems={}, anyone=True,
)  # fmt: skip
MAP_DOCUMENT = operation(
    "map_document", "One of those maps", tag="reference", answer=ANY_OBJECT,
    problems={404: "no_map"}, anyone=True,
)  # fmt: skip
