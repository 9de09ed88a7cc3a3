"""A generated program before and after its safe fixes, compared on CPython."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from behaving import Log, Oracle

from slotlint import driver
from slotlint.request import Request
from slotlint.settings import combine, find

PROJECT = '[project]\nname = "sample"\nrequires-python = ">=3.10"\n'
ATTRIBUTE = re.compile(r"(?m)(?:[.]|^ +)(_?[a-z][a-z_0-9]*)\b")  # read from something, or bound by the body of a class
MISSING = (["raised", ["AttributeError"]], ["raised", ["TypeError"]])  # of an attribute, of a weak reference
SLOTTED = re.compile(r"__slots__|slots=True")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one program: its files before and after, and what its checks gave."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    old: Log
    new: Log

    @property
    def imports(self) -> bool:
        """Whether the program could be run at all."""
        return "" not in self.old

    @property
    def differences(self) -> dict[str, tuple[object, object]]:
        """The checks whose results differ; not those that missing slots, which the program had, stopped before."""
        rows = ((name, self.old.get(name), self.new.get(name)) for name in {*self.old, *self.new})
        return {name: (old, new) for name, old, new in rows if old != new and not (self.had_slots and old in MISSING)}

    @property
    def had_slots(self) -> bool:
        """Whether a person had written slots, which the fix may have mended."""
        return any(SLOTTED.search(text) for text in self.before.values())

    def report(self) -> str:
        """The program, what the fix changes in it, and what differs."""
        lines = [f"{name}: {old} -> {new}" for name, (old, new) in self.differences.items()]
        for name, text in self.before.items():
            lines += [f"--- {name}", text, *difflib.unified_diff(text.splitlines(), self.after[name].splitlines(), n=0, lineterm="")]
        return "\n".join(lines)

    @property
    def classes(self) -> tuple[int, int]:
        """How many classes the program has, and how many got slots."""
        count = [sum(len(SLOTTED.findall(text)) for text in files.values()) for files in (self.before, self.after)]
        return sum(len(re.findall(r"^ *class ", text, re.M)) for text in self.before.values()), count[1] - count[0]


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """An empty project as the working directory."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        (root / "pyproject.toml").write_text(PROJECT)
        os.chdir(root)
        try:
            yield root
        finally:
            os.chdir(before)


def fixed(files: Mapping[str, str], root: Path) -> dict[str, str]:
    """The files after every safe fix, as the command writes them."""
    for old in root.glob("*.py"):
        old.unlink()
    for name, text in files.items():
        (root / name).write_text(text)
    driver.fix(Request((".",), root, combine(find(root), root, cache=False, jobs=1, payoff="all")))
    return {file.name: file.read_text() for file in sorted(root.glob("*.py"))}


def compared(files: Mapping[str, str], oracle: Oracle, root: Path) -> Outcome:
    """The program run before and after its fixes."""
    after = fixed(files, root)
    names = sorted(set(ATTRIBUTE.findall("\n".join(files.values()))))
    old = oracle.run(files, names)
    return Outcome(files, after, old, old if after == dict(files) or "" in old else oracle.run(after, names))
