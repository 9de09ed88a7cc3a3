"""Syntax trees of whole files: parsed without a word, and walked statement by statement."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what ``ast.parse`` raises on a bad source


def parse(source: bytes) -> ast.Module:
    """The tree of a source, its warnings left out; raises one of ``UNREADABLE``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, in order of the source, without a look into expressions."""
    for statement in body:
        yield statement
        for field in ("body", "orelse", "handlers", "finalbody", "cases"):
            for inner in getattr(statement, field, ()):
                yield from statements([inner] if isinstance(inner, ast.stmt) else inner.body)


def first_row(node: ast.stmt) -> int:
    """The row of a statement's first decorator, else its own."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
