"""Containers that never leave the function that fills them: what they hold is what stands there, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from slotlint.facts import FileFacts, ItemStore, Scope, Term
from slotlint.infer.core import Core
from slotlint.infer.tables import children_of
from slotlint.infer.values import ANYTHING, CONTENTS, SLICE, Value, Values, external_names, one, shallow, words
from slotlint.program import Program

LOOKS = words(
    "__getitem__ pop get items keys values popitem clear popleft index count sort reverse remove discard __len__ copy rotate "
    "__contains__ __iter__ isdisjoint issubset issuperset move_to_end"
)
FILLS = words("append add appendleft insert setdefault")  # of one element, or of it and its place
SPREADS = words("extend extendleft update")  # of what the argument holds
MUTATING = FILLS | SPREADS | words("__setitem__ __iadd__ __ior__ symmetric_difference_update")
LISTS = words("list set sorted tuple frozenset collections.deque")
KEYED = words("setdefault __setitem__")  # methods whose first argument is a key
MAPS = words("dict collections.OrderedDict")
MAKERS = MAPS | words("list set sorted collections.deque collections.defaultdict copy.copy copy.deepcopy copy.replace")
COPIES = words("copy union difference intersection symmetric_difference")


class Put(NamedTuple):
    """A term that is put into a container, or handed over.

    ``how``: "" as it is, "key" as a key, "spread" what it holds, "foreign" also what it makes.
    """

    module: int
    scope: int
    term: Term
    how: str = ""


class Containers(Core):
    """The part of the inference that knows local containers."""

    __slots__ = ("_children",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._children: dict[int, dict[int, list[int]]] = {}

    def local_container(self, module: int, scope: int, name: str) -> Values | None:
        """What a local name holds whose every value is a container that is made there and that only this function fills."""
        terms = self.facts[module].scopes[scope].bindings[name]
        kinds = {self.made_kind(module, scope, term) for term in terms}
        if len(kinds) != 1 or "" in kinds or not self.is_kept_in(module, scope, name):
            return None
        return self.kept(("local", module, scope, name), self.local_contents, kinds.pop(), module, scope, name)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give."""
        raise NotImplementedError

    def local_contents(self, kind: str, module: int, scope: int, name: str) -> Values:
        """The same, worked out anew."""
        terms = self.facts[module].scopes[scope].bindings[name]
        return self.contents(kind, self.in_scope(module, scope, name, terms))

    def made_kind(self, module: int, scope: int, term: Term) -> str:
        """ "l" for a list or a set that a term makes, "d" for a dict, "" for anything else."""
        row = self.facts[module].terms[term]
        if row[0] != "c" or row[2] > 1 or "iterable" in row[3 + row[2] :: 2] or "" in row[3 + row[2] :: 2]:
            return row[0] if row[0] in ("l", "d") else ""
        callee = self.eval(module, scope, row[1])
        names = external_names(callee) if all(v[0] == "ext" for v in callee) else frozenset()
        return "l" if names and names <= LISTS else "d" if names and names <= MAPS and len(row) == 3 else ""

    def is_kept_in(self, module: int, scope: int, name: str) -> bool:
        """Whether a name of a function is only looked into and filled, by that function alone."""
        here = self.facts[module].scopes[scope]
        if here.kind != "function" or "x" in here.flags or name in here.values or name in here.outer:
            return False
        if any(name == param.name for param in here.params):
            return False
        used = {attribute.lstrip("?") for attribute in here.loads.get(name, ())}
        if not all(is_use_of_container(self.facts[module], method) for method in used):
            return False
        return not any(_speaks_of(inner, name) for inner in self.inner_scopes(module, scope))

    def global_container(self, module: int, name: str) -> Values | None:
        """What a container holds that a module makes once and that is only looked into, in that module alone; None for others."""
        facts = self.facts[module]
        terms = facts.scopes[0].bindings.get(name, ())
        kind = self.made_kind(module, 0, terms[0]) if len(terms) == 1 else ""
        if not kind or name in self.table("taken", taken_names) or not is_constant(facts, name):
            return None
        return self.contents(kind, made_with(module, 0, facts, terms[0]))

    def inner_scopes(self, module: int, scope: int) -> Iterator[Scope]:
        """The scopes that stand in a scope, at any depth."""
        children = self._children.get(module)
        if children is None:
            children = self._children[module] = children_of(self.facts[module])
        for at in children.get(scope, ()):
            yield self.facts[module].scopes[at]
            yield from self.inner_scopes(module, at)

    def contents(self, kind: str, puts: Iterable[Put]) -> Values:
        """A container with all that is put into it; those that it holds may be filled through other names."""
        keys: set[Value] = set()
        values: set[Value] = set()
        for module, scope, term, how in puts:
            held = self.eval(module, scope, term)
            if how == "spread" and kind == "l":
                values |= self.elements(held)
            elif how == "spread":
                pairs = self.elements(self.elements(frozenset(v for v in held if v[0] != "map")))
                keys |= pairs.union(*(v[1] for v in held if v[0] == "map"))
                values |= pairs.union(*(v[2] for v in held if v[0] == "map"))
            else:
                (keys if how == "key" else values).update(held)
        found = shallow(self.loosened(frozenset(values)))
        return one("of", found) if kind == "l" else one("map", shallow(self.loosened(frozenset(keys))), found)

    def in_scope(self, module: int, scope: int, name: str, terms: Iterable[Term]) -> list[Put]:
        """What a function puts into a container by displays, items and calls."""
        here = self.facts[module].scopes[scope]
        wanted = ("n", name)
        rows = self.facts[module].terms
        found = [put for term in terms for put in made_with(module, scope, self.facts[module], term)]
        found += (p for i in here.items if rows[i.container] == wanted for p in put_by_item(module, scope, self.facts[module], i))
        for call in here.calls:
            row = rows[call.term]
            if row[0] == "c" and rows[row[1]][0] == "a" and rows[rows[row[1]][1]] == wanted:
                found += put_by_call(module, scope, row, rows[row[1]][2])
        return found

    def values_of_name(self, module: int, scope: int, name: str, terms: Iterable[Term]) -> Values:
        """What a name may hold: a container that is made for it may be filled under another name, too."""
        found = self.many(module, scope, terms)
        if all(v[0] not in CONTENTS for v in found):
            return found
        rows = self.facts[module].terms
        if any(rows[t][0] == "T" for t in terms):
            return found
        if self.is_filled(module, scope, name):
            return self.loosened(found)
        here = self.facts[module].scopes[scope]
        if here.kind == "function" and name not in here.values:
            return found
        return self.given_away(module, scope, terms)

    def given_away(self, module: int, scope: int, terms: Iterable[Term]) -> Values:
        """What terms may be, once containers that are made there are in other hands as well."""
        each = ((term, self.eval(module, scope, term)) for term in terms)
        return frozenset().union(*(self.loosened(v) if self.is_made(module, scope, t) else v for t, v in each))

    def is_made(self, module: int, scope: int, term: Term) -> bool:
        """Whether a term makes a container of which no annotation says what it holds."""
        rows = self.facts[module].terms
        row = rows[term]
        if row[0] == "u":
            return not any(rows[t][0] == "T" for t in row[1:]) and any(self.is_made(module, scope, t) for t in row[1:])
        if row[0] == "i":
            return bool(rows[row[1]][0] == "t")
        if row[0] == "c":
            return any(self.makes_mutable(v) for v in self.eval(module, scope, row[1]))
        return (row[0] == "b" and row[1] != "Join") or (row[0] == "[" and rows[row[2]] == SLICE)

    def makes_mutable(self, callee: Value) -> bool:
        """Whether a call may make a container that can be filled, of which no annotation says what it holds."""
        if callee[0] in ("fn", "bound"):
            return not self.facts[callee[1]].scopes[callee[2]].annotation
        if callee[0] == "method":
            return callee[2] in COPIES
        return callee[0] == "ext" and not external_names(frozenset({callee})).isdisjoint(MAKERS)

    def loosened(self, values: Values) -> Values:
        """The values where containers among them may hold more than is known."""
        return frozenset(self.loosened_value(v) if v[0] in CONTENTS else v for v in values)

    def loosened_value(self, value: Value) -> Value:
        """A container that may hold more; a tuple may only hold such."""
        if value[0] == "row":
            return ("row", tuple(self.loosened(column) for column in value[1]))
        return (value[0], *(held | ANYTHING for held in value[1:]))

    def is_filled(self, module: int, scope: int, name: str) -> bool:
        """Whether a function, or one that stands in it, puts something into what a name holds."""
        rows = self.facts[module].terms
        for here in (self.facts[module].scopes[scope], *self.inner_scopes(module, scope)):
            if not MUTATING.isdisjoint(attribute.lstrip("?") for attribute in here.loads.get(name, ())):
                return True
            if any(rows[item.container] == ("n", name) for item in here.items):
                return True
        return False


