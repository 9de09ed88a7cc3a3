"""The edits in the JSON output, applied by a tool that knows nothing of slotlint, give the bytes that ``--fix`` gives."""

from __future__ import annotations

import io
import re
import shutil
import tokenize
from pathlib import Path
from typing import Any

import click
import pytest
from conftest import Project
from test_fixtures import FOLDERS, copied


def applied(content: bytes, edits: list[dict[str, Any]]) -> bytes:
    """A file after edits: rows and columns count from 1, in characters of the decoded file without its BOM."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    text = content.decode(encoding)
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]

    def offset(location: dict[str, int]) -> int:
        return starts[location["row"] - 1] + location["column"] - 1

    spans = [(offset(edit["location"]), offset(edit["end_location"]), edit["content"]) for edit in edits]
    for start, end, new in sorted(spans, key=lambda span: span[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text.encode(encoding)


def safe_edits(project: Project, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    """The edits of all safe fixes by file; findings of one group carry the same fix."""
    done = project.run("check", "--no-cache", "--output-format", "json", "--exit-zero", *arguments)
    fixes = {one["fix"]["group"]: one["fix"] for one in done.json() if one["fix"]}
    found: dict[str, list[dict[str, Any]]] = {}
    for fix in fixes.values():
        if fix["applicability"] == "safe":
            for edit in fix["edits"]:
                found.setdefault(edit["filename"], []).append(edit)
    return found


def apply_all(project: Project, *arguments: str) -> None:
    """Apply edits until there are none left, as ``--fix`` does: one fix may make room for the next."""
    for _ in range(10):
        edits = safe_edits(project, *arguments)
        if not edits:
            return
        for name, held in edits.items():
            file = project.root / name
            file.write_bytes(applied(file.read_bytes(), held))
    raise AssertionError("there is always more to fix")


def both_ways(project: Project, *arguments: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The project after ``--fix``, and after applying the edits by hand."""
    before = project.snapshot()
    project.run("check", "--no-cache", "--fix", "--exit-zero", *arguments)
    fixed = project.snapshot()
    for name, content in before.items():
        (project.root / name).write_bytes(content)
    apply_all(project, *arguments)
    return fixed, project.snapshot()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_fixture(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(copied(folder, tmp_path))
    monkeypatch.chdir(project.root)
    fixed, by_hand = both_ways(project, "--payoff", "all")
    assert by_hand == fixed


def test_an_installed_package(project: Project) -> None:
    source = Path(click.__file__).parent
    shutil.copytree(source, project.root / "click", ignore=shutil.ignore_patterns("__pycache__"))
    before = project.snapshot()
    fixed, by_hand = both_ways(project)
    assert by_hand == fixed
    assert sum(fixed[name] != before[name] for name in before) > 3


def test_bytes_that_are_hard_to_count(project: Project) -> None:
    project.write(
        {
            "crlf.py": b"\xef\xbb\xbfclass A:\r\n    def __init__(self):\r\n        self.x = '\xc3\xa9'\r\n\r\na = [A() for _ in range(9)]",
            "latin.py": b"# -*- coding: latin-1 -*-\nclass B: names = '\xe9\xff'; __slots__ = ('b', 'b')\n\n"
            b"\x0cclass C:\n\tdef __init__(self):\n\t\tself.\xe9 = 1\n\nc = [C() for _ in range(9)]\n",
        }
    )
    before = project.snapshot()
    fixed, by_hand = both_ways(project)
    assert by_hand == fixed
    assert all(fixed[name] != before[name] for name in before)
