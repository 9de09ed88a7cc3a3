"""Expressions to terms, noting on the way every call, load and use that can matter to an instance's layout."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from slotlint.extract.dicts import dict_use
from slotlint.extract.frame import Frame, Table
from slotlint.facts import Call, Param, Term

# Builtins that neither keep, return nor touch the attributes of what they are given.
TRIVIAL = frozenset(
    "abs all any ascii bin bool bytes callable chr complex divmod float format hash hex id int isinstance issubclass len "
    "oct ord print pow range repr round str sum input open".split()
)


class Expressions:
    """The part of the reader that knows expressions."""

    def __init__(self, source: bytes, parents: dict[ast.AST, ast.AST] | None) -> None:
        self.table = Table()
        self.source = source
        self.parents = parents
        self.frames: list[Frame] = []
        self.frame: Frame = self.push("module", "", "", 1)
        self.attribute_values: dict[str, int] = {}
        self.strings: list[tuple[str, int]] = []
        self.expressions: dict[type[ast.AST], Callable[[Any], Term]] = {
            ast.Name: self.name, ast.Attribute: self.attribute, ast.Call: self.call, ast.Constant: self.constant,
            ast.Subscript: self.subscript, ast.IfExp: self.if_exp, ast.BoolOp: self.bool_op, ast.Tuple: self.tuple,
            ast.List: self.listing, ast.Set: self.listing, ast.Dict: self.dict, ast.BinOp: self.bin_op,
            ast.Starred: self.starred, ast.Await: self.wait, ast.Lambda: self.lambda_, ast.NamedExpr: self.walrus,
            ast.ListComp: self.comprehension, ast.SetComp: self.comprehension, ast.GeneratorExp: self.comprehension,
            ast.DictComp: self.comprehension, ast.Yield: self.yield_, ast.YieldFrom: self.yield_from,
        }  # fmt: skip

    # -- scopes ------------------------------------------------------------------------------------------------------

    def push(self, kind: str, name: str, qualname: str, row: int) -> Frame:
        """Enter a new scope."""
        parent = self.frame if self.frames else None
        frame = Frame(kind, name, qualname, row, len(self.frames), parent)
        self.frames.append(frame)
        self.frame = frame
        return frame

    def pop(self) -> None:
        """Leave the scope for the one around it."""
        self.frame = self.frames[self.frame.parent]

    def mangle(self, name: str) -> str:
        """A private name as CPython stores it (data model, "Private name mangling")."""
        owner = self.frame.class_name
        if owner and name.startswith("__") and not name.endswith("__") and "." not in name:
            return f"_{owner}{name}"
        return name

    def current(self, name: str) -> str:
        """The name under which the frame knows what a name holds at this point."""
        name = self.mangle(name)
        return self.frame.renamed.get(name, name)

    # -- entry points ------------------------------------------------------------------------------------------------

    def term(self, node: ast.expr | None) -> Term:
        """The term of an expression in value position."""
        if node is None:
            return 0
        handler = self.expressions.get(type(node))
        if handler is not None:
            return handler(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.term(child)
        return self.table.add("k", "str") if isinstance(node, ast.JoinedStr) else 0

    def terms(self, nodes: Sequence[ast.expr]) -> tuple[Term, ...]:
        """The terms of several expressions."""
        return tuple(map(self.term, nodes))

    def reference(self, node: ast.expr) -> Term:
        """The term of an expression that is only looked into (callee, attribute base, class), not passed on."""
        if type(node) is ast.Name:
            return self.plain_name(node)
        if type(node) is ast.Attribute:
            return self.attribute(node, value=False)
        return self.term(node)

    def plain_name(self, node: ast.Name) -> Term:
        """The term of a name, narrowed where ``isinstance`` says so."""
        narrowed = self.frame.narrow
        term = self.table.add("n", self.current(node.id))
        if narrowed and node.id in narrowed:
            return self.table.add("I", term, narrowed[node.id])
        if node.id == "__class__":
            self.frame.flags.add("u")
        return term

    # -- handlers ----------------------------------------------------------------------------------------------------

    def name(self, node: ast.Name) -> Term:
        self.frame.values.setdefault(self.mangle(node.id), node.lineno)
        return self.plain_name(node)

    def attribute(self, node: ast.Attribute, value: bool = True) -> Term:
        base = node.value
        receiver = self.reference(base)
        name = self.mangle(node.attr)
        if name == "__dict__" and self.parents is not None:
            self.note_dict(node, base, receiver)
        if type(base) is ast.Name:
            self.frame.load(self.current(base.id), name, node.lineno)
        else:
            self.frame.reads.setdefault((receiver, name), node.lineno)
        if value:
            self.attribute_values.setdefault(name, node.lineno)
        return self.table.add("a", receiver, name)

    def note_dict(self, node: ast.expr, base: ast.expr, receiver: Term) -> None:
        """Note a use of an instance dict with the syntax around it."""
        assert self.parents is not None
        self.frame.dict_uses.append(dict_use(node, base, receiver, self.parents, self.source))

    def call(self, node: ast.Call) -> Term:
        func = node.func
        callee = self.reference(func)
        if type(func) is ast.Name:
            plain = func.id
            if plain == "super" and not node.args:
                self.frame.flags.add("u")
                return self.table.add("S")
            if plain in ("exec", "eval", "locals") or (plain == "vars" and not node.args):
                self.frame.flags.add("x")
            if plain == "vars" and len(node.args) == 1 and self.parents is not None:
                self.note_dict(node, node.args[0], self.reference(node.args[0]))
        else:
            plain = ""
        keywords: list[Any] = []
        arguments = self.terms(node.args)
        for keyword in node.keywords:
            keywords += (keyword.arg or "", self.term(keyword.value))
        term = self.table.add("c", callee, len(arguments), *arguments, *keywords)
        event = Call(term, node.lineno, node.col_offset, self.frame.loop > 0, self.frame.guard > 0)
        if plain in TRIVIAL:
            self.frame.trivial.append((plain, event))
        else:
            self.frame.calls.append(event)
        return term

    def constant(self, node: ast.Constant) -> Term:
        value = node.value
        if type(value) is str:
            if "__dict__" in value or "__slots__" in value:
                self.strings.append((value[:80], node.lineno))
            return self.table.add("s", value) if len(value) < 80 else self.table.add("k", "str")
        if value is True or value is False:
            return self.table.add("k", str(value))
        if type(value) is int and -1 <= value <= 255:  # a pickle protocol, an index
            return self.table.add("v", value)
        return self.table.add("k", type(value).__name__)

    def subscript(self, node: ast.Subscript) -> Term:
        base = self.reference(node.value)
        return self.table.add("[", base, self.term(node.slice))

    def if_exp(self, node: ast.IfExp) -> Term:
        undo = self.narrow(node.test)
        self.term(node.test)
        body = self.term(node.body)
        self.frame.narrow = undo
        return self.table.add("u", body, self.term(node.orelse))

    def bool_op(self, node: ast.BoolOp) -> Term:
        undo = self.frame.narrow
        found = []
        for value in node.values:
            found.append(self.term(value))
            if type(node.op) is ast.And:
                self.narrow(value)
        self.frame.narrow = undo
        return self.table.add("u", *found)

    def tuple(self, node: ast.Tuple) -> Term:
        return self.table.add("t", *self.terms(node.elts))

    def listing(self, node: ast.List | ast.Set) -> Term:
        return self.table.add("l", *dict.fromkeys(self.terms(node.elts)))

    def dict(self, node: ast.Dict) -> Term:
        row: list[Term] = []
        for key, value in zip(node.keys, node.values, strict=True):
            row += (self.term(key), self.term(value))
        return self.table.add("d", *row)

    def bin_op(self, node: ast.BinOp) -> Term:
        spine: list[ast.BinOp] = []
        left: ast.expr = node
        while type(left) is ast.BinOp:  # long sums are deep on the left
            spine.append(left)
            left = left.left
        found = self.term(left)
        for step in reversed(spine):
            found = self.table.add("b", type(step.op).__name__, found, self.term(step.right))
        return found

    def starred(self, node: ast.Starred) -> Term:
        return self.table.add("*", self.term(node.value))

    def wait(self, node: ast.Await) -> Term:
        return self.table.add("y", self.term(node.value))

    def walrus(self, node: ast.NamedExpr) -> Term:
        found = self.term(node.value)
        self.frame.bind(self.mangle(node.target.id), found)
        return found

    def yield_(self, node: ast.Yield) -> Term:
        self.frame.flags.add("g")
        self.frame.returns.append(self.term(node.value))
        return 0

    def yield_from(self, node: ast.YieldFrom) -> Term:
        self.frame.flags.add("g")
        self.frame.returns.append(self.table.add("e", self.term(node.value)))
        return 0

    def lambda_(self, node: ast.Lambda) -> Term:
        frame = self.function_frame("lambda", "<lambda>", node.lineno, node.args)
        frame.returns.append(self.term(node.body))
        self.pop()
        return self.table.add("F", frame.index)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Term:
        undo = self.frame.narrow
        for loop in node.generators:
            item = self.table.add("e", self.term(loop.iter))
            self.target(loop.target, item, "for")
            self.frame.loop += 1
            for test in loop.ifs:
                self.term(test)
                self.narrow(test)
        if isinstance(node, ast.DictComp):
            found = self.table.add("d", self.term(node.key), self.term(node.value))
        else:
            found = self.table.add("l", self.term(node.elt))
        self.frame.loop -= len(node.generators)
        self.frame.narrow = undo
        return found

    # -- helpers -----------------------------------------------------------------------------------------------------

    def narrow(self, test: ast.expr) -> dict[str, Term]:
        """Take ``isinstance(name, class)`` of a test as known from here on; returns what was known before."""
        before = self.frame.narrow
        parts = test.values if isinstance(test, ast.BoolOp) and type(test.op) is ast.And else [test]
        for part in parts:
            if (
                isinstance(part, ast.Call)
                and isinstance(part.func, ast.Name)
                and part.func.id == "isinstance"
                and len(part.args) == 2
                and isinstance(part.args[0], ast.Name)
            ):
                self.frame.narrow = {**self.frame.narrow, part.args[0].id: self.reference(part.args[1])}
        return before

    def function_frame(self, kind: str, name: str, row: int, arguments: ast.arguments) -> Frame:
        """Enter a function: its defaults and annotations belong to the scope around it."""
        params = self.params(arguments)
        outer = self.frame
        prefix = f"{outer.qualname}.<locals>." if outer.kind in ("function", "lambda") else f"{outer.qualname}."
        frame = self.push(kind, name, f"{prefix}{name}".lstrip("."), row)
        frame.params = params
        return frame

    def params(self, arguments: ast.arguments) -> tuple[Param, ...]:
        """The parameters in order of the signature."""
        found: list[Param] = []
        plain = [(a, "p") for a in arguments.posonlyargs] + [(a, "n") for a in arguments.args]
        missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
        for (arg, kind), default in zip(plain, missing + list(arguments.defaults), strict=True):
            found.append(self.param(arg, kind, default))
        if arguments.vararg:
            found.append(self.param(arguments.vararg, "*", None))
        for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            found.append(self.param(arg, "k", default))
        if arguments.kwarg:
            found.append(self.param(arguments.kwarg, "**", None))
        return tuple(found)

    def param(self, arg: ast.arg, kind: str, default: ast.expr | None) -> Param:
        return Param(self.mangle(arg.arg), kind, self.annotation(arg.annotation), self.term(default))

    def annotation(self, node: ast.expr | None) -> Term:
        """The term of an annotation; a string is read as the expression that it holds."""
        if node is None:
            return 0
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                parsed: ast.expr = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return self.table.add("o", node.value)
            return self.annotation(parsed) if not isinstance(parsed, ast.Constant) else 0
        if isinstance(node, ast.Subscript):
            base = self.reference(node.value)
            index = node.slice
            inner = index.elts if isinstance(index, ast.Tuple) else [index]
            return self.table.add("[", base, self.table.add("t", *map(self.annotation, inner)))
        if isinstance(node, ast.BinOp):
            return self.table.add("u", self.annotation(node.left), self.annotation(node.right))
        return self.reference(node)

    def target(self, node: ast.expr, value: Term, how: str) -> None:
        """Note what an assignment target stores; written out in the part that knows statements."""
        raise NotImplementedError
