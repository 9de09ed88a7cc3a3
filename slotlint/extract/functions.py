"""What has variables of its own inside an expression or a signature: functions, lambdas, comprehensions, type parameters."""

from __future__ import annotations

import ast
import keyword
import sys
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from slotlint.extract.expressions import EXPRESSIONS
from slotlint.extract.frame import Frame, mangled, new
from slotlint.extract.values import Values
from slotlint.facts import Param, Term

_FIRST = itemgetter(0)
PEP_695 = sys.version_info >= (3, 12)  # functions and classes with type parameters


class Functions(Values):
    """The part of the reader that knows signatures and the expressions that bind names."""

    __slots__ = ("annotations", "plain_params")

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.plain_params: dict[str, Param] = {}  # ordinary parameters without annotation and default
        self.annotations: dict[str, ast.expr | None] = {}  # annotations written as strings, parsed

    # -- names that are bound ------------------------------------------------------------------------------------------

    def bind(self, spelt: str, term: Term, certain: bool = False) -> None:
        """Bind a name at this point; a parameter that is assigned for certain is another variable from there on."""
        frame = self.frame
        name = mangled(frame.class_name, spelt) if spelt[0] == "_" else spelt
        if certain and name in frame.parameters and not (self.branch or frame.blocks):
            alias = frame.renamed.get(name, name)
            if "@" not in alias:
                frame.rename({**frame.renamed, name: f"{alias}#"})
        if frame.renamed:
            name = frame.renamed.get(name, name)
        if frame.narrow:
            self.forget(spelt)
        if frame.kind == "function":
            frame.seen[name] = None
        held = frame.bindings.get(name)
        if held is None:
            frame.bindings[name] = [term]
        else:
            held.append(term)

    def target(self, node: ast.expr, value: Term, how: str) -> None:
        """Note what an assignment target binds or stores; written out in the part that knows statements."""
        raise NotImplementedError

    def walrus(self, node: ast.NamedExpr) -> Term:
        found = self.term(node.value)
        if holds_more(node.value):
            self.frame.values.setdefault(self.current(node.target.id), node.lineno)
        self.bind(node.target.id, found)
        if self.frame.members is not None:
            self.frame.members.bound(node.target, node.lineno, True)
        return found

    def set_apart(self, names: Sequence[str], number: int) -> None:
        """Take these names as variables of their own, which only what stands inside here sees."""
        frame = self.frame
        stored = [mangled(frame.class_name, name) for name in names]
        frame.rename({**frame.renamed, **{name: f"{name}@{number}" for name in stored}})

    def type_params(self, node: Any) -> None:
        """Set the type parameters of a statement apart (PEP 695)."""
        params = node.type_params
        self.aliases += 1
        self.set_apart([param.name for param in params], self.aliases)
        for param in params:
            self.bind(param.name, 0)
            self.annotation(getattr(param, "bound", None))
            self.annotation(getattr(param, "default_value", None))

    def iterable(self, node: ast.expr) -> Term:
        """The term of what a loop goes over; names and attributes are looked into there, not passed on."""
        return self.reference(node)

    # -- expressions with variables of their own -----------------------------------------------------------------------

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Term:
        frame = self.frame
        before, renamed, repeated, seen = frame.standing(), frame.renamed, frame.repeated, frame.seen
        self.aliases += 1
        number, branch = self.aliases, self.branch
        apart: set[str] = set()
        for loop in node.generators:
            item = self.table["e", self.iterable(loop.iter)]
            if frame.seen is seen:
                # What follows is evaluated again and again or, in a generator, later: names may hold something else then.
                frame.seen = {}
            self.branch = branch + 1  # there may be nothing to go over
            targets = list(target_names(loop.target))
            self.set_apart(targets, number)
            apart.update(targets)
            self.target(loop.target, item, "for")
            frame.repeated = True
            for test in loop.ifs:
                self.reference(test)
                self.narrow(test)
        if isinstance(node, ast.DictComp):
            found = self.table["d", self.term(node.key), self.term(node.value)]
        else:
            found = self.table["l", self.term(node.elt)]
        if frame.seen:
            seen.update(dict.fromkeys(frame.seen))  # what ``:=`` binds is a variable of the function
        frame.seen = seen
        self.branch = branch
        frame.repeated = repeated
        frame.rename(renamed)
        frame.forgotten[before[1] :] = [n for n in frame.forgotten[before[1] :] if n.partition(".")[0] not in apart]
        frame.widen(before)
        return found

    def lambda_(self, node: ast.Lambda) -> Term:
        frame = self.function_frame("lambda", "<lambda>", node.lineno, node.args)
        branch, self.branch = self.branch, 0
        frame.returns.append(self.term(node.body))
        self.branch = branch
        self.pop()
        return self.table["F", frame.index]

    def yield_(self, node: ast.Yield) -> Term:
        self.frame.flag("g")
        self.frame.returns.append(self.term(node.value))
        self.forget_attributes()  # who goes on with it may store others
        return self.table[("Y",)]

    def yield_from(self, node: ast.YieldFrom) -> Term:
        self.frame.flag("g")
        iterated = self.term(node.value)
        self.forget_attributes()
        self.frame.returns.append(self.table["e", iterated])
        return self.table["G", iterated]

    # -- signatures ----------------------------------------------------------------------------------------------------

    def function_frame(self, kind: str, name: str, row: int, arguments: ast.arguments) -> Frame:
        """Enter a function: its defaults and annotations belong to the scope around it."""
        params = self.params(arguments)
        outer = self.frame
        frame = self.push(kind, name, row)
        if params:
            frame.params = params
            names = tuple(map(_FIRST, params))
            if kind == "function":
                frame.parameters = names
            if frame.renamed:
                frame.rename({name: alias for name, alias in frame.renamed.items() if name not in names})
        if outer.kind == "class":
            frame.owner = outer.owner
        if kind == "function":
            variables = frame.parameters[1:] if outer.kind == "class" else frame.parameters
            frame.seen = dict.fromkeys(variables)
        return frame

    def params(self, arguments: ast.arguments) -> tuple[Param, ...]:
        """The parameters in order of the signature."""
        if arguments.defaults or arguments.posonlyargs:
            found = list(self.positional(arguments))
        else:
            found, plain = [], self.plain_params
            for arg in arguments.args:
                known = plain.get(arg.arg) if arg.annotation is None else None
                found.append(known or self.param(arg, "n", None))
        if arguments.vararg is not None:
            found.append(self.param(arguments.vararg, "*", None))
        if arguments.kwonlyargs:
            for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
                found.append(self.param(arg, "k", default))
        if arguments.kwarg is not None:
            found.append(self.param(arguments.kwarg, "**", None))
        return tuple(found)

    def positional(self, arguments: ast.arguments) -> Iterator[Param]:
        """The parameters that may be given by position; the last of them have defaults."""
        known = arguments.posonlyargs + arguments.args
        first = len(known) - len(arguments.defaults)
        for at, arg in enumerate(known):
            kind = "p" if at < len(arguments.posonlyargs) else "n"
            yield self.param(arg, kind, arguments.defaults[at - first] if at >= first else None)

    def param(self, arg: ast.arg, kind: str, default: ast.expr | None) -> Param:
        name = arg.arg
        if arg.annotation is None and default is None and kind == "n" and name[:2] != "__":
            return self.plain_params.get(name) or self.plain_params.setdefault(name, Param(name, kind, 0, 0))
        annotation = self.annotation(arg.annotation)
        value = self.term(default) or (self.table["o", "default"] if default is not None else 0)
        return new(Param, (mangled(self.frame.class_name, name), kind, annotation, value))

    # -- annotations ---------------------------------------------------------------------------------------------------

    def annotation(self, node: ast.expr | None) -> Term:
        """The term of an annotation; a string is read as the expression that it holds."""
        kind = type(node)
        if node is None:
            return 0
        if kind is ast.Name:
            return self.reference(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.quoted(node.value, node.lineno)
        mark = len(self.frame.trail)  # in a function, or as a string, it may never be evaluated
        if isinstance(node, ast.Subscript):
            found = self.generic(node)
        elif isinstance(node, ast.BinOp):
            found = self.union(node)
        else:
            found = self.reference(node)
        self.frame.take_back(mark)
        return found

    def generic(self, node: ast.Subscript) -> Term:
        """An annotation with arguments; those of ``Literal`` are values, and only the first of ``Annotated`` is a type."""
        base = self.reference(node.value)
        index = node.slice
        inner = index.elts if isinstance(index, ast.Tuple) else [index]
        name = getattr(node.value, "id", getattr(node.value, "attr", ""))
        types = 0 if name == "Literal" else 1 if name == "Annotated" else len(inner)
        row = ("t", *map(self.annotation, inner[:types]), *self.terms(inner[types:]))
        return self.table["[", base, self.table[row]]

    def union(self, node: ast.BinOp) -> Term:
        """``A | B | C``, deep on the left."""
        spine: list[ast.expr] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp):
            spine.append(left.right)
            left = left.left
        found = self.annotation(left)
        for right in reversed(spine):
            found = self.table["u", found, self.annotation(right)]
        return found

    def quoted(self, text: str, row: int) -> Term:
        """An annotation written as a string."""
        if text.isidentifier() and text.isascii() and not keyword.iskeyword(text):
            return self.learn(text)
        if text not in self.annotations:
            self.annotations[text] = parsed(text)
        node = self.annotations[text]
        if node is None:
            return self.table["o", text]
        ast.increment_lineno(node, row - node.lineno)
        return self.annotation(node) if not isinstance(node, ast.Constant) else 0


def holds_more(node: ast.expr) -> bool:
    """Whether an expression may make a container, which whoever gets it can fill; ``getattr`` makes none."""
    if isinstance(node, ast.Call):
        return not (isinstance(node.func, ast.Name) and node.func.id == "getattr")
    return isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.BinOp, ast.Subscript, ast.NamedExpr))


def parsed(text: str) -> ast.expr | None:
    """The expression that a text holds, or None."""
    try:
        return ast.parse(text.strip(), "<slotlint>", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def target_names(node: ast.expr) -> Iterator[str]:
    """The names that a target binds."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Starred):
        yield from target_names(node.value)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for element in node.elts:
            yield from target_names(element)


EXPRESSIONS.update({
    ast.NamedExpr: Functions.walrus, ast.Lambda: Functions.lambda_, ast.Yield: Functions.yield_,
    ast.YieldFrom: Functions.yield_from, ast.ListComp: Functions.comprehension, ast.SetComp: Functions.comprehension,
    ast.GeneratorExp: Functions.comprehension, ast.DictComp: Functions.comprehension,
})  # fmt: skip
