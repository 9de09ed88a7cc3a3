"""Uses of an instance dict, with the syntax around them: what a rewrite can replace and what it must refuse."""

from __future__ import annotations

import ast
import keyword
import unicodedata
from typing import TypeGuard

from slotlint.extract.aliased import Alias, Function, parents_in, uses_of
from slotlint.extract.during import during, mentioned
from slotlint.facts import DictUse, Term

READERS = frozenset({
    "list", "dict", "tuple", "set", "frozenset", "sorted", "len", "str", "repr", "iter", "sum", "any", "all", "bool",
})  # fmt: skip
READING_METHODS = frozenset({"items", "keys", "values", "get", "copy", "__contains__", "__len__", "__iter__"})
Span = tuple[int, int, int, int]


def span_of(node: ast.AST) -> Span:
    """Rows and byte columns of a node."""
    return (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)  # type: ignore[attr-defined]


def dict_receiver(node: ast.expr | None) -> ast.expr | None:
    """X of ``X.__dict__`` or ``vars(X)``."""
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and len(node.args) == 1:
        return node.args[0]
    return None


def copied_receiver(node: ast.expr) -> ast.expr | None:
    """X of ``X.__dict__``, ``X.__dict__.copy()`` or ``dict(X.__dict__)``."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            return dict_receiver(node.func.value)
        if isinstance(node.func, ast.Name) and node.func.id == "dict" and len(node.args) == 1 and not node.keywords:
            return dict_receiver(node.args[0])
    return dict_receiver(node)


def is_dotted(function: ast.expr) -> bool:
    """Whether a function is spelt as a name, or as attributes of one."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name)


def is_formatting(function: ast.expr) -> bool:
    """Whether a function is ``format_map`` of a text that is written out, which only reads what it is given."""
    if not isinstance(function, ast.Attribute) or function.attr != "format_map":
        return False
    text = function.value
    return isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and isinstance(text.value, str))


def is_attribute(key: object) -> TypeGuard[str]:
    """Whether ``x.key`` may be written for a key of an instance dict: private names would be mangled, others normalized."""
    if not isinstance(key, str) or not key.isidentifier() or keyword.iskeyword(key):
        return False
    private = key.startswith("__") and not key.endswith("__")
    return not private and unicodedata.normalize("NFKC", key) == key


