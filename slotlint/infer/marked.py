"""Containers that no display makes: those of libraries, of classes derived from builtin ones, and those that defaults make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slotlint.facts import Term
from slotlint.infer.attributes import MIXED_IN
from slotlint.infer.bags import OWN_METHODS
from slotlint.infer.containers import Put
from slotlint.infer.filled import MADE, PARTS, Filled, marked, marks_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import ANYTHING, NOTHING, UNKNOWN, Value, Values, external_names, in_order, one, shallow, words
from slotlint.infer.wide import NESTING
from slotlint.program import ClassNode

CLASS, ATTRIBUTE = "class", "attribute"  # what stands for the place where a container is made
LIST_BASES = words("list set collections.deque collections.UserList")  # bases whose instances hold elements
MAPPING_BASES = words("dict collections.OrderedDict collections.defaultdict collections.UserDict")  # and keys with values
# Classes outside of the program whose instances hold what they are made with, in whatever form.
HOLDERS = words(
    "tuple frozenset typing.NamedTuple typing_extensions.NamedTuple functools.partial collections.ChainMap types.SimpleNamespace "
    "argparse.Namespace queue.Queue queue.LifoQueue queue.PriorityQueue queue.SimpleQueue asyncio.Queue asyncio.LifoQueue "
    "asyncio.PriorityQueue collections.Counter collections.abc.Set"
)
MAKING = frozenset({"__init__", "__new__"})
LIBRARY = words("Queue LifoQueue PriorityQueue SimpleQueue JoinableQueue UserList WeakSet")  # the last names of classes of containers


class Marked(Filled):
    """An inference that knows these containers by what makes them."""

    __slots__ = ("containers", "fields")

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        super().__init__(strict, returning)
        self.containers: dict[int, Value] = {}  # of the classes that derive from builtin containers, what an instance is
        self.fields: dict[int, tuple[str, ...]] = {}  # of the classes that derive from named tuples
        for node in self.program.classes:
            self.find_fields(node)
            bases = () if self.modules[node.module].foreign else self.program.external_mro(node)
            root = self.program.local_mro(node)[-1].cid
            if not MAPPING_BASES.isdisjoint(bases):
                self.containers[node.cid] = ("map", *(one(MADE, CLASS, root, part) for part in PARTS))
            elif not LIST_BASES.isdisjoint(bases) or not HOLDERS.isdisjoint(bases):
                self.containers[node.cid] = ("of", one(MADE, CLASS, root))

    def find_fields(self, node: ClassNode) -> None:
        """Note the fields of a class that is, or derives from, a named tuple."""
        for owner in self.program.local_mro(node):
            for base in owner.bases:
                if base.reason == "namedtuple-body":
                    self.fields[node.cid] = tuple(m.name for m in owner.facts.members if m.annotation)
                elif base.reason == "namedtuple":
                    self.fields[node.cid] = base.fields

    def item(self, module: int, scope: int, row: Value) -> Values:
        """An item of an unpacked value; of a named tuple a field."""
        values = self.eval(module, scope, row[1])
        named = frozenset(v for v in values if v[0] == "inst" and row[2] < len(self.fields.get(v[1], ())))
        if not named:
            return super().item(module, scope, row)
        rows = [v[1][row[2]] for v in values if v[0] == "row" and row[2] < len(v[1])]
        others = frozenset(v for v in values.difference(named) if v[0] != "row" or row[2] >= len(v[1]))
        fields = (self.attribute(v, self.fields[v[1]][row[2]]) for v in in_order(named))
        return (self.elements(others) if others else NOTHING).union(*rows, *fields)

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
            node = self.program.classes[cid]
            alone = HOLDERS.isdisjoint(self.program.external_mro(node))
            for call in self.strict.resolved(node.name).get(("cls", cid), ()):
                made += (Put(call[0], call[1], term, how) for term in call[3] for how in (("spread",) if alone else ("spread", "")))
                made += (Put(call[0], call[1], term, "" if word else "spread") for word, term in pairs(call[4]))
            made += self.handed_up(node)
        return (*found, *made)

    def handed_up(self, node: ClassNode) -> Iterator[Put]:
        """What methods of a class hand to the ``__init__`` or ``__new__`` of a base."""
        rows = self.facts[node.module].terms
        scopes = self.facts[node.module].scopes
        for index in self.program.methods.get((node.module, node.index), ()):
            calls = scopes[index].calls if scopes[index].name in MAKING else ()
            for row in (rows[call.term] for call in calls):
                if row[0] == "c" and rows[row[1]][0] == "a" and rows[row[1]][2] in MAKING:
                    given = (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2])
                    yield from (Put(node.module, index, term, how) for term in given for how in ("spread", ""))

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
        if held and UNKNOWN in found:
            is_method = name in OWN_METHODS or name in NESTING
            found |= one("method", held, name) if is_method else one(*held) | self.elements(one(*held)) | self.item_of(held)
        if name in MIXED_IN and UNKNOWN in found:
            values = self.results(self.method(value, "__getitem__"))
            found |= one("method", ("map", ANYTHING, shallow(values)), name) if values else NOTHING
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


def pairs(words: tuple[Any, ...]) -> Iterator[tuple[str, Term]]:
    """The keywords of a call, each with its value."""
    return zip(words[::2], words[1::2], strict=True)
