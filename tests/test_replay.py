"""Former answers: given again while nothing has changed that they depend on, and never after."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from slotlint import __main__, driver, replay
from slotlint.request import Request

CLASS = "class {name}:\n    def __init__(self):\n        self.x = 1\n\n\nfor _ in range(3):\n    {name}()\n"
CHECK = ("check", "--output-format", "concise")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which some time has passed since the last change."""
    root = tmp_path / "outer" / "project"
    (root / "pkg").mkdir(parents=True)
    (root / "pyproject.toml").write_text("[project]\nname = 'a'\n")
    (root / "pkg" / "__init__.py").write_text("")
    (root / "pkg" / "a.py").write_text(CLASS.format(name="A"))
    (root / "pkg" / "b.py").write_text(CLASS.format(name="B"))
    (root / ".gitignore").write_text("nothing\n")
    (root / ".venv" / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (root / ".venv" / "pyvenv.cfg").write_text("")
    os.symlink("a.py", root / "pkg" / "link.txt")
    monkeypatch.chdir(root)
    clock = replay.now
    monkeypatch.setattr(replay, "now", lambda: clock() + 10_000_000_000)
    return root


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = __main__.run(arguments or CHECK)
    return (code, *capsys.readouterr())


def kept(root: Path) -> list[Path]:
    return sorted((root / replay.FOLDER).glob(replay.PREFIX + "*"))


def nothing_may_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(request: Request) -> None:
        raise AssertionError("this run was to be answered without looking")

    monkeypatch.setattr(driver, "check", check)


def test_the_same_answer_without_looking(project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pkg" / "broken.py").write_bytes(b"x = '\xff'\n")
    os.mkfifo(project / "pkg" / "pipe.py")
    first = answer(capsys)
    assert first[0] == 1
    assert "A could declare" in first[1]
    assert "pipe.py" in first[2]
    nothing_may_run(monkeypatch)
    assert answer(capsys) == first


@pytest.mark.parametrize(
    "arguments",
    [("check", "pkg"), ("check", "--exit-zero"), ("check", "--output-format", "json"), ("check", "--statistics")],
)
def test_another_question_has_an_answer_of_its_own(
    project: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answer(capsys)
    other = answer(capsys, *arguments)
    assert len(kept(project)) == 2
    nothing_may_run(monkeypatch)
    assert (answer(capsys), answer(capsys, *arguments)) == (first, other)


def same_size_and_time(root: Path) -> None:
    file = root / "pkg" / "a.py"
    before = file.stat()
    file.write_text(CLASS.format(name="Z"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def swapped(root: Path) -> None:
    os.rename(root / "pkg" / "a.py", root / "pkg" / "c.py")
    os.rename(root / "pkg" / "b.py", root / "pkg" / "a.py")


def installed(root: Path) -> None:
    (root / ".venv" / "lib" / "python3.11" / "site-packages" / "other.py").write_text("")


CHANGES: dict[str, Callable[[Path], object]] = {
    "content of the same size, at the same time": same_size_and_time,
    "a new file": lambda root: (root / "pkg" / "c.py").write_text(CLASS.format(name="C")),
    "a file less": lambda root: (root / "pkg" / "b.py").unlink(),
    "files renamed": swapped,
    "a new folder": lambda root: (root / "pkg" / "inner").mkdir(),
    "a file beside the cache": lambda root: (root / "c.py").write_text(CLASS.format(name="C")),
    "an ignore file": lambda root: (root / ".gitignore").write_text("b.py\n"),
    "an ignore file below": lambda root: (root / "pkg" / ".gitignore").write_text("b.py\n"),
    "the configuration": lambda root: (root / "pyproject.toml").write_text("[tool.slotlint]\nignore = ['SLT101']\n"),
    "a configuration nearer by": lambda root: (root / "slotlint.toml").write_text("ignore = ['SLT101']\n"),
    "a project above": lambda root: (root.parent / "setup.cfg").write_text(""),
    "an environment": lambda root: (root / "venv").mkdir(),
    "a package installed": installed,
    "a folder that is an environment now": lambda root: (root / "pkg" / "pyvenv.cfg").write_text(""),
    "a link set elsewhere": lambda root: (root / "pkg" / "b.py").unlink() or os.symlink("a.py", root / "pkg" / "b.py"),
    "the cache spoilt": lambda root: [one.write_text("x\n[]") for one in kept(root)],
    "the cache cut short": lambda root: [os.truncate(one, 100) for one in kept(root)],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_is_seen(project: Path, change: Callable[[Path], object], capsys: pytest.CaptureFixture[str]) -> None:
    answer(capsys)
    assert len(kept(project)) == 1
    change(project)
    assert answer(capsys) == answer(capsys, *CHECK, "--no-cache")


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "COLUMNS", "PYTHONUTF8"])
def test_the_environment_counts(project: Path, variable: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answer(capsys)
    monkeypatch.setenv(variable, "100")
    answer(capsys)
    assert len(kept(project)) == 2


def test_files_as_young_as_the_run_are_not_trusted(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = os.stat(project / "pkg" / "b.py").st_mtime_ns
    monkeypatch.setattr(replay, "now", lambda: started)
    answer(capsys)
    assert kept(project) == []


@pytest.mark.parametrize("arguments", [("check", "--no-cache"), ("check", "--diff"), ("explain", "SLT101"), ("--help",)])
def test_only_plain_checks_are_kept(project: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    answer(capsys, *arguments)
    assert kept(project) == []


def test_old_answers_go(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(replay.KEPT + 2):
        answer(capsys, "check", "--line-length", str(80 + number))
    assert len(kept(project)) == replay.KEPT


def test_a_former_answer_imports_nothing_else(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer(capsys)
    script = "import sys; from slotlint import replay, __main__; late = replay.now() + 10**10; replay.now = lambda: late\n"
    script += f"__main__.run({CHECK!r}); print(sorted({{'click', 'rich', 'libcst', 'slotlint.cli'}} & set(sys.modules)))"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
