"""Names at class level that a slot would hide, or that would hide a slot."""

from __future__ import annotations

from slotlint import effects
from slotlint.shape import decorator_values, is_property
from slotlint.verdict.case import Case
from slotlint.verdict.core import FIELD_KINDS
from slotlint.verdict.initial import Initial


class Hiding(Initial):
    """The part of judging that compares slots with class-level names."""

    __slots__ = ()

    def conflicts(self, case: Case) -> None:
        """'__slots__' conflicts with class variables, and slots that would hide what a base has."""
        defaults: list[str] = []
        if case.names and "x" in self.program.scope(case.node.module, case.node.facts.scope).flags:
            self.refuse(case, "its body binds names by locals() or exec", "class-name")
        for name in case.names:
            if name in effects.LOOKED_UP_ON_TYPES and case.shape.declared is None:
                self.refuse(case, f"a slot {name} would be a special method of the class", "class-name")
            member = self.program.member(case.cid, name)
            if member is None:
                self.inherited_name(case, name)
            elif (case.shape.kind not in FIELD_KINDS or not member.annotation) and self.movable(case, name, member):
                defaults.append(name)
        case.defaults = tuple(defaults)
        self.abstract_names(case)

    def abstract_names(self, case: Case) -> None:
        """A class that stores an abstract name stays abstract; a slot would make it concrete."""
        for name in case.evidence.attributes:
            found = self.program.inherited(case.node, name)
            if found is None or not found[1].decorators:
                continue
            names, _ = decorator_values(found[0], found[1], self.inference)
            if any("abstract" in n for n in names):
                where = found[1].row, self.program.path(found[0])
                self.refuse(case, f"stores {name}, which is abstract", "class-name", *where)

    def inherited_name(self, case: Case, name: str) -> None:
        """A name that a base has at class level would be hidden by the slot's descriptor."""
        if self.hidden_unseen(case, name):
            return
        found = self.program.inherited(case.node, name)
        if found is not None:
            owner, member = found
            what = "method" if member.kind == "def" else "class attribute"
            message = f"a slot {name} would hide the {what} of {owner.name}"
            self.refuse(case, message, "class-name", member.row, self.program.path(owner))
            return
        attribute = self.program.external_attribute(case.node, name)
        if attribute is not None and attribute.kind != "data":
            self.refuse(case, f"a slot {name} would hide {attribute.owner}.{name}", "class-name")

    def class_level(self, case: Case) -> None:
        """Names read, stored or patched through the class would meet the slot's descriptor."""
        for name in case.names:
            if name not in case.defaults:
                self.met_through_class(case, name)
        for name, note in case.evidence.patched.items():
            member = self.program.member(case.cid, name)
            if member is not None and member.kind == "value":
                case.reasons.append(note)
        for special in ("_fields_", "__bases__", "__slots__", "__dict__"):
            if special in case.evidence.class_stores:
                case.reasons.append(case.evidence.class_stores[special])
        if case.evidence.slots_reads and case.shape.declared is None and not self.reads_own_slots(case):
            case.reasons += case.evidence.slots_reads
        self.hidden_below(case)
        self.hidden_beside(case)

    def met_through_class(self, case: Case, name: str) -> None:
        """A name that is read, stored or patched through the class."""
        if case.shape.kind not in FIELD_KINDS and self.program.member(case.cid, name) is not None:
            return
        stored = self.family_note(case, name, lambda e: e.class_stores)
        read = self.family_note(case, name, lambda e: e.class_reads)
        patched = self.family_note(case, name, lambda e: e.patched)
        for note in (stored, read, patched):
            if note is not None:
                self.refuse_for(case, note, f"slot {name}: {note.message}", "class-name")

    def hidden_below(self, case: Case) -> None:
        """A class-level name of a subclass would hide the slot."""
        for cid in self.program.descendants(case.cid):
            sub, node = self.cases[cid], self.program.classes[cid]
            if sub.shape.kind in FIELD_KINDS:
                continue
            for name in case.names:
                member = self.program.member(cid, name)
                if member is None or (is_property(node, member, self.inference) and not sub.evidence.copied):
                    continue
                message = f"subclass {node.name} has a class-level {name}"
                self.refuse(case, message, "class-name", member.row, self.program.path(node))

    def hidden_beside(self, case: Case) -> None:
        """A slot would hide what a class after it has at class level, in the MRO of a subclass of both."""
        above = {owner.cid for owner in self.program.local_mro(case.node)}
        for cid in self.program.descendants(case.cid):
            order = self.program.local_mro(self.program.classes[cid])
            at = next((at for at, owner in enumerate(order) if owner.cid == case.cid), len(order))
            for other in (owner for owner in order[at:] if owner.cid not in above):
                member = next((m for m in (self.program.member(other.cid, n) for n in case.names) if m is not None), None)
                if member is not None and member.kind != "annotation":
                    message = f"a slot {member.name} would hide that of {other.name} in {self.program.classes[cid].name}"
                    self.refuse(case, message, "class-name", member.row, self.program.path(other))

    def reads_own_slots(self, case: Case) -> bool:
        """Whether ``__slots__`` is read only by the class's own methods, and the class alone has slots."""
        path, facts = self.program.path(case.node), case.node.facts
        own = all(n.path == path and facts.row <= n.row <= facts.end_row for n in case.evidence.slots_reads)
        alone = not self.program.descendants(case.cid) and not self.ancestors(case)
        return own and alone and not any(n.startswith("__") for n in case.names)
