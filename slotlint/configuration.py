"""Configuration files: found upwards, read, and checked against the table of settings, with the line of each mistake."""

from __future__ import annotations

import difflib
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from slotlint.options import Kind, Option, key

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Version = tuple[int, int]
SUPPORTED: tuple[Version, ...] = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
_OLDER = ("2.7.18", *(f"3.{minor}.99" for minor in range(10)))
_SECTION = ("tool", "slotlint")
_PLACE = re.compile(r"\s*\(at line (\d+), column (\d+)\)")
_DEEPEST = 40


class ConfigurationError(ValueError):
    """Mistakes in configuration files, a line each: ``pyproject.toml:12: unknown key "slect" in [tool.slotlint]``."""


@dataclass(frozen=True, slots=True)
class Document:
    """A TOML file as read; ``shown`` is its path in messages."""

    file: Path
    shown: str
    text: str = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)

    @property
    def prefix(self) -> tuple[str, ...]:
        """Where slotlint's own table is: in a ``pyproject.toml`` under [tool.slotlint]."""
        return _SECTION if self.file.name == "pyproject.toml" else ()

    def get(self, path: Sequence[str]) -> Any:
        """The value at a path of keys, or None."""
        value: Any = self.data
        for part in path:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def at(self, path: Sequence[str | int]) -> str:
        """``file:line`` of a key."""
        return f"{self.shown}:{line_of(self.text, path)}"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What configuration files say: values by field name, checked, and where they come from.

    ``line_length`` is that of another formatter's section; ``targets`` come from ``requires-python``.
    """

    document: Document | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    line_length: int | None = None
    targets: tuple[Version, ...] = SUPPORTED


def read_document(file: Path, cwd: Path) -> Document:
    """Read a TOML file; raises ConfigurationError when that fails."""
    shown = os.path.relpath(file, cwd) if file.is_relative_to(cwd) else str(file)
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise ConfigurationError(f"{shown}: not a regular file")
        text = file.read_bytes().decode("utf-8-sig")
        return Document(file, shown, text, tomllib.loads(text))
    except OSError as error:
        raise ConfigurationError(f"{shown}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        row = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigurationError(f"{shown}:{row}: not UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigurationError(_toml_error(shown, text, str(error))) from error


def _toml_error(shown: str, text: str, message: str) -> str:
    place = _PLACE.search(message)
    row = int(place[1]) if place else text.count("\n") + 1
    return f"{shown}:{row}: not valid TOML: {_PLACE.sub('', message).replace(' (at end of document)', '').lower()}"


def find(cwd: Path, options: Mapping[str, Option], file: Path | None = None) -> Configuration:
    """The configuration for a working directory, or that of one file; raises ConfigurationError.

    The nearest folder upwards counts that has a ``slotlint.toml``, or a ``pyproject.toml`` with [tool.slotlint]. The search
    ends at the root of the repository.
    """
    near = list(_documents(cwd))
    own = read_document(file, cwd) if file else next((one for one in near if not one.prefix or one.get(_SECTION)), None)
    values = _checked(own, options) if own else {}
    others = [one for one in near if one.file.name == "pyproject.toml"]
    return Configuration(own, values, _formatter_line_length(others), _required_versions(others))


def _documents(cwd: Path) -> Iterator[Document]:
    """The configuration files upwards, ``slotlint.toml`` before the ``pyproject.toml`` beside it."""
    for folder in (cwd, *cwd.parents):
        for name in ("slotlint.toml", "pyproject.toml"):
            if os.path.lexists(folder / name):
                yield read_document(folder / name, cwd)
        if os.path.lexists(folder / ".git"):
            return


def _formatter_line_length(documents: Iterable[Document]) -> int | None:
    """The line length that the project's formatter keeps to."""
    for document in documents:
        for tool in ("ruff", "black"):
            value = document.get(("tool", tool, "line-length"))
            if type(value) is int and value > 0:
                return value
    return None


def _required_versions(documents: Iterable[Document]) -> tuple[Version, ...]:
    for document in documents:
        wanted = document.get(("project", "requires-python"))
        if wanted is not None:
            try:
                return supported(SpecifierSet(wanted))
            except (InvalidSpecifier, TypeError, AttributeError):
                place = document.at(("project", "requires-python"))
                raise ConfigurationError(
                    f"{place}: requires-python = {_spelt(wanted)} is no version specifier"
                ) from None
    return SUPPORTED


def supported(wanted: SpecifierSet) -> tuple[Version, ...]:
    """The Python versions that slotlint knows, from the lowest that is wanted upwards."""
    patches = {0, 99, *(int(part) for one in wanted for part in one.version.split(".")[2:3] if part.isdigit())}
    if any(wanted.contains(version) for version in _OLDER):
        return SUPPORTED
    for at, (major, minor) in enumerate(SUPPORTED):
        if any(wanted.contains(f"{major}.{minor}.{patch}", prereleases=True) for patch in patches):
            return SUPPORTED[at:]
    return SUPPORTED[-1:]


