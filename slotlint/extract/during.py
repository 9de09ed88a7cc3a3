"""What is evaluated while an instance dict, or a view of it, is still read: a copy in its place must not miss a change.

Names are those of everything that may be called or loaded meanwhile. ``=name`` stands for a store of that attribute, and
``*`` for whatever the program does: the view is kept, or the function waits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

Parents = Mapping[ast.AST, ast.AST]
ANYTHING = ("*",)
# Functions that have read what they are given when they return.
CONSUMERS = frozenset({
    "list", "dict", "tuple", "set", "frozenset", "sorted", "len", "str", "repr", "sum", "any", "all", "bool", "max", "min",
    "format", "OrderedDict", "collections.OrderedDict", "Counter", "collections.Counter", "print", "ascii",
})  # fmt: skip
LAZY = frozenset({"iter", "zip", "map", "filter", "enumerate", "reversed", "chain", "itertools.chain", "islice", "itertools.islice"})
# Methods of strings, lists, sets and dicts that do so as well.
CONSUMING = frozenset({
    "join", "extend", "update", "union", "intersection", "difference", "symmetric_difference", "isdisjoint", "issubset",
    "issuperset", "intersection_update", "difference_update", "fromkeys", "format_map",
})  # fmt: skip
VIEWS = frozenset({"items", "keys", "values", "__iter__"})
SETTERS = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
WRITING = frozenset({"__str__", "__repr__", "__format__"})  # methods that run where a text is made of a value
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
WAITING = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)


def during(node: ast.AST, parents: Parents) -> tuple[str, ...]:
    """What is evaluated between an expression that gives an instance dict, or reads it bit by bit, and the end of its reading."""
    found: set[str] = set()
    for part in _during(node, parents):
        found.add(part)
    return ANYTHING if "*" in found else tuple(sorted(found))


def mentioned(nodes: Iterable[ast.AST], key: str = "") -> Iterator[str]:
    """What some code loads, calls and stores; a store under the name that the loop is at comes too late to be missed."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and _is_setter(node) and not _sets(node, key):
            yield "*"
        yield from _said(node)
        waiting += ast.iter_child_nodes(node)


def _during(node: ast.AST, parents: Parents) -> Iterator[str]:
    parent = parents.get(node)
    if isinstance(parent, ast.Attribute):
        call = parents.get(parent)
        viewed = parent.attr in VIEWS and isinstance(call, ast.Call) and call.func is parent
        yield from _during(call, parents) if viewed and call is not None else ()
    elif isinstance(parent, ast.Call) and node in parent.args:
        yield from _given(parent, node, parents)
    elif isinstance(parent, ast.For) and parent.iter is node:
        yield from mentioned((*parent.body, parent.target), _key(parent.target, node))
    elif isinstance(parent, ast.comprehension):
        yield from _comprehended(parent, node, parents)
    elif isinstance(parent, ast.Starred):
        if not isinstance(parents.get(parent), (ast.Call, ast.List, ast.Tuple, ast.Set)):
            yield "*"
    elif isinstance(parent, (ast.IfExp, ast.BoolOp)):
        yield from _during(parent, parents)
    elif isinstance(parent, ast.FormattedValue):
        yield from WRITING
    elif not _is_read_at_once(node, parent):
        yield "*"


def _is_read_at_once(node: ast.AST, parent: ast.AST | None) -> bool:
    """Whether an operator or a statement has read a dict or a view when it goes on."""
    if isinstance(parent, ast.Subscript):
        return parent.value is node
    if isinstance(parent, ast.keyword):
        return parent.arg is None
    if isinstance(parent, ast.Dict):
        return any(key is None and value is node for key, value in zip(parent.keys, parent.values, strict=True))
    if isinstance(parent, ast.Assign):
        return len(parent.targets) == 1 and isinstance(parent.targets[0], (ast.Tuple, ast.List))
    return isinstance(parent, (ast.Compare, ast.BinOp, ast.UnaryOp, ast.If, ast.While, ast.Expr))


def _given(call: ast.Call, node: ast.AST, parents: Parents) -> Iterator[str]:
    """A call that is given the dict, the view or an iterator: what else it is given may be called meanwhile."""
    callee = ast.unparse(call.func)
    others = [*(a for a in call.args if a is not node), *call.keywords]
    if callee in LAZY:
        yield from mentioned(others)
        yield from _during(call, parents)
    elif callee in CONSUMERS:
        yield from mentioned(others)
        yield from WRITING if callee in ("str", "repr", "format", "print", "ascii") else ()
    elif isinstance(call.func, ast.Attribute) and call.func.attr in CONSUMING:
        yield f"({call.func.attr}"  # unless a function of the program has that name
        yield from mentioned(others)
    else:
        yield "*"


def _comprehended(loop: ast.comprehension, node: ast.AST, parents: Parents) -> Iterator[str]:
    whole = parents.get(loop)
    if whole is None or loop.iter is not node or loop.is_async:
        yield "*"
        return
    parts = [child for child in ast.iter_child_nodes(whole) if child is not loop]
    yield from mentioned((*parts, *loop.ifs), _key(loop.target, node))
    if isinstance(whole, ast.GeneratorExp):
        yield from _during(whole, parents)


def _key(target: ast.expr, iterated: ast.AST) -> str:
    """The variable that holds the name a loop over an instance dict is at."""
    viewed = iterated.func.attr if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Attribute) else "keys"
    if viewed == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        target = target.elts[0]
    return target.id if isinstance(target, ast.Name) and viewed in ("items", "keys") else ""


def _is_setter(call: ast.Call) -> bool:
    return (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in SETTERS


def _sets(call: ast.Call, key: str) -> bool:
    """Whether a setter, of a call in a loop, gets the name that the loop is at and no other."""
    names = [a.id for a in call.args if isinstance(a, ast.Name)]
    return bool(key) and key in names[:2] and getattr(call.func, "id", getattr(call.func, "attr", "")) not in ("delattr", "__delattr__")


def _said(node: ast.AST) -> Iterator[str]:
    """What one node alone may load, call or store."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node.id
            yield from WRITING if node.id in ("str", "repr", "format", "print") else ()
    elif isinstance(node, ast.Attribute):
        stored = "*" if node.attr.startswith("__") and not node.attr.endswith("__") else f"={node.attr}"
        yield node.attr if isinstance(node.ctx, ast.Load) else stored
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value.isidentifier():
            yield node.value  # of getattr
    elif isinstance(node, WAITING):
        yield "*"
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        yield "__setitem__" if isinstance(node.ctx, ast.Store) else "__delitem__"
    elif isinstance(node, ast.With):
        yield from ("__enter__", "__exit__")
    elif isinstance(node, ast.Compare):
        yield from ("__eq__", "__ne__", "__lt__", "__gt__", "__contains__")
    elif isinstance(node, ast.FormattedValue):
        yield from WRITING
