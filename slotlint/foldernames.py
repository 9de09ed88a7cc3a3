"""Dotted names of folders: where a program's import roots are, and what each folder is called from them."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slotlint.ignored import INITS, INSTALLED
from slotlint.walk import SUFFIXES, is_below


@dataclass(frozen=True, slots=True)
class Roots:
    """Where names start, in the order in which they have a claim on a bare name.

    ``certain`` roots are on the import path (``src`` of the project, ``site-packages``), ``given`` ones are the project's
    own root or folders that were asked for, ``likely`` ones are further ``src`` folders. ``labels`` are the folders that
    paths are spelt from where a name alone would not be unique.
    """

    certain: frozenset[str]
    given: frozenset[str]
    likely: frozenset[str]
    labels: tuple[str, ...]

    @property
    def ranked(self) -> tuple[frozenset[str], ...]:
        """The roots, best claim first."""
        return self.certain, self.given, self.likely


class Names:
    """Folder names by the rules above, each worked out once."""

    __slots__ = ("_chosen", "_known", "_packages", "_roots")

    def __init__(self, roots: Roots, packages: Iterable[str]) -> None:
        self._roots = roots
        self._packages = dict.fromkeys(packages, True)
        self._known: dict[str, str] = {}
        self._chosen: dict[str, str] = {}

    def is_package(self, folder: str) -> bool:
        """Whether a folder has an ``__init__``; folders above the walk are looked up on the disk."""
        known = self._packages.get(folder)
        if known is None:
            known = any(os.path.exists(os.path.join(folder, init)) for init in INITS)
            self._packages[folder] = known
        return known

    def folder(self, folder: str) -> str:
        """The dotted name of a folder, "" for an import root."""
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = self._chosen.get(folder) or self._work_out(folder)
        return known

    def _work_out(self, folder: str) -> str:
        parent = os.path.dirname(folder)
        if self.is_package(folder):
            if not self._is_inner(folder):
                return top_name(folder)
        elif self.is_root(folder) or parent == folder:
            return ""
        return join(self.folder(parent), component(os.path.basename(folder)))

    def _is_inner(self, package: str) -> bool:
        """Whether the folders above a package belong to its name."""
        above = os.path.dirname(package)
        if self.is_package(above):
            return True
        root = None if self.is_root(package) else self.root_of(above)
        if root is None:
            return False
        return (root not in self._roots.given and root != above) or self._has_package(above, root)

    def _has_package(self, folder: str, root: str) -> bool:
        while folder != root:
            if self.is_package(folder):
                return True
            folder = os.path.dirname(folder)
        return self.is_package(root)

    def is_root(self, folder: str) -> bool:
        """Whether modules right in this folder are imported by their bare names, for all that is known."""
        return any(folder in roots for roots in self._roots.ranked)

    def root_of(self, folder: str) -> str | None:
        """The nearest import root at or above a folder."""
        while not self.is_root(folder):
            above = os.path.dirname(folder)
            if above == folder:
                return None
            folder = above
        return folder

    def settle(self, folders: Iterable[str], loose: Iterable[str]) -> None:
        """Give names of their own to top-level packages that would share one; ``loose`` are modules right in a root."""
        wanted: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for folder in sorted(filter(self.is_package, {self._top(folder) for folder in folders})):
            wanted[top_name(folder), folder.endswith("-stubs")].append(folder)
        shadowed = sys.stdlib_module_names.union(loose)
        taken = {name for name, _ in wanted}
        for (name, _), rivals in wanted.items():
            kept = self._keeper(rivals, name in shadowed)
            for folder in rivals:
                if folder != kept:
                    self._chosen[folder] = free(self.label(folder) or name, taken)
        self._known.clear()

    def _top(self, package: str) -> str:
        while self._is_inner(package):
            package = os.path.dirname(package)
            if self.is_root(package) and not self.is_package(package):
                break
        return package

    def _keeper(self, rivals: Sequence[str], is_shadowed: bool) -> str | None:
        """The one of the packages that keeps the bare name, if one has a better claim than the others.

        A folder deep in a project that is called ``types`` or ``http`` is not what ``import http`` means.
        """
        for roots in self._roots.ranked:
            claims = [folder for folder in rivals if folder in roots or os.path.dirname(folder) in roots]
            if claims:
                return claims[0] if len(claims) == 1 else None
        return rivals[0] if len(rivals) == 1 and not is_shadowed else None

    def label(self, folder: str) -> str | None:
        """A folder's dotted path from the root of the program, or None where nothing is imported by such a path."""
        root = self.root_of(folder)
        if root is not None and os.path.basename(root) in INSTALLED:
            return None
        return next((dotted_path(folder, top) for top in self._roots.labels if is_below(folder, top)), None)

    def prefixes(self, folder: str) -> tuple[str, ...]:
        """The dotted names of the folder that absolute imports of files in this one start from."""
        start = self.import_root(folder)
        label = self.label(start)
        return tuple(dict.fromkeys([self.folder(start)] if label is None else [label, self.folder(start)]))

    def import_root(self, folder: str) -> str:
        """The folder that absolute imports of a file in this folder start from when it is run, or collected by a test."""
        while self.is_package(folder) and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        return folder

    def rank(self, path: str) -> tuple[bool, int]:
        """How good a claim a file has on its name; lower is better."""
        folder, name = os.path.split(path)
        root = self.root_of(folder)
        claims = (at for at, roots in enumerate(self._roots.ranked) if root in roots)
        return name not in INITS, next(claims, len(self._roots.ranked))


def free(name: str, taken: set[str]) -> str:
    """The name, or with the first number that makes it unique; no import statement can spell the dash."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    taken.add(found)
    return found


def dotted_path(folder: str, top: str) -> str:
    """A folder's path below another one as a dotted name, "" for that folder itself."""
    inner = folder[len(top) :].strip(os.sep)
    return ".".join(component(part) for part in inner.split(os.sep)) if inner else ""


def dotted(path: str, folder: str) -> str:
    name = os.path.basename(path)
    return folder if name in INITS and folder else join(folder, stem(name))


def stem(name: str) -> str:
    """A file's module name; of a file that is no ``*.py`` the whole name."""
    ending = next((suffix for suffix in SUFFIXES if name.endswith(suffix)), "")
    return component(name.removesuffix(ending)) or component(name)


def component(name: str) -> str:
    """One part of a dotted name; a dot in a file name becomes a dash, since no import statement can spell either."""
    return printable(name.replace(".", "-"))


def top_name(package: str) -> str:
    """The name of a top-level package; ``foo-stubs`` holds the stubs of ``foo`` (PEP 561)."""
    name = os.path.basename(package)
    return component(name.removesuffix("-stubs")) or "__init__"


def join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def printable(path: str) -> str:
    """The path with bytes that are no UTF-8 spelt as ``\\xff``, so that every output can carry it."""
    return os.fsencode(path).decode("utf-8", "backslashreplace") if not path.isascii() else path
