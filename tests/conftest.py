"""What the tests share: a project on the disk, and slotlint run on it as a user would."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from slotlint.cli import run

# how fast a machine is says nothing about what is tested
hypothesis.settings.register_profile("any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("any machine")


@dataclass(frozen=True, slots=True)
class Run:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    def codes(self) -> list[str]:
        """The codes of JSON findings, in order."""
        return [found["code"] for found in self.json()]


@dataclass(frozen=True, slots=True)
class Project:
    """A folder that is the working directory."""

    root: Path

    def write(self, files: Mapping[str, str | bytes]) -> Project:
        """Write files by relative path; text is dedented."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else textwrap.dedent(content).encode())
        return self

    def read(self, name: str) -> str:
        """A file as text, line ends as they are."""
        return (self.root / name).read_bytes().decode()

    def snapshot(self) -> dict[str, bytes]:
        """Every Python file by its relative path."""
        files = sorted(self.root.rglob("*.py*"))
        return {str(file.relative_to(self.root)): file.read_bytes() for file in files if file.is_file()}

    def run(self, *args: str, stdin: bytes = b"") -> Run:
        """``slotlint ARGS`` in this process."""
        out, err = _stream(), _stream()
        given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run(args)
        finally:
            sys.stdin = given
        return Run(code, _text(out), _text(err))

    def command(self, *args: str, stdin: bytes = b"", **env: str) -> Run:
        """``slotlint ARGS`` in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "slotlint", *args],
            cwd=self.root, input=stdin, capture_output=True, timeout=120, env={**_plain_environment(), **env},
        )  # fmt: skip
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _plain_environment() -> dict[str, str]:
    hidden = {"NO_COLOR", "FORCE_COLOR", "SLOTLINT_DEBUG", "VIRTUAL_ENV"}
    return {key: value for key, value in os.environ.items() if key not in hidden}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An empty project with a ``pyproject.toml``, as the working directory."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "sample"\nrequires-python = ">=3.10"\n')
    monkeypatch.chdir(root)
    for name in ("NO_COLOR", "FORCE_COLOR", "SLOTLINT_DEBUG", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)
    return Project(root)


# A class and a subclass of it in another file: one group of fixes.
BASE = """\
class Base:
    def __init__(self):
        self.a = 1


def bases():
    return [Base() for _ in range(10)]
"""
CHILD = """\
from base import Base


class Child(Base):
    def __init__(self):
        super().__init__()
        self.b = 2


def children():
    return [Child() for _ in range(10)]
"""
POINT = """\
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

def points(n):
    return [Point(i, i) for i in range(n)]
"""


@pytest.fixture
def point(project: Project) -> Project:
    """A project with one class that could have slots, built in a loop."""
    return project.write({"point.py": POINT})
