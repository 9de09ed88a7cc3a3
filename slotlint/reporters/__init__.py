"""Output formats: a file each, and one line each in ``REPORTERS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from slotlint.diagnostics import Edit, Explanation
from slotlint.report import Report
from slotlint.reporters import concise, json, text


@dataclass(frozen=True, slots=True)
class Reporter:
    """How to print a report, and what of it must be filled in first."""

    write: Callable[[Report, TextIO], None]
    statistics: Callable[[Report, TextIO], None]
    wants_edits: bool = False
    wants_lines: bool = False


REPORTERS: Mapping[str, Reporter] = {
    "text": Reporter(text.write, text.statistics, wants_lines=True),
    "concise": Reporter(concise.write, text.statistics),
    "json": Reporter(json.write, json.statistics, wants_edits=True),
}

EXPLAINERS: Mapping[str, Callable[[Explanation, Sequence[Edit], TextIO], None]] = {
    "text": text.explain,
    "json": json.explain,
}
