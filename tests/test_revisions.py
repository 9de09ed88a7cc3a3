"""``--diff-base``: findings in what has changed since a revision, judged with the whole program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import POINT, Project

from slotlint.revisions import changed_classes


def git(project: Project, *args: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", *args],
        cwd=project.root, check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture
def committed(point: Project) -> Project:
    """Two files with one class each, committed."""
    point.write({"pkg/spot.py": POINT.replace("Point", "Spot"), "pkg/__init__.py": ""})
    git(point, "init", "-q")
    git(point, "add", "-A")
    git(point, "commit", "-q", "-m", "first")
    return point


def reported(project: Project, *args: str) -> list[str]:
    done = project.run("check", "--output-format", "json", "--diff-base", "HEAD", *args)
    return [f"{one['code']} {one['class']}" for one in done.json()]


def test_nothing_has_changed(committed: Project) -> None:
    assert reported(committed) == []
    assert len(committed.run("check", "--output-format", "json").codes()) == 2


CHANGES = {
    "a line of the class": (lambda text: text.replace("self.y = y", "self.y = x"), ["SLT101 Point"]),
    "a comment in the class": (lambda text: text.replace("self.y = y", "self.y = y  # !"), ["SLT101 Point"]),
    "its decorator": (lambda text: "def d(c):\n    return c\n\n@d\n" + text, ["SLT101 Point"]),
    "code around it": (lambda text: "import os\n\n\n" + text + "\nx = 1\n", []),
    "line ends": (lambda text: text.replace("\n", "\r\n"), []),
    "another class": (lambda text: text + "\n" + text.replace("Point", "New"), ["SLT101 New"]),
    "the name of the class": (lambda text: text.replace("Point", "Other"), ["SLT101 Other"]),
    "an idle comment outside of classes": (lambda text: text + "x = 1  # slotlint: ignore\n", ["SLT902 "]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes(committed: Project, change: str) -> None:
    edit, expected = CHANGES[change]
    committed.write({"point.py": edit(POINT).encode()})
    assert reported(committed) == expected
    git(committed, "add", "-A")
    assert reported(committed) == expected  # staged or not
    git(committed, "commit", "-q", "--allow-empty", "-m", "second")
    assert reported(committed) == []


def test_new_moved_and_ignored_files(committed: Project) -> None:
    committed.write({"new.py": POINT.replace("Point", "New")})
    assert reported(committed) == ["SLT101 New"]
    git(committed, "mv", "pkg/spot.py", "pkg/moved.py")
    assert reported(committed) == ["SLT101 New"]
    committed.write({".gitignore": "hidden.py\n", "hidden.py": POINT.replace("Point", "Hidden")})
    assert reported(committed, "hidden.py") == ["SLT101 Hidden"]


def test_the_whole_program_is_evidence(committed: Project) -> None:
    committed.write(
        {"point.py": POINT.replace("self.y = y", "self.y = x"), "patch.py": "from point import Point\nvars(Point(1, 2))['z'] = 1\n"}
    )
    assert reported(committed) == []


def test_an_unsaved_file_is_compared_as_it_is(committed: Project) -> None:
    args = ("check", "-", "--stdin-filename", "point.py", "--output-format", "json", "--diff-base", "HEAD")
    assert committed.run(*args, stdin=POINT.encode()).codes() == []
    assert committed.run(*args, stdin=POINT.replace("self.y = y", "self.y = x").encode()).codes() == ["SLT101"]


def test_a_fix_that_reaches_an_unchanged_class_is_held_back(project: Project) -> None:
    base = "class Base:\n    def __init__(self):\n        self.a = 1\n"
    child = "from base import Base\n\n\nclass Child(Base):\n    def __init__(self):\n        super().__init__()\n        self.b = 2\n\n\nmade = [Child() for n in range(3)]\n"
    project.write({"base.py": base, "child.py": child})
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "first")
    project.write({"child.py": child.replace("self.b = 2", "self.b = 3")})
    before = project.snapshot()
    done = project.run("check", "--diff-base", "HEAD", "--fix")
    assert (done.code, project.snapshot()) == (1, before)
    assert "whose SLT101 is in a class that has not changed" in done.out


def test_what_cannot_be_compared_with(committed: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def error(name: str) -> str:
        done = committed.run("check", "--diff-base", name)
        assert (done.code, done.out) == (2, "")
        return done.err

    assert error("nope") == 'slotlint: --diff-base: no revision "nope" in this repository\n'
    assert error("--all") == 'slotlint: --diff-base: no revision "--all" in this repository\n'
    monkeypatch.setenv("PATH", str(tmp_path))
    assert error("HEAD") == "slotlint: --diff-base: git cannot be run: no such file or directory\n"


def test_a_folder_without_a_repository(point: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(point.root.parent))
    done = point.run("check", "--diff-base", "HEAD")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("slotlint: --diff-base: no git repository here (not a git repository")


SOURCES = [
    (b"class A: pass\n", b"class A: pass\n", set()),
    (b"class A: pass\n", b"class A:\n    x = 1\n", {"A"}),
    (b"class A:\n    class B: pass\n", b"class A:\n    class B: x = 1\n", {"A", "A.B"}),
    (b"class A: pass\nclass A: x = 1\n", b"class A: x = 1\nclass A: pass\n", set()),
    (b"def f(:\n", b"class A: pass\n", {"A"}),
    (b"class A: pass\r\n\r\n", b"class A: pass", set()),
]


@pytest.mark.parametrize(("old", "new", "expected"), SOURCES)
def test_changed_classes(old: bytes, new: bytes, expected: set[str]) -> None:
    assert changed_classes(old, new) == expected
