"""The command line: parameters to settings, to the driver, to a reporter, to an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import click

from slotlint import __version__, driver, replay
from slotlint.diagnostics import Problem
from slotlint.driver import Request
from slotlint.executors import NoExecutor
from slotlint.parameters import from_params, options
from slotlint.report import Report
from slotlint.reporters import EXPLAINERS, REPORTERS, Reporter
from slotlint.reporters.text import summary
from slotlint.settings import Settings

FOUND, FAILED, INTERRUPTED = 1, 2, 130
BASELINE = "slotlint-baseline.json"  # what --write-baseline writes when no file is named

CHECK_EXAMPLES = """\b
Examples:
  slotlint check                          the project you are in
  slotlint check src/pkg --diff           what --fix would change
  slotlint check --fix --select SLT101    apply the safe fixes of one rule
  slotlint check - --stdin-filename a.py  an unsaved file, from an editor
"""
EXPLAIN_EXAMPLES = """\b
Examples:
  slotlint explain SLT101
  slotlint explain pkg.mod:Outer.Inner
  slotlint explain pkg.mod:Class --output-format json
"""


@dataclass(frozen=True, slots=True)
class Pending:
    """A question whose answer is to be kept, and when the run began to look for it (ns)."""

    asked: str
    started: int


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="slotlint")
def cli() -> None:
    """Find classes that could declare __slots__, prove that they may, and rewrite them.

    Exit codes: 0 nothing found, 1 findings, 2 a wrong command line or configuration, or an internal error.
    """


@cli.command(epilog=CHECK_EXAMPLES, short_help="Report (and fix) what could have slots, and defects of slots.")
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--fix", "mode", flag_value="fix", help="Apply the safe fixes.")
@click.option("--diff", "mode", flag_value="diff", help="Show what --fix would change, and write nothing.")
@click.option("--statistics", is_flag=True, help="Count findings and bytes by rule instead of listing findings.")
@click.option("--output-file", metavar="FILE", help="Write what is found to this file, and only the summary to the terminal.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings only: no summary, no hints, no progress bar.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings.")
@click.option("--write-baseline", "mode", flag_value="baseline", help="Write all present findings to the baseline.")
@click.option("--stdin-filename", metavar="FILE", help="With - as the path: what the file on standard input is called.")
@options()
def check(paths: tuple[str, ...], **params: Any) -> int:
    """Report the classes of PATHS (default: the whole project) that could have slots, and defects of slots."""
    settings = from_params(params)
    reporter = REPORTERS[settings.output_format]
    output = Output(params["output_file"], params["quiet"])
    if params["statistics"] and reporter.statistics is None:
        raise click.UsageError(f"--output-format {settings.output_format} has no --statistics")
    request = _request(paths, params, settings, reporter)
    mode = params["mode"] or "check"
    if mode == "baseline":
        return _write_baseline(request)
    if mode == "fix" and request.unsaved:
        report, contents = driver.fix_unsaved(request)
        _write_bytes(contents)
        output.report(report, reporter, sys.stderr, params["statistics"])
    elif mode == "diff":
        report = driver.diff(request)
        output.write(report.diff, sys.stdout)
        _problems(report.problems)
    elif mode == "fix":
        report = driver.fix(request)
        output.report(report, reporter, sys.stdout, params["statistics"])
    else:
        return _check(request, reporter, output, params)
    return FOUND if report.diagnostics and not params["exit_zero"] else 0


def _check(request: Request, reporter: Reporter, output: Output, params: dict[str, Any]) -> int:
    """Report, and keep the answer where it may be asked for again."""
    pending: Pending | None = click.get_current_context().obj
    if pending is None or request.unsaved or not request.settings.cache or output.file:
        report = driver.check(request)
        output.report(report, reporter, sys.stdout, params["statistics"])
        return FOUND if report.diagnostics and not params["exit_zero"] else 0
    report = driver.check(replace(request, witnesses=True))
    out, err = io.StringIO(), io.StringIO()
    output.report(report, reporter, out, params["statistics"], err)
    code = FOUND if report.diagnostics and not params["exit_zero"] else 0
    answer = replay.Answer(out.getvalue(), err.getvalue(), code)
    replay.give(answer)
    replay.remember(pending.asked, answer, report.witnesses, report.cache, pending.started)
    return code


@cli.command(epilog=EXPLAIN_EXAMPLES, short_help="Explain a rule, or the verdict on a class.")
@click.argument("target", metavar="CODE|MODULE:CLASS")
@click.argument("paths", nargs=-1, type=click.Path())
@click.option(
    "--output-format", type=click.Choice(tuple(EXPLAINERS)), default="text", show_default=True, help="How to print it."
)
@options("target_version", "python", "library", "weakref", "pickle_compat", "src", "exclude", "jobs", "cache")
def explain(target: str, paths: tuple[str, ...], output_format: str, **params: Any) -> int:
    """Explain a rule, or give the verdict on a class with all its evidence.

    The class is looked for in the program that PATHS belong to (default: the whole project).
    """
    if ":" not in target:
        return _explain_rule(target, output_format)
    request = Request(paths, Path.cwd(), from_params(params), edits=output_format == "json")
    answer = driver.explain(target, request)
    _problems(answer.problems)
    if answer.explanation is None:
        similar = f"; did you mean {', '.join(answer.similar)}?" if answer.similar else ""
        raise click.UsageError(f"no class {target} in this program{similar}")
    EXPLAINERS[output_format](answer.explanation, answer.edits, sys.stdout)
    return 0


def _explain_rule(target: str, output_format: str) -> int:
    from slotlint.reporters import pages

    rule = driver.rule(target)
    if rule is None:
        raise click.UsageError(f"no rule {target}, and no class: a class is spelt MODULE:CLASS")
    pages.WRITERS[output_format](rule, sys.stdout)
    return 0


def _request(paths: Sequence[str], params: dict[str, Any], settings: Settings, reporter: Reporter) -> Request:
    name = params["stdin_filename"]
    if ("-" in paths) != (name is not None):
        raise click.UsageError("- and --stdin-filename go together")
    if name and len(paths) > 1:
        raise click.UsageError("- stands alone: one file is read from standard input")
    if name and params["mode"] == "baseline":
        raise click.UsageError("a baseline is written of files, not of standard input")
    unsaved = {name: sys.stdin.buffer.read()} if name else {}
    shows_findings = params["mode"] not in ("diff", "baseline") and not params["statistics"]
    return Request(
        () if name else tuple(paths),
        Path.cwd(),
        settings,
        unsaved,
        edits=reporter.wants_edits and shows_findings,
        lines=reporter.wants_lines and shows_findings,
        baseline=params["mode"] != "baseline",
        quiet=params["quiet"],
    )


def _write_baseline(request: Request) -> int:
    file = Path(request.settings.baseline or BASELINE)
    report = driver.write_baseline(file, request)
    _problems(report.problems)
    found = len(report.diagnostics)
    click.echo(f"{found} finding{'' if found == 1 else 's'} written to {file}")
    return 0


@dataclass(frozen=True, slots=True)
class Output:
    """Where what is found goes: to a file, or to a stream."""

    file: str | None
    quiet: bool

    def report(self, report: Report, reporter: Reporter, stream: TextIO, statistics: bool, err: TextIO | None = None) -> None:
        """Print a report in the format of a reporter, its problems and hints to standard error."""
        main, closing = (
            (reporter.statistics, reporter.close_statistics) if statistics else (reporter.write, reporter.close)
        )
        text = io.StringIO()
        for part in (main, None if self.quiet else closing):
            if part is not None:
                part(report, text if self.file else stream)
        if self.file:
            self.write(text.getvalue(), stream)
            if not self.quiet:
                stream.write(summary(report) + "\n")
        stream.flush()
        _problems(report.problems, err)
        if report.stale and not self.quiet:
            stale = ", ".join(report.stale)
            click.echo(f"slotlint: the baseline holds what is no longer found: {stale}", err, err=True)

    def write(self, text: str, stream: TextIO) -> None:
        """Write text as it is."""
        if self.file is None:
            stream.write(text)
            return
        try:
            Path(self.file).write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise click.UsageError(f"--output-file {self.file} cannot be written: {reason}") from error


def _problems(problems: Sequence[Problem], err: TextIO | None = None) -> None:
    for problem in problems:
        click.echo(f"slotlint: {problem.path}: {problem.message}", err, err=True)


def _write_bytes(contents: Sequence[bytes]) -> None:
    for content in contents:
        sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def run(args: Sequence[str], pending: Pending | None = None) -> int:
    """One command, its exit code returned; no traceback is shown."""
    try:
        code = cli.main(list(args), prog_name="slotlint", standalone_mode=False, obj=pending)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return FAILED
    except NoExecutor as error:
        click.echo(f"slotlint: --executor: {error}", err=True)
        return FAILED
    except driver.UsageProblem as error:
        click.echo(f"slotlint: {error}", err=True)
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        replay.drop_output()
        return FOUND  # as click does where it is the first to notice
    except Exception as error:  # the last resort of the whole program: a line instead of a traceback
        if os.environ.get("SLOTLINT_DEBUG"):
            raise
        text = " ".join(str(error).split())
        click.echo(
            f"slotlint: internal error: {type(error).__name__}: {text} (set SLOTLINT_DEBUG=1 for the traceback)",
            err=True,
        )
        return FAILED
