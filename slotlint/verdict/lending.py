"""Mixins that keep attributes beside another base that does: their slots go to the classes that derive from them."""

from __future__ import annotations

from slotlint.verdict.case import Case
from slotlint.verdict.layout import Layouts


class Lending(Layouts):
    """The part of judging that places slots where bases with slots of their own could not be combined."""

    __slots__ = ()

    def lend_names(self) -> None:
        """Give the slots of bases to the classes derived from them, where layouts would conflict else.

        At most one base of a class may have slots of its own. A base of which no instance is made by itself can do
        without: each class below it has them instead.
        """
        everyone = {case.cid for case in self.cases}
        for case in self.order:
            if case.node.mro is None or len(case.node.bases) < 2 or not self.is_torn(case, everyone) or self.shares(case):
                continue
            before: list[tuple[Case, tuple[str, ...], tuple[str, ...]]] = []
            for base in case.node.bases:
                lender = self.cases[base.cid] if base.kind == "local" else None
                if lender is not None and self.may_lend(lender) and self.is_torn(case, everyone):
                    before += [(each, each.names, each.missing) for each in (lender, *self.children(lender))]
                    self.lend(lender)
            if self.is_torn(case, everyone):
                for each, names, missing in reversed(before):
                    each.names, each.missing = names, missing

    def shares(self, case: Case) -> bool:
        """Whether the layout of a base is one from outside the program, or two bases store one name."""
        if any(isinstance(item, str) for base in case.node.bases for line in self.base_lines(base, set()) for item in line):
            return True
        stored = [set(self.cases[base.cid].evidence.attributes) for base in case.node.bases if base.kind == "local"]
        return len(set().union(*stored)) < sum(map(len, stored))

    def lend(self, lender: Case) -> None:
        """Give the slots of a class, or those that it lacks, to the classes directly below it."""
        lent = lender.names if lender.shape.declared is None else lender.missing
        lender.names, lender.missing = tuple(n for n in lender.names if n not in lent), ()
        for child in self.children(lender):
            given = tuple(n for n in lent if n not in child.names and not self.held_by_base(child, n))
            child.names = (*given, *child.names)
            if child.shape.declared is not None:
                child.missing = (*child.missing, *(n for n in given if n not in child.shape.declared))

    def children(self, case: Case) -> list[Case]:
        """The classes directly below one."""
        return [self.cases[cid] for cid in self.program.subclasses.get(case.cid, ())]

    def may_lend(self, case: Case) -> bool:
        """Whether a class has slots to give and no instances of its own, and all below it can take them."""
        lent = case.names if case.shape.declared is None else case.missing
        if not lent or self.is_made(case) or any(self.program.member(case.cid, name) is not None for name in lent):
            return False
        chain = (case, *(self.cases[cid] for cid in self.program.descendants(case.cid)))
        return all(
            each.shape.kind == "plain"
            and not each.shape.unreadable
            and each.node.mro is not None
            and not self.program.modules[each.node.module].foreign
            for each in chain
        )
