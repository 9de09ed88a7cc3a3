"""``--output-format concise``: one line a finding, for editors and grep."""

from __future__ import annotations

from typing import TextIO

from slotlint.report import Report
from slotlint.reporters.text import mark, summary


def write(report: Report, out: TextIO) -> None:
    """``path:row:column: CODE message``."""
    for found in report.diagnostics:
        out.write(f"{found.path}:{found.row}:{found.column}: {found.code} {found.message}{mark(found)}\n")


def close(report: Report, out: TextIO) -> None:
    """The summary line."""
    out.write(summary(report) + "\n")
