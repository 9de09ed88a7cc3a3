"""Attributes of modules, classes, instances and ``super()``."""

from __future__ import annotations

from collections.abc import Iterable

from slotlint import external
from slotlint.facts import Term
from slotlint.infer.holdings import Holdings
from slotlint.infer.values import (
    ANYTHING,
    BUILTINS,
    NEUTRAL,
    NOTHING,
    PROPERTIES,
    RECORDED,
    REQUEST,
    Value,
    Values,
    external_names,
    in_order,
    one,
)
from slotlint.program import Program

# Under which objects of the standard library hold what they were made with: exceptions, containers, named tuples and more.
HOLDING = frozenset(
    {"args", "argument", "code", "contents", "data", "keywords", "kwargs", "maps", "object", "old_value", "queue", "value"}
    | {"_asdict", "_make", "_replace"}
)
MIXED_IN = frozenset({"items", "values", "get", "pop", "popitem", "setdefault"})  # that abstract mappings make of ``__getitem__``
MAPPINGS_OF_METHODS = frozenset({"collections.abc.Mapping", "collections.abc.MutableMapping"})
NAMESPACES = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
OF_PARTIALS = frozenset({"args", "keywords"})  # what ``functools.partial`` keeps beside a function
ANSWERING = ("__getattr__", "__getattribute__")
# Bases that store nothing on an instance.
BARE = ("object", "abc.ABC", "typing.Generic")


