"""A source file as the rewrite sees it: its text, where its classes stand, and the style it is written in."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from slotlint.edits import LINE_END, Text, read_text
from slotlint.rewrite.values import Refused
from slotlint.trees import UNREADABLE, first_row, parse, statements

# Comments, triple-quoted strings (of no account for the quote) and plain strings; good enough for a majority.
_QUOTED = re.compile(
    r"#[^\r\n]*|'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\""
    r"|(?P<quote>['\"])(?P<text>(?:\\.|(?!(?P=quote))[^\\\r\n])*)(?P=quote)",
    re.DOTALL,
)


Span = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a class stands: ``head`` is the row of its first decorator or of its class keyword.

    ``inner`` are the AST positions of the bodies of the functions and classes that stand directly in it, with names.
    """

    name: str
    head: int
    end: int
    inner: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed file: places by the row of the class keyword, and what its own lines look like."""

    text: Text
    places: dict[int, Place]
    quote: str
    newline: str
    indent: str


@functools.lru_cache(maxsize=2)
def read_source(source: bytes) -> Source:
    """Read a file; raises Refused where Python cannot, or where decoding and encoding do not give the same bytes."""
    try:
        text = read_text(source)
        tree = parse(source)
    except UNREADABLE as error:
        raise Refused(f"the file does not parse: {error}", 1) from error
    if text.content.encode(text.encoding) != source:
        raise Refused(f"the encoding {text.encoding} does not give the same bytes back", 1)
    places, indent = {}, ""
    for node in statements(tree.body):
        indent = indent or _indent(node, text)
        if isinstance(node, ast.ClassDef):
            places[node.lineno] = Place(node.name, first_row(node), node.end_lineno or node.lineno, tuple(_inner(node, text)))
    newline = LINE_END.search(text.content)
    return Source(text, places, majority_quote(text.content), newline[0] if newline else "\n", indent or "    ")


def _inner(node: ast.ClassDef, text: Text) -> Iterator[tuple[str, Span]]:
    for item in node.body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = item.body[0]
            row, column = first_row(first), first.col_offset
            if row < first.lineno:  # the decorator's position is that of its expression, behind the @
                column = len(leading_space(text.line(row)).encode())
            yield item.name, (row, column, item.end_lineno or row, item.end_col_offset or 0)


def _indent(node: ast.stmt, text: Text) -> str:
    """What a block adds to the indentation of its head, or "" for a statement without a block of its own."""
    body: list[ast.stmt] = getattr(node, "body", [])
    if not body or body[0].lineno == node.lineno:
        return ""
    outer, inner = leading_space(text.line(node.lineno)), leading_space(text.line(body[0].lineno))
    return inner[len(outer) :] if inner.startswith(outer) else ""


def leading_space(line: str) -> str:
    """The blanks, tabs and form feeds that a line starts with."""
    return line[: len(line) - len(line.lstrip(" \t\f"))]


def majority_quote(text: str) -> str:
    """The quote that most plain strings use which could use either; the double quote where there is no majority."""
    counts = {"'": 0, '"': 0}
    for match in _QUOTED.finditer(text):
        if match["quote"] and "'" not in match["text"] and '"' not in match["text"]:
            counts[match["quote"]] += 1
    return "'" if counts["'"] > counts['"'] else '"'
