"""Who is in: the one place that says whether an ask still waits for somebody.

An ask is answered by a submission of its kingdom. What a regent handed in counts as long
as the kingdom has one; whoever takes it over is waited for again, though the regent's sheet
stands until they hand in their own.
"""

from __future__ import annotations

from django.db.models import Q

from campaign.models import Ask, Kingdom, Submission

WAITED_FOR = Q(submission=None) | Q(submission__by_regent=True, kingdom__regent="")
"""The asks nobody has answered for good."""

HAS_NO_REGENT = Q(kingdom__regent=Kingdom.Regent.NOBODY)
"""The asks of kingdoms that are played by people, who may be reminded."""


def is_in(ask: Ask) -> bool:
    """Tell of one ask (its kingdom and submission loaded) whether it is answered."""
    return is_answer(ask.submission, ask.kingdom.regent)


def is_answer(submission: Submission | None, regent: str) -> bool:
    """Tell whether a submission answers for a kingdom that has this regent (empty: none)."""
    return submission is not None and (not submission.by_regent or bool(regent))
