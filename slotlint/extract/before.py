"""What is read of a name in any case before a statement is reached, going by the blocks around it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from slotlint.extract.having import SIMPLE, always_read

Block = Sequence[ast.stmt]


def read_before(blocks: Sequence[Block], row: int, name: str) -> set[str]:
    """The attributes of a name that are read on every way to a row, from what it holds there.

    ``blocks`` stand around the row, outermost first. One that binds the name anywhere says nothing, and what stands under
    a further condition, or in a block that the row is not in, does not count.
    """
    found: set[str] = set()
    for block in reversed(blocks):
        if any(name in bound_by(statement) for statement in block):
            return found
        for statement in block:
            if statement.lineno > row:
                break
            ended = (statement.end_lineno or row) < row
            if isinstance(statement, SIMPLE) and ended:
                found |= always_read(statement, name)
            elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and not ended and statement.value is not None:
                found |= always_read(statement.value, name)  # before anything is stored
            elif isinstance(statement, (ast.If, ast.While)):
                found |= always_read(statement.test, name)
            elif isinstance(statement, (ast.For, ast.AsyncFor)):
                found |= always_read(statement.iter, name)
    return found


def bound_by(statement: ast.stmt) -> set[str]:
    """The names that a statement, or anything in it, binds."""
    found: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            found.add(node.name or "")
        elif isinstance(node, ast.MatchMapping):
            found.add(node.rest or "")
    return found
