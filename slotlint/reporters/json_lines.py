"""``--output-format json-lines``: the objects of ``json``, one a line, for tools that read a stream."""

from __future__ import annotations

import json
from typing import TextIO

from slotlint.report import Report
from slotlint.reporters.json import finding, tally_rows


def write(report: Report, out: TextIO) -> None:
    """One object for each finding."""
    out.writelines(json.dumps(finding(found, report)) + "\n" for found in report.diagnostics)


def statistics(report: Report, out: TextIO) -> None:
    """One object for each rule."""
    out.writelines(json.dumps(row) + "\n" for row in tally_rows(report))
