"""Reads through a class, of ``__slots__``, and classes that are used as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import Scope, Term
from slotlint.infer import UNKNOWN, Inference, Values
from slotlint.infer.values import A_CLASS
from slotlint.program import Program
from slotlint.reach.classes import Classes
from slotlint.reach.core import SETTING_METHODS, Unsettled

SELF_CALLS = frozenset({"cls", "__class__", "klass", "", "__new__"})
LAYOUT_NAMES = ("__weakref__", "__sizeof__")  # the offsets in a class are there to be measured, and say what slots did
ODD_NAMES = frozenset({"__slots__", "__orig_class__", "__subclasses__", *LAYOUT_NAMES})


def other_names(program: Program, named: frozenset[str]) -> set[str]:
    """The names that variables and parameters give to what goes by these names."""
    found: set[str] = set()
    for module in program.modules:
        terms = module.facts.terms
        places = {"n": 1, "a": 2, "f": 3}
        same = {t for t, row in enumerate(terms) if row[0] in places and row[places[row[0]]] in named}
        same |= {t for t, row in enumerate(terms) if row[0] == "c" and looked_up(terms, row) in named}
        same |= {t for t, row in enumerate(terms) if row[0] == "u" and not same.isdisjoint(row[1:])}
        for scope in module.facts.scopes:
            found.update(name for name, held in scope.bindings.items() if not same.isdisjoint(held))
            found.update(param.name for param in scope.params if param.default in same)
    return found


def looked_up(terms: Sequence[tuple[Any, ...]], row: tuple[Any, ...]) -> str | None:
    """The name that ``getattr(x, "name")`` asks for, None of another call or of a name that is computed."""
    asked = terms[row[4]] if row[2] > 1 and terms[row[1]] == ("n", "getattr") else ("?", "")
    return str(asked[1]) if asked[0] == "s" else None


def possible_slots(program: Program) -> set[str]:
    """Every name that may be a slot or a class-level value: reads of others through a class decide nothing."""
    found: set[str] = set()
    for module in program.modules:
        facts = module.facts
        found.update(row[1] for row in facts.terms if row[0] == "s")  # of setattr, __slots__, namedtuple
        found.update(store.name for scope in facts.scopes for store in scope.stores)
        found.update(part for scope in facts.scopes for use in scope.dict_uses for part in use.parts)
        for cls in facts.classes:
            found.update(member.name for member in cls.members if member.kind != "def")
            found.update(name for slots in cls.slots for name in slots.names or ())
    return found


def replaceable_names(program: Program) -> frozenset[str]:
    """The class-level names that some code stores as attributes: a slot may have to take their place."""
    stored = {s.name for m in program.modules if not m.foreign for scope in m.facts.scopes for s in scope.stores}
    return frozenset(m.name for node in program.classes for m in node.facts.members if m.kind == "value") & stored


def registered_names(program: Program) -> frozenset[str]:
    """The class-level values of classes that something other than their name may stand for."""
    used = {name for module in program.modules for scope in module.facts.scopes for name in scope.values}
    made = program.knowing("__init_subclass__")
    nested = {n.cid for n in program.classes if program.scope(n.module, n.facts.parent).kind == "class"}
    around = (
        n for n in program.classes
        if n.facts.decorators or n.name in used or n.cid in made or n.cid in nested or any(program.with_metaclass(n))
    )  # fmt: skip
    return frozenset(member.name for node in around for member in node.facts.members if member.kind == "value")


class Reads(Classes):
    """The part of the collection that sorts reads."""

    __slots__ = ("class_names", "names", "registered", "replaceable", "slot_names")

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.class_names = frozenset(c.name for c in program.classes)
        named = effects.CALL_NAMES | SELF_CALLS | {c.name for c in program.classes}  # what events of interest call
        named |= {name.rpartition(".")[2] for name in program.handed}
        self.names = named | other_names(program, named)
        self.slot_names = possible_slots(program)
        self.replaceable = replaceable_names(program)
        self.registered = self.replaceable & registered_names(program)

    def reads(self, at: int, index: int, scope: Scope) -> None:
        """Loads through a class, and of names that only slots have."""
        for name, attributes in scope.loads.items():
            self.reads_of_name(at, index, name, attributes)
        for read in scope.reads:
            if read.name in ODD_NAMES:
                self.odd_read(at, index, read.receiver, read.name, read.row, self.is_guarded(at, index))
            elif read.name in self.replaceable or (read.name in self.slot_names and self.speaks_of_class(at, read.receiver)):
                note = self.note(at, read.row, f"reads {read.name} through the class", "class-read")
                self.for_all(at, index, read.receiver, partial(self.read_through, read.name, note))

    def read_through(self, name: str, note: Note, values: Values) -> None:
        """A name is read through the classes among values; super() leaves the instance dict out, and finds what the next class has."""
        for held in values:
            for cid in self.inference.family(held[1]) if held[0] == "super" else self.and_below(held[1]) if held[0] == "cls" else ():
                self.evidence[cid].class_reads.setdefault(name, note)

    def speaks_of_class(self, at: int, receiver: Term) -> bool:
        """Whether a receiver is written as classes are: ``mod.Class``, ``x.__class__``, ``type(x)`` or ``super()``."""
        terms = self.inference.facts[at].terms
        row = terms[receiver]
        if row[0] == "a":
            return bool(row[2][:1].isupper() or row[2] == "__class__")
        return row[0] == "S" or (row[0] == "c" and terms[row[1]] in (("n", "type"), ("n", "super")))

    def reads_of_name(self, at: int, index: int, name: str, attributes: Mapping[str, int]) -> None:
        """Attributes that are read from a name, each with its row."""
        for attribute in ODD_NAMES.intersection(attributes):
            tried = f"?{attribute}" in attributes
            self.odd_read(at, index, self.term_of(at, name), attribute, attributes[attribute], tried)
        for setter in sorted(SETTING_METHODS.intersection(attributes, self.inference.facts[at].attribute_values)):
            self.setter_taken(at, index, name, attributes[setter], setter)
        if name == "self" and not self.is_metaclass(at, index):
            return
        allowed = self.slot_names if self.may_be_class(at, index, name) else self.replaceable
        wanted = {n: row for n, row in attributes.items() if n in allowed}
        for attribute in (n for n in attributes if f"?{n}" in attributes and n in self.slot_names and n not in self.replaceable):
            note = self.note(at, attributes[attribute], f"tries to read {attribute} through the class", "class-read")
            self.unsettled.append(Unsettled(at, index, self.term_of(at, name), partial(self.read_through, attribute, note)))
        for held in self.inference.name(at, index, name) if wanted else ():
            if held == A_CLASS:
                for attribute, row in wanted.items():
                    note = self.note(at, row, f"reads {attribute} through the class", "class-read")
                    self.read_through(attribute, note, self.behind_type(at, index))
            elif held == UNKNOWN:
                for attribute in (n for n in wanted if n in self.registered):
                    note = self.note(at, wanted[attribute], f"reads {attribute} through the class", "class-read")
                    self.unsettled.append(Unsettled(at, index, self.term_of(at, name), partial(self.read_through, attribute, note)))
            elif held[0] == "cls":
                for attribute, row in wanted.items():
                    note = self.note(at, row, f"reads {attribute} through the class", "class-read")
                    self.evidence[held[1]].class_reads.setdefault(attribute, note)

    def is_metaclass(self, at: int, index: int) -> bool:
        """Whether a scope is a method of a metaclass."""
        owner = self.inference.owner_class(at, index)
        return owner is not None and "type" in self.program.external_mro(self.program.classes[owner])

    def setter_taken(self, at: int, index: int, name: str, row: int, setter: str) -> None:
        """``x.__setattr__`` or ``x.__delattr__`` as a value: what it stores or deletes in the end is not known."""
        note = self.note(at, row, f"{setter} of the instance is handed on", "dynamic-store")
        for held in self.inference.name(at, index, name):
            if held[0] == "inst":
                self.block_family(held[1], note)

    def may_be_class(self, at: int, index: int, name: str) -> bool:
        """Whether a name may stand for a class, going by how it is spelt and by what its own function says of it."""
        if name not in self.program.scope(at, index).bindings or name[:1].isupper() or "cls" in name:
            return True
        return any(value[0] == "cls" for value in self.inference.text_only().name(at, index, name))

    def odd_read(self, at: int, index: int, receiver: Term, name: str, row: int, tried: bool) -> None:
        """A read of ``__slots__``, ``__orig_class__`` or ``__subclasses__``; ``tried``: its absence is handled."""
        note = self.note(at, row, f"reads {name}", "slots-read")
        if name == "__orig_class__":
            self.generic_origin = note
            for held in () if tried else self.inference.ask(at, index, receiver):
                if held[0] == "inst":
                    self.evidence[held[1]].origin_reads.append(Event(at, index, receiver, note))
            return
        for held in self.inference.ask(at, index, receiver):
            if name in LAYOUT_NAMES and held != UNKNOWN:
                self.layout_read(name, at, row, frozenset({held}))
            elif name == "__slots__" and held[0] in ("inst", "cls"):
                through = held[0] == "inst" or self.is_own_class(at, index, receiver)
                for each in (held[1], *self.program.descendants(held[1])):
                    self.slots_read(each, note, tried)
                    self.evidence[each].slots_scopes.append((at, index, through, note))
            elif name == "__subclasses__" and held[0] == "cls":
                self.subclass_lists[held[1]] = note
            elif name == "__slots__" and held == UNKNOWN and tried:
                self.wait("special", at, index, receiver, note, name)
            elif name in LAYOUT_NAMES and held == UNKNOWN:
                self.unsettled.append(Unsettled(at, index, receiver, partial(self.layout_read, name, at, row)))

    def layout_read(self, name: str, at: int, row: int, values: Values) -> None:
        """What says how instances are laid out is read from values."""
        for held in values:
            if held[0] in ("inst", "cls"):
                self.block_family(held[1], self.note(at, row, f"reads {name}, which says how instances are laid out", "slots-read"))

    def slots_read(self, cid: int, note: Note, tried: bool) -> None:
        """``x.__slots__`` raises where no class of the MRO has slots: code that is run does not read it there."""
        above = self.program.local_mro(self.program.classes[cid])[1:]
        if tried or any(owner.facts.slots for owner in above):
            self.evidence[cid].slots_reads.append(note)

    def is_guarded(self, at: int, index: int) -> bool:
        """Whether a function handles an AttributeError somewhere."""
        scope = self.program.scope(at, index)
        return any(c.guarded for c in scope.calls) or any(s.guarded for s in scope.stores)

    def is_own_class(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a term is ``cls``, ``type(self)`` or ``self.__class__``: the most derived class, not one by name."""
        row = self.inference.facts[at].terms[receiver]
        if row[0] == "n":
            return any(p.name == row[1] for p in self.inference.facts[at].scopes[index].params)
        return bool(row[0] == "c" or (row[0] == "a" and row[2] == "__class__"))

    def values(self, at: int, index: int, scope: Scope) -> None:
        """Class objects that are handed around."""
        for name, row in scope.values.items():
            if not name[:1].isupper() and name not in self.names:
                continue
            for held in self.inference.name(at, index, name):
                if held[0] == "cls":
                    evidence = self.evidence[held[1]]
                    evidence.escapes.append(self.note(at, row, "the class is used as a value", "class-value"))
                    if scope.name == "find_class":
                        message = "an unpickler fills instances with any state"
                        evidence.blocks.append(self.note(at, row, message, "copy"))
