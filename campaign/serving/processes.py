"""Several programs as one: started in order, restarted when they end, stopped together.

One thread, one loop: it waits for output, for signals and for the time of the
next restart, and copies every line of output with its program's name before it.
Each program leads a process group of its own, so that Ctrl-C reaches only this
process, which then stops the programs in reverse order.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SECONDS_TO_STOP = 15
SETTLED_AFTER = 10
LONGEST_DELAY = 30
TICK = 0.25

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def _end_with_parent() -> None:
    """On Linux, have the kernel end this program when its parent is killed outright."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Program:
    """A program to keep running; ``ready`` is waited for before the next one starts."""

    name: str
    command: Sequence[str]
    ready: Callable[[], object] | None = None


@dataclass(slots=True)
class _Child:
    """A program and its present process, if it has one."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restart_at: float | None = None
    failures: int = 0
    rest: bytes = b""

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass(slots=True)
class Processes:
    """The programs, and the loop that keeps them running until a signal or ``stop()``."""

    programs: Sequence[Program]
    write: Callable[[str, str], None]
    tick: Callable[[Processes], None] = lambda processes: None
    stopping: bool = False
    status: int = 0
    _children: list[_Child] = field(default_factory=list)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def run(self) -> int:
        """Run everything until told to stop, leave nothing behind, return the exit status."""
        with self._signals():
            try:
                for program in self.programs:
                    child = _Child(program)
                    self._children.append(child)
                    self._start(child)
                    if program.ready:
                        program.ready()
                while not self.stopping:
                    self._wait(TICK)
                    self._restart_ended()
                    self.tick(self)
            finally:
                self._stop_all()
        return self.status

    def stop(self, status: int = 0) -> None:
        """Ask the loop to end with that exit status."""
        self.stopping = True
        self.status = self.status or status

    def failures(self, name: str) -> int:
        """Return how often the program called ``name`` ended soon after its start, in a row."""
        return next(child.failures for child in self._children if child.program.name == name)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Stop on a signal, kill on the second; a signal ends the wait at once."""
        awake, waker = os.pipe()
        os.set_blocking(awake, False)
        os.set_blocking(waker, False)
        self._selector.register(awake, selectors.EVENT_READ, None)
        # Under nohup a hang-up is ignored, and stays so.
        wanted = [number for number in STOP_SIGNALS if not _hang_up_ignored(number)]
        before = {number: signal.signal(number, self._on_stop) for number in wanted}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        woke_before = signal.set_wakeup_fd(waker)
        try:
            yield
        finally:
            signal.set_wakeup_fd(woke_before)
            for number, handler in before.items():
                signal.signal(number, handler)
            self._selector.close()
            os.close(awake)
            os.close(waker)

    def _on_stop(self, number: int, frame: object) -> None:
        if self.stopping:
            self._signal_all(signal.SIGKILL)
        self.stopping = True

    def _start(self, child: _Child) -> None:
        child.process = subprocess.Popen(
            child.program.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_end_with_parent,  # safe: this process has one thread
        )
        child.started, child.restart_at = time.monotonic(), None
        assert child.process.stdout is not None
        os.set_blocking(child.process.stdout.fileno(), False)
        self._selector.register(child.process.stdout, selectors.EVENT_READ, child)

    def _wait(self, seconds: float) -> None:
        """Wait for output or a signal, at most so long, and pass the output on."""
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                os.read(key.fd, 4096)
            else:
                self._pass_on(key.data)

    def _pass_on(self, child: _Child) -> None:
        """Write the lines that have come; at the end of the output close it."""
        data = self._read(child)
        *lines, child.rest = (child.rest + data).split(b"\n")
        if not data:
            lines, child.rest = [child.rest] if child.rest else [], b""
            self._close(child)
        for line in lines:
            self._write(child.program.name, line.decode(errors="replace"))

    def _read(self, child: _Child) -> bytes:
        assert child.process is not None
        assert child.process.stdout is not None
        with contextlib.suppress(BlockingIOError):
            return os.read(child.process.stdout.fileno(), 65536)
        return b""

    def _finish_output(self, child: _Child) -> None:
        """Pass on what an ended program still had to say, and let go of its pipe."""
        assert child.process is not None
        assert child.process.stdout is not None
        while not child.process.stdout.closed:
            self._pass_on(child)

    def _close(self, child: _Child) -> None:
        assert child.process is not None
        assert child.process.stdout is not None
        if not child.process.stdout.closed:
            self._selector.unregister(child.process.stdout)
            child.process.stdout.close()

    def _write(self, name: str, line: str) -> None:
        try:
            self.write(name, line)
        except OSError:  # the terminal is gone
            self.stopping = True

    def _restart_ended(self) -> None:
        now = time.monotonic()
        for child in self._children:
            if child.restart_at is not None and now >= child.restart_at:
                self._start(child)
            elif child.restart_at is None and not child.alive() and not self.stopping:
                self._plan_restart(child, now)

    def _plan_restart(self, child: _Child, now: float) -> None:
        """Restart at once what had run for a while, ever later what keeps failing."""
        assert child.process is not None
        self._signal_group(child, signal.SIGKILL)  # what it may have left behind
        self._finish_output(child)
        child.failures = 0 if now - child.started > SETTLED_AFTER else child.failures + 1
        delay = min(2.0 ** (child.failures - 1), LONGEST_DELAY) if child.failures else 0.0
        child.restart_at = now + delay
        how = _how_it_ended(child.process.returncode)
        self._write(child.program.name, f"ended ({how}); starting it again in {delay:.0f} s")

    def _stop_all(self) -> None:
        """Stop the programs, the last started first; kill what does not stop in time."""
        self.stopping = True
        for child in reversed(self._children):
            if child.alive():
                assert child.process is not None
                child.process.terminate()
                self._await_end(child)
            if child.process is not None:
                self._signal_group(child, signal.SIGKILL)  # what it may have left behind
                self._finish_output(child)

    def _await_end(self, child: _Child) -> None:
        until = time.monotonic() + SECONDS_TO_STOP
        while child.alive() and time.monotonic() < until:
            self._wait(0.05)

    def _signal_all(self, number: int) -> None:
        for child in self._children:
            self._signal_group(child, number)

    def _signal_group(self, child: _Child, number: int) -> None:
        if child.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.process.pid, number)
            if number == signal.SIGKILL:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(5)


def _hang_up_ignored(number: int) -> bool:
    return number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN


def _how_it_ended(status: int) -> str:
    if status < 0:
        return f"signal {signal.Signals(-status).name}"
    return f"exit status {status}"
