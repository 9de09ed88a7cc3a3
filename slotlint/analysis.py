"""One look at the whole program: discover, load, fetch bases from the environment, link, judge."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from slotlint import cache, environment, pickles
from slotlint.diagnostics import Diagnostic, Problem
from slotlint.discovery import Discovery, SourceFile, discover, shown
from slotlint.executors import NoExecutor
from slotlint.external import is_stdlib_module
from slotlint.facts import FileFacts
from slotlint.handed import DEPTH, lending_modules, stores_of, used_names
from slotlint.link import link
from slotlint.loading import FactStore, Scanned, Wanted, digest, read_source
from slotlint.origins import base_imports
from slotlint.outline import Outline, outline
from slotlint.program import Program, SourceModule
from slotlint.progress import progress_bar
from slotlint.results import Place, Result, dump_result, load_result, result_key
from slotlint.revisions import Revision
from slotlint.rules import judge
from slotlint.settings import Settings, origin

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
    quiet: bool = False  # no progress bar
    since: Revision | None = None  # only what has changed since is of interest
    lenders: dict[str, tuple[Place, SourceModule | None]] = field(default_factory=dict)  # installed modules, as they were found
    stored: dict[Path, tuple[Path, ...]] = field(default_factory=dict)  # the pickles below a folder, as they were found

    def file(self, path: str) -> SourceFile | None:
        """The file of the program that is shown under this path."""
        return next((file for file in self.scan.files if file.path == path), None)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Every finding on the program, the outlines of the selected files by path, and what could not be read."""

    found: tuple[Diagnostic, ...]
    selected: Mapping[str, Outline]
    problems: tuple[Problem, ...]
    places: tuple[Place, ...] = ()  # the installed modules that were looked up

    @property
    def classes(self) -> int:
        """How many classes the selected files hold."""
        return sum(len(outline.classes) for outline in self.selected.values())


@dataclass(frozen=True, slots=True)
class Linked:
    """The linked program, the outlines of all its files by path, and the installed modules that were looked up."""

    program: Program
    outlines: Mapping[str, Outline]
    places: tuple[Place, ...]


def open_session(
    paths: Sequence[str | Path],
    settings: Settings,
    cwd: Path,
    unsaved: Mapping[str, bytes] | None = None,
    *,
    quiet: bool = False,
) -> Session:
    """Discover the program around the paths and the unsaved files; nothing is read yet."""
    given = unsaved or {}
    scan = discover(
        paths, cwd, settings.exclude, settings.src,
        extend_exclude=settings.extend_exclude, unsaved=tuple(given), anchor=settings.root or None,
    )  # fmt: skip
    kept = cache.Cache.open(settings.cache_folder(scan.root)) if settings.cache else None
    installed = environment.find_site_packages(settings.python, cwd)
    return Session(settings, cwd, scan, FactStore(kept, settings.jobs, settings.executor), installed, _overlay(scan, given, cwd), quiet)


def _overlay(scan: Discovery, unsaved: Mapping[str, bytes], cwd: Path) -> dict[Path, bytes]:
    contents = {os.path.realpath(cwd / name): content for name, content in unsaved.items()}
    if not contents:
        return {}
    real = {file.file: os.path.realpath(file.file) for file in scan.files}
    return {file: contents[place] for file, place in real.items() if place in contents}


def analyse(session: Session, changes: Overlay | None = None) -> Analysis:
    """Link the program as it is under these changes and judge every class of it, or recall what came of that before."""
    overlay = {**session.unsaved, **(changes or {})}
    scanned = read(session, overlay)
    key = result_key(session.settings, session.installed, session.scan.files, scanned.digests)
    result = load_result(session.store.recall(key))
    if result is None or not still_there(session, result.places):
        result = _judged(session, overlay, scanned)
        session.store.remember(key, partial(dump_result, result))
    unsaved = session.store.save()
    chosen = [file.path for file in session.scan.files if file.selected]
    selected = {path: result.outlines[path] for path in chosen if path in result.outlines}
    return Analysis(result.found, selected, (*session.scan.problems, *scanned.problems, *unsaved), result.places)


def read(session: Session, overlay: Overlay) -> Scanned:
    """Read every file of the program, behind a progress bar."""
    files = session.scan.files
    with progress_bar(len(files), quiet=session.quiet) as bar:
        try:
            return session.store.scan(map(_wanted, files), overlay, bar)
        except NoExecutor as error:
            raise NoExecutor(f"{origin(session.settings, 'executor')}: {error}") from error


def _wanted(file: SourceFile) -> Wanted:
    return Wanted(file.path, file.file, file.is_stub)


def _judged(session: Session, overlay: Overlay, scanned: Scanned) -> Result:
    linked = assemble(session, overlay, scanned)
    return Result(tuple(judge(linked.program, session.settings)), linked.outlines, linked.places)


