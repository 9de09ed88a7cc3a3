"""The witnesses of a run: every path that its answer depends on. While none of them changes, neither does the answer."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from slotlint import pickles
from slotlint.analysis import Analysis, Session
from slotlint.discovery import MARKERS
from slotlint.ignored import INITS

# What decides on the way up from a folder: where the project, its configuration and an environment begin.
_UPWARDS = (
    *MARKERS, *INITS, "slotlint.toml", ".gitignore", ".git/info/exclude", "pyvenv.cfg", "conda-meta", ".venv", "venv",
    "env", ".venv/pyvenv.cfg", "venv/pyvenv.cfg", "env/pyvenv.cfg",
)  # fmt: skip


def witnesses(session: Session, analysis: Analysis, paths: Sequence[str]) -> frozenset[str]:
    """Every path, there or not, whose change could change what a check of these paths prints."""
    return frozenset(_all(session, analysis, paths))


def _all(session: Session, analysis: Analysis, paths: Sequence[str]) -> Iterator[str]:
    here = os.path.abspath(session.cwd)
    yield from session.scan.looked_at
    yield from (str(file.file) for file in session.scan.files)
    starts = {here, str(session.scan.root), *(os.path.abspath(os.path.join(here, path)) for path in paths)}
    for start in {*starts, *map(os.path.realpath, starts)}:
        yield from _upwards(start)
    yield from _settings(session)
    for root in session.installed:
        yield from _installed(str(root))
    for name, file, _ in analysis.places:
        yield from _place(name, file, session.installed) if name else pickles.looked_at(Path(file))
    yield from _slotlint()


def _slotlint() -> Iterator[str]:
    """slotlint itself, and the folder that its libraries are installed in: an upgrade renames their metadata."""
    here = Path(__file__).parent
    yield from map(str, (*here.rglob("*.py"), *here.glob("data/*")))
    yield sysconfig.get_path("purelib")


def _upwards(start: str) -> Iterator[str]:
    for folder in (start, *map(str, Path(start).parents)):
        yield from (os.path.join(folder, name) for name in _UPWARDS)
    yield start


def _settings(session: Session) -> Iterator[str]:
    named = (session.settings.file, session.settings.baseline, session.settings.profile, session.settings.python)
    yield from (os.path.join(session.cwd, one) for one in named if one)


def _installed(root: str) -> Iterator[str]:
    """A folder of packages (or a finder file): what it holds, what its ``.pth`` files say, whose environment it is."""
    yield root
    if os.path.isdir(root):
        yield from (os.path.join(root, name) for name in os.listdir(root) if name.endswith((".pth", "_finder.py")))
    for folder in list(Path(root).parents)[:3]:
        yield str(folder)
        yield str(folder / "pyvenv.cfg")


def _place(name: str, file: str, roots: Iterable[Path]) -> Iterator[str]:
    """An installed module: its file, and the folders in which another could come before it."""
    inner = name.split(".")
    for root in roots:
        yield from (os.path.join(root, *inner[:depth]) for depth in range(1, len(inner) + 1))
    if file:
        yield file
        yield os.path.dirname(file)
