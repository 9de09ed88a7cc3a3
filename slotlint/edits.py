"""Edits on the bytes of a file: read them as text, apply them, show them. The proof is in ``slotlint.proof``."""

from __future__ import annotations

import bisect
import difflib
import functools
import io
import itertools
import re
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass

from slotlint.diagnostics import Edit, Location
from slotlint.proof import prove

__all__ = ["Text", "apply", "prove", "read_text", "reverse", "unified_diff"]

# Where the tokenizer of Python ends a line; str.splitlines would also end it at \x0c, \x85 and \u2028.
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Text:
    """A source file as characters, without its byte order mark. ``starts`` are the offsets at which its rows start."""

    content: str
    encoding: str
    starts: tuple[int, ...]

    def offset(self, location: Location) -> int:
        """The offset of a location; raises IndexError for a row that the file does not have."""
        return self.starts[location.row - 1] + location.column - 1

    def location(self, offset: int) -> Location:
        """The row and column of an offset."""
        row = bisect.bisect_right(self.starts, offset)
        return Location(row, offset - self.starts[row - 1] + 1)

    def line(self, row: int) -> str:
        """A row with its line end."""
        end = self.starts[row] if row < len(self.starts) else len(self.content)
        return self.content[self.starts[row - 1] : end]

    def byte_offset(self, row: int, column: int) -> int:
        """The offset of an AST position: rows from 1, columns in bytes of UTF-8 from 0."""
        line = self.line(row)
        return self.starts[row - 1] + (column if line.isascii() else len(line.encode()[:column].decode()))


@functools.lru_cache(maxsize=4)  # a file is read for each group of fixes, and again for each edit that is applied
def read_text(source: bytes) -> Text:
    """Decode as the tokenizer of Python does; raises SyntaxError (bad cookie), UnicodeDecodeError."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    content = source.decode(encoding)
    return Text(content, encoding, (0, *(match.end() for match in LINE_END.finditer(content))))


def _spans(text: Text, edits: Iterable[Edit]) -> list[tuple[int, int, str]]:
    """The edits as offsets in ascending order; insertions at one place keep the order in which they are given."""
    spans = [(text.offset(edit.location), text.offset(edit.end_location), edit.content) for edit in edits]
    spans.sort(key=lambda span: span[:2])
    for (_, end, _), (start, _, _) in itertools.pairwise(spans):
        if start < end:
            raise ValueError(f"edits overlap at row {text.location(start).row}")
    return spans


def apply(source: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after the edits, in the encoding of the file; raises ValueError where edits overlap."""
    text = read_text(source)
    pieces: list[str] = []
    at = 0
    for start, end, content in _spans(text, edits):
        pieces += (text.content[at:start], content)
        at = end
    return "".join((*pieces, text.content[at:])).encode(text.encoding)


def reverse(source: bytes, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that turn ``apply(source, edits)`` into ``source`` again."""
    given = tuple(edits)
    text, after = read_text(source), read_text(apply(source, given))
    found, shift = [], 0
    for start, end, content in _spans(text, given):
        first = start + shift
        shift += len(content) - (end - start)
        back = (after.location(first), after.location(first + len(content)))
        found.append(Edit(given[0].path, *back, text.content[start:end]))
    return tuple(found)


def unified_diff(path: str, before: bytes, after: bytes) -> str:
    """A diff that ``git apply`` takes: lines end at ``\\n`` alone, a missing final newline is said."""
    old, new = (re.findall(r"[^\n]*\n|[^\n]+", read_text(source).content) for source in (before, after))
    lines = difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
    return "".join(x if x.endswith("\n") else f"{x}\n\\ No newline at end of file\n" for x in lines)
