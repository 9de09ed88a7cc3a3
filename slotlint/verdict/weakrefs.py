"""Weak references: which class of a chain gets the ``__weakref__`` slot."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Note
from slotlint.program import ClassNode
from slotlint.verdict.case import POLICY, Case
from slotlint.verdict.names import Names


class WeakReferences(Names):
    """The part of judging that places ``__weakref__``."""

    __slots__ = ()

    def weak_references(self, case: Case) -> None:
        """Slots take the ability to be weakly referenced away, unless they name ``__weakref__``."""
        notes = case.evidence.weakrefs
        always = case.shape.declared is None and self.policy(case).weakref == "always"
        if not notes and not always:
            return
        layouts = [external.lookup(b, self.program.targets[0]) for b in self.program.external_mro(case.node)]
        if any(found is not None and (found.has_weakref or not found.takes_nonempty) for found in layouts):
            return  # instances of variable size never could be referenced weakly
        if notes:
            root = self.cases[self.root(case)]
            if root.weakref is None and "__weakref__" not in (root.shape.declared or ()):
                root.weakref = notes[0]
        else:
            self.keep_weakly_referable(case)

    def keep_weakly_referable(self, case: Case) -> None:
        """The topmost class without slots on the line gets ``__weakref__``: there is no evidence against those that have."""
        line = [self.cases[node.cid] for node in self.line(case)]
        if not any("__weakref__" in (one.shape.declared or ()) for one in line):
            root = [one for one in line if one.shape.declared is None][-1]
            family = (root, *(self.cases[cid] for cid in self.program.descendants(root.cid)))
            relied_on = next(filter(None, map(self.relies_on_slots, family)), None)
            if relied_on is not None:
                message = 'weakref = "always" would add a slot where the program relies on those that there are'
                self.refuse_for(case, relied_on, message, POLICY)
            elif root.weakref is None:
                message = 'weakref = "always" is set for this class'
                where = case.node
                root.weakref = Note(message, self.program.path(where), where.facts.row, kind=POLICY)

    def relies_on_slots(self, case: Case) -> Note | None:
        """What a slot that nobody needs would break: a change of class, a reader of slots, an old pickle protocol."""
        held = case.evidence
        readers = (note for *_, note in held.slots_scopes)
        protocols = () if case.names else held.old_protocol  # with names, state methods are written
        return next(iter([*(note for _, note in held.class_assigned), *held.slots_reads, *readers, *protocols]), None)

    def root(self, case: Case) -> int:
        """The topmost class of the program on the line that fixes the layout: its ``__weakref__`` serves all below."""
        return list(self.line(case))[-1].cid

    def line(self, case: Case) -> Iterator[ClassNode]:
        """The line of classes that fixes the layout, from the class itself upwards."""
        at = case.node
        while True:
            yield at
            bases = [b.cid for b in at.bases if b.kind == "local" and self.cases[b.cid].shape.kind != "protocol"]
            if not bases:
                return
            at = self.program.classes[next((b for b in bases if self.cases[b].names), bases[0])]
