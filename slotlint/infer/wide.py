"""What may get to an expression by ways that the inference does not follow.

The inference says UNKNOWN where a value has been in a container, came through a call of something unknown or was read
from an object of unknown type. Here such a value is followed by name and position alone: an attribute of an unknown
object is what anybody stores under that name, an element of a container is what is put into one of that name, a
parameter of a function that is handed around is what calls of unknown functions hand in at its place. The answers are
no types, only candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from slotlint.facts import FileFacts, Param, Scope, Term
from slotlint.infer.bags import OWN_METHODS, Bags, Name, Passed
from slotlint.infer.enums import VALUES
from slotlint.infer.tables import Place, beginnings_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import (
    ANYTHING,
    CONSTANT_TYPES,
    NOTHING,
    UNKNOWN,
    Callee,
    Value,
    Values,
    in_order,
    one,
    shallow,
)

OBJECTS = ("cls", "inst")
CANDIDATES = 32  # of one answer, beyond which they tell nothing
QUESTIONS = 180_000  # of one program; those beyond are not followed, or large programs would take minutes
Handed = tuple[Place, tuple[Term, ...], tuple[Any, ...], int]  # a call, with the parameters that it fills by itself
# Methods whose result holds what the object was given.
NESTING = frozenset({"_asdict", "_replace", "get_ready", "most_common", "parse_args", "parse_known_args", "static_order"})
KNOWN_CALLEES = frozenset({"fn", "bound", "cls", "method", "new"})


def stored_by_name(program: Sequence[FileFacts]) -> dict[str, set[str]]:
    """Name to the attributes that are stored on what goes by it."""
    found: dict[str, set[str]] = {}
    for facts in program:
        for scope in facts.scopes:
            for store in scope.stores:
                row = facts.terms[store.receiver]
                if row[0] == "n":
                    found.setdefault(row[1], set()).add(store.name)
    return found


class Wide(Inference):
    """An inference that follows what the other one gives up.

    Without ``returning`` it leaves out that what stands outside the program may give back whatever it was given.
    """

    __slots__ = ("bags", "keys", "known_callers", "returning", "strict", "variable_calls")

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        super().__init__(strict.program)
        self.strict = strict
        self.most = CANDIDATES
        self.budget = QUESTIONS
        self.returning = returning
        self.bags = Bags(strict.program, strict.spaces())
        self.keys: dict[int, dict[Term, Name]] = {}  # module to its terms that name what something is put into
        self._attributes, self._annotations = strict.attribute_stores(), strict.annotations()
        self._computed = strict.computed()
        self._sites, self._fixtures = strict.sites(), strict.fixtures()
        self._escapes = strict.value_names()
        # Calls of variables, attributes and elements: those whose callee is finally known, by function, and the others.
        self.known_callers: dict[Place, list[Handed]] = {}
        self.variable_calls = list(self.bags.passed)

    def descriptor_users(self) -> dict[int, list[int]]:
        """Classes that use descriptors, as the strict inference knows them."""
        return self.strict.descriptor_users()

    def strings(self, module: int, scope: int, term: Term) -> tuple[str, ...] | None:
        """The strings that a term may be, as the strict inference knows them."""
        return self.strict.strings(module, scope, term)

    def replaced(self, owner: Value, name: str) -> Values:
        """What is put on modules from outside; on those that stand outside the program, as the strict inference knows it."""
        return super().replaced(owner, name) if owner[0] == "mod" else self.strict.replaced(owner, name)

    def placed(self, dotted: str) -> Values:
        """What is put in the place of modules, as the strict inference knows it."""
        return self.strict.placed(dotted)

    def lenient(self) -> frozenset[int | str]:
        """Classes that let others pass, as the strict inference knows them."""
        return self.strict.lenient()

    def resolved(self, name: str) -> dict[Value, tuple[Callee, ...]]:
        """Call sites as the strict inference knows them."""
        return self.strict.resolved(name)

    def dispatched(self, module: int, here: Scope) -> list[Callee]:
        """Methods that are looked up by a part of their name, as the strict inference knows them."""
        return self.strict.dispatched(module, here)

    def eval(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be, with what is put into containers of its name."""
        found: Values | None = self.memo.get((module, scope, term))
        if found is None:
            found = super().eval(module, scope, term)
        key = self.key_of(module, term)
        return found if key is None else self.once(found | self.bag(key))

    def is_open(self, place: tuple[int, int, Term]) -> bool:
        """Whether the answer for a term may still change."""
        return place in self.open or ("bag", self.key_of(place[0], place[2])) in self.open

    def key_of(self, module: int, term: Term) -> Name | None:
        """The name of a term that names what something is put into."""
        keys = self.keys.get(module)
        if keys is None:
            keys = self.keys[module] = self.bags.keys(module, self.facts[module])
        return keys.get(term)

    def bag(self, key: Name | None) -> Values:
        """A container of what is put into those of a name."""
        return self.kept(("bag", key), self.find_bag, key)

    def find_bag(self, key: Name) -> Values:
        """The same, worked out anew."""
        found: set[Value] = set()
        for module, scope, term, how in self.bags.contents[key]:
            held = self.eval(module, scope, term)
            found |= self.elements(held) if how == "spread" else held
            if how == "foreign":
                found |= self.handed_back(held)
        found.discard(UNKNOWN)
        return one("of", shallow(frozenset(found))) if found else NOTHING

    def attribute(self, value: Value, name: str) -> Values:
        """An attribute; one of an unknown object is what anybody stores under its name."""
        if value[0] == "of" and name not in OWN_METHODS:
            inner: Values = value[1]
            return inner | one("of", shallow(inner)) | one("method", value, name)  # ``partial(f, x).args``
        found = super().attribute(value, name)
        if value[0] == "mod" and UNKNOWN in found:
            found |= self.called_so(name)
        if name == "__dict__" and value[0] == "cls":
            found |= one("map", one("xinst", "str"), self.held_anyhow(value))
        if value[0] == "inst" and UNKNOWN in found:
            found |= self.results(self.method(value, "__getattr__"))
        return found | self.kept(("named", name), self.named, name) if UNKNOWN in found else found

    def starred_from_outside(self, module: int, name: str) -> Values:
        """What a name may be that nothing is seen to bind: by code that is made up, a class of that name."""
        found = super().starred_from_outside(module, name)
        return found | self.called_so(name) if UNKNOWN in found else found

    def called_so(self, name: str) -> Values:
        """The classes of a name that stand in a module."""
        nodes = self.program.classes
        return frozenset(("cls", node.cid) for node in nodes if node.name == name and node.facts.parent == 0)

    def named(self, name: str) -> Values:
        """What any object of the program may hold under a name."""
        found: set[Value] = set()
        for module, scope, _, term in self.attribute_stores().get(name, ()):
            found |= self.eval(module, scope, term)
        for cid in self.bags.members.get(name, ()):
            for held in in_order(self.class_attribute(cid, name)):
                found |= self.bind(held, ("inst", cid))
        if name in VALUES:
            found |= frozenset(v for v in self.values_of(sorted(self.enums())) if v[0] not in ("str", "xinst", "?"))
        if not found:
            for module, scope, term, _ in self.bags.dynamic:
                found |= self.eval(module, scope, term)
        return frozenset(found)

    def super_attribute(self, cid: int, name: str) -> Values:
        """What ``super().name`` may be, also where a subclass puts another class between."""
        found = super().super_attribute(cid, name)
        for below in self.program.descendants(cid):
            above = self.program.local_mro(self.program.classes[below])
            at = next((i for i, node in enumerate(above) if node.cid == cid), len(above))
            owner = next((n for n in above[at + 1 :] if self.program.member(n.cid, name) is not None), None)
            for held in in_order(self.class_attribute(owner.cid, name)) if owner is not None else ():
                found |= self.bind(held, ("inst", below))
        return found

    def overriding(self, kinds: Iterable[int], name: str) -> Values:
        """Nothing: what every subclass puts in place of a name are candidates of so many kinds that they tell nothing."""
        return NOTHING

    def iterated(self, value: Value) -> Values:
        """What iterating over an instance gives, by whatever protocol."""
        found = super().iterated(value)
        for name in ("__next__", "__anext__", "__getitem__") if UNKNOWN in found else ():
            found |= self.results(self.method(value, name))
        return found

    def item_of(self, value: Value) -> Values:
        """What subscripting a value may give."""
        return super().item_of(value) | self.results(self.method(value, "__missing__"))

    def declared(self, module: int, scope: int, term: Term) -> Values:
        """The instances that an annotation allows, also by another name for it."""
        row = self.facts[module].terms[term]
        held = self.facts[module].scopes[0].bindings.get(row[1], ()) if row[0] == "n" else ()
        rows = [(t, self.facts[module].terms[t]) for t in held]
        other = [t for t, r in rows if r[0] in ("[", "u") or (r[0] == "b" and r[1] == "BitOr")]
        found = super().declared(module, scope, term)
        return found.union(*(self.declared(module, 0, t) for t in other)) if other else found

    def find_parameter(self, module: int, scope: int, param: Param) -> Values:
        """What a parameter may be; ``**names`` holds what calls hand in under any other name."""
        found = super().find_parameter(module, scope, param)
        if param.kind != "**":
            return found
        here = self.facts[module].scopes[scope]
        named = {p.name for p in here.params}
        held: Values = NOTHING
        for where, inside, _, _, keywords, _ in self.calls_of(module, scope, here):
            pairs = [*zip(keywords[::2], keywords[1::2], strict=True)]
            held |= self.many(where, inside, [term for name, term in pairs if name and name not in named])
            spread = self.many(where, inside, [term for name, term in pairs if not name])
            held |= NOTHING.union(*(v[-1] for v in spread if v[0] in ("of", "map")))
        return found | one("map", one("xinst", "str"), shallow(held)) if held else found

    def loosened(self, values: Values) -> Values:
        """The values as they are: what is put into a container under another name is followed by that name."""
        return values

    def held_under(self, name: str) -> Values | None:
        """Nothing: what containers in attributes hold is followed by their name."""
        return None

    def container_call(self, container: Value, name: str) -> Values:
        """A method of a container; an object from outside may give back whatever it was given."""
        if container[0] == "of" and name in ("items", "popitem"):  # a bag is a mapping where it is used as one
            pair = one("row", (shallow(container[1]), shallow(container[1])))
            return pair if name == "popitem" else one("of", pair)
        found = super().container_call(container, name)
        if container[0] != "of" or name in OWN_METHODS:
            return found
        inner: Values = container[1]
        return found | inner | (one("of", one("of", shallow(inner)) | inner) if name in NESTING else NOTHING)

    def call(self, module: int, scope: int, row: Value) -> Values:
        """A call; what is called outside the program may give back what it is given, and holds it until then."""
        found = super().call(module, scope, row)
        if self.facts[module].terms[row[1]] == ("n", "vars") and row[2] == 1:
            given = self.eval(module, scope, row[3])
            return found.union(*(self.attribute(v, "__dict__") for v in given if v[0] == "cls"))
        if self.facts[module].terms[row[1]] in (("n", "globals"), ("n", "vars"), ("n", "locals")):
            return found | one("map", one("xinst", "str"), self.classes_of(module))
        if self.facts[module].terms[row[1]] == ("n", "type"):  # which gives classes
            return found
        if len(row) == 3 or all(v[0] in KNOWN_CALLEES for v in self.eval(module, scope, row[1])):
            return found
        if found and all(v[0] == "xinst" and (v[1].endswith(")") or v[1] in CONSTANT_TYPES) for v in found):
            return found
        count = row[2]
        given = self.many(module, scope, (*row[3 : 3 + count], *row[4 + count :: 2]))
        held = self.handed_back(given)
        if not held:
            return found
        return found | one("of", held) | (held if UNKNOWN in found else NOTHING)

    def classes_of(self, module: int, name: str = "") -> Values:
        """The classes that stand in a module, or those of a name."""
        classes = self.facts[module].classes
        own = (i for i, c in enumerate(classes) if c.parent == 0 and name in ("", c.name))
        return frozenset(("cls", self.program.class_at[module, i]) for i in own)

    def getattr_of(self, module: int, scope: int, arguments: tuple[Term, ...], first: Values) -> Values | None:
        """``getattr(x, name)`` with a name that is computed gives any class of a module, and what an object holds under any name."""
        found = super().getattr_of(module, scope, arguments, first)
        if found is None or UNKNOWN not in found:
            return found
        here = self.facts[module], self.facts[module].scopes[scope]
        begun = tuple(beginnings_of(*here, arguments[1]))
        found = found.union(*(self.held_anyhow(v, begun) for v in first if v[0] in OBJECTS))
        return found.union(*(self.classes_of(v[1]) for v in first if v[0] == "mod"))

    def held_anyhow(self, value: Value, begun: tuple[str, ...] = ("",)) -> Values:
        """The classes and instances that a class or an instance holds under names that begin so."""
        held = (self.attribute(value, name) for name in self.names_of_kind(value) if name.startswith(begun))
        return frozenset(v for v in NOTHING.union(*held) if v[0] in OBJECTS)

    def names_of_kind(self, value: Value) -> tuple[str, ...]:
        """The names under which a class or its instances hold something but functions."""
        return self.kept(("names", value[:2]), self.find_names, value[1])

    def find_names(self, cid: int) -> tuple[str, ...]:
        """The same, worked out anew: those of the body, and what methods store on their first parameter."""
        found: dict[str, None] = {}
        for owner in self.program.local_mro(self.program.classes[cid]):
            facts = self.facts[owner.module]
            found.update((name, None) for name in self.strict.table("by class", stored_by_name).get(owner.name, ()))
            found.update((m.name, None) for m in owner.facts.members if m.kind != "def")
            for index, scope in enumerate(facts.scopes):
                if scope.params and self.owner_class(owner.module, index) == owner.cid:
                    own = ("n", scope.params[0].name)
                    found.update((s.name, None) for s in scope.stores if facts.terms[s.receiver] == own)
        return tuple(found)

    def type_of(self, module: int, scope: int, arguments: tuple[Term, ...], first: Values) -> Values | None:
        """``type(name, bases, namespace)``: what is an instance of such a class is one of its bases."""
        if len(arguments) != 3:
            return super().type_of(module, scope, arguments, first)
        return ANYTHING | frozenset(v for v in self.elements(self.eval(module, scope, arguments[1])) if v[0] == "cls")

    def decorated(self, module: int, scope: int, row: Value) -> Values:
        """A decorated function or class, with what the decorators give in its place."""
        found = super().decorated(module, scope, row)
        if UNKNOWN not in found:
            return found
        given = in_order(self.eval(module, scope, row[1]))
        made = (self.method(v, "__call__") if v[0] == "inst" else frozenset({v}) for v in given if v[0] in ("fn", "bound", "inst"))
        return found.union((("inst", v[1]) for v in given if v[0] == "cls"), self.results(NOTHING.union(*made)))

    def handed_back(self, given: Values, depth: int = 3) -> Values:
        """The instances that something can make of what it is given: these, what they hold, make and return."""
        if not self.returning:
            return NOTHING
        found = {v for v in given if v[0] == "inst"}
        found |= {("inst", v[1]) for v in given if v[0] == "cls"}
        if depth:
            functions = frozenset(v for v in given if v[0] in ("fn", "bound"))
            inner = self.elements(frozenset(v for v in given if v[0] in ("of", "map", "row"))) | self.results(functions)
            inner |= frozenset(e for v in given if v[0] == "map" for e in v[2])
            found |= self.handed_back(inner, depth - 1) if inner else NOTHING
        return frozenset(found)

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in, also by calls under other names than its own."""
        found = super().given(module, scope, here, param, at)
        for place, arguments, keywords, offset in self.callers_of(module, scope):
            found |= self.argument(*place, arguments, keywords, at - offset, param)
        return found

    def callers_of(self, module: int, scope: int) -> tuple[Handed, ...]:
        """The calls of a variable, an attribute or an element that may be a function."""
        return self.kept(("callers", module, scope), self.find_callers, module, scope)

    def find_callers(self, module: int, scope: int) -> tuple[Handed, ...]:
        """The same, worked out anew."""
        return self.kept(("variables",), self.find_called).get((module, scope), ())

    def run_by(self, value: Value) -> Values:
        """The functions that a call of a value runs; constructors where they store on what they are given."""
        if value[0] == "inst":
            return self.strict.method(value, "__call__")
        if value[0] != "cls":
            return frozenset({value})
        made = self.strict.method(("inst", value[1]), "__init__") | self.strict.method(("inst", value[1]), "__new__")
        scopes = ((v, v[1], self.facts[v[1]].scopes[v[2]]) for v in made)
        return frozenset(v for v, module, here in scopes if self.stores_on(module, here, here.params[1:]))

    def find_called(self) -> dict[Place, tuple[Handed, ...]]:
        """The same for all functions, worked out anew; calls whose callee is finally known are looked at once."""
        found: dict[Place, list[Handed]] = {}
        rest: list[Passed] = []
        for passed in self.variable_calls:
            module, scope, callee, arguments, keywords = passed
            values = self.eval(module, scope, callee)
            is_open = self.is_open((module, scope, callee)) or any(v[0] == "inst" for v in values)
            if is_open:
                rest.append(passed)
            for value in values:
                for function in self.run_by(value):
                    if function[0] in ("fn", "bound"):
                        handed = ((module, scope), arguments, keywords, int(function[0] == "bound"))
                        (found if is_open else self.known_callers).setdefault((function[1], function[2]), []).append(handed)
        self.variable_calls[:] = rest
        places = dict.fromkeys((*self.known_callers, *found))
        return {place: (*self.known_callers.get(place, ()), *found.get(place, ())) for place in places}
