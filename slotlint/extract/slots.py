"""The forms in which ``__slots__`` is written."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from slotlint.facts import Slots, Term

LOOKALIKES = frozenset({"__slot__", "__slots", "_slots_", "__Slots__", "_slots__", "__slots_", "__SLOTS__", "___slots__"})
COLLECTORS = {"tuple": "tuple", "list": "list", "set": "set", "frozenset": "set", "iter": "iterator", "map": "iterator"}


def read_slots(
    node: ast.Assign | ast.AnnAssign | ast.AugAssign, term: Callable[[ast.expr], Term], conditional: bool,
    rows: list[tuple[Any, ...]],
) -> Slots:  # fmt: skip
    """The facts of one ``__slots__`` statement."""
    value = node.value
    flags: list[str] = []
    if value is None:
        form, names = "annotation", None
    else:
        form, names = _form(value, flags)
        if isinstance(value, (ast.Tuple, ast.List)) and _implicit(value):
            flags.append("implicit-concatenation")
        elif isinstance(value, ast.Constant) and isinstance(value.value, str) and _two_literals(value):
            flags.append("implicit-concatenation")
    if isinstance(node, ast.AugAssign):
        flags.append("augmented")
    at = 0 if value is None else term(value)
    return Slots(
        form, names, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0, at, conditional,
        tuple(flags),
    )  # fmt: skip


def _two_literals(node: ast.Constant) -> bool:
    """Whether a string constant is longer in the source than one literal of its value can be."""
    if node.end_lineno != node.lineno:
        return True
    width = (node.end_col_offset or 0) - node.col_offset
    return isinstance(node.value, str) and width >= len(node.value.encode()) + 4 and "\\" not in node.value


def _implicit(value: ast.Tuple | ast.List) -> bool:
    return any(isinstance(e, ast.Constant) and isinstance(e.value, str) and _two_literals(e) for e in value.elts)


def _form(value: ast.expr, flags: list[str]) -> tuple[str, tuple[str, ...] | None]:
    """(form, names or None) of a slots value."""
    if isinstance(value, ast.Constant):
        if isinstance(value.value, str):
            return "string", (value.value,)
        flags.append(f"non-iterable:{type(value.value).__name__}")
        return "computed", None
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        form = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}[type(value)]
        return form, _names(value.elts, flags)
    if isinstance(value, ast.Dict):
        return "dict", _names([k for k in value.keys if k is not None], flags) if all(value.keys) else None
    if isinstance(value, ast.GeneratorExp):
        return "iterator", _generated(value)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in COLLECTORS:
        return _collected(value, flags)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        left, right = _form(value.left, flags)[1], _form(value.right, flags)[1]
        return "computed", None if left is None or right is None else left + right
    return "computed", None


def _collected(value: ast.Call, flags: list[str]) -> tuple[str, tuple[str, ...] | None]:
    assert isinstance(value.func, ast.Name)
    form = COLLECTORS[value.func.id]
    if not value.args:
        return form, ()
    inner = _form(value.args[-1], flags)[1] if len(value.args) == 1 else None
    return form, inner


def _generated(value: ast.GeneratorExp) -> tuple[str, ...] | None:
    loop = value.generators[0]
    plain = isinstance(value.elt, ast.Name) and isinstance(loop.target, ast.Name) and value.elt.id == loop.target.id
    if plain and len(value.generators) == 1 and not loop.ifs:
        return _form(loop.iter, [])[1]
    return None


def _names(elements: list[ast.expr], flags: list[str]) -> tuple[str, ...] | None:
    found: list[str] = []
    for element in elements:
        if isinstance(element, ast.Constant) and isinstance(element.value, str):
            found.append(element.value)
            continue
        if isinstance(element, ast.Constant):
            flags.append(f"non-string:{type(element.value).__name__}")
        elif isinstance(element, ast.Starred):
            inner = _form(element.value, flags)[1]
            if inner is not None:
                found += inner
                continue
        return None
    return tuple(found)
