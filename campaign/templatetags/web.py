"""Filters of the pages: words for codes, amounts and lengths of time."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from campaign.models import Campaign
from campaign.rules.outside import TABLETOP
from campaign.rules.ruleset import Price
from campaign.services.rulebook import game_of
from campaign.web.report_links import last_report
from campaign.web.words import amount_words, own_word, phase_word, task_word

register = template.Library()
register.filter("phase_word", phase_word)
register.filter("task_word", task_word)
register.filter("own_word", own_word)
register.filter("last_report", last_report)


@register.filter
def span_words(span: timedelta) -> str:
    """Say a length of time: "3 hours, 5 minutes"."""
    now = timezone.now()
    return timesince(now - span, now)


@register.filter
def amount(price: Price) -> str:
    """Say an amount of gold and food."""
    return amount_words(price.gold, price.food)


@register.filter
def on_a_table(campaign: Campaign) -> bool:
    """Tell whether a campaign's land battles are fought on a real table."""
    return game_of(campaign).rules.battle_mode == TABLETOP


@register.filter
def slugify_id(operation: str) -> str:
    """Turn an operation into an element's id."""
    return operation.replace(":", "-")
