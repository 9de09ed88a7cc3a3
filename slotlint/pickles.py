"""Pickles among the files of a project: what they were made of must still load, and an instance dict does not load into slots.

They are only searched for names, never loaded.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from slotlint.program import SourceModule

LOADERS = frozenset({"pickle", "cPickle", "_pickle", "cloudpickle", "dill", "joblib", "shelve"})
STARTS = tuple(bytes((0x80, protocol)) for protocol in range(2, 6))
SOURCES = (".py", ".pyi", ".pyc", ".so")
NOT_OURS = frozenset({"site-packages", "node_modules", "__pycache__"})
MOST_FILES = 20_000
MOST_BYTES = 8 << 20  # of a file


def loads_any(modules: Iterable[SourceModule]) -> bool:
    """Whether a module of the program can load pickles."""
    rows = (row for module in modules if not module.foreign for row in module.facts.terms)
    return any(row[0] in ("m", "f") and row[1].partition(".")[0] in LOADERS for row in rows)


def pickled(paths: Iterable[Path], modules: Iterable[SourceModule]) -> dict[str, Path]:
    """The keys of the classes that one of these pickles names, each with the first."""
    wanted: dict[bytes, list[tuple[bytes, str]]] = {}
    for module in (each for each in modules if not each.foreign):
        for name in (module.name, *module.aliases):
            for each in module.facts.classes:
                last = each.qualname.rpartition(".")[2]
                wanted.setdefault(name.encode(), []).append((last.encode(), f"{module.name}:{each.qualname}"))
    found: dict[str, Path] = {}
    for path in paths:
        for key in _named(path, wanted):
            found.setdefault(key, path)
    return found


def fingerprint(paths: Iterable[Path]) -> str:
    """What is another one when a pickle comes, goes or changes."""
    found = hashlib.sha256()
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        found.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode(errors="surrogateescape"))
    return found.hexdigest()


def pickles(root: Path) -> Iterator[Path]:
    """The files below a folder that begin as pickles do; hidden folders and environments are none of the project."""
    looked_at = 0
    for folder, files in _folders(root):
        looked_at += len(files)
        if looked_at > MOST_FILES:
            return
        for name in files:
            path = Path(folder, name)
            if not name.endswith(SOURCES) and _start(path) in STARTS:
                yield path


def looked_at(root: Path) -> Iterator[str]:
    """The folders and files that decide what pickles there are, and what they hold."""
    yield from (folder for folder, _ in _folders(root))
    yield from map(str, pickles(root))


def _folders(root: Path) -> Iterator[tuple[str, list[str]]]:
    for folder, folders, files in os.walk(root):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in NOT_OURS)
        yield folder, sorted(files)


def _start(path: Path) -> bytes:
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(2)
    except OSError:
        return b""


def _named(path: Path, wanted: Mapping[bytes, list[tuple[bytes, str]]]) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES)
    except OSError:
        return
    for module, classes in wanted.items():
        if module in content:
            yield from (key for name, key in classes if name in content)
