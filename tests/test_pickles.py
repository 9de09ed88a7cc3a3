"""Pickles among the files of a project: classes whose instances they hold keep their dicts."""

from __future__ import annotations

import pickle
import pickletools
import sys
from pathlib import Path

import pytest
from conftest import Project

SHAPES = """
class Base:
    def __init__(self):
        self.a = 1
class Point(Base):
    def __init__(self):
        super().__init__()
        self.x = 1
class Other:
    def __init__(self):
        self.y = 1
class Holder:
    class Inner:
        def __init__(self):
            self.z = 1
things = [(Point(), Other(), Holder.Inner()) for _ in range(9)]
"""
LOADER = "import pickle\ndef load(path):\n    with open(path, 'rb') as file:\n        return pickle.load(file)\n"


def safe(project: Project) -> set[str]:
    """The classes with a safe fix."""
    found = project.run("check", "--output-format", "json", "--payoff", "all").json()
    return {one["class"] for one in found if one["fix"] and one["fix"]["applicability"] == "safe"}


def stored(folder: Path, name: str, protocol: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A pickle of an instance of a class of shapes.py, made as it stands."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "shapes", raising=False)
    made = __import__("shapes")
    for part in name.split("."):
        made = getattr(made, part)
    return pickle.dumps({"a": [made()]}, protocol)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize(("name", "kept"), [("Point", {"Other", "Holder.Inner"}), ("Holder.Inner", {"Base", "Point", "Other"})])
def test_what_a_pickle_holds_keeps_its_dict(
    project: Project, name: str, kept: set[str], protocol: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"shapes.py": SHAPES, "load.py": LOADER})
    assert safe(project) >= {"Base", "Point", "Other", "Holder.Inner"}
    content = stored(project.root, name, protocol, monkeypatch)
    (project.root / "data").mkdir()
    (project.root / "data" / "some.dat").write_bytes(content)
    assert safe(project) & {"Base", "Point", "Other", "Holder.Inner"} == kept
    (project.root / "data" / "some.dat").write_bytes(pickletools.optimize(content)[:1] + b"no pickle")
    assert safe(project) >= {"Base", "Point", "Other", "Holder.Inner"}


def test_pickles_that_nothing_loads_count_for_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"shapes.py": SHAPES})
    (project.root / "some.dat").write_bytes(stored(project.root, "Point", 2, monkeypatch))
    assert safe(project) >= {"Base", "Point"}


def test_pickles_of_an_environment_count_for_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"shapes.py": SHAPES, "load.py": LOADER, "venv/pyvenv.cfg": "home = /nowhere\n"})
    (project.root / "venv" / "some.dat").write_bytes(stored(project.root, "Point", 2, monkeypatch))
    assert safe(project) >= {"Base", "Point"}
