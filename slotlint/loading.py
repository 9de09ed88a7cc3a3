"""Sources from the disk, and their facts from the cache or the extractor: the only reading of sources."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from slotlint.cache import Cache
from slotlint.diagnostics import Problem
from slotlint.facts import FileFacts
from slotlint.pool import Extracted, Source, extract_all
from slotlint.progress import Bar

SIZE_LIMIT = 8_000_000  # bytes; generated tables of that size take gigabytes as a tree and hold no classes


class Wanted(NamedTuple):
    """A file to load: the path as it is shown, where it is, and whether it is a stub."""

    path: str
    file: Path
    stub: bool


class Loaded(NamedTuple):
    """Facts and content digests of files, by path, and what could not be read."""

    facts: dict[str, FileFacts]
    digests: dict[str, str]
    problems: tuple[Problem, ...]


def digest(content: bytes, stub: bool) -> str:
    """The key of a file's facts."""
    return hashlib.blake2b(content, digest_size=16).hexdigest() + ("i" if stub else "")


def read_source(wanted: Wanted, overlay: Mapping[Path, bytes]) -> bytes | Problem:
    """A file's bytes, or why there are none; never blocks on a pipe or a device."""
    if wanted.file in overlay:
        return overlay[wanted.file]
    try:
        handle = os.open(wanted.file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                return Problem(wanted.path, "not a regular file, so not read")
            if status.st_size > SIZE_LIMIT:
                size = f"{status.st_size / 1e6:.1f} MB"
                return Problem(wanted.path, f"{size} is too large to be read (limit {SIZE_LIMIT // 1_000_000} MB)")
            return file.read()
    except OSError as error:
        return Problem(wanted.path, _reason(wanted.file, error))


def _reason(file: Path, error: OSError) -> str:
    if error.errno == errno.ENOENT:
        return "a symbolic link that leads nowhere" if file.is_symlink() else "was deleted during the run"
    if error.errno == errno.ELOOP:
        return "a loop of symbolic links"
    return f"cannot be read: {(error.strerror or str(error)).lower()}"


class FactStore:
    """Facts by content digest: of this run in memory, of former runs in the cache."""

    __slots__ = ("_cache", "_jobs", "_memory")

    def __init__(self, cache: Cache | None, jobs: int) -> None:
        self._cache = cache
        self._jobs = jobs
        self._memory: dict[str, FileFacts] = {}

    def load(self, files: Iterable[Wanted], overlay: Mapping[Path, bytes], bar: Bar | None = None) -> Loaded:
        """Read every file and get its facts; contents are held only until they are extracted."""
        digests: dict[str, str] = {}
        problems: list[Problem] = []
        missing = self._missing(files, overlay, digests, problems, bar)
        for extracted in extract_all(missing, self._jobs):
            self._keep(extracted)
            if bar:
                bar.advance(1)
        facts = {path: self._memory[key] for path, key in digests.items()}
        return Loaded(facts, digests, tuple(problems))

    def _missing(
        self,
        files: Iterable[Wanted],
        overlay: Mapping[Path, bytes],
        digests: dict[str, str],
        problems: list[Problem],
        bar: Bar | None,
    ) -> Iterator[Source]:
        """The sources whose facts are nowhere yet; fills in digests and problems on the way."""
        asked: set[str] = set()
        for wanted in files:
            content = read_source(wanted, overlay)
            if isinstance(content, Problem):
                problems.append(content)
                continue
            key = digests[wanted.path] = digest(content, wanted.stub)
            if key in asked or self._known(key):
                if bar:
                    bar.advance(1)
            else:
                asked.add(key)
                yield Source(key, content, wanted.stub)

    def _known(self, key: str) -> bool:
        if key in self._memory:
            return True
        cached = self._cache.get(key) if self._cache else None
        if cached is not None:
            self._memory[key] = cached
        return cached is not None

    def _keep(self, extracted: Extracted) -> None:
        self._memory[extracted.key] = extracted.facts
        if self._cache:
            self._cache.put(extracted.key, extracted.facts)

    def save(self) -> tuple[Problem, ...]:
        """Write the cache, or say why that failed."""
        problem = self._cache.save() if self._cache else None
        return (problem,) if problem else ()
