"""The bodies that are answered, as the OpenAPI document names them; ``shapes`` makes them."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DateTimeField,
    DictField,
    IntegerField,
    JSONField,
    ListField,
)

from games.models import Match

STATUS = ", ".join(f"`{status}`" for status in Match.Status.values)


# The games


class GameBot(serializers.Serializer):
    """A bot that may sit at a match."""

    bot = CharField(help_text="As bodies name it.")
    name = CharField()


class GameOption(serializers.Serializer):
    """An option of a game."""

    name = CharField()
    values = ListField(child=JSONField(allow_null=True))
    default = JSONField(allow_null=True)
    about = CharField()


class GameAsk(serializers.Serializer):
    """A kind of ask."""

    kind = CharField()
    about = CharField()


class GameAnswer(serializers.Serializer):
    """A form of an answer."""

    answer = CharField(help_text="An example.")
    about = CharField()


class GameEvent(serializers.Serializer):
    """A kind of event."""

    kind = CharField()
    data = ListField(child=CharField(), help_text="The keys of its data.")  # type: ignore[assignment]
    about = CharField()


class GameDeck(serializers.Serializer):
    """A deck of its owner's own cards."""

    id = IntegerField()
    name = CharField()


class Game(serializers.Serializer):
    """A game on offer, in words."""

    game = CharField()
    name = CharField()
    version = CharField(help_text="Of its rules; a match keeps the one it began with.")
    seats = ListField(child=IntegerField(), help_text="For how many it can be opened.")
    bots = GameBot(many=True)
    decks = GameDeck(many=True, help_text="Owners' decks that it can be played with.")
    options = GameOption(many=True)
    asks = GameAsk(many=True)
    answers = GameAnswer(many=True)
    events = GameEvent(many=True)


# Lists, opening, joining


class MatchLine(serializers.Serializer):
    """A match in a list: nothing of how far it has gone."""

    id = IntegerField()
    game = CharField()
    status = CharField(help_text=STATUS)
    is_listed = BooleanField()
    seats = ListField(child=CharField(), help_text="Who sits there, by number.")
    seat = IntegerField(allow_null=True, help_text="The reader's own.")
    is_asked = BooleanField(help_text="Whether it waits for the reader.")
    due = DateTimeField(allow_null=True, help_text="Until when the reader must answer.")
    clock = JSONField()
    created_at = DateTimeField()
    ended_at = DateTimeField(allow_null=True)


class OpenedMatch(serializers.Serializer):
    """Which match it is."""

    id = IntegerField()
    status = CharField(help_text=STATUS)
    invite = CharField(allow_null=True, help_text="The invitation, while a seat is free.")


class MatchInvitation(serializers.Serializer):
    """The match behind an invitation."""

    id = IntegerField()
    game = CharField()
    clock = JSONField()
    seats = ListField(child=CharField())
    free = ListField(child=IntegerField(), help_text="Seats that can be taken.")


class SeatOffer(serializers.Serializer):
    """The seat behind a link."""

    id = IntegerField(help_text="The match.")
    game = CharField()
    seat = IntegerField()


class SeatToken(serializers.Serializer):
    """The token of a link to a seat."""

    token = CharField()


# One match


class MatchSeat(serializers.Serializer):
    """A seat, and its clock where the reader sees the match as it is."""

    number = IntegerField()
    kind = CharField(help_text="`free`, `person` or `bot`.")
    name = CharField(help_text="What the seat is called: a kingdom, else who sits there.")
    player = CharField(help_text="Who sits there: a user name, or a bot.")
    bot = CharField(allow_blank=True)
    is_substitute = BooleanField(help_text="Whether it was taken over from somebody else.")
    due = DateTimeField(allow_null=True)
    left = serializers.FloatField(allow_null=True, help_text="Seconds of a total clock.")


class MatchOutcome(serializers.Serializer):
    """How it ended."""

    over = BooleanField()
    reason = CharField()
    scores = ListField(child=IntegerField())
    places = ListField(child=IntegerField(), help_text="By seat; 1 is best, ties share a place.")
    winners = ListField(child=IntegerField(), help_text="Nobody, if something else came first.")
    beaten = BooleanField(help_text="Whether something without a seat came first.")


class MatchPlace(serializers.Serializer):
    """What a match was opened for."""

    label = CharField(help_text="In words.")  # type: ignore[assignment]
    address = CharField(help_text="The page about it.")


