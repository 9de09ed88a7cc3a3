"""The sources on the disk: one pass of ``os.scandir``, each real file and folder once, nothing opened."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from typing import NamedTuple

from slotlint.ignored import INITS, Ignored, hides_by_content

SUFFIXES = (".py", ".pyi", ".pyw")


class _Stop(NamedTuple):
    """A folder to scan: as it was reached, where it really is, and whether it was asked for by name."""

    path: str
    real: str
    ignored: Ignored
    trusted: bool


class _Link(NamedTuple):
    """A symbolic link met on the way; followed when the walk is over, so that real paths come first."""

    path: str
    ignored: Ignored
    root: str  # the real path of the folder that the walk began at


@dataclass(slots=True)
class Walk:
    """Collects the sources below several folders; all paths are absolute strings."""

    files: dict[str, str]  # path as reached -> real path
    reached: dict[str, str]  # real path of each of them -> path as reached
    folders: dict[str, str]  # real path of each scanned folder -> path as reached
    packages: set[str]  # scanned folders with an __init__
    links: list[tuple[str, str]]  # (second way to a listed file or folder, path as reached)
    outside: set[str]  # files that are links out of the tree they were found in
    problems: list[tuple[str, str]]
    looked_at: set[str]  # folders, links and ignore files that decided what is listed

    @classmethod
    def begin(cls) -> Walk:
        """An empty collection."""
        return cls({}, {}, {}, set(), [], set(), [], set())

    def add_folder(self, start: str, ignored: Ignored) -> None:
        """List the sources at and below a folder. Links to folders outside of it are not followed."""
        root = os.path.realpath(start)
        links: list[_Link] = []
        self._descend(_Stop(start, root, ignored.opened_for(start), True), root, links)
        while links:
            links.sort(key=lambda link: link.path)
            later: list[_Link] = []
            for link in links:
                self._follow(link, later)
            links = later

    def add_file(self, path: str) -> None:
        """List a file that was given by name, whatever its ending (it may not exist yet), unless it is listed already."""
        real = os.path.realpath(path)
        if path not in self.files and real not in self.reached:
            self._list(path, real)

    def _list(self, path: str, real: str) -> None:
        self.files[path] = real
        self.reached[real] = path

    def _descend(self, start: _Stop, root: str, links: list[_Link]) -> None:
        pending = [start]
        while pending:
            stop = pending.pop()
            if stop.real in self.folders:
                continue
            entries = self._scan(stop.path)
            names = {entry.name for entry in entries}
            self.looked_at.add(stop.path)
            if not stop.trusted and hides_by_content(os.path.basename(stop.path), names.__contains__):
                continue
            self.folders[stop.real] = stop.path
            if any(init in names for init in INITS):
                self.packages.add(stop.path)
            ignored = stop.ignored
            if ".gitignore" in names:
                ignored = stop.ignored.below(stop.path)
                self.looked_at.add(os.path.join(stop.path, ".gitignore"))
            for entry in entries:
                inner = self._take(entry, stop, ignored)
                if isinstance(inner, _Stop):
                    pending.append(inner)
                elif inner:
                    links.append(_Link(entry.path, ignored, root))

    def _scan(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return []  # gone since it was listed
        except OSError as error:
            self._cannot(folder, error)
            return []

    def _cannot(self, path: str, error: OSError) -> None:
        self.problems.append((path, _reason(error)))

    def _take(self, entry: os.DirEntry[str], stop: _Stop, ignored: Ignored) -> _Stop | bool:
        """List a file, or hand back a folder to go into; True for a link to look at later."""
        try:
            if entry.is_symlink():
                return True
            if entry.is_dir(follow_symlinks=False):
                return self._inner(entry.name, entry.path, os.path.join(stop.real, entry.name), ignored)
            if _is_source(entry.name) and not ignored.verdict(entry.path, False):
                if entry.is_file(follow_symlinks=False):
                    self._list(entry.path, os.path.join(stop.real, entry.name))
                else:
                    self.problems.append((entry.path, _kind(entry.stat(follow_symlinks=False).st_mode)))
        except OSError as error:
            self._cannot(entry.path, error)
        return False

    def _inner(self, name: str, path: str, real: str, ignored: Ignored) -> _Stop | bool:
        verdict = ignored.verdict(path, True)
        if verdict or name == "__pycache__" or (verdict is None and ignored.hides_by_name(name)):
            return False
        return _Stop(path, real, ignored, verdict is False)

    def _follow(self, link: _Link, later: list[_Link]) -> None:
        """Settle a link: to a folder of the tree, to a file anywhere, or to nothing."""
        name = os.path.basename(link.path)
        self.looked_at.add(link.path)
        try:
            mode = os.stat(link.path).st_mode
        except OSError as error:
            if _is_source(name) and not link.ignored.verdict(link.path, False):
                self.problems.append((link.path, _reason(error)))
            return
        real = os.path.realpath(link.path)
        if stat.S_ISDIR(mode):
            self._follow_folder(link, name, real, later)
        elif _is_source(name) and not link.ignored.verdict(link.path, False):
            self._follow_file(link, real, mode)

    def _follow_folder(self, link: _Link, name: str, real: str, later: list[_Link]) -> None:
        if real in self.folders:
            self.links.append((link.path, self.folders[real]))
        elif is_below(real, link.root):
            stop = self._inner(name, link.path, real, link.ignored)
            if isinstance(stop, _Stop):
                self._descend(stop, link.root, later)

    def _follow_file(self, link: _Link, real: str, mode: int) -> None:
        if real in self.reached:
            self.links.append((link.path, self.reached[real]))
        elif stat.S_ISREG(mode):
            self._list(link.path, real)
            if not is_below(real, link.root):
                self.outside.add(link.path)
        else:
            self.problems.append((link.path, _kind(mode)))


def _is_source(name: str) -> bool:
    """Whether a walk lists a file of that name; editors and archives leave hidden ones (``.#a.py``, ``._a.py``)."""
    return name.endswith(SUFFIXES) and not name.startswith(".")


def is_below(path: str, folder: str) -> bool:
    """Whether a path is that folder or lies in it."""
    return path == folder or path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    name = next((name for check, name in kinds if check(mode)), "not a regular file")
    return f"{name}, so not read"


def irregular(path: str) -> str | None:
    """Why a given path is neither a file nor a folder that can be read, or None when it is one."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return _reason(error)
    return None if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else _kind(mode)


def _reason(error: OSError) -> str:
    """Why a path that is there cannot be read."""
    known = {errno.ENOENT: "a symbolic link that leads nowhere", errno.ELOOP: "a loop of symbolic links"}
    return known.get(error.errno or 0) or f"cannot be read: {(error.strerror or str(error)).lower()}"
