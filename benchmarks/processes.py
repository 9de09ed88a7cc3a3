"""Whole processes, measured by what the system says of them when they end. POSIX only."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PARSE = """
import ast, gc, sys, warnings
warnings.simplefilter("ignore")
gc.disable()
for name in sys.stdin.read().split("\\0"):
    with open(name, "rb") as file:
        content = file.read()
    try:
        ast.parse(content)
    except (SyntaxError, ValueError, RecursionError):
        pass
"""


class Cost(NamedTuple):
    """Seconds of processor time and by the clock, and the peak of memory in MB, of a process and its children."""

    cpu: float
    wall: float
    memory: float


class Contender(NamedTuple):
    """A command to measure, what it reads on standard input, and what must be done before each run."""

    command: Sequence[str]
    text: str = ""
    before: Callable[[], object] | None = None


def cost(contender: Contender, cwd: Path) -> Cost:
    """Run it once; whatever it finds, and whatever its exit code says, is not the matter here."""
    if contender.before:
        contender.before()
    started = time.perf_counter()
    with subprocess.Popen(
        contender.command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.write(contender.text.encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss / 1024)


def medians(contenders: Mapping[str, Contender], cwd: Path, rounds: int) -> dict[str, Cost]:
    """The median cost of each. They take turns, so that a busy machine slows all of them alike."""
    found: dict[str, list[Cost]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name, contender in contenders.items():
            print(f"\rround {number + 1} of {rounds}: {name:<40}", end="", file=sys.stderr, flush=True)
            found[name].append(cost(contender, cwd))
    print("\r" + " " * 64 + "\r", end="", file=sys.stderr)
    return {name: Cost(*(statistics.median(one) for one in zip(*costs, strict=True))) for name, costs in found.items()}


def slotlint(*arguments: str) -> list[str]:
    """The slotlint of this interpreter."""
    return [sys.executable, "-m", "slotlint", "check", "--exit-zero", *arguments]


def python_files(folder: Path) -> list[Path]:
    """What slotlint reads of a folder."""
    left_out = {"site-packages", "__pycache__", "node_modules", "lib2to3"}
    return [file for file in sorted(folder.rglob("*.py")) if not left_out.intersection(file.relative_to(folder).parts) and file.is_file()]


def lines(files: Sequence[Path]) -> int:
    """How many lines files have."""
    return sum(file.read_bytes().count(b"\n") for file in files)


def parse(files: Sequence[Path]) -> Contender:
    """``ast.parse`` alone over files, with the cycle collector off."""
    return Contender([sys.executable, "-c", PARSE], "\0".join(map(str, files)))


def table(costs: Mapping[str, Cost], base: str) -> str:
    """Costs, and how many times those of the base they are."""
    rows = [f"{'':<36}{'cpu s':>9}{'ratio':>8}{'wall s':>9}{'peak MB':>9}"]
    for name, one in costs.items():
        ratio = one.cpu / costs[base].cpu
        rows.append(f"{name:<36}{one.cpu:>9.2f}{ratio:>8.2f}{one.wall:>9.2f}{one.memory:>9.0f}")
    return "\n".join(rows)