class Attributes(Holdings):
    """The part of the inference that knows attributes."""

    __slots__ = ("_owners",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._owners: dict[str, dict[int | None, list[tuple[int, int, Term]]]] = {}

    def attribute(self, value: Value, name: str) -> Values:
        """What ``value.name`` may be."""
        kind = value[0]
        if kind == "mod":
            return self.namespace(value[1], 0) if name == "__dict__" else self.module_attribute(value[1], name)
        if kind == "ext":
            found = one("ext", f"{value[1]}.{name}") | self.replaced(value, name)
            return found | ANYTHING if name in OF_PARTIALS else found
        if kind == "cls" and name == "__mro__":
            return one("of", frozenset(("cls", c.cid) for c in self.program.local_mro(self.program.classes[value[1]])) | ANYTHING)
        if kind == "cls" and name == "__subclasses__":
            below = frozenset(("cls", cid) for cid in self.program.descendants(value[1]))
            return one("method", ("of", one("of", below or ANYTHING)), name)
        if kind == "cls":
            found = self.class_attribute(value[1], name)
            return found or (one("new", value[1]) if name == "__new__" else self.bases_of(value[1], name))
        if kind == "inst":
            return self.instance_attribute(value, name)
        if kind == "super":
            return self.super_attribute(value[1], name)
        if kind in ("of", "map", "row"):
            return one("method", value, name)
        if kind == "bound" and name == "__self__":
            return frozenset({value[3]})
        return self.external_attribute(value[1], name) if kind == "xinst" else ANYTHING

    def namespace(self, module: int, scope: int) -> Values:
        """The names of a module or function as a dict: the instances that it holds, among other things."""
        return self.kept(("namespace", module, scope), self.find_namespace, module, scope)

    def find_namespace(self, module: int, scope: int) -> Values:
        """The same, worked out anew."""
        here = self.facts[module].scopes[scope]
        names = {*here.bindings, *(p.name for p in here.params), *(self.starred_names(module) if scope == 0 else ())}
        held = NOTHING.union(*(self.name(module, scope, name) for name in sorted(names)))
        return one("map", one("xinst", "str"), ANYTHING | frozenset(v for v in held if v[0] == "inst"))

    def bases_of(self, cid: int, name: str) -> Values:
        """What ``__mro__``, ``__bases__`` and ``__base__`` of a class are; nothing is known of its other names."""
        if name not in ("__mro__", "__bases__", "__base__"):
            return ANYTHING
        held = frozenset(("cls", c.cid) for c in self.program.local_mro(self.program.classes[cid]))
        return held | ANYTHING if name == "__base__" else one("of", held | ANYTHING)

    def external_attribute(self, held: str, name: str) -> Values:
        """What an instance of an external class, or what an external function gave, holds under a name."""
        if held == REQUEST and name not in ("param", "instance", "getfixturevalue"):
            return one("xinst", "object()")
        if name in RECORDED or name in HOLDING:
            return ANYTHING
        top = held.partition(".")[0]
        if held.endswith(")") or top in NEUTRAL or not (external.is_stdlib_module(top) or top in BUILTINS):
            return self.hung_on(name)
        return ANYTHING

    def hung_on(self, name: str) -> Values:
        """What an object from outside holds under a name: something from outside, or what the program puts there."""
        return one("xinst", "object()") | self.hung_by_anyone(name)

    def hung_by_anyone(self, name: str) -> Values:
        """What is stored under a name by others than methods on their own instance."""
        return self.kept(("hung", name), self.many_stored, name, (None,))

    def many_stored(self, name: str, owners: Iterable[int | None], declared: bool = False) -> Values:
        """What the methods of these classes store under a name on their own instance; None: what all others store.

        ``declared``: an annotation says what containers there hold, else others may fill them.
        """
        held = self.stores_by_owner(name)
        stored = sorted(place for owner in owners for place in held.get(owner, ()))
        if declared:
            return NOTHING.union(*(self.eval(*place) for place in stored))
        return NOTHING.union(*(self.given_away(module, scope, (term,)) for module, scope, term in stored))

    def stores_by_owner(self, name: str) -> dict[int | None, list[tuple[int, int, Term]]]:
        """Module, scope and value of each store of a name, by the class on whose own instance a method stores it."""
        found = self._owners.get(name)
        if found is None:
            found = self._owners[name] = {}
            for module, scope, receiver, term in self.attribute_stores().get(name, ()):
                above = self.facts[module].terms[receiver] == ("S",)  # super().__setattr__(name, value)
                owner = self.owner_class(module, scope) if above else self.receiver_class(module, scope, receiver)
                found.setdefault(owner, []).append((module, scope, term))
        return found

    def super_attribute(self, cid: int, name: str) -> Values:
        """What ``super().name`` may be in a method of a class."""
        if name == "__new__":
            return one("new", cid)
        node = self.program.classes[cid]
        for owner in self.program.local_mro(node)[1:]:
            if self.program.member(owner.cid, name) is not None:
                found = self.class_attribute(owner.cid, name)
                return frozenset(("bound", v[1], v[2], ("inst", cid)) if v[0] == "fn" else v for v in found)
        return one("above", cid, name)

    def instance_attribute(self, value: Value, name: str) -> Values:
        """What ``instance.name`` may be: what methods store, what the class declares, what a property returns."""
        cid = value[1]
        if name == "__class__":
            return one("cls", cid)
        return self.kept(("attr", cid, name), self.find_instance_attribute, value, name)

    def find_instance_attribute(self, value: Value, name: str) -> Values:
        """The same, worked out anew."""
        family = self.family(value[1])
        found: set[Value] = set()
        seen = False
        owners = self.stores_by_owner(name)
        if None in owners:
            found |= self.hung_by_anyone(name)
        kin = [cid for cid in family if cid in owners]
        declared = self.annotated_attribute(family, name)
        container = self.held_under(name) if kin and not self.answers_for_missing(value[1]) else None
        if container is not None:
            return container
        if kin:
            seen = True
            found |= self.many_stored(name, kin, bool(declared))
        for allowed in declared:
            seen = True
            found |= allowed
        overrides = (self.class_attribute(d, name) for d in self.program.defining(value[1], name))
        overridden = frozenset().union(*overrides) if self.callers else ANYTHING if any(overrides) else NOTHING
        for held in in_order(self.class_attribute(value[1], name) | overridden):
            seen = True
            found |= self.bind(held, value)
        if self.knows(value[1], "__getattribute__"):
            found |= ANYTHING
        if seen or self.waits():
            return self.known(frozenset(found))
        if name in HOLDING or self.answers(value[1], name):
            return ANYTHING
        return self.hung_on(name) if self.from_outside(value[1]) else frozenset(found) | ANYTHING

    def answers_for_missing(self, cid: int) -> bool:
        """Whether a class, or one derived from it, answers for attributes that are not there."""
        return any(self.knows(cid, name) for name in ANSWERING)

    def knows(self, cid: int, name: str) -> bool:
        """Whether a class of the program gives a class, or one derived from it, a class-level name."""
        return bool(self.program.defining(cid, name) or self.program.inherited(self.program.classes[cid], name))

    def annotated_attribute(self, family: tuple[int, ...], name: str) -> list[Values]:
        """What annotations in the bodies of these classes allow under a name."""
        found = self.annotations().get(name)
        if found is None:
            return []
        nodes = [(self.program.classes[cid], found[cid]) for cid in family if cid in found]
        return [self.declared(node.module, node.facts.scope, term) for node, term in nodes]

    def annotations(self) -> dict[str, dict[int, Term]]:
        """Class-level name to the annotation that each class gives it."""
        if self._annotations is None:
            self._annotations = {}
            for node in self.program.classes:
                for member in node.facts.members:
                    if member.annotation:
                        self._annotations.setdefault(member.name, {})[node.cid] = member.annotation
        return self._annotations

    def from_outside(self, cid: int) -> bool:
        """Whether code outside the program is the only one that can have stored an attribute nobody else stores."""
        node = self.program.classes[cid]
        return node.mro is None or any(base not in BARE for base in self.program.external_mro(node))

    def answers(self, cid: int, name: str) -> bool:
        """Whether a name gives what the program handed in: a field, or what a method of the program gives another one."""
        node = self.program.classes[cid]
        if name in MIXED_IN and any(base in MAPPINGS_OF_METHODS for base in self.program.external_mro(node)):
            return True
        bases = (base for owner in self.program.local_mro(node) for base in owner.bases)
        return any(base.reason == "namedtuple" or base.name in NAMESPACES for base in bases) or self.knows(cid, "__getattr__")

    def bind(self, held: Value, value: Value) -> Values:
        """What a class-level value becomes on an instance."""
        if held[0] == "inst":  # a descriptor answers for itself
            methods = self.method(held, "__get__")
            return self.results(methods) if methods else frozenset({held})
        if held[0] == "xinst" and held[1] in PROPERTIES and len(held) > 2:
            return self.known(self.results(held[2]))
        if held[0] != "fn":
            return frozenset({held})
        module, index = held[1:]
        scope = self.facts[module].scopes[index]
        names = external_names(self.many(module, scope.parent, [self.head(module, d) for d in scope.decorators]))
        if "staticmethod" in names and not names & PROPERTIES:
            return frozenset({held})
        bound = one("bound", module, index, value)
        return self.results(bound) if names & PROPERTIES else bound
