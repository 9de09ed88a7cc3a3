"""Where the outcome of a run goes: findings to a file or a stream, problems and hints to standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from slotlint.diagnostics import Problem
from slotlint.report import Report
from slotlint.reporters import Reporter
from slotlint.reporters.text import summary
from slotlint.request import UsageProblem


@dataclass(frozen=True, slots=True)
class Output:
    """Where what is found goes: to a file, or to a stream."""

    file: str | None
    quiet: bool

    def report(self, report: Report, reporter: Reporter, stream: TextIO, statistics: bool, err: TextIO | None = None) -> None:
        """Print a report in the format of a reporter, its problems and hints to standard error."""
        main, closing = (reporter.statistics, reporter.close_statistics) if statistics else (reporter.write, reporter.close)
        text = io.StringIO()
        for part in (main, None if self.quiet else closing):
            if part is not None:
                part(report, text if self.file else stream)
        if self.file:
            self.write(text.getvalue(), stream)
            if not self.quiet:
                stream.write(summary(report) + "\n")
        stream.flush()
        say_problems(report.problems, err)
        if report.stale and not self.quiet:
            stale = ", ".join(report.stale)
            (err or sys.stderr).write(f"slotlint: the baseline holds what is no longer found: {stale}\n")

    def hint(self, text: str) -> None:
        """Say what was done."""
        if not self.quiet:
            sys.stdout.write(f"{text}\n")

    def write(self, text: str, stream: TextIO) -> None:
        """Write text as it is."""
        if self.file is None:
            stream.write(text)
            return
        try:
            Path(self.file).write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageProblem(Problem(f"--output-file {self.file}", f"cannot be written: {reason}")) from error


def say_problems(problems: Sequence[Problem], err: TextIO | None = None) -> None:
    """A line on standard error for each problem."""
    for problem in problems:
        (err or sys.stderr).write(f"slotlint: {problem.path}: {problem.message}\n")
