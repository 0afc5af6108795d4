"""The production profile, as Django itself judges it, and what each profile insists on."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

PRODUCTION = {
    "WINTERTIDE_PRODUCTION": "1",
    "SECRET_KEY": "4f0f1f5e8f9c4d0fb6a2e7f3a1c9d8b7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1",
    "ALLOWED_HOSTS": "winter.example.org",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
}


def manage(
    repository: Path, var: Path, environment: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    clean = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=repository,
        env={**clean, "WINTERTIDE_VAR": str(var), "WINTERTIDE_ENV_FILE": os.devnull, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_production_profile_passes_the_deployment_check(repository, tmp_path):
    done = manage(repository, tmp_path, PRODUCTION, "check", "--deploy", "--fail-level", "INFO")

    assert done.returncode == 0, done.stderr
    assert done.stdout == "System check identified no issues (2 silenced).\n"


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_does_not_start_without(repository, tmp_path, missing):
    environment = {key: value for key, value in PRODUCTION.items() if key != missing}

    done = manage(repository, tmp_path, environment, "check")

    assert done.returncode != 0
    assert missing in done.stderr


def test_embedded_keeps_its_key_and_directory_private(repository, tmp_path):
    var = tmp_path / "var"

    manage(repository, var, {}, "check")
    key = (var / "secret_key").read_text()
    manage(repository, var, {}, "check")

    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    assert len(key) >= 50
    assert (var / "secret_key").read_text() == key


def test_debugging_cannot_be_switched_on_in_production(repository, tmp_path):
    code = "from django.conf import settings; print(settings.DEBUG)"

    done = manage(
        repository, tmp_path, {**PRODUCTION, "WINTERTIDE_DEBUG": "1"}, "shell", "-v0", "-c", code
    )

    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("environment", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "9000", "HOST": "0.0.0.0"}, "http://localhost:9000"),
        ({"HOST": "192.0.2.7"}, "http://192.0.2.7:8000"),
        ({"SITE_URL": "https://winter.example.org/"}, "https://winter.example.org"),
    ],
)
def test_links_in_mails_lead_where_the_site_says_it_is(repository, tmp_path, environment, url):
    code = "from django.conf import settings; print(settings.SITE_URL)"

    done = manage(repository, tmp_path, environment, "shell", "-v", "0", "-c", code)

    assert done.stdout.strip() == url, done.stderr


ANSWERS = """
import json
from django.conf import settings
from django.test import Client
settings.STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
here = {"host": "winter.example.org"}
answers = {
    "plain": Client().get("/accounts/login/", headers=here),
    "proxied": Client().get("/accounts/login/", headers=here | {"x-forwarded-proto": "https"}),
    "elsewhere": Client().get("/accounts/login/", headers={"host": "evil.example"}),
    "health": Client().get("/health/", headers=here),
}
print(json.dumps({
    name: {"status": answer.status_code, "cookies": answer.cookies.output(), **answer.headers}
    for name, answer in answers.items()
}))
print(json.dumps([settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY,
                  settings.SESSION_COOKIE_SAMESITE]))
"""


def production_answers(
    repository: Path, var: Path, proxies: int, **more: str
) -> tuple[dict[str, dict[str, str]], list[object]]:
    environment = {**PRODUCTION, "WINTERTIDE_PROXIES": str(proxies), **more}
    done = manage(repository, var, environment, "shell", "-v0", "-c", ANSWERS)
    answers, session = done.stdout.splitlines()[-2:]
    return json.loads(answers), json.loads(session)


def test_production_behind_a_proxy_speaks_https_only(repository, tmp_path):
    answers, session = production_answers(repository, tmp_path, proxies=1)

    assert session == [True, True, "Lax"]
    assert answers["plain"]["status"] == 301
    assert answers["plain"]["Location"] == "https://winter.example.org/accounts/login/"
    page = answers["proxied"]
    assert page["status"] == 200
    assert page["Strict-Transport-Security"] == "max-age=31536000"
    assert {"Secure", "HttpOnly", "SameSite=Lax"} <= set(page["cookies"].split("; "))
    assert answers["elsewhere"]["status"] == 400
    assert answers["health"]["status"] == 200
    for answer in answers.values():
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert "private" in answer["Cache-Control"]


def test_without_a_proxy_nobodys_word_is_taken_for_https(repository, tmp_path):
    answers, _session = production_answers(repository, tmp_path, proxies=0)

    assert answers["proxied"]["status"] == 301


def test_the_web_server_itself_believes_no_proxy(repository):
    command = [sys.executable, "-m", "gunicorn", "campaign.config.wsgi", "--print-config"]

    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)

    found = [line.split("=")[1].strip() for line in done.stdout.splitlines() if "=" in line
             if line.split("=")[0].strip() == "forwarded_allow_ips"]  # fmt: skip
    assert found == ["[]"]


def test_all_hosts_of_the_domain_are_named_only_when_asked_for(repository, tmp_path):
    asked = {"WINTERTIDE_HSTS_SUBDOMAINS": "1", "WINTERTIDE_HSTS_PRELOAD": "1"}

    answers, _session = production_answers(repository, tmp_path, proxies=1, **asked)

    told = answers["proxied"]["Strict-Transport-Security"]
    assert told == "max-age=31536000; includeSubDomains; preload"


def test_the_web_server_has_read_everything_before_it_makes_its_processes(repository, tmp_path):
    code = """
import sys
from campaign.config.wsgi import application
from django.db import connection
print({"campaign.web.urls", "campaign.api.urls", "games.web.urls"} <= set(sys.modules))
print(connection.connection)
"""

    done = manage(repository, tmp_path, {}, "shell", "-v0", "--no-imports", "-c", code)

    assert done.stdout.split() == ["True", "None"], done.stderr


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", ""])
def test_a_port_that_is_none_is_named_in_one_line(repository, tmp_path, port):
    done = manage(repository, tmp_path, {"PORT": port}, "check")

    assert done.returncode == 1
    assert done.stderr == (
        f"Wintertide cannot start: PORT is a number from 1 to 65535, not {port!r}.\n"
    )
