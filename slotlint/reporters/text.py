"""``--output-format text``: grouped by file, each finding with its line, a caret and its evidence.

A page is made of lines, a line of (text, style) pieces: rich prints them on a terminal, a join does elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TextIO

from slotlint.diagnostics import Applicability, Diagnostic, Edit, Explanation, Note, Seen, Size
from slotlint.report import Report, doubts, tallies
from slotlint.reporters.page import Line, crop, page, width_of

MARKS = {Applicability.SAFE: "fix", Applicability.UNSAFE: "unsafe fix", Applicability.DISPLAY: ""}
NOTES_SHOWN = 6  # below a finding; ``explain`` gives them all
DOUBTS_SHOWN = 3  # below the statistics


def write(report: Report, out: TextIO) -> None:
    """Every finding under its file."""
    page(_findings(report, width_of(out)), out)
    page(((("", ""), (f"{name}: {_seen(seen)}", "")) for name, seen in report.others), out)


def close(report: Report, out: TextIO) -> None:
    """The summary line, apart from the findings by an empty one."""
    page([*([(("", ""),)] if report.diagnostics else ()), ((summary(report), "bold"),)], out)


def _seen(seen: Seen) -> str:
    """What a profile saw, in one line."""
    return f"{seen.trade.value}: {'; '.join(seen.figures) or 'no instance was seen'}"


def statistics(report: Report, out: TextIO) -> None:
    """A line a rule: count, code, name, how many a safe fix would mend, bytes saved."""
    rows = tallies(report)
    width = max((len(str(row.count)) for row in rows), default=1)
    name = max((len(row.name) for row in rows), default=1)
    page(
        (
            (
                (f"{row.count:>{width}}  ", "bold"),
                (row.code, "red"),
                (f"  {row.name:<{name}}  {row.safe} with a safe fix", ""),
                (f", {row.bytes_saved} bytes with one instance of each" if row.bytes_saved else "", "dim"),
            )
            for row in rows
        ),
        out,
    )


def close_statistics(report: Report, out: TextIO) -> None:
    """Below the table: the lines that most fixes would have to get past to be safe, and the summary."""
    page(
        (
            ((f"{note.path}:{note.row}: ", "cyan"), (f"{note.message}: keeps {count} fixes from being safe", "dim"))
            for note, count in doubts(report)[:DOUBTS_SHOWN]
        ),
        out,
    )
    page([((summary(report), "bold"),)], out)


def explain(explanation: Explanation, edits: Sequence[Edit], out: TextIO) -> None:
    """The verdict on one class, what it would declare and save, and every piece of evidence."""
    del edits  # the page names the fix; ``check --diff`` shows it
    page(_explanation(explanation), out)


def mark(found: Diagnostic) -> str:
    """``" [fix]"``, ``" [unsafe fix]"`` or nothing."""
    word = MARKS[found.fix.applicability] if found.fix else ""
    return f" [{word}]" if word else ""


def summary(report: Report) -> str:
    """One line: how many findings, where, what a fix would mend, and how to apply it."""
    found = len(report.diagnostics)
    fixed = f"{_count(report.fixed, 'finding')} fixed, " if report.fixed else ""
    if not found:
        return f"{fixed}{'nothing left' if fixed else 'no findings'} in {_scanned(report)}"
    files = len({d.path for d in report.diagnostics})
    safe, unsafe = report.fixable(Applicability.SAFE), report.fixable(Applicability.UNSAFE)
    fixes = [f"{n} with {kind} fix" for n, kind in ((safe, "a safe"), (unsafe, "an unsafe")) if n]
    offer = f" ({', '.join(fixes)})" if fixes else ""
    flag = "--fix" if safe else "--fix --unsafe-fixes"
    hint = f"; run with {flag} to apply" if fixes and not report.fixed else ""
    left = " left" if fixed else ""
    return f"{fixed}{_count(found, 'finding')}{left} in {_count(files, 'file')}{offer}, of {_scanned(report)}{hint}"


def _scanned(report: Report) -> str:
    return f"{_count(report.files, 'file')}, {_count(report.classes, 'class', 'classes')}"


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def _findings(report: Report, width: int | None) -> Iterator[Line]:
    for index, (path, group) in enumerate(groupby(report.diagnostics, key=lambda d: d.path)):
        if index:
            yield (("", ""),)
        yield ((path, "bold underline"),)
        for found in group:
            yield from _finding(found, report.lines.get((path, found.row), ""), width)


def _finding(found: Diagnostic, source: str, width: int | None) -> Iterator[Line]:
    yield (
        (f"  {found.row}:{found.column} ", "cyan"),
        (found.code, "bold red"),
        (f" {found.message}", ""),
        (mark(found), "green" if found.fix and found.fix.applicability is Applicability.SAFE else "yellow"),
    )
    if source:
        yield from _caret(found, source, width)
    if found.seen is not None:
        yield ((f"      {_seen(found.seen)}", "bold"),)
    yield from _notes(found.notes[:NOTES_SHOWN])
    if len(found.notes) > NOTES_SHOWN:
        target = f"{found.module}:{found.class_name}"
        yield ((f"      ... {len(found.notes) - NOTES_SHOWN} more: slotlint explain {target}", "dim"),)


def _caret(found: Diagnostic, source: str, width: int | None) -> Iterator[Line]:
    shown = source.rstrip()
    margin = " " * len(str(found.row))
    start = found.column - 1
    end = max(start + 1, min(found.end_column - 1 if found.end_row == found.row else len(shown), len(shown)))
    if width is not None:
        shown, cut = crop(shown, start, end, width - len(margin) - 7)
        start, end = start - cut, min(end - cut, len(shown))
    # tabs and form feeds in front of the caret must take the width they take in the line above
    lead = "".join(c if c.isspace() else " " for c in shown[:start])
    yield ((f"    {found.row} | ", "blue"), (shown, ""))
    yield ((f"    {margin} | ", "blue"), (lead + "^" * max(1, end - start), "red"))


def _notes(notes: Iterable[Note]) -> Iterator[Line]:
    for note in notes:
        yield ((f"      {note.path}:{note.row}: ", "cyan"), (note.message, "dim"))


def _explanation(explanation: Explanation) -> Iterator[Line]:
    yield (
        (f"{explanation.module}:{explanation.class_name}", "bold"),
        (f" ({explanation.path}:{explanation.row}): ", "cyan"),
        (explanation.verdict.value, "bold"),
    )
    slots = ", ".join(map(repr, explanation.slots))
    comma = "," if len(explanation.slots) == 1 else ""
    yield ((f"  slots: ({slots}{comma})", ""),)
    if explanation.bytes_saved is not None:
        text = f"  saves: {explanation.bytes_saved} bytes an instance ({explanation.payoff.value} instances)"
        yield ((text, ""),)
    yield from _sizes(explanation.sizes)
    if explanation.fix is not None:
        yield ((f"  fix: {explanation.fix.message} ({explanation.fix.applicability.value})", ""),)
    yield (("  evidence:" if explanation.evidence else "  evidence: none", ""),)
    for note in explanation.evidence:
        yield ((f"    {note.path}:{note.row}: ", "cyan"), (f"[{note.kind}] ", "dim"), (note.message, ""))


def _sizes(sizes: Sequence[Size]) -> Iterator[Line]:
    """A line a version: bytes before and after, and what the former depend on at run time."""
    for size in sizes:
        depends = ""
        if size.least < size.before:
            depends += f"; {size.least} before, where only branches would store"
        if size.most > size.before:
            depends += f"; {size.most} before, where the __dict__ is looked at or names come late"
        yield ((f"    {size.version}: ", "cyan"), (f"{size.before} bytes before, {size.after} after{depends}", ""))
