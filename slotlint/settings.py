"""Settings: declared once, as the fields of one class.

Command-line options, configuration keys, their checks and the JSON schema all derive from these fields. The command line
comes before the configuration file, and that before the defaults.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slotlint import configuration
from slotlint.configuration import SUPPORTED, Configuration, Version
from slotlint.discovery import project_root
from slotlint.documents import ConfigurationError
from slotlint.ignored import spec_of
from slotlint.options import Kind, Option, option, options_of, schema_of
from slotlint.reporters import REPORTERS
from slotlint.rules import RULES
from slotlint.selectors import strength, unknown_rules
from slotlint.suppress import matches

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Override = tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]  # patterns, then values by field name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a run can be told, but for the paths. Paths are absolute."""

    select: tuple[str, ...] = option(
        ("ALL",),
        Kind.RULES,
        "Report only these rules: codes, beginnings of codes, or names.",
        "--select",
        per_folder=True,
    )
    ignore: tuple[str, ...] = option((), Kind.RULES, "Do not report these rules.", "--ignore", per_folder=True)
    extend_select: tuple[str, ...] = option((), Kind.RULES, "Report these rules as well.", "--extend-select", per_folder=True)
    extend_ignore: tuple[str, ...] = option((), Kind.RULES, "Do not report these rules either.", "--extend-ignore", per_folder=True)
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = option(
        (), Kind.PER_FILE, "Rules not to report in files that match a pattern."
    )
    exclude: tuple[str, ...] = option(
        (), Kind.PATTERNS, "Leave out files that match (as in a .gitignore); !build/ takes back in.", "--exclude"
    )
    extend_exclude: tuple[str, ...] = option((), Kind.PATTERNS, "Leave out files that match these patterns as well.", "--extend-exclude")
    src: tuple[str, ...] = option((), Kind.PATHS, "Folders that modules are imported from, besides src.", "--src")
    target_version: str | None = option(
        None, Kind.CHOICE, "The oldest Python to support [default: from requires-python; for scripts without a project the running one].",
        "--target-version",
        choices=tuple(f"py{major}{minor}" for major, minor in SUPPORTED), metavar="pyXYY",
    )  # fmt: skip
    library: bool = option(
        False, Kind.FLAG, "Others import these modules: fixes of public classes are unsafe.", "--library/--no-library",
        per_folder=True,
    )  # fmt: skip
    weakref: str = option(
        "needed", Kind.CHOICE, "Give __weakref__ to classes that need it, or to all.", "--weakref",
        choices=("needed", "always"), per_folder=True,
    )  # fmt: skip
    pickle_compat: bool = option(
        False, Kind.FLAG, "Keep pickles made before readable: write methods that read them, or leave the class alone.",
        "--pickle-compat/--no-pickle-compat",
        per_folder=True,
    )  # fmt: skip
    payoff: str = option(
        "likely", Kind.CHOICE, "Report classes that pay off, or all.", "--payoff", choices=("likely", "all"),
        per_folder=True,
    )  # fmt: skip
    line_length: int = option(
        88, Kind.NUMBER, "Longest line to write [default: that of ruff or black, else 88].", "--line-length",
        least=1, most=1000,
    )  # fmt: skip
    unsafe_fixes: bool = option(False, Kind.FLAG, "Apply fixes that a human must look at, too.", "--unsafe-fixes/--no-unsafe-fixes")
    python: str | None = option(None, Kind.INTERPRETER, "The interpreter or environment whose packages count.", "--python", metavar="PATH")
    output_format: str = option("text", Kind.CHOICE, "How to print findings.", "--output-format", choices=tuple(REPORTERS))
    baseline: str | None = option(None, Kind.PATH, "Report only what this file does not hold.", "--baseline", metavar="FILE")
    profile: str | None = option(
        None, Kind.PATH, "A profile of real runs: it counts instances, and says slots, pool, both or neither.", "--profile", metavar="FILE"
    )  # fmt: skip
    sort: str = option("place", Kind.CHOICE, "The order of findings: by place, or by bytes saved.", "--sort", choices=("place", "saving"))
    jobs: int = option(0, Kind.NUMBER, "Processes to use; 0 is one for each processor.", "--jobs", least=0, most=1024)
    executor: str | None = option(
        None, Kind.NAME, "Where files are read instead of in processes: dask:ADDRESS of a scheduler.", "--executor",
        metavar="NAME",
    )  # fmt: skip
    cache: bool = option(True, Kind.FLAG, "Keep what was read for the next run.", "--cache/--no-cache")
    cache_dir: str | None = option(
        None, Kind.PATH, "Where to keep it [default: .slotlint_cache in the project].", "--cache-dir", metavar="FOLDER"
    )
    overrides: tuple[Override, ...] = option((), Kind.OVERRIDES, "Other settings for files that match patterns.")

    targets: tuple[Version, ...] = SUPPORTED  # the Python versions that the program must run on
    root: str = ""  # where patterns start: the folder of the configuration file, else the working directory
    cwd: str = ""  # where paths that are shown start
    file: str = ""  # the configuration file

    def cache_folder(self, root: Path) -> Path:
        """Where the cache of the program below ``root`` is kept: never in a folder that the user is not working in."""
        here = Path(self.cwd)
        mine = root if root == project_root(here) else here
        return Path(self.cache_dir) if self.cache_dir else mine / ".slotlint_cache"

    def selects(self, code: str, name: str, path: str) -> bool:
        """Whether findings of a rule are wanted in a file, given by its path as shown."""
        for pattern, rules in self.per_file_ignores:
            if any(matches(one, code, name) for one in rules) and self.matches((pattern,), path):
                return False
        return self.for_path(path).wants(code, name)

    def wants(self, code: str, name: str) -> bool:
        """Whether a rule is selected: of the selectors that match it the longest decides, and ``ignore`` a tie."""
        chosen = strength((*self.select, *self.extend_select), code, name)
        return chosen > strength((*self.ignore, *self.extend_ignore), code, name)

    def selects_any(self, selector: str) -> bool:
        """Whether a code, a beginning of codes, a name or "" (every rule) names a rule that is wanted anywhere."""
        tables = [self, *(_applied(self, values) for _, values in self.overrides)]
        meant = [rule for rule in RULES if matches(selector, rule.code, rule.name)]
        return any(table.wants(rule.code, rule.name) for rule in meant for table in tables)

    def for_path(self, path: str) -> Settings:
        """The settings for one file, given by its path as shown: those of each override that matches, in order."""
        return _overridden(self, path) if self.overrides else self

    def matches(self, patterns: tuple[str, ...], path: str) -> bool:
        """Whether patterns, which start at the configuration file, match a path as shown."""
        place = os.path.relpath(os.path.join(self.cwd, path), self.root or ".")
        return bool(_spec(patterns).match_file(place))


