"""What a name of a class body or of its module is bound to for good, as far as the text of the file tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# What makes a scope of its own, so that what is bound in it is another name.
INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
CHANGING = frozenset(
    ["add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort", "update"]
)
READERS = frozenset(
    {"dict", "enumerate", "filter", "frozenset", "iter", "len", "list", "map", "print", "reversed", "set", "sorted", "tuple", "zip"}
)
PLAIN = (ast.Constant, ast.Tuple, ast.JoinedStr)  # nothing can change these


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a class body stands: its own statements, and those of the module where no function is between."""

    body: Sequence[ast.stmt]
    module: Sequence[ast.stmt]

    def find(self, name: str, inside: bool, row: int) -> tuple[ast.expr, bool] | None:
        """(what a name stands for at a line, whether the class body binds it); ``inside``: where that body is seen."""
        if inside and next(_bindings(self.body, name), None) is not None:
            found = bound_once(self.body, name, row)
            return None if found is None else (found, True)
        found = bound_once(self.module, name, row)
        return None if found is None else (found, False)

    def is_bound(self, name: str) -> bool:
        """Whether a name means something here that it does not mean everywhere."""
        return any(next(_bindings(body, name), None) is not None for body in (self.body, self.module))

    def annotated(self, row: int) -> list[str]:
        """The names that the body annotates before a line."""
        before = [s for s in self.body if isinstance(s, ast.AnnAssign) and s.lineno < row]
        return [s.target.id for s in before if isinstance(s.target, ast.Name)]


def bound_once(body: Sequence[ast.stmt], name: str, row: int) -> ast.expr | None:
    """The expression that a name of these statements stands for at a line; None where it may be another, or changed by then."""
    found = [value for statement in body if (value := _assigned(statement, name)) is not None]
    if len(found) != 1 or len(list(_bindings(body, name))) != 1 or found[0].lineno > row:
        return None
    if not isinstance(found[0], PLAIN) and any(_may_change(statement, name, row) for statement in body):
        return None
    return found[0]


def _assigned(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement assigns to a name, and nothing else."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AnnAssign) else []
    if len(targets) != 1 or not isinstance(targets[0], ast.Name) or targets[0].id != name:
        return None
    return statement.value  # type: ignore[attr-defined, no-any-return]


def _bindings(body: Sequence[ast.AST], name: str) -> Iterator[ast.AST]:
    """The nodes that bind a name of these statements, those of inner scopes only where they declare it global."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, INNER):
            if getattr(node, "name", "") == name or any(isinstance(n, ast.Global) and name in n.names for n in ast.walk(node)):
                yield node
            continue
        if _binds(node, name):
            yield node
        waiting += ast.iter_child_nodes(node)


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a node itself binds or deletes a name."""
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0]) in (name, "*")
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    return isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name == name


def _may_change(statement: ast.stmt, name: str, row: int) -> bool:
    """Whether a statement may change what a name holds: one that stands after the line, and is no definition, does so too late."""
    if statement.lineno > row and not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return False
    uses = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
    if not uses:
        return False
    quiet = {id(only) for n in ast.walk(statement) for only in _only_read(n)}
    return any(id(use) not in quiet for use in uses)


def _only_read(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that it reads, and neither changes nor hands on."""
    if isinstance(node, ast.Call):
        yield from node.args if isinstance(node.func, ast.Name) and node.func.id in READERS else ()
    elif isinstance(node, (ast.comprehension, ast.For, ast.AsyncFor)):
        yield node.iter
    elif isinstance(node, ast.BinOp):
        yield from (node.left, node.right)
    elif isinstance(node, ast.Compare):
        yield from node.comparators
    elif isinstance(node, ast.Assign):
        yield from [node.value] if [t.id for t in node.targets if isinstance(t, ast.Name)] == ["__slots__"] else ()
    elif isinstance(node, ast.Attribute):
        yield from () if node.attr in CHANGING else (node.value,)
    elif isinstance(node, (ast.Subscript, ast.Starred)) and isinstance(node.ctx, ast.Load):
        yield node.value
