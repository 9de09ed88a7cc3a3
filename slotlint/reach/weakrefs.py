"""Weak references: to an object, to the contents of a container, by signal libraries."""

from __future__ import annotations

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import ItemStore, Scope, Term
from slotlint.infer import UNKNOWN, Values
from slotlint.reach.core import Given
from slotlint.reach.stores import Stores

WEAK_METHODS = frozenset().union(effects.WEAK_KEYS, effects.WEAK_VALUES, effects.WEAK_MEMBERS, effects.WEAK_CONTENTS)


class WeakReferences(Stores):
    """The part of the collection that knows weak references."""

    __slots__ = ()

    def weak(self, at: int, index: int, term: Term, row: int) -> None:
        """A weak reference to what a term holds; a bound method stands for its instance."""
        note = self.note(at, row, "a weak reference is taken", "weakref")
        for held in self.inference.ask(at, index, term):
            target = held[3] if held[0] == "bound" else held
            if target[0] == "inst":
                self.evidence[target[1]].weakrefs.append(note)
                if not self.guarded:
                    self.evidence[target[1]].weak_targets.append(Event(at, index, term, note))
            elif held == UNKNOWN:
                self.wait("weakref", at, index, term, note)
                self.weak_method_of(at, index, term, note)

    def weak_method_of(self, at: int, index: int, term: Term, note: Note) -> None:
        """An attribute that is not known may be a bound method of what it is read from."""
        row = self.inference.facts[at].terms[term]
        for inner in self.inference.ask(at, index, row[1]) if row[0] == "a" else ():
            if inner[0] == "inst":
                self.evidence[inner[1]].weakrefs.append(note)

    def weak_contents(self, at: int, index: int, term: Term, row: int) -> None:
        """Weak references to everything that a container holds."""
        note = self.note(at, row, "a weak reference is taken", "weakref")

        def refer(values: Values) -> None:
            for cid in dict.fromkeys(self.held_instances(values)):
                self.evidence[cid].weakrefs.append(note)

        self.for_all(at, index, term, refer)

    def weak_method(self, given: Given, receiver: Term, method: str) -> None:
        """Methods of weak containers and of signal libraries."""
        if method not in WEAK_METHODS and method not in effects.SIGNAL_METHODS:
            return
        for held in self.inference.ask(given.at, given.index, receiver):
            for name in self.external_bases(held):
                if name in effects.WEAK_CONTAINERS:
                    self.weak_container(given, name, method)
                elif name in effects.SIGNAL_CLASSES and method in effects.SIGNAL_METHODS:
                    for term in given.terms():
                        self.weak(given.at, given.index, term, given.row)
            if (held == UNKNOWN or held[0] == "xinst") and method == "connect":
                self.connected(given)

    def connected(self, given: Given) -> None:
        """``signal.connect(self.method)`` of whatever library: most of them hold the instance weakly."""
        note = self.note(given.at, given.row, "a weak reference is taken", "weakref")
        for term in given.terms():
            for held in self.inference.ask(given.at, given.index, term):
                if held[0] == "bound" and held[3][0] == "inst":
                    self.evidence[held[3][1]].weakrefs.append(note)

    def weak_container(self, given: Given, name: str, method: str) -> None:
        """A call of a method of a weak container of this name."""
        if method in effects.WEAK_CONTENTS:
            for term in given.terms():
                self.weak_contents(given.at, given.index, term, given.row)
        for position in effects.WEAK_CONTAINERS[name].get(method, ()):
            if position < len(given.arguments):
                self.weak(given.at, given.index, given.arguments[position], given.row)

    def combined_in_place(self, at: int, index: int, terms: tuple[Term, ...]) -> None:
        """``weak |= objects``, ``weak = weak | objects``."""
        for term in terms:
            row = self.inference.facts[at].terms[term]
            if row[0] == "b" and row[1] in ("BitOr", "BitXor", "Sub"):
                held = self.inference.ask(at, index, row[2])
                if any(name in effects.WEAK_CONTAINERS for value in held for name in self.external_bases(value)):
                    self.weak_contents(at, index, row[3], self.program.scope(at, index).row)

    def weak_lookups(self) -> None:
        """``container[key]`` makes a weak reference to the key where the container has weak keys, be it only to look."""
        own = [(at, module.facts) for at, module in enumerate(self.program.modules) if not module.foreign]
        if not any(row[0] in "af" and row[-1] == "WeakKeyDictionary" for _, facts in own for row in facts.terms):
            return
        for at, facts in own:
            looked = [row[1:] for row in facts.terms if row[0] == "[" and facts.terms[row[2]][0] in "nac"]
            for index, scope in enumerate(facts.scopes) if looked else ():
                called = {call.term for call in scope.calls}
                for container, key in looked:
                    if key in called or self.speaks_of(at, scope, key):
                        self.looked_up_weakly(at, index, container, key)

    def speaks_of(self, at: int, scope: Scope, term: Term) -> bool:
        """Whether a scope uses a name, or an attribute of one."""
        terms = self.inference.facts[at].terms
        row = terms[term]
        if row[0] == "n":
            return row[1] in scope.values
        base = terms[row[1]] if row[0] == "a" else ("?",)
        return base[0] == "n" and row[2] in scope.loads.get(base[1], ())

    def looked_up_weakly(self, at: int, index: int, container: Term, key: Term) -> None:
        """A lookup of a key, or the removal of it."""
        for held in self.inference.ask(at, index, container):
            if any(effects.WEAK_CONTAINERS.get(name) is effects.WEAK_KEYS for name in self.external_bases(held)):
                self.weak(at, index, key, self.program.scope(at, index).row)

    def item(self, at: int, index: int, store: ItemStore) -> None:
        """``container[key] = value`` where the container holds weak references."""
        for held in self.inference.ask(at, index, store.container):
            for name in self.external_bases(held):
                for position in effects.WEAK_CONTAINERS.get(name, {}).get("__setitem__", ()):
                    self.weak(at, index, (store.key, store.value)[position], store.row)
