"""What the language carries from one place to another: into and out of generators, and over a class to its metaclass."""

from __future__ import annotations

from slotlint.facts import Param, Term
from slotlint.infer.callbacks import Callbacks, Lent
from slotlint.infer.tables import scopes_of
from slotlint.infer.values import NOTHING, UNKNOWN, Value, Values, in_order, one, shallow

STOPPING = (("xinst", "StopIteration"), ("xinst", "StopAsyncIteration"))  # whose value is what a generator returned


class Carried(Callbacks):
    """An inference that also follows what generators are sent and return, and what iterating over a class gives."""

    __slots__ = ()

    def sent(self, module: int, scope: int, row: Value) -> Values:
        """What ``yield`` gives: what any generator is sent."""
        return self.kept(("sent",), self.find_sent)

    def find_sent(self) -> Values:
        """The same, worked out anew."""
        return NOTHING.union(*(self.eval(put.module, put.scope, put.term) for put in self.bags.sent))

    def delegated(self, module: int, scope: int, row: Value) -> Values:
        """What ``yield from`` gives; what a generator returns stands among what it yields."""
        return self.elements(self.eval(module, scope, row[1]))

    def attribute(self, value: Value, name: str) -> Values:
        """An attribute; ``value`` of a StopIteration is what a generator returned."""
        found = super().attribute(value, name)
        if value[0] == "inst" and UNKNOWN in found:
            found |= self.kept(("field", value[1], name), self.field, value[1], name)
        return found | self.kept(("returned",), self.find_returned) if name == "value" and value in STOPPING else found

    def find_returned(self) -> Values:
        """What the generators of the program yield and return."""
        own = ((at, i) for at, i, scope in scopes_of(self.facts) if "g" in scope.flags and not self.modules[at].foreign)
        return self.elements(self.results(frozenset(("fn", *place) for place in own)))

    def mapping_of(self, module: int, scope: int, arguments: tuple[Term, ...], first: Values) -> Values:
        """``dict(first)``, also of pairs."""
        found = super().mapping_of(module, scope, arguments, first)
        pairs = [v[1] for v in self.elements(frozenset(v for v in first if v[0] == "of")) if v[0] == "row" and len(v[1]) == 2]
        return found.union(*(one("map", shallow(keys), shallow(values)) for keys, values in pairs))

    def read_calls(self) -> None:
        """Note the functions that are handed on; what ``__reduce__`` names is called with what stands beside it."""
        super().read_calls()
        for at, index, scope in scopes_of(self.facts):
            for term in scope.returns if scope.name in ("__reduce__", "__reduce_ex__") and not self.modules[at].foreign else ():
                row = self.facts[at].terms[term]
                for function in self.functions_of(self.strict.ask(at, index, row[1])) if row[0] == "t" and len(row) > 2 else ():
                    self.lent.setdefault(function, []).append(Lent(at, index, (row[2],), 0))

    def field(self, cid: int, name: str) -> Values:
        """What calls of a class hand in for a field, where nothing in the program but an annotation says how it is stored."""
        node = self.program.classes[cid]
        chain = [*reversed(self.program.local_mro(node))]
        fields = [*dict.fromkeys(m.name for each in chain for m in each.facts.members if m.annotation)]
        if name not in fields or self.program.inherited(node, "__init__") is not None:
            return NOTHING
        param = Param(name, "n", 0, 0)
        calls = self.strict.resolved(node.name).get(("cls", cid), ())
        return NOTHING.union(*(self.argument(c[0], c[1], c[3], c[4], fields.index(name), param) for c in calls))

    def called(self, value: Value, module: int, scope: int, arguments: tuple[Term, ...]) -> Values:
        """What calling a value may give; ``super().__call__`` of a metaclass makes instances of its classes."""
        found = super().called(value, module, scope, arguments)
        if value[0] == "above" and value[2] == "__call__":
            found |= self.kept(("made by", value[1]), self.made_by_metaclass, value[1])
        return found

    def made_by_metaclass(self, cid: int) -> Values:
        """Instances of the classes of a metaclass, or of one derived from it."""
        own = [node for node in self.program.classes if not self.modules[node.module].foreign]
        found: set[Value] = set()
        for node in own:
            kinds = (v for owner in self.program.with_metaclass(node) for v in in_order(self.own_metaclass(owner)))
            if any(v[0] == "cls" and self.related(v[1], cid) for v in kinds):
                found.add(("inst", node.cid))
        return frozenset(found)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give; a class is iterated by its metaclass."""
        found = super().elements(values)
        for value in in_order(values):
            if value[0] == "cls":
                found |= self.kept(("iterated", value), self.iterated_class, value)
        return found

    def iterated_class(self, value: Value) -> Values:
        """What iterating over a class gives."""
        found: Values = NOTHING
        for owner in self.program.with_metaclass(self.program.classes[value[1]]):
            for cid in (v[1] for v in in_order(self.own_metaclass(owner)) if v[0] == "cls"):
                found |= self.elements(self.results(self.method(("inst", cid), "__iter__")))
        return found
