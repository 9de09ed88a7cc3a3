"""Sources from the disk, and their facts from the cache or the extractor: the only reading of sources."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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


class Scanned(NamedTuple):
    """Content digests of files, by path, and what could not be read."""

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

    __slots__ = ("_cache", "_executor", "_jobs", "_memory")

    def __init__(self, cache: Cache | None, jobs: int, executor: str | None = None) -> None:
        self._cache = cache
        self._jobs = jobs
        self._executor = executor
        self._memory: dict[str, FileFacts] = {}

    def scan(self, files: Iterable[Wanted], overlay: Mapping[Path, bytes], bar: Bar | None = None) -> Scanned:
        """Read every file, and extract those that are new; contents are held only until then."""
        digests: dict[str, str] = {}
        problems: list[Problem] = []
        new = self._new(files, overlay, digests, problems, bar)
        for extracted in extract_all(new, self._jobs, self._executor, texts=self._cache is not None):
            self._keep(extracted)
            if bar:
                bar.advance(1)
        return Scanned(digests, tuple(problems))

    def _new(
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
            if key in asked or key in self._memory or (self._cache and self._cache.holds(key)):
                if bar:
                    bar.advance(1)
            else:
                asked.add(key)
                yield Source(key, content, wanted.stub)

    def _keep(self, extracted: Extracted) -> None:
        self._memory[extracted.key] = extracted.facts
        if self._cache:
            self._cache.put(extracted.key, extracted.facts, extracted.text)

    def facts(self, wanted: Wanted, key: str, overlay: Mapping[Path, bytes]) -> FileFacts | None:
        """The facts of a scanned file; None where its entry in the cache is spoilt and the file is gone as well."""
        if key not in self._memory:
            cached = self._cache.get(key) if self._cache else None
            if cached is not None:
                self._memory[key] = cached
            else:
                content = read_source(wanted, overlay)
                if isinstance(content, Problem):
                    return None
                self._keep(next(extract_all([Source(key, content, wanted.stub)], 1)))
        return self._memory[key]

    def keep(self, keys: Collection[str]) -> None:
        """Forget the facts of this run under all other keys, so that memory does not grow with every version of a file."""
        for key in self._memory.keys() - keys:
            del self._memory[key]

    def recall(self, key: str) -> str | None:
        """The text that a former run kept under this key."""
        return self._cache.get_text(key) if self._cache else None

    def remember(self, key: str, text: Callable[[], str]) -> None:
        """Keep a text for later runs; it is made only where there is a cache."""
        if self._cache:
            self._cache.put_text(key, text())

    def save(self) -> tuple[Problem, ...]:
        """Write the cache, or say why that failed."""
        problem = self._cache.save() if self._cache else None
        return (problem,) if problem else ()
