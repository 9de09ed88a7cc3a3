"""One look at the whole program: discover, load, fetch bases from the environment, link, judge."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from slotlint import cache, environment
from slotlint.diagnostics import Diagnostic, Problem
from slotlint.discovery import Discovery, SourceFile, discover, shown
from slotlint.external import is_stdlib_module
from slotlint.facts import FileFacts
from slotlint.link import foreign_imports, link
from slotlint.loading import FactStore, Wanted
from slotlint.program import Program, SourceModule
from slotlint.progress import progress_bar
from slotlint.rules import judge
from slotlint.settings import Settings

Overlay = Mapping[Path, bytes]  # contents that stand in for those of files


@dataclass(frozen=True, slots=True)
class Session:
    """What stays the same during a run."""

    settings: Settings
    cwd: Path
    scan: Discovery
    store: FactStore
    installed: tuple[Path, ...]  # folders with installed packages
    unsaved: Overlay = field(default_factory=dict)  # what editors hold

    def file(self, path: str) -> SourceFile | None:
        """The file of the program that is shown under this path."""
        return next((file for file in self.scan.files if file.path == path), None)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The linked program, the facts of the selected files by path, every finding, and what could not be read."""

    program: Program
    selected: Mapping[str, FileFacts]
    found: tuple[Diagnostic, ...]
    problems: tuple[Problem, ...]

    @property
    def classes(self) -> int:
        """How many classes the selected files hold."""
        return sum(len(facts.classes) for facts in self.selected.values())


def open_session(
    paths: Sequence[str | Path], settings: Settings, cwd: Path, unsaved: Mapping[str, bytes] | None = None
) -> Session:
    """Discover the program around the paths and the unsaved files; nothing is read yet."""
    given = unsaved or {}
    scan = discover(
        paths, cwd, settings.exclude, settings.src, extend_exclude=settings.extend_exclude, unsaved=tuple(given)
    )
    kept = cache.Cache.open(settings.cache_folder(scan.root)) if settings.cache else None
    installed = environment.find_site_packages(settings.python, cwd)
    return Session(settings, cwd, scan, FactStore(kept, settings.jobs), installed, _overlay(scan, given, cwd))


def _overlay(scan: Discovery, unsaved: Mapping[str, bytes], cwd: Path) -> dict[Path, bytes]:
    contents = {os.path.realpath(cwd / name): content for name, content in unsaved.items()}
    if not contents:
        return {}
    real = {file.file: os.path.realpath(file.file) for file in scan.files}
    return {file: contents[place] for file, place in real.items() if place in contents}


def analyse(session: Session, changes: Overlay | None = None) -> Analysis:
    """Link the program as it is under these changes, and judge every class of it."""
    program, selected, problems = assemble(session, changes)
    found = tuple(judge(program, session.settings))
    return Analysis(program, selected, found, problems)


def assemble(
    session: Session, changes: Overlay | None = None
) -> tuple[Program, dict[str, FileFacts], tuple[Problem, ...]]:
    """The linked program, the facts of the selected files by path, and what could not be read."""
    files = session.scan.files
    overlay = {**session.unsaved, **(changes or {})}
    with progress_bar(len(files)) as bar:
        loaded = session.store.load((Wanted(f.path, f.file, f.is_stub) for f in files), overlay, bar)
    modules = [_module(file, loaded.facts[file.path]) for file in files if file.path in loaded.facts]
    missing = _missing(session, modules)
    modules += _foreign(session, modules)
    unsaved = session.store.save()
    program = link(modules, session.settings.targets, session.settings.library, missing)
    selected = {f.path: loaded.facts[f.path] for f in files if f.selected and f.path in loaded.facts}
    return program, selected, (*session.scan.problems, *loaded.problems, *unsaved)


def _module(file: SourceFile, facts: FileFacts) -> SourceModule:
    return SourceModule(
        file.path, file.module, file.is_package, facts,
        is_stub=file.is_stub, roots=file.import_roots, aliases=file.aliases,
    )  # fmt: skip


def _missing(session: Session, modules: Sequence[SourceModule]) -> frozenset[str]:
    """The packages that modules cannot be imported without and that are nowhere; unknown without an environment."""
    if not session.installed:
        return frozenset()
    held = {name.partition(".")[0] for m in modules for name in (m.name, *m.aliases)}
    wanted = {target.partition(".")[0] for m in modules for target, level, _ in m.facts.imports if level == 0}
    outside = {n for n in wanted - held if not is_stdlib_module(n)}
    return frozenset(n for n in outside if environment.locate(n, session.installed) is None)


def _foreign(session: Session, modules: Sequence[SourceModule]) -> list[SourceModule]:
    """The installed modules that bases come from, and those that their bases come from, and so on."""
    found: list[SourceModule] = []
    asked: set[str] = set()
    while wanted := sorted(foreign_imports([*modules, *found]) - asked):
        asked.update(wanted)
        found += _fetch(session, wanted)
    return found


def _fetch(session: Session, wanted: Iterable[str]) -> list[SourceModule]:
    located = {name: environment.locate(name, session.installed) for name in wanted}
    files = {name: place for name, place in located.items() if isinstance(place, environment.Found)}
    paths = {name: shown(str(place.file), str(session.cwd)) for name, place in files.items()}
    loaded = session.store.load((Wanted(paths[n], p.file, p.file.suffix == ".pyi") for n, p in files.items()), {})
    return [
        SourceModule(paths[name], name, place.is_package, loaded.facts[paths[name]], foreign=True)
        for name, place in files.items()
        if paths[name] in loaded.facts
    ]
