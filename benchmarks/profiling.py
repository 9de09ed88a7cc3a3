"""What ``slotlint profile`` costs in CPU time, and whether tracemalloc names the same classes as the largest.

    python benchmarks/profiling.py [--runs 5] [--python PYTHON] [--root FOLDER]... -- COMMAND...

User and system time of all processes of the command. It runs with and without the sampler side by side, so that other work on
the machine slows down both, with the same hash seed; at last it runs once under tracemalloc.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from slotlint.profiles import Profile
from slotlint.running import Profiled, command_line, run_profiled


def cpu_time(run: Callable[..., Profiled | None], *given: Any) -> tuple[float, Profiled | None]:
    """Seconds that the processes of a run used, and what it returns: for a process that does one thing at a time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with silence():
        found = run(*given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, found


def plain(line: list[str], cwd: Path) -> None:
    """The command without the sampler."""
    subprocess.run(line, cwd=cwd, check=False)


@contextmanager
def silence() -> Iterator[None]:
    """What the command prints goes nowhere."""
    kept = os.dup(1), os.dup(2)
    with open(os.devnull, "w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    yield
    for stream, old in zip((1, 2), kept, strict=True):
        os.dup2(old, stream)
        os.close(old)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", help="the interpreter that runs COMMAND")
    parser.add_argument("--root", action="append", type=Path, help="whose classes to watch [default: this folder]")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    here, roots = Path.cwd(), given.root or [Path.cwd()]
    line = command_line(given.command, given.python, here)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    profile = None
    without, overheads = [], []
    with ProcessPoolExecutor(2) as pool:
        for _ in range(given.runs):
            alone = pool.submit(cpu_time, plain, line, here)
            watched, done = pool.submit(cpu_time, run_profiled, given.command, roots, given.python, here).result()
            without.append(alone.result()[0])
            overheads.append(watched / without[-1] - 1)
            profile = done.profile if done else None
            print(f"without {without[-1]:6.2f} s   with {watched:6.2f} s   {overheads[-1]:+.1%}", flush=True)
    if profile is None:
        sys.exit("no process of the command could be watched")
    made = sum(row.created or 0 for row in profile.classes)
    print(f"about {made:,} constructions; {statistics.median(without):.2f} s of CPU time without the sampler")
    print(
        f"overhead: median {statistics.median(overheads):+.1%} of {given.runs} pairs "
        f"({min(overheads):+.1%} to {max(overheads):+.1%});"
        f" by its own count {profile.sampler_seconds / profile.cpu_seconds:.1%}, {profile.samples} looks"
    )
    with silence():
        largest = traced(line, roots, here)
    print_both(profile, largest)


def traced(line: list[str], roots: list[Path], cwd: Path) -> dict[str, int]:
    """The bytes of each class by tracemalloc: the most that a process of the command held at once."""
    most: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as name:
        shutil.copyfile(Path(__file__).parent / "tracemalloc_classes.py", Path(name) / "sitecustomize.py")
        places = os.pathsep.join([name, *filter(None, [os.environ.get("PYTHONPATH")])])
        environ = {
            "PYTHONPATH": places, "TRACED_OUT": f"{name}/traced", "TRACED_ROOTS": os.pathsep.join(map(str, roots))
        }  # fmt: skip
        subprocess.run(line, cwd=cwd, check=False, env={**os.environ, **environ})
        for file in Path(name).glob("traced.*"):
            for cls, size in json.loads(file.read_text(encoding="utf-8")).items():
                most[cls] = max(size, most.get(cls, 0))
    return most


def print_both(profile: Profile, largest: dict[str, int]) -> None:
    """The ten largest classes of both, side by side."""
    own = {f"{row.module}:{row.name}": row.bytes_at_peak for row in profile.classes if row.file in profile.files}
    mine, theirs = (sorted(one, key=lambda name: -one[name])[:10] for one in (own, largest))
    print(f"of the ten largest classes of the profile {len({*mine} & {*theirs})} are among the ten of tracemalloc")
    for left, right in itertools.zip_longest(mine, theirs, fillvalue=""):
        print(f"{own.get(left, 0):>12,} {left:45} {largest.get(right, 0):>12,} {right}")


if __name__ == "__main__":
    main()
