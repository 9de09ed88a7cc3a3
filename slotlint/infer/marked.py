"""Containers that no display makes: those of libraries, of classes derived from builtin ones, and those that defaults make."""

from __future__ import annotations

from slotlint.facts import Term
from slotlint.infer.bags import OWN_METHODS
from slotlint.infer.containers import Put
from slotlint.infer.filled import MADE, PARTS, Filled, marked, marks_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import NOTHING, UNKNOWN, Value, Values, external_names, one, shallow, words

CLASS, ATTRIBUTE = "class", "attribute"  # what stands for the place where a container is made
LIST_BASES = words("list set collections.deque collections.UserList")  # bases whose instances hold elements
MAPPING_BASES = words("dict collections.OrderedDict collections.defaultdict collections.UserDict")  # and keys with values
LIBRARY = words("Queue LifoQueue PriorityQueue SimpleQueue JoinableQueue UserList WeakSet")  # the last names of classes of containers


class Marked(Filled):
    """An inference that knows these containers by what makes them."""

    __slots__ = ("containers",)

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        super().__init__(strict, returning)
        self.containers: dict[int, Value] = {}  # of the classes that derive from builtin containers, what an instance is
        for node in self.program.classes:
            bases = () if self.modules[node.module].foreign else self.program.external_mro(node)
            root = self.program.local_mro(node)[-1].cid
            if not MAPPING_BASES.isdisjoint(bases):
                self.containers[node.cid] = ("map", *(one(MADE, CLASS, root, part) for part in PARTS))
            elif not LIST_BASES.isdisjoint(bases):
                self.containers[node.cid] = ("of", one(MADE, CLASS, root))

    def marks_among(self, values: Values) -> list[Value]:
        """The marks of the containers among values, also of instances that are containers."""
        kinds = [self.containers[v[1]] for v in values if v[0] in ("inst", "super") and v[1] in self.containers]
        return marks_of(values.union(kinds))

    def puts_into(self, mark: Value) -> tuple[Put, ...]:
        """What is put into the containers of a mark; instances of a class start with what they are made of."""
        found = super().puts_into(mark)
        if mark[1] != CLASS:
            return found
        made: list[Put] = []
        for cid in (mark[2], *self.program.descendants(mark[2])):
            for call in self.strict.resolved(self.program.classes[cid].name).get(("cls", cid), ()):
                made += (Put(call[0], call[1], term, "spread") for term in call[3])
        return (*found, *made)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give."""
        held = [self.containers[v[1]] for v in values if v[0] == "inst" and v[1] in self.containers]
        return super().elements(values.union(held) if held else values)

    def item_of(self, value: Value) -> Values:
        """What subscripting a value may give."""
        found = super().item_of(value)
        held = self.containers.get(value[1]) if value[0] == "inst" else None
        return found | super().item_of(held) if held else found

    def attribute(self, value: Value, name: str) -> Values:
        """An attribute; a container under it of which nobody knows where it is made goes by the name of the attribute."""
        found = super().attribute(value, name)
        if value[0] != "inst":
            return found
        held = self.containers.get(value[1])
        if held and name in OWN_METHODS and UNKNOWN in found:
            found |= one("method", held, name)
        nameless = frozenset(v for v in found if v[0] in ("of", "map") and not marks_of(frozenset({v})))
        return found.difference(nameless) | marked(nameless, (MADE, ATTRIBUTE, name)) if nameless else found

    def defaulting(self, module: int, scope: int, arguments: tuple[Term, ...], first: Values) -> Values:
        """``defaultdict(first)``, whose values are made at one place."""
        mark = MADE, module, scope, arguments
        return frozenset((v[0], v[1], marked(v[2], mark)) for v in super().defaulting(module, scope, arguments, first))

    def call(self, module: int, scope: int, row: Value) -> Values:
        """A call, which may make a container of a library, or one by ``dict.fromkeys``."""
        found = super().call(module, scope, row)
        names = external_names(self.eval(module, scope, row[1]))
        given = [self.eval(module, scope, term) for term in row[3 : 3 + row[2]]] if names else []
        if any(name.rpartition(".")[2] in LIBRARY for name in names):
            held = shallow(NOTHING.union(*map(self.elements, given)))
            return found | marked(one("of", held), (MADE, module, scope, row))
        if any(name.endswith("dict.fromkeys") for name in names) and len(given) == len(PARTS):
            return found | one("map", shallow(self.elements(given[0])), shallow(given[1]))
        return found
