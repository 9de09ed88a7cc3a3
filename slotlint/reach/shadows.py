"""Stores on unknown receivers of names that classes have at class level: with slots there is no dict to put them into."""

from __future__ import annotations

from collections.abc import Iterable

from slotlint.diagnostics import Note
from slotlint.facts import Term
from slotlint.program import ClassNode
from slotlint.reach.deep import Deep
from slotlint.shape import is_property

LOOKED_INTO = frozenset({"f_locals", "cell_contents", "__defaults__", "__kwdefaults__"})


class Shadows(Deep):
    """The part of the collection that knows stores over class-level names."""

    __slots__ = ()

    def store_over(self, cids: Iterable[int], name: str, note: Note) -> None:
        """The receiver may be an instance of any of these classes: of one that has the name at class level alone, too."""
        for cid in sorted(cids):
            kind = self.kind_at_class_level(cid, name)
            if kind:
                self.class_level_store(cid, name, kind, note)

    def kind_at_class_level(self, cid: int, name: str) -> str:
        """The kind of member that a name is of a class that has it at class level alone, else ""."""
        node = self.program.classes[cid]
        found = self.program.inherited(node, name)
        chain = [each.cid for each in self.program.local_mro(node)]
        if found is None or any(name in self.evidence[c].attributes or self.is_declared(c, name) for c in chain):
            return ""
        owner, member = found
        return "" if is_property(owner, member, self.inference) else member.kind

    def is_looked_into(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a receiver comes out of a frame or a function that is looked into, where it may be any object."""
        terms = self.inference.facts[at].terms
        waiting, seen = [receiver], {0}
        while waiting:
            term = waiting.pop()
            row = terms[term]
            if term in seen:
                continue
            seen.add(term)
            if row[0] == "a" and row[2] in LOOKED_INTO:
                return True
            waiting += self.program.scope(at, index).bindings.get(row[1], ()) if row[0] == "n" else ()
            waiting += (row[1],) if row[0] in ("a", "c", "[", "e", "i") else ()
        return False

    def store_at_class_level(self, declared: list[int], name: str, others: bool, note: Note) -> None:
        """The receiver may be an instance of a class that has the name at class level only.

        A method is hardly stored over where instances of other classes hold the name; a value is there to be found or stored.
        """
        instance = [c for c in declared if name in self.evidence[c].attributes or self.is_declared(c, name)]
        for cid in declared:
            member = self.program.member(cid, name)
            if member is None or is_property(self.program.classes[cid], member, self.inference):
                continue
            if cid not in instance and (others or not instance or member.kind == "value"):
                self.class_level_store(cid, name, member.kind, note)

    def class_level_store(self, cid: int, name: str, kind: str, note: Note) -> None:
        """The receiver may be an instance of a class that has the name at class level."""
        if kind == "value":
            self.evidence[cid].store(name, note, False)
        elif kind == "def":
            self.evidence[cid].doubts.append(note)

    def bare_holders(self) -> None:
        """Instances of a class with nothing of its own are there to be given attributes, by code that knows no names."""
        events = [event for event in self.pending if event.kind in ("dynamic", "dict", "special")]
        bare = [node.cid for node in self.program.classes if events and self.evidence[node.cid].sites and self.is_bare(node)]
        for cid in bare:
            notes = (event.note for event in events if cid in self.within_reach(event.module))
            self.evidence[cid].doubts += [note for note in [next(notes, None)] if note]

    def is_bare(self, node: ClassNode) -> bool:
        """Whether a class and its bases have no members, nor attributes that they store themselves."""
        owners = self.program.local_mro(node)
        return self.program.external_mro(node) == ("object",) and not any(
            self.program.members[owner.cid] or any(a.own for a in self.evidence[owner.cid].attributes.values()) for owner in owners
        )
