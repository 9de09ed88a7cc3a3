"""The proof of a rewrite: the new file's AST is the old one plus exactly the intended change, and it compiles.

The intended change is made a second time here, on the AST and without LibCST, and the two results are compared.
"""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Iterable, Sequence

from slotlint.diagnostics import Remedy, ReplaceSource
from slotlint.proof_model import Unmodelled, change_class, plain_slots
from slotlint.trees import UNREADABLE, first_row, parse, same, statements


def prove(before: bytes, after: bytes, remedies: Sequence[Remedy]) -> str | None:
    """Why ``after`` is not ``before`` with these remedies and nothing else, or None where that is proven."""
    try:
        old, new = parse(before), parse(after)
    except UNREADABLE as error:
        return f"does not parse: {error}"
    if _encoding(before) != _encoding(after):
        return "the encoding changes"
    if not _compiles(after) and _compiles(before):
        return "compiles no longer"
    try:
        touched = _change(old, new, before, remedies)
    except (Unmodelled, *UNREADABLE) as error:
        return str(error)
    return _difference(old, new, touched, before, after)


def _compiles(source: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<proof>", "exec", dont_inherit=True)
    except UNREADABLE:
        return False
    return True


def _encoding(source: bytes) -> str:
    return tokenize.detect_encoding(io.BytesIO(source).readline)[0]


def _classes(tree: ast.Module) -> list[ast.ClassDef]:
    return [statement for statement in statements(tree.body) if isinstance(statement, ast.ClassDef)]


def _change(old: ast.Module, new: ast.Module, before: bytes, remedies: Iterable[Remedy]) -> set[int]:
    """Make the intended change in ``old``; returns the rows in it at which something was meant to change."""
    olds, news = _classes(old), _classes(new)
    if [c.name for c in olds] != [c.name for c in news]:
        raise Unmodelled("the classes of the file are not the same")
    places = {node.lineno: at for at, node in enumerate(olds)}
    rows: set[int] = set()
    by_row: dict[int, list[Remedy]] = {}
    for remedy in remedies:
        spans = [action for action in remedy.actions if isinstance(action, ReplaceSource)]
        for span in spans:
            rows.add(span.row)
            _replace(old, span, before)
        if len(spans) < len(remedy.actions):
            by_row.setdefault(remedy.row, []).append(remedy)
    for row, found in by_row.items():
        if row not in places:
            raise Unmodelled(f"no class stands at row {row}")
        rows.add(row)
        made = news[places[row]]
        change_class(olds[places[row]], [action for remedy in found for action in remedy.actions], made)
        plain_slots(made, found)
    return rows


def _replace(tree: ast.Module, span: ReplaceSource, before: bytes) -> None:
    """Put the parsed content in the place of the expression or statement that has exactly this span."""
    wanted = (span.row, span.column, span.end_row, span.end_column)
    inner = _block(before.splitlines()[span.row - 1], span.content)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            for at, node in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(node, (ast.expr, ast.stmt)) or _span(node) != wanted:
                    continue
                if isinstance(node, ast.stmt) and isinstance(value, list):
                    value[at : at + 1] = [ast.copy_location(statement, node) for statement in inner]
                    return
                if isinstance(inner[0], ast.Expr) and len(inner) == 1:
                    if hasattr(node, "ctx") and hasattr(inner[0].value, "ctx"):
                        inner[0].value.ctx = node.ctx  # what is stored to or deleted is parsed as a load here
                    if isinstance(value, list):
                        value[at] = inner[0].value
                    else:
                        setattr(parent, name, inner[0].value)
                    return
    raise Unmodelled(f"row {span.row}: no expression or statement has exactly the span to be replaced")


def _block(line: bytes, content: str) -> list[ast.stmt]:
    """Parse statements whose later lines are indented as deep as the line that they start on."""
    indent = line[: len(line) - len(line.lstrip(b" \t"))].decode() or " "
    (block,) = ast.parse(f"if 1:\n{indent}{content}").body
    assert isinstance(block, ast.If)
    return block.body


def _span(node: ast.expr | ast.stmt) -> tuple[int, int, int | None, int | None]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _difference(old: ast.Module, new: ast.Module, touched: set[int], before: bytes, after: bytes) -> str | None:
    """The first statement that is not as intended; what no remedy touches must have the same bytes."""
    if len(old.body) != len(new.body):
        return "statements were added or lost"
    old_lines, new_lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for left, right in zip(old.body, new.body, strict=True):
        rows = range(first_row(left), (left.end_lineno or left.lineno) + 1)
        if touched.isdisjoint(rows):
            if _slice(left, old_lines) != _slice(right, new_lines):
                return f"row {left.lineno}: a statement outside of the fix changed"
        elif not same(left, right):
            return f"row {left.lineno}: the AST is not the old one plus the intended change"
    return None


def _slice(node: ast.stmt, lines: list[bytes]) -> list[bytes]:
    return lines[first_row(node) - 1 : node.end_lineno]
