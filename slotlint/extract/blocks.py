"""Compound statements: what runs under a condition, in a loop or under a handler, and what it knows there."""

from __future__ import annotations

import ast
from bisect import bisect_left
from itertools import accumulate
from typing import Any

from slotlint.extract.frame import Standing, mangled
from slotlint.extract.having import certain_reads, is_for_missing, missing_attribute, stored_in, tested_names
from slotlint.extract.statements import STATEMENTS, Statements, guards

EXPECTING = frozenset({"assertRaises", "raises"})


class Blocks(Statements):
    """The part of the reader that knows statements with blocks in them."""

    __slots__ = ("walruses",)

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.walruses = _rows_of(b":=", source) if b":=" in source else []

    def if_(self, node: ast.If) -> None:
        members = self.frame.members
        self.reference(node.test)
        mark = len(self.frame.trail)
        self.branch += 1
        while True:  # an elif chain is deep on the right
            before = self.narrow(node.test)
            first = len(members.slots) if members is not None else 0
            having = self.frame.having
            self.note_having(node)
            self.body(node.body)
            self.frame.having = having
            self.frame.widen(before)
            if members is not None and len(members.slots) > first:
                members.under(node, first)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            node = node.orelse[0]
            self.statement = node
            self.reference(node.test)
        first = len(members.slots) if members is not None else 0
        self.body(node.orelse)
        if members is not None and len(members.slots) > first:
            members.under(node, first)
        self.frame.take_back(mark)
        self.branch -= 1

    def note_having(self, node: ast.If) -> None:
        """Note which attributes a name that the condition tells apart by its kind has in the block: those that it reads.

        An object without one that is passed on there would raise AttributeError before the block is left.
        """
        frame = self.frame
        own = frame.params[0].name if frame.owner >= 0 and frame.params else ""
        for name in tested_names(node.test) if frame.kind == "function" else ():
            reads = certain_reads(name, node.body) if name != own else ()
            if reads:
                frame.having = {**frame.having, name: sorted(mangled(frame.class_name, each) for each in reads)}

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        item = self.table["e", self.iterable(node.iter)]
        frame = self.frame
        before = self.forget_stored(node)
        repeated, frame.repeated = frame.repeated, True
        self.branch += 1
        self.target(node.target, item, "for")
        if frame.members is not None:
            frame.members.bound(node.target, node.lineno, True)
        self.body(node.body)
        frame.repeated = repeated
        self.body(node.orelse)
        self.branch -= 1
        self.frame.widen(before)

    def while_(self, node: ast.While) -> None:
        frame = self.frame
        before = self.forget_stored(node)
        repeated, frame.repeated = frame.repeated, True
        self.reference(node.test)
        self.branch += 1
        outside = self.narrow(node.test)
        self.body(node.body)
        self.frame.widen(outside)
        frame.repeated = repeated
        self.body(node.orelse)
        self.branch -= 1
        self.frame.widen(before)

    def forget_stored(self, loop: ast.stmt) -> Standing:
        """Forget what is known of what a loop stores: its second round has other values. Returns what was narrowed."""
        frame = self.frame
        before = frame.standing()
        if frame.narrow or frame.trail:
            stored = stored_in(loop, self.may_hold_walrus(loop))
            self.forget_reads(stored)
            self.forget(*stored)
        return before

    def may_hold_walrus(self, node: ast.stmt) -> bool:
        """Whether ``:=`` may stand in a statement, going by its rows; what stands at column 0 may come from a text."""
        at = bisect_left(self.walruses, node.lineno)
        return not node.col_offset or (at < len(self.walruses) and self.walruses[at] <= (node.end_lineno or 0))

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        frame = self.frame
        suppressed, mark = False, -1
        frame.blocks += 1
        for item in node.items:
            call = item.context_expr
            manager = self.term(call)
            mark = len(frame.trail) if mark < 0 else mark  # the first manager may hold back errors of the rest
            if item.optional_vars is not None:
                self.target(item.optional_vars, self.table["w", manager], "with")
                if frame.members is not None:
                    frame.members.bound(item.optional_vars, node.lineno, True)
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) == "suppress":
                suppressed = True
        guarded, frame.guarded = frame.guarded, frame.guarded or suppressed
        self.branch += suppressed
        frame.expecting = _expects_missing(node)
        self.body(node.body)
        frame.expecting = False
        frame.take_back(mark)
        self.branch -= suppressed
        frame.guarded = guarded
        frame.blocks -= 1

    def try_(self, node: Any) -> None:
        frame = self.frame
        guarded, frame.guarded = frame.guarded, frame.guarded or guards(node.handlers)
        required = self.required
        if self.branch == required or not self.branch:  # where every handler raises, what is tried must succeed
            self.required = self.branch + 1 if all(type(h.body[-1]) is ast.Raise for h in node.handlers) else 0
        self.branch += 1
        self.body(node.body)
        self.required = required
        frame.guarded = guarded
        missing, mark = missing_attribute(node), len(frame.trail)
        for handler in node.handlers:
            before = frame.standing()
            if missing is not None and is_for_missing(handler):
                self.note_missing(*missing)
            self.statement = node
            caught = self.term(handler.type)
            if handler.name:
                self.bind(handler.name, self.table["X", caught])
            self.body(handler.body)
            self.frame.widen(before)
        frame.take_back(mark)
        self.body(node.orelse)
        self.branch -= 1
        frame.blocks += 1
        self.body(node.finalbody)
        frame.blocks -= 1

    def note_missing(self, name: str, attribute: str) -> None:
        """Note that a name holds something without an attribute from here on."""
        frame = self.frame
        if frame.kind != "function" or not (name in frame.bindings or any(param.name == name for param in frame.params)):
            return
        term = self.table["A", frame.known.get(name) or self.learn(name), mangled(frame.class_name, attribute)]
        frame.see({**frame.narrow, name: -term})

    def match(self, node: ast.Match) -> None:
        subject = self.term(node.subject)
        self.branch += 1
        for case in node.cases:
            before, mark = self.frame.standing(), len(self.frame.trail)
            self.statement = node
            self.pattern(case.pattern, subject, node.subject)
            if case.guard is not None:
                self.term(case.guard)
                self.narrow(case.guard)
            self.body(case.body)
            self.frame.take_back(mark)
            self.frame.widen(before)
        self.branch -= 1


