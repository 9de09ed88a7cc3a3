"""Events of unknown receivers that go to the classes whose instances may get there by ways that the inference gives up."""

from __future__ import annotations

import types
from collections.abc import Iterator
from itertools import compress

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Evidence
from slotlint.facts import Term
from slotlint.infer import UNKNOWN, Sifted, Values, Wide
from slotlint.infer.values import A_CLASS, CONSTANT_TYPES
from slotlint.reach.core import Pending
from slotlint.reach.deep import MOST_KINDS
from slotlint.reach.holders import is_special
from slotlint.reach.signatures import Signatures

FOLLOWED_KINDS = frozenset({"store", "dynamic", "weakref", "dict"})  # by ways that the inference gives up
OPEN_KINDS = frozenset({"dict", "dynamic", "special"})  # that may touch any attribute
CONTENTS = ("of", "map", "row", "str")
CONSTANTS = frozenset((name,) for name in CONSTANT_TYPES)
# Special methods whose arguments stand at calls that are seen, or are no objects of the program.
CALLED_BY_NAME = frozenset(
    {"__init__", "__new__", "__post_init__", "__call__", "__init_subclass__", "__get__", "__exit__", "__aexit__"}
    | {"__set_name__", "__prepare__", "__instancecheck__", "__subclasscheck__"}
)
# What the language and its library keep on classes, functions and modules; other names of that form are like any other.
LANGUAGE_NAMES = frozenset(name for kind in (type, property, BaseException, *vars(types).values()) for name in dir(kind)) | {
    "__wrapped__", "__signature__", "__all__", "__path__", "__file__", "__version__", "__test__", "__isabstractmethod__",
    "__orig_class__", "__orig_bases__", "__class__", "__slots__", "__tracebackhide__",
}  # fmt: skip
# What may be stored on tracebacks, cells and frames.
KEPT_NAMES = frozenset({"tb_next", "cell_contents", "f_trace", "f_trace_lines", "f_trace_opcodes"})
BESIDE = frozenset(filter(is_special, LANGUAGE_NAMES)) | KEPT_NAMES | effects.MOCK_NAMES
READING = frozenset({"aug", "again", "del"})  # stores that raise AttributeError where the name is not there already


