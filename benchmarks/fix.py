"""What ``check --fix`` and the edits of a JSON report cost over ``check``, for each class: a generated tree of 1,000 classes.

    python benchmarks/fix.py [--classes 1000] [--runs 5]

Medians of CPU time, one job, without cache. A part of the cost is that what was written is judged again, until nothing is left to fix.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FORMS = (
    '''
class Point{n}:
    """A place."""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def moved(self, dx):
        return Point{n}(self.x + dx, self.y)
''',
    """
class Frame{n}(object):
    version = 4

    def __init__(self, flags, stream, opcode):
        self.flags = flags
        self.stream = stream
        self.opcode = opcode

    def __eq__(self, other):
        if isinstance(other, Frame{n}):
            return self.flags == other.flags and self.stream == other.stream
        return NotImplemented

    def up(self):
        self.version += 1
""",
    """
@dataclass
class Order{n}:
    number: int
    lines: list = field(default_factory=list)

    @property
    def size(self):
        return len(self.lines)
""",
    """
class Node{n}:
    def __init__(self, parent=None):
        self.parent = parent
        self.children = []


class Leaf{n}(Node{n}):
    def __init__(self, parent, text):
        super().__init__(parent)
        self.text = text
""",
)
EACH = 10  # forms in a file


def main() -> None:
    parser = argparse.ArgumentParser(description="What --fix costs over the check, for each class.")
    parser.add_argument("--classes", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        classes = generate(tree, given.classes)
        times: dict[str, list[float]] = {"check": [], "check --output-format json": [], "check --fix": []}
        for run in range(given.runs):  # in turn, so that what else the machine does falls on all of them
            copy = Path(place) / f"copy{run}"
            shutil.copytree(tree, copy)
            for command, taken in times.items():
                taken.append(seconds(copy, *command.split()[1:]))
        written = "".join(file.read_text() for file in copy.glob("*.py"))
    changed = written.count("__slots__ =") + written.count("slots=True")
    medians = {command: statistics.median(taken) for command, taken in times.items()}
    print(f"{classes} classes, {changed} rewritten\n")
    print("| run | time | more, for each class | ratio |")
    print("|---|---|---|---|")
    for command, taken in medians.items():
        more = (taken - medians["check"]) / max(1, changed) * 1000
        print(f"| {command} | {taken:.2f} s | {more:.2f} ms | {taken / medians['check']:.2f} |")


def generate(tree: Path, wanted: int) -> int:
    """Write modules with at least this many classes; how many they have."""
    tree.mkdir()
    (tree / "pyproject.toml").write_text('[project]\nname = "tree"\nrequires-python = ">=3.10"\n')
    count = number = 0
    while count < wanted:
        text = "from dataclasses import dataclass, field\n\n"
        for _ in range(EACH):
            form = FORMS[number % len(FORMS)].format(n=number)
            count += form.count("class ")
            text += f"\n{form}"
            number += 1
        (tree / f"part_{number}.py").write_text(text)
    return count


def seconds(tree: Path, *options: str) -> float:
    """The CPU time of one check of a tree, started anew."""
    command = [sys.executable, "-m", "slotlint", "check", "--no-cache", "--jobs", "1", "--payoff", "all", "--exit-zero", *options, "."]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=tree, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
