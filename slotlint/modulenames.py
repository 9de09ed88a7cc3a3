"""Module names of sources: what each is called in the program, and under which other names it may be imported.

A folder that is an import root (the root of the program, a ``src`` folder, ``site-packages``) has the name "".
A package is named from the highest folder of its unbroken chain of ``__init__`` files, wherever that folder lies:
``lib/foo/__init__.py`` is ``foo``. Below a ``src`` folder or ``site-packages``, and inside another package, every folder
counts: ``src/google/cloud/__init__.py`` is ``google.cloud``. So it does for files in folders without ``__init__``, which
PEP 420 makes namespace packages: ``tests/test_a.py`` is ``tests.test_a``.

Names are unique: where two top-level packages want one name, the one below an import root keeps it and the others are
named by their path from the root; a source and its stub share one name.
"""

from __future__ import annotations

import os
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from slotlint.foldernames import Names, dotted, dotted_path, free, stem
from slotlint.ignored import INITS
from slotlint.walk import is_below


@dataclass(frozen=True, slots=True)
class ModuleName:
    """A source's name in the program, its other names, and the prefixes that its own absolute imports try first."""

    module: str
    is_package: bool
    is_stub: bool
    aliases: tuple[str, ...]
    import_roots: tuple[str, ...]


def name_files(files: Iterable[str], links: Iterable[tuple[str, str]], names: Names) -> dict[str, ModuleName]:
    """The names of all files of a program, by path. ``links`` are further paths that lead to them."""
    paths = sorted(files)
    folders = {os.path.dirname(path) for path in paths}
    loose = {stem(os.path.basename(path)) for path in paths if names.folder(os.path.dirname(path)) == ""}
    names.settle((folder for folder in folders if names.is_package(folder)), loose)
    modules = _unique({path: dotted(path, names.folder(os.path.dirname(path))) for path in paths}, names)
    others = _aliases(modules, names, _linked(paths, links, names))
    roots = {folder: names.prefixes(folder) for folder in folders}
    return {path: _module_name(path, modules[path], others[path], roots[os.path.dirname(path)]) for path in paths}


def _module_name(path: str, module: str, aliases: tuple[str, ...], roots: tuple[str, ...]) -> ModuleName:
    name = os.path.basename(path)
    return ModuleName(module, name in INITS, name.endswith(".pyi"), aliases, roots)


def _unique(modules: dict[str, str], names: Names) -> dict[str, str]:
    """The same with no name twice, but for a source and its stub."""
    units: dict[str, list[str]] = defaultdict(list)
    for path in modules:
        units[path[:-1] if path.endswith(".pyi") else path].append(path)
    wanted: dict[str, list[str]] = defaultdict(list)
    for unit, paths in units.items():
        wanted[modules[paths[0]]].append(unit)
    used = set(modules.values())
    for rivals in wanted.values():
        for unit in _losers(rivals, units, names) if len(rivals) > 1 else ():
            name = free(dotted(unit, names.label(os.path.dirname(unit)) or ""), used)
            modules.update(dict.fromkeys(units[unit], name))
    return modules


def _losers(rivals: Sequence[str], units: Mapping[str, Sequence[str]], names: Names) -> list[str]:
    """The units that may not have a name that several want: all but one source and the stub that goes with it."""
    ranked = sorted(rivals, key=lambda unit: (names.rank(unit), unit))
    sources = [unit for unit in ranked if unit in units[unit]]
    kept = _keeper(sources or ranked, names)
    stubs = [unit for unit in ranked if unit not in sources]
    companion = stubs[0] if kept in sources and len(units[kept]) == 1 and stubs else None
    return [unit for unit in ranked if unit not in (kept, companion)]


def _keeper(ranked: Sequence[str], names: Names) -> str | None:
    """The one that keeps a name; none where equal files of several given folders want it."""
    best = [unit for unit in ranked if names.rank(unit) == names.rank(ranked[0])]
    apart = {names.root_of(os.path.dirname(unit)) for unit in best}
    return None if len(apart) > 1 else best[0]


def _linked(paths: Sequence[str], links: Iterable[tuple[str, str]], names: Names) -> dict[str, list[str]]:
    """The names that symbolic links give to files, by path; ``paths`` are sorted."""
    found: dict[str, list[str]] = defaultdict(list)
    for link, target in links:
        at = bisect_left(paths, target)
        while at < len(paths) and paths[at].startswith(target):
            other = link + paths[at][len(target) :]
            label = names.label(os.path.dirname(other))
            if label is not None and is_below(paths[at], target):
                found[paths[at]].append(dotted(other, label))
            at += 1
    return found


def _aliases(modules: Mapping[str, str], names: Names, linked: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Other names of each file, without those that mean two modules or that another one has as its own."""
    found = {path: _other_names(path, names, linked.get(path, ())) for path in modules}
    meant: dict[str, set[str]] = defaultdict(set)
    for path, others in found.items():
        for other in others:
            meant[other].add(modules[path])
    own = set(modules.values())
    return {path: tuple(other for other in others if other not in own and len(meant[other]) == 1) for path, others in found.items()}


def _other_names(path: str, names: Names, linked: Iterable[str]) -> list[str]:
    folder = os.path.dirname(path)
    label = names.label(folder)
    spelt = [] if label is None else [dotted(path, label)]
    bare = (dotted(path, dotted_path(folder, start)) for start in _starts(folder, names))
    imported = (name for name in bare if name.partition(".")[0] not in sys.stdlib_module_names)
    return list(dict.fromkeys([*spelt, *linked, *imported]))


def _starts(folder: str, names: Names) -> Iterator[str]:
    """The folders that imports of a file in this folder may start from."""
    yield names.import_root(folder)
    root = names.root_of(folder)
    while root is not None:
        yield root
        above = os.path.dirname(root)
        root = None if above == root else names.root_of(above)
