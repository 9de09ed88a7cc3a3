"""Editable installs: folders that ``.pth`` files add to the import path, and the mappings of setuptools' finders."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_FINDER = ("__editable__", "_finder.py")
_LIMIT = 1_000_000  # bytes


def linked_folders(folder: Path) -> list[Path]:
    """The folders that the ``.pth`` files of a folder of packages name; their ``import`` lines are not run."""
    found = []
    for name in _names(folder):
        if name.endswith(".pth") and not name.startswith("."):
            for line in _text(folder / name).splitlines():
                entry = line.strip()
                if entry and not entry.startswith(("#", "import ", "import\t")):
                    path = folder / entry
                    if "\0" not in entry and path.is_dir():
                        found.append(Path(os.path.normpath(path)))
    return found


def mapping_files(folder: Path) -> list[Path]:
    """The finder modules in a folder of packages; they map names of top-level modules to places anywhere."""
    prefix, suffix = _FINDER
    return [folder / name for name in _names(folder) if name.startswith(prefix) and name.endswith(suffix)]


def mapped(module: str, finder: str) -> str | None:
    """The path without ending that a finder module maps a top-level module to."""
    try:
        stamp = os.stat(finder).st_mtime_ns
    except OSError:
        return None
    place = _mapping(finder, stamp).get(module)
    return place.removesuffix(".py") if place else None


@lru_cache(maxsize=256)
def _mapping(finder: str, stamp: int) -> Mapping[str, str]:
    """The ``MAPPING`` of a finder module as its source spells it; the stamp renews what is cached."""
    try:
        tree = ast.parse(_text(Path(finder)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    for statement in tree.body:
        if _assigned(statement) == "MAPPING" and isinstance(statement, (ast.Assign, ast.AnnAssign)):
            return _literal(statement.value)
    return {}


def _assigned(statement: ast.stmt) -> str:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    target = statement.target if isinstance(statement, ast.AnnAssign) else next(iter(targets), None)
    return target.id if isinstance(target, ast.Name) else ""


def _literal(value: ast.expr | None) -> Mapping[str, str]:
    try:
        found = ast.literal_eval(value) if value else {}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: place for key, place in found.items() if isinstance(key, str) and isinstance(place, str)}


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _text(path: Path) -> str:
    """A small file's text, or "" where there is none; a pipe in its place is not opened."""
    try:
        if not path.is_file() or path.stat().st_size > _LIMIT:
            return ""
        return path.read_text(encoding="utf-8-sig", errors="surrogateescape")
    except OSError:
        return ""
