"""The outcome of one run, as data: what the driver makes and the reporters print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from slotlint.diagnostics import Applicability, Diagnostic, Edit, Note, Problem, Seen


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order (path, row, column, code) or of ``--sort``, what could not be read, and what was fixed."""

    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[Problem, ...] = ()
    files: int = 0  # selected files
    classes: int = 0  # classes in them
    fixed: int = 0  # findings that this run mended
    edits: Mapping[str, tuple[Edit, ...]] = field(default_factory=dict)  # by Fix.group, where the reporter wants them
    lines: Mapping[tuple[str, int], str] = field(default_factory=dict)  # (path, row) -> source line, likewise
    diff: str = ""  # unified, of what --fix would do
    diffs: Mapping[str, str] = field(default_factory=dict)  # unified, by Fix.group, where the reporter wants them
    others: tuple[tuple[str, Seen], ...] = ()  # with a profile: classes without a finding for which it has advice
    stale: tuple[str, ...] = ()  # baseline entries that match nothing any more
    witnesses: frozenset[str] = frozenset()  # the paths that the answer depends on, where the request wants them
    cache: str = ""  # the folder of the cache, likewise

    def fixable(self, applicability: Applicability) -> int:
        """How many findings a fix of that applicability would mend."""
        return sum(d.fix is not None and d.fix.applicability is applicability for d in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Tally:
    """The findings of one rule together; ``bytes_saved`` is the sum of one instance of each class."""

    code: str
    name: str
    count: int
    safe: int
    bytes_saved: int


def tallies(report: Report) -> tuple[Tally, ...]:
    """One tally for each rule that found something, most findings first."""
    counts, safe, saved = Counter[str](), Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for found in report.diagnostics:
        names[found.code] = found.name
        counts[found.code] += 1
        safe[found.code] += found.fix is not None and found.fix.applicability is Applicability.SAFE
        saved[found.code] += found.bytes_saved or 0
    order = sorted(names, key=lambda code: (-counts[code], code))
    return tuple(Tally(code, names[code], counts[code], safe[code], saved[code]) for code in order)


def doubts(report: Report, least: int = 2) -> tuple[tuple[Note, int], ...]:
    """The lines that keep at least so many fixes from being safe, most fixes first."""
    counts = Counter(
        Note(note.message, note.path, note.row)
        for found in report.diagnostics
        if found.fix is not None and found.fix.applicability is Applicability.UNSAFE
        for note in set(found.notes)
    )
    order = sorted(counts, key=lambda note: (-counts[note], note.path, note.row, note.message))
    return tuple((note, counts[note]) for note in order if counts[note] >= least)
