"""Columns of findings: the syntax tree counts bytes of UTF-8, and what is shown counts characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from slotlint.diagnostics import Diagnostic
from slotlint.edits import Text, read_text

_CHARACTERS = "SLT901"  # there the compiler itself says the column, in characters


def character(line: str, column: int) -> int:
    """The column (from 1) in characters of a column in bytes of UTF-8."""
    return column if line.isascii() else len(line.encode("utf-8", "replace")[: column - 1].decode("utf-8", "replace")) + 1


def in_characters(found: Iterable[Diagnostic], contents: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
    """The findings with the columns of themselves and of their notes in characters; ``contents`` are files by path."""
    texts: dict[str, Text] = {}
    for path, content in contents.items():
        if not content.isascii():
            try:
                texts[path] = read_text(content)
            except (SyntaxError, UnicodeDecodeError):
                continue  # there is no finding in it but this
    return tuple(_converted(one, texts) for one in found) if texts else tuple(found)


def _converted(one: Diagnostic, texts: Mapping[str, Text]) -> Diagnostic:
    notes = tuple(
        replace(note, column=_column(texts, note.path, note.row, note.column)) if note.path in texts else note for note in one.notes
    )
    if one.path not in texts or one.code == _CHARACTERS:
        return replace(one, notes=notes) if notes != one.notes else one
    start = _column(texts, one.path, one.row, one.column)
    end = _column(texts, one.path, one.end_row, one.end_column)
    return replace(one, column=start, end_column=end, notes=notes)


def _column(texts: Mapping[str, Text], path: str, row: int, column: int) -> int:
    text = texts[path]
    return character(text.line(row), column) if row <= len(text.starts) else column
