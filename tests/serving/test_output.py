"""What the site's programs say arrives where they cannot open the output themselves."""

from __future__ import annotations

import socket
import subprocess
import sys

OPENS_IT = 'open("/dev/fd/1", "wb").write(b"Wintertide is at ...")'
BECOMES_ANOTHER = f"""
import os, sys
from campaign.serving.output import make_output_reopenable
make_output_reopenable()
os.execv(sys.executable, [sys.executable, "-c", {OPENS_IT!r}])
"""


def said(code: str) -> bytes:
    """Return what a program writes to an output that is a socket, up to its last word."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        subprocess.run([sys.executable, "-c", code], stdout=theirs, stderr=subprocess.DEVNULL)
        theirs.close()
        ours.settimeout(20)
        return b"".join(iter(lambda: ours.recv(4096), b""))


def test_a_pipe_stands_in_and_ends_with_the_program():
    assert said(BECOMES_ANOTHER) == b"Wintertide is at ..."
