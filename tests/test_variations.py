"""The variations: none is broken by a safe fix, and each gets the slots, the refusal or the report that it should."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from variations import Variation, fix, groups, read, reported, run, write


def slotted(root: Path) -> set[str]:
    """The classes that declare slots in their body or by their decorator."""
    found = set()
    for file in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ClassDef):
                body = any("__slots__" in ast.unparse(s).split("=")[0] for s in node.body)
                keywords = (k for d in node.decorator_list for k in getattr(d, "keywords", []))
                if body or any(k.arg == "slots" and getattr(k.value, "value", None) is True for k in keywords):
                    found.add(f"{file.name}:{node.name}")
    return found


def outcomes(programs: list[Variation], place: Path) -> dict[str, str]:
    """Program to what is wrong with it once it is fixed."""
    plain = [(write(one, place / "before" / one.name), one) for one in programs]
    before = {one.name: slotted(root) for root, one in plain}
    wrong: dict[str, str] = {}
    fixed: list[tuple[Path, Variation]] = []
    for one in programs:
        root = place / "after" / one.name
        root.mkdir(parents=True)
        if one.verdict.startswith("report"):
            if reported(one, root) == one.verdict.endswith("gap"):
                wrong[one.name] = "silent" if one.verdict == "report" else "reported, and no gap any more"
        else:
            fix(one, root, "all")  # or classes of few instances would be left alone, whatever is wrong
            fixed.append((root, one))
            gained = slotted(root) - before[one.name]
            if one.verdict == "refuse" and gained:
                wrong[one.name] = f"over: {sorted(gained)}"
    for (_, one), problem in zip(plain, run(plain), strict=True):
        if problem.startswith("broke"):
            wrong[one.name] = f"does not run as it stands: {problem}"
    for (_, one), problem in zip(fixed, run(fixed), strict=True):
        if one.verdict == "gap":
            problem = "" if problem.startswith("broke") else "runs, and is no gap any more"
        if problem:
            wrong.setdefault(one.name, problem)
    return wrong


@pytest.mark.parametrize("group", groups())
def test_variations(group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = read(group)
    assert len({one.name for one in programs}) == len(programs)
    assert outcomes(programs, tmp_path) == {}
