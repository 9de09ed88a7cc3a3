"""The attribute set: which names the class itself must have slots for."""

from __future__ import annotations

from collections.abc import Iterable

from slotlint import external
from slotlint.facts import Member
from slotlint.program import Base
from slotlint.shape import SPECIAL, is_property
from slotlint.verdict.case import Case
from slotlint.verdict.core import Core


class Names(Core):
    """The part of judging that knows the names of slots."""

    __slots__ = ()

    def attribute_set(self, case: Case) -> None:
        """Settle which names the class itself must have slots for."""
        if case.node.mro is None:
            self.refuse(case, f"its bases are not known: {case.node.mro_problem}", "base")
            return
        case.descriptors = frozenset(n for n in self.candidates(case) if self.is_descriptor(case, n))
        wanted = [n for n in self.candidates(case) if n not in case.descriptors and not self.held_by_base(case, n)]
        wanted = [n for n in wanted if not self.left_to_children(case, n)]
        if case.shape.kind in ("dataclass", "attrs"):
            wanted = self.fields_first(case, wanted)
        case.names = tuple(wanted)
        if case.shape.declared is not None:
            declared = set(case.shape.declared)
            case.missing = tuple(n for n in case.names if n not in declared and not self.is_tried(case, n))
            if case.missing and case.shape.slots is None and case.shape.kind == "plain":
                self.refuse(case, "a metaclass gives it empty slots, whatever its body says", "metaclass")

    def is_tried(self, case: Case, name: str) -> bool:
        """Whether the name is only stored where the error of a missing slot is handled: that code relies on it."""
        writes = [w for w in case.evidence.writes if w.name == name]
        return bool(writes) and all(w.guarded for w in writes)

    def candidates(self, case: Case) -> list[str]:
        """Every name stored on instances of the class, in order of first store, then annotations."""
        stored = case.evidence.attributes
        names = dict.fromkeys(n for n in self.init_order(case) if n in stored)
        for name in (*self.stored_inside(case), *stored, *self.annotated(case)):
            names.setdefault(name)
        for name in self.matched(case) if names else ():
            names.setdefault(name)
        generic = self.reach.generic_origin and "typing.Generic" in self.program.external_mro(case.node)
        if generic and any(b.name == "typing.Generic" for b in case.node.bases):
            names.setdefault("__orig_class__")
        return [n for n in names if n not in SPECIAL]

    def stored_inside(self, case: Case) -> list[str]:
        """The names that the body of the class stores, in the order in which they stand there."""
        path, facts = self.program.path(case.node), case.node.facts
        first: dict[str, tuple[int, int]] = {}
        for attribute in case.evidence.attributes.values():
            places = [(n.row, n.column) for n in attribute.notes if n.path == path and facts.row <= n.row <= facts.end_row]
            if places:
                first[attribute.name] = min(places)
        return sorted(first, key=lambda n: first[n])

    def matched(self, case: Case) -> tuple[str, ...]:
        """The names that ``__match_args__`` promises to patterns, where no base or member provides them."""
        member = self.program.member(case.cid, "__match_args__")
        names = self.inference.strings_of(case.node, member.term) if member is not None else ()
        return tuple(n for n in names if self.program.inherited(case.node, n) is None)

    def init_order(self, case: Case) -> list[str]:
        """The names that ``__new__`` and ``__init__`` store on their first parameter, in order."""
        found = []
        for wanted in ("__new__", "__init__", "__post_init__", "__attrs_post_init__"):
            for scope in self.program.own_scopes(case.node, wanted):
                found += [s.name for s in scope.stores]
        return found

    def annotated(self, case: Case) -> Iterable[str]:
        """Fields, and bare annotations that no subclass has to store itself."""
        if case.shape.kind == "protocol":
            return
        lonely = not self.program.descendants(case.cid)
        for member in case.node.facts.members:
            if member.annotation and not self.is_class_variable(case, member):
                is_field = case.shape.kind in ("dataclass", "attrs")
                if is_field or (member.kind == "annotation" and (lonely or self.is_stored_below(case, member.name))):
                    yield member.name

    def is_stored_below(self, case: Case, name: str) -> bool:
        """Whether every direct subclass stores a name that a class promises, so that its slot may as well be here.

        Not where a subclass has other bases that keep something: their layouts would conflict with a slot here.
        """
        if not self.children_store(case.cid, name) or self.program.defining(case.cid, name):
            return False
        below = self.program.descendants(case.cid)
        others = {base for cid in below for base in self.program.classes[cid].bases if base.cid not in (case.cid, *below)}
        return all(self.keeps_nothing(base) for base in others)

    def children_store(self, cid: int, name: str) -> bool:
        """Whether a class has subclasses and each direct one stores the name itself."""
        stored = [self.cases[sub].evidence.attributes.get(name) for sub in self.program.subclasses.get(cid, ())]
        return bool(stored) and all(held is not None and held.own for held in stored)

    def left_to_children(self, case: Case, name: str) -> bool:
        """Whether a name is stored on no instance of a class but those of subclasses that have it by themselves.

        A function that stores it on what it takes for an instance of the class has one of them: there are no others.
        """
        stored = name in case.evidence.attributes and name not in self.stored_inside(case)
        return stored and not self.is_made(case) and self.have_it_below(case, name)

    def have_it_below(self, case: Case, name: str) -> bool:
        """Whether each class below one of which there may be instances stores a name itself, or has a data descriptor of it."""
        below = [self.cases[cid] for cid in self.program.subclasses.get(case.cid, ())]
        return bool(below) and all(self.has_itself(sub, name) or (not self.is_made(sub) and self.have_it_below(sub, name)) for sub in below)

    def has_itself(self, case: Case, name: str) -> bool:
        """Whether the body of a class stores a name on its instances, or stores of it go to a data descriptor."""
        return name in self.stored_inside(case) or (case.node.mro is not None and self.is_descriptor(case, name))

    def is_made(self, case: Case) -> bool:
        """Whether there may be instances of a class itself."""
        evidence = case.evidence
        return bool(evidence.sites or evidence.escapes or evidence.combined or evidence.class_assigned)

    def keeps_nothing(self, base: Base) -> bool:
        """Whether instances of a base outside a chain have no attribute and no layout of their own."""
        if base.kind == "external":
            found = external.lookup(base.name, self.program.targets[-1])
            return found is not None and found.solid == "object"
        if base.kind != "local":
            return False
        chain = self.program.local_mro(self.program.classes[base.cid])
        if any(self.cases[owner.cid].evidence.attributes or owner.facts.slots for owner in chain):
            return False
        bare = ((owner.cid, m.name) for owner in chain for m in owner.facts.members if m.kind == "annotation")
        return not any(self.children_store(cid, name) for cid, name in bare)

    def is_class_variable(self, case: Case, member: Member) -> bool:
        """Whether an annotation says ``ClassVar`` or ``InitVar``."""
        facts = self.program.modules[case.node.module].facts
        row = facts.terms[member.annotation]
        if row[0] == "[":
            row = facts.terms[row[1]]
        if row[0] == "o":
            return "ClassVar" in row[1] or "InitVar" in row[1]
        name = row[2] if row[0] == "a" else row[1] if row[0] == "n" else ""
        return name in ("ClassVar", "InitVar", "KW_ONLY")

    def fields_first(self, case: Case, wanted: list[str]) -> list[str]:
        """The names with those that are fields before the others."""
        fields = [m.name for m in case.node.facts.members if m.name in wanted and m.annotation]
        return [*dict.fromkeys(fields), *(n for n in wanted if n not in fields)]

    def is_descriptor(self, case: Case, name: str) -> bool:
        """Whether stores of the name go to a data descriptor of the class or of a base."""
        if any(name in base.fields for owner in self.program.local_mro(case.node) for base in owner.bases):
            return True
        found = self.program.inherited(case.node, name)
        if found is not None:
            return is_property(found[0], found[1], self.inference)
        attribute = self.program.external_attribute(case.node, name)
        return attribute is not None and attribute.kind == "data"

    def held_by_base(self, case: Case, name: str) -> bool:
        """Whether a base in the program stores or declares the name, so that its slot is the base's."""
        bases = (self.cases[owner.cid] for owner in self.ancestors(case))
        return any(name in base.names or name in (base.shape.declared or ()) for base in bases)

    def align_assigned(self) -> None:
        """Siblings whose instances change class get the same slots ('__class__ assignment: object layout differs')."""
        for case in self.order:
            for other, _ in case.evidence.class_assigned:
                twin = self.cases[other]
                same = case.node.bases == twin.node.bases and case.shape.kind == twin.shape.kind == "plain"
                if same and case.shape.declared is None and twin.shape.declared is None and case.cid != other:
                    union = tuple(dict.fromkeys((*case.names, *twin.names)))
                    case.names = twin.names = union
