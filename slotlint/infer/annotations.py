"""Annotations, and what functions give back: what they declare, else what they return."""

from __future__ import annotations

from slotlint.facts import Term
from slotlint.infer.objects import Objects
from slotlint.infer.values import (
    ANYTHING,
    GENERIC_CONTAINERS,
    GENERIC_MAPPINGS,
    NOTHING,
    UNKNOWN,
    WRAPPERS,
    Value,
    Values,
    in_order,
    one,
    plain_name,
    shallow,
)

TUPLES = ("tuple", "builtins.tuple")


class Annotations(Objects):
    """The part of the inference that knows annotations and the results of functions."""

    __slots__ = ()

    def declared(self, module: int, scope: int, term: Term) -> Values:
        """The instances that an annotation allows."""
        if term == 0:
            return ANYTHING
        row = self.facts[module].terms[term]
        if row[0] == "u":
            return frozenset().union(*(self.declared(module, scope, t) for t in row[1:]))
        if row[0] == "k":
            return NOTHING if row[1] == "NoneType" else ANYTHING
        generic = row[0] == "["
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1] if generic else term):
            if value[0] == "cls" and not self.is_protocol(value[1]):
                found.add(("inst", value[1]))
            elif value[0] == "ext":
                name = plain_name(value[1])
                found |= self.declared_generic(module, scope, name, row) if generic else self.declared_external(name)
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def declared_generic(self, module: int, scope: int, name: str, row: Value) -> Values:
        """What ``name[...]`` allows."""
        index = self.facts[module].terms[row[2]] if row[2] else ("t",)
        inner = index[1:] if index[0] == "t" else ()
        last = name.rpartition(".")[2]
        if last in ("Type", "type"):
            named = [self.eval(module, scope, t) for t in inner]
            return self.known(frozenset(v if v[0] == "cls" else UNKNOWN for vs in named for v in vs))
        if last == "Literal":
            return one("xinst", "str")
        parts = tuple(self.declared(module, scope, t) for t in inner)
        if name in TUPLES and inner and self.facts[module].terms[inner[-1]] != ("k", "ellipsis"):
            return one("row", tuple(map(shallow, parts)))
        return self.declared_external(name, parts[:1] if name in TUPLES else parts)

    def declared_external(self, name: str, inner: tuple[Values, ...] = ()) -> Values:
        """An external annotation with what its arguments allow."""
        last = name.rpartition(".")[2]
        if last in WRAPPERS:
            allowed = inner[:1] if last == "Annotated" else inner
            return frozenset().union(*allowed) if allowed else ANYTHING
        if name in GENERIC_CONTAINERS:
            return one("of", shallow(inner[0] if inner else ANYTHING))
        if name in GENERIC_MAPPINGS:
            return one("map", *(map(shallow, inner[:2]) if len(inner) > 1 else (ANYTHING, ANYTHING)))
        if name in TUPLES:
            return one("of", shallow(inner[0] if inner else ANYTHING))
        return self.external_instance(name)

    def results(self, functions: Values) -> Values:
        """What calling any of the functions may give."""
        found: set[Value] = set()
        for function in in_order(functions):
            if function[0] in ("fn", "bound"):
                module, scope = function[1:3]
                found |= self.kept(("result", module, scope), self.result, module, scope)
        return frozenset(found)

    def result(self, module: int, scope: int) -> Values:
        """What a function may give; where its annotation says all, what it is seen to return wins over that."""
        here = self.facts[module].scopes[scope]
        declared = self.declared(module, here.parent, here.annotation) if here.annotation else ANYTHING
        given = self.many(module, scope, here.returns)
        if "g" in here.flags:
            given = one("of", shallow(given))
        return given if UNKNOWN in declared else declared | (given - ANYTHING)
