"""Stores of attributes: by statements, by ``setattr`` and its kin, and of a class in place of another."""

from __future__ import annotations

from functools import partial

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Event, Write
from slotlint.facts import Store, Term
from slotlint.infer import UNKNOWN, Value, Values
from slotlint.reach.core import Unsettled, how_set, parts_of, retold
from slotlint.reach.keyed import Keyed

MOST_NAMES = 64  # that one ``setattr`` is believed to store
REBINDING = frozenset({"__class__", "__bases__"})  # stores that change what a class or instance is

MAKERS = frozenset({"type", "new_class"})  # of classes


class Stores(Keyed):
    """The part of the collection that sorts stores."""

    __slots__ = ()

    def attribute_store(self, at: int, index: int, store: Store) -> None:
        """A statement that stores an attribute."""
        if store.how == "expected":  # where it stores, the test fails
            return
        note = self.note(at, store.row, f"stores .{store.name}", "store", store.column)
        self.guarded, self.how = store.guarded, store.how
        self.stored(at, index, store.receiver, store.name, note, store.value)

    def stored(self, at: int, index: int, receiver: Term, name: str, note: Note, value: Term = 0) -> None:
        """A store of a name on whatever the receiver is."""
        own = self.inference.receiver_class(at, index, receiver)
        values = self.with_classes(at, index, receiver)
        given = self.rebound(at, index, value) if name in REBINDING else frozenset()
        for held in self.without_shells(values):
            if held[0] == "inst":
                write = Write(name, note, own == held[1], self.guarded, len(values) == 1, self.how, at, index, receiver)
                self.evidence[held[1]].writes.append(write)
                if own is None and self.is_handed_in(at, index, receiver) and not self.is_expected(at, index, receiver, held[1], values):
                    self.foreign.append((held[1], name, note))
            if held[0] in ("inst", "super"):
                self.store_on(held[1], name, note, own == held[1] or held[0] == "super", given)
                bases = self.bases_made(at, index, value) if name == "__class__" else frozenset()
                if bases:
                    self.rebased(held[1], bases, note)
            elif held[0] == "cls":
                for each in self.and_below(held[1]):
                    self.evidence[each].class_stores.setdefault(name, note)
                self.term_stored(at, index, held[1], value, note)
                if name == "__bases__":
                    self.rebased(held[1], given, note)
        if UNKNOWN in values and self.metaclassed():
            self.unsettled.append(Unsettled(at, index, receiver, partial(self.stored_on_classes, name, note)))
        if name == "__class__" and UNKNOWN in values:
            self.unsettled.append(Unsettled(at, index, receiver, partial(self.all_reclassed, given, note)))
        if name == "__class__" and value and self.instance_behind(at, value):
            below = (cid for held in given if held[0] == "cls" for cid in self.program.descendants(held[1]))
            self.taken_as_class(note, frozenset(("cls", cid) for cid in below))
        if name == "__class__" and UNKNOWN in given and value:
            self.for_all(at, index, value, partial(self.taken_as_class, note))
        if name == "__bases__" and any(UNKNOWN in part for part in (values, given, *parts_of(given))):
            self.recombined.append((at, note))
        elif UNKNOWN in values:
            behind = self.instance_behind_name(at, index, receiver)
            self.wait("class-store" if behind else "store", at, index, behind or receiver, note, name)
            if behind and value:
                self.unsettled.append(Unsettled(at, index, behind, partial(self.put_on_classes, at, index, value, note)))

    def put_on_classes(self, at: int, index: int, value: Term, note: Note, values: Values) -> None:
        """The classes of the instances among values are given the value of a term."""
        for cid in (held[1] for held in values if held[0] == "inst"):
            self.term_stored(at, index, cid, value, note)

    def instance_behind_name(self, at: int, index: int, receiver: Term) -> Term:
        """What a receiver is the class of, also where a variable keeps the class: ``kind = type(x)``; 0 of another."""
        row = self.inference.facts[at].terms[receiver]
        scope = self.program.scope(at, index)
        held = scope.bindings.get(row[1], ()) if row[0] == "n" and all(row[1] != p.name for p in scope.params) else ()
        return self.instance_behind(at, held[0] if len(held) == 1 else receiver)

    def bases_made(self, at: int, index: int, value: Term) -> Values:
        """The bases of a class that is made on the spot: ``type(name, bases, namespace)``."""
        terms = self.inference.facts[at].terms
        row = terms[value]
        held = self.program.scope(at, index).bindings.get(row[1], ()) if row[0] == "n" else (value,)
        calls = [terms[t] for t in held if terms[t][0] == "c" and terms[t][2] > 1]
        made = [r for r in calls if not MAKERS.isdisjoint(self.inference.callee_names(self.inference.facts[at], r[1]))]
        return self.inference.many(at, index, [r[4] for r in made])

    def without_shells(self, values: Values) -> list[Value]:
        """The values without instances of classes that a function derives from the class of another of them.

        A function that is handed a class and gives back either that or one made from it is meant: what is stored on
        the one is stored on the other, and the slot is for the class that was handed in.
        """
        held = {value[1] for value in values if value[0] == "inst"}
        choices = {cid: {c for base in self.program.classes[cid].bases for c in base.choices} for cid in held}
        return [value for value in values if value[0] != "inst" or not choices[value[1]] & held]

    def rebound(self, at: int, index: int, value: Term) -> Values:
        """What ``__class__`` or ``__bases__`` may become; ``+=`` adds to what is there."""
        row = self.inference.facts[at].terms[value]
        return self.inference.many(at, index, row[2:] if row[0] == "b" else (value,))

    def is_handed_in(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a receiver is a parameter without annotation: the function does it to whatever it is given."""
        facts = self.inference.facts[at]
        row = facts.terms[receiver]
        scope = facts.scopes[index]
        return row[0] == "n" and any(p.name == row[1] and not p.annotation for p in scope.params)

    def is_expected(self, at: int, index: int, receiver: Term, cid: int, values: Values) -> bool:
        """Whether a function is meant for instances of a class: a method of the class or of its kin, or of a descriptor.

        The language calls the methods of descriptors, for instances of the classes that have one. A function to which
        methods of the class hand their own instance does what the class asks of it.
        """
        owner = self.inference.owner_class(at, index)
        if owner is not None and self.inference.related(cid, owner):
            return True
        scope = self.program.scope(at, index)
        if scope.owner >= 0 and scope.name in ("__get__", "__set__", "__delete__") and UNKNOWN not in values:
            return True
        return self.is_handed_itself(at, index, receiver, cid)

    def is_handed_itself(self, at: int, index: int, receiver: Term, cid: int) -> bool:
        """Whether a method of a class, or of its kin, hands the instance that it runs on in as a parameter."""
        scope, infer = self.program.scope(at, index), self.inference
        place, param = next((n, p) for n, p in enumerate(scope.params) if infer.facts[at].terms[receiver] == ("n", p.name))
        for where, inside, _, given, keywords, offset in infer.calls_of(at, index, scope):
            term = infer.handed_term(where, given, keywords, place - offset, param)
            owner = infer.receiver_class(where, inside, term) if term else None
            if owner is not None and infer.related(cid, owner):
                return True
        return False

    def rebased(self, cid: int, bases: Values, note: Note) -> None:
        """Classes that become bases at run time must keep the layout that they have, as must those that they replace."""
        columns = [c for held in bases if held[0] in ("row", "of") for c in (held[1] if held[0] == "row" else held[1:])]
        given = {v[1] for column in columns for v in column if v[0] == "cls"}
        for each in {cid, *given}:
            for node in self.program.local_mro(self.program.classes[each]):
                self.evidence[node.cid].blocks.append(retold(note, "becomes a base at run time", "base"))

    def store_on(self, cid: int, name: str, note: Note, own: bool, values: Values) -> None:
        """A store of a name on an instance of a class; ``values``: what a store of ``__class__`` may give."""
        evidence = self.evidence[cid]
        if name == "__class__":
            self.reclassed(cid, values, note)
        elif name in effects.CLASS_NAMES:
            evidence.blocks.append(retold(note, f"stores {name}, which no slot can carry", "store"))
        else:
            evidence.store(name, note, own)

    def taken_as_class(self, note: Note, values: Values) -> None:
        """Classes among values become those of instances that others made."""
        for held in values:
            for cid in sorted({*self.and_below(held[1]), *self.owners(held[1])}) if held[0] == "cls" else ():
                self.evidence[cid].blocks.append(retold(note, "becomes the class of an instance of another", "class-assignment"))

    def all_reclassed(self, given: Values, note: Note, values: Values) -> None:
        """Instances among values are given another class."""
        for held in values:
            if held[0] == "inst":
                self.reclassed(held[1], given, note)

    def reclassed(self, cid: int, values: Values, note: Note) -> None:
        """``x.__class__ = ...`` ties the layouts of two classes together."""
        evidence = self.evidence[cid]
        for held in values:
            if held[0] == "cls":
                evidence.class_assigned.append((held[1], note))
                self.evidence[held[1]].class_assigned.append((cid, note))
            else:
                evidence.blocks.append(retold(note, "the class of an instance is changed", "class-assignment"))

    def set_attribute(self, at: int, index: int, receiver: Term, name: Term, row: int, value: Term = 0) -> None:
        """``setattr`` and its kin: literal names are stores, other names open the set of attributes."""
        names = self.inference.strings(at, index, name)
        given = self.names_given(at, index, receiver, name) if names is None else frozenset(names)
        if given is not None and len(given) <= MOST_NAMES:
            for each in sorted(given):
                message = f"deletes .{each} by delattr" if self.how == "del" else f"stores .{each} by setattr"
                note = self.note(at, row, message, "store")
                self.stored(at, index, receiver, each, note, value)
        elif not self.passes_through(at, index, receiver, name):
            note = self.note(at, row, "setattr with a name that is not known", "dynamic-store")
            self.store_dynamically(at, index, receiver, name, note)

    def stored_on_classes(self, name: str, note: Note, values: Values) -> None:
        """A store of a name on the classes among values."""
        for held in values:
            for each in self.and_below(held[1]) if held[0] == "cls" else ():
                self.evidence[each].class_stores.setdefault(name, note)

    def store_dynamically(self, at: int, index: int, receiver: Term, name: Term, note: Note) -> None:
        """A store under a name that may be any."""
        for held in self.with_classes(at, index, receiver):
            if held[0] in ("inst", "super"):
                self.block_family(held[1], note)
                if not self.guarded:
                    self.evidence[held[1]].dynamic.append(Event(at, index, receiver, note, name))
            elif held == UNKNOWN:
                self.wait("dynamic", at, index, receiver, note)
            elif held[0] == "cls":
                self.evidence[held[1]].introspected.append(note)

    def passes_through(self, at: int, index: int, receiver: Term, name: Term) -> bool:
        """Whether this is a ``__setattr__`` handing on the very name that it was given."""
        scope = self.program.scope(at, index)
        return (
            self.inference.receiver_class(at, index, receiver) is not None
            and scope.name in ("__setattr__", "__delattr__")
            and len(scope.params) > 1
            and self.program.row(at, name) == ("n", scope.params[1].name)
        )

    def super_set(self, at: int, index: int, owner: int, name: Term, row: int, setter: str) -> None:
        """``super().__setattr__(name, value)`` or ``super().__delattr__(name)`` in a class."""
        names = self.inference.strings(at, index, name)
        if names is not None:
            for each in names:
                how = how_set(setter)
                note = self.note(at, row, f"{'deletes' if how == 'del' else 'stores'} .{each} by {setter}", "store")
                self.evidence[owner].store(each, note, True)
                self.evidence[owner].writes.append(Write(each, note, True, self.guarded, True, how, at, index, 0))
            return
        params = self.program.scope(at, index).params
        if len(params) < 2 or not self.passes_through(at, index, self.term_of(at, params[0].name), name):
            self.block_family(owner, self.note(at, row, f"{setter} with a name that is not known", "dynamic-store"))