class OneMatch(serializers.Serializer):
    """A match as its reader may know it: an outsider sees it ``delay`` minutes late."""

    id = IntegerField()
    game = CharField()
    status = CharField(help_text=STATUS)
    options = JSONField()
    deck = GameDeck(allow_null=True, help_text="The owner's deck it is played with, if one's.")
    rules_version = CharField()
    is_listed = BooleanField()
    delay = IntegerField(help_text="Minutes by which outsiders see it late.")
    is_late = BooleanField(help_text="Whether the reader sees it late.")
    clock = JSONField()
    most_defaults = IntegerField(help_text="Times out in a row that end it; 0: none do.")
    seats = MatchSeat(many=True)
    seat = IntegerField(allow_null=True, help_text="The reader's own.")
    revision = IntegerField(allow_null=True, help_text="What an answer names; null: not begun.")
    asked = ListField(child=IntegerField(), help_text="Seats that have to answer.")
    draw_offered_by = IntegerField(allow_null=True)
    undo_asked_by = IntegerField(allow_null=True)
    commitment = CharField(help_text="SHA-256 of the secret behind all that is drawn.")
    invite = CharField(allow_null=True, help_text="For those at the table, while a seat is free.")
    view = JSONField(allow_null=True, help_text="What the reader sees; docs/api.md has its form.")
    hands = ListField(
        child=JSONField(), allow_null=True, help_text="When it is over: each seat's own view."
    )
    ending = CharField(
        allow_blank=True, help_text="`rules`, `resigned`, `agreed`, `adjudicated`, `until`."
    )
    outcome = MatchOutcome(allow_null=True)
    belongs_to = MatchPlace(
        allow_null=True, help_text="What it was opened for, if the reader may see that."
    )
    created_at = DateTimeField()
    started_at = DateTimeField(allow_null=True)
    ended_at = DateTimeField(allow_null=True)


class MatchQuestion(serializers.Serializer):
    """What the reader's seat is asked."""

    seat = IntegerField()
    kind = CharField(help_text="`/games/` lists them.")
    default = JSONField(help_text="Taken when the time is up.")
    legal = ListField(child=JSONField(), allow_null=True, help_text="Legal answers; null: a sheet.")
    offset = IntegerField(help_text="How many stand before these.")
    more = BooleanField(help_text="Whether others stand behind them.")


class MatchAskPage(serializers.Serializer):
    """The revision, and the ask (null: the reader is not asked)."""

    revision = IntegerField(allow_null=True)
    ask = MatchQuestion(allow_null=True)


class Answered(serializers.Serializer):
    """What became of an answer."""

    revision = IntegerField(help_text="The match's afterwards.")
    seat = IntegerField()
    answer = JSONField(help_text="In canonical form.")
    is_new = BooleanField(help_text="False: the same was given already, or a dry run.")
    waits = BooleanField(help_text="Whether others are asked at the same time and still.")


class MatchPlan(serializers.Serializer):
    """The reader's own answers made ahead."""

    revision = IntegerField(allow_null=True, help_text="For which they were made; null: none.")
    lines = ListField(child=JSONField())


class MatchEvent(serializers.Serializer):
    """Something that happened; `/games/` lists the kinds."""

    turn = IntegerField()
    at = DateTimeField()
    kind = CharField()
    data = JSONField()  # type: ignore[assignment]
    is_private = BooleanField(help_text="Whether only some seats were told.")
    is_undone = BooleanField(help_text="Whether it was taken back since.")


class MatchEvents(serializers.Serializer):
    """Some events, and where to go on."""

    events = MatchEvent(many=True)
    next = CharField(allow_blank=True, help_text="For `since` the next time.")
    more = BooleanField(help_text="Whether there are others at once.")


class MatchNote(serializers.Serializer):
    """Something that happened around the game."""

    turn = IntegerField(help_text="The newest turn then.")
    at = DateTimeField()
    kind = CharField(
        help_text="`draw_offered`, `draw_agreed`, `draw_declined`, the same of `undo`, "
        "`resigned`, `default_taken`, `stood_in`, `seat_to_bot`, `seat_taken`."
    )
    seat = IntegerField(allow_null=True)
    data = JSONField()  # type: ignore[assignment]


class MatchStanding(serializers.Serializer):
    """How a match stands after an offer or a resignation."""

    status = CharField(help_text=STATUS)
    revision = IntegerField()
    draw_offered_by = IntegerField(allow_null=True)
    undo_asked_by = IntegerField(allow_null=True)


# After the end


class ToldEvent(serializers.Serializer):
    """An event with its audience."""

    kind = CharField()
    data = JSONField()  # type: ignore[assignment]
    seen_by = ListField(child=IntegerField(), allow_null=True, help_text="Null: everybody.")


class MatchStep(serializers.Serializer):
    """A turn with what everybody saw after it."""

    number = IntegerField()
    kind = CharField(help_text="`start`, `play` or `end`.")
    at = DateTimeField()
    answers = DictField(child=JSONField(), help_text="By seat.")
    events = ToldEvent(many=True)
    view = JSONField(help_text="An outsider's.")
    hands = ListField(child=JSONField(), help_text="Each seat's own view.")


class MatchReplay(serializers.Serializer):
    """Some turns of a match that is over, without those taken back."""

    steps = MatchStep(many=True)
    offset = IntegerField()
    count = IntegerField(help_text="How many there are in all.")


class MatchFile(serializers.Serializer):
    """A match that is over, as dice_check.py reads it."""

    match = CharField()
    game = CharField()
    seats = ListField(child=CharField())
    ending = CharField()
    outcome = MatchOutcome()
    commitment = CharField()
    secret = CharField(help_text="Hex; all draws are derived from it.")
    record = JSONField(help_text="Plays again to the last state.")
    turns = ListField(child=JSONField(), help_text="Every turn, with the context of its draws.")
