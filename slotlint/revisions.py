"""What has changed since a revision: the classes whose source is not what git has of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from slotlint.diagnostics import Diagnostic
from slotlint.extract import extract
from slotlint.outline import Head, outline


class NoRevision(ValueError):
    """Why there is nothing to compare with: no git, no repository, no such revision."""


@dataclass(frozen=True, slots=True)
class Heads:
    """The classes of a file as it is now, and which of them are not what they were (None: the file is new)."""

    classes: tuple[Head, ...]
    changed: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of a repository, and the files that differ from it: their paths in it, by their paths now ("" is none)."""

    top: str
    commit: str
    differing: Mapping[str, str]
    tracked: frozenset[str]
    known: dict[str, Heads] = field(default_factory=dict, repr=False, compare=False)

    def has_changed(self, one: Diagnostic, file: Path, read: Callable[[], bytes | None], unsaved: bool) -> bool:
        """Whether the class of a finding is new or changed; what lies in no class has changed with its file."""
        if one.path not in self.known:
            content = read()
            if content is None:
                return True
            self.known[one.path] = self._compare(file, content, unsaved)
        heads = self.known[one.path]
        if heads.changed is None:
            return True
        name = one.class_name or _class_at(one.row, heads.classes)
        return name in heads.changed if name else bool(heads.changed) or self._differs(file)

    def _compare(self, file: Path, content: bytes, unsaved: bool) -> Heads:
        new = outline(extract(content, stub=file.suffix == ".pyi")).classes
        inner = self._inner(file)
        if inner not in self.tracked:
            return Heads(new, None)
        if not unsaved and inner not in self.differing:
            return Heads(new, frozenset())
        old = self._content(self.differing.get(inner, inner))
        return Heads(new, None if old is None else changed_classes(old, content, file.suffix == ".pyi"))

    def _inner(self, file: Path) -> str:
        """The path of a file in the repository."""
        return os.path.relpath(os.path.realpath(file), self.top).replace(os.sep, "/")

    def _differs(self, file: Path) -> bool:
        return self._inner(file) in self.differing

    def _content(self, inner: str) -> bytes | None:
        if not inner:
            return None
        done = _git(self.top, "cat-file", "blob", f"{self.commit}:{inner}")
        return done.stdout if done.returncode == 0 else None


def changed_classes(old: bytes, new: bytes, stub: bool = False) -> frozenset[str]:
    """The qualified names of the classes in ``new`` that ``old`` does not have letter for letter, line ends aside."""
    before, after = _segments(old, stub), _segments(new, stub)
    return frozenset(name for name, text in after if (name, text) not in before)


def revision(name: str, cwd: Path) -> Revision:
    """The revision of this name in the repository around a folder; raises NoRevision."""
    top = _asked(cwd, "rev-parse", "--show-toplevel", problem="no git repository here")
    commit = _asked(
        cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}",
        problem=f'no revision "{name}" in this repository',
    )  # fmt: skip
    status = _fields(_git(top, "diff", "--name-status", "-z", "-M", "--no-ext-diff", commit, "--"))
    tracked = _fields(_git(top, "ls-files", "-z"))
    return Revision(os.path.realpath(top), commit, _differing(status), frozenset(tracked))


def _segments(source: bytes, stub: bool) -> frozenset[tuple[str, str]]:
    """Each class of a file with its source, from the first decorator on."""
    lines = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode(errors="surrogateescape").split("\n")
    heads = outline(extract(source, stub=stub)).classes
    return frozenset((head.qualname, "\n".join(lines[head.head - 1 : head.end_row]).rstrip()) for head in heads)


def _class_at(row: int, classes: tuple[Head, ...]) -> str:
    """The innermost class that a row lies in, or ""."""
    around = [head for head in classes if head.head <= row <= head.end_row]
    return max(around, key=lambda head: head.head).qualname if around else ""


def _differing(fields: list[str]) -> dict[str, str]:
    """Old paths by new ones, from what ``git diff --name-status -z`` lists."""
    found: dict[str, str] = {}
    at = iter(fields)
    for status in at:
        if status[:1] in ("R", "C"):
            old = next(at)
            found[next(at)] = old
        else:
            path = next(at)
            found[path] = "" if status.startswith("A") else path
    return found


def _asked(folder: Path, *arguments: str, problem: str) -> str:
    done = _git(folder, *arguments)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().partition("\n")[0].removeprefix("fatal: ")
        raise NoRevision(f"{problem}{f' ({said})' if said else ''}")
    return os.fsdecode(done.stdout).rstrip("\n")


def _fields(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """What git listed between null bytes; raises NoRevision where it failed."""
    if done.returncode:
        raise NoRevision(f"git failed: {done.stderr.decode(errors='replace').strip()}")
    return os.fsdecode(done.stdout).split("\0")[:-1]


def _git(folder: str | Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except OSError as error:
        raise NoRevision(f"git cannot be run: {(error.strerror or str(error)).lower()}") from error
