"""An open document: its text, what it says as Python, and places in it as the editor counts them."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable
from dataclasses import dataclass, field

from lsprotocol.types import Position, Range

from slotlint.columns import character
from slotlint.edits import LINE_END
from slotlint.extract import extract
from slotlint.facts import FileFacts
from slotlint.loading import digest
from slotlint.outline import Outline, outline

Units = Callable[[str], int]  # how many units of the encoding that was agreed on a text takes


@dataclass(slots=True)
class Document:
    """A version of a document. ``real`` is the real path of its file, which may not exist."""

    uri: str
    real: str
    version: int | None
    text: str
    content: bytes = b""
    lines: list[str] = field(default_factory=list)
    facts: FileFacts | None = None

    def __post_init__(self) -> None:
        self.content = encoded(self.text)
        self.lines = split(self.text)

    @property
    def stub(self) -> bool:
        """Whether it is a stub file."""
        return self.real.endswith(".pyi")

    @property
    def digest(self) -> str:
        """The digest of its content."""
        return digest(self.content, self.stub)

    def read(self) -> FileFacts:
        """Its facts."""
        if self.facts is None:
            self.facts = extract(self.content, stub=self.stub)
        return self.facts

    def outline(self) -> Outline:
        """Its comments and classes."""
        return outline(self.read())


def encoded(text: str) -> bytes:
    """The bytes that an editor would write: in the encoding that the text itself declares."""
    utf8 = text.encode("utf-8", "replace")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(utf8).readline)
        return utf8 if encoding.startswith("utf-8") else text.encode(encoding)
    except (SyntaxError, LookupError, UnicodeEncodeError):
        return utf8


def split(text: str) -> list[str]:
    """The lines of a text without their ends, as both Python and the protocol count them; a last empty one counts."""
    return LINE_END.split(text)


def position(lines: list[str], row: int, column: int, units: Units) -> Position:
    """A place (row and column from 1, in characters) as the editor counts it; one behind a line's end is its end."""
    if row > len(lines):
        return Position(len(lines), 0)
    line = lines[row - 1]
    return Position(row - 1, units(line[: max(0, column - 1)]))


def in_characters(lines: list[str], row: int, column: int) -> int:
    """A column of a finding in characters."""
    return character(lines[row - 1], column) if row <= len(lines) else column


def span(lines: list[str], start: tuple[int, int], end: tuple[int, int], units: Units) -> Range:
    """A range between two places; an empty one becomes its line."""
    if start >= end:
        row = start[0]
        text = lines[row - 1] if row <= len(lines) else ""
        end = (row, len(text) + 1)
    return Range(position(lines, *start, units), position(lines, *end, units))
