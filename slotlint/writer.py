"""Writing sources: every file is old or new at every moment, and the files of a group are written together or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slotlint.diagnostics import Problem


@dataclass(frozen=True, slots=True)
class _Staged:
    """A file that is ready to be written: the real file, what it held, and the file beside it with the new content."""

    path: str
    target: Path
    old: bytes
    beside: Path


def write_group(changes: Mapping[str, bytes], folder: Path | None = None) -> tuple[Problem, ...]:
    """Write all of these files, or say why not and leave all of them as they were.

    Relative paths are below ``folder``, by default the working directory. Every new content first goes into a file
    beside its target, so a full disk or a folder without permission stops the group before anything is replaced. What
    remains, the renaming, is atomic for each file.
    """
    staged: list[_Staged] = []
    try:
        for path, content in changes.items():
            ready = _stage(path, (folder or Path()) / path, content)
            if isinstance(ready, Problem):
                return (ready,)
            staged.append(ready)
        return _replace_all(staged)
    finally:
        _discard(one.beside for one in staged)


def write_files(changes: Mapping[str, bytes], folder: Path | None = None) -> tuple[Problem, ...]:
    """Write each file by itself; the problems of those that could not be written."""
    return tuple(problem for path, content in changes.items() for problem in write_group({path: content}, folder))


def _stage(path: str, file: Path, content: bytes) -> _Staged | Problem:
    """Follow a path to its real file, and write the new content beside that."""
    try:
        target = Path(os.path.realpath(file, strict=True))
        status = target.stat()
        if not stat.S_ISREG(status.st_mode):
            return Problem(path, "is not a regular file, so it is not written")
        if not os.access(target, os.W_OK):  # who asks decides: root may write what its owner may not
            return Problem(path, "is read-only, so it is not written")
        return _Staged(path, target, target.read_bytes(), _beside(target, content, status))
    except OSError as error:
        return _problem(path, error)


def _problem(path: str, error: OSError) -> Problem:
    return Problem(path, f"cannot be written: {error.strerror or error}")


def _beside(target: Path, content: bytes, status: os.stat_result) -> Path:
    """Write a temporary file in the folder of the target, with its mode and owner; on failure none is left behind."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".slotlint-tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):  # only root may give a file away
                os.chown(name, status.st_uid, status.st_gid)
        os.chmod(name, stat.S_IMODE(status.st_mode))
    except BaseException:
        _discard([Path(name)])
        raise
    return Path(name)


def _replace_all(staged: Sequence[_Staged]) -> tuple[Problem, ...]:
    """Move the staged files into place; when one cannot be moved, those before it get their old content back."""
    done = 0
    try:
        for one in staged:
            os.replace(one.beside, one.target)
            done += 1
    except OSError as error:
        return (_problem(staged[done].path, error), *_put_back(staged[:done]))
    except BaseException:  # an interrupted run must not leave half a group behind
        _put_back(staged[: done + 1])
        raise
    return ()


def _put_back(written: Sequence[_Staged]) -> tuple[Problem, ...]:
    """Give files their old content again; the problems of those for which that failed, too."""
    return tuple(problem for one in reversed(written) for problem in _restore(one))


def _restore(one: _Staged) -> tuple[Problem, ...]:
    beside: list[Path] = []
    try:
        beside.append(_beside(one.target, one.old, one.target.stat()))
        os.replace(beside[0], one.target)
    except OSError as error:
        return (Problem(one.path, f"could not be put back: {error.strerror or error}"),)
    finally:
        _discard(beside)
    return ()


def _discard(paths: Iterable[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
