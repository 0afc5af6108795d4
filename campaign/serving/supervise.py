"""supervisord as this site wants it: a closed terminal ends everything.

By itself supervisord takes a hang-up for the order to start all programs again, so
closing the terminal would leave a site behind that nobody sees. Under ``nohup``, which
has hang-ups ignored, it stays up.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from types import FrameType

from supervisor.options import ServerOptions
from supervisor.supervisord import go


class Options(ServerOptions):
    """supervisord's options, but for what a hang-up means."""

    def setsignals(self) -> None:
        """Take a hang-up for the order to stop, or leave it ignored."""
        is_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        super().setsignals()
        signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else self.hang_up)

    def hang_up(self, _number: int, frame: FrameType | None) -> None:
        """Stop, as on SIGTERM."""
        self.signal_receiver.receive(signal.SIGTERM, frame)


def main(arguments: Sequence[str]) -> None:
    """Run supervisord with these command-line arguments until it is told to stop."""
    options = Options()
    options.realize(arguments)
    options.first, options.test = True, False
    go(options)
    options.close_httpservers()
    options.close_logger()


if __name__ == "__main__":
    main(sys.argv[1:])
