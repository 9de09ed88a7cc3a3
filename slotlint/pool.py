"""Extraction of many files over any ``concurrent.futures.Executor``, or in this process where that is faster."""

from __future__ import annotations

import gc
import json
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from slotlint import facts as facts_module
from slotlint.cache import header
from slotlint.executors import OtherVersion, connected
from slotlint.extract import extract
from slotlint.facts import FileFacts

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

CHUNK_BYTES = 400_000  # about 10,000 lines: long enough to hide the cost of the pipe, short enough to share out
POOL_BYTES = 1_500_000  # less source than this is read sooner than two processes start


Answer = list[str | FileFacts]  # of a worker, for each source: its facts as JSON, or as they are


class Source(NamedTuple):
    """A file to extract, under the key that its facts are wanted by."""

    key: str
    content: bytes
    stub: bool


class Extracted(NamedTuple):
    """Facts, and the JSON text of them where a worker wrote it already."""

    key: str
    facts: FileFacts
    text: str


def extract_text(content: bytes, stub: bool) -> str:
    """The facts of one file as JSON text, which is what the cache keeps."""
    return json.dumps(facts_module.dump(extract(content, stub=stub)), separators=(",", ":"))


def _work(chunk: Sequence[Source], version: bytes, texts: bool) -> Answer:
    mine = facts_version()
    if mine != version:
        raise OtherVersion(f"a worker runs {_spelt(mine)}, not {_spelt(version)}")
    if texts:
        return [extract_text(source.content, source.stub) for source in chunk]
    return [extract(source.content, stub=source.stub) for source in chunk]


@lru_cache(maxsize=1)
def facts_version() -> bytes:
    """What facts depend on besides the source: slotlint and Python, as the cache says it."""
    return header()


def _spelt(version: bytes) -> str:
    return version.decode().strip()


def extract_all(sources: Iterable[Source], jobs: int, executor: Executor | str | None = None, *, texts: bool = True) -> Iterator[Extracted]:
    """Facts of every source, in order; the same whatever the number of jobs and whoever executes them.

    Processes of this machine write JSON only if ``texts`` are wanted: without a cache pickles are read sooner.

    An executor given by name is connected to when there is something to do; raises NoExecutor where that fails, and
    OtherVersion where its workers are not like this process.
    """
    with quiet_collector():
        waiting = iter(sources)
        if isinstance(executor, str):
            first = list(islice(waiting, 1))
            if first:
                with connected(executor) as cluster:
                    yield from _mapped(chain(first, waiting), cluster.executor, cluster.workers)
            return
        if executor is not None:
            yield from _mapped(waiting, executor, jobs)
            return
        head = list(_weighed(waiting, POOL_BYTES)) if jobs > 1 else []
        if jobs > 1 and sum(len(source.content) for source in head) >= POOL_BYTES:
            yield from _pooled(chain(head, waiting), jobs, texts)
        else:
            yield from _here(chain(head, waiting))


def _here(sources: Iterable[Source]) -> Iterator[Extracted]:
    for source in sources:
        yield Extracted(source.key, extract(source.content, stub=source.stub), "")


def _pooled(sources: Iterable[Source], jobs: int, texts: bool) -> Iterator[Extracted]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor  # slow to import, and one job needs none

    try:
        executor = ProcessPoolExecutor(jobs, multiprocessing.get_context(), initializer=_start_worker)
    except (OSError, ImportError, NotImplementedError):  # no semaphores here, as in some containers
        yield from _here(sources)
        return
    try:
        yield from _mapped(sources, executor, jobs, texts)
    finally:
        executor.shutdown(cancel_futures=True)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent answers to Ctrl-C, and ends the workers
    gc.disable()


def _mapped(sources: Iterable[Source], executor: Executor, jobs: int, texts: bool = True) -> Iterator[Extracted]:
    """Keep a few chunks a worker on the way, so that memory holds only those."""
    running: deque[tuple[Sequence[Source], Future[Answer]]] = deque()
    version = facts_version()
    for chunk in _chunks(sources):
        running.append((chunk, executor.submit(_work, chunk, version, texts)))
        if len(running) > 3 * jobs:
            yield from _finished(*running.popleft())
    while running:
        yield from _finished(*running.popleft())


def _finished(chunk: Sequence[Source], future: Future[Answer]) -> Iterator[Extracted]:
    for source, found in zip(chunk, future.result(), strict=True):
        if isinstance(found, str):
            yield Extracted(source.key, facts_module.load(json.loads(found)), found)
        else:
            yield Extracted(source.key, found, "")


def _chunks(sources: Iterable[Source]) -> Iterator[tuple[Source, ...]]:
    waiting = iter(sources)
    while chunk := tuple(_weighed(waiting, CHUNK_BYTES)):
        yield chunk


def _weighed(sources: Iterator[Source], limit: int) -> Iterator[Source]:
    """Sources until their contents reach the limit, in bytes."""
    weight = 0
    for source in sources:
        yield source
        weight += len(source.content)
        if weight >= limit:
            return


@contextmanager
def quiet_collector() -> Iterator[None]:
    """No cycle collection meanwhile: trees and facts hold no cycles, and walking them all again and again is slow."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