def assemble(session: Session, overlay: Overlay, scanned: Scanned) -> Linked:
    """Link what was read, with the installed modules that its bases come from."""
    modules: list[SourceModule] = []
    for file in session.scan.files:
        if file.path in scanned.digests:
            facts = session.store.facts(_wanted(file), scanned.digests[file.path], overlay)
            if facts is not None:
                modules.append(_module(file, facts))
    outlines = {module.path: outline(module.facts) for module in modules}
    imported = _imported_packages(session, modules)
    missing = frozenset(name for name, file, _ in imported if not file)
    places = _add_foreign(session, modules)
    names = used_names(modules)
    lenders, lent = _lenders(session, modules, names)
    files, watched = _pickled(session, modules)
    program = link(modules, session.settings.targets, missing, stores_of(lenders, names), files)
    return Linked(program, outlines, (*imported, *places, *lent, *watched))


def _module(file: SourceFile, facts: FileFacts) -> SourceModule:
    return SourceModule(
        file.path, file.module, file.is_package, facts,
        is_stub=file.is_stub, roots=file.import_roots, aliases=file.aliases,
    )  # fmt: skip


def _imported_packages(session: Session, modules: Sequence[SourceModule]) -> tuple[Place, ...]:
    """Where the packages are that modules cannot be imported without; unknown without an environment."""
    if not session.installed:
        return ()
    held = {name.partition(".")[0] for m in modules for name in (m.name, *m.aliases)}
    wanted = {target.partition(".")[0] for m in modules for target, level, _ in m.facts.imports if level == 0}
    outside = sorted(name for name in wanted - held if not is_stdlib_module(name))
    return tuple((name, _place(session, name), "") for name in outside)


def _place(session: Session, name: str) -> str:
    """The file of an installed module, "" where there is none."""
    located = environment.locate(name, session.installed)
    return str(located.file) if located else ""


def _add_foreign(session: Session, modules: list[SourceModule]) -> tuple[Place, ...]:
    """Add the installed modules that bases come from, and those that their bases come from, and so on."""
    places: list[Place] = []
    wanted: set[str] = set()
    asked: set[str] = set()
    fresh = list(modules)
    while fresh:
        wanted.update(*map(base_imports, fresh))
        names = sorted(wanted - asked - {module.name for module in modules})
        asked.update(names)
        fetched = [_fetch(session, name) for name in names]
        places += [place for place, _ in fetched]
        fresh = [module for _, module in fetched if module is not None]
        modules += fresh
    return tuple(places)


def _lenders(session: Session, modules: list[SourceModule], names: frozenset[str]) -> tuple[list[SourceModule], tuple[Place, ...]]:
    """The installed modules that functions of these names come from, and where they are."""
    own = {module.name.partition(".")[0] for module in modules if not module.foreign}
    found = {module.name: module for module in modules if module.foreign}
    places: list[Place] = []
    asked = set(found)
    fresh = list(modules)
    for _ in range(DEPTH):
        wanted = {name for module in fresh for name in lending_modules(module, names)} - asked
        asked |= wanted
        fetched = [_lender(session, name) for name in sorted(wanted) if name.partition(".")[0] not in own]
        places += [place for place, _ in fetched]
        fresh = [module for _, module in fetched if module is not None]
        found |= {module.name: module for module in fresh}
    return [module for module in found.values() if not module.is_stub], tuple(places)


def _lender(session: Session, name: str) -> tuple[Place, SourceModule | None]:
    """An installed module, looked up once: it does not change while a session lasts, or too little to matter."""
    if name not in session.lenders:
        session.lenders[name] = _fetch(session, name)
    return session.lenders[name]


def _pickled(session: Session, modules: list[SourceModule]) -> tuple[dict[str, str], tuple[Place, ...]]:
    """The classes that pickles of the project may hold, and the place that says whether those are still the same."""
    root = session.scan.root
    if not pickles.loads_any(modules):
        return {}, ()
    if root not in session.stored:
        session.stored[root] = tuple(pickles.pickles(root))
    paths = session.stored[root]
    found = {key: shown(str(path), str(session.cwd)) for key, path in pickles.pickled(paths, modules).items()}
    return found, (("", str(root), pickles.fingerprint(paths)),)


def _fetch(session: Session, name: str) -> tuple[Place, SourceModule | None]:
    """Where an installed module is, and its facts where its source can be read."""
    located = environment.locate(name, session.installed)
    if not isinstance(located, environment.Found):
        return (name, _place(session, name), ""), None
    path = shown(str(located.file), str(session.cwd))
    wanted = Wanted(path, located.file, located.file.suffix == ".pyi")
    key = session.store.scan([wanted], {}).digests.get(path, "")
    facts = session.store.facts(wanted, key, {}) if key else None
    module = SourceModule(path, name, located.is_package, facts, foreign=True, is_stub=wanted.stub) if facts else None
    return (name, str(located.file), key), module


def still_there(session: Session, places: Iterable[Place]) -> bool:
    """Whether the installed modules, and the pickles of the project, are what they were."""
    return all(_is_there(session, *place) for place in places)


def _is_there(session: Session, name: str, file: str, key: str) -> bool:
    if not name:
        return pickles.fingerprint(pickles.pickles(Path(file))) == key
    return _place(session, name) == file and (not key or _digest(Path(file)) == key)


def _digest(file: Path) -> str:
    content = read_source(Wanted(str(file), file, False), {})
    return "" if isinstance(content, Problem) else digest(content, file.suffix == ".pyi")
