"""Output formats: a file each, and one line each in ``REPORTERS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from slotlint.diagnostics import Edit, Explanation
from slotlint.report import Report
from slotlint.reporters import concise, github, gitlab, html, json, json_lines, junit, sarif, text

Printer = Callable[[Report, TextIO], None]


@dataclass(frozen=True, slots=True)
class Reporter:
    """How to print a report, and what of it must be filled in first.

    ``close`` prints the summary that ``--quiet`` leaves out. ``statistics`` counts by rule, where the format can say that.
    """

    write: Printer
    close: Printer | None = None
    statistics: Printer | None = None
    close_statistics: Printer | None = None
    wants_edits: bool = False
    wants_lines: bool = False
    wants_diffs: bool = False


REPORTERS: Mapping[str, Reporter] = {
    "text": Reporter(text.write, text.close, text.statistics, text.close_statistics, wants_lines=True),
    "concise": Reporter(concise.write, concise.close, text.statistics, text.close_statistics),
    "json": Reporter(json.write, statistics=json.statistics, wants_edits=True),
    "json-lines": Reporter(json_lines.write, statistics=json_lines.statistics, wants_edits=True),
    "sarif": Reporter(sarif.write, wants_edits=True),
    "github": Reporter(github.write, github.close),
    "gitlab": Reporter(gitlab.write),
    "junit": Reporter(junit.write),
    "html": Reporter(html.write, wants_edits=True, wants_diffs=True),
}

EXPLAINERS: Mapping[str, Callable[[Explanation, Sequence[Edit], TextIO], None]] = {
    "text": text.explain,
    "json": json.explain,
}
