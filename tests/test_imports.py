"""The pure packages import the standard library and each other, nothing else.

The import linter of `make check` names the frameworks it forbids; this test
also catches the one nobody thought of.
"""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PURE = ("games", "campaign/rules")
SITE = (
    "hosting", "management", "models", "services", "web", "api", "migrations",
    "apps.py", "tasks.py",
)  # fmt: skip
"""What in `games` is no game: the Django application around them."""

ALLOWED = ("games", "campaign.rules")


def pure_modules(repository: Path) -> list[Path]:
    site = {repository / "games" / name for name in SITE}
    return [
        path
        for place in PURE
        for path in sorted((repository / place).rglob("*.py"))
        if site.isdisjoint((path, *path.parents))
    ]


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add(node.module or "")
    return names


def is_allowed(name: str, allowed: tuple[str, ...]) -> bool:
    if name.partition(".")[0] in sys.stdlib_module_names:
        return True
    return any(name == place or name.startswith(f"{place}.") for place in allowed)


def test_every_game_stands_in_the_contracts_of_the_import_linter(repository):
    data = tomllib.loads((repository / "pyproject.toml").read_text())
    pure, apart, engine, *_ = data["tool"]["importlinter"]["contracts"]
    files = (repository / "games").glob("*/__init__.py")
    games = {f"games.{file.parent.name}" for file in files if "SYSTEM" in file.read_text()}

    assert len(games) >= 4
    assert games <= set(pure["source_modules"])
    assert games <= set(apart["modules"])
    assert games <= set(engine["forbidden_modules"])


def test_every_contract_of_the_import_linter_is_described(repository):
    data = tomllib.loads((repository / "pyproject.toml").read_text())
    described = (repository / "ARCHITECTURE.md").read_text()

    names = [contract["name"] for contract in data["tool"]["importlinter"]["contracts"]]

    assert [name for name in names if f"| {name} |" not in described] == []


def test_pure_packages_import_only_the_standard_library_and_each_other(repository):
    modules = pure_modules(repository)

    strangers = {
        f"{path.relative_to(repository)}: {name}"
        for path in modules
        for name in imported(path)
        if not is_allowed(name, ALLOWED)
    }

    assert len(modules) > 5
    assert strangers == set()


@pytest.mark.parametrize("name", ["games.engine", "campaign.rules"])
def test_a_pure_package_loads_no_framework(repository, name):
    code = f"import sys, {name}; print(sorted({{'django', 'celery'}} & set(sys.modules)))"

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"
