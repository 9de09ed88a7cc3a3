"""Weak references: which class of a chain gets the ``__weakref__`` slot."""

from __future__ import annotations

from slotlint import external
from slotlint.verdict.case import Case
from slotlint.verdict.names import Names


class WeakReferences(Names):
    """The part of judging that places ``__weakref__``."""

    __slots__ = ()

    def weak_references(self, case: Case) -> None:
        """Slots take the ability to be weakly referenced away, unless they name ``__weakref__``."""
        notes = case.evidence.weakrefs
        if not notes:
            return
        layouts = [external.lookup(b, self.program.targets[0]) for b in self.program.external_mro(case.node)]
        if any(found is not None and found.has_weakref for found in layouts):
            return
        root = self.cases[self.root(case)]
        if root.weakref is None and "__weakref__" not in (root.shape.declared or ()):
            root.weakref = notes[0]

    def root(self, case: Case) -> int:
        """The topmost class of the program on the line that fixes the layout: its ``__weakref__`` serves all below."""
        at = case.node
        while True:
            bases = [b.cid for b in at.bases if b.kind == "local" and self.cases[b.cid].shape.kind != "protocol"]
            if not bases:
                return at.cid
            at = self.program.classes[next((b for b in bases if self.cases[b].names), bases[0])]
