"""Comments that speak to a linter, found without tokenizing the file."""

from __future__ import annotations

import io
import re
import tokenize

_TELLING = re.compile(r"slotlint\s*:|noqa", re.IGNORECASE)
# Strings are told from comments in one scan; a string that is not closed on its line ends with the line.
_LEXEMES = re.compile(
    r"(#[^\n]*)"
    r'|"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\''
    r'|"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?',
    re.DOTALL,
)


def comments_of(source: bytes) -> tuple[tuple[int, str], ...]:
    """Comments that speak to a linter, with their rows; the source is known to be valid Python."""
    lower = source.lower()
    if b"noqa" not in lower and b"slotlint" not in lower:
        return ()
    text = decoded(source)
    found = []
    row = at = 0
    for match in _LEXEMES.finditer(text):
        comment = match[1]
        if comment is not None and _TELLING.search(comment):
            row += text.count("\n", at, match.start())
            at = match.start()
            found.append((row + 1, comment))
    return tuple(found)


def decoded(source: bytes) -> str:
    """The text as the parser reads it: with one kind of line end."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    return source.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
