"""What forbids slots to a class by itself."""

from __future__ import annotations

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.facts import Member, Slots
from slotlint.infer import plain_name
from slotlint.shape import mangled
from slotlint.verdict.case import Case
from slotlint.verdict.surroundings import Surroundings

KNOWN_CACHES = frozenset({"functools.lru_cache", "functools.cache", "functools.singledispatchmethod"})


class Obstacles(Surroundings):
    """The part of judging that collects reasons."""

    __slots__ = ()

    def obstacles(self, case: Case) -> None:
        """Collect the reasons against slots that need no look at the rest of the chain."""
        if case.node.mro is None:
            return
        if case.node.facts.in_text and case.shape.declared is None:  # its slots, if it has some, work as they are
            self.refuse(case, "stands in a text, where nothing can be rewritten", "text")
        told = self.told_of_bases(case)
        seen = (*case.evidence.blocks, *case.evidence.introspected)
        case.reasons += [*case.shape.obstacles, *(note for note in seen if note not in told)]
        case.doubts += [note for note in case.evidence.doubts if note not in told]
        if case.names:  # a search of a subclass finds the slots of its bases
            # A mock takes no names with two underscores at both ends from dir(): empty slots are nothing to it.
            case.reasons += case.evidence.mocked
            for cid in self.program.descendants(case.cid):
                case.reasons += [*self.cases[cid].evidence.introspected, *self.cases[cid].evidence.mocked]
        self.own_kind(case)
        self.unspeakable(case)
        self.external_bases(case)
        self.conflicts(case)
        self.class_level(case)
        self.state(case)
        if case.shape.declared is None:
            self.special_forms(case)
        self.lazy_attributes(case)
        self.runtime_protocols(case)
        self.unread_methods(case)
        if case.shape.declared is None:
            self.out_of_place(case)
        self.importable(case)
        if self.is_ambiguous(case):
            self.refuse(case, "its name is bound to more than one thing", "class")

    def told_of_bases(self, case: Case) -> set[Note]:
        """What is said of a class without names because of a base that a function is handed.

        Where it forbids slots the base keeps its dict, and then the instances have one whatever this class says.
        """
        choices = [cid for base in case.node.bases for cid in base.choices]
        if case.names or not choices:
            return set()
        evidence = [self.cases[cid].evidence for cid in choices]
        return {note for held in evidence for note in (*held.blocks, *held.introspected, *held.doubts)}

    def own_kind(self, case: Case) -> None:
        """Kinds of classes that keep no attributes, and slots that cannot be read or make no sense."""
        if case.shape.kind in ("enum", "namedtuple", "typeddict"):
            self.refuse(case, f"a {case.shape.kind} class keeps no instance attributes of its own", "kind")
        if case.shape.slots is not None and self.is_malformed(case.shape.slots):
            self.refuse(case, "its __slots__ does not say what was meant", "slots", case.shape.slots.row)
        if case.shape.unreadable:
            self.refuse(case, "its __slots__ cannot be read", "slots", case.shape.slots.row if case.shape.slots else 0)

    def unspeakable(self, case: Case) -> None:
        """Names that only ``setattr`` can store: slots are identifiers, and private ones are mangled by the class body."""
        for write in case.evidence.writes:
            if write.name in case.names and (not write.name.isidentifier() or mangled(write.name, case.node.name) != write.name):
                self.refuse_for(case, write.note, f"stores {write.name!r}, which no slot can be called", "name")

    def is_malformed(self, slots: Slots) -> bool:
        """Whether the names of a slots statement prove nothing: joined strings, no identifiers, a spent iterator."""
        joined = "implicit-concatenation" in slots.flags or slots.form == "iterator"
        return joined or any(not n.isidentifier() for n in slots.names or ())

    def lazy_attributes(self, case: Case) -> None:
        """``functools.cached_property`` and its kin write into the instance dict."""
        if case.shape.kind == "attrs":
            return
        for member in case.node.facts.members:
            for name in self.wrappers(case, member):
                last = name.rpartition(".")[2].lower()
                caching = name not in KNOWN_CACHES and any(w in last for w in effects.CACHING_WORDS)
                if name in effects.NEEDS_DICT or caching:
                    self.refuse(case, f"{name} keeps its value in the instance dict", "lazy", member.row)

    def wrappers(self, case: Case, member: Member) -> set[str]:
        """The external names that decorate a method, or that are called for a class-level value."""
        if member.kind == "def" and member.decorators:
            return self.decorator_names(case, member) | self.wrapped_as(case, member)
        row = self.inference.facts[case.node.module].terms[member.term]
        if member.kind != "value" or member.default != "call" or row[0] != "c":
            return set()
        values = self.inference.ask(case.node.module, case.node.facts.scope, row[1])
        return {plain_name(v[1]) for v in values if v[0] == "ext"}

    def wrapped_as(self, case: Case, member: Member) -> set[str]:
        """What decorators of the program make of a method: instances of external classes, or of classes below them."""
        module, found = case.node.module, set()
        for term in member.decorators:
            values = self.inference.ask(module, case.node.facts.scope, term)
            made = self.inference.results(frozenset(v for v in values if v[0] == "fn"))
            found |= {plain_name(v[1]) for v in made if v[0] == "xinst"}
            for value in (*values, *made):
                if value[0] in ("cls", "inst"):
                    found.update(self.program.external_mro(self.program.classes[value[1]]))
        return found & effects.NEEDS_DICT
