"""The command line: parameters to settings, to the driver, to a reporter, to an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from slotlint import __version__, commands, driver, replay
from slotlint.discovery import shown
from slotlint.executors import NoExecutor
from slotlint.helptexts import CHECK_EXAMPLES, CHECK_SECTIONS, EXPLAIN_EXAMPLES, MODES, SERVER_EXAMPLES
from slotlint.output import Output, say_problems
from slotlint.parameters import Sections, from_params, options, origins
from slotlint.presentation import present
from slotlint.reporters import EXPLAINERS, REPORTERS, Reporter
from slotlint.request import Request, UsageProblem
from slotlint.settings import OPTIONS, Settings

FOUND, FAILED, INTERRUPTED = 1, 2, 130
BASELINE = "slotlint-baseline.json"  # what --write-baseline writes when no file is named


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

    \b
    Completion in your shell:
      bash   eval "$(_SLOTLINT_COMPLETE=bash_source slotlint)"   in ~/.bashrc
      zsh    eval "$(_SLOTLINT_COMPLETE=zsh_source slotlint)"    in ~/.zshrc
      fish   _SLOTLINT_COMPLETE=fish_source slotlint | source    in config.fish
    """


@cli.command(
    cls=Sections, sections=CHECK_SECTIONS, epilog=CHECK_EXAMPLES,
    short_help="Report (and fix) what could have slots, and defects of slots.",
)  # fmt: skip
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--fix", "do_fix", is_flag=True, help="Apply the safe fixes.")
@click.option("--diff", "do_diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--statistics", is_flag=True, help="Count findings and bytes by rule instead of listing findings.")
@click.option("--output-file", metavar="FILE", help="Write what is found to this file, and only the summary to the terminal.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings only: no summary, no hints, no progress bar.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings.")
@click.option("--write-baseline", "do_baseline", is_flag=True, help="Write all present findings to the baseline.")
@click.option("--add-ignore", "do_ignore", is_flag=True, help="Write an ignore comment for each finding, and take out idle ones.")
@click.option("--show-settings", "do_settings", is_flag=True, help="Print the settings that hold (for one path: for that).")
@click.option("--show-files", "do_files", is_flag=True, help="Print the files that would be checked.")
@click.option("--diff-base", metavar="REV", help="Report only what is in classes that have changed since a git revision.")
@click.option("--stdin-filename", metavar="FILE", help="With - as the path: what the file on standard input is called.")
@options()
def check(paths: tuple[str, ...], **params: Any) -> int:
    """Report the classes of PATHS (default: the whole project) that could have slots, and defects of slots."""
    params["mode"] = mode = _mode(params)
    settings = from_params(params)
    reporter = REPORTERS[settings.output_format]
    output = Output(params["output_file"], params["quiet"])
    if params["statistics"] and reporter.statistics is None:
        raise click.UsageError(f"--output-format {settings.output_format} has no --statistics")
    request = _request(paths, params, settings, reporter)
    if mode in ACTIONS:
        return ACTIONS[mode](request, output)
    if mode == "fix" and request.unsaved:
        report, contents = driver.fix_unsaved(request)
        _write_bytes(contents)
        output.report(report, reporter, sys.stderr, params["statistics"])
    elif mode == "diff":
        report = driver.diff(request)
        output.write(report.diff, sys.stdout)
        say_problems(report.problems)
    elif mode == "fix":
        report = driver.fix(request)
        output.report(report, reporter, sys.stdout, params["statistics"])
    else:
        return _check(request, reporter, output, params)
    return FOUND if report.diagnostics and not params["exit_zero"] else 0


def _mode(params: dict[str, Any]) -> str | None:
    """What to do, None for a mere report. ``--fix --diff`` shows what ``--fix`` would do; other pairs make no sense."""
    asked = [name.removeprefix("do_") for name, given in params.items() if name.startswith("do_") and given]
    if set(asked) == {"fix", "diff"}:
        return "diff"
    if len(asked) > 1:
        raise click.UsageError(f"{' and '.join(MODES[one] for one in asked)} exclude each other")
    return asked[0] if asked else None