def is_inert(node: ast.expr) -> bool:
    """Whether evaluating an expression has no effect and cannot fail, so that it may as well be left out: a literal."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(map(is_inert, node.elts))
    if isinstance(node, ast.Dict):
        return all(isinstance(key, ast.Constant) for key in node.keys) and all(map(is_inert, node.values))
    return isinstance(node, ast.Constant)


def is_copied_by_loop(view: ast.AST, loop: ast.AST | None) -> bool:
    """Whether a loop over a view does nothing but set what it gives on another object: ``setattr(new, name, value)``."""
    if not isinstance(loop, ast.For) or loop.iter is not view or len(loop.body) != 1 or loop.orelse:
        return False
    call = loop.body[0].value if isinstance(loop.body[0], ast.Expr) else None
    if not isinstance(call, ast.Call) or call.keywords or not isinstance(loop.target, ast.Tuple):
        return False
    named = isinstance(call.func, ast.Name) and call.func.id == "setattr" and len(call.args) == 3
    return (
        named
        and isinstance(call.args[0], ast.Name)
        and [ast.unparse(a) for a in call.args[1:]] == [ast.unparse(e) for e in loop.target.elts]
    )


class Surroundings:
    """Looks from a dict expression up its parents; they are only known of the last statement that had one."""

    __slots__ = ("function", "lines", "parents", "source", "statement")

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.function: Function | None = None  # around the current place
        self.lines: list[bytes] | None = None
        self.statement: ast.AST | None = None
        self.parents: dict[ast.AST, ast.AST] = {}

    def use(self, node: ast.expr, base: ast.expr, receiver: Term, statement: ast.AST, state: Term = 0) -> DictUse:
        """Classify ``node`` (``base.__dict__``, ``vars(base)`` or a call that gives the same), a part of the statement."""
        if node.end_col_offset == 0:  # in a text
            return DictUse(receiver, node.lineno, "escape", span_of(node), (ast.unparse(base), ""), False)
        if self.statement is not statement:
            self.statement, self.parents = statement, parents_in(statement)
        if self.lines is None:
            self.lines = self.source.splitlines()
        form, where, parts = self.classify(node)
        meanwhile = during(node, self.parents) if form == "snapshot" else ()
        alias = self.alias(node) if form == "escape" else None
        if alias is not None:
            form, parts, meanwhile = "snapshot", (self.read_through(alias),), self.until_read(alias)
        span = span_of(where)
        alone = not self.lines[span[0] - 1][: span[1]].strip()
        return DictUse(receiver, node.lineno, form, span, (ast.unparse(base), *parts), alone, False, meanwhile, state)

    def alias(self, node: ast.expr) -> Alias | None:
        """The uses of the variable that is bound to the dict and to nothing else, where all of them only read it."""
        if self.function is None or not isinstance(self.statement, ast.Assign):
            return None
        found = uses_of(self.function, self.statement, node)
        return found if found is not None and all(self.is_reading(use, found) for use in found.uses) else None

    def is_reading(self, use: ast.Name, alias: Alias) -> bool:
        """Whether a use of a variable that holds the dict reads it there, and does not hand it on."""
        form, _, _ = self.around(use, alias)
        return form in ("snapshot", "item-load", "return-copy")

    def around(self, use: ast.Name, alias: Alias) -> tuple[str, ast.AST, tuple[str, ...]]:
        """The use of a variable that holds the dict, classified."""
        held, self.parents = self.parents, alias.parents
        try:
            return self.classify(use)
        finally:
            self.parents = held

    def read_through(self, alias: Alias) -> str:
        """What is done with the dict by its variable, in one word as in the parts of a use."""
        words = [self.around(use, alias) for use in alias.uses]
        blind = {"[]" if form == "item-load" else parts[0] if parts else "copy" for form, _, parts in words}
        return blind.pop() if len(blind) == 1 else "several"

    def until_read(self, alias: Alias) -> tuple[str, ...]:
        """What is evaluated before the dict is read for the last time."""
        found = set(mentioned(alias.block))
        for node in (*alias.uses, *alias.later):
            found.update(during(node, alias.parents))
        return ("*",) if "*" in found else tuple(sorted(found))

    def classify(self, node: ast.expr) -> tuple[str, ast.AST, tuple[str, ...]]:
        """(form, the node that a rewrite replaces, parts of its source)."""
        parent = self.parents.get(node)
        if self.is_source(node, parent):
            return "source", node, ()
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return self.item(parent)
        if isinstance(parent, ast.Attribute):
            return self.method(node, parent)
        if isinstance(parent, ast.Assign) and node in parent.targets:
            return self.assigned(parent)
        if isinstance(parent, ast.Call) and node in parent.args and is_dotted(parent.func):
            return self.argument(node, parent)
        if isinstance(parent, ast.Call) and is_formatting(parent.func) and parent.args == [node]:
            return "snapshot", node, ("format_map",)
        return self.plain(node, parent)

    def is_source(self, node: ast.expr, parent: ast.AST | None) -> bool:
        """Whether the dict is only what another instance dict is filled from, so that the two are replaced as one."""
        if isinstance(parent, ast.Attribute) and parent.attr == "copy":
            parent = self.parents.get(parent)
        if isinstance(parent, ast.Call) and copied_receiver(parent) is dict_receiver(node):
            node, parent = parent, self.parents.get(parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and dict_receiver(parent.targets[0]) is not None:
            return parent.value is node and isinstance(node, ast.Call)
        filled = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == "update"
        return filled and dict_receiver(parent.func.value) is not None and parent.args == [node]  # type: ignore[union-attr]

    def item(self, parent: ast.Subscript) -> tuple[str, ast.AST, tuple[str, ...]]:
        context = {ast.Store: "store", ast.Del: "delete"}.get(type(parent.ctx), "load")
        key = parent.slice
        if isinstance(key, ast.Constant) and is_attribute(key.value):
            return f"item-{context}", parent, (key.value,)
        statement = self.parents.get(parent)
        value = ""
        if isinstance(statement, ast.Assign) and statement.targets == [parent]:
            return "key-store", statement, (ast.unparse(key), ast.unparse(statement.value))
        if isinstance(statement, ast.Delete) and statement.targets == [parent]:
            return "key-delete", statement, (ast.unparse(key), value)
        if context == "load":
            return "snapshot", parent.value, ("[]",)
        return f"key-{context}-other", parent, (ast.unparse(key),)

    def method(self, node: ast.expr, parent: ast.Attribute) -> tuple[str, ast.AST, tuple[str, ...]]:
        call = self.parents.get(parent)
        if not isinstance(call, ast.Call) or call.func is not parent:
            return "escape", node, ()
        if parent.attr == "update":
            return self.update(call)
        if parent.attr in ("setdefault", "pop"):
            return self.taken(node, parent.attr, call)
        if parent.attr in READING_METHODS:
            if is_copied_by_loop(call, self.parents.get(call)):
                return "snapshot", node, ("setattr",)
            if parent.attr == "copy" and isinstance(self.parents.get(call), ast.Return):
                return "return-copy", call, ()
            return "snapshot", node, (parent.attr,)
        return "write", node, (parent.attr,)

    def taken(self, node: ast.expr, method: str, call: ast.Call) -> tuple[str, ast.AST, tuple[str, ...]]:
        """``setdefault`` and ``pop`` of a literal name with a default that does nothing but give a value, as a statement."""
        statement = self.parents.get(call)
        known = len(call.args) == 2 and not call.keywords and isinstance(call.args[0], ast.Constant)
        if not known or not is_attribute(call.args[0].value) or not self.is_inert(call.args[1]):  # type: ignore[attr-defined]
            return "write", node, (method,)
        parts = (call.args[0].value, ast.unparse(call.args[1]))  # type: ignore[attr-defined]
        if isinstance(statement, ast.Expr):
            return method, statement, (*parts, "")
        if isinstance(statement, ast.Return) and method == "setdefault":
            return method, statement, (*parts, "return ")
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            return method, statement, (*parts, f"{statement.targets[0].id} = ")
        return "write", node, (method,)

    def is_inert(self, node: ast.expr) -> bool:
        """Whether a default may be left out where it is not needed: a literal, or a parameter."""
        given = self.function.args if self.function is not None else None
        named = (
            given is not None
            and isinstance(node, ast.Name)
            and any(a.arg == node.id for a in (*given.posonlyargs, *given.args, *given.kwonlyargs))
        )
        return named or is_inert(node)

    def update(self, call: ast.Call) -> tuple[str, ast.AST, tuple[str, ...]]:
        statement = self.parents.get(call)
        if not isinstance(statement, ast.Expr):
            return "write", call, ("update",)
        if call.args and len(call.args) == 1 and not call.keywords:
            argument = call.args[0]
            other = copied_receiver(argument)
            if other is not None:
                return "update-dict", statement, (ast.unparse(other),)
            if isinstance(argument, ast.Dict):
                keys = [k.value for k in argument.keys if isinstance(k, ast.Constant) and is_attribute(k.value)]
                if len(keys) == len(argument.keys):
                    pairs = zip(keys, map(ast.unparse, argument.values), strict=True)
                    return "update-literal", statement, tuple(part for pair in pairs for part in pair)
            return "update-other", statement, (ast.unparse(argument),)
        if not call.args and all(is_attribute(k.arg) for k in call.keywords):
            return "update-literal", statement, tuple(p for k in call.keywords for p in (k.arg or "", ast.unparse(k.value)))
        return "write", call, ("update",)

    def assigned(self, parent: ast.Assign) -> tuple[str, ast.AST, tuple[str, ...]]:
        other = copied_receiver(parent.value)
        if len(parent.targets) == 1 and other is not None and isinstance(parent.value, ast.Call):
            return "assign-copy", parent, (ast.unparse(other),)
        return "assign", parent, (ast.unparse(parent.value),)

    def argument(self, node: ast.expr, parent: ast.Call) -> tuple[str, ast.AST, tuple[str, ...]]:
        callee = ast.unparse(parent.func)
        if callee == "dict" and isinstance(self.parents.get(parent), ast.Return):
            return "return-copy", parent, ()
        if callee in READERS:
            return "snapshot", node, (callee,)
        return "argument" if parent.args[0] is node else "escape", node, (callee,)

    def plain(self, node: ast.expr, parent: ast.AST | None) -> tuple[str, ast.AST, tuple[str, ...]]:
        if isinstance(parent, ast.IfExp) and parent.test is not node:
            return self.plain_within(node, parent)
        if isinstance(parent, ast.Compare):
            return self.compared(node, parent)
        if isinstance(parent, ast.keyword) and parent.arg is None:
            return "snapshot", node, ("**",)
        if isinstance(parent, ast.Dict) and node in parent.values:
            at = parent.values.index(node)
            return ("snapshot" if parent.keys[at] is None else "escape"), node, ("{**}",)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and parent.right is node:
            return "snapshot", node, ("%",)
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            return "snapshot", node, ("for",)
        if isinstance(parent, ast.Return):
            return "return", node, ()
        if isinstance(parent, ast.Tuple) and isinstance(self.parents.get(parent), ast.Return):
            return "return-item", node, ()
        if isinstance(parent, (ast.Delete, ast.AugAssign)):
            return "write", node, ()
        return "escape", node, ()

    def plain_within(self, node: ast.expr, choice: ast.IfExp) -> tuple[str, ast.AST, tuple[str, ...]]:
        """One arm of a choice: the choice's own surroundings decide."""
        form, where, parts = self.plain(choice, self.parents.get(choice))
        return form, node if where is choice else where, parts

    def compared(self, node: ast.expr, parent: ast.Compare) -> tuple[str, ast.AST, tuple[str, ...]]:
        sides = [parent.left, *parent.comparators]
        equal = len(parent.ops) == 1 and isinstance(parent.ops[0], (ast.Eq, ast.NotEq))
        receivers = [dict_receiver(side) for side in sides]
        if equal and all(receivers):
            kind = "compare-left" if parent.left is node else "compare-right"
            operator = "==" if isinstance(parent.ops[0], ast.Eq) else "!="
            return kind, parent, (operator, *(ast.unparse(r) for r in receivers if r is not None))
        if any(isinstance(operator, (ast.Is, ast.IsNot)) for operator in parent.ops):
            return "escape", node, ()
        within = len(parent.ops) == 1 and isinstance(parent.ops[0], (ast.In, ast.NotIn)) and parent.left is not node
        literal = isinstance(parent.left, ast.Constant) and isinstance(parent.left.value, str)
        return "snapshot", node, ("in", parent.left.value) if within and literal else ("compare",)  # type: ignore[attr-defined]
