"""Stores on unknown receivers of names that classes have at class level: with slots there is no dict to put them into."""

from __future__ import annotations

from collections.abc import Iterable

from slotlint.diagnostics import Note
from slotlint.reach.deep import Deep
from slotlint.shape import is_property


class Shadows(Deep):
    """The part of the collection that knows stores over class-level names."""

    __slots__ = ()

    def store_over(self, cids: Iterable[int], name: str, note: Note) -> None:
        """The receiver may be an instance of any of these classes: of one that has the name at class level alone, too."""
        for cid in sorted(cids):
            node = self.program.classes[cid]
            found = self.program.inherited(node, name)
            chain = [each.cid for each in self.program.local_mro(node)]
            if found is None or any(name in self.evidence[c].attributes or self.is_declared(c, name) for c in chain):
                continue
            owner, member = found
            if not is_property(owner, member, self.inference):
                self.class_level_store(cid, name, member.kind, note)

    def store_at_class_level(self, declared: list[int], name: str, others: bool, note: Note) -> None:
        """The receiver may be an instance of a class that has the name at class level only."""
        instance = [c for c in declared if name in self.evidence[c].attributes or self.is_declared(c, name)]
        for cid in declared:
            member = self.program.member(cid, name)
            if member is None or is_property(self.program.classes[cid], member, self.inference):
                continue
            if cid not in instance and (others or not instance):
                self.class_level_store(cid, name, member.kind, note)

    def class_level_store(self, cid: int, name: str, kind: str, note: Note) -> None:
        """The receiver may be an instance of a class that has the name at class level."""
        if kind == "value":
            self.evidence[cid].store(name, note, False)
        elif kind == "def":
            self.evidence[cid].doubts.append(note)

