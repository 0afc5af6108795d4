"""Fields that take a value for what it is: no number from a text, no field nobody knows."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class Whole(serializers.IntegerField):
    """A whole number; not a text, not 2.0, not true."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number, or refuse (``invalid``)."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A text; not a number."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text, or refuse (``invalid``)."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false; not 1, not "yes"."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the value, or refuse (``invalid``)."""
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:40])
        return data


class Form(serializers.Serializer):
    """A body that is sent; fields it does not know are refused (``unknown_field``)."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the fields, or refuse."""
        if isinstance(data, dict):
            unknown = [str(key)[:40] for key in data if key not in self.fields][:5]
            if unknown:
                message = str(_("There is no such field."))
                raise serializers.ValidationError(
                    {name: [serializers.ErrorDetail(message, "unknown_field")] for name in unknown}
                )
        return super().to_internal_value(data)
