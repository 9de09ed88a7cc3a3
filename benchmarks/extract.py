"""What reading costs: ``ast.parse`` alone, extraction (the parse included), and facts to JSON and back.

    python benchmarks/extract.py [FOLDER]     default: the standard library of this interpreter, its tests included

Prints medians of five runs in one process, with the cycle collector off as in a run of slotlint, in seconds of this
process and relative to ``ast.parse``. The rounds take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import statistics
import sys
import sysconfig
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from slotlint import facts
from slotlint.extract import extract

ROUNDS = 5
LEFT_OUT = {"site-packages", "__pycache__", "node_modules"}


def sources(folder: Path) -> list[bytes]:
    """The content of every Python file below a folder that is valid Python."""
    files = (file for file in sorted(folder.rglob("*.py")) if not LEFT_OUT.intersection(file.parts))
    found = [file.read_bytes() for file in files if file.is_file()]
    return [source for source in found if extract(source).problem is None]


def dropping(step: Callable[[Any], object], values: Iterable[Any]) -> Callable[[], None]:
    """A round of a step, whose results are dropped one by one."""

    def run() -> None:
        for value in values:
            step(value)

    return run


def packed(found: facts.FileFacts) -> str:
    """Facts as the cache keeps them."""
    return json.dumps(facts.dump(found), separators=(",", ":"))


def measure(contents: Sequence[bytes]) -> dict[str, list[float]]:
    """Seconds of each step, one number a round."""
    held = [extract(content) for content in contents]
    texts = [packed(found) for found in held]
    steps = {
        "ast.parse": dropping(ast.parse, contents),
        "extract": dropping(extract, contents),
        "dump": dropping(packed, held),
        "load": dropping(lambda text: facts.load(json.loads(text)), texts),
    }
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(ROUNDS):
        for name, step in steps.items():
            started = time.process_time()
            step()
            seconds[name].append(time.process_time() - started)
    seconds["dump + load"] = [sum(pair) for pair in zip(seconds["dump"], seconds["load"], strict=True)]
    print(f"facts: {sum(map(len, texts)) / 1e6:.1f} MB of JSON")
    return seconds


def main() -> None:
    """Measure a folder and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_path("stdlib")))
    folder: Path = parser.parse_args().folder
    warnings.simplefilter("ignore")
    gc.disable()
    contents = sources(folder)
    if not contents:
        sys.exit(f"{folder}: no Python files")
    lines = sum(content.count(b"\n") for content in contents)
    print(f"{folder}: {len(contents)} files, {lines} lines, Python {sys.version.split()[0]}")
    seconds = measure(contents)
    first = statistics.median(seconds["ast.parse"])
    print(f"{'':14}{'seconds':>9}{'ratio':>8}{'lines/s':>12}")
    for name, found in seconds.items():
        middle = statistics.median(found)
        print(f"{name:14}{middle:9.2f}{middle / first:8.2f}{lines / max(middle, 1e-9):12,.0f}")


if __name__ == "__main__":
    main()
