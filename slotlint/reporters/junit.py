"""``--output-format junit``: a failed test case for each finding, for CI systems that show test results only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TextIO

from slotlint.diagnostics import Diagnostic
from slotlint.report import Report
from slotlint.reporters.text import summary

# What XML 1.0 cannot hold, not even as a reference.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Not xml.sax.saxutils: importing it brings in urllib, http and email.
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def write(report: Report, out: TextIO) -> None:
    """A suite for each file with findings; where there are none, one suite with one test that passed."""
    found = report.diagnostics
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    out.write(f'<testsuites name="slotlint" tests="{max(1, len(found))}" failures="{len(found)}" errors="0">\n')
    for path, group in groupby(found, key=lambda one: one.path):
        _suite(path, list(group), out)
    if not found:
        out.write('  <testsuite name="slotlint" tests="1" failures="0" errors="0">\n')
        out.write(f'    <testcase name="slotlint" classname="slotlint"><system-out>{_text(summary(report))}</system-out></testcase>\n')
        out.write("  </testsuite>\n")
    out.write("</testsuites>\n")


def _suite(path: str, found: Iterable[Diagnostic], out: TextIO) -> None:
    cases = [_case(one) for one in found]
    count = len(cases)
    out.write(f'  <testsuite name={_attribute(path)} tests="{count}" failures="{count}" errors="0">\n')
    out.writelines(cases)
    out.write("  </testsuite>\n")


def _case(found: Diagnostic) -> str:
    name = f"{found.code} {found.class_name or found.name} at {found.row}:{found.column}"
    place = f"{found.path}:{found.row}:{found.column}: {found.code} {found.message}"
    lines = [place, *(f"{note.path}:{note.row}: {note.message}" for note in found.notes)]
    head = f"    <testcase name={_attribute(name)} classname={_attribute(found.module or found.path)}>\n"
    failure = f"      <failure type={_attribute(found.name)} message={_attribute(found.message)}>{_text(chr(10).join(lines))}</failure>\n"
    return f"{head}{failure}    </testcase>\n"


def _text(text: str, table: Mapping[int, str] = _TEXT) -> str:
    return _ILLEGAL.sub("\ufffd", text).translate(table)


def _attribute(text: str) -> str:
    return f'"{_text(text, _ATTRIBUTE)}"'
