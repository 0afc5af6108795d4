"""`manage.py seed_demo`: make the demo campaign if it is not there, and print its log-ins."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from campaign.services.demo import demo_logins, demo_seed


class Command(BaseCommand):
    """Make the demo campaign once; a second call changes nothing."""

    help = "Make the demo campaign if it is not there, and print its log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed and print."""
        demo_seed()
        for role, name, password in demo_logins():
            self.stdout.write(f"{name:10} {password:20} {role}")
