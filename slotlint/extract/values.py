"""Constants, displays and operators: the expressions that only put others together."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import reduce
from typing import Any

from slotlint.extract.expressions import EXPRESSIONS, Expressions
from slotlint.extract.frame import Standing
from slotlint.facts import Term


class Values(Expressions):
    """The part of the reader that knows how values are written and combined."""

    __slots__ = ()

    # -- constants and displays ----------------------------------------------------------------------------------------

    def constant(self, node: ast.Constant) -> Term:
        value = node.value
        if type(value) is str:
            return self.texts.get(value) or self.text(value, node.lineno)
        if type(value) is int:  # a pickle protocol, an index
            return self.numbers.get(value) or self.number(value)
        return self.table["k", str(value) if type(value) is bool else type(value).__name__]

    def number(self, value: int) -> Term:
        """The term of an integer."""
        term = self.numbers[value] = self.table[("v", value) if -1 <= value <= 255 else ("k", "int")]
        return term

    def tuple_(self, node: ast.Tuple) -> Term:
        row = ("t", *self.terms(node.elts))
        return self.table[row]

    def listing(self, node: ast.List | ast.Set) -> Term:
        row = ("l", *dict.fromkeys(self.terms(node.elts)))
        return self.table[row]

    def dict_(self, node: ast.Dict) -> Term:
        row: list[Any] = ["d"]
        for key, value in zip(node.keys, node.values, strict=True):
            row += (self.term(key), self.term(value))
        return self.table[tuple(row)]

    def joined(self, node: ast.JoinedStr) -> Term:
        """What an f-string joins from left to right where that may be a name, else some text, or the name it begins with."""
        parts = []
        for part in node.values:
            if type(part) is ast.Constant:
                said = str(part.value)
                parts.append(self.table["s", said] if f"_{said}".isidentifier() else 0)
                if "__" in said:
                    self.term(part)
            else:
                parts.append(EXPRESSIONS[type(part)](self, part))
        if all(parts):
            first = [] if node.values and type(node.values[0]) is ast.Constant else [self.table["s", ""]]  # a text in any case
            return reduce(lambda left, right: self.table["b", "Join", left, right], [*first, *parts])
        rest = self.table["k", "str"]
        begun = type(node.values[0]) is ast.Constant and str(node.values[0].value).isidentifier()  # maybe of a method
        return self.table["b", "Join", parts[0], rest] if begun and len(parts) > 1 else rest

    def formatted(self, node: ast.FormattedValue) -> Term:
        """A name in an f-string; 0 for another value, and for one that is written in a way of its own."""
        value = self.term(node.value)
        self.term(node.format_spec)
        return value if isinstance(node.value, ast.Name) and node.conversion == -1 and node.format_spec is None else 0

    def slice_(self, node: ast.Slice) -> Term:
        self.term(node.lower)
        self.term(node.upper)
        self.term(node.step)
        return self.table["k", "slice"]

    # -- operators -----------------------------------------------------------------------------------------------------

    def unary(self, node: ast.UnaryOp) -> Term:
        operand: ast.expr = node
        while type(operand) is ast.UnaryOp:
            operand = operand.operand
        if type(operand) is ast.Constant and type(operand.value) is int and operand is node.operand:
            return self.number(-operand.value) if type(node.op) is ast.USub else 0
        if type(node.op) is ast.Not:
            self.reference(node.operand)
        else:
            self.term(operand)
        return 0

    def compare(self, node: ast.Compare) -> Term:
        by_identity = type(node.ops[0]) in (ast.Is, ast.IsNot)  # which runs nothing
        frame, mark = self.frame, 0
        for place, side in enumerate((node.left, *node.comparators)):
            if place == 2:  # a chain ends with its first comparison that fails
                mark = len(frame.trail)
            if (by_identity and type(side) is ast.Name) or (place and type(node.ops[place - 1]) in (ast.In, ast.NotIn)):
                self.reference(side)  # which is looked into
            elif type(side) is not ast.Constant or type(side.value) is str:
                EXPRESSIONS[type(side)](self, side)
        if len(node.ops) > 1:
            frame.take_back(mark)
        return 0

    def bin_op(self, node: ast.BinOp) -> Term:
        spine: list[ast.BinOp] = []
        left: ast.expr = node
        while type(left) is ast.BinOp:  # long sums are deep on the left
            spine.append(left)
            left = left.left
        found = self.term(left)
        for step in reversed(spine):
            found = self.table["b", type(step.op).__name__, found, self.term(step.right)]
        return found

    def bool_op(self, node: ast.BoolOp) -> Term:
        frame = self.frame
        before, mark, branch = frame.standing(), -1, self.branch
        row: list[Any] = ["u"]
        for value in node.values:
            row.append(self.term(value))
            if mark < 0:
                mark = len(frame.trail)  # the first alone is always asked for
                self.branch = branch + 1
            if type(node.op) is ast.And:
                self.narrow(value)
        frame.take_back(mark)
        self.branch = branch
        frame.widen(before)
        return self.table[tuple(row)]

    def if_exp(self, node: ast.IfExp) -> Term:
        bodies = []
        frame = self.frame
        before, first, branch = frame.standing(), -1, self.branch
        choice: ast.expr = node
        while type(choice) is ast.IfExp:  # ``a if p else b if q else c`` is deep on the right
            self.reference(choice.test)
            self.branch = branch + 1
            mark = len(frame.trail)
            first = mark if first < 0 else first
            self.narrow(choice.test)
            bodies.append(self.term(choice.body))
            frame.take_back(mark)
            frame.widen(before)
            choice = choice.orelse
        found = self.term(choice)
        frame.take_back(first)
        self.branch = branch
        for body in reversed(bodies):
            found = self.table["u", body, found]
        return found

    def starred(self, node: ast.Starred) -> Term:
        return self.table["*", self.reference(node.value)]

    def wait(self, node: ast.Await) -> Term:
        awaited = self.term(node.value)
        self.forget_attributes()
        return self.table["y", awaited]

    # -- isinstance ----------------------------------------------------------------------------------------------------

    def narrow(self, test: ast.expr) -> Standing:
        """Take ``isinstance(name, class)`` of a test, read already, as known from here on; returns what was before.

        Not of variables that other functions bind: those may hold something else any time.
        """
        frame = self.frame
        before = frame.standing()
        if self.tests:
            elsewhere = frame.lent | frame.outer
            parts = test.values if isinstance(test, ast.BoolOp) and type(test.op) is ast.And else (test,)
            known = dict(self.tests[part] for part in parts if part in self.tests)
            known = {spelt: term for spelt, term in known.items() if spelt.partition(".")[0] not in elsewhere}
            if known:
                frame.see({**frame.narrow, **known})
        return before

    def forget_reads(self, names: Iterable[str]) -> None:
        """Forget what was read of names: they may hold something else from here on."""
        seen = self.frame.seen
        for name in map(self.current, names):
            if name in seen:
                seen[name] = None


EXPRESSIONS.update({
    ast.Constant: Values.constant, ast.Tuple: Values.tuple_, ast.List: Values.listing, ast.Set: Values.listing,
    ast.Dict: Values.dict_, ast.JoinedStr: Values.joined, ast.FormattedValue: Values.formatted,
    ast.Slice: Values.slice_, ast.UnaryOp: Values.unary, ast.Compare: Values.compare, ast.BinOp: Values.bin_op,
    ast.BoolOp: Values.bool_op, ast.IfExp: Values.if_exp, ast.Starred: Values.starred, ast.Await: Values.wait,
})  # fmt: skip
