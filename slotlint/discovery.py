"""The program that given paths belong to: its files, their module names, and which of them were asked for.

The program is every source of the project around the working directory. A path outside of that project, or inside a
part of it that is no source (an environment, a hidden folder, build output), is a program of its own, just as given.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from slotlint.diagnostics import Problem
from slotlint.foldernames import Names, Roots, printable
from slotlint.ignored import INSTALLED, Ignored, Layer, is_apart, layers_above, patterns_layer
from slotlint.modulenames import ModuleName, name_files
from slotlint.walk import Walk, irregular, is_below

MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One source. ``path`` is shown to the user: relative below the working directory, else absolute.

    ``aliases`` are other names that the module may be imported by; no two modules of a program share one.
    ``import_roots`` are the dotted prefixes that absolute imports in this file are looked up under first ("" is the top).
    """

    path: str
    file: Path
    module: str
    is_package: bool
    is_stub: bool
    selected: bool
    aliases: tuple[str, ...] = ()
    import_roots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discovery:
    """A program, sorted by path. ``missing`` are given paths that do not exist: for the command line a usage error."""

    root: Path
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...] = ()
    looked_at: frozenset[str] = frozenset()  # folders, links and ignore files that decided what is listed


class _Given(NamedTuple):
    """A path that was asked for, as spelt and as it really is; ``alone`` where it is no part of the project."""

    path: str
    real: str
    is_folder: bool
    alone: bool


def project_root(folder: Path) -> Path | None:
    """The nearest folder at or above this one that has a marker of a project."""
    for one in (folder, *folder.parents):
        if any(os.path.lexists(one / marker) for marker in MARKERS):
            return one
    return None


def discover(
    paths: Sequence[str | Path],
    cwd: Path,
    exclude: Sequence[str] = (),
    src: Sequence[str] = (),
    *,
    extend_exclude: Sequence[str] = (),
    unsaved: Sequence[str | Path] = (),
    anchor: str | Path | None = None,
) -> Discovery:
    """List the program around these paths (all of the working directory, if none).

    ``exclude`` holds gitignore patterns that start at ``anchor`` (the folder of the configuration file), else at the root;
    ``!build/`` takes back in what is left out by default. ``src`` holds folders that modules are imported from. Files
    given by name count even when they are excluded. ``unsaved`` files are asked for as well and need not exist: their
    content is in someone's editor.
    """
    here = os.path.abspath(cwd)
    asked = paths or ([] if unsaved else ["."])
    problems = [_unusable(path, here) for path in asked]
    project = project_root(Path(here))
    usable = [path for path, problem in zip(asked, problems, strict=True) if problem is None]
    given = sorted({_given(path, here, project) for path in (*usable, *unsaved)})
    root = _root(given, project, here)
    walk = _walk(given, root, str(anchor or root), (*exclude, *extend_exclude))
    names = Names(_roots(walk, given, root, src), walk.packages)
    files = _sources(walk, given, name_files(walk.files, walk.links, names), here)
    found = [*(p for p in problems if p), *(Problem(shown(path, here), why) for path, why in walk.problems)]
    return Discovery(
        Path(root),
        files,
        tuple(sorted({p for p in found if p.message != _MISSING}, key=lambda p: (p.path, p.message))),
        tuple(p for p in found if p.message == _MISSING),
        frozenset(walk.looked_at),
    )


_MISSING = "no such file or folder"


def _unusable(path: str | Path, here: str) -> Problem | None:
    """Why a given path cannot be looked at, if so."""
    spelt = os.path.join(here, path)
    if path == "" or "\0" in str(path) or not os.path.lexists(spelt):
        return Problem(printable(str(path)), _MISSING)
    reason = irregular(spelt)
    return Problem(shown(os.path.abspath(spelt), here), reason) if reason else None


def _given(path: str | Path, here: str, project: Path | None) -> _Given:
    spelt = os.path.abspath(os.path.join(here, path))
    real = os.path.realpath(spelt)
    is_folder = os.path.isdir(real)
    if project is None or not is_below(real, os.path.realpath(project)):
        return _Given(spelt, real, is_folder, True)
    root = str(project)
    inside = os.path.normpath(os.path.join(root, os.path.relpath(real, os.path.realpath(root))))
    return _Given(inside, real, is_folder, _lies_apart(inside if is_folder else os.path.dirname(inside), root))


def _lies_apart(folder: str, root: str) -> bool:
    """Whether a folder of the project is, or lies in, what is never a source of it."""
    while is_below(folder, root) and folder != root:
        if is_apart(folder):
            return True
        folder = os.path.dirname(folder)
    return False


