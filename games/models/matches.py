"""A match: its settings, its secret, who sits where, and every turn that was played.

``Turn`` rows are only ever added. ``Match.state`` and what lies around it (``asked``,
``timing``, ``wake_at``) say how things stand after the newest turn; they are a cache of
the turns that ``services.verify`` can make again. Whoever writes to a match locks its
row first, and nothing else.
"""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.decks import Deck


def new_secret() -> str:
    """Return 32 random bytes as hex: what every shuffle and die of one match is derived from."""
    return secrets.token_hex(32)


def new_token() -> str:
    """Return an unguessable token for a link."""
    return secrets.token_urlsafe(18)


class Match(models.Model):
    """One game of one rule system, from the first open seat to the outcome.

    ``turn`` is the number of the newest turn: the revision that an answer names.
    ``asked`` lists the seats that must answer now and have not; ``timing`` holds by seat
    ``since`` (asked when), ``due``, ``left`` (seconds of a total clock), ``defaults`` (in a
    row) and ``told``; ``planned`` lists the seats with a plan; ``wake_at`` is when the sweep
    must look at the match next.
    ``clock`` is one of the shapes of ``services.clocks``. ``is_listed``: the lobby shows
    it and anybody may watch, ``delay`` minutes late. ``source`` and ``source_key`` name
    the listener that opened it, and what for; ``heard_at``: when it was told the outcome.
    ``stand_in`` is the bot that answers for people whose time is up; "": the default is taken.
    ``seating`` counts changes of who sits where; a seat bears the count of its own last one.
    ``deck`` is an owner's deck the match is pinned to, by its digest; without one the game's
    own is played. ``options`` are those given: ``rulebook.whole_options`` adds the deck.
    ``ending`` says how the match ended (``services.endings``), ``outcome`` is the contract's.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("under way")
        PARKED = "parked", _("stopped by a fault")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")

    game = models.CharField(max_length=40)
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    options = models.JSONField(default=dict)
    deck = models.ForeignKey(
        Deck, to_field="digest", null=True, on_delete=models.PROTECT, related_name="matches"
    )
    rules_version = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField(default=2)
    seating = models.PositiveIntegerField(default=0)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    is_listed = models.BooleanField(default=False)
    delay = models.PositiveSmallIntegerField(default=0)
    clock = models.JSONField(default=dict)
    most_defaults = models.PositiveSmallIntegerField(default=3)
    stand_in = models.CharField(max_length=24, blank=True, default="")
    invite_token = models.CharField(max_length=32, unique=True, default=new_token)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    turn = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True)
    asked = models.JSONField(default=list)
    timing = models.JSONField(default=dict)
    planned = models.JSONField(default=list)
    wake_at = models.DateTimeField(null=True, db_index=True)
    draw_offered_by = models.PositiveSmallIntegerField(null=True)
    undo_asked_by = models.PositiveSmallIntegerField(null=True)
    undo_to = models.PositiveIntegerField(null=True)
    outcome = models.JSONField(null=True)
    ending = models.CharField(max_length=12, blank=True, default="")
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    source = models.CharField(max_length=24, blank=True, default="")
    source_key = models.CharField(max_length=64, blank=True, default="")
    heard_at = models.DateTimeField(null=True)
    failure = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "source_key"],
                condition=~Q(source=""),
                name="one_match_per_source_key",
            ),
        ]


class Seat(models.Model):
    """One seat of a match, and who sits there: nobody yet, a person or a bot.

    ``is_substitute``: whoever sits there took it over from somebody else.
    ``label`` is what a seat stands for in a match that something else opened (a kingdom); it
    stays whoever sits there. ``hand_over_token`` opens the link by which a person takes the
    seat over; until it is used, whoever sits there stays.
    """

    class Kind(models.TextChoices):
        FREE = "free", _("free")
        PERSON = "person", _("a person")
        BOT = "bot", _("a bot")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.FREE)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=24, blank=True, default="")
    label = models.CharField(max_length=40, blank=True, default="")
    is_substitute = models.BooleanField(default=False)
    seating = models.PositiveIntegerField(default=0)
    hand_over_token = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["match", "user"],
                condition=Q(user__isnull=False),
                name="one_seat_per_person",
            ),
        ]


class Turn(models.Model):
    """One step of a match; never changed, never deleted.

    ``start`` is number 0. ``play`` holds the answers by seat that were resolved, where each
    came from (``person``, ``plan``, ``bot``, ``default``) and who gave it. ``undo`` goes
    back to the state after turn ``back_to``. ``end`` ends the match otherwise than by its
    rules. ``events`` are the contract's, with their audience; ``reveals``: no undo past it.
    """

    class Kind(models.TextChoices):
        START = "start"
        PLAY = "play"
        UNDO = "undo"
        END = "end"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    back_to = models.PositiveIntegerField(null=True)
    answers = models.JSONField(default=dict)
    sources = models.JSONField(default=dict)
    authors = models.JSONField(default=dict)
    draws = models.JSONField(default=list)
    events = models.JSONField(default=list)
    reveals = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_turn_per_number"),
        ]


class Held(models.Model):
    """An answer that waits for the other seats asked at the same time; then it is in a turn.

    ``turn`` is the revision it was given for.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="held")
    turn = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    source = models.CharField(max_length=8)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "turn", "seat"], name="one_held_answer_per_seat"
            ),
        ]


class Plan(models.Model):
    """What a seat will answer by itself, known to nobody else: see ``services.plans``.

    ``turn`` is the revision it was made at; ``lines`` a list of ``{"if": answer, "then":
    [answers]}``.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="plans")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    lines = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_plan_per_seat"),
        ]


class Note(models.Model):
    """Something that happened around the game, for all who may watch: offers, hand-overs.

    ``turn`` is the newest turn at that time.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
