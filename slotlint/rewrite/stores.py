"""The second reader: which names the methods of a class store on their first parameter, read from the CST."""

from __future__ import annotations

import dataclasses
import functools
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import libcst as cst

# Fields that hold whitespace, brackets and operators: nothing in them stores or binds.
_PUNCTUATION = ("whitespace", "lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "leading_lines", "lines_")
_TRIVIA = frozenset({
    "comma", "semicolon", "equal", "colon", "dot", "operator", "operators", "header", "footer", "trailing_whitespace",
    "indent", "asynchronous", "newline", "comment", "star", "encoding", "default_indent", "default_newline",
    "has_trailing_newline",
})  # fmt: skip
# Looking a type up in a set is ten times as fast as isinstance, which asks the abstract base class of all nodes.
_NO_NODES = frozenset({type(None), str, int, bool, cst.MaybeSentinel})
_LEAVES = frozenset({cst.Name, cst.SimpleString, cst.Integer, cst.Float, cst.FormattedStringText, cst.Pass, cst.Ellipsis})
_TARGETED = frozenset({cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.For, cst.CompFor, cst.NamedExpr, cst.Del})
_NAMED = frozenset({cst.AsName, cst.MatchAs, cst.MatchStar})
_DEFINITIONS = frozenset({cst.FunctionDef, cst.ClassDef, cst.Lambda})
_BINDING = _TARGETED | _NAMED | _DEFINITIONS | {cst.Global, cst.Nonlocal, cst.ImportAlias, cst.MatchMapping}
_Function = cst.FunctionDef | cst.Lambda


@dataclasses.dataclass(slots=True)
class _Frame:
    """What one function does: names it binds or declares as of an outer scope, stores, functions inside it."""

    bound: set[str]
    outer: set[str]
    stores: list[tuple[str, str]]
    inner: list[_Function]


def stored_names(node: cst.ClassDef) -> set[str]:
    """The names stored by the class's own methods, as spelt; staticmethods and nested classes do not count."""
    found: set[str] = set()
    for method in _methods(node.body.body):
        first = first_parameter(method)
        if first and not any(_is_static(decorator) for decorator in method.decorators):
            found |= _stored_on(method, first)
    return {unicodedata.normalize("NFKC", name) for name in found}  # as the parser reads identifiers


def mangle(class_name: str, name: str) -> str:
    """A private name as CPython stores it (data model, "Private name mangling")."""
    owner = class_name.lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name


def first_parameter(function: _Function) -> str:
    """The name of the first positional parameter, or ""."""
    params = function.params
    ordered = (*params.posonly_params, *params.params)
    return ordered[0].name.value if ordered else ""


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node and all below it that is not whitespace or punctuation."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(children(current))


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The direct children that are not whitespace or punctuation."""
    found: list[cst.CSTNode] = []
    for name in _fields(type(node)):
        value = getattr(node, name)
        kind = type(value)
        if kind is tuple or kind is list:
            found += value
        elif kind not in _NO_NODES:
            found.append(value)
    return found


@functools.cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    names = [] if kind in _LEAVES else [field.name for field in dataclasses.fields(kind)]
    return tuple(name for name in names if name not in _TRIVIA and not name.startswith(_PUNCTUATION))


def _methods(body: Sequence[cst.BaseStatement | cst.BaseSmallStatement]) -> Iterator[cst.FunctionDef]:
    """The functions of a class body, those under ``if``, ``try`` and the like included."""
    for statement in body:
        if isinstance(statement, cst.FunctionDef):
            yield statement
        elif isinstance(statement, cst.BaseCompoundStatement) and not isinstance(statement, cst.ClassDef):
            for node in _blocks(statement):
                yield from _methods(node.body)


def _blocks(statement: cst.CSTNode) -> Iterator[cst.BaseSuite]:
    for node in children(statement):
        if isinstance(node, cst.BaseSuite):
            yield node
        elif isinstance(node, (cst.If, cst.Else, cst.ExceptHandler, cst.ExceptStarHandler, cst.Finally, cst.MatchCase)):
            yield from _blocks(node)


def _is_static(decorator: cst.Decorator) -> bool:
    return isinstance(decorator.decorator, cst.Name) and decorator.decorator.value == "staticmethod"


def _stored_on(function: _Function, name: str, own: bool = True) -> set[str]:
    """The names stored on the variable ``name`` in a function and in the functions inside that see the same variable."""
    frame = _Frame(set(), set(), [], [])
    for part in _until_rebound(function.body, name) if own else (function.body,):
        _read(part, frame)
    found = {attribute for receiver, attribute in frame.stores if receiver == name}
    for inner in frame.inner:
        inner_frame = _Frame(_parameters(inner), set(), [], [])
        _read(inner.body, inner_frame)
        if name not in inner_frame.bound - inner_frame.outer:
            found |= _stored_on(inner, name, own=False)
    return found


def _until_rebound(body: cst.CSTNode, name: str) -> Iterator[cst.CSTNode]:
    """The statements of a function up to one that gives the variable another value for certain."""
    if not isinstance(body, cst.BaseSuite):
        yield body
        return
    for statement in body.body:
        yield statement
        simple = statement.body if isinstance(statement, cst.SimpleStatementLine) else (statement,)
        if any(_assigns(part, name) for part in simple):
            return


def _assigns(statement: cst.CSTNode, name: str) -> bool:
    targets = statement.targets if isinstance(statement, cst.Assign) else ()
    return any(isinstance(t.target, cst.Name) and t.target.value == name for t in targets)


def _parameters(function: _Function) -> set[str]:
    return {node.name.value for node in walk(function.params) if isinstance(node, cst.Param)}


def _read(node: cst.CSTNode, frame: _Frame) -> None:
    """Note what a function's own code binds and stores; the bodies of inner functions are left for later."""
    stack = [node]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind in _DEFINITIONS:
            stack.extend(_around(current, frame))
            continue
        if kind in _BINDING:
            _note(current, frame)
        stack.extend(children(current))


def _around(node: cst.CSTNode, frame: _Frame) -> Iterator[cst.CSTNode]:
    """The parts of a definition that the scope around it evaluates."""
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        frame.bound.add(node.name.value)
        yield from node.decorators
    if isinstance(node, cst.ClassDef):
        yield from (*node.bases, *node.keywords)
        return
    assert isinstance(node, (cst.FunctionDef, cst.Lambda))
    frame.inner.append(node)
    for part in walk(node.params):
        if isinstance(part, cst.Param) and part.default is not None:
            yield part.default


def _note(node: cst.CSTNode, frame: _Frame) -> None:
    if isinstance(node, (cst.Global, cst.Nonlocal)):
        frame.outer.update(item.name.value for item in node.names)
        return
    frame.bound |= bound_by(node)
    for leaf in _targets(node):
        if isinstance(leaf, cst.Attribute) and isinstance(leaf.value, cst.Name) and leaf.attr.value != "__dict__":
            frame.stores.append((leaf.value.value, leaf.attr.value))


def bound_by(node: cst.CSTNode) -> set[str]:
    """The variables that this node itself binds or declares, those of the nodes below it left out."""
    if type(node) not in _BINDING:
        return set()
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        return {node.name.value}
    if isinstance(node, (cst.Global, cst.Nonlocal)):
        return {item.name.value for item in node.names}
    if isinstance(node, cst.ImportAlias) and node.asname is None:
        return {node.evaluated_name.partition(".")[0]}
    return {leaf.value for leaf in _targets(node) if isinstance(leaf, cst.Name)}


def _targets(node: Any) -> Iterator[cst.CSTNode]:
    """The names, attributes and subscripts that a node stores to or deletes, unpacked."""
    kind = type(node)
    if kind in _TARGETED:
        yield from _leaves(node.target)
    elif kind in _NAMED and node.name is not None:
        yield from _leaves(node.name)
    elif kind is cst.MatchMapping and node.rest is not None:
        yield node.rest


def _leaves(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if isinstance(node, (cst.Tuple, cst.List)):
        for element in node.elements:
            yield from _leaves(element.value)
    else:
        yield node.value if isinstance(node, cst.StarredElement) else node


def names_read(node: cst.CSTNode) -> set[str]:
    """The variables that an expression mentions: attribute names and keywords of calls are none."""
    found, stack = set(), [node]
    while stack:
        current = stack.pop()
        if isinstance(current, cst.Name):
            found.add(current.value)
        stack.extend(evaluated(current))
    return found


def evaluated(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The children of a node without names that are no variables."""
    if isinstance(node, (cst.Attribute, cst.Arg)):
        return [node.value]
    return children(node)


def own_nodes(body: cst.BaseSuite) -> Iterator[cst.CSTNode]:
    """Every node that the class body itself evaluates: not the bodies of functions, lambdas and nested classes."""
    stack: list[cst.CSTNode] = [body]
    while stack:
        node = stack.pop()
        yield node
        if type(node) not in _DEFINITIONS:
            stack += evaluated(node)
            continue
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            stack += node.decorators
        if isinstance(node, (cst.FunctionDef, cst.Lambda)):
            stack += _signature(node.params)
        if isinstance(node, cst.FunctionDef) and node.returns is not None:
            stack.append(node.returns)
        if isinstance(node, cst.ClassDef):
            stack += [*node.bases, *node.keywords]


def _signature(params: cst.Parameters) -> Iterator[cst.CSTNode]:
    """The defaults and annotations of parameters."""
    for node in walk(params):
        if isinstance(node, cst.Param):
            yield from (part for part in (node.default, node.annotation) if part is not None)
