"""Configuration files: found upwards, read, and checked against the table of settings, with the line of each mistake."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slotlint.documents import ConfigurationError, Document, read_document
from slotlint.ignored import is_pattern
from slotlint.options import Kind, Option, key

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

Version = tuple[int, int]
SUPPORTED: tuple[Version, ...] = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
_OLDER = ("2.7.18", *(f"3.{minor}.99" for minor in range(10)))
_LONGEST = 40  # characters of a value in a message


@dataclass(frozen=True, slots=True)
class Configuration:
    """What configuration files say: values by field name, checked, and where they come from.

    ``line_length`` is that of another formatter's section; ``targets`` come from ``requires-python``.
    """

    document: Document | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    line_length: int | None = None
    targets: tuple[Version, ...] = SUPPORTED


def find(cwd: Path, options: Mapping[str, Option], file: Path | None = None) -> Configuration:
    """The configuration for a working directory, or that of one file; raises ConfigurationError.

    The nearest folder upwards counts that has a ``slotlint.toml``, or a ``pyproject.toml`` with [tool.slotlint]. The search
    ends at the root of the repository.
    """
    near = list(_documents(cwd))
    own = read_document(file, cwd) if file else next((one for one in near if one.own is not None), None)
    values = _checked(own, options) if own else {}
    others = [one for one in near if one.file.name == "pyproject.toml"]
    return Configuration(own, values, _formatter_line_length(others), _required_versions(others))


def _documents(cwd: Path) -> Iterator[Document]:
    """The configuration files upwards, ``slotlint.toml`` before the ``pyproject.toml`` beside it.

    What is wrong with a file above the nearest one is not this project's matter.
    """
    nearest = True
    for folder in (cwd, *cwd.parents):
        for file in (folder / "slotlint.toml", folder / "pyproject.toml"):
            if os.path.lexists(file):
                with contextlib.nullcontext() if nearest else contextlib.suppress(ConfigurationError):
                    yield read_document(file, cwd)
        nearest = nearest and not os.path.lexists(folder / "pyproject.toml")
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
            from packaging.specifiers import InvalidSpecifier, SpecifierSet  # slow to import

            try:
                return supported(SpecifierSet(wanted))
            except (InvalidSpecifier, TypeError, AttributeError):
                place = document.at(("project", "requires-python"))
                raise ConfigurationError(f"{place}: requires-python = {_spelt(wanted)} is no version specifier") from None
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
    table = {} if document.own is None else document.own
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

    def patterns(self, patterns: Iterable[str], path: tuple[str | int, ...], where: str) -> None:
        for one in patterns:
            if not is_pattern(one):
                self.mistake(path, no_pattern(one, where))

    def value(self, option: Option, value: Any, path: tuple[str | int, ...], known: Mapping[str, tuple[str, Option | None]]) -> Any:
        """A value as Settings hold it: tuples, and paths from the folder of the file."""
        folder = self.document.file.parent
        if option.kind is Kind.PATTERNS:
            self.patterns(value, path, str(path[-1]))
        if option.kind is Kind.OVERRIDES:
            return tuple(self.override(one, (*path, at), known) for at, one in enumerate(value))
        if option.kind is Kind.PER_FILE:
            for pattern in value:
                self.patterns([pattern], (*path, pattern), str(path[-1]))
            return tuple((pattern, tuple(rules)) for pattern, rules in value.items())
        if option.kind is Kind.PATHS:
            return tuple(absolute(one, folder) for one in value)
        if option.kind is Kind.PATH or (option.kind is Kind.INTERPRETER and is_path(value, folder)):
            return absolute(value, folder)
        return tuple(value) if isinstance(value, list) else value

    def override(
        self, table: Mapping[str, Any], path: tuple[str | int, ...], known: Mapping[str, tuple[str, Option | None]]
    ) -> tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]:
        files = table.get("files")
        if not Option(Kind.PATTERNS, "").accepts(files) or not files:
            self.mistake((*path, "files") if files is not None else path, f"files{_inside(path)} must be a list of patterns")
            files = []
        self.patterns(files, (*path, "files"), "files")
        inner = {k: (name, one) for k, (name, one) in known.items() if one is not None and one.per_folder}
        values = self.table(table, path, {"files": ("files", None), **inner})
        return tuple(files), tuple(sorted(values.items()))


def is_path(interpreter: str, folder: Path) -> bool:
    """Whether it is meant as a path, not as the name of a command."""
    return os.path.basename(interpreter) != interpreter or os.path.lexists(folder / interpreter)


def absolute(path: str, folder: Path) -> str:
    """A path as seen from a folder; ``~`` is the home folder."""
    return os.path.normpath(os.path.join(folder, os.path.expanduser(path)))


def no_pattern(pattern: str, where: str) -> str:
    """The message for a pattern that cannot be read as one."""
    return f'"{pattern}" in {where} is no pattern of a .gitignore'


def said(document: Document, name: str) -> str:
    """A setting as a document gives it, in front of a message on what is wrong with its value."""
    path = (*document.prefix, key(name))
    return f"{document.at(path)}: {key(name)} = {_spelt(document.get(path))}{_inside(document.prefix)}"


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
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
