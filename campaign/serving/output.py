"""Standard output for programs that open it by its name, as supervisord does for its children.

Linux refuses that where the terminal is another user's (after ``su``) and where the
output is a socket (a service's journal); a pipe of our own stands in there.
"""

from __future__ import annotations

import os
import subprocess

STANDARD_OUTPUT = "/dev/fd/1"


def make_output_reopenable() -> None:
    """See to it that ``STANDARD_OUTPUT`` can be opened by this process and what it becomes.

    The pipe's copier ends when the last program that holds the pipe ends, and not
    before: it is out of reach of the terminal's Ctrl-C.
    """
    try:
        os.close(os.open(STANDARD_OUTPUT, os.O_WRONLY | os.O_NOCTTY))
    except OSError:
        read_end, write_end = os.pipe()
        subprocess.Popen(["cat"], stdin=read_end, start_new_session=True)  # noqa: S607
        os.dup2(write_end, 1)
        os.close(read_end)
        os.close(write_end)
