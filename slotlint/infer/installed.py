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
from slotlint.infer.values import NOTHING, PROPERTIES, Values, one
from slotlint.program import ClassNode

FUNCTION_TERMS = ("n", "a", "c", "F", "D")  # that may name, make or be a function


class Installed(Carried):
    """An inference that also knows the functions that become methods of a class which they do not stand in."""

    __slots__ = ("installed", "setters")

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        self.installed: dict[Place, list[int]] = {}
        self.setters: dict[Place, list[str]] = {}  # function to the names of the properties that it stores for
        super().__init__(strict, returning)
        for node in self.program.classes:
            if not self.modules[node.module].foreign:
                for place in dict.fromkeys(self.put_into(node)):
                    self.installed.setdefault(place, []).append(node.cid)
                self.find_setters(node)
        for place, cid in dict.fromkeys(self.stored_later()):
            self.installed.setdefault(place, []).append(cid)

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in; the first parameter of what became a method is an instance."""
        found = super().given(module, scope, here, param, at)
        for cid in self.installed.get((module, scope), ()) if at == 0 else ():
            found |= one("inst", cid)
        for name in self.setters.get((module, scope), ()) if at == 1 else ():
            stores = self.attribute_stores().get(name, ())
            found |= NOTHING.union(*(self.eval(where, inside, term) for where, inside, _, term in stores))
        return found

    def rest(self, module: int, scope: int, here: Scope, at: int) -> Values:
        """What callers hand in for ``*args``; of what became a method an instance comes first."""
        found = super().rest(module, scope, here, at)
        return found.union(("inst", cid) for cid in self.installed.get((module, scope), ()) if at == 0)

    def find_setters(self, node: ClassNode) -> None:
        """Note the functions that a class makes properties of which call them to store."""
        terms = self.facts[node.module].terms
        for member in node.facts.members:
            row = terms[member.term] if member.kind == "value" else ("?",)
            if row[0] == "c" and terms[row[1]] == ("n", "property"):
                words = dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True))
                setter = row[4] if row[2] > 1 else words.get("fset", 0)
                for value in self.strict.ask(node.module, node.facts.scope, setter) if setter else ():
                    if value[0] == "fn":
                        self.setters.setdefault((value[1], value[2]), []).append(member.name)

    def stored_later(self) -> Iterator[tuple[Place, int]]:
        """The functions that become attributes of a class after its body, and the class."""
        stores = [store for held in self.attribute_stores().values() for store in held]
        for where, inside, callee, call in self.sites().get("setattr", ()):
            row = self.facts[where].terms[call]
            if row[0] == "c" and row[2] == 3 and self.facts[where].terms[callee] == ("n", "setattr"):
                stores.append((where, inside, row[3], row[5]))
        for where, inside, receiver, term in stores:
            if self.modules[where].foreign or self.facts[where].terms[term][0] not in FUNCTION_TERMS:
                continue
            for held in self.strict.ask(where, inside, receiver):
                if held[0] == "cls":
                    values = self.strict.ask(where, inside, term)
                    yield from ((place, held[1]) for place in self.functions_in(values, self.program.classes[held[1]]))

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
