"""Statements: what they bind, store, guard and define."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from slotlint.extract.expressions import Expressions
from slotlint.facts import ItemStore, Store, Term

GUARDING = frozenset({"AttributeError", "TypeError", "Exception", "BaseException"})


def guards(handlers: Sequence[ast.ExceptHandler]) -> bool:
    """Whether one of the handlers catches what a missing attribute or a refused weak reference raises."""
    for handler in handlers:
        if handler.type is None:
            return True
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        if any((k.id if isinstance(k, ast.Name) else getattr(k, "attr", "")) in GUARDING for k in kinds):
            return True
    return False


class Statements(Expressions):
    """The part of the reader that knows statements."""

    def __init__(self, source: bytes, parents: dict[ast.AST, ast.AST] | None) -> None:
        super().__init__(source, parents)
        self.stars: list[tuple[str, int, int]] = []
        self.exports: tuple[str, ...] | None = None
        self.imports: list[tuple[str, int, int]] = []
        self.platform = 0
        self.branch = 0  # depth of if, try, loop and with around the current statement of a class or module body
        self.statements: dict[type[ast.AST], Callable[[Any], None]] = {
            ast.Expr: self.expr, ast.Assign: self.assign, ast.AugAssign: self.aug_assign, ast.AnnAssign: self.ann_assign,
            ast.Return: self.return_, ast.Delete: self.delete, ast.If: self.if_, ast.For: self.for_,
            ast.AsyncFor: self.for_, ast.While: self.while_, ast.With: self.with_, ast.AsyncWith: self.with_,
            ast.Try: self.try_, ast.FunctionDef: self.function, ast.AsyncFunctionDef: self.function,
            ast.ClassDef: self.class_, ast.Import: self.import_, ast.ImportFrom: self.import_from,
            ast.Global: self.outer, ast.Nonlocal: self.outer, ast.Assert: self.assert_, ast.Raise: self.raise_,
            ast.Match: self.match,
        }  # fmt: skip
        star = getattr(ast, "TryStar", None)
        if star is not None:
            self.statements[star] = self.try_
        alias = getattr(ast, "TypeAlias", None)
        if alias is not None:
            self.statements[alias] = self.type_alias

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Read a block; what ``isinstance`` narrows inside it holds inside it."""
        handlers = self.statements
        frame = self.frame
        undo = frame.narrow
        for statement in statements:
            handler = handlers.get(type(statement))
            if handler is not None:
                handler(statement)
        frame.narrow = undo

    # -- targets -----------------------------------------------------------------------------------------------------

    def target(self, node: ast.expr, value: Term, how: str) -> None:
        kind = type(node)
        if kind is ast.Name:
            name = self.mangle(node.id)  # type: ignore[attr-defined]
            self.frame.bind(self.rebound(name), value)
            if name in self.frame.narrow:
                self.frame.narrow = {k: v for k, v in self.frame.narrow.items() if k != name}
        elif kind is ast.Attribute:
            self.store(node, value, how)  # type: ignore[arg-type]
        elif kind is ast.Subscript:
            self.item_store(node, value)  # type: ignore[arg-type]
        elif kind is ast.Starred:
            self.target(node.value, self.table.add("l", self.table.add("e", value)), how)  # type: ignore[attr-defined]
        elif kind in (ast.Tuple, ast.List):
            for at, element in enumerate(node.elts):  # type: ignore[attr-defined]
                self.target(element, self.table.add("i", value, at), "unpack" if how == "assign" else how)

    def rebound(self, name: str) -> str:
        """The name to bind: a parameter that is assigned for certain is another variable from there on."""
        frame = self.frame
        if frame.kind == "function" and self.branch == 0 and any(p.name == name for p in frame.params):
            frame.renamed[name] = f"{frame.renamed.get(name, name)}#"
            return frame.renamed[name]
        return frame.renamed.get(name, name)

    def store(self, node: ast.Attribute, value: Term, how: str) -> None:
        """Note a store to an attribute."""
        receiver = self.reference(node.value)
        if node.attr == "__dict__" and self.parents is not None:
            self.note_dict(node, node.value, receiver)
            return
        event = Store(
            receiver, self.mangle(node.attr), node.lineno, node.col_offset, how, value, self.frame.guard > 0,
            self.branch == 0,
        )  # fmt: skip
        self.frame.stores.append(event)

    def item_store(self, node: ast.Subscript, value: Term) -> None:
        """Note a store to an item; an instance dict on the left is noted with its own form."""
        container = self.reference(node.value)
        self.frame.items.append(ItemStore(container, self.term(node.slice), value, node.lineno))

    # -- simple statements ---------------------------------------------------------------------------------------------

    def expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.term(node.value)

    def assign(self, node: ast.Assign) -> None:
        value = self.term(node.value)
        for target in node.targets:
            self.target(target, value, "assign")
            if self.frame.index == 0 and isinstance(target, ast.Name) and target.id == "__all__":
                self.export(node.value)

    def export(self, value: ast.expr) -> None:
        """Take ``__all__`` where it is literal."""
        if isinstance(value, (ast.List, ast.Tuple)):
            names = [e.value for e in value.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
            self.exports = (*(self.exports or ()), *names) if len(names) == len(value.elts) else None

    def aug_assign(self, node: ast.AugAssign) -> None:
        value = self.term(node.value)
        if isinstance(node.target, ast.Name):
            name = node.target.id
            left = self.table.add("n", self.mangle(name))
            self.frame.bind(self.mangle(name), self.table.add("b", type(node.op).__name__, left, value))
            if name == "__all__":
                self.exports = None
        else:
            self.target(node.target, 0, "aug")

    def ann_assign(self, node: ast.AnnAssign) -> None:
        declared = self.annotation(node.annotation)
        value = self.term(node.value)
        if isinstance(node.target, ast.Name):
            name = self.mangle(node.target.id)
            self.frame.bind(name, self.table.add("T", declared))
            if node.value is not None:
                self.frame.bind(name, value)
        elif isinstance(node.target, ast.Attribute):
            typed = self.table.add("T", declared)
            self.store(node.target, self.table.add("u", typed, value) if value else typed, "ann")
        else:
            self.target(node.target, value, "ann")

    def return_(self, node: ast.Return) -> None:
        if node.value is not None:
            self.frame.returns.append(self.term(node.value))

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Attribute):
                self.store(target, 0, "del")
            elif isinstance(target, ast.Subscript):
                self.term(target)

    def assert_(self, node: ast.Assert) -> None:
        self.term(node.test)
        self.narrow(node.test)
        if self.frame.index == 0 and "platform" in ast.unparse(node.test):
            self.platform = node.lineno
        if node.msg:
            self.term(node.msg)

    def raise_(self, node: ast.Raise) -> None:
        self.term(node.exc)
        self.term(node.cause)

    def outer(self, node: ast.Global | ast.Nonlocal) -> None:
        self.frame.outer.update(node.names)
        if isinstance(node, ast.Global):
            self.frame.flags.add("G")

    def type_alias(self, node: Any) -> None:
        self.frame.bind(node.name.id, self.annotation(node.value))

    # -- imports -----------------------------------------------------------------------------------------------------

    def import_(self, node: ast.Import) -> None:
        for alias in node.names:
            if self.frame.index == 0 and self.branch == 0:
                self.imports.append((alias.name, 0, node.lineno))
            if alias.asname:
                self.frame.bind(alias.asname, self.table.add("m", alias.name, 0))
            else:
                top = alias.name.partition(".")[0]
                self.frame.bind(top, self.table.add("m", top, 0))
                if top != alias.name:  # ``import a.b`` binds a, and makes b an attribute of it
                    self.frame.bind(f"{top}.", self.table.add("m", alias.name, 0))

    def import_from(self, node: ast.ImportFrom) -> None:
        if self.frame.index == 0 and self.branch == 0 and node.module:
            self.imports.append((node.module, node.level, node.lineno))
        for alias in node.names:
            if alias.name == "*":
                self.stars.append((node.module or "", node.level, node.lineno))
            else:
                imported = self.table.add("f", node.module or "", node.level, alias.name)
                self.frame.bind(alias.asname or alias.name, imported)

    # -- compound statements -----------------------------------------------------------------------------------------

    def if_(self, node: ast.If) -> None:
        while True:  # an elif chain is deep on the right
            self.term(node.test)
            undo = self.narrow(node.test)
            self.branch += 1
            self.body(node.body)
            self.frame.narrow = undo
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                self.branch -= 1
                node = node.orelse[0]
                continue
            self.body(node.orelse)
            self.branch -= 1
            return

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        item = self.table.add("e", self.term(node.iter))
        self.frame.loop += 1
        self.branch += 1
        self.target(node.target, item, "for")
        self.body(node.body)
        self.frame.loop -= 1
        self.body(node.orelse)
        self.branch -= 1

    def while_(self, node: ast.While) -> None:
        self.frame.loop += 1
        self.branch += 1
        self.term(node.test)
        undo = self.narrow(node.test)
        self.body(node.body)
        self.frame.narrow = undo
        self.frame.loop -= 1
        self.body(node.orelse)
        self.branch -= 1

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        suppressed = 0
        for item in node.items:
            manager = self.term(item.context_expr)
            if item.optional_vars is not None:
                self.target(item.optional_vars, self.table.add("w", manager), "with")
            call = item.context_expr
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) == "suppress":
                suppressed = 1
        self.frame.guard += suppressed
        self.body(node.body)
        self.frame.guard -= suppressed

    def try_(self, node: ast.Try) -> None:
        guarded = guards(node.handlers)
        self.frame.guard += guarded
        self.branch += 1
        self.body(node.body)
        self.frame.guard -= guarded
        for handler in node.handlers:
            self.term(handler.type)
            if handler.name:
                self.frame.bind(handler.name, self.table.add("X", self.reference(handler.type) if handler.type else 0))
            self.body(handler.body)
        self.body(node.orelse)
        self.branch -= 1
        self.body(node.finalbody)

    def match(self, node: ast.Match) -> None:
        subject = self.term(node.subject)
        self.branch += 1
        for case in node.cases:
            undo = self.frame.narrow
            self.pattern(case.pattern, subject, node.subject)
            self.term(case.guard)
            self.body(case.body)
            self.frame.narrow = undo
        self.branch -= 1

    def pattern(self, pattern: ast.pattern, subject: Term, node: ast.expr | None) -> None:
        """Bind what a pattern captures; a class pattern narrows the subject."""
        if isinstance(pattern, ast.MatchClass):
            cls = self.reference(pattern.cls)
            subject = self.table.add("I", subject, cls)
            if isinstance(node, ast.Name):
                self.frame.narrow = {**self.frame.narrow, node.id: cls}
            for inner in (*pattern.patterns, *pattern.kwd_patterns):
                self.pattern(inner, 0, None)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self.pattern(pattern.pattern, subject, node)
                if isinstance(pattern.pattern, ast.MatchClass):
                    subject = self.table.add("I", subject, self.reference(pattern.pattern.cls))
            if pattern.name:
                self.frame.bind(pattern.name, subject)
        elif isinstance(pattern, (ast.MatchStar, ast.MatchMapping)):
            name = pattern.name if isinstance(pattern, ast.MatchStar) else pattern.rest
            if name:
                self.frame.bind(name, 0)
            for inner in getattr(pattern, "patterns", ()):
                self.pattern(inner, 0, None)
        else:
            for inner in getattr(pattern, "patterns", ()):
                self.pattern(inner, subject if isinstance(pattern, ast.MatchOr) else 0, None)

    # -- definitions -------------------------------------------------------------------------------------------------

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = tuple(map(self.reference, node.decorator_list))
        outer, branch = self.frame, self.branch
        frame = self.function_frame("function", node.name, node.lineno, node.args)
        frame.decorators = decorators
        frame.annotation = self.annotation(node.returns)
        if isinstance(node, ast.AsyncFunctionDef):
            frame.flags.add("a")
        self.branch = 0
        self.body(node.body)
        self.branch = branch
        self.pop()
        term = self.table.add("F", frame.index)
        for decorator in reversed(decorators):  # @d def f is f = d(f)
            term = self.table.add("D", decorator, term)
        outer.bind(self.mangle(node.name), term)

    def class_(self, node: ast.ClassDef) -> None:
        """Read a class; written out in the part that knows classes."""
        raise NotImplementedError
