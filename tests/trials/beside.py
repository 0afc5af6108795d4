"""Trials as they are called from a shell, beside a site whose database must stay untouched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path


def trial(repository: Path, *arguments: str, site: Path) -> subprocess.Popen[str]:
    """Start one of the commands; all it makes lies below ``site``."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "campaign.config.settings",
        "DATABASE_URL": f"sqlite:///{site / 'site.sqlite3'}",
        "TMPDIR": str(site),
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=repository,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # Whoever runs the suite in the background of a shell has it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def still_running(site: Path) -> list[str]:
    """Return the programs that were started below the site's temporary directory."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            text = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if str(site).encode() in text and entry.name != str(os.getpid()):
            found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return found
