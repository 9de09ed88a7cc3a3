"""The hooks of ``.pre-commit-hooks.yaml``, run by pre-commit itself in a git repository."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import BASE, CHILD

ROOT = Path(__file__).parent.parent
# What pip says where it cannot reach an index; whatever else stops an installation is a defect.
NO_NETWORK = (
    "Could not find a version that satisfies", "Connection", "Temporary failure in name resolution", "timed out",
)  # fmt: skip
NOTHING_TO_FIND = "def add(a, b):\n    return a + b\n"

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="no git here"),
    pytest.mark.skipif(os.name == "nt", reason="the command for the hooks is a shell script"),
]


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository with hooks installed."""

    root: Path
    env: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A command in the repository; what it prints is kept, errors and all, as text."""
        return subprocess.run(
            command, cwd=self.root, env=self.env, timeout=300, check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def git(self, *arguments: str) -> str:
        """A git command that must work."""
        done = self.run("git", *arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def commit(self, *names: str) -> subprocess.CompletedProcess[str]:
        """Commit these files as they are, or what the hooks say against it."""
        self.git("add", *names)
        return self.run("git", "commit", "-m", "change")

    def pre_commit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """pre-commit by itself."""
        return self.run(sys.executable, "-m", "pre_commit", *arguments)

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.root / name).write_text(text)

    def read(self, name: str) -> str:
        """Read a file."""
        return (self.root / name).read_text()


def environment(place: Path) -> dict[str, str]:
    """An environment in which ``slotlint`` is the one under test, git has a name, and pre-commit a home of its own."""
    commands = place / "bin"
    commands.mkdir()
    command = commands / "slotlint"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m slotlint "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    who = {f"GIT_{role}_{what}": "test@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {
        **kept,
        **who,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "NO_COLOR": "1",
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(place / "home"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }


def hooks_repository(place: Path, env: dict[str, str], *names: str) -> tuple[Path, str]:
    """A git repository with these files of slotlint, and its commit."""
    root = place / "hooks"
    root.mkdir()
    for name in names:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    hooks = Repository(root, env)
    hooks.git("init", "-q", "-b", "main")
    hooks.git("add", "-A")
    hooks.git("commit", "-q", "-m", "hooks")
    return root, hooks.git("rev-parse", "HEAD").strip()


def repository(place: Path, hook: str, *, installed: bool = False) -> Repository:
    """A project under git that uses a hook; with ``installed`` in an environment that pre-commit makes itself."""
    env = environment(place)
    files = (".pre-commit-hooks.yaml", "pyproject.toml", "slotlint", "README.md", "LICENSE", "CHANGELOG.md")
    url, revision = hooks_repository(place, env, *(files if installed else files[:1]))
    root = place / "project"
    root.mkdir()
    found = Repository(root, env)
    how = "" if installed else "        language: system\n"
    found.write(
        ".pre-commit-config.yaml",
        f"repos:\n  - repo: {url}\n    rev: {revision}\n    hooks:\n      - id: {hook}\n{how}",
    )
    found.write("pyproject.toml", '[project]\nname = "sample"\nrequires-python = ">=3.10"\n')
    found.write("base.py", BASE)
    found.write("child.py", CHILD)
    found.git("init", "-q", "-b", "main")
    found.git("add", "-A")
    found.git("commit", "-q", "-m", "before the hook")
    done = found.pre_commit("install")
    assert done.returncode == 0, done.stdout
    return found


def test_check_speaks_of_the_files_that_are_committed(tmp_path: Path) -> None:
    repo = repository(tmp_path, "slotlint")
    repo.write("sums.py", NOTHING_TO_FIND)
    done = repo.commit("sums.py")
    assert done.returncode == 0, done.stdout
    repo.write("child.py", CHILD + "\n\nmore = children()\n")
    done = repo.commit("child.py")
    assert done.returncode == 1
    assert "SLT101 Child could declare" in done.stdout
    assert "SLT101 Base" not in done.stdout
    done = repo.pre_commit("run", "--all-files")
    assert done.returncode == 1
    assert "SLT101 Child could declare" in done.stdout
    assert "SLT101 Base could declare" in done.stdout
    assert repo.read("base.py") == BASE
    repo.write("notes.txt", "no Python\n")
    repo.git("reset", "-q", "--hard")
    assert "(no files to check)Skipped" in repo.commit("notes.txt").stdout


def test_fix_takes_a_chain_whole_or_not_at_all(tmp_path: Path) -> None:
    repo = repository(tmp_path, "slotlint-fix")
    changed = CHILD + "\n\nmore = children()\n"
    repo.write("child.py", changed)
    done = repo.commit("child.py")
    assert done.returncode == 1
    assert "not fixed: the fix also changes base.py, which is outside the paths given" in done.stdout
    assert (repo.read("base.py"), repo.read("child.py")) == (BASE, changed)
    done = repo.pre_commit("run", "--all-files")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert '    __slots__ = ("a",)\n' in repo.read("base.py")
    assert '    __slots__ = ("b",)\n' in repo.read("child.py")
    done = repo.pre_commit("run", "--all-files")
    assert done.returncode == 0, done.stdout
    done = repo.commit("base.py", "child.py")
    assert done.returncode == 0, done.stdout
    assert repo.git("status", "--short") == ""


def test_fix_mends_what_is_committed_by_itself(tmp_path: Path) -> None:
    repo = repository(tmp_path, "slotlint-fix")
    repo.write("alone.py", BASE.replace("Base", "Alone"))
    done = repo.commit("alone.py")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    done = repo.commit("alone.py")
    assert done.returncode == 0, done.stdout
    assert '__slots__ = ("a",)' in repo.git("show", "HEAD:alone.py")


def test_as_users_get_it_in_an_environment_of_its_own(tmp_path: Path) -> None:
    repo = repository(tmp_path, "slotlint-fix", installed=True)
    del repo.env["PYTHONPATH"]
    done = repo.pre_commit("install-hooks")
    if any(sign in done.stdout for sign in NO_NETWORK):
        pytest.skip("pip cannot reach a package index here")
    assert done.returncode == 0, done.stdout
    done = repo.pre_commit("run", "--all-files")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert '    __slots__ = ("a",)\n' in repo.read("base.py")
    done = repo.pre_commit("run", "--all-files")
    assert done.returncode == 0, done.stdout
