"""Weak references: to an object, to the contents of a container, by signal libraries."""

from __future__ import annotations

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import ItemStore, Term
from slotlint.infer import UNKNOWN
from slotlint.reach.core import Given
from slotlint.reach.stores import Stores

WEAK_METHODS = frozenset().union(effects.WEAK_KEYS, effects.WEAK_VALUES, effects.WEAK_MEMBERS)


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
        for cid in set(self.held_instances(self.inference.ask(at, index, term))):
            self.evidence[cid].weakrefs.append(note)

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
        if method == "update":
            for term in given.terms():
                self.weak_contents(given.at, given.index, term, given.row)
        for position in effects.WEAK_CONTAINERS[name].get(method, ()):
            if position < len(given.arguments):
                self.weak(given.at, given.index, given.arguments[position], given.row)

    def combined_in_place(self, at: int, index: int, terms: tuple[Term, ...]) -> None:
        """``weak |= objects``, ``weak = weak | objects``."""
        for term in terms:
            row = self.inference.facts[at].terms[term]
            if row[0] == "b" and row[1] in ("BitOr", "BitXor"):
                held = self.inference.ask(at, index, row[2])
                if any(name in effects.WEAK_CONTAINERS for value in held for name in self.external_bases(value)):
                    self.weak_contents(at, index, row[3], self.program.scope(at, index).row)

    def item(self, at: int, index: int, store: ItemStore) -> None:
        """``container[key] = value`` where the container holds weak references."""
        for held in self.inference.ask(at, index, store.container):
            for name in self.external_bases(held):
                for position in effects.WEAK_CONTAINERS.get(name, {}).get("__setitem__", ()):
                    self.weak(at, index, (store.key, store.value)[position], store.row)
