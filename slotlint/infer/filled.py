"""Containers that are filled under another name than the one they are read by.

A list, set or dict has an identity: what a function, another variable or an attribute puts into it, all who hold it
find there. So what makes a container marks it with the place where it is made, and the mark goes wherever the
container goes; what is put into a container with a mark is among what each container with that mark holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.bags import FILLING, FILLING_FUNCTIONS, SPREADING
from slotlint.infer.containers import MAKERS, Put, handed_to, put_by_item
from slotlint.infer.installed import Installed
from slotlint.infer.tables import scopes_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import NOTHING, Value, Values, external_names, one

MADE = "made"  # the kind of a mark: module, scope and term of what makes the container, and the part of a mapping
MARKS = 12  # of one container, beyond which it is nobody's
PARTS = ("keys", "values")  # of a mapping, of which each has a mark of its own
DISPLAYS = ("l", "d")
GROWING = ("Add", "BitOr")  # operators whose augmented form fills a container


class Fill(NamedTuple):
    """Something that is put into a container that is held by a term."""

    module: int
    scope: int
    container: Term
    puts: tuple[Put, ...]


class Filled(Installed):
    """An inference that knows containers by where they are made."""

    __slots__ = ("fills", "known_puts", "marks")

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        super().__init__(strict, returning)
        self.marks: dict[Values, list[Value]] = {}  # of the containers among values
        self.known_puts: dict[Value, list[Put]] = {}  # into containers of a mark, by fills whose container is finally known
        self.fills = [*self.find_fills()]

    def find_fills(self) -> Iterator[Fill]:
        """What the modules of the program put into containers that they did not make under the name that they fill them by."""
        own = [facts if not m.foreign else facts._replace(scopes=()) for m, facts in zip(self.modules, self.facts, strict=True)]
        makers = [made_names(facts) for facts in own]
        called = [variables_of(facts) for facts in own]
        attributes = self.made_attributes()
        for at, index, scope in scopes_of(own):
            for fill in fills_of(at, index, own[at], scope, called[at]):
                row = own[at].terms[fill.container]
                if row[0] in DISPLAYS or (row[0] == "n" and row[1] in makers[at]) or (row[0] == "a" and row[2] in attributes):
                    continue
                yield fill

    def made_attributes(self) -> set[str]:
        """The names under which nothing but displays is stored."""
        stores = self.attribute_stores().items()
        found = {name for name, held in stores if all(self.facts[at].terms[term][0] in DISPLAYS for at, _, _, term in held)}
        return found.difference(self.bags.members)

    # -- marks -------------------------------------------------------------------------------------------------------

    def once(self, values: Any) -> Any:
        """The one object for these values; a mark that is not in a container stands for what is put into that."""
        if not isinstance(values, frozenset):
            return values
        found = self.held.get(values)
        if found is not None:
            return found
        marks: list[Value] = []
        crowded = False
        for value in frozenset.__iter__(values):
            if value[0] == MADE:
                marks.append(value)
            elif value[0] == "of" or value[0] == "map":
                crowded = crowded or len(value[1]) > MARKS or len(value[-1]) > MARKS
        if marks:
            return self.once(values.difference(marks).union(*map(self.put_into_marked, marks)))
        return super().once(frozenset(map(limited, values)) if crowded else values)

    def put_into_marked(self, mark: Value) -> Values:
        """What is put into the containers of a mark."""
        return self.kept(("filled", mark), self.find_put, mark)

    def find_put(self, mark: Value) -> Values:
        """The same, worked out anew."""
        found: Values = NOTHING
        for put in self.kept(("puts", mark), self.puts_into, mark):
            if put.how == "spread":
                found |= self.spread_into(mark, self.eval(put.module, put.scope, put.term))
            elif (put.how == "key") == (mark[-1] == "keys"):
                found |= self.eval(put.module, put.scope, put.term)
        return found

    def spread_into(self, mark: Value, values: Values) -> Values:
        """What a container takes over of others: a mapping, from other mappings or pairs, keys or values."""
        if mark[-1] not in PARTS:
            return self.elements(values)
        at = PARTS.index(mark[-1])
        pairs = self.elements(frozenset(v for v in values if v[0] != "map"))
        held = [v[1][at] for v in pairs if v[0] == "row" and len(v[1]) == len(PARTS)]
        return NOTHING.union(*held, *(v[1 + at] for v in values if v[0] == "map"))

    def puts_into(self, mark: Value) -> tuple[Put, ...]:
        """What is put into the containers of one mark: a question of its own, since the others change more often."""
        return self.kept(("fills",), self.find_puts).get(mark, ())

    def find_puts(self) -> dict[Value, tuple[Put, ...]]:
        """What is put into the containers of each mark; where the container is finally known, it is looked at once."""
        found: dict[Value, list[Put]] = {}
        rest: list[Fill] = []
        for fill in self.fills:
            values = self.eval(fill.module, fill.scope, fill.container)
            is_open = self.is_open((fill.module, fill.scope, fill.container))
            if is_open:
                rest.append(fill)
            marks = self.marks.get(values)
            if marks is None:
                marks = self.marks[values] = self.marks_among(values)
            for mark in marks:
                (found if is_open else self.known_puts).setdefault(mark, []).extend(fill.puts)
        self.fills[:] = rest
        return {mark: (*self.known_puts.get(mark, ()), *found.get(mark, ())) for mark in dict.fromkeys((*self.known_puts, *found))}

    def marks_among(self, values: Values) -> list[Value]:
        """The marks of the containers among values."""
        return marks_of(values)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give."""
        found = super().elements(values)
        marks = [v for v in found if v[0] == MADE]
        return found.difference(marks).union(*map(self.put_into_marked, marks)) if marks else found

    # -- what makes containers ---------------------------------------------------------------------------------------

    def listing(self, module: int, scope: int, row: Value) -> Values:
        """A list or set."""
        return marked(super().listing(module, scope, row), (MADE, module, scope, row))

    def mapping(self, module: int, scope: int, row: Value) -> Values:
        """A dict display."""
        return marked(super().mapping(module, scope, row), (MADE, module, scope, row))

    def call(self, module: int, scope: int, row: Value) -> Values:
        """A call, which may make a container."""
        found = super().call(module, scope, row)
        if any(v[0] in ("of", "map") for v in found) and not MAKERS.isdisjoint(external_names(self.eval(module, scope, row[1]))):
            return marked(found, (MADE, module, scope, row))
        return found


