"""Running a command under the sampler: a folder in front of ``PYTHONPATH``, one part from each process, merged."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from slotlint import sampler
from slotlint.environment import NoEnvironment, interpreter
from slotlint.profiles import Profile, load_part, merge


@dataclass(frozen=True, slots=True)
class Profiled:
    """The exit code of a command, and what was seen of it: None where no process of it started the sampler."""

    code: int
    profile: Profile | None


def run_profiled(command: Sequence[str], roots: Sequence[Path], python: str | None, cwd: Path) -> Profiled:
    """Run a command to its end; raises NoEnvironment or OSError where it cannot be started."""
    with _injected(roots) as (folder, environ):
        code = subprocess.run(command_line(command, python, cwd), cwd=cwd, env=environ, check=False).returncode
        parts = [load_part(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("part-*.json"))]
    seen = [part for part in parts if part is not None]
    return Profiled(code, merge(_of_one_python(seen)) if seen else None)


@contextmanager
def _injected(roots: Sequence[Path]) -> Iterator[tuple[Path, dict[str, str]]]:
    """The folder that holds the sampler, and an environment in which every Python starts it."""
    with tempfile.TemporaryDirectory(prefix="slotlint-profile-", ignore_cleanup_errors=True) as name:  # some may still end
        folder = Path(os.path.realpath(name))
        shutil.copyfile(sampler.__file__, folder / "sitecustomize.py")
        py_compile.compile(str(folder / "sitecustomize.py"))  # for processes of this version; others compile it themselves
        places = [os.path.realpath(root) for root in roots]
        (folder / "roots").write_bytes(b"\0".join(map(os.fsencode, places)))
        given = os.environ.get("PYTHONPATH")
        yield folder, {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *([given] if given else [])])}


def command_line(command: Sequence[str], python: str | None, cwd: Path) -> list[str]:
    """What to run: a script, or options of Python such as ``-m``, run in the environment's interpreter."""
    first = command[0]
    if first.startswith("-") or first.endswith((".py", ".pyw", ".pyz")):
        return [str(interpreter(python, cwd)), *command]
    beside = interpreter(python, cwd).parent / first
    if os.sep not in first and beside.exists():
        return [str(beside), *command[1:]]
    if shutil.which(first) is None:
        raise NoEnvironment(f"no such command: {first}")
    return list(command)


def _of_one_python(parts: Sequence[Profile]) -> list[Profile]:
    """The parts of the version that used most time: a command may start other Pythons on the way."""
    most = max(parts, key=lambda part: part.cpu_seconds)
    return [part for part in parts if part.python == most.python]
