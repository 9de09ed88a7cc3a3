"""How sure it is that an instance of a class reaches a place: inference says what may, a finding needs what does.

Inference is generous: it joins all that a name is ever bound to, and lets the arguments of ``x.add(...)`` flow into every
method ``add`` where ``x`` is not known. Here the path of the value is walked back, and must hold at each step.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.facts import Param, Scope, Term
from slotlint.infer import UNKNOWN, Values
from slotlint.rules.context import World

DEPTH = 8
EXPECTING = frozenset({"assertRaises", "assertRaisesRegex", "raises"})
DESCRIPTORS = frozenset({"__get__", "__set__", "__delete__"})  # handed instances of the classes that hold the descriptor
INSIDE = {"e": (1,), "i": (1,), "[": (1,), "*": (1,), "y": (1,), "w": (1,), "D": (2,), "A": (1,), "H": (1,)}


def is_certain(world: World, module: int, index: int, term: Term, cid: int) -> bool:
    """Whether an instance of the class is known to be, or to be held by, what the term stands for."""
    return term == 0 or _Walk(world, cid).holds(module, index, term, DEPTH)


def is_only(world: World, module: int, index: int, term: Term, cid: int) -> bool:
    """Whether all that is known of a term is that it holds instances of the class."""
    return world.inference.ask(module, index, term) - {UNKNOWN} == {("inst", cid)}


def is_expected(world: World, module: int, index: int, row: int) -> bool:
    """Whether a test expects the error: an ``assertRaises`` stands at the line or in the two before it."""
    facts = world.inference.facts[module]
    for call in facts.scopes[index].calls:
        callee = facts.terms[facts.terms[call.term][1]] if facts.terms[call.term][0] == "c" else ("?",)
        if callee[0] in "na" and callee[-1] in EXPECTING and row - 3 < call.row <= row:
            return True
    return False


class _Walk:
    """Walks back from a term to where the instance is made."""

    __slots__ = ("cid", "world")

    def __init__(self, world: World, cid: int) -> None:
        self.world = world
        self.cid = cid

    def may(self, values: Values) -> bool:
        bound = frozenset(v[3] for v in values if v[0] == "bound")
        return self.cid in self.world.reach.held_instances(values | bound)

    def holds(self, at: int, index: int, term: Term, depth: int) -> bool:
        """Whether the term holds an instance for certain."""
        ask, row = self.world.inference.ask, self.world.inference.facts[at].terms[term]
        if depth == 0 or not (self.may(ask(at, index, term)) or row[0] == "a"):
            return False
        if row[0] == "n":
            return self.named(at, index, row[1], depth)
        if row[0] == "a":
            return self.attribute(at, index, row, depth)
        if row[0] == "c":
            return self.called(at, index, row, depth)
        if row[0] in ("T", "I", "F"):
            return True
        inner = INSIDE.get(row[0])
        terms = [row[i] for i in inner] if inner else row[1:] if row[0] in "utld" else []
        return any(self.holds(at, index, t, depth - 1) for t in terms if t)

    def named(self, at: int, index: int, name: str, depth: int) -> bool:
        """A name: a parameter, or what it is bound to, in the nearest scope that has it."""
        scopes = self.world.inference.facts[at].scopes
        while index > 0:
            here = scopes[index]
            param = next((p for p in here.params if p.name == name), None)
            if param is not None:
                return self.parameter(at, index, here, param, depth)
            if name in here.bindings:
                break
            index = here.parent
        held = scopes[index].bindings.get(name, ())
        return bool(held) and all(self.bound(at, index, t, depth) for t in held)

    def bound(self, at: int, index: int, term: Term, depth: int) -> bool:
        """What a name is bound to; an import leads to the other module, and None says nothing."""
        row = self.world.inference.facts[at].terms[term]
        if row[0] == "f":
            found = self.world.inference.find_module(at, row[1], row[2])
            return found is not None and self.named(found, 0, row[3], depth - 1)
        return row == ("k", "NoneType") or self.holds(at, index, term, depth - 1)

    def parameter(self, at: int, index: int, here: Scope, param: Param, depth: int) -> bool:
        """A parameter: declared, ``self``, or handed in by a call that is known to be of this very function."""
        place = here.params.index(param)
        if param.annotation or (here.owner >= 0 and (place == 0 or here.name in DESCRIPTORS)):
            return True
        if here.kind == "lambda" and is_only(self.world, at, index, self.name_term(at, param.name), self.cid):
            return True
        return any(self.holds(where, inside, term, depth - 1) for where, inside, term in self.arguments(at, index, here, param, place))

    def name_term(self, at: int, name: str) -> Term:
        """The term of a name."""
        return next((i for i, row in enumerate(self.world.inference.facts[at].terms) if row == ("n", name)), 0)

    def arguments(self, at: int, index: int, here: Scope, param: Param, place: int) -> Iterator[tuple[int, int, Term]]:
        """(module, scope, term) of what calls hand in."""
        inference = self.world.inference
        for where, inside, callee, given, keywords, offset in inference.calls_of(at, index, here):
            values = inference.ask(where, inside, callee)
            if UNKNOWN in values and not any(v[0] in ("fn", "bound") and v[1:3] == (at, index) for v in values):
                continue
            if param.kind == "*":
                yield from ((where, inside, t) for t in given[max(0, place - offset) :])
            elif 0 <= place - offset < len(given):
                yield where, inside, given[place - offset]
            yield from ((where, inside, t) for k, t in zip(keywords[::2], keywords[1::2], strict=True) if k == param.name)

    def attribute(self, at: int, index: int, row: tuple[object, ...], depth: int) -> bool:
        """An attribute of an instance: what its class stores there, or declares; of a module: what it binds."""
        inference, name = self.world.inference, str(row[2])
        if self.holds(at, index, int(str(row[1])), depth - 1) and self.may(inference.attribute(("inst", self.cid), name)):
            return True  # a bound method holds its instance
        for value in inference.ask(at, index, int(str(row[1]))):
            if value[0] == "mod" and self.named(value[1], 0, name, depth - 1):
                return True
            family = inference.family(value[1]) if value[0] == "inst" else ()
            for module, scope, receiver, term in inference.attribute_stores().get(name, ()) if family else ():
                owner = inference.receiver_class(module, scope, receiver)
                if owner in family and self.holds(module, scope, term, depth - 1):
                    return True
        return False

    def called(self, at: int, index: int, row: tuple[object, ...], depth: int) -> bool:
        """A construction, or a function that gives an instance back; of other calls what they are given."""
        inference = self.world.inference
        if inference.facts[at].terms[int(str(row[1]))][-1] == "__new__":
            return True
        for value in inference.ask(at, index, int(str(row[1]))):
            if value == ("cls", self.cid) or value == ("new", self.cid):
                return True
            if value[0] in ("fn", "bound"):
                scope = inference.facts[value[1]].scopes[value[2]]
                if scope.annotation or any(self.holds(value[1], value[2], t, depth - 1) for t in scope.returns):
                    return True
        count = int(str(row[2]))
        return any(self.holds(at, index, int(str(t)), depth - 1) for t in row[3 : 3 + count])