def made_names(facts: FileFacts) -> set[str]:
    """The names of a module that are nothing but displays wherever they are bound, each to one that nothing else is bound to."""
    found: set[str] = set()
    others = {param.name for scope in facts.scopes for param in scope.params}
    for scope in facts.scopes:
        made = Counter(store.value for store in scope.stores if facts.terms[store.value][0] in DISPLAYS)
        made.update(term for held in scope.bindings.values() for term in held if facts.terms[term][0] in DISPLAYS)
        made.update(item.value for item in scope.items if facts.terms[item.value][0] in DISPLAYS)
        for name, held in scope.bindings.items():
            own = all(facts.terms[t][0] in DISPLAYS and (made[t] == 1 or name not in scope.values) for t in held)
            (found if own else others).add(name)
    return found - others


def marked(values: Values, mark: Value) -> Values:
    """The values, the containers among them with a mark."""
    parts = (one(*mark, PARTS[0]), one(*mark, PARTS[1]))
    return frozenset(
        ("of", v[1] | one(*mark)) if v[0] == "of" else ("map", v[1] | parts[0], v[2] | parts[1]) if v[0] == "map" else v for v in values
    )


def limited(value: Value) -> Value:
    """A value; a container with too many marks has none."""
    if value[0] not in ("of", "map"):
        return value
    marks = {v for held in value[1:] for v in held if v[0] == MADE}
    return (value[0], *(held - marks for held in value[1:])) if len(marks) > MARKS else value


def marks_of(values: Values) -> list[Value]:
    """The marks of the containers among values, also those of which they are methods that fill them."""
    held = (v[1] if v[0] == "method" and v[2] in FILLING else v for v in values)
    return [*dict.fromkeys(m for v in held if v[0] in ("of", "map") for part in v[1:] for m in part if m[0] == MADE)]


def fills_of(at: int, index: int, facts: FileFacts, scope: Scope, called: set[str]) -> Iterator[Fill]:
    """What a scope puts into containers: by items, calls and augmented assignments."""
    for item in scope.items:
        yield Fill(at, index, item.container, tuple(put for put in put_by_item(at, index, facts, item) if put.term))
        row = facts.terms[item.value]
        if row[0] == "b" and row[1] in GROWING and facts.terms[row[2]][:2] == ("[", item.container):
            yield Fill(at, index, row[2], (Put(at, index, row[3], "spread"),))  # ``table[key] += [...]``
    for call in scope.calls:
        row = facts.terms[call.term]
        if row[0] == "c" and len(row) > 3:
            yield from filled_by_call(at, index, facts, row, called)
    for name, held in scope.bindings.items():
        for row in (facts.terms[term] for term in held):
            if row[0] == "b" and row[1] in GROWING and facts.terms[row[2]] == ("n", name):
                yield Fill(at, index, row[2], (Put(at, index, row[3], "spread"),))
    for store in scope.stores if any(store.how == "aug" for store in scope.stores) else ():
        row = facts.terms[store.value]
        if store.how == "aug" and row[1] in GROWING:
            yield Fill(at, index, row[2], (Put(at, index, row[3], "spread"),))


def variables_of(facts: FileFacts) -> set[str]:
    """The names and attributes of a module that may be methods of containers: parameters, and what such are bound to."""
    found = {param.name for scope in facts.scopes for param in scope.params}
    bound = [(name, facts.terms[term]) for scope in facts.scopes for name, held in scope.bindings.items() for term in held]
    bound += [(store.name, facts.terms[store.value]) for scope in facts.scopes for store in scope.stores]
    return found.union(name for name, row in bound if (row[0] == "a" and row[2] in FILLING) or (row[0] == "n" and row[1] in found))


def filled_by_call(at: int, index: int, facts: FileFacts, row: Value, called: set[str]) -> Iterator[Fill]:
    """What a call puts into a container: as a method of it, or as a function that is handed it first.

    ``called``: names of variables that may be such methods.
    """
    callee = facts.terms[row[1]]
    arguments = row[3 : 3 + row[2]]
    named = row[4 + row[2] :: 2]
    if callee[0] == "a" and callee[2] in FILLING:
        how = "spread" if callee[2] in SPREADING else ""
        yield Fill(at, index, callee[1], tuple(handed_to(at, index, row, callee[2], how)))
    elif callee[-1] in FILLING_FUNCTIONS and row[2] > 1:
        yield Fill(at, index, arguments[0], tuple(Put(at, index, term) for term in arguments[1:]))
    elif callee[0] in ("n", "a") and callee[-1] in called:  # which may be a method of a container by another name
        yield Fill(at, index, row[1], tuple(Put(at, index, term, how) for term in arguments for how in ("", "spread")))
    given = [*arguments, *named]
    for filling in given:  # is handed on together with what it is called with
        if facts.terms[filling][0] == "a" and facts.terms[filling][2] in FILLING and len(given) > 1:
            others = (Put(at, index, term, how) for term in given if term != filling for how in ("", "spread"))
            yield Fill(at, index, filling, tuple(others))
