"""Programs that vary the known hazards, in ``fixtures/variations``: a file for each group, with many programs in it.

A program starts with ``#: name | verdict``, and goes on with what its classes should have as slots where it may be
rewritten: ``#: name | fix | P=x,y; model/Q=``. ``#. model.py`` starts another of its modules; the first is ``main.py``.
Every program has a ``check()`` that passes as it stands.

Verdicts: fix (these names, no dict), refuse (no class gains slots), hold (either, as long as ``check()`` passes),
report (slots that are wrong: the tool must say so), gap and report gap (a known fault: it is broken, or nothing is said;
once that is mended, the test fails).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from slotlint import driver
from slotlint.request import Request
from slotlint.settings import combine, find

FOLDER = Path(__file__).parent.parent / "fixtures" / "variations"
RUNNER = Path(__file__).with_name("run_variations.py")


@dataclass(frozen=True, slots=True)
class Variation:
    """One program. ``slots``: class, as ``module/Class`` outside main, to its names."""

    group: str
    name: str
    verdict: str
    slots: Mapping[str, list[str]]
    files: Mapping[str, str]
    since: tuple[int, int]  # the lowest Python that runs it


def groups() -> list[str]:
    """The names of the groups."""
    return sorted(file.stem for file in FOLDER.glob("*.py"))


def read(group: str) -> list[Variation]:
    """The programs of a group that this Python can run."""
    found: list[Variation] = []
    text = (FOLDER / f"{group}.py").read_text(encoding="utf-8")
    for part in text.split("\n#: ")[1:]:
        head, _, body = part.partition("\n")
        name, verdict, *slots = (piece.strip() for piece in head.split("|"))
        verdict, _, since = verdict.partition(" >=")
        lowest = tuple(map(int, since.split("."))) if since else (3, 10)
        files = dict(_files(body))
        one = Variation(group, name, verdict, _names(slots), files, (lowest[0], lowest[1]))
        if sys.version_info[:2] >= one.since:
            found.append(one)
    return found


def _files(body: str) -> Iterator[tuple[str, str]]:
    first, *others = ("\n" + body).split("\n#. ")
    yield "main.py", first.lstrip("\n") + "\n"
    for other in others:
        path, _, text = other.partition("\n")
        yield path.strip(), text + "\n"


def _names(pieces: list[str]) -> dict[str, list[str]]:
    pairs = (pair.partition("=") for piece in pieces for pair in piece.split(";"))
    return {name.strip(): [n.strip() for n in names.split(",") if n.strip()] for name, _, names in pairs}


def write(one: Variation, root: Path) -> Path:
    """The program in a folder of its own."""
    for path, text in one.files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def request(root: Path, payoff: str = "likely") -> Request:
    """What the command line asks for by default, or with another ``--payoff``."""
    return Request((".",), root, combine(find(root), root, cache=False, jobs=1, payoff=payoff))


def reported(one: Variation, root: Path) -> bool:
    """Whether the tool has anything to say."""
    return bool(driver.check(request(write(one, root))).diagnostics)


def fix(one: Variation, root: Path, payoff: str = "likely") -> None:
    """Make the safe fixes."""
    driver.fix(request(write(one, root), payoff))


def run(jobs: Iterable[tuple[Path, Variation]]) -> list[str]:
    """What is wrong with each program, run by CPython: "" when its check passes, with the slots that it should have."""
    payload = [(str(root), dict(one.slots)) for root, one in jobs]
    done = subprocess.run([sys.executable, str(RUNNER)], input=json.dumps(payload), capture_output=True, text=True, timeout=300, check=True)
    return [str(line) for line in json.loads(done.stdout.splitlines()[-1])]
