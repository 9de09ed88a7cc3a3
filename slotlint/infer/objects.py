"""Classes and their instances: what stands at class level, what iterating gives, what making an instance gives."""

from __future__ import annotations

from collections.abc import Iterable

from slotlint import external
from slotlint.facts import Term
from slotlint.infer.names import Names
from slotlint.infer.tables import added_to
from slotlint.infer.values import (
    ANYTHING,
    CONSTANT_TYPES,
    FRAMES,
    MAKERS,
    NEUTRAL,
    NOTHING,
    OPEN_TYPES,
    PROTOCOLS,
    UNKNOWN,
    Value,
    Values,
    in_order,
    one,
    plain_name,
)
from slotlint.program import Program

MOST_STORES = 16  # under one name, beyond which what a class-level name becomes is not followed
NESTED = 4  # tuples of classes in one another


class Objects(Names):
    """The part of the inference that knows classes and instances."""

    __slots__ = ("_annotations", "_families")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._families: dict[int, tuple[int, ...]] = {}
        self._annotations: dict[str, dict[int, Term]] | None = None

    def related(self, cid: int, other: int) -> bool:
        """Whether one class is the other or derives from it."""
        mro = self.program.classes[cid].mro
        return cid == other or (mro is not None and other in mro)

    def family(self, cid: int) -> tuple[int, ...]:
        """The class, its ancestors and its descendants in the program."""
        found = self._families.get(cid)
        if found is None:
            node = self.program.classes[cid]
            above = (c.cid for c in self.program.local_mro(node))
            found = self._families[cid] = (*above, *self.program.descendants(cid))
        return found

    def is_protocol(self, cid: int) -> bool:
        """Whether a class is a protocol, so that anything may stand for it."""
        return any(b.kind == "external" and b.name in PROTOCOLS for b in self.program.classes[cid].bases)

    def class_attribute(self, cid: int, name: str) -> Values:
        """What a class holds under a name, first in the MRO; functions as they are."""
        node = self.program.classes[cid]
        owner = self.program.inherited(node, name)
        if owner is None:
            return NOTHING
        body = owner[0].facts.scope
        held = self.facts[owner[0].module].scopes[body].bindings.get(name, ())
        found = self.values_of_name(owner[0].module, body, name, held)
        stores = self.attribute_stores().get(name, ()) if owner[1].kind == "value" else ()
        if len(stores) > MOST_STORES:
            return found | ANYTHING
        if name in self.table("added", added_to) and any(value[0] in ("row", "str") for value in found):
            found |= ANYTHING  # ``Class.names += (...)`` puts a longer one in its place
        later = (self.eval(module, scope, term) for module, scope, _, term in stores)  # maybe on the class
        return self.known(found.union(*later))

    def overriding(self, kinds: Iterable[int], name: str) -> Values:
        """What classes derived from these hold under a name: ``cls`` and ``type(x)`` may be any of them."""
        overrides = [self.class_attribute(below, name) for cid in kinds for below in self.program.defining(cid, name)]
        return NOTHING.union(*overrides) if self.callers else ANYTHING if any(overrides) else NOTHING

    def method(self, value: Value, name: str) -> Values:
        """The functions that ``value.name`` may be, bound to it, where value is an instance of the program's."""
        if value[0] != "inst":
            return NOTHING
        found = set()
        for cid in (value[1], *self.program.defining(value[1], name)):
            for held in self.class_attribute(cid, name):
                if held[0] == "fn":
                    found.add(("bound", held[1], held[2], value))
        return frozenset(found)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give."""
        found: set[Value] = set()
        for value in in_order(values):
            if value[0] == "of" or value[0] == "map":
                found |= value[1]
            elif value[0] == "row":
                found |= frozenset().union(*value[1])
            elif value[0] == "str":
                found.add(("xinst", "str"))
            elif value[0] == "inst":
                found |= self.kept(("iterated", value), self.iterated, value)  # iterators may give each other
            elif value[0] == "cls":
                found |= self.class_elements(value)
            elif value[0] == "xinst" and value[1] in CONSTANT_TYPES:
                found.add(value)
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def class_item(self, value: Value) -> Values:
        """What subscripting a class gives: ``Generic[T]`` is Generic."""
        return frozenset({value})

    def class_elements(self, value: Value) -> Values:
        """What iterating over a class gives; only its metaclass knows."""
        return ANYTHING

    def iterated(self, value: Value) -> Values:
        """What iterating over an instance gives, where its ``__iter__`` is in the program."""
        methods = self.method(value, "__iter__")
        if not methods:
            return self.known(NOTHING)
        found = self.known(self.results(methods))
        given = (self.results(self.method(v, "__next__")) for v in found if v[0] == "inst")
        return self.elements(found - {value}).union(*given)

    def instances(self, values: Values, depth: int = NESTED) -> Values:
        """Instances of these classes; a tuple of classes, or of such tuples, means any of them."""
        found: set[Value] = set()
        for value in values:
            if value[0] == "cls":
                found.add(("inst", value[1]))
            elif value[0] == "ext":
                found |= self.external_instance(value[1])
            elif value[0] in ("row", "of") and depth:
                found |= self.instances(self.elements(frozenset({value})), depth - 1)
            elif value[0] != "str":
                found.add(UNKNOWN)
        return frozenset(found)

    def external_instance(self, name: str) -> Values:
        """An instance of an external class; nothing is known of one whose class is not."""
        plain = plain_name(name)
        plain = MAKERS.get(plain, plain)
        top = plain.partition(".")[0]
        if plain in FRAMES:
            return ANYTHING
        if plain.startswith("sys.modules."):
            return one("xinst", "types.ModuleType")
        if top in NEUTRAL and external.lookup(plain, self.version) is None:
            return one("xinst", f"{plain}()")
        third_party = plain.rpartition(".")[2][:1].isupper() and not external.is_stdlib_module(top)
        if plain in OPEN_TYPES or not (third_party or external.lookup(plain, self.version)):
            return ANYTHING
        return one("xinst", plain)