def _checked(document: Document, options: Mapping[str, Option]) -> dict[str, Any]:
    """The settings of a document by field name; raises ConfigurationError that names every mistake."""
    table = document.get(document.prefix)
    if not isinstance(table, dict):
        raise ConfigurationError(f"{document.at(document.prefix)}: [tool.slotlint] must be a table")
    check = _Check(document, [])
    values = check.table(table, document.prefix, {key(name): (name, one) for name, one in options.items()})
    if check.mistakes:
        raise ConfigurationError("\n".join(check.mistakes))
    return values


@dataclass(frozen=True, slots=True)
class _Check:
    """Goes through a document's tables and notes each mistake."""

    document: Document
    mistakes: list[str]

    def table(
        self, table: Mapping[str, Any], path: tuple[str | int, ...], known: Mapping[str, tuple[str, Option | None]]
    ) -> dict[str, Any]:
        values = {}
        for spelt, value in table.items():
            here = (*path, spelt)
            if spelt not in known:
                self.mistake(here, f'unknown key "{spelt}"{_inside(path)}{guess(spelt, known)}')
                continue
            name, option = known[spelt]
            if option is None:
                continue
            if option.accepts(value):
                values[name] = self.value(option, value, here, known)
            else:
                hint = guess(value, option.choices) if isinstance(value, str) else ""
                self.mistake(here, f"{spelt} = {_spelt(value)}{_inside(path)} must be {option.expects}{hint}")
        return values

    def mistake(self, path: Sequence[str | int], message: str) -> None:
        self.mistakes.append(f"{self.document.at(path)}: {message}")

    def value(
        self, option: Option, value: Any, path: tuple[str | int, ...], known: Mapping[str, tuple[str, Option | None]]
    ) -> Any:
        """A value as Settings hold it: tuples, and paths from the folder of the file."""
        folder = self.document.file.parent
        if option.kind is Kind.OVERRIDES:
            return tuple(self.override(one, (*path, at), known) for at, one in enumerate(value))
        if option.kind is Kind.PER_FILE:
            return tuple((pattern, tuple(rules)) for pattern, rules in value.items())
        if option.kind is Kind.PATHS:
            return tuple(absolute(one, folder) for one in value)
        if option.kind is Kind.PATH or (option.kind is Kind.INTERPRETER and re.search(r"[/\\]", value)):
            return absolute(value, folder)
        return tuple(value) if isinstance(value, list) else value

    def override(
        self, table: Mapping[str, Any], path: tuple[str | int, ...], known: Mapping[str, tuple[str, Option | None]]
    ) -> tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]:
        files = table.get("files")
        if not Option(Kind.PATTERNS, "").accepts(files) or not files:
            self.mistake(
                (*path, "files") if files is not None else path, f"files{_inside(path)} must be a list of patterns"
            )
            files = []
        inner = {k: (name, one) for k, (name, one) in known.items() if one is not None and one.per_folder}
        values = self.table(table, path, {"files": ("files", None), **inner})
        return tuple(files), tuple(sorted(values.items()))


def absolute(path: str, folder: Path) -> str:
    """A path as seen from a folder; ``~`` is the home folder."""
    return os.path.normpath(os.path.join(folder, os.path.expanduser(path)))


def _inside(path: Sequence[str | int]) -> str:
    """`` in [tool.slotlint]``, or nothing at the top of a file."""
    names = ".".join(part for part in path if isinstance(part, str))
    if not names:
        return ""
    return f" in [[{names}]]" if isinstance(path[-1], int) else f" in [{names}]"


def guess(word: str, known: Iterable[str]) -> str:
    """`` (did you mean "...")``, or nothing where no known word is close."""
    close = difflib.get_close_matches(word.lower().replace("_", "-"), list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def _spelt(value: object) -> str:
    """A value in a message, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _DEEPEST else text[: _DEEPEST - 3] + "..."


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The row of the statement that first gives the value at a path of keys: 1 if there is none.

    A row is that of the key when the lines before it are TOML without the key, and a few more lines are TOML with it.
    """
    word = next((part for part in reversed(path) if isinstance(part, str)), "")
    lines = text.splitlines(keepends=True)
    for row, line in enumerate(lines):
        if word in line and _has(lines[:row], path) is False:
            for end in range(row + 1, len(lines) + 1):
                found = _has(lines[:end], path)
                if found is not None:
                    if found:
                        return row + 1
                    break
    return 1


def _has(lines: Sequence[str], path: Sequence[str | int]) -> bool | None:
    """Whether these lines give the value at a path of keys; None where they are no TOML."""
    try:
        value: Any = tomllib.loads("".join(lines))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    for part in path:
        known = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
        if part not in known:
            return False
        value = value[part]
    return True
