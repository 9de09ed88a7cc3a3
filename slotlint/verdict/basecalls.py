"""Whether ``__init__`` of a subclass starts with that of a class above it, before it does anything with the instance."""

from __future__ import annotations

from typing import Any

from slotlint import external
from slotlint.facts import Call, FileFacts, Member, Scope, Term
from slotlint.program import ClassNode
from slotlint.verdict.case import Case
from slotlint.verdict.weakrefs import WeakReferences

INITLESS = frozenset({"object", "abc.ABC", "typing.Generic", "typing.Protocol"})  # bases whose __init__ does nothing
WHOLE = frozenset({"t", "[", "*"})  # tags of terms whose items are terms, all that are evaluated
CONSTANT = frozenset({"s", "v", "k", "t"})


class BaseCalls(WeakReferences):
    """The part of judging that knows which ``__init__`` a call leads to."""

    __slots__ = ()

    def unled(self, case: Case) -> str:
        """The class whose ``__init__`` may run for an instance of one below without leading to that of the class, "" if none."""
        for cid in self.program.descendants(case.cid):
            for owner in self.program.classes[cid].mro or ():
                if owner == case.cid:
                    break
                if isinstance(owner, str):
                    found = external.lookup(owner, self.program.targets[-1])
                    known = external.attribute(found, "__init__") if found else None
                    if owner not in INITLESS and (found is None or (known is not None and known.owner != "object")):
                        return owner
                    continue
                own = self.program.member(owner, "__init__")
                if own is not None and not (is_plain(own) and self.starts_with_init(self.program.classes[owner], case)):
                    return self.program.classes[owner].name
        return ""

    def is_init_replaced(self, case: Case) -> bool:
        """Whether ``__init__`` is put on, patched on or deleted from the class or one of its line."""
        stored = self.family_note(case, "__init__", lambda e: e.class_stores)
        return (stored or self.family_note(case, "__init__", lambda e: e.patched)) is not None

    def has_finalizer(self, case: Case) -> bool:
        """Whether ``__del__`` runs for the class or one below it, also where ``__init__`` has failed."""
        family = (self.program.classes[cid] for cid in (case.cid, *self.program.descendants(case.cid)))
        return any(self.program.inherited(node, "__del__") is not None for node in family)

    def is_called_by_metaclass(self, case: Case) -> bool:
        """Whether a metaclass of the program says how instances of the class, or of one below it, are made."""
        family = [self.program.classes[cid] for cid in (case.cid, *self.program.descendants(case.cid))]
        named = {owner.cid: owner for node in family for owner in self.program.with_metaclass(node)}
        values = (value for owner in named.values() for value in self.inference.own_metaclass(owner))
        return any(v[0] == "cls" and self.program.inherited(self.program.classes[v[1]], "__call__") is not None for v in values)

    def starts_with_init(self, node: ClassNode, case: Case) -> bool:
        """Whether ``__init__`` of a class, where it has one, begins with a call that leads to that of the class judged."""
        scopes = self.program.modules[node.module].facts.scopes
        for scope in self.program.own_scopes(node, "__init__"):
            if scope.kind == "function":
                index = scopes.index(scope)
                leading = [call for call in scope.calls if call.certain and self.leads_to(node, index, call, case)]
                return bool(leading) and self.is_first(node, index, scope, min(leading, key=lambda call: (call.row, call.column)))
        return True

    def leads_to(self, node: ClassNode, index: int, call: Call, case: Case) -> bool:
        """Whether a call is ``super().__init__()``, or ``__init__`` of the class judged or of one below it, on the instance."""
        facts = self.inference.facts[node.module]
        row = facts.terms[call.term]
        callee = facts.terms[row[1]] if row[0] == "c" else ("",)
        if callee[0] != "a" or callee[2] != "__init__":
            return False
        base, params = facts.terms[callee[1]], facts.scopes[index].params
        instance = ("n", params[0].name) if params else ()
        if base == ("S",):
            return True
        if base[0] == "c" and facts.terms[base[1]] == ("n", "super"):
            mine = self.inference.ask(node.module, index, base[3]) == {("cls", node.cid)} if base[2] == 2 else False
            return mine and facts.terms[base[4]] == instance
        if not row[2] or facts.terms[row[3]] != instance:
            return False
        named = self.inference.ask(node.module, index, callee[1])
        return bool(named) and all(held[0] == "cls" and self.inference.related(held[1], case.cid) for held in named)

    def is_first(self, node: ClassNode, index: int, scope: Scope, first: Call) -> bool:
        """Whether nothing happens before a call, nor for its arguments, that could ask the instance for anything."""
        facts = self.inference.facts[node.module]
        rows = facts.terms
        stored = any((store.row, store.column) < (first.row, first.column) for store in scope.stores)
        bound = (term for terms in scope.bindings.values() for term in terms)
        handed = (t for call in scope.calls if rows[call.term][0] == "c" for t in arguments_of(rows[call.term]))
        if "x" in scope.flags or stored or any(rows[term] == ("S",) for term in (*bound, *handed)):
            return False
        instance = scope.params[0].name if scope.params else ""
        inner = [s for s in facts.scopes if s.parent == index]
        if any(instance in s.loads or instance in s.values or instance in s.outer for s in inner):
            return False
        used = list(scope.loads.get(instance, {}).values())
        used += [read.row for read in scope.reads if facts.terms[read.receiver] == ("S",) and read.name != "__init__"]
        base, given = self.parts(facts, first)
        value = scope.values.get(instance, first.row + 1)
        if any(row <= first.row for row in used) or value < first.row + (base[0] != "c"):
            return False
        if not used and instance not in scope.values:
            return True
        unbound = base[0] not in "Sc"  # which takes the instance as its first argument
        return all(self.is_apart(facts, term, instance) for term in given[unbound:])

    def parts(self, facts: FileFacts, call: Call) -> tuple[tuple[Any, ...], list[Term]]:
        """What a call of ``x.__init__`` is of, and its arguments."""
        row = facts.terms[call.term]
        return facts.terms[facts.terms[row[1]][1]], arguments_of(row)

    def is_apart(self, facts: FileFacts, term: Term, instance: str) -> bool:
        """Whether an argument is known to have nothing to do with the instance: its term says all that is evaluated."""
        row = facts.terms[term]
        if row[0] == "n":
            return bool(row[1] != instance)
        if row[0] == "c":
            return all(self.is_apart(facts, t, instance) for t in (row[1], *arguments_of(row)))
        parts = row[1:] if row[0] in WHOLE else row[1:2] if row[0] == "a" else row[2:] if row[0] == "b" else ()
        return (bool(parts) or row[0] in CONSTANT) and all(self.is_apart(facts, t, instance) for t in parts)


def is_plain(init: Member) -> bool:
    """Whether a class body has ``__init__`` as a function that stands in it, in any case and with nothing around it."""
    return init.kind == "def" and not init.conditional and not init.decorators


def arguments_of(row: tuple[Any, ...]) -> list[Term]:
    """The terms that a call is handed."""
    return [*row[3 : 3 + row[2]], *row[4 + row[2] :: 2]]
