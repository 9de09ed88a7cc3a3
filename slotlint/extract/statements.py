"""Statements: what they bind, store, guard and define."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from slotlint.extract.examples import is_example
from slotlint.extract.expressions import EXPRESSIONS
from slotlint.extract.frame import mangled, new
from slotlint.extract.functions import PEP_695, holds_more
from slotlint.extract.having import always_read
from slotlint.extract.patterns import Patterns
from slotlint.facts import OF_CLASSES, Checked, ItemStore, Store, Term

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
GUARDING = frozenset({"AttributeError", "TypeError", "Exception", "BaseException"})
GROWING = frozenset({"append", "extend", "insert", "remove"})  # methods that change ``__all__``
STATEMENTS: dict[type[ast.AST], Callable[[Any, Any], None]] = {}  # type of statement -> the reader's function


def guards(handlers: Sequence[ast.ExceptHandler]) -> bool:
    """Whether one of the handlers catches what a missing attribute or a refused weak reference raises."""
    for handler in handlers:
        if handler.type is None:
            return True
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        if any((k.id if isinstance(k, ast.Name) else getattr(k, "attr", "")) in GUARDING for k in kinds):
            return True
    return False


class Statements(Patterns):
    """The part of the reader that knows statements."""

    __slots__ = ("exports", "imports", "platform", "required", "stars")

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.stars: list[tuple[str, int, int]] = []
        self.exports: tuple[str, ...] | None = None
        self.imports: list[tuple[str, int, int]] = []
        self.required = 0  # the depth of branches at which imports must succeed as they must at depth 0
        self.platform = 0

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Read a block; what ``isinstance`` narrows inside it holds inside it, as does what is read of names."""
        frame = self.frame
        before, mark = frame.standing(), len(frame.trail)
        for statement in statements:
            self.statement = statement
            STATEMENTS[type(statement)](self, statement)
        if len(frame.trail) > mark:
            frame.take_back(mark)
        frame.widen(before)

    def conditional(self) -> bool:
        """Whether a statement of a class body may be left out."""
        return self.branch > 0 or self.frame.blocks > 0

    # -- targets -----------------------------------------------------------------------------------------------------

    def target(self, node: ast.expr, value: Term, how: str) -> None:
        if type(node) is ast.Name:
            self.bind(node.id, value, True)
        elif type(node) is ast.Attribute:
            self.store(node, value, how)
        elif type(node) is ast.Subscript:
            container = self.reference(node.value)
            certain = self.branch == 0 and not self.frame.left
            self.frame.items.append(ItemStore(container, self.term(node.slice), value, node.lineno, certain))
        elif type(node) is ast.Starred:
            self.target(node.value, self.table["l", value], how)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for at, element in enumerate(node.elts):
                part = ("e", value) if type(element) is ast.Starred else ("i", value, at)
                self.target(element, self.table[part], "unpack" if how == "assign" else how)

    def store(self, node: ast.Attribute, value: Term, how: str) -> None:
        """Note a store to an attribute; one to an instance dict is a use of it."""
        base, name, frame = node.value, node.attr, self.frame
        known = type(base) is ast.Name and frame.known.get(base.id)
        receiver = known or self.reference(base)
        if name == "__dict__":
            self.note_dict(node, base, receiver)
            return
        if name[0] == "_":
            name = mangled(frame.class_name, name)
        if frame.narrow:  # whatever the base is: it may be the object that was asked
            self.forget(*(spelt for spelt in frame.narrow if spelt.endswith(f".{node.attr}")))
        certain = self.branch == 0 and not frame.left
        how = "expected" if frame.expecting else how
        if type(base) is ast.Name and node.col_offset:  # all of a text stands at column 0, so that nothing has a place
            self.note_checked(base.id, node)
        frame.stores.append(new(Store, (receiver, name, node.lineno, node.col_offset, how, value, frame.guarded, certain)))

    def note_checked(self, spelt: str, node: ast.Attribute) -> None:
        """Note what is certainly read of a variable before a store on it."""
        frame = self.frame
        reads = frame.seen.get(self.current(spelt))
        if reads and (name := mangled(frame.class_name, spelt)) not in frame.outer:
            frame.checked.append((name, new(Checked, (node.lineno, node.col_offset, tuple(reads)))))

    # -- simple statements -------------------------------------------------------------------------------------------

    def nothing(self, node: ast.stmt) -> None:
        """Pass, break, continue."""

    def expr(self, node: ast.Expr) -> None:
        value = node.value
        if type(value) is ast.Call:
            self.call(value)
            if self.exports is not None and self.frame.index == 0:
                self.grown(value)
        elif type(value) is not ast.Constant:
            self.term(value)
        elif type(value.value) is str and is_example(value.value):
            self.documents.append((value.value, node.lineno))

    def grown(self, call: ast.Call) -> None:
        """Take names that a method of ``__all__`` adds to it, where they are literal."""
        func = call.func
        if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "__all__"):
            return
        if func.attr in ("append", "extend") and len(call.args) == 1:
            self.export(call.args[0] if func.attr == "extend" else ast.List(call.args, ast.Load()), self.exports)
        elif func.attr in GROWING:
            self.exports = None

    def assign(self, node: ast.Assign) -> None:
        value = EXPRESSIONS[type(node.value)](self, node.value)
        if len(node.targets) > 1 and holds_more(node.value):  # each gets what is put in through the others
            for target in node.targets:
                self.shared(target)
        for target in node.targets:
            if type(target) is ast.Name:
                self.bind(target.id, value, True)
                if target.id == "__all__" and self.frame.index == 0:
                    self.export(node.value, ())
            elif type(target) is ast.Attribute:
                self.store(target, value, "again" if self.is_read_first(target, node.value) else "assign")
            else:
                self.target(target, value, "assign")
        if self.frame.members is not None:
            self.frame.members.assigned(node, value, 0, self.conditional())

    def shared(self, target: ast.expr) -> None:
        """Note a target whose value others hold as well."""
        if isinstance(target, ast.Name):
            self.frame.values.setdefault(self.current(target.id), target.lineno)
        elif isinstance(target, ast.Attribute):
            self.attribute_values.setdefault(mangled(self.frame.class_name, target.attr), target.lineno)

    def is_read_first(self, target: ast.Attribute, value: ast.expr) -> bool:
        """Whether an attribute is read on the way to its new value: ``x.n = x.n or 1``."""
        base = target.value
        if type(base) is not ast.Name or target.attr not in self.frame.loads.get(base.id, ()):
            return False
        return target.attr in always_read(value, base.id)

    def export(self, value: ast.expr, held: tuple[str, ...] | None) -> None:
        """Take ``__all__`` where it is literal, after the names that it holds already."""
        self.exports = None
        if isinstance(value, (ast.List, ast.Tuple)) and held is not None:
            names = [e.value for e in value.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
            if len(names) == len(value.elts):
                self.exports = (*held, *names)

    def aug_assign(self, node: ast.AugAssign) -> None:
        value = self.term(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            left = self.table["n", self.current(target.id)]
            self.bind(target.id, self.table["b", type(node.op).__name__, left, value])
            if target.id == "__all__" and self.frame.index == 0:
                self.export(node.value, self.exports)
        elif isinstance(target, ast.Attribute):
            held = self.table["a", self.reference(target.value), mangled(self.frame.class_name, target.attr)]
            self.target(target, self.table["b", type(node.op).__name__, held, value], "aug")
        else:
            held = self.table["[", self.reference(target.value), self.term(target.slice)]
            self.target(target, self.table["b", type(node.op).__name__, held, value], "aug")
        if self.frame.members is not None:
            self.frame.members.assigned(node, value, 0, self.conditional())

    def ann_assign(self, node: ast.AnnAssign) -> None:
        declared = self.annotation(node.annotation)
        value = self.term(node.value)
        target, typed = node.target, self.table["T", declared]
        if isinstance(target, ast.Name):
            self.bind(target.id, typed)
            if node.value is not None:
                self.bind(target.id, value)
                if target.id == "__all__" and self.frame.index == 0:
                    self.export(node.value, ())
        elif isinstance(target, ast.Attribute):
            self.store(target, self.table["u", typed, value] if value else typed, "ann")
        else:
            self.target(target, value, "ann")
        if self.frame.members is not None:
            self.frame.members.assigned(node, value, declared, self.conditional())

    def return_(self, node: ast.Return) -> None:
        value = node.value
        if value is not None:
            self.frame.returns.append(EXPRESSIONS[type(value)](self, value))
        self.frame.left = True

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.deleted(target)

    def deleted(self, target: ast.expr) -> None:
        """Note what ``del`` of a target takes away."""
        if isinstance(target, ast.Attribute):
            self.store(target, 0, "del")
        elif isinstance(target, ast.Subscript):
            self.term(target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self.deleted(element)
        elif isinstance(target, ast.Name):
            self.frame.flag("d")
            self.forget_reads({target.id})
            if self.frame.members is not None:
                self.frame.members.named(target.id, "del", target.lineno, self.conditional())

    def assert_(self, node: ast.Assert) -> None:
        mark = len(self.frame.trail)  # under ``python -O`` it is not there
        self.reference(node.test)
        self.narrow(node.test)
        if self.frame.index == 0 and _names_platform(node.test):
            self.platform = node.lineno
        if node.msg is not None:
            self.term(node.msg)
        classes = [name for name, reads in self.frame.seen.items() if reads and not OF_CLASSES.isdisjoint(reads)]
        self.frame.take_back(mark)
        for name in classes:  # as with isinstance: what it says holds without it
            self.frame.note_read(name, "__bases__")

    def raise_(self, node: ast.Raise) -> None:
        self.term(node.exc)
        self.term(node.cause)

    def outer(self, node: ast.Global | ast.Nonlocal) -> None:
        frame = self.frame
        names = {mangled(frame.class_name, name) for name in node.names}
        frame.outer |= names
        if isinstance(node, ast.Global):
            frame.flag("G")
            return
        while frame.parent >= 0:
            frame = self.frames[frame.parent]
            frame.lent |= names

    def type_alias(self, node: Any) -> None:
        renamed = self.frame.renamed
        self.type_params(node)
        value = self.annotation(node.value)
        self.frame.rename(renamed)
        self.bind(node.name.id, value)
        if self.frame.members is not None:
            self.frame.members.bound(node.name, node.lineno, self.conditional())

    # -- imports -----------------------------------------------------------------------------------------------------

    def import_(self, node: ast.Import) -> None:
        for alias in node.names:
            name, _, inner = alias.name.partition(".")
            if self.frame.index == 0 and self.branch in (0, self.required):
                self.imports.append((alias.name, 0, node.lineno))
            if alias.asname:
                self.bind(alias.asname, self.table["m", alias.name, 0])
            else:
                self.bind(name, self.table["m", name, 0])
                if inner:  # ``import a.b`` binds a, and makes b an attribute of it
                    self.frame.bind(f"{name}.", self.table["m", alias.name, 0])
            if self.frame.members is not None:
                self.frame.members.named(alias.asname or name, "import", node.lineno, self.conditional())

    def import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if self.frame.index == 0 and self.branch in (0, self.required):
            self.imports.append((module, node.level, node.lineno))
        for alias in node.names:
            if alias.name == "*":
                self.stars.append((module, node.level, node.lineno))
                continue
            name = alias.asname or alias.name
            self.bind(name, self.table["f", module, node.level, alias.name])
            if self.frame.members is not None:
                self.frame.members.named(name, "import", node.lineno, self.conditional())

    # -- definitions -------------------------------------------------------------------------------------------------

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = tuple(map(self.reference, node.decorator_list)) if node.decorator_list else ()
        outer, branch, renamed = self.frame, self.branch, self.frame.renamed
        if PEP_695 and getattr(node, "type_params", None):
            self.type_params(node)
        declared = self.annotation(node.returns) if node.returns is not None else 0
        frame = self.function_frame("function", node.name, node.lineno, node.args)
        frame.decorators, frame.annotation = decorators, declared
        if isinstance(node, ast.AsyncFunctionDef):
            frame.flag("a")
        if frame.owner >= 0 and hands_on(node):
            frame.flag("h")
        self.branch = 0
        around, self.surroundings.function = self.surroundings.function, node
        self.body(node.body)
        self.surroundings.function = around
        self.branch = branch
        self.frame = outer
        if outer.renamed is not renamed:
            outer.rename(renamed)
        self.define(node, "def", self.table["F", frame.index], decorators)

    def define(self, node: Definition, kind: str, term: Term, decorators: tuple[Term, ...]) -> None:
        """Bind the name of a function or class; ``@d def f`` is ``f = d(f)``."""
        if decorators:
            for decorator in reversed(decorators):
                term = self.table["D", decorator, term]
        self.bind(node.name, term)
        if self.frame.members is not None:
            self.frame.members.definition(node.name, kind, node.lineno, term, self.conditional(), decorators)


def hands_on(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether ``__new__`` or ``__init__`` of a metaclass uses the namespace for nothing but the call of the same method above it."""
    given = node.args.args
    if node.name not in ("__new__", "__init__") or len(given) != 4:
        return False
    used = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == given[3].arg]
    for call in (n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == node.name):
        base = call.func.value  # type: ignore[attr-defined]
        above = isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super"
        if (above or (isinstance(base, ast.Name) and base.id == "type")) and call.args and used == [call.args[-1]]:
            return True
    return not used and node.name == "__init__"


def _names_platform(test: ast.expr) -> bool:
    """Whether an assertion speaks of the platform."""
    return any("platform" in getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(test))


STATEMENTS.update({
    ast.Expr: Statements.expr, ast.Assign: Statements.assign, ast.AugAssign: Statements.aug_assign,
    ast.AnnAssign: Statements.ann_assign, ast.Return: Statements.return_, ast.Delete: Statements.delete,
    ast.FunctionDef: Statements.function, ast.AsyncFunctionDef: Statements.function, ast.Import: Statements.import_,
    ast.ImportFrom: Statements.import_from, ast.Global: Statements.outer, ast.Nonlocal: Statements.outer,
    ast.Assert: Statements.assert_, ast.Raise: Statements.raise_, ast.Pass: Statements.nothing,
    ast.Break: Statements.nothing, ast.Continue: Statements.nothing,
})  # fmt: skip
if hasattr(ast, "TypeAlias"):
    STATEMENTS[ast.TypeAlias] = Statements.type_alias
