"""The site as one: what it says when it cannot start, and one whole run of it."""

import contextlib
import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Timer

import pytest

from campaign.serving.site import (
    CannotServe,
    Program,
    address,
    check_port,
    claim_directory,
    supervisor_config,
)


@contextmanager
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def free_port():
    with listening() as port:
        return port


def test_a_busy_port_is_named_with_the_way_out():
    with (
        listening() as port,
        pytest.raises(CannotServe, match=rf"^Port {port} is in use\. .*PORT="),
    ):
        check_port("127.0.0.1", port)


def test_a_host_that_is_not_ours_is_refused():
    with pytest.raises(CannotServe, match=r"^Cannot listen on 192\.0\.2\.1:8000"):
        check_port("192.0.2.1", 8000)


def test_a_directory_serves_one_site_at_a_time(tmp_path):
    first = claim_directory(tmp_path)

    with pytest.raises(CannotServe, match="already running"):
        claim_directory(tmp_path)
    first.close()

    claim_directory(tmp_path).close()


def test_addresses_of_both_kinds():
    assert address("127.0.0.1", 8000) == "127.0.0.1:8000"
    assert address("::1", 8000) == "[::1]:8000"


def test_the_supervisor_expands_nothing_in_what_it_is_given(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "50% done"

    lines = list(supervisor_config([Program("web", ["serve it", "--share=100%"])]))

    assert f"pidfile={tmp_path}/50%% done/supervisord.pid" in lines
    assert "command='serve it' --share=100%%" in lines


def test_a_directory_too_deep_for_a_socket_goes_without_remote_control(settings, tmp_path):
    settings.VAR_DIR = tmp_path / ("deep" * 30)

    lines = list(supervisor_config([Program("web", ["serve"])]))

    assert "[program:web]" in lines
    assert "[unix_http_server]" not in lines


WORKER_READY = r"celery@.* ready\."
PATIENCE = 120


def site_environment(var, port):
    """Return an environment that names nothing from outside."""
    keep = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    here = {"WINTERTIDE_VAR": str(var), "WINTERTIDE_STATIC": str(var / "static")}
    return {**keep, **here, "WINTERTIDE_ENV_FILE": os.devnull, "PORT": str(port)}


@contextmanager
def whole_site(repository, var, port):
    """Run `manage.py serve` with nothing from outside; always stop it."""
    site = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=repository,
        env=site_environment(var, port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # A site that says nothing more is stopped, which ends the reading of its output.
    limit = Timer(PATIENCE, site.terminate)
    limit.start()
    try:
        yield site
    finally:
        limit.cancel()
        site.terminate()
        site.wait(60)
        site.stdout.close()


def read_until(site, *patterns):
    """Read output until each pattern has had its line, in whatever order."""
    seen, missing = [], list(patterns)
    for line in site.stdout:
        seen.append(line)
        missing = [pattern for pattern in missing if not re.search(pattern, line)]
        if not missing:
            return
    pytest.fail(f"the site ended without {missing}:\n" + "".join(seen))


def get(port, path):
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, body


def children_of(pid):
    """Return the lasting programs of a site; its greeting comes and goes."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {int(child): command_of(child) for child in children}
    return [child for child, command in commands.items() if command and "greet" not in command]


def command_of(pid):
    """Return a process's command; that of one which has ended is empty."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def test_the_whole_site_runs_from_nothing_mends_itself_and_stops(repository, tmp_path):
    port = free_port()

    with whole_site(repository, tmp_path, port) as site:
        address_line = rf"Wintertide is at http://127\.0\.0\.1:{port}/"
        read_until(site, address_line, WORKER_READY)
        page = get(port, "/accounts/login/")
        children = children_of(site.pid)
        for child in children:
            os.kill(child, signal.SIGKILL)
        read_until(site, WORKER_READY)
        renewed = children_of(site.pid)
        site.send_signal(signal.SIGINT)
        status = site.wait(60)

    style = re.search(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', page[1])
    assert page[0] == 200
    assert style
    assert len(children) == len(renewed) == 4
    assert not set(children) & set(renewed)
    assert status == 0
    assert not any(os.path.exists(f"/proc/{pid}") for pid in renewed)
    assert not (tmp_path / "redis.sock").exists()

    # Once more in the same directory, which is faster than from nothing.
    is_stopped_by_its_terminal(repository, tmp_path)


def is_stopped_by_its_terminal(repository, var):
    """Check that closing the terminal in which a site was started stops everything."""
    terminal, its_end = pty.openpty()
    site = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=repository,
        env=site_environment(var, free_port()),
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(its_end)
    limit = Timer(PATIENCE, site.kill)
    limit.start()

    shown = b""
    while b"Ctrl-C stops everything" not in shown:
        shown += os.read(terminal, 4096)
    children = children_of(site.pid)
    os.close(terminal)
    site.wait(60)
    limit.cancel()

    assert len(children) == 4
    assert not any(os.path.exists(f"/proc/{pid}") for pid in children)
