"""Functions that get to a class from elsewhere: methods of another class, and descriptors that need the instance dict."""

from __future__ import annotations

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.facts import Call, Term
from slotlint.infer import Values, plain_name
from slotlint.reach.core import Core, retold


class Borrowed(Core):
    """The part of the collection that knows what classes take over."""

    __slots__ = ()

    def taken_over(self, cid: int, values: Values, note: Note) -> None:
        """A class is given these values under some name of its own."""
        for held in values:
            if held[0] == "fn" and self.is_foreign_method(held[1], held[2], cid):
                self.block_family(cid, retold(note, "a method of another class runs on its instances", "store"))
            elif held[0] == "xinst" and plain_name(held[1]) in effects.NEEDS_DICT:
                self.block_family(cid, retold(note, f"{held[1]} keeps its value in the instance dict", "lazy"))

    def is_foreign_method(self, module: int, index: int, cid: int) -> bool:
        """Whether a function is a method of a class that has nothing to do with this one."""
        scope = self.program.scope(module, index)
        if scope.owner < 0 or self.program.class_at[module, scope.owner] in self.inference.family(cid):
            return False
        return not self.inference.decorator_names(module, scope) & {"staticmethod", "classmethod"}

    def members_taken_over(self) -> None:
        """``name = Other.method`` in class bodies."""
        for node in self.program.classes:
            for member in node.facts.members if not self.program.modules[node.module].foreign else ():
                if member.kind == "value" and self.inference.facts[node.module].terms[member.term][0] == "a":
                    values = self.inference.ask(node.module, node.facts.scope, member.term)
                    self.taken_over(node.cid, values, self.note(node.module, member.row, "", "store"))

    def called_unbound(self, at: int, index: int, call: Call) -> None:
        """``Other.method(x)``: the method stores on whatever it is given."""
        terms = self.inference.facts[at].terms
        row = terms[call.term]
        if row[0] != "c" or not row[2] or not self.names_a_class(terms[row[1]], at):
            return
        for function in self.inference.ask(at, index, row[1]):
            if function[0] == "fn":
                self.run_on(function[1], function[2], self.inference.ask(at, index, row[3]), at, call.row)

    def names_a_class(self, callee: tuple[object, ...], at: int) -> bool:
        """Whether a callee is written as an attribute of a class: ``Class.x``, ``mod.Class.x``."""
        if callee[0] != "a" or not isinstance(callee[1], int):
            return False
        base = self.inference.facts[at].terms[callee[1]]
        last = base[1] if base[0] == "n" else base[2] if base[0] == "a" else ""
        return isinstance(last, str) and last[:1].isupper()

    def run_on(self, module: int, index: int, values: Values, at: int, row: int) -> None:
        """A function runs on these values as its first argument."""
        for held in values:
            if held[0] == "inst" and self.is_foreign_method(module, index, held[1]):
                note = self.note(at, row, "a method of another class is run on the instance", "store")
                self.block_family(held[1], note)

    def term_stored(self, at: int, index: int, cid: int, value: Term, note: Note) -> None:
        """The class object is given the value of a term."""
        if value:
            self.taken_over(cid, self.inference.ask(at, index, value), note)
