"""What an expression of literals comes to, worked out as CPython does: for the names that ``__slots__`` is computed from."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from slotlint.extract.bindings import Standing

MOST = 400  # elements of a value; slots are fewer, and nested loops make many of a short text
LONGEST = 10_000  # letters of a text, for the same reason
WIDE = re.compile(r"[0-9]{4}")  # in a format: a width that makes a text too long to be worked out


class UnknownValueError(Exception):
    """The expression cannot be worked out, or raises an error."""


@dataclass(frozen=True, slots=True)
class Unordered:
    """A set; its elements in the order of the source, which is not theirs when the program runs."""

    elements: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class UsedUp:
    """An iterator, with what it still gives."""

    elements: tuple[Any, ...]


Values = Mapping[str, Any]
TEXT_METHODS = frozenset(
    {"capitalize", "casefold", "endswith", "format", "isalpha", "isdigit", "isidentifier", "islower", "isupper", "join", "lower", "lstrip"}
    | {"removeprefix", "removesuffix", "replace", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title"}
    | {"upper"}
)
COPIES: Mapping[str, Callable[[tuple[Any, ...]], Any]] = {
    "tuple": tuple, "list": list, "set": Unordered, "frozenset": Unordered, "sorted": sorted, "iter": UsedUp,
    "reversed": lambda held: UsedUp(held[::-1]),
}  # fmt: skip
OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mod: operator.mod, ast.BitOr: operator.or_, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def evaluated(node: ast.expr, standing: Standing) -> Any:
    """The value of an expression in a class body."""
    try:
        return _Evaluation(standing, node.lineno).value(node, {})
    except UnknownValueError:
        raise
    except Exception as error:  # whatever the program itself would meet there
        raise UnknownValueError from error


class _Evaluation:
    """The working out of one expression."""

    __slots__ = ("in_class", "open", "row", "standing")

    def __init__(self, standing: Standing, row: int) -> None:
        self.standing = standing
        self.row = row
        self.in_class = True  # what is being worked out stands in the class body, so that names may be those bound there
        self.open: set[str] = set()  # names that are being worked out

    def value(self, node: ast.expr, local: Values) -> Any:
        handler = HANDLERS.get(type(node))
        if handler is None:
            raise UnknownValueError
        return handler(self, node, local)

    def elements(self, node: ast.expr, local: Values) -> tuple[Any, ...]:
        """What going over an expression gives."""
        return _limited(_iterated(self.value(node, local)))

    def constant(self, node: ast.Constant, local: Values) -> Any:
        return node.value

    def name(self, node: ast.Name, local: Values) -> Any:
        if node.id in local:
            return local[node.id]
        if node.id == "__annotations__":
            return dict.fromkeys(self.standing.annotated(self.row), "")
        bound = self.bound(node.id, local)
        if bound is None or node.id in self.open:
            raise UnknownValueError
        self.open.add(node.id)
        in_class, self.in_class = self.in_class, bound[1]
        found = self.value(bound[0], {})
        self.in_class = in_class
        self.open.discard(node.id)
        return found

    def bound(self, name: str, local: Values) -> tuple[ast.expr, bool] | None:
        """What a name is bound to; a comprehension, which has variables of its own, does not see those of the class body."""
        return self.standing.find(name, self.in_class and not local, self.row)

    def display(self, node: ast.Tuple | ast.List | ast.Set, local: Values) -> Any:
        found: list[Any] = []
        for element in node.elts:
            found += self.elements(element.value, local) if isinstance(element, ast.Starred) else [self.value(element, local)]
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: Unordered}[type(node)]
        return kind(_limited(found))

    def mapping(self, node: ast.Dict, local: Values) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                found.update(self.value(value, local))
            else:
                found[self.value(key, local)] = self.tried(value, local)
        return found

    def tried(self, node: ast.expr, local: Values) -> Any:
        """A value that may stay unknown: what the keys of a dict stand for."""
        try:
            return self.value(node, local)
        except UnknownValueError:
            return NotImplemented

    def joined(self, node: ast.JoinedStr, local: Values) -> str:
        return "".join(str(self.value(part, local)) for part in node.values)

    def formatted(self, node: ast.FormattedValue, local: Values) -> str:
        value = _known(self.value(node.value, local))
        shown = {-1: value, 115: str(value), 114: repr(value), 97: ascii(value)}[node.conversion]
        how = self.joined(node.format_spec, local) if isinstance(node.format_spec, ast.JoinedStr) else ""
        if WIDE.search(how):
            raise UnknownValueError
        return format(shown, how)

    def binary(self, node: ast.BinOp, local: Values) -> Any:
        left, right = self.value(node.left, local), self.value(node.right, local)
        if isinstance(left, Unordered) and isinstance(right, Unordered):
            return _combined(type(node.op), left.elements, right.elements)
        if type(node.op) not in OPERATORS or isinstance(left, Unordered) or isinstance(right, Unordered):
            raise UnknownValueError
        if isinstance(node.op, ast.Mod) and WIDE.search(str(left)):
            raise UnknownValueError
        return _short(OPERATORS[type(node.op)](left, right))

    def compared(self, node: ast.Compare, local: Values) -> bool:
        if len(node.ops) > 1:
            raise UnknownValueError
        left = self.value(node.left, local)
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            held = self.value(node.comparators[0], local)
            found = left in (held if isinstance(held, str) else _iterated(held))
            return found == isinstance(node.ops[0], ast.In)
        return bool(OPERATORS[type(node.ops[0])](left, self.value(node.comparators[0], local)))

    def either(self, node: ast.BoolOp, local: Values) -> Any:
        found: Any = None
        for value in node.values:
            found = self.value(value, local)
            if bool(_known(found)) == isinstance(node.op, ast.Or):
                break
        return found

    def unary(self, node: ast.UnaryOp, local: Values) -> Any:
        value = self.value(node.operand, local)
        if isinstance(node.op, ast.Not):
            return not _known(value)
        if isinstance(node.op, ast.USub):
            return -value
        raise UnknownValueError

    def choice(self, node: ast.IfExp, local: Values) -> Any:
        return self.value(node.body if _known(self.value(node.test, local)) else node.orelse, local)

    def item(self, node: ast.Subscript, local: Values) -> Any:
        held = self.value(node.value, local)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return held[slice(*(None if end is None else self.value(end, local) for end in ends))]
        return held[self.value(node.slice, local)]

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, local: Values) -> Any:
        found = _limited(self.value(node.elt, each) for each in self.rounds(node.generators, local))
        return {ast.ListComp: list, ast.SetComp: Unordered, ast.GeneratorExp: UsedUp}[type(node)](found)

    def dict_comprehension(self, node: ast.DictComp, local: Values) -> dict[Any, Any]:
        rounds = list(islice(self.rounds(node.generators, local), MOST))
        return {self.value(node.key, each): self.tried(node.value, each) for each in rounds}

    def rounds(self, loops: list[ast.comprehension], local: Values) -> Iterator[Values]:
        """The variables of each round of the loops of a comprehension."""
        if not loops:
            yield local
            return
        for element in self.elements(loops[0].iter, local):
            inside = {**local, **_unpacked(loops[0].target, element)}
            if all(_known(self.value(test, inside)) for test in loops[0].ifs):
                yield from self.rounds(loops[1:], inside)

    def call(self, node: ast.Call, local: Values) -> Any:
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise UnknownValueError
        if isinstance(node.func, ast.Attribute):
            return self.method(node.func, node.args, local)
        if not isinstance(node.func, ast.Name) or node.func.id in local or self.standing.is_bound(node.func.id):
            raise UnknownValueError
        return self.builtin(node.func.id, node.args, local)

    def builtin(self, name: str, given: list[ast.expr], local: Values) -> Any:
        if name in COPIES:
            return COPIES[name](self.elements(given[0], local) if given else ())
        if name in ("map", "filter"):
            return UsedUp(tuple(self.applied(name, given, local)))
        values = [self.value(each, local) for each in given]
        if name == "zip":
            return UsedUp(tuple(zip(*map(_iterated, values), strict=False)))
        if name == "enumerate":
            return UsedUp(tuple(enumerate(_iterated(values[0]), *values[1:])))
        if name == "dict":
            return dict(*map(_iterated, values)) if values and not isinstance(values[0], dict) else dict(*values)
        simple: dict[str, Callable[..., Any]] = {"range": lambda *n: _limited(range(*n)), "str": str, "len": len, "chr": chr, "ord": ord}
        if name not in simple:
            raise UnknownValueError
        return simple[name](*map(_known, values))

    def applied(self, name: str, given: list[ast.expr], local: Values) -> Iterator[Any]:
        """What ``map`` or ``filter`` makes of its elements by a method of text, by ``str`` or by nothing."""
        function, elements = given[0], self.elements(given[1], local)
        if isinstance(function, ast.Lambda):
            values = [self.value(function.body, {**local, function.args.args[0].arg: element}) for element in elements]
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "str":
            values = [_of_text(element, function.attr)() for element in elements]
        elif isinstance(function, ast.Name) and function.id == "str":
            values = [str(_known(element)) for element in elements]
        elif isinstance(function, ast.Constant) and function.value is None and name == "filter":
            values = list(elements)
        else:
            raise UnknownValueError
        yield from values if name == "map" else (e for e, value in zip(elements, values, strict=True) if value)

    def method(self, callee: ast.Attribute, given: list[ast.expr], local: Values) -> Any:
        if isinstance(callee.value, ast.Name) and (callee.value.id, callee.attr) == ("dict", "fromkeys"):
            return dict.fromkeys(self.elements(given[0], local))
        held = self.value(callee.value, local)
        if isinstance(held, str):
            return _short(_of_text(held, callee.attr)(*(self.argument(each, local) for each in given)))
        if isinstance(held, dict) and callee.attr in ("keys", "values", "items", "copy") and not given:
            return dict(held) if callee.attr == "copy" else tuple(getattr(held, callee.attr)())
        if isinstance(held, Unordered) and callee.attr in ("union", "difference", "intersection") and len(given) == 1:
            kinds = {"union": ast.BitOr, "difference": ast.Sub, "intersection": ast.BitAnd}
            return _combined(kinds[callee.attr], held.elements, self.elements(given[0], local))
        raise UnknownValueError

    def argument(self, node: ast.expr, local: Values) -> Any:
        """What a method of text is given."""
        value = self.value(node, local)
        return _limited(_iterated(value)) if isinstance(value, (Unordered, UsedUp)) else value


def _known(value: Any) -> Any:
    """A value that is what the program has, and no stand-in for it."""
    if isinstance(value, (Unordered, UsedUp)) or value is NotImplemented:
        raise UnknownValueError
    return value


def _iterated(value: Any) -> Iterable[Any]:
    """What going over a value gives."""
    if isinstance(value, (Unordered, UsedUp)):
        return value.elements
    if isinstance(value, (tuple, list, dict, str)):
        return value
    raise UnknownValueError


def _limited(elements: Iterable[Any]) -> tuple[Any, ...]:
    """The elements, if they are not too many."""
    found = tuple(islice(elements, MOST + 1))
    if len(found) > MOST:
        raise UnknownValueError
    return found


def _short(value: Any) -> Any:
    """A value, if it is no text that goes on growing."""
    if isinstance(value, str) and len(value) > LONGEST:
        raise UnknownValueError
    return value


def _combined(kind: type[ast.AST], left: tuple[Any, ...], right: tuple[Any, ...]) -> Unordered:
    """What an operator makes of two sets."""
    if kind is ast.BitOr:
        return Unordered(tuple(dict.fromkeys((*left, *right))))
    if kind not in (ast.Sub, ast.BitAnd):
        raise UnknownValueError
    return Unordered(tuple(e for e in left if (e in right) == (kind is ast.BitAnd)))


def _of_text(value: Any, method: str) -> Callable[..., Any]:
    """A method of a text that only makes other values of it."""
    if not isinstance(value, str) or method not in TEXT_METHODS or (method == "format" and WIDE.search(value)):
        raise UnknownValueError
    found: Callable[..., Any] = getattr(value, method)
    return found


def _unpacked(target: ast.expr, value: Any) -> dict[str, Any]:
    """The variables that a loop target binds."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    if not isinstance(target, (ast.Tuple, ast.List)):
        raise UnknownValueError
    found: dict[str, Any] = {}
    for inner, part in zip(target.elts, _iterated(value), strict=True):
        found.update(_unpacked(inner, part))
    return found


HANDLERS: Mapping[type[ast.expr], Callable[[_Evaluation, Any, Values], Any]] = {
    ast.Constant: _Evaluation.constant, ast.Name: _Evaluation.name, ast.Tuple: _Evaluation.display, ast.List: _Evaluation.display,
    ast.Set: _Evaluation.display, ast.Dict: _Evaluation.mapping, ast.JoinedStr: _Evaluation.joined,
    ast.FormattedValue: _Evaluation.formatted, ast.BinOp: _Evaluation.binary, ast.Compare: _Evaluation.compared,
    ast.BoolOp: _Evaluation.either, ast.UnaryOp: _Evaluation.unary, ast.IfExp: _Evaluation.choice, ast.Subscript: _Evaluation.item,
    ast.ListComp: _Evaluation.comprehension, ast.SetComp: _Evaluation.comprehension, ast.GeneratorExp: _Evaluation.comprehension,
    ast.DictComp: _Evaluation.dict_comprehension, ast.Call: _Evaluation.call,
}  # fmt: skip
