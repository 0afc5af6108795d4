#!/usr/bin/env python
"""Wintertide's command line: `manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Wintertide cannot start: {error}")


if __name__ == "__main__":
    main()
