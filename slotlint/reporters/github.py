"""``--output-format github``: workflow commands, which GitHub shows as annotations on the lines of a pull request."""

from __future__ import annotations

from typing import TextIO

from slotlint.diagnostics import Diagnostic
from slotlint.report import Report
from slotlint.reporters.severity import Severity, severity
from slotlint.reporters.text import summary

COMMANDS = {Severity.ADVICE: "notice", Severity.DEFECT: "warning", Severity.ERROR: "error"}


def write(report: Report, out: TextIO) -> None:
    """``::warning file=...,line=...::message``, one line a finding."""
    out.writelines(_command(found) + "\n" for found in report.diagnostics)


def close(report: Report, out: TextIO) -> None:
    """The summary, which GitHub leaves in the log."""
    out.write(summary(report) + "\n")


def _command(found: Diagnostic) -> str:
    properties = {"title": f"{found.code} {found.name}", "file": found.path, "line": found.row, "endLine": found.end_row}
    if found.row == found.end_row:  # GitHub takes columns only within one line
        properties |= {"col": found.column, "endColumn": found.end_column}
    spelt = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{COMMANDS[severity(found.code)]} {spelt}::{_data(_body(found))}"


def _body(found: Diagnostic) -> str:
    return "\n".join([found.message, *(f"{note.path}:{note.row}: {note.message}" for note in found.notes)])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
