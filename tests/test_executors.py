"""Extraction on a Dask cluster: the same facts, also when a worker is lost, and one clear message when it cannot be used."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import POINT, Project

from slotlint import pool
from slotlint.executors import NoExecutor, OtherVersion, connected
from slotlint.extract import extract
from slotlint.pool import Source, extract_all

distributed = pytest.importorskip("distributed", reason="slotlint[dask] is not installed")
BODY = "class C{at}:\n    def __init__(self):\n        self.x = {at}\n" * 40
SOURCES = [Source(str(at), BODY.format(at=at).encode(), False) for at in range(600)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp", silence_logs=50
    ) as made:
        yield made


def name(cluster: Any) -> str:
    return f"dask:{cluster.scheduler_address}"


def test_the_same_facts_in_the_same_order(cluster: Any) -> None:
    found = [(one.key, one.facts) for one in extract_all(SOURCES[:50], 1, name(cluster))]
    assert found == [(source.key, extract(source.content)) for source in SOURCES[:50]]


def test_a_lost_worker_costs_time_only(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CHUNK_BYTES", 20_000)
    results = extract_all(SOURCES, 1, name(cluster))
    keys = [next(results).key]
    victim = next(iter(cluster.workers.values())).process.pid
    os.kill(victim, signal.SIGKILL)
    keys += [one.key for one in results]
    assert keys == [source.key for source in SOURCES]
    with connected(name(cluster)) as found:  # the nanny has started another one in its place
        assert found.workers >= 1


def test_nothing_to_do_needs_no_cluster() -> None:
    assert list(extract_all([], 1, "dask:tcp://127.0.0.1:1")) == []


def test_workers_of_another_version(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "facts_version", lambda: b"slotlint 99\n")
    with pytest.raises(OtherVersion, match=r"a worker runs slotlint .*, not slotlint 99$"):
        list(extract_all(SOURCES[:1], 1, name(cluster)))


@pytest.mark.parametrize(
    ("spelt", "message"),
    [
        ("dask", "no such executor: dask "),
        ("dask:", "no such executor: dask: "),
        ("ray:127.0.0.1", "no such executor: ray:127.0.0.1 "),
        ("dask:nonsense://x:1", "no Dask scheduler answers at nonsense://x:1"),
    ],
)
def test_what_cannot_be_used(spelt: str, message: str) -> None:
    with pytest.raises(NoExecutor) as raised:
        list(extract_all(SOURCES[:1], 1, spelt))
    assert str(raised.value).startswith(message)


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slotlint.executors._CONNECT", "200ms")
    with pytest.raises(NoExecutor, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        list(extract_all(SOURCES[:1], 1, "dask:tcp://127.0.0.1:1"))


def test_a_check_on_a_cluster_is_the_same(cluster: Any, project: Project) -> None:
    project.write({"a.py": POINT})
    project.write({"bad.py": "def"})
    here = project.run("check", "--no-cache")
    assert project.run("check", "--no-cache", "--executor", name(cluster)) == here
    assert here.code == 1


def test_a_check_says_what_is_wrong_with_an_executor(project: Project) -> None:
    project.write({"a.py": POINT})
    done = project.run("check", "--no-cache", "--executor", "ray:x")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("slotlint: --executor: no such executor: ray:x")
