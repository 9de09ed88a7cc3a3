"""Code in texts: the examples of docstrings, which doctest runs, and statements that a module may execute.

Each text becomes a function beside the module's own: it sees the names of the module, and nothing sees its names.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from slotlint.facts import TEXT

_EXAMPLE = re.compile(r"^([ \t]*)>>> ?(.*(?:\n\1\.\.\.(?: .*)?$)*)(\n\1Traceback \(most recent call last\))?", re.MULTILINE)
_STORE = re.compile(r"\w\.[A-Za-z_]\w*\s*=(?!=)")  # of an attribute, going by the look of it
_MOST = 4000  # characters of a text that a module executes; longer ones are data
# The last names of what runs a text: the language, timeit, code, a process of its own.
RUNNING = frozenset(
    ["exec", "eval", "compile", "timeit", "Timer", "repeat", "runsource", "check_output", "check_call", "Popen", "makepyfile"]
)
Text = tuple[str, int]  # with the row where it starts


def functions_of(documents: Iterable[Text], texts: Iterable[Text]) -> list[ast.stmt]:
    """A function for the examples of each docstring, and for each text that stores an attribute."""
    found: list[ast.stmt] = []
    for document, row in documents:
        found += _function([node for piece in _examples(document) for node in _parsed(piece)], row)
    for text, row in texts:
        found += _function(_parsed(textwrap.dedent(text)), row)
    return found


def is_example(text: str) -> bool:
    """Whether a docstring holds examples."""
    return ">>> " in text


def is_code(text: str) -> bool:
    """Whether a text looks like statements that store an attribute."""
    return "=" in text and len(text) < _MOST and _STORE.search(text) is not None


def _examples(document: str) -> Iterator[str]:
    """The statements of the examples in a docstring; those that raise do nothing."""
    for match in _EXAMPLE.finditer(document):
        if match[3] is None:
            first, *others = match[2].split("\n")
            indent = len(match[1]) + len("... ")
            yield "\n".join([first, *(line[indent:] for line in others)])


def _parsed(text: str) -> list[ast.stmt]:
    """The statements of a text; none where it is no Python."""
    try:
        return ast.parse(text, "<slotlint>").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _function(body: list[ast.stmt], row: int) -> list[ast.stmt]:
    """A function of these statements, all of it at one row."""
    if not body:
        return []
    definition = ast.parse("def examples(): pass", "<slotlint>").body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.name, definition.body = f"{TEXT}{row}>", body
    held: list[Any] = [definition]
    while held:  # half the time of ast.walk
        node = held.pop()
        if node._attributes:
            node.lineno = node.end_lineno = row
            node.col_offset = node.end_col_offset = 0
        for field in node._fields:
            part = getattr(node, field, None)
            if isinstance(part, ast.AST):
                held.append(part)
            elif type(part) is list:
                held += [each for each in part if isinstance(each, ast.AST)]
    return [definition]