def taken_names(program: Sequence[FileFacts]) -> set[str]:
    """The names that modules take from others: by imports, as attributes, in texts, by a star import all that there are."""
    rows = [row for facts in program for row in facts.terms if row[0] in ("f", "a")]
    texts = {part for facts in program for row in facts.terms if row[0] == "s" for part in row[1].split(".")}
    starred = {name for facts in program if facts.stars for each in program if each.scopes for name in each.scopes[0].bindings}
    return texts.union(starred, (row[3] if row[0] == "f" else row[2] for row in rows))


def is_constant(facts: FileFacts, name: str) -> bool:
    """Whether a module only looks into what a name of it holds."""
    wanted = ("n", name)
    for scope in facts.scopes:
        if name in scope.values or name in scope.outer or "x" in scope.flags:
            return False
        if any(attribute.lstrip("?") not in LOOKS for attribute in scope.loads.get(name, ())):
            return False
        if any(facts.terms[item.container] == wanted for item in scope.items):
            return False
    return not any(row in (("n", "globals"), ("n", "vars")) for row in facts.terms)


def is_use_of_container(facts: FileFacts, method: str) -> bool:
    """Whether a method only looks into a container or fills it where it is called: ``add = xs.append`` does so unseen."""
    return method in LOOKS or (method in FILLS | SPREADS and method not in facts.attribute_values)


