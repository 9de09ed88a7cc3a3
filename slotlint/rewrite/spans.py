"""Pieces of source replaced by a form that was proven equal."""

from __future__ import annotations

import ast
from typing import Literal

from slotlint.diagnostics import ReplaceSource
from slotlint.rewrite.source import Source
from slotlint.rewrite.values import Patch, Refused


def replacement(source: Source, action: ReplaceSource) -> Patch:
    """The patch of one span; refuses where the span holds something else than expected."""
    text = source.text
    try:
        start = text.byte_offset(action.row, action.column)
        end = text.byte_offset(action.end_row, action.end_column)
    except (IndexError, UnicodeDecodeError) as error:
        raise Refused("the piece of source to be replaced is not in the file", action.row) from error
    found = text.content[start:end]
    if action.expect and action.expect != _unparsed(found):
        raise Refused(f"the source to be replaced is not {action.expect}", action.row)
    lines = action.content.splitlines()
    return Patch(start, end, source.newline.join(lines))


def _unparsed(source: str) -> str:
    """The source in the form that ``ast.unparse`` gives it, or "" where it is neither an expression nor a statement."""
    return _parsed(f"({source}\n)", "eval") or _parsed(source, "exec")


def _parsed(source: str, mode: Literal["eval", "exec"]) -> str:
    try:
        return ast.unparse(ast.parse(source, mode=mode))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
