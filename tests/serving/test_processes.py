"""The process manager, driven with small programs of our own."""

import os
import signal
import subprocess
import sys
import time

from campaign.serving.processes import Processes, Program


def program(name, code, ready=None):
    return Program(name, [sys.executable, "-u", "-c", code], ready=ready)


FOREVER = "import time; print('up'); time.sleep(60)"


def alive(pid):
    """Tell whether a process runs; one that ended and was not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def run(programs, until, seconds=20):
    """Run until ``until(lines)`` holds; return the lines, each with its program's name."""
    lines = []
    limit = time.monotonic() + seconds

    def tick(processes):
        if until(lines) or time.monotonic() > limit:
            processes.stop()

    status = Processes(programs, write=lambda *line: lines.append(line), tick=tick).run()
    assert status == 0
    assert until(lines), lines
    return lines


def test_every_line_comes_with_its_program_s_name():
    lines = run(
        [program("one", "print('a'); print('b', end=''); import time; time.sleep(60)")]
        + [program("two", FOREVER)],
        until=lambda seen: ("one", "a") in seen and ("two", "up") in seen,
    )

    assert set(lines) >= {("one", "a"), ("one", "b"), ("two", "up")}


def test_a_program_that_ends_is_started_again():
    lines = run(
        [program("short", "print('up'); raise SystemExit(3)")],
        until=lambda seen: seen.count(("short", "up")) == 2,
    )

    assert ("short", "ended (exit status 3); starting it again in 1 s") in lines


def test_a_killed_program_is_started_again():
    def until(seen):
        pids = [int(text) for name, text in seen if text.isdigit()]
        if len(pids) == 1 and alive(pids[0]):
            os.kill(pids[0], signal.SIGKILL)
        return len(pids) == 2

    code = "import os, time; print(os.getpid()); time.sleep(60)"

    lines = run([program("victim", code)], until)

    assert ("victim", "ended (signal SIGKILL); starting it again in 1 s") in lines


def test_stopping_leaves_no_grandchild_behind():
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(child.pid)\n"
        "time.sleep(60)\n"
    )

    lines = run([program("parent", code)], until=lambda seen: len(seen) == 1)

    deadline = time.monotonic() + 5
    while alive(int(lines[0][1])) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(int(lines[0][1]))


def test_programs_start_in_order_and_stop_in_reverse():
    code = (
        "import signal, time\n"
        "def stop(*_): print('bye'); raise SystemExit\n"
        "signal.signal(signal.SIGTERM, stop); print('up'); time.sleep(60)\n"
    )
    order = []

    lines = run(
        [
            program("first", code, ready=lambda: order.append("first is ready")),
            program("second", code, ready=lambda: order.append("second is ready")),
        ],
        until=lambda seen: [text for _, text in seen].count("up") == 2,
    )

    assert order == ["first is ready", "second is ready"]
    assert [name for name, text in lines if text == "bye"] == ["second", "first"]


MANAGER = """
import sys
from campaign.serving.processes import Processes, Program
code = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
write = lambda name, line: print(line, flush=True)
sys.exit(Processes([Program("child", [sys.executable, "-c", code])], write=write).run())
"""


def started_manager(repository):
    manager = subprocess.Popen(
        [sys.executable, "-c", MANAGER], cwd=repository, stdout=subprocess.PIPE, text=True
    )
    return manager, int(manager.stdout.readline())


def test_a_signal_stops_all(repository):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        manager, child = started_manager(repository)

        manager.send_signal(number)

        assert manager.wait(10) == 0
        assert not alive(child)
        manager.stdout.close()


def test_children_end_when_the_manager_is_killed_outright(repository):
    manager, child = started_manager(repository)

    manager.kill()
    manager.wait(10)
    manager.stdout.close()

    deadline = time.monotonic() + 5
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(child)
