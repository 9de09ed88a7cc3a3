"""Every way by which an instance gets somewhere, crossed with every use that slots may change: no safe fix breaks any."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest
from variations import Variation, fix, run, write

FOLDER = Path(__file__).parent.parent / "fixtures" / "crossings"
CLASS = "class A:\n    def __init__(self): self.x = 1\n    def go(self): return self.x\n"


def parts(name: str) -> dict[str, str]:
    """The named pieces of a file."""
    pieces = (FOLDER / f"{name}.py").read_text(encoding="utf-8").split("\n#: ")[1:]
    return {head.strip(): body.strip("\n") for head, _, body in (piece.partition("\n") for piece in pieces)}


WAYS, USES = parts("ways"), parts("uses")


def crossed(way: str, use: str) -> Variation:
    """A program in which an instance that came some way is used."""
    lines = []
    for line in WAYS[way].splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(textwrap.indent(USES[use], indent) if line.strip() == "USE" else line)
    return Variation("crossings", way, "hold", {}, {"main.py": CLASS + "\n".join(lines) + "\n"}, (3, 10))


def test_the_ways_are_many_and_named_once() -> None:
    text = (FOLDER / "ways.py").read_text(encoding="utf-8")
    assert len(WAYS) == text.count("\n#: ") > 150
    assert all("USE" in way and "def check():" in way for way in WAYS.values())


@pytest.mark.parametrize("use", USES)
def test_no_fix_breaks_a_use(use: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = [crossed(way, use) for way in WAYS]
    before = run((write(one, tmp_path / "before" / one.name), one) for one in programs)
    runs = [one for one, problem in zip(programs, before, strict=True) if not problem]
    assert len(runs) > len(programs) - 4, sys.version  # a few ways cannot be used so
    fixed = [(tmp_path / "after" / one.name, one) for one in runs]
    for root, one in fixed:
        fix(one, root)
    assert {one.name: problem for (_, one), problem in zip(fixed, run(fixed), strict=True) if problem} == {}
