"""The form on the log-in page."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy


class LogInForm(LoginForm):
    """allauth's form; its first field says what it takes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Label the field by what is typed into it, rather than by a placeholder."""
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.label = gettext_lazy("User name or email")
        field.widget.attrs.pop("placeholder", None)
