"""Executors that a user names: ``dask:ADDRESS`` sends extraction to a Dask cluster that runs already.

Sources travel to the workers, facts come back as text; nothing else of the project leaves this machine, and no worker
reads a file. Work of a worker that is lost goes to another one: that is Dask's part.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor

KINDS = ("dask",)
_CONNECT = "10s"  # how long a scheduler may take to answer


class NoExecutor(ValueError):
    """The executor that was asked for cannot be used; the message says why."""


class OtherVersion(NoExecutor):
    """A worker runs another slotlint or another Python, whose facts are not ours."""


@dataclass(frozen=True, slots=True)
class Connected:
    """An executor, and how many pieces of work it does at once."""

    executor: Executor
    workers: int


@contextmanager
def connected(name: str) -> Iterator[Connected]:
    """The executor of that name until the block ends; raises NoExecutor."""
    kind, _, address = name.partition(":")
    if kind not in KINDS or not address:
        raise NoExecutor(f"no such executor: {name} (dask:ADDRESS is meant, such as dask:tcp://127.0.0.1:8786)")
    with _dask(address) as found:
        yield found


@contextmanager
def _dask(address: str) -> Iterator[Connected]:
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:  # what a wrong address, host or protocol come to
        raise NoExecutor(f"no Dask scheduler answers at {address}: {' '.join(str(error).split())}") from error
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise NoExecutor(f"the Dask cluster at {address} has no workers")
        # the same source has the same facts, but a name for each task of its own costs less than hashing sources
        yield Connected(client.get_executor(pure=False, retries=3), workers)
    finally:
        client.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise NoExecutor('Dask is not installed here: pip install "slotlint[dask]"') from error
    return distributed
