"""The chains that classes form together: slots work only where every base has them."""

from __future__ import annotations

from slotlint.diagnostics import AddState, Note
from slotlint.program import ClassNode
from slotlint.verdict.case import Case
from slotlint.verdict.core import STATE_HOOKS
from slotlint.verdict.lending import Lending


class Chains(Lending):
    """The part of judging that solves chains."""

    __slots__ = ()

    def solve(self, doubts: bool) -> None:
        """Find the largest set of classes that may be slotted together; with ``doubts``, taking doubts for nothing."""
        alive = {c.cid for c in self.cases if not c.reasons and (doubts or not c.doubts) and (doubts or not c.ok)}
        while True:
            notes = {cid: self.chain_problem(self.cases[cid], alive) for cid in sorted(alive)}
            reasons = {cid: note for cid, note in notes.items() if note is not None}
            for cid, note in self.layout_problems(alive).items():
                reasons.setdefault(cid, note)
            if not reasons:
                break
            alive -= reasons.keys()
            for cid, note in reasons.items() if doubts else ():
                self.cases[cid].reasons.append(note)
        for cid in alive:
            case = self.cases[cid]
            if not case.ok:
                case.ok, case.unsafe = True, doubts

    def at_class(self, node: ClassNode, message: str, kind: str) -> Note:
        """A note at the class statement of a class."""
        return Note(message, self.program.path(node), node.facts.row, kind=kind)

    def chain_problem(self, case: Case, alive: set[int]) -> Note | None:
        """Why a class may not be slotted given which others are."""
        if self.is_pointless(case, alive):
            return self.at_class(case.node, "nobody gains: no subclass can have slots, and no instance is made", "payoff")
        for owner in self.ancestors(case):
            if owner.cid not in alive and self.cases[owner.cid].shape.kind != "namedtuple":  # which has empty slots
                return self.at_class(owner, f"base {owner.name} keeps a __dict__", "base")
        for cid in case.shape.replaced_by:
            if cid not in alive:
                other = self.program.classes[cid]
                message = f"its decorator puts {other.name} in its place, which keeps a __dict__"
                return self.at_class(other, message, "decorator")
        if "__dict__" in (case.shape.declared or ()):
            return self.at_class(case.node, '"__dict__" is one of its slots', "slots")
        for cid in self.program.descendants(case.cid):
            problem = self.subclass_problem(case, self.cases[cid], alive)
            if problem is not None:
                return problem
        return self.run_time_problem(case, alive)

    def needed(self, case: Case) -> set[int]:
        """The classes that must be slotted where a class is; other subclasses may keep their dict.

        Without a class and all that derive from it, the lines of layouts of the others lose the same members, so they
        go together as before.
        """
        below = set(self.program.descendants(case.cid))
        found = {owner.cid for owner in self.ancestors(case)} | set(case.shape.replaced_by)
        for cid in below:
            others = below - {cid, *self.program.descendants(cid)}
            if self.subclass_problem(case, self.cases[cid], others) is not None:
                found.add(cid)
        for cid in (case.cid, *below):
            tied = {other for other, _ in self.cases[cid].evidence.class_assigned}
            found |= tied | {cid} if tied else set()
        return found - {case.cid}

    def run_time_problem(self, case: Case, alive: set[int]) -> Note | None:
        """Why the layouts of a class would not go together with those that it meets at run time."""
        for each in (case.cid, *self.program.descendants(case.cid)):  # the layout of a base counts for what derives from it
            for cid, note in self.cases[each].evidence.class_assigned:
                if not self.same_layout(self.cases[each], self.cases[cid], alive):
                    message = "the class of instances is changed between layouts"
                    return Note(message, note.path, note.row, kind="class-assignment")
        for bases, note in case.evidence.combined:
            if len(bases) > 1 and case.names:
                message = "classes are combined at run time: their layouts would conflict"
                return Note(message, note.path, note.row, kind="layout")
        return None

    def is_pointless(self, case: Case, alive: set[int]) -> bool:
        """A stateless class is worth slots for the sake of its slotted subclasses, or of its own instances."""
        if case.names or case.is_referenced_weakly or case.evidence.sites or case.shape.declared is not None:
            return False
        below = self.program.descendants(case.cid)
        if case.shape.kind == "protocol" and not below:
            return True
        return bool(below) and not any(cid in alive for cid in below)

    def pays(self, case: Case, alive: set[int]) -> bool:
        """Whether slots of a class make instances smaller: its own, or those of a subclass that is slotted too."""
        return bool(case.evidence.sites) or any(cid in alive for cid in self.program.descendants(case.cid))

    def subclass_problem(self, case: Case, sub: Case, alive: set[int]) -> Note | None:
        """What a subclass that keeps its dict, or has slots already, says against slots of its base."""
        if sub.node.mro is None or sub.cid in alive:
            return None
        message = ""
        if sub.shape.declared is not None and not sub.shape.unreadable:
            message = "has slots that work only while the base has a __dict__"
        elif any(isinstance(a, AddState) for a in case.actions) or case.evidence.dict_uses:
            message = "keeps a __dict__ that the state of the base does not know"
        elif sub.names and case.names and not self.pays(case, alive) and not self.is_test(sub.node):
            message = "keeps its __dict__: slots in the base alone would cost memory"
        elif case.names and any(self.program.inherited(sub.node, n) is not None for n in STATE_HOOKS):
            message = "has state hooks and keeps a __dict__"
        elif case.names and sub.evidence.dict_uses:
            message = "uses the instance dict"
        elif case.names and sub.evidence.old_protocol:
            message = "is pickled by an old protocol, which takes no slots"
        return self.at_class(sub.node, f"subclass {sub.node.name} {message}", "subclass") if message else None
