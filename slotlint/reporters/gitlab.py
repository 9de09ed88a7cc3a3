"""``--output-format gitlab``: a code quality report, the artifact that GitLab compares between branches."""

from __future__ import annotations

import json
from typing import Any, TextIO

from slotlint.diagnostics import Diagnostic
from slotlint.report import Report
from slotlint.reporters.fingerprints import fingerprints
from slotlint.reporters.severity import Severity, severity

LEVELS = {Severity.ADVICE: "info", Severity.DEFECT: "major", Severity.ERROR: "critical"}


def write(report: Report, out: TextIO) -> None:
    """An array with an object for each finding."""
    found = report.diagnostics
    rows = [_issue(one, mark) for one, mark in zip(found, fingerprints(found), strict=True)]
    out.write(json.dumps(rows, indent=1) + "\n")


def _issue(found: Diagnostic, mark: str) -> dict[str, Any]:
    begin, end = _position(found.row, found.column), _position(found.end_row, found.end_column)
    return {
        "type": "issue",
        "check_name": f"{found.code} {found.name}",
        "description": f"{found.code} {found.message}",
        "categories": ["Performance" if severity(found.code) is Severity.ADVICE else "Bug Risk"],
        "severity": LEVELS[severity(found.code)],
        "fingerprint": mark,
        "location": {"path": found.path.replace("\\", "/"), "positions": {"begin": begin, "end": end}},
    }


def _position(row: int, column: int) -> dict[str, int]:
    return {"line": row, "column": column}