def made_with(module: int, scope: int, facts: FileFacts, term: Term) -> list[Put]:
    """What a term puts into the container that it makes."""
    row = facts.terms[term]
    if row[0] == "d":
        pairs = [(row[at], row[at + 1]) for at in range(1, len(row), 2)]
        return [put for key, value in pairs for put in (Put(module, scope, key, "key"), Put(module, scope, value, "" if key else "spread"))]
    if row[0] == "c":
        return [Put(module, scope, t, "spread") for t in row[3 : 3 + row[2]]]
    return [Put(module, scope, t) for t in row[1:]]


def put_by_item(module: int, scope: int, facts: FileFacts, item: ItemStore) -> list[Put]:
    """What a store of an item puts into a container; a slice takes the elements of the value."""
    if facts.terms[item.key] == SLICE:
        return [Put(module, scope, item.value, "spread")]
    return [Put(module, scope, item.value), Put(module, scope, item.key, "key")]


def put_by_call(module: int, scope: int, row: Value, method: str) -> list[Put]:
    """What a call of a method puts into a container."""
    if method in FILLS or method in SPREADS:
        return handed_to(module, scope, row, method, "spread" if method in SPREADS else "") or [Put(module, scope, 0)]
    return [Put(module, scope, 0)] if method in MUTATING else []


def handed_to(module: int, scope: int, row: Value, method: str, how: str) -> list[Put]:
    """What a call hands over to a method of a container that puts its arguments there as ``how`` says."""
    count = row[2]
    places = enumerate(row[3 : 3 + count])
    named = zip(row[3 + count :: 2], row[4 + count :: 2], strict=True)  # ``update(name=value, **others)``
    return [Put(module, scope, term, "key" if method in KEYED and place == 0 else how) for place, term in places] + [
        Put(module, scope, term, "" if name else how) for name, term in named
    ]


def _speaks_of(scope: Scope, name: str) -> bool:
    """Whether a scope uses a name, or binds it for a scope around it."""
    return name in scope.loads or name in scope.values or name in scope.outer
