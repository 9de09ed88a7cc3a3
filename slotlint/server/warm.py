"""A program that stays in memory: what is asked again is read again only where it changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from slotlint import profiles, ranking, rules, settings
from slotlint.analysis import Linked, Session, assemble, open_session, still_there
from slotlint.diagnostics import Diagnostic, Explanation
from slotlint.discovery import SourceFile
from slotlint.documents import ConfigurationError
from slotlint.environment import NoEnvironment
from slotlint.loading import FactStore, Scanned, Wanted
from slotlint.pool import quiet_collector
from slotlint.repair import style_of
from slotlint.rules.context import World, own_cases, world_of
from slotlint.server.messages import Job, Judged, Opened
from slotlint.suppress import Baseline, load_baseline

Stamp = tuple[int, int, int]  # of a file: when it was changed, its size, its inode


@dataclass(frozen=True, slots=True)
class Disk:
    """The program as the disk has it: its files by real path, and the digest of each that could be read, by path.

    ``asked`` are the documents that there were when it was looked at; not each of them need belong to the program.
    """

    session: Session
    asked: frozenset[str]
    files: Mapping[str, SourceFile]
    stamps: Mapping[str, Stamp]
    digests: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The last judgement, and what it was made on."""

    disk: Disk
    digests: Mapping[str, str]
    linked: Linked
    world: World
    answer: Judged

    def holds(self, disk: Disk, digests: Mapping[str, str]) -> bool:
        """Whether it is the judgement of this program as well."""
        mine, other = self.disk.session, disk.session
        same = (mine.settings, mine.scan.files, mine.installed) == (other.settings, other.scan.files, other.installed)
        return same and self.digests == digests and (mine is other or still_there(other, self.linked.places))


