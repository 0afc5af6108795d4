"""What the documents promise exists: links, targets, settings."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").glob("*.md")])


def test_links_between_files_lead_somewhere():
    links = {
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
        if "://" not in link
    }

    dead = {f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()}

    assert links
    assert dead == set()


def test_every_setting_from_the_environment_is_documented():
    source = (ROOT / "campaign/config/settings.py").read_text()
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", source))
    text = (ROOT / "docs/hosting.md").read_text()

    assert "DATABASE_URL" in read
    assert {name for name in read if f"`{name}`" not in text} == set()


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        word
        for page in PAGES
        for call in re.findall(r"(?:^ {4}|`)make ((?:[a-z-]+ ?)+)", page.read_text(), re.MULTILINE)
        for word in call.split()
    }

    assert {"run", "test", "check"} <= named
    assert named - targets == set()
