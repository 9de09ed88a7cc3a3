"""The cache: what was put comes back, and whatever else is found in its place is a miss."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from slotlint import cache
from slotlint.cache import Cache
from slotlint.extract import extract
from slotlint.facts import FileFacts
from slotlint.pool import extract_text

SOURCE = b"class A:\n    def __init__(self, x):\n        self.x = x  # noqa\n        self.__dict__.update(x=1)\n"
FACTS = extract(SOURCE)


def filled(folder: Path, *digests: str) -> Path:
    store = Cache.open(folder)
    for digest in digests:
        store.put(digest, FACTS)
    assert store.save() is None
    return folder / cache.FILE


def test_facts_come_back(tmp_path: Path) -> None:
    filled(tmp_path / "a/b", "one", "two")
    store = Cache.open(tmp_path / "a/b")
    assert store.get("one") == FACTS
    assert store.get("three") is None


def test_what_was_put_is_there_before_it_is_saved(tmp_path: Path) -> None:
    store = Cache.open(tmp_path)
    store.put("one", FACTS)
    assert store.get("one") is FACTS
    assert not (tmp_path / cache.FILE).exists()


def test_text_that_a_worker_wrote_is_kept(tmp_path: Path) -> None:
    store = Cache.open(tmp_path)
    store.put("one", FACTS, extract_text(SOURCE, False))
    store.save()
    assert Cache.open(tmp_path).get("one") == FACTS


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"\xff\xfe",
        b"def",
        b"x = '\\ud800\\n\\t'\n",
        "class Ä:\n    ü = '\u2028'\n".encode(),
        b"x = 1e999j, -0.0\n",
    ],
)
def test_any_facts_come_back(tmp_path: Path, source: bytes) -> None:
    store = Cache.open(tmp_path)
    store.put("one", extract(source))
    assert store.save() is None
    assert Cache.open(tmp_path).get("one") == extract(source)


def test_the_folder_marks_itself_as_a_cache(tmp_path: Path) -> None:
    filled(tmp_path, "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitignore", "CACHEDIR.TAG", cache.FILE]
    assert "*" in (tmp_path / ".gitignore").read_text().splitlines()
    assert (tmp_path / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_a_folder_that_holds_other_things_is_not_marked(tmp_path: Path) -> None:
    (tmp_path / "mine.py").touch()
    filled(tmp_path, "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == [cache.FILE, "mine.py"]


def forged(content: bytes, text: bytes) -> bytes:
    """A file with a header and a checksum that are right."""
    return content.partition(b"\n")[0] + b"\none %b %b\n" % (cache._checksum(b"one", text), text)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "garbage": lambda content: os.urandom(5000),
    "null bytes": lambda content: bytes(5000),
    "another version": lambda content: content.replace(b"slotlint ", b"slotlint 9.", 1),
    "another Python": lambda content: re.sub(rb"python \d", b"python 2", content, count=1),
    "cut short": lambda content: content[:-20],
    "one line end lost": lambda content: content.rstrip(b"\n"),
    "a changed character": lambda content: content.replace(b'"A"', b'"B"', 1),
    "another digest": lambda content: content.replace(b"\none ", b"\ntwo ", 1),
    "only a header": lambda content: content.partition(b"\n")[0] + b"\n",
    "no facts": lambda content: forged(content, b"[1]"),
    "no JSON": lambda content: forged(content, b"{"),
    "wrong shapes": lambda content: forged(content, b"[0,[],[[0,1,2]],[],[],[],{},[],[],0]"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_cache_is_a_miss_and_is_mended(tmp_path: Path, damage: str) -> None:
    file = filled(tmp_path, "one")
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    store = Cache.open(tmp_path)
    assert (store.get("one"), store.get("two")) == (None, None)
    filled(tmp_path, "one")
    assert Cache.open(tmp_path).get("one") == FACTS


def test_one_damaged_entry_leaves_the_others(tmp_path: Path) -> None:
    file = filled(tmp_path, "one", "two", "three")
    content = file.read_bytes()
    file.write_bytes(content.replace(b"\ntwo ", b"\ntwo 0", 1))
    store = Cache.open(tmp_path)
    assert [store.get(key) is None for key in ("one", "two", "three")] == [False, True, False]


def test_nothing_new_is_not_written(tmp_path: Path) -> None:
    file = filled(tmp_path, "one")
    before = file.stat()
    store = Cache.open(tmp_path)
    store.get("one")
    assert store.save() is None
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_entries_of_former_runs_go_when_the_file_is_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, "old", "used", "older")
    kept = filled(tmp_path, "new")
    assert [key for key in ("new", "used", "old", "older") if Cache.open(tmp_path).get(key)] == [
        "new",
        "used",
        "old",
        "older",
    ]
    monkeypatch.setattr(cache, "SIZE_LIMIT", kept.stat().st_size * 3 // 4)
    store = Cache.open(tmp_path)
    store.get("used")
    store.put("newer", FACTS)
    store.save()
    left = [key for key in ("newer", "used", "new", "old", "older") if Cache.open(tmp_path).get(key)]
    assert left[:2] == ["newer", "used"]
    assert len(left) == 3


def test_no_folder_to_write_to_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Cache.open(tmp_path / "file" / "folder")
    store.put("one", FACTS)
    problem = store.save()
    assert problem is not None
    assert problem.message == "the cache cannot be written: not a directory"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink(path, path)])
def test_something_else_in_the_file_s_place(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / cache.FILE)
    store = Cache.open(tmp_path)
    assert store.get("one") is None
    store.put("one", FACTS)
    problem = store.save()
    assert (problem is None) == (Cache.open(tmp_path).get("one") == FACTS)
    assert not list(tmp_path.glob("*.tmp"))


def test_what_killed_runs_left_is_removed(tmp_path: Path) -> None:
    for name, age in (("old", 7200), ("young", 5)):
        path = tmp_path / f"{cache.FILE}.{name}.tmp"
        path.write_text("")
        os.utime(path, (time.time() - age,) * 2)
    filled(tmp_path, "one")
    assert [path.name for path in tmp_path.glob("*.tmp")] == [f"{cache.FILE}.young.tmp"]


def test_concurrent_runs_never_leave_a_torn_file(tmp_path: Path) -> None:
    def run(number: int) -> FileFacts | None:
        filled(tmp_path, "same", f"own{number}")
        return Cache.open(tmp_path).get("same")

    with ThreadPoolExecutor(4) as pool:
        assert all(found == FACTS for found in pool.map(run, range(40)))
    assert not list(tmp_path.glob("*.tmp"))
