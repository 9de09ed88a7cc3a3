"""The commands that run the user's code, unlike ``check`` and ``explain``: ``profile`` and ``measure``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from slotlint import measuring, profiles, ranking
from slotlint.discovery import project_root
from slotlint.environment import NoEnvironment
from slotlint.parameters import from_params, options
from slotlint.profiles import BadProfile, Profile
from slotlint.running import run_profiled
from slotlint.settings import origin

OUT = "slotlint-profile.json"
LARGEST = 10  # classes that are named after a run, by the bytes of their instances at the peak

PROFILE_EXAMPLES = """\b
Examples:
  slotlint profile -- pytest -q            the project's tests
  slotlint profile -- -m package serve     python -m package serve
  slotlint profile -- script.py data       python script.py data
  slotlint profile --merge old.json        add what an earlier run saw
  slotlint check --profile slotlint-profile.json --sort saving
"""
MEASURE_EXAMPLES = """\b
Examples:
  slotlint measure pkg.mod:Point --new 'Point(1, 2)'
  slotlint measure pkg.mod:Point --profile slotlint-profile.json
"""


@click.command(
    epilog=PROFILE_EXAMPLES,
    short_help="Run a Python command and count the instances of its classes.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.option("--out", default=OUT, show_default=True, metavar="FILE", help="Where to write the profile.")
@click.option("--merge", multiple=True, metavar="FILE", help="A profile of an earlier run to add.")
@click.option("--root", multiple=True, metavar="FOLDER", help="Whose classes to watch [default: the project's].")
@options("python")
def profile(command: tuple[str, ...], out: str, merge: tuple[str, ...], root: tuple[str, ...], **params: Any) -> int:
    """Run COMMAND in its own interpreter with a sampler that uses a few percent of its CPU time, and write what it saw.

    COMMAND is a script, options of Python (-m module) or a program of the environment. This runs your code. It needs
    nothing installed in that environment, and counts in every process that COMMAND starts. The exit code is COMMAND's.
    """
    if not command and not merge:
        raise click.UsageError("give a command to run: slotlint profile -- pytest")
    cwd, code, settings = Path.cwd(), 0, from_params(params)
    seen = [read_profile(name) for name in merge]
    if command:
        roots = [Path(one) for one in root] or [project_root(cwd) or cwd]
        try:
            done = run_profiled(command, roots, settings.python, cwd)
        except NoEnvironment as error:
            raise click.UsageError(f"{origin(settings, 'python')}: {error}") from error
        except OSError as error:
            raise click.UsageError(str(error)) from error
        code = done.code
        if done.profile is None:
            raise click.ClickException("no process of the command could be watched: was Python started with -I, -E or -S?")
        seen.append(done.profile)
    try:
        whole = profiles.merge(seen)
        Path(out).write_text(whole.dump(), encoding="utf-8")
    except (BadProfile, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(_summary(whole, out), err=True)
    return code


def _summary(whole: Profile, out: str) -> str:
    share = whole.sampler_seconds / max(whole.cpu_seconds, 0.001)
    largest = sorted(whole.classes, key=lambda row: -row.bytes_at_peak)[:LARGEST]
    rows = (f"{row.bytes_at_peak:>13,} bytes  {row.peak:,} of {row.module}:{row.name}\n" for row in largest if row.bytes_at_peak)
    return "".join(rows) + (
        f"slotlint: {len(whole.classes)} classes in {whole.processes} process{'' if whole.processes == 1 else 'es'}, "
        f"{whole.samples} looks ({share:.1%} of {whole.cpu_seconds:.1f} s CPU time); written to {out}"
    )


def read_profile(name: str) -> Profile:
    """The profile in a file; a bad one ends the command."""
    try:
        return profiles.load(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{name}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except (BadProfile, UnicodeDecodeError) as error:
        raise click.UsageError(f"{name}: {error}") from error


@click.command(epilog=MEASURE_EXAMPLES, short_help="Measure what slots save in one class, by running it.")
@click.argument("target", metavar="MODULE:CLASS")
@click.option("--new", metavar="CALL", help="A call that makes an instance, in terms of the class's module.")
@click.option("--profile", "profiled", metavar="FILE", help="Take the arguments that a profile saw.")
@click.option("--count", default=2000, show_default=True, type=click.IntRange(10, 10_000_000), help="Instances to make.")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", show_default=True, help="How to print it.")
@options("target_version", "python", "library", "weakref", "pickle_compat", "src", "exclude", "jobs", "cache")
def measure(target: str, new: str | None, profiled: str | None, count: int, output_format: str, **params: Any) -> int:
    """Make instances of a class as it is and with the slots that slotlint would give it, and compare.

    slotlint check never imports your code. This command does: it runs CALL in the environment's interpreter, twice, the
    second time in a temporary copy with the rewritten source.
    """
    if ":" not in target:
        raise click.UsageError(f"a class is spelt MODULE:CLASS, not {target}")
    call, settings = new or _seen_call(target, profiled), from_params(params)
    try:
        found = measuring.measure(target, call, count, settings, Path.cwd())
    except measuring.CannotMeasure as error:
        raise click.ClickException(str(error)) from error
    except NoEnvironment as error:
        raise click.UsageError(f"{origin(settings, 'python')}: {error}") from error
    measuring.WRITERS[output_format](found, sys.stdout)
    return 0


def _seen_call(target: str, profiled: str | None) -> str:
    module, _, name = target.partition(":")
    if profiled is None:
        raise click.UsageError(f"say how an instance is made: --new '{name}(...)', or --profile FILE")
    rows: Sequence[profiles.ClassProfile] = read_profile(profiled).classes
    row = next((row for row in rows if row.name == name and ranking.is_module(row, module)), None)
    if row is None or row.arguments is None:
        raise click.UsageError(f"{profiled} holds no arguments of {target}: say --new '{name}(...)'")
    return f"{name}({row.arguments})"
