"""Containers that never leave the function that fills them: what they hold is what stands there, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.facts import Scope, Term
from slotlint.infer.core import Core
from slotlint.infer.tables import children_of
from slotlint.infer.values import ANYTHING, SLICE, Value, Values, one, shallow, words
from slotlint.program import Program

LOOKS = words("__getitem__ pop get items keys values popitem clear popleft index count sort reverse remove discard __len__")
FILLS = words("append add appendleft")  # of one element


class Containers(Core):
    """The part of the inference that knows local containers."""

    __slots__ = ("_children",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._children: dict[int, dict[int, list[int]]] = {}

    def local_container(self, module: int, scope: int, name: str) -> Values | None:
        """What a local name holds whose every value is a display that only this function fills; None for others."""
        facts = self.facts[module]
        here = facts.scopes[scope]
        rows = [facts.terms[term] for term in here.bindings[name]]
        kind = rows[0][0]
        if kind not in ("l", "d") or any(row[0] != kind for row in rows):
            return None
        if not self.is_kept_in(module, scope, name):
            return None
        return self.kept(("local", module, scope, name), self.contents, module, scope, name, rows)

    def is_kept_in(self, module: int, scope: int, name: str) -> bool:
        """Whether a name of a function is only looked into and filled, by that function alone."""
        scopes = self.facts[module].scopes
        here = scopes[scope]
        if here.kind != "function" or "x" in here.flags or name in here.values or name in here.outer:
            return False
        if any(name == param.name for param in here.params):
            return False
        used = {attribute.lstrip("?") for attribute in here.loads.get(name, ())}
        if not used <= LOOKS | FILLS:
            return False
        return not any(_speaks_of(inner, name) for inner in self.inner_scopes(module, scope))

    def inner_scopes(self, module: int, scope: int) -> Iterator[Scope]:
        """The scopes that stand in a scope, at any depth."""
        children = self._children.get(module)
        if children is None:
            children = self._children[module] = children_of(self.facts[module])
        for at in children.get(scope, ()):
            yield self.facts[module].scopes[at]
            yield from self.inner_scopes(module, at)

    def contents(self, module: int, scope: int, name: str, rows: list[Value]) -> Values:
        """The container with all that displays, items and calls put into it."""
        keys, values = self.put_in(module, scope, name)
        if rows[0][0] == "l":
            held = self.many(module, scope, [*values, *(term for row in rows for term in row[1:])])
            return one("of", shallow(held))
        pairs = [(row[at], row[at + 1]) for row in rows for at in range(1, len(row), 2)]
        merged = any(key == 0 for key, _ in pairs)  # ``**other``, or a key of which nothing is known
        rest = ANYTHING if merged else frozenset()
        held = self.many(module, scope, [*values, *(value for _, value in pairs)]) | rest
        return one("map", shallow(self.many(module, scope, [*keys, *(key for key, _ in pairs)])), shallow(held))

    def put_in(self, module: int, scope: int, name: str) -> tuple[list[Term], list[Term]]:
        """(keys, values) that a function puts into a container by items and by calls."""
        facts = self.facts[module]
        here = facts.scopes[scope]
        stores = [item for item in here.items if facts.terms[item.container] == ("n", name)]
        keys, values = [item.key for item in stores], [item.value for item in stores]
        values += [0 for key in keys if facts.terms[key] in (("?",), SLICE)]  # a slice takes the elements of the value
        for call in here.calls:
            row = facts.terms[call.term]
            callee = facts.terms[row[1]] if row[0] == "c" else ("?",)
            if callee[0] == "a" and callee[2] in FILLS and facts.terms[callee[1]] == ("n", name):
                values += row[3 : 3 + row[2]] or (0,)
        return keys, values


def _speaks_of(scope: Scope, name: str) -> bool:
    """Whether a scope uses a name, or binds it for a scope around it."""
    return name in scope.loads or name in scope.values or name in scope.outer
