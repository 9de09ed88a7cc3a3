"""What the language carries from one place to another: into and out of generators, and over a class to its metaclass."""

from __future__ import annotations

from slotlint.infer.callbacks import Callbacks
from slotlint.infer.tables import scopes_of
from slotlint.infer.values import NOTHING, Value, Values, in_order

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
        return found | self.kept(("returned",), self.find_returned) if name == "value" and value in STOPPING else found

    def find_returned(self) -> Values:
        """What the generators of the program yield and return."""
        own = ((at, i) for at, i, scope in scopes_of(self.facts) if "g" in scope.flags and not self.modules[at].foreign)
        return self.elements(self.results(frozenset(("fn", *place) for place in own)))

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
        for node in self.program.local_mro(self.program.classes[value[1]]):
            for keyword, term in node.facts.keywords:
                made = self.eval(node.module, node.facts.parent, term) if keyword == "metaclass" else NOTHING
                for cid in (v[1] for v in in_order(made) if v[0] == "cls"):
                    found |= self.elements(self.results(self.method(("inst", cid), "__iter__")))
        return found
