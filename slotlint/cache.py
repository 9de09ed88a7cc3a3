"""Facts of former runs by content digest, in one file of checksummed JSON lines; nothing in it is ever executed.

The file is a header line, then one ``digest checksum json`` line an entry. Whatever does not fit (another header, a
checksum that is wrong, a line cut short) is a miss, never an error. Entries are decoded when they are asked for.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from slotlint import __version__, facts
from slotlint.diagnostics import Problem
from slotlint.facts import FileFacts

FILE = "facts"
SIZE_LIMIT = 64_000_000  # bytes; entries that a run did not ask for are dropped where the file would grow beyond this
_READ_LIMIT = 2_000_000_000  # bytes; a larger file was not written by slotlint
_STALE = 3600.0  # seconds after which an unfinished file belongs to a run that was killed
_GITIGNORE = "# made by slotlint\n*\n"
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# A cache made by slotlint, see https://bford.info/cachedir/\n"


def header() -> bytes:
    """The first line of a cache that this program can use: all that facts depend on but the source itself."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"slotlint {__version__} facts {facts.VERSION} python {python} code {_code_checksum():08x}\n".encode()


def _code_checksum() -> int:
    """A checksum of the sources that make facts, so that changing them while developing empties the cache."""
    here = Path(__file__).parent
    total = 0
    for source in (*sorted(here.glob("facts/*.py")), *sorted(here.glob("extract/*.py"))):
        with contextlib.suppress(OSError):
            total = zlib.crc32(source.read_bytes(), total)
    return total


class Cache:
    """The entries of one cache file, and those that this run adds. For one thread."""

    __slots__ = ("_added", "_folder", "_header", "_kept", "_used")

    def __init__(self, folder: Path, header: bytes, kept: dict[bytes, bytes]) -> None:
        self._folder = folder
        self._header = header
        self._kept = kept  # digest -> "checksum json", in the order of the file: latest use first
        self._used: set[bytes] = set()
        self._added: dict[bytes, tuple[FileFacts | None, str]] = {}

    @classmethod
    def open(cls, folder: Path) -> Cache:
        """The cache in a folder; empty where there is none that this version of slotlint and Python wrote."""
        first = header()
        content = _read(folder / FILE)
        return cls(folder, first, dict(_entries(content, len(first))) if content.startswith(first) else {})

    def get(self, digest: str) -> FileFacts | None:
        """The facts of that digest, or None."""
        key = digest.encode()
        if key in self._added:
            return self._added[key][0]
        line = self._kept.get(key)
        if line is None:
            return None
        found = _decode(key, line)
        if found is None:
            del self._kept[key]
        else:
            self._used.add(key)
        return found

    def holds(self, digest: str) -> bool:
        """Whether there is an entry of that digest, sound or not."""
        return digest.encode() in self._added or digest.encode() in self._kept

    def get_text(self, digest: str) -> str | None:
        """The text that ``put_text`` kept under that digest, or None."""
        key = digest.encode()
        if key in self._added:
            return self._added[key][1]
        text = _sound(key, self._kept.get(key, b""))
        if text is None:
            return None
        self._used.add(key)
        return text.decode("ascii")

    def put_text(self, digest: str, text: str) -> None:
        """Keep other data than facts for later runs: one line of ASCII."""
        self._added[digest.encode()] = None, text

    def put(self, digest: str, found: FileFacts, text: str = "") -> None:
        """Keep facts for later runs; ``text`` is their JSON if that was made already. The digest may hold no white space."""
        self._added[digest.encode()] = found, text

    def save(self) -> Problem | None:
        """Write the file if there is anything new, all at once, or say why that failed."""
        if not self._added:
            return None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not any(self._folder.iterdir()):  # a folder that holds other things is not ours to be ignored
                (self._folder / ".gitignore").write_text(_GITIGNORE, encoding="utf-8")
                (self._folder / "CACHEDIR.TAG").write_text(_TAG, encoding="utf-8")
            _replace(self._folder / FILE, b"".join(self._lines()))
            _sweep(self._folder)
        except OSError as error:
            return Problem(str(self._folder), f"the cache cannot be written: {(error.strerror or str(error)).lower()}")
        self._used.update(self._added)
        self._added.clear()
        return None

    def _lines(self) -> Iterator[bytes]:
        """The file: what this run used, then what former runs did, latest first, while there is room."""
        yield self._header
        for key, (found, text) in self._added.items():
            self._kept[key] = _encode(key, text if found is None or text else _text(found))
        used = self._used.union(self._added)
        size = 0
        for key, line in self._kept.items():
            if key in used:
                size += len(line)
                yield b"%b %b\n" % (key, line)
        for key in [key for key in self._kept if key not in used]:
            size += len(self._kept[key])
            if size > SIZE_LIMIT:
                del self._kept[key]
            else:
                yield b"%b %b\n" % (key, self._kept[key])


def _read(path: Path) -> bytes:
    """The file's content, or nothing; a pipe or a device in its place is not opened."""
    try:
        status = path.stat()
        return path.read_bytes() if stat.S_ISREG(status.st_mode) and status.st_size < _READ_LIMIT else b""
    except OSError:
        return b""


def _entries(content: bytes, start: int) -> Iterator[tuple[bytes, bytes]]:
    """Digest and undecoded rest of each line; no copy is made but of these."""
    while (end := content.find(b"\n", start)) >= 0:
        space = content.find(b" ", start, end)
        if space > start:
            yield content[start:space], content[space + 1 : end]
        start = end + 1


def _checksum(key: bytes, text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text, zlib.crc32(key))


def _encode(key: bytes, text: str) -> bytes:
    line = text.encode("ascii")
    return _checksum(key, line) + b" " + line


def _text(found: FileFacts) -> str:
    return json.dumps(facts.dump(found), separators=(",", ":"))


def _sound(key: bytes, line: bytes) -> bytes | None:
    """The text of an entry, or None where its checksum is wrong."""
    checksum, _, text = line.partition(b" ")
    return text if checksum == _checksum(key, text) else None


def _decode(key: bytes, line: bytes) -> FileFacts | None:
    text = _sound(key, line)
    if text is None:
        return None
    try:
        return facts.load(json.loads(text))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside and move it into place: readers see the old one or the new one, and of two writers the last."""
    beside = path.with_name(f"{path.name}.{os.urandom(8).hex()}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(content)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _sweep(folder: Path) -> None:
    """Remove what runs that were killed left behind."""
    for path in folder.glob(f"{FILE}.*.tmp"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < time.time() - _STALE:
                path.unlink()
