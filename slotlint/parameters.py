"""Settings as click options: the command line comes before the configuration file, through click's default_map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from slotlint.configuration import Configuration, absolute, is_path, no_pattern
from slotlint.documents import ConfigurationError
from slotlint.ignored import is_pattern
from slotlint.options import LISTS, Kind, Option
from slotlint.selectors import unknown
from slotlint.settings import OPTIONS, Settings, combine, find

_META = "slotlint.configuration"
Command = TypeVar("Command", bound=Callable[..., Any])


def options(*names: str) -> Callable[[Command], Command]:
    """Click options for these settings (all that have a flag, if none is named), and --config and --isolated."""
    chosen = names or tuple(name for name, one in OPTIONS.items() if one.flag)

    def decorate(command: Command) -> Command:
        for name in reversed(chosen):
            command = _click_option(name, OPTIONS[name])(command)
        return _CONFIG(_ISOLATED(command))

    return decorate


class _SettingOption(click.Option):
    """An option that the configuration file has a say in; a command may have one of the same name that it has not."""


def _click_option(name: str, one: Option) -> Callable[[Command], Command]:
    types: dict[Kind, Any] = {
        Kind.CHOICE: click.Choice(one.choices),
        Kind.NUMBER: click.IntRange(one.least, one.most),
        Kind.FLAG: click.BOOL,
    }
    return click.option(
        one.flag, name, cls=_SettingOption, type=types.get(one.kind, click.STRING), multiple=one.kind in LISTS, default=None,
        help=one.help + _default_text(one), metavar=one.metavar or _METAVARS.get(one.kind),
    )  # fmt: skip


_METAVARS = {Kind.RULES: "RULES", Kind.PATTERNS: "PATTERN", Kind.PATHS: "FOLDER", Kind.NUMBER: "N"}


def _default_text(one: Option) -> str:
    shown = one.kind is Kind.CHOICE and one.default is not None
    return f" [default: {one.default}]" if shown else ""


class BadConfiguration(click.ClickException):
    """A configuration file with mistakes: a line each, and exit code 2."""

    exit_code = 2


def _isolate(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and _META in ctx.meta:
        raise click.UsageError("--config and --isolated exclude each other", ctx)
    if value:
        ctx.meta[_META] = Configuration()


def load_config(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Click callback: find and check the configuration, and make its values the defaults of the options."""
    if ctx.resilient_parsing:
        return
    if value and _META in ctx.meta:
        raise click.UsageError("--config and --isolated exclude each other", ctx)
    cwd = Path.cwd()
    try:
        found = ctx.meta.get(_META) or find(cwd, Path(absolute(value, cwd)) if value else None)
    except ConfigurationError as error:
        raise BadConfiguration(str(error)) from error
    ctx.meta[_META] = found
    mine = {one.name for one in ctx.command.params if isinstance(one, _SettingOption)}
    defaults = {name: value for name, value in found.values.items() if name in mine}
    ctx.default_map = {**(ctx.default_map or {}), **defaults}


_CONFIG = click.option(
    "--config", metavar="FILE", is_eager=True, expose_value=False, callback=load_config,
    help="The configuration file to read [default: the nearest upwards].",
)  # fmt: skip
_ISOLATED = click.option(
    "--isolated", is_flag=True, is_eager=True, expose_value=False, callback=_isolate, help="Read no configuration file."
)


def from_params(params: Mapping[str, Any]) -> Settings:
    """The settings of a command from its parameters, of which those that are no settings are passed over."""
    ctx = click.get_current_context(silent=True)
    found = ctx.meta.get(_META) if ctx else None
    given = {name: params[name] for name in OPTIONS if params.get(name) not in (None, ())}
    cwd = Path.cwd()
    values = {name: _normal(OPTIONS[name], value, cwd) for name, value in given.items()}
    for name, value in values.items():
        if OPTIONS[name].kind is Kind.RULES:
            for message in unknown(value, OPTIONS[name].flag):
                raise click.UsageError(message, ctx)
        if OPTIONS[name].kind is Kind.PATTERNS and (wrong := [one for one in value if not is_pattern(one)]):
            raise click.UsageError(no_pattern(wrong[0], OPTIONS[name].flag), ctx)
    return combine(found or Configuration(), cwd, **values)


def origins(ctx: click.Context) -> dict[str, str]:
    """Where the settings of a command come from that are no defaults: the command line, or a file, by field name."""
    found: Configuration = ctx.meta.get(_META) or Configuration()
    file = found.document.shown if found.document else ""
    given = {name for name in OPTIONS if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    return {**dict.fromkeys(found.values, file), **dict.fromkeys(given, "command line")}


class Sections(click.Command):
    """A command whose help lists its options under headings."""

    sections: Mapping[str, tuple[str, ...]]  # names of parameters by heading; what is in none comes last

    def __init__(self, *args: Any, sections: Mapping[str, tuple[str, ...]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of each section."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = [(one, one.get_help_record(ctx)) for one in options]
        listed = {flag for flags in self.sections.values() for flag in flags}
        rest = tuple(one.opts[-1] for one in options if listed.isdisjoint(one.opts))
        for heading, flags in (*self.sections.items(), ("Other", rest)):
            rows = [row for flag in flags for one, row in records if row and flag in one.opts]
            with formatter.section(heading):
                formatter.write_dl(rows)


def _normal(one: Option, value: Any, cwd: Path) -> Any:
    """A value from the command line as Settings hold it."""
    if one.kind is Kind.RULES:
        return tuple(rule for text in value for part in text.split(",") if (rule := part.strip()))
    if one.kind is Kind.PATHS:
        return tuple(absolute(text, cwd) for text in value)
    if one.kind is Kind.PATH or (one.kind is Kind.INTERPRETER and is_path(value, cwd)):
        return absolute(value, cwd)
    return value
