"""The program that `manage.py leaks` runs on ground of its own.

Exit status 0: nobody was told what they may not know.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

import django

from campaign.trials.ground import say


def main(arguments: list[str]) -> int:
    """Play, look, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--campaigns", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    options = parser.parse_args(arguments)
    django.setup()
    from django.core.management import call_command

    from campaign.trials.leaks.run import Run

    call_command("migrate", verbosity=0, interactive=False)
    say(f"seed {options.seed}: {options.matches} matches, {options.campaigns} campaigns")
    run = Run(Random(options.seed), time.monotonic() + options.seconds, say)
    run.play(options.matches, options.campaigns)
    say(run.tally.line())
    return 1 if run.tally.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