@dataclass(slots=True)
class Warm:
    """One program and what is known of it. A job that is broken off leaves it as it was before."""

    cwd: Path
    paths: tuple[str, ...] = (".",)
    disk: Disk | None = None
    good: dict[str, str] = field(default_factory=dict)  # path to the digest of the last content that was Python
    outcome: Outcome | None = None

    def judge(self, job: Job, opened: Callable[[Opened], None]) -> Judged:
        """Do a job; ``opened`` is told of the program's files before they are read.

        Raises ConfigurationError.
        """
        with quiet_collector():
            disk = self.disk
            if disk is None or job.refresh or not job.documents.keys() <= disk.asked.union(disk.files):
                disk = self.disk = self._look(job, opened)
            digests = self._digests(disk, job.documents)
            outcome = self.outcome
            if outcome is None or not outcome.holds(disk, digests):
                outcome = self.outcome = self._judged(disk, digests, job)
            return replace(outcome.answer, number=job.number, verdicts=_verdicts(outcome, job.documents))

    def _look(self, job: Job, opened: Callable[[Opened], None]) -> Disk:
        """Find the program on the disk, and read the files that are not what they were."""
        chosen = settings.combine(settings.find(self.cwd), self.cwd)
        try:
            session = self._session(chosen, job)
        except NoEnvironment as error:
            raise ConfigurationError(f"{settings.origin(chosen, 'python')}: {error}") from error
        return self._read(session, job, opened)

    def _session(self, chosen: settings.Settings, job: Job) -> Session:
        new = {name: content for name, content in job.documents.items() if not os.path.exists(name)}
        last = self.disk.session if self.disk and self.disk.session.settings == chosen else None
        if last is None:
            return open_session(self.paths, chosen, self.cwd, new)
        # what the cache on the disk has is in memory
        session = open_session(self.paths, replace(chosen, cache=False), self.cwd, new)
        return replace(session, settings=chosen, store=last.store)

    def _read(self, session: Session, job: Job, opened: Callable[[Opened], None]) -> Disk:
        chosen = session.settings
        files = {os.path.realpath(file.file): file for file in session.scan.files}
        opened(Opened(chosen, baseline_of(chosen.baseline), files))
        stamps = {real: stamp for real in files if (stamp := _stamp(real)) is not None}
        kept = self._unchanged(session.store, files, stamps)
        read = [files[real] for real in stamps if files[real].path not in kept]
        scanned = session.store.scan(map(wanted, read), {})
        if self.disk is None:
            session.store.save()
        return Disk(session, frozenset(job.documents), files, stamps, {**kept, **scanned.digests})

    def _unchanged(self, store: FactStore, files: Mapping[str, SourceFile], stamps: Mapping[str, Stamp]) -> dict[str, str]:
        """The digests of the files that are as they were when they were last read."""
        last = self.disk
        if last is None or last.session.store is not store:
            return {}
        same = (real for real, stamp in stamps.items() if last.stamps.get(real) == stamp and real in last.files)
        paths = ((last.files[real].path, files[real].path) for real in same)
        return {path: last.digests[old] for old, path in paths if old in last.digests}

    def _digests(self, disk: Disk, documents: Mapping[str, bytes]) -> dict[str, str]:
        """The digests to judge by: a document that is no Python at the moment counts as it last was."""
        store = disk.session.store
        held = {disk.files[real]: content for real, content in documents.items() if real in disk.files}
        overlay = {file.file: content for file, content in held.items()}
        fresh = store.scan(map(wanted, held), overlay).digests
        for file in held:
            facts = store.facts(wanted(file), fresh[file.path], overlay)
            if facts is None or facts.problem is None:
                self.good[file.path] = fresh[file.path]
            elif file.path in disk.digests or file.path in self.good:
                fresh[file.path] = self.good.get(file.path) or disk.digests[file.path]
        return {**disk.digests, **fresh}

    def _judged(self, disk: Disk, digests: dict[str, str], job: Job) -> Outcome:
        session = disk.session
        foreign = self.outcome.linked.places if self.outcome else ()
        session.store.keep({*digests.values(), *disk.digests.values(), *self.good.values(), *(key for *_, key in foreign)})
        overlay = {disk.files[real].file: text for real, text in job.documents.items() if real in disk.files}
        linked = assemble(session, overlay, Scanned(digests, ()))
        world = world_of(linked.program, session.settings)
        found = _counted(rules.findings(world), session)
        answer = Judged(job.number, found, digests, linked.outlines, {}, style_of(session, linked.outlines))
        return Outcome(disk, digests, linked, world, answer)


def _counted(found: list[Diagnostic], session: Session) -> tuple[Diagnostic, ...]:
    """The findings, with the numbers of instances from the profile of the settings where there is one."""
    file = session.settings.profile
    try:
        profile = profiles.load(Path(file).read_text(encoding="utf-8")) if file else None
    except (OSError, ValueError):
        profile = None  # as for a baseline
    return tuple(ranking.settle(found, profile, session.cwd) if profile else found)


def _verdicts(outcome: Outcome, documents: Iterable[str]) -> dict[str, tuple[Explanation, ...]]:
    """The verdict on each class of the documents, by path."""
    world, files = outcome.world, outcome.disk.files
    found: dict[str, list[Explanation]] = {files[real].path: [] for real in documents if real in files}
    for case in own_cases(world):
        if (path := world.path(case.node)) in found:
            found[path].append(rules.explanation(world, case))
    return {path: tuple(verdicts) for path, verdicts in found.items()}


def wanted(file: SourceFile) -> Wanted:
    """What the store takes for a file of the program."""
    return Wanted(file.path, file.file, file.is_stub)


def baseline_of(file: str | None) -> Baseline:
    """The baseline of the settings; one that cannot be read holds nothing, since an editor is no place to fail for it."""
    try:
        return load_baseline(Path(file).read_text(encoding="utf-8")) if file else {}
    except (OSError, ValueError):
        return {}


def _stamp(real: str) -> Stamp | None:
    try:
        status = os.stat(real)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
