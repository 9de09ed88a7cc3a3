"""The forms in which ``__slots__`` is written."""

from __future__ import annotations

import ast
import functools
import io
import tokenize
from collections.abc import Iterator
from difflib import get_close_matches

from slotlint.extract.bindings import Standing
from slotlint.extract.comments import decoded
from slotlint.extract.constants import UnknownValueError, Unordered, UsedUp, evaluated
from slotlint.facts import Slots, Term


@functools.lru_cache(maxsize=4096)
def is_lookalike(name: str) -> bool:
    """Whether a name is read as ``__slots__`` and is not: other underscores, other case, letters missing or swapped."""
    word = name.strip("_").lower()
    if name == "__slots__" or not (name.startswith("__") or name.endswith("__") or (name[0] == name[-1] == "_")):
        return False
    return word in ("slot", "slots") or (len(name) > 7 and get_close_matches(name, ("__slots__",), 1, 0.88) != [])


PLAIN = frozenset({"slots", "slot"})  # names of their own, unless they say what instances hold
DISPLAYED = {ast.Tuple: "tuple", ast.List: "list", ast.Dict: "dict", ast.Set: "set"}
COLLECTORS = {
    "tuple": "tuple", "list": "list", "set": "set", "frozenset": "set", "iter": "iterator", "map": "iterator",
    "filter": "iterator", "reversed": "iterator",
}  # fmt: skip


def read_slots(node: ast.Assign | ast.AnnAssign | ast.AugAssign, at: Term, conditional: bool, source: bytes, standing: Standing) -> Slots:
    """The facts of one statement that sets ``__slots__``, or a name like it, to a value of that term."""
    value = node.value
    flags: list[str] = []
    if value is None:
        form, names = "annotation", None
    else:
        form, names = _form(value, flags)
        if names is None and not flags:
            form, names = _computed(value, flags, form, standing)
        seams = list(_seams(value, source))
        if seams:
            flags += ["implicit-concatenation", *seams]
    if isinstance(node, ast.AugAssign):
        flags.append("augmented")
    if names and "__doc__" in names and _has_docstring(standing):
        flags.append("documented")
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    bound = [t.id for t in targets if isinstance(t, ast.Name)]
    if "__slots__" not in bound:
        flags += [f"as:{name}" for name in bound if name in PLAIN or is_lookalike(name)]
    return Slots(
        form, names, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0, at, conditional,
        tuple(flags),
    )  # fmt: skip


def _has_docstring(standing: Standing) -> bool:
    """Whether a class body binds ``__doc__`` by what it begins with."""
    first = standing.body[0] if standing.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def _seams(value: ast.expr, source: bytes) -> Iterator[str]:
    """A flag ``pieces:ab=a|b`` for each name that the source writes as several strings side by side."""
    elements = value.elts if isinstance(value, (ast.Tuple, ast.List, ast.Set)) else [value]
    lines: list[bytes] = []
    for element in elements:
        if isinstance(element, ast.Constant) and isinstance(element.value, str) and _is_wide(element, element.value):
            lines = lines or decoded(source).encode().split(b"\n")
            pieces = _literals(_segment(lines, element))
            if len(pieces) > 1:
                yield f"pieces:{element.value}={'|'.join(pieces)}"


def _is_wide(node: ast.Constant, value: str) -> bool:
    """Whether a string takes more of the source than its value in plain quotes."""
    width = (node.end_col_offset or 0) - node.col_offset
    return node.end_lineno != node.lineno or width > len(value.encode("utf-8", "replace")) + 2


def _segment(lines: list[bytes], node: ast.expr) -> str:
    """The source of an expression."""
    *before, last = lines[node.lineno - 1 : node.end_lineno]
    text = b"\n".join((*before, last[: node.end_col_offset]))
    return text[node.col_offset :].decode()


def _literals(segment: str) -> list[str]:
    """The values of the string literals in a piece of source."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(f"({segment})").readline))
        return [ast.literal_eval(t.string) for t in tokens if t.type == tokenize.STRING]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return []


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
    if isinstance(value, (ast.GeneratorExp, ast.SetComp, ast.ListComp)):
        form = {ast.GeneratorExp: "iterator", ast.SetComp: "set", ast.ListComp: "computed"}[type(value)]
        return form, _generated(value)
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
    inner = _elements(value.args[-1], flags) if len(value.args) == 1 else None
    return form, inner


def _generated(value: ast.GeneratorExp | ast.SetComp | ast.ListComp) -> tuple[str, ...] | None:
    loop = value.generators[0]
    plain = isinstance(value.elt, ast.Name) and isinstance(loop.target, ast.Name) and value.elt.id == loop.target.id
    if plain and len(value.generators) == 1 and not loop.ifs:
        return _elements(loop.iter, [])
    return None


def _elements(value: ast.expr, flags: list[str]) -> tuple[str, ...] | None:
    """The names that going over a value gives: the letters of a string."""
    form, names = _form(value, flags)
    return tuple(names[0]) if form == "string" and names else names


def _computed(value: ast.expr, flags: list[str], form: str, standing: Standing) -> tuple[str, tuple[str, ...] | None]:
    """(form, names or None) of a value that literals of the file tell, by whatever expressions."""
    try:
        found = evaluated(value, standing)
    except UnknownValueError:
        return form, None
    if isinstance(found, Unordered):
        flags.append("unordered")
    if isinstance(found, (Unordered, UsedUp)):
        form, elements = ("iterator" if isinstance(found, UsedUp) else form), found.elements
    elif isinstance(found, (tuple, list, dict)):
        elements = tuple(found)
    else:
        return form, None
    wrong = {type(e).__name__ for e in elements if not isinstance(e, str)}
    flags += [f"non-string:{kind}" for kind in sorted(wrong - {"Unordered", "UsedUp", "NotImplementedType"})]
    return form, None if wrong else elements


def _names(elements: list[ast.expr], flags: list[str]) -> tuple[str, ...] | None:
    found: list[str] = []
    for element in elements:
        if isinstance(element, ast.Constant) and isinstance(element.value, str):
            found.append(element.value)
            continue
        if isinstance(element, ast.Constant):
            flags.append(f"non-string:{type(element.value).__name__}")
        elif type(element) in DISPLAYED:
            flags.append(f"non-string:{DISPLAYED[type(element)]}")
        elif isinstance(element, ast.Starred):
            inner = _elements(element.value, flags)
            if inner is not None:
                found += inner
                continue
        return None
    return tuple(found)
