"""The bodies that any route may answer with."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import CharField, IntegerField


class ProblemLine(serializers.Serializer):
    """One thing that is wrong."""

    code = CharField()
    where = CharField(allow_blank=True, help_text="A dotted path into the body; lines from 0.")
    message = CharField()


class Problem(serializers.Serializer):
    """A refusal (RFC 9457)."""

    type = CharField()
    title = CharField()
    status = IntegerField()
    code = CharField(help_text="Stable, for programs; docs/api.md lists them.")
    detail = CharField(help_text="For people.")
    problems = ProblemLine(many=True)