OPTIONS: Mapping[str, Option] = options_of(Settings)


@lru_cache(maxsize=4096)
def _overridden(settings: Settings, path: str) -> Settings:
    for patterns, values in settings.overrides:
        if settings.matches(patterns, path):
            settings = _applied(settings, values)
    return settings


def _applied(settings: Settings, values: Iterable[tuple[str, Any]]) -> Settings:
    """Settings under an override: what extends a list adds to it, everything else takes the place of what was there."""
    new: dict[str, Any] = {name: (*getattr(settings, name), *v) if name.startswith("extend_") else v for name, v in values}
    return replace(settings, **new)


@lru_cache(maxsize=256)
def _spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    return spec_of(patterns)


def find(cwd: Path, file: Path | None = None) -> Configuration:
    """The configuration that holds in a folder, or that of one file, checked; raises ConfigurationError."""
    found = configuration.find(cwd, OPTIONS, file)
    if found.document:
        mistakes = list(unknown_rules(found.document, found.values, found.document.prefix, OPTIONS))
        if mistakes:
            raise ConfigurationError("\n".join(mistakes))
    return found


def combine(found: Configuration, cwd: Path, **given: Any) -> Settings:
    """Given values before those of the configuration, before what the project says elsewhere, before the defaults."""
    values = {**({"line_length": found.line_length} if found.line_length else {}), **found.values, **given}
    values["jobs"] = values.get("jobs") or _processors()
    lowest = values.get("target_version")
    targets = SUPPORTED[OPTIONS["target_version"].choices.index(lowest) :] if lowest else _targets(found, cwd)
    file = found.document.file if found.document else None
    return Settings(**values, targets=targets, root=str(file.parent if file else cwd), cwd=str(cwd), file=str(file or ""))


def _targets(found: Configuration, cwd: Path) -> tuple[Version, ...]:
    """What the project requires; scripts without a project run on the Python at hand, or on a later one."""
    if found.targets != SUPPORTED or found.document or project_root(cwd) is not None:
        return found.targets
    return tuple(v for v in SUPPORTED if v >= sys.version_info[:2]) or SUPPORTED[-1:]


def origin(settings: Settings, name: str) -> str:
    """Where a setting was given, in front of a message on what is wrong with its value: its file and line, or its flag."""
    found = find(Path(settings.cwd), Path(settings.file)) if settings.file else Configuration()
    if found.document and found.values.get(name) == getattr(settings, name):
        return configuration.said(found.document, name)
    return OPTIONS[name].flag


def _processors() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def schema() -> dict[str, Any]:
    """The JSON schema of [tool.slotlint] and ``slotlint.toml``."""
    return schema_of(OPTIONS, "The configuration of slotlint")
