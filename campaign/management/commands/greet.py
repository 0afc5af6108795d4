"""Wait until the site answers, then say where it is and who may enter the demo."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from campaign.services.demo import demo_logins
from campaign.serving.site import address, wait_for_site


class Command(BaseCommand):
    help = "Waits until the site answers and prints its address and the demo's log-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="print the demo's log-ins too")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        host, port = settings.HOST, settings.PORT
        if not wait_for_site(host, port):
            self.stdout.write("The web server does not answer; what it said stands above.")
            return
        shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104
        here = f"http://{address(shown, port)}/"
        lines = ["", f"Wintertide is at {settings.SITE_URL if settings.PRODUCTION else here}"]
        if settings.PRODUCTION:
            lines.append(f"Your proxy finds it at {here}")
        elif shown != host:
            lines.append(f"Other devices find it at this machine's address, port {port}.")
        if demo:
            lines += ["", "Log in to the demo with a name and its password:"]
            lines += [f"  {name:<10} {word:<18} {role}" for role, name, word in demo_logins()]
        self.stdout.write("\n".join([*lines, "", "Ctrl-C stops everything.", ""]))
