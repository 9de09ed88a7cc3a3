"""``--output-format json``: an array of objects with the keys that editors and scripts may rely on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from slotlint.diagnostics import Diagnostic, Edit, Explanation, Fix, Location, Note, Seen, Size
from slotlint.report import Report, tallies


def write(report: Report, out: TextIO) -> None:
    """Every finding, one object a line."""
    rows = (json.dumps(finding(found, report)) for found in report.diagnostics)
    body = ",\n ".join(rows)
    out.write(f"[{body}]\n")


def statistics(report: Report, out: TextIO) -> None:
    """One object a rule: code, name, count, how many a safe fix would mend, bytes saved."""
    out.write(json.dumps(tally_rows(report), indent=1) + "\n")


def tally_rows(report: Report) -> list[dict[str, Any]]:
    """The findings of each rule, counted, as JSON."""
    return [{"code": t.code, "name": t.name, "count": t.count, "fixable": t.safe, "bytes_saved": t.bytes_saved} for t in tallies(report)]


def explain(explanation: Explanation, edits: Sequence[Edit], out: TextIO) -> None:
    """The verdict on one class with its evidence."""
    record = {
        "class": f"{explanation.module}:{explanation.class_name}",
        "verdict": explanation.verdict.value,
        "filename": explanation.path,
        "location": _place(explanation.row, 1),
        "slots": list(explanation.slots),
        "fix": fix_record(explanation.fix, edits),
        "bytes_saved": explanation.bytes_saved,
        "payoff": explanation.payoff.value,
        "sizes": sizes_record(explanation.sizes),
        "evidence": [{"kind": note.kind, "message": note.message, "filename": note.path, "row": note.row} for note in explanation.evidence],
    }
    out.write(json.dumps(record, indent=1) + "\n")


def finding(found: Diagnostic, report: Report) -> dict[str, Any]:
    """A finding as JSON."""
    return {
        "code": found.code,
        "name": found.name,
        "message": found.message,
        "filename": found.path,
        "location": _place(found.row, found.column),
        "end_location": _place(found.end_row, found.end_column),
        "module": found.module,
        "class": found.class_name,
        "slots": None if found.slots is None else list(found.slots),
        "bytes_saved": found.bytes_saved,
        "payoff": found.payoff.value,
        "sizes": sizes_record(found.sizes),
        "profile": seen_record(found.seen),
        "notes": [_note(note) for note in found.notes],
        "fix": fix_record(found.fix, report.edits.get(found.fix.group, ()) if found.fix else ()),
    }


def sizes_record(sizes: Sequence[Size]) -> list[dict[str, Any]]:
    """Bytes of an instance by version; ``before_least`` and ``before_most`` are what it depends on at run time."""
    return [{"version": s.version, "before": s.before, "before_least": s.least, "before_most": s.most, "after": s.after} for s in sizes]


def seen_record(seen: Seen | None) -> dict[str, Any] | None:
    """What a profile saw of a class; null without one."""
    if seen is None:
        return None
    return {
        "verdict": seen.trade.value,
        "live_at_peak": seen.peak,
        "created": seen.created,
        "bytes_saved_at_peak": seen.saved,
        "figures": list(seen.figures),
    }


def fix_record(fix: Fix | None, edits: Sequence[Edit]) -> dict[str, Any] | None:
    """A fix as JSON; edits are in the characters of the files as they are now."""
    if fix is None:
        return None
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "group": fix.group,
        "edits": [_edit(edit) for edit in edits],
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "filename": edit.path,
        "location": _location(edit.location),
        "end_location": _location(edit.end_location),
        "content": edit.content,
    }


def _note(note: Note) -> dict[str, Any]:
    return {"message": note.message, "filename": note.path, "location": _place(note.row, note.column)}


def _location(location: Location) -> dict[str, int]:
    return _place(location.row, location.column)


def _place(row: int, column: int) -> dict[str, int]:
    return {"row": row, "column": column}
