"""The remedy: what is to be changed in a class that may be slotted."""

from __future__ import annotations

from slotlint.diagnostics import Action, AddSlots, DecoratorArgument, ExtendSlots, MoveDefault
from slotlint.program import ClassNode
from slotlint.shape import spelt
from slotlint.verdict.basecalls import INITLESS
from slotlint.verdict.case import Case
from slotlint.verdict.chains import Chains


class Judge(Chains):
    """Works out every case of a program."""

    __slots__ = ()

    def run(self) -> list[Case]:
        """All cases, judged."""
        for case in self.order:
            self.attribute_set(case)
        self.lend_names()
        self.align_assigned()
        for case in self.order:
            self.weak_references(case)
        for case in self.order:
            self.obstacles(case)
        self.solve(doubts=False)
        self.solve(doubts=True)
        return self.cases

    def actions(self, case: Case) -> tuple[Action, ...]:
        """What is to be changed in a class that may be slotted; empty when nothing is."""
        name = case.node.name
        weak = ("__weakref__",) if case.weakref is not None and not self.base_weakref(case) else ()
        if case.shape.declared is not None:
            extra = tuple(spelt(n, name) for n in case.missing)
            weak = () if "__weakref__" in case.shape.declared else weak
            return (ExtendSlots((*extra, *weak)),) if extra or weak else ()
        found: list[Action] = []
        if not any(isinstance(a, DecoratorArgument) for a in case.actions):
            found.append(AddSlots((*(spelt(n, name) for n in case.names), *weak)))
            if case.defaults:
                found.append(MoveDefault(tuple(spelt(n, name) for n in case.defaults), self.create_init(case)))
        needless = "" if weak else "weakref_slot"
        kept = (a for a in case.actions if not (isinstance(a, DecoratorArgument) and a.keyword == needless))
        return (*found, *kept)

    def base_weakref(self, case: Case) -> bool:
        """Whether a base has, or is given, a ``__weakref__`` slot."""
        bases = [self.cases[owner.cid] for owner in self.ancestors(case)]
        return any("__weakref__" in (b.shape.declared or ()) or (b.weakref is not None and b.ok) for b in bases)

    def create_init(self, case: Case) -> str:
        """How to write an ``__init__`` where the class has none."""
        if self.program.member(case.cid, "__init__") is not None:
            return ""
        chains = [self.program.classes[cid] for cid in (case.cid, *self.program.descendants(case.cid))]
        return "forward" if any(self.has_init_behind(case, node) for node in chains) else "plain"

    def has_init_behind(self, case: Case, node: ClassNode) -> bool:
        """Whether a class with this one among its bases has an ``__init__`` behind it, or is given one for a default."""
        order = self.program.local_mro(node)
        behind = [owner.cid for owner in order[next(at for at, owner in enumerate(order) if owner.cid == case.cid) + 1 :]]
        outside = any(b not in INITLESS for b in self.program.external_mro(node))
        return outside or any(self.program.member(c, "__init__") is not None or self.cases[c].defaults for c in behind)
