"""TOML files as they are read, and the line of every key in them, which tomllib does not tell."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SECTION = ("tool", "slotlint")
_PLACE = re.compile(r"\s*\(at line (\d+), column (\d+)\)")


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

    @property
    def own(self) -> Any:
        """slotlint's own table, or None where there is none."""
        return self.get(self.prefix)

    def get(self, path: Sequence[str]) -> Any:
        """The value at a path of keys, or None."""
        value: Any = self.data
        for part in path:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def at(self, path: Sequence[str | int]) -> str:
        """``file:line`` of a key."""
        return f"{self.shown}:{line_of(self.text, path)}"


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
