"""Methods that are looked up under names that begin alike, and called: ``getattr(self, "visit_" + name)(node)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.kinds import Kinds
from slotlint.infer.tables import beginnings_of, scopes_of
from slotlint.infer.values import UNKNOWN, Callee
from slotlint.program import Program


class Dispatch(NamedTuple):
    """A ``getattr`` of a name of which the beginning is known. ``call``: what is called with it, 0 where that is not seen."""

    module: int
    scope: int
    receiver: Term
    call: Term


class Dispatches(Kinds):
    """The part of the inference that knows calls by names of which the beginning is known."""

    __slots__ = ("_dispatches",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._dispatches: dict[str, list[Dispatch]] | None = None

    def dispatched(self, module: int, here: Scope) -> list[Callee]:
        """The calls by such a name that may run a method; what is looked up and handed on as well is called with anything."""
        if here.owner < 0 or here.kind != "function":
            return []
        owner = self.program.class_at[module, here.owner]
        seen: list[Callee] = []
        unseen: list[Callee] = []
        for each in self.dispatches_of(here.name):
            if self.may_be_of(owner, each):
                row = self.facts[each.module].terms[each.call]
                if each.call:
                    seen.append((each.module, each.scope, row[1], row[3 : 3 + row[2]], row[3 + row[2] :], 1))
                else:
                    unseen.append((each.module, each.scope, 0, (), ("", 0), 1))
        return seen and seen + unseen

    def dispatches_of(self, name: str) -> Iterator[Dispatch]:
        """The places where names are looked up that begin as a method's does."""
        if self._dispatches is None:
            self._dispatches = self.table("dispatches", find_dispatches)
        for length in range(1, len(name)) if self._dispatches else ():
            yield from self._dispatches.get(name[:length], ())

    def may_be_of(self, owner: int, each: Dispatch) -> bool:
        """Whether a name may be looked up on an instance of a class, or of one derived from it."""
        for value in self.eval(each.module, each.scope, each.receiver):
            if value == UNKNOWN:
                return True
            if value[0] in ("inst", "cls", "super") and (self.related(value[1], owner) or self.related(owner, value[1])):
                return True
        return False


def find_dispatches(program: Sequence[FileFacts]) -> dict[str, list[Dispatch]]:
    """The beginnings of names to the places where names that begin so are looked up."""
    found: dict[str, list[Dispatch]] = {}
    for module, index, scope in scopes_of(program):
        rows = program[module].terms
        terms = dict.fromkeys(call.term for call in scope.calls)
        asked = [t for t in terms if rows[t][0] == "c" and rows[t][2] > 1 and rows[rows[t][1]] == ("n", "getattr")]
        for term in asked:
            beginnings = [b for b in beginnings_of(program[module], scope, rows[term][4]) if b.isidentifier()]
            if beginnings:
                for call in calls_with(program[module], scope, terms, term):
                    for beginning in beginnings:
                        found.setdefault(beginning, []).append(Dispatch(module, index, rows[term][3], call))
    return found


def calls_with(facts: FileFacts, scope: Scope, calls: dict[Term, None], looked_up: Term) -> list[Term]:
    """The calls of what was looked up, at once or by a name; and 0 where it may be called elsewhere."""
    names = [name for name, held in scope.bindings.items() if looked_up in held]
    rows = [(term, facts.terms[term]) for term in calls]
    callees = [(term, row[1], facts.terms[row[1]]) for term, row in rows if row[0] == "c"]
    found = [term for term, callee, row in callees if callee == looked_up or (row[0] == "n" and row[1] in names)]
    return found if found and not any(name in scope.values or name in scope.outer for name in names) else [*found, 0]
