"""The answer of a former run, given again after stat calls alone when nothing that it depended on has changed.

An answer is kept with the *witnesses* of its run: every path that was looked at, with what ``stat`` says of it, absent
ones included. This module imports as little as it can, since it runs before anything else does.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from slotlint import __version__

FOLDER = ".slotlint_cache"
PREFIX = "answer-"
KEPT = 8  # answers in one folder; the oldest go first
SIZE_LIMIT = 32_000_000  # characters of output; a longer one is made anew each time
_TICK = 50_000_000  # ns: two writes within one tick of the kernel's clock can leave the same time behind
_COARSE_TICK = 2_500_000_000  # ns: the same where file times are whole seconds
_VARIABLES = (
    "COLUMNS", "CONDA_PREFIX", "HOME", "LANG", "LC_ALL", "PATH", "PRE_COMMIT", "TERM", "VIRTUAL_ENV", "XDG_CONFIG_HOME",
)  # fmt: skip
_FAMILIES = ("PYTHON", "SLOTLINT_", "GIT_")  # names of environment variables that begin so


class Answer(NamedTuple):
    """What a run printed, and its exit code."""

    out: str
    err: str
    code: int


def question(arguments: Sequence[str]) -> str | None:
    """All that an answer depends on but the file system; None where answers are not kept.

    A terminal shows colours and its own width, and standard input can be read only once.
    """
    if "-" in arguments or "--no-cache" in arguments or list(arguments[:1]) != ["check"] or _has_terminal():
        return None
    if any(name in os.environ for name in ("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE")):
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    variables = {k: v for k, v in os.environ.items() if k in _VARIABLES or k.startswith(_FAMILIES)}
    interpreter = (sys.version, sys.executable, str(getattr(sys.stdout, "encoding", "")))
    return json.dumps([__version__, interpreter, here, list(arguments), sorted(variables.items())])


def _has_terminal() -> bool:
    try:
        return sys.stdout.isatty() or sys.stderr.isatty()
    except (AttributeError, ValueError):
        return True  # no stream at all, or a closed one: nothing to be quick about


def recall(asked: str) -> Answer | None:
    """The answer to a question where every witness still says the same; never raises for what it finds in a file."""
    name = PREFIX + _digest(asked)
    folder = os.getcwd()
    while True:
        found = _load(os.path.join(folder, FOLDER, name), asked)
        if found is not None:
            return found
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _load(path: str, asked: str) -> Answer | None:
    try:
        with open(path, encoding="utf-8", errors="surrogatepass") as file:
            checksum, _, text = file.read().partition("\n")
        if checksum != _digest(text):
            return None
        kept, witnesses, out, err, code = json.loads(text)
        if kept != asked or any(_signature(one) != said for one, said in witnesses):
            return None
        return Answer(out, err, int(code))
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def drop_output() -> None:
    """Nobody reads standard output any more: what is left in its buffer must not be written when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def give(answer: Answer) -> None:
    """Print an answer; raises BrokenPipeError where nobody reads it."""
    sys.stdout.write(answer.out)
    sys.stdout.flush()
    sys.stderr.write(answer.err)


def remember(asked: str, answer: Answer, looked_at: Iterable[str], folder: str, started: int) -> None:
    """Keep an answer for the next run, unless a witness may have changed since the run began (``started``, in ns).

    A folder that cannot be written costs the next run time and nothing else, so that is not reported.
    """
    if len(answer.out) > SIZE_LIMIT or os.path.basename(folder) != FOLDER or not os.path.isdir(folder):
        return
    parent = os.path.dirname(folder)
    witnesses = []
    for path in sorted(set(looked_at)):
        said = _signature(path, os.path.normpath(path) == parent)
        if not _is_settled(said, started):
            return
        witnesses.append((path, said))
    text = json.dumps([asked, witnesses, *answer], separators=(",", ":"))
    target = os.path.join(folder, PREFIX + _digest(asked))
    beside = f"{target}.{os.getpid()}.tmp"
    try:
        with open(beside, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(f"{_digest(text)}\n{text}")
        os.replace(beside, target)
        _forget_oldest(folder)
    except OSError:
        return


def now() -> int:
    """The time that file times are compared with, in ns."""
    return time.time_ns()


def _digest(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}"


def _signature(path: str, holds_cache: bool = False) -> list[Any]:
    """What the file system says of a path. The folder of the cache changes with the cache, so there the names count."""
    try:
        status = os.stat(path)
        link = os.lstat(path)
    except OSError as error:
        return [error.errno]
    except ValueError:  # a null byte: no such path, today or tomorrow
        return []
    is_folder = stat.S_ISDIR(status.st_mode)
    if holds_cache or (is_folder and os.path.lexists(os.path.join(path, FOLDER))):
        names = sorted(name for name in os.listdir(path) if name != FOLDER)
        return [status.st_mode, status.st_ino, _digest("\0".join(names))]
    own = [] if link.st_ino == status.st_ino else [link.st_ino, link.st_mtime_ns]
    return [status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, *own]


def _is_settled(said: list[Any], started: int) -> bool:
    """Whether the times of a path lie so far before the start of the run that it was read as it is."""
    times = (*said[3:5], *said[6:])  # of what is there, of where it was changed last, and of the link to it
    return all(one + (_TICK if one % 1_000_000_000 else _COARSE_TICK) < started for one in times)


def _forget_oldest(folder: str) -> None:
    kept = [one for one in os.scandir(folder) if one.name.startswith(PREFIX)]
    kept.sort(key=lambda one: one.stat().st_mtime_ns, reverse=True)
    for one in kept[KEPT:]:
        os.unlink(one.path)
