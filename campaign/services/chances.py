"""Where a campaign's dice come from, and what is published about them.

Every phase has its own secret, derived from the campaign's; its commitment is
shown from the moment the phase opens, the secret itself once the phase is done.
A phase that is resolved again (a killed worker, a retry) rolls the same dice.
"""

from __future__ import annotations

import hashlib
import hmac

from campaign.models import Campaign, Phase
from games.engine.chance import CommitReveal, Recording, commitment


def phase_secret(campaign: Campaign, branch: int, ordinal: int) -> bytes:
    """Return the 32 bytes that decide a phase's dice. Never show them before it is done."""
    label = f"phase/{branch}/{ordinal}".encode()
    return hmac.new(bytes.fromhex(campaign.secret), label, hashlib.sha256).digest()


def phase_commitment(campaign: Campaign, branch: int, ordinal: int) -> str:
    """Return the published commitment (SHA-256, hex) of a phase's secret."""
    return commitment(phase_secret(campaign, branch, ordinal))


def campaign_commitment(campaign: Campaign) -> str:
    """Return the published commitment of the campaign's own secret."""
    return commitment(bytes.fromhex(campaign.secret))


def dice_context(campaign: Campaign, branch: int, ordinal: int) -> str:
    """Return the context that goes into every draw of a phase, besides its label."""
    return f"{campaign.public_id}/{branch}/{ordinal}"


def phase_chance(campaign: Campaign, branch: int, ordinal: int) -> Recording:
    """Return the source of a phase's dice, recording what is drawn."""
    secret = phase_secret(campaign, branch, ordinal)
    return Recording(CommitReveal(secret, dice_context(campaign, branch, ordinal)))


def dice_export(campaign: Campaign, phase: Phase) -> dict[str, object]:
    """Return what the stand-alone dice checker reads; only for a phase that is done."""
    if phase.status != Phase.Status.DONE:
        raise ValueError("the secret of a phase that is not done stays secret")
    return {
        "commitment": phase.commitment,
        "secret": phase_secret(campaign, phase.branch, phase.ordinal).hex(),
        "context": dice_context(campaign, phase.branch, phase.ordinal),
        "draws": phase.draws,
    }