class Candidates(Signatures):
    """The part of the collection that asks for candidates."""

    __slots__ = ()

    def weigh_candidates(self) -> None:
        """Give events to the classes whose instances may get there by ways that the inference does not follow."""
        events = [e for e in self.pending if e.kind in FOLLOWED_KINDS and e.receiver and not (e.name in KEPT_NAMES and self.is_beside(e))]
        half = [self.is_half_known(event) for event in events]
        told = [event for event, asked in zip(events, half, strict=True) if not asked] if self.answering else []
        if not told and not any(half):
            return
        wide, narrower = self.wide(), None
        for event in compress(events, half):
            found = self.candidates(wide, event)
            if self.is_blurred(found, event) and wide.budget > 0:
                narrower = narrower or Sifted(self.inference, self.possessing, self.lacking, returning=False)
                found = self.candidates(narrower, event)
            if event.kind != "store":
                known = self.inference.ask(event.module, event.scope, event.receiver)
                found.difference_update(v[1] for v in known if v[0] == "inst")
                if event.kind == "dict" and wide.may_be_handed_anything(event.module, event.scope, event.receiver, bool(found)):
                    found |= self.within_reach(event.module)
                if event.kind == "dict":  # it is incomplete as soon as a base keeps an attribute elsewhere
                    found = found.union(*map(self.owners, found))
                for cid in sorted(found):
                    self.weighed(event.kind, self.evidence[cid], event.note)
                continue
            self.store_over(found, event.name, event.note)
            if not self.is_blurred(found, event):
                missing = {cid for cid in found if not self.is_at_home(cid, event.name)}
                missing &= self.matching(self.read_before(event), True) | self.answering
                if event.how in READING:
                    missing &= self.having_unseen(event)
                for cid in sorted(missing):
                    self.evidence[cid].doubts.append(event.note)
        self.weigh_answering(told, wide)

    def follow(self) -> None:
        """Do what is to be done for the values that may be at places where not all is known.

        Where instances are among them, what is done is meant for instances.
        """
        for each in self.unsettled:
            values = self.wide().ask(each.module, each.scope, each.term)
            values |= self.behind_type(each.module, each.scope) if A_CLASS in values else frozenset()
            names, one_type = self.structure(each.module, each.scope, each.term)
            matching = self.matching(names, one_type)
            known = {v for v in values if v != UNKNOWN and (not matching or v[0] != "inst" or v[1] in matching)}
            if len({*self.roots(values)}) > MOST_KINDS:
                each.act(frozenset(v for v in known if v[0] == "cls"))
                continue
            kinds = "inst" if any(v[0] == "inst" for v in known) else "cls"
            each.act(frozenset(v for v in known if v[0] == kinds or v[0] in CONTENTS))

    def roots(self, values: Values) -> Iterator[int]:
        """The outermost bases of the classes among values, of which there are instances or the classes themselves."""
        cids = {*self.held_instances(values), *(v[1] for v in values if v[0] == "cls")}
        return (self.program.local_mro(self.program.classes[cid])[-1].cid for cid in cids)

    def weigh_answering(self, events: list[Pending], wide: Wide) -> None:
        """Give stores to classes that may answer to any name, so that what is read of the receivers tells nothing of them."""
        for event in events:
            found = self.candidates(wide, event)
            if event.how != "del" and not self.is_blurred(found, event):
                for cid in sorted((found & self.answering) - self.with_room(event.name)):
                    self.evidence[cid].doubts.append(event.note)

    def is_half_known(self, event: Pending) -> bool:
        """Whether the attributes that are read from a receiver, or some of them, are not certainly read before."""
        names, _ = self.structure(event.module, event.scope, event.receiver)
        return not names or not names <= self.read_before(event)

    def candidates(self, wide: Wide, event: Pending) -> set[int]:
        """The classes whose instances may be the receiver of an event."""
        values = wide.ask(event.module, event.scope, event.receiver)
        if event.kind == "store" and all(v[0] != "inst" for v in values):
            for value in (v for v in values if v[0] == "cls"):
                self.evidence[value[1]].class_stores.setdefault(event.name, event.note)
        return {cid for v in values if v[0] == "inst" for cid in (v[1], *self.program.descendants(v[1]))}

    def is_blurred(self, found: set[int], event: Pending) -> bool:
        """Whether candidates are of so many kinds, with those that have a name that is stored among them, that they tell nothing."""
        roots = {self.program.local_mro(self.program.classes[cid])[-1].cid for cid in found}
        return len(roots) > MOST_KINDS and (
            event.kind == "dict" or (event.kind == "store" and not found.isdisjoint(self.having(event.name)))
        )

    def having_unseen(self, event: Pending) -> frozenset[int]:
        """Classes that may have a name which nothing stores; deleting asks no ``__getattr__``."""
        return self.boundless if event.how == "del" else self.boundless | self.answering

    def is_operand(self, event: Pending) -> bool:
        """Whether the receiver is what a special method is given: the language calls it with any object, unseen."""
        scope = self.program.scope(event.module, event.scope)
        row = self.program.row(event.module, event.receiver)
        if scope.owner < 0 or not is_special(scope.name) or scope.name in CALLED_BY_NAME:
            return False
        return row[0] == "n" and any(row[1] == param.name for param in scope.params[1:])

    def is_beside(self, event: Pending) -> bool:
        """Whether an event is a store of a name that functions, classes, tracebacks or mocks have, and no class of the program declares."""
        return event.kind in ("store", "class-store") and event.name not in self.declared and event.name in BESIDE

    def is_known(self, at: int, index: int, receiver: Term) -> bool:
        """Whether something is known to flow here."""
        return any(v != UNKNOWN for v in self.inference.ask(at, index, receiver))

    def is_object(self, at: int, index: int, receiver: Term) -> bool:
        """Whether something is known to flow here that attributes are kept on: no container, text or number."""
        values = self.inference.ask(at, index, receiver)
        return any(v[0] not in CONTENTS and v[1:] not in CONSTANTS for v in values if v != UNKNOWN)

    def weighed(self, kind: str, evidence: Evidence, note: Note) -> None:
        """An event of this kind may be one of the class."""
        if kind in OPEN_KINDS:
            evidence.doubts.append(note)
        elif kind == "weakref":
            evidence.weakrefs.append(note)
        elif kind == "old-protocol":
            evidence.old_protocol.append(note)
        elif kind == "class-search" and evidence.escapes:
            evidence.introspected.append(note)
