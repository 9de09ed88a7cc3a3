"""What a profile changes in the findings: many and few are counted, and each class that ran gets its verdict."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from slotlint.advice import HEAVY, advise
from slotlint.diagnostics import Diagnostic, Payoff, Seen, Size
from slotlint.profiles import ClassProfile, Profile

CANDIDATES = "SLT1"  # the rules that speak of what could have slots


def settle(found: Iterable[Diagnostic], profile: Profile, cwd: Path) -> list[Diagnostic]:
    """Findings with what was seen of their classes; those of modules that were not imported stay as they are."""
    rows = {(row.file, row.name): row for row in profile.classes}
    return [_settled(one, rows, profile, cwd) for one in found]


def _settled(one: Diagnostic, rows: Mapping[tuple[str, str], ClassProfile], profile: Profile, cwd: Path) -> Diagnostic:
    file = os.path.realpath(cwd / one.path)
    if file not in profile.files or not one.class_name:
        return one
    row = rows.get((file, one.class_name)) or ClassProfile(one.module, one.class_name, file, created=0)
    size = _size(one.sizes, profile.python) if one.code.startswith(CANDIDATES) else None
    seen = advise(row, profile, size)
    if not one.code.startswith(CANDIDATES):
        return replace(one, seen=seen)
    return replace(one, seen=seen, payoff=Payoff.MANY if seen.trade.wants_slots else Payoff.FEW)


def _size(sizes: Sequence[Size], python: tuple[int, int]) -> Size | None:
    """The size on the version that was profiled, else on the nearest."""
    return min(sizes, key=lambda size: abs(int(size.version.split(".")[1]) - python[1]), default=None)


def others(profile: Profile, paths: Iterable[str], shown: Iterable[Diagnostic], cwd: Path) -> list[tuple[str, Seen]]:
    """(class, verdict) of the classes in these files that no finding speaks of: those for a pool, and the heavy ones."""
    spoken = {(os.path.realpath(cwd / one.path), one.class_name) for one in shown}
    files = {os.path.realpath(cwd / path) for path in paths}
    rows = [row for row in profile.classes if row.file in files and (row.file, row.name) not in spoken]
    seen = [(row, advise(row, profile, None)) for row in rows]
    return [(f"{row.module}:{row.name}", one) for row, one in seen if one.trade.wants_pool or (row.payload or 0) >= HEAVY]


def by_saving(one: Diagnostic) -> tuple[int, int]:
    """The order of ``--sort saving``: most bytes first, at the peak where a profile tells, else of one instance."""
    return -(one.seen.saved if one.seen else 0), -(one.bytes_saved or 0)


def is_module(row: ClassProfile, module: str) -> bool:
    """Whether a class that ran is of a module, which may have been run as a script."""
    stem = Path(row.file).stem
    return row.module == module or (row.module == "__main__" and module.rpartition(".")[2] == stem)