def _rows_of(text: bytes, source: bytes) -> list[int]:
    """The rows of a source where a text stands."""
    before = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(text)[:-1]
    return list(accumulate((part.count(b"\n") for part in before), initial=1))[1:]


def _expects_missing(node: ast.With | ast.AsyncWith) -> bool:
    """Whether a test says that the one expression or store in the block raises AttributeError, and asks no more of the error."""
    call = node.items[-1].context_expr
    if not isinstance(call, ast.Call) or call.keywords or len(call.args) != 1 or node.items[-1].optional_vars is not None:
        return False
    name, kind = getattr(call.func, "attr", getattr(call.func, "id", "")), call.args[0]
    alone = len(node.body) == 1 and (isinstance(node.body[0], ast.Expr) or _is_plain_store(node.body[0]))
    return alone and name in EXPECTING and isinstance(kind, ast.Name) and kind.id == "AttributeError"


def _is_plain_store(node: ast.stmt) -> bool:
    """Whether a statement stores a constant, or what a name holds, under one attribute and does nothing else."""
    if not isinstance(node, ast.Assign) or len(node.targets) > 1:
        return False
    return isinstance(node.targets[0], ast.Attribute) and isinstance(node.value, (ast.Constant, ast.Name))


STATEMENTS.update({
    ast.If: Blocks.if_, ast.For: Blocks.for_, ast.AsyncFor: Blocks.for_, ast.While: Blocks.while_,
    ast.With: Blocks.with_, ast.AsyncWith: Blocks.with_, ast.Try: Blocks.try_, ast.Match: Blocks.match,
})  # fmt: skip
if hasattr(ast, "TryStar"):
    STATEMENTS[ast.TryStar] = Blocks.try_
