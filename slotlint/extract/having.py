"""What a block says of the attributes that a name has there: which it certainly has, and which one is missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from slotlint.extract.expressions import spelling

LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
# By the name of a node: the fields with what it binds, and with what may bind more. What a function or class within
# binds is its own.
PARTS = {
    "Assign": ("targets",), "AugAssign": ("target",), "AnnAssign": ("target",), "Delete": ("targets",), "TypeAlias": ("name",),
    "Import": ("names",), "ImportFrom": ("names",), "Tuple": ("elts",), "List": ("elts",), "Starred": ("value",),
    "If": ("body", "orelse"), "While": ("body", "orelse"), "For": ("target", "body", "orelse"),
    "AsyncFor": ("target", "body", "orelse"), "With": ("items", "body"), "AsyncWith": ("items", "body"),
    "withitem": ("optional_vars",), "Try": ("body", "handlers", "orelse", "finalbody"),
    "TryStar": ("body", "handlers", "orelse", "finalbody"), "ExceptHandler": ("body",),
    "Match": ("cases",), "match_case": ("pattern", "body"), "MatchAs": ("pattern",), "MatchOr": ("patterns",),
    "MatchSequence": ("patterns",), "MatchMapping": ("patterns",), "MatchClass": ("patterns", "kwd_patterns"),
}  # fmt: skip
NAMED = {"FunctionDef": "name", "AsyncFunctionDef": "name", "ClassDef": "name", "ExceptHandler": "name"} | {
    "MatchAs": "name", "MatchStar": "name", "MatchMapping": "rest",
}  # fmt: skip
KIND_TESTS = (ast.Eq, ast.Is, ast.In)


def missing_attribute(node: ast.Try) -> tuple[str, str] | None:
    """The name and its attribute that is missing where ``try: x = name.attribute[0]`` fails with AttributeError.

    Nothing else in the block may raise one: it is a single statement that reads the attribute, or an item of it.
    """
    statement = node.body[0]
    if len(node.body) > 1 or not isinstance(statement, (ast.Assign, ast.Expr, ast.Return)):
        return None
    if isinstance(statement, ast.Assign) and not all(isinstance(target, ast.Name) for target in statement.targets):
        return None
    value = statement.value
    if isinstance(value, ast.Subscript) and isinstance(value.slice, (ast.Constant, ast.UnaryOp)):
        value = value.value
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
        return value.value.id, value.attr
    return None


def is_for_missing(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches AttributeError and nothing else."""
    return isinstance(handler.type, ast.Name) and handler.type.id == "AttributeError"


def tested_names(test: ast.expr) -> list[str]:
    """The names of which a condition asks an attribute for its value: ``name.kind == "x"``."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return [
        part.left.value.id
        for part in parts
        if isinstance(part, ast.Compare)
        and len(part.ops) == 1
        and isinstance(part.ops[0], KIND_TESTS)
        and isinstance(part.left, ast.Attribute)
        and isinstance(part.left.value, ast.Name)
    ]


def stored_in(loop: ast.stmt, inside: bool) -> set[str]:
    """What a statement, or one in it, stores or deletes: names, and ``x.y`` for attributes of names.

    Expressions, where ``:=`` may stand, are looked into if ``inside``.
    """
    found: set[str] = set()
    held: list[ast.AST] = [loop]
    while held:
        node = held.pop()
        kind = type(node).__name__
        if inside:
            held += ast.iter_child_nodes(node)
        else:
            for part in [getattr(node, field) for field in PARTS.get(kind, ())]:
                held += part if type(part) is list else (part,)
        if isinstance(node, (ast.Name, ast.Attribute)):
            if not isinstance(node.ctx, ast.Load):
                found.add(spelling(node))
        elif kind in NAMED:
            found.add(getattr(node, NAMED[kind]) or "")
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found - {""}


def certain_reads(name: str, block: Sequence[ast.stmt]) -> set[str]:
    """The attributes of a name that a block reads whenever it is run; none where the block binds the name anew.

    What stands behind a statement that may leave the block, or under a further condition, does not count.
    """
    found: set[str] = set()
    for statement in block:
        if any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in ast.walk(statement)):
            return set()
    for statement in block:
        if isinstance(statement, SIMPLE):
            found |= always_read(statement, name)
        elif isinstance(statement, (ast.If, ast.While)):
            found |= always_read(statement.test, name)
        elif isinstance(statement, (ast.For, ast.AsyncFor)):
            found |= always_read(statement.iter, name)
        if any(isinstance(n, LEAVING) for n in ast.walk(statement)):
            break
    return found


def _certain(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a statement or expression that are evaluated whenever it is."""
    held = [node]
    while held:
        node = held.pop()
        yield node
        if isinstance(node, ast.BoolOp):
            held.append(node.values[0])
        elif isinstance(node, ast.IfExp):
            held.append(node.test)
        elif isinstance(node, ast.Compare):
            held += [node.left, node.comparators[0]]
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            held.append(node.generators[0].iter)  # evaluated at once, outside of the scope of its own
        elif not isinstance(node, ast.Lambda):
            held += ast.iter_child_nodes(node)


def always_read(node: ast.AST, name: str) -> set[str]:
    """The attributes of a name that are read whenever a statement or expression is evaluated."""
    loads = (n for n in _certain(node) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load))
    return {n.attr for n in loads if isinstance(n.value, ast.Name) and n.value.id == name}