def _check(request: Request, reporter: Reporter, output: Output, params: dict[str, Any]) -> int:
    """Report, and keep the answer where it may be asked for again."""
    pending: Pending | None = click.get_current_context().obj
    if pending is None or request.unsaved or not request.settings.cache or output.file or request.diff_base:
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
@click.option("--output-format", type=click.Choice(tuple(EXPLAINERS)), default="text", show_default=True, help="How to print it.")
@options("target_version", "python", "library", "weakref", "pickle_compat", "src", "exclude", "jobs", "cache")
def explain(target: str, paths: tuple[str, ...], output_format: str, **params: Any) -> int:
    """Explain a rule, or give the verdict on a class with all its evidence.

    The class is looked for in the program that PATHS belong to (default: the whole project).
    """
    if ":" not in target:
        return _explain_rule(target, output_format)
    request = Request(paths, Path.cwd(), from_params(params), edits=output_format == "json")
    answer = driver.explain(target, request)
    say_problems(answer.problems)
    if answer.explanation is None:
        similar = f"; did you mean {', '.join(answer.similar)}?" if answer.similar else ""
        raise click.UsageError(f"no class {target} in this program{similar}")
    EXPLAINERS[output_format](answer.explanation, answer.edits, sys.stdout)
    return 0


@cli.command(epilog=SERVER_EXAMPLES, short_help="Serve an editor: findings, fixes and verdicts as you type.")
def server() -> None:
    """Run a language server on standard input and output.

    An editor starts it and talks to it by the Language Server Protocol; it is of no use by hand. It shows findings on
    open files, offers their fixes as code actions, and tells the verdict on the class whose head is under the cursor.
    The settings are those of the configuration files in each workspace folder, which are followed as they change.
    """
    try:
        from slotlint.server import features
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.ClickException("the language server needs pygls: pip install 'slotlint[lsp]'") from error
    features.serve()


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
    if name and params["mode"] in ACTIONS:
        raise click.UsageError("what is on standard input can be checked and fixed, no more")
    unsaved = {name: sys.stdin.buffer.read()} if name else {}
    shows_findings = params["mode"] in (None, "fix", "ignore") and not params["statistics"]
    return Request(
        () if name else tuple(paths),
        Path.cwd(),
        settings,
        unsaved,
        edits=reporter.wants_edits and shows_findings,
        lines=reporter.wants_lines and shows_findings,
        diffs=reporter.wants_diffs and shows_findings,
        baseline=params["mode"] != "baseline",
        quiet=params["quiet"],
        diff_base=params["diff_base"],
    )


def _write_baseline(request: Request, output: Output) -> int:
    file = Path(request.settings.baseline or BASELINE)
    report = driver.write_baseline(file, request)
    say_problems(report.problems)
    found = len(report.diagnostics)
    output.hint(f"{found} finding{'' if found == 1 else 's'} written to {shown(str(file), str(request.cwd))}")
    return 0


cli.add_command(commands.profile)
cli.add_command(commands.measure)


def _add_ignore(request: Request, output: Output) -> int:
    report, files = driver.add_ignores(request)
    if report.diagnostics or report.problems:
        output.report(report, REPORTERS[request.settings.output_format], sys.stdout, False)
    output.hint(f"ignore comments changed in {files} file{'' if files == 1 else 's'}")
    return FOUND if report.diagnostics else 0


def _show_settings(request: Request, output: Output) -> int:
    settings, come_from = request.settings, origins(click.get_current_context())
    if len(request.paths) == 1:
        own = settings.for_path(request.paths[0])
        come_from |= {name: "an override" for name in OPTIONS if getattr(own, name) != getattr(settings, name)}
        settings = own
    output.write(present(settings, come_from), sys.stdout)
    return 0


def _show_files(request: Request, output: Output) -> int:
    output.write("".join(f"{path}\n" for path in driver.files(request)), sys.stdout)
    return 0


ACTIONS: dict[str, Callable[[Request, Output], int]] = {
    "baseline": _write_baseline,
    "ignore": _add_ignore,
    "settings": _show_settings,
    "files": _show_files,
}


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
        click.echo(f"slotlint: {error}", err=True)
        return FAILED
    except UsageProblem as error:
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
