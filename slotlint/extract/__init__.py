"""Bytes to facts: the only reader of ``ast`` for meaning. It knows no rules and touches no files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings

from slotlint.extract.classes import Classes
from slotlint.facts import FileFacts

_COMMENT = re.compile(rb"slotlint\s*:|noqa", re.IGNORECASE)


def extract(source: bytes, *, stub: bool = False) -> FileFacts:
    """The facts of one file; what cannot be read as Python is ``FileFacts.problem``, never an exception."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # SyntaxWarning of the checked code is not ours to print
            tree = ast.parse(source)
    except SyntaxError as error:
        return _empty((f"not valid Python: {error.msg}", error.lineno or 1, error.offset or 1), source)
    except (ValueError, LookupError) as error:
        return _empty((f"not valid Python: {error}", 1, 1), source)
    except (RecursionError, MemoryError):
        return _empty(("nested too deeply to be read", 1, 1), source)
    parents = _parents(tree) if b"__dict__" in source or b"vars" in source else None
    reader = Classes(source, parents)
    try:
        reader.body(tree.body)
    except RecursionError:
        return _empty(("nested too deeply to be read", 1, 1), source)
    return _facts(reader, source)


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _facts(reader: Classes, source: bytes) -> FileFacts:
    names = reader.frames[0].bindings
    return FileFacts(
        None,
        tuple(reader.table.rows),
        tuple(frame.freeze(names) for frame in reader.frames),
        tuple(c for c in reader.classes if c is not None),
        tuple(reader.stars),
        reader.exports,
        tuple(dict.fromkeys(reader.imports)),
        reader.platform,
        reader.attribute_values,
        tuple(reader.strings),
        _comments(source),
        source.count(b"\n") + 1,
    )


def _empty(problem: tuple[str, int, int], source: bytes) -> FileFacts:
    return FileFacts(problem, (), (), (), (), None, (), 0, {}, (), (), source.count(b"\n") + 1)


def _comments(source: bytes) -> tuple[tuple[int, str], ...]:
    """Comments that speak to a linter, with their rows; a tokenizer is run only where there may be one."""
    if not _COMMENT.search(source):
        return ()
    found = []
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and _COMMENT.search(token.string.encode()):
                found.append((token.start[0], token.string))
    except (tokenize.TokenError, SyntaxError):
        return tuple(found)
    return tuple(found)