def _root(given: Iterable[_Given], project: Path | None, here: str) -> str:
    """The project where one of the paths belongs to it, else the folder that holds them all."""
    bases = [_base(one) for one in given if one.alone]
    if project is not None and any(not one.alone for one in given):
        return str(project)
    try:
        return os.path.commonpath(bases) if bases else here
    except ValueError:  # on several drives
        return here


def _base(one: _Given) -> str:
    """The folder that module names of a path outside of the project start from."""
    folder = one.path if one.is_folder else os.path.dirname(one.path)
    return _installed_root(folder) or folder


def _installed_root(folder: str) -> str | None:
    while os.path.dirname(folder) != folder:
        if os.path.basename(folder) in INSTALLED:
            return folder
        folder = os.path.dirname(folder)
    return None


def _walk(given: Sequence[_Given], root: str, anchor: str, patterns: Sequence[str]) -> Walk:
    """Look at the project, then at what is no part of it; outer folders go first, since each file is listed once."""
    walk = Walk.begin()
    members = [one for one in given if not one.alone]
    if members:
        ignored = Ignored(_patterns(root, anchor, patterns), layers_above(root))
        walk.add_folder(root, ignored)
        for one in members:
            _add(walk, one, ignored.with_layers(layers_above(one.path)))
    for one in given:
        if one.alone:
            _add(walk, one, _ignored_alone(one, anchor, patterns))
    return walk


def _add(walk: Walk, one: _Given, ignored: Ignored) -> None:
    if one.is_folder:
        walk.add_folder(one.path, ignored)
    else:
        walk.add_file(one.path)


def _ignored_alone(one: _Given, anchor: str, patterns: Sequence[str]) -> Ignored:
    """What is left out of a folder that is a program of its own; an environment is nobody's repository."""
    environment = _in_environment(one.path)
    layers = () if environment else layers_above(one.path)
    return Ignored(_patterns(one.path, anchor, patterns), layers, not environment, environment)


def _patterns(folder: str, anchor: str, patterns: Sequence[str]) -> Layer | None:
    """The patterns of the settings for a walk that begins at a folder, which may lie elsewhere than they do."""
    near = is_below(folder, anchor) or is_below(anchor, folder)
    return patterns_layer(anchor if near else folder, patterns)


def _in_environment(folder: str) -> bool:
    if _installed_root(folder):
        return True
    while not os.path.exists(os.path.join(folder, "pyvenv.cfg")):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    return True


def _roots(walk: Walk, given: Sequence[_Given], root: str, src: Sequence[str]) -> Roots:
    """Import roots: those the settings name, the usual folders, and given folders for want of better."""
    bases = [_base(one) for one in given if one.alone]
    meant = set(bases) if all(one.alone for one in given) else {root, *bases}
    certain = {os.path.normpath(os.path.join(root, folder)) for folder in (*src, "src")}
    scanned = {*walk.folders.values(), *meant}
    certain |= {one for one in scanned if os.path.basename(one) in INSTALLED}
    likely = {one for one in scanned if os.path.basename(one) == "src" and not _in_package(one, walk, root)}
    labels = dict.fromkeys([root, *bases])
    certain, likely = certain - walk.packages, likely - walk.packages
    return Roots(frozenset(certain), frozenset(meant - certain), frozenset(likely - certain - meant), tuple(labels))


def _in_package(folder: str, walk: Walk, root: str) -> bool:
    while is_below(folder, root) and folder != root:
        folder = os.path.dirname(folder)
        if folder in walk.packages:
            return True
    return False


def _sources(walk: Walk, given: Sequence[_Given], names: dict[str, ModuleName], here: str) -> tuple[SourceFile, ...]:
    folders = tuple(os.path.join(one.real, "") for one in given if one.is_folder)
    single = {spelt for one in given if not one.is_folder for spelt in (one.path, one.real)}
    found = []
    for path, real in walk.files.items():
        name = names[path]
        selected = real in single or path in single or (path not in walk.outside and real.startswith(folders))
        found.append(
            SourceFile(
                shown(path, here), Path(path), name.module, name.is_package, name.is_stub, selected, name.aliases,
                name.import_roots,
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda file: file.path))


def shown(path: str, here: str) -> str:
    """A path as the user sees it: relative below the working directory, and printable."""
    inner = path[len(here) :].lstrip(os.sep) if is_below(path, here) else path
    return printable(inner or ".")
