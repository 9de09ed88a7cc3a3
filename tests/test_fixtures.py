"""The fixtures: one folder a rule or property, judged and rewritten as a user would do it, twice.

``before.py`` (or a folder ``before``) is the program, ``after`` what the safe fixes make of it (absent where they change
nothing), and ``expect.json`` the codes of each class.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from slotlint import driver
from slotlint.request import Request
from slotlint.settings import combine, find

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOLDERS = sorted(folder for folder in FIXTURES.iterdir() if (folder / "expect.json").is_file())


def copied(folder: Path, place: Path) -> Path:
    """The program of a fixture, in a project of its own."""
    root = place / "project"
    if (folder / "before").is_dir():
        shutil.copytree(folder / "before", root)
    else:
        root.mkdir()
        shutil.copy(folder / "before.py", root / "sample.py")
    (root / "pyproject.toml").write_text('[project]\nname = "sample"\nrequires-python = ">=3.10"\n')
    return root


def request(root: Path) -> Request:
    return Request((".",), root, combine(find(root), root, cache=False, jobs=1, payoff="all"))


def sources(root: Path) -> dict[str, str]:
    """Every module by its relative path."""
    return {str(file.relative_to(root)): file.read_bytes().decode() for file in sorted(root.rglob("*.py"))}


def codes(root: Path) -> dict[str, list[str]]:
    """The codes of each class, in order."""
    found: dict[str, set[str]] = {}
    for one in driver.check(request(root)).diagnostics:
        found.setdefault(one.class_name, set()).add(one.code)
    return {name: sorted(held) for name, held in sorted(found.items())}


def wanted(folder: Path, before: dict[str, str]) -> dict[str, str]:
    """The program after the safe fixes."""
    if (folder / "after").is_dir():
        return before | sources(folder / "after")
    return {"sample.py": (folder / "after.py").read_text()} if (folder / "after.py").is_file() else before


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_fixture(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copied(folder, tmp_path)
    monkeypatch.chdir(root)
    before = sources(root)
    assert codes(root) == json.loads((folder / "expect.json").read_text())["codes"]
    driver.fix(request(root))
    after = sources(root)
    assert after == wanted(folder, before)
    for name, text in after.items():
        if text != before[name]:
            compile(text, name, "exec")
    driver.fix(request(root))
    assert sources(root) == after


def test_every_rule_has_a_fixture() -> None:
    assert {rule.name for rule in driver.rules.RULES} <= {folder.name for folder in FOLDERS}
