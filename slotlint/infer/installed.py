"""Functions that stand in a class under a name that is not their own: what decorators give, and what names are bound to.

The calls of such a method go by the name that it has in the class, so that none of them is seen to run the function.
Its first parameter is an instance of the class all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.facts import Param, Scope, Term
from slotlint.infer.carried import Carried
from slotlint.infer.tables import Place
from slotlint.infer.terms import Inference
from slotlint.infer.values import PROPERTIES, Values, one
from slotlint.program import ClassNode


class Installed(Carried):
    """An inference that also knows the functions that become methods of a class which they do not stand in."""

    __slots__ = ("installed",)

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        self.installed: dict[Place, list[int]] = {}
        super().__init__(strict, returning)
        for node in self.program.classes:
            if not self.modules[node.module].foreign:
                for place in dict.fromkeys(self.put_into(node)):
                    self.installed.setdefault(place, []).append(node.cid)

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in; the first parameter of what became a method is an instance."""
        found = super().given(module, scope, here, param, at)
        for cid in self.installed.get((module, scope), ()) if at == 0 else ():
            found |= one("inst", cid)
        return found

    def put_into(self, node: ClassNode) -> Iterator[Place]:
        """The functions that decorators in a class body give, or that names there are bound to."""
        body = node.module, node.facts.scope
        for member in node.facts.members:
            if member.kind == "value" and member.term:
                yield from self.functions_in(self.strict.ask(*body, member.term), node)
            for decorator in member.decorators:
                yield from self.functions_in(self.given_by_decorator(*body, decorator), node)

    def given_by_decorator(self, module: int, scope: int, decorator: Term) -> Values:
        """What calling a decorator gives."""
        called = self.strict.ask(module, scope, decorator)
        methods = (self.strict.method(value, "__call__") for value in called if value[0] == "inst")
        return self.strict.results(frozenset(v for v in called if v[0] in ("fn", "bound")).union(*methods))

    def functions_in(self, values: Values, node: ClassNode) -> Iterator[Place]:
        """The functions among values that are no methods of the class itself."""
        getters = (value[2] for value in values if value[0] == "xinst" and value[1] in PROPERTIES and len(value) > 2)
        for value in values.union(*getters):
            if value[0] == "fn":
                here = self.facts[value[1]].scopes[value[2]]
                if here.kind != "function" or here.owner < 0 or self.program.class_at[value[1], here.owner] != node.cid:
                    yield value[1], value[2]
