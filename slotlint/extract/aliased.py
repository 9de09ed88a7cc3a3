"""Variables of a function that hold an instance dict, and what the function does with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
LATE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)  # bodies that run at another time


class Alias(NamedTuple):
    """The loads of a variable, and the statements from its binding to the last of them.

    ``later`` holds the generators that evaluate one of them, whenever they are asked.
    """

    uses: tuple[ast.Name, ...]
    later: tuple[ast.GeneratorExp, ...]
    block: Sequence[ast.stmt]
    parents: dict[ast.AST, ast.AST]


def uses_of(function: Function, statement: ast.Assign, value: ast.expr) -> Alias | None:
    """The uses of the variable that a statement binds to a value, where only statements behind it use it, until it is bound anew."""
    targets = statement.targets
    if statement.value is not value or len(targets) != 1 or not isinstance(targets[0], ast.Name):
        return None
    name = targets[0].id
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    outer = any(isinstance(n, (ast.Global, ast.Nonlocal)) and name in n.names for n in ast.walk(function))
    block = next((block for block in _blocks(function) if statement in block), [])
    if outer or not block or _is_bound_apart(function, name):
        return None
    behind = block[block.index(statement) + 1 :]
    held = next((at + 1 for at, each in enumerate(behind) if _binds(each, name)), len(behind))  # to where it is bound anew
    rest, parents, last, seen = behind[:held], {}, 0, 1
    for at, each in enumerate(behind):
        within = _parents(each)
        here = [node for node in within if isinstance(node, ast.Name) and node.id == name]
        seen += len(here)
        if at < held:
            parents.update(within)
            last = at + 1 if here else last
    loads = [node for node in nodes if node in parents and not _is_target(node, parents.get(node))]
    if seen != len(nodes) or any(not isinstance(node.ctx, ast.Load) for node in loads) or not loads:
        return None
    uses = tuple(loads)
    around = [list(_around(use, parents)) for use in uses]
    if any(isinstance(node, LATE) for nodes in around for node in nodes):
        return None
    later = tuple(node for nodes in around for node in nodes if isinstance(node, ast.GeneratorExp))
    return Alias(uses, later, rest[:last], parents)


def _binds(statement: ast.stmt, name: str) -> bool:
    """Whether a statement binds a name, and nothing else, to a value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name


def _is_target(node: ast.Name, parent: ast.AST | None) -> bool:
    return isinstance(parent, ast.Assign) and parent.targets == [node]


def parents_in(statement: ast.AST) -> dict[ast.AST, ast.AST]:
    """The parent of each node of a statement, the statements of its blocks left out."""
    return _parents(statement, ast.stmt)


def _parents(root: ast.AST, left_out: tuple[type[ast.AST], ...] | type[ast.AST] = ()) -> dict[ast.AST, ast.AST]:
    found: dict[ast.AST, ast.AST] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, left_out):
                found[child] = node
                waiting.append(child)
    return found


def _blocks(function: Function) -> Iterator[list[ast.stmt]]:
    """The blocks of a function, those of functions and classes in it left out."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, (*LATE, ast.expr))]


def _is_bound_apart(function: Function, name: str) -> bool:
    """Whether something binds a name by other means than a name that is stored."""
    for node in ast.walk(function):
        bound = getattr(node, "arg", None), getattr(node, "name", None), getattr(node, "rest", None)
        imported = [a.asname or a.name for a in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else ()
        if node is not function and (name in imported or (name in bound and not isinstance(node, ast.keyword))):
            return True
    return False


def _around(use: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """What stands around a use; of generators those that do not evaluate it at once."""
    child, node = use, parents.get(use)
    while node is not None:
        at_once = isinstance(node, ast.GeneratorExp) and child is node.generators[0]
        first = isinstance(child, ast.comprehension) and _is_within(use, child.iter, parents)
        if not (at_once and first):
            yield node
        child, node = node, parents.get(node)


def _is_within(node: ast.AST | None, outer: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    while node is not None and node is not outer:
        node = parents.get(node)
    return node is outer
