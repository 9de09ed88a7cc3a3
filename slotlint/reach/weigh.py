"""Events of unknown receivers: each is weighed, and goes to the classes that it may be meant for."""

from __future__ import annotations

import types
from collections.abc import Iterator
from itertools import compress

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Evidence
from slotlint.facts import Member, Scope, Term
from slotlint.infer import UNKNOWN, Inference, Shape, Sifted, Values, Wide
from slotlint.infer.values import CONSTANT_TYPES
from slotlint.program import Program
from slotlint.reach.core import Pending, retold
from slotlint.reach.deep import MOST_KINDS
from slotlint.reach.escapes import SETTING
from slotlint.reach.holders import is_special
from slotlint.reach.shadows import Shadows

FOLLOWED_KINDS = frozenset({"store", "dynamic", "weakref", "dict"})  # by ways that the inference gives up
CONTENTS = ("of", "map", "row", "str")
CONSTANTS = frozenset((name,) for name in CONSTANT_TYPES)
OPEN_KINDS = frozenset({"dict", "dynamic", "special"})  # that may touch any attribute
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
READING = frozenset({"aug", "again", "del"})  # stores that raise AttributeError where the name is not there already


class Reach(Shadows):
    """Collects the evidence of every class of a program."""

    __slots__ = ("refused",)

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.refused: dict[tuple[str, Shape], frozenset[int]] = {}

    def collect(self) -> list[Evidence]:
        """Read every event once, then weigh those whose receiver is not known."""
        for at, module in enumerate(self.program.modules):
            if module.foreign:
                continue
            for index, scope in enumerate(module.facts.scopes):
                self.scope(at, index, scope)
            self.texts(at)
            self.handed_on(at)
        self.weak_lookups()
        self.members_taken_over()
        self.recombined_classes()
        self.looked_up_by_name()
        self.index_declared()
        self.weigh_foreign()
        self.spread_copies()
        self.weigh_candidates()
        self.follow()
        self.copy_along()
        self.bare_holders()
        for event in self.pending:
            self.weigh(event)
        return self.evidence

    def scope(self, at: int, index: int, scope: Scope) -> None:
        """Sort the events of one scope."""
        for store in scope.stores:
            self.attribute_store(at, index, store)
        for call in scope.calls:
            self.call(at, index, call)
            self.called_unbound(at, index, call)
            if not SETTING.isdisjoint(scope.values):
                self.sets_elsewhere(at, index, call)
        for use in scope.dict_uses:
            self.dict_use(at, index, use)
        for item in scope.items:
            self.item(at, index, item)
        for terms in scope.bindings.values():
            self.combined_in_place(at, index, terms)
        for term in scope.decorators:
            self.decorator(at, index, scope, term)
        self.reads(at, index, scope)
        self.values(at, index, scope)

    def weigh_foreign(self) -> None:
        """A function that marks whatever it is given may be given more: a name that nothing else knows is a doubt."""
        stored: dict[tuple[int, str], int] = {}
        for cid, evidence in enumerate(self.evidence):
            for name, attribute in evidence.attributes.items():
                stored[cid, name] = len({(n.path, n.row) for n in attribute.notes})
        marks: dict[tuple[int, str], set[tuple[str, int]]] = {}
        for cid, name, note in self.foreign:
            marks.setdefault((cid, name), set()).add((note.path, note.row))
        for cid, name, note in self.foreign:
            family = self.inference.family(cid)
            own = any(stored.get((each, name), 0) > len(marks.get((each, name), ())) for each in family)
            if not own and not any(self.mentions(each, name) for each in family):
                self.evidence[cid].doubts.append(retold(note, f"{note.message} on whatever it is given", "store"))

    def weigh(self, event: Pending) -> None:
        """Give an event of an unknown receiver to the classes that it may be."""
        kind, at, index, receiver, note = event.kind, event.module, event.scope, event.receiver, event.note
        if kind == "text":
            self.doubt_all(at, note)
            return
        names, one_type = self.structure(at, index, receiver)
        if kind == "store":
            matching = self.matching(names, one_type)
            self.weigh_store(event, self.taking(at, index, receiver, matching) if one_type else matching, bool(names))
        elif kind == "class-store":
            self.weigh_class_store(event, self.matching(names, one_type), bool(names))
        elif kind == "class-dict":
            for cid in sorted(self.matching(names, one_type)):
                self.weighed("dict" if cid in self.answering else "class-search", self.evidence[cid], note)
        elif names:
            reached = self.matching(names, one_type)
            if kind == "class-search" and "__getitem__" in names:
                others = self.matching(names - {"__getitem__"}, one_type)
                reached = frozenset(cid for cid in others if self.takes_items(cid))
            if kind == "class-search":
                called = self.bare_calls(at, index, receiver)
                reached = frozenset(cid for cid in reached if not self.calls_methods(called, cid)) if called else reached
            elif one_type:
                reached = self.taking(at, index, receiver, reached)
            for cid in sorted(reached):
                self.weighed(kind, self.evidence[cid], note)
        elif kind in OPEN_KINDS and not self.is_object(at, index, receiver):
            self.doubt_all(at, note)
        elif kind == "weakref" and (not self.is_known(at, index, receiver) or self.is_operand(event)):
            for cid in self.within_reach(at):
                self.weighed(kind, self.evidence[cid], note)

    def bare_calls(self, at: int, index: int, receiver: Term) -> list[tuple[str, tuple[str, ...]]]:
        """The methods that a function calls on a receiver with nothing but keywords, and those."""
        terms = self.inference.facts[at].terms
        rows = [terms[call.term] for call in self.program.scope(at, index).calls if not call.guarded]
        bare = [(terms[row[1]], row[3::2]) for row in rows if row[0] == "c" and not row[2]]
        return [(callee[2], keywords) for callee, keywords in bare if callee[:2] == ("a", receiver)]

    def calls_methods(self, called: list[tuple[str, tuple[str, ...]]], cid: int) -> bool:
        """Whether methods that are called so want an instance, so that the receiver is not the class itself."""
        classes = (cid, *(c for base in self.program.classes[cid].bases for c in base.choices))
        for name, keywords in called:
            wanted = [self.wants_instance(each, name, keywords) for each in classes]
            if any(wanted) and False not in wanted:
                return True
        return False

    def wants_instance(self, cid: int, name: str, keywords: tuple[str, ...]) -> bool | None:
        """Whether a call through the class with nothing but keywords raises TypeError; None where it has no such name."""
        found = self.program.inherited(self.program.classes[cid], name)
        if found is None:
            return None
        owner, member = found
        if member.kind != "def" or member.decorators:
            return False
        params = self.inference.facts[owner.module].scopes[self.inference.facts[owner.module].terms[member.term][1]].params
        return bool(params) and params[0].kind in "pn" and not params[0].default and params[0].name not in keywords

    def taking(self, at: int, index: int, receiver: Term, cids: frozenset[int]) -> frozenset[int]:
        """Those of the classes whose methods, or those of a subclass, take the arguments that a function gives them."""
        terms = self.inference.facts[at].terms
        rows = [terms[call.term] for call in self.program.scope(at, index).calls if not call.guarded]
        calls = [row for row in rows if row[0] == "c" and terms[row[1]][:2] == ("a", receiver)]
        shapes = [(terms[row[1]][2], self.inference.call_shape(at, row[3 : 3 + row[2]], row[3 + row[2] :])) for row in calls]
        return cids.difference(*(self.refusing(*shape) for shape in set(shapes)))

    def refusing(self, name: str, shape: Shape) -> frozenset[int]:
        """The classes of which, and of whose subclasses, a method call cannot be, going by the signatures."""
        key = name, shape
        if key not in self.refused:
            self.refused[key] = frozenset(cid for cid in self.program.knowing(name) if not self.may_take(cid, name, shape))
        return self.refused[key]

    def may_take(self, cid: int, name: str, shape: Shape) -> bool:
        """Whether a method call may be of a class or of one derived from it."""
        found = (self.program.inherited(self.program.classes[c], name) for c in (cid, *self.program.descendants(cid)))
        known = {(owner.module, member) for owner, member in filter(None, found)}
        return not known or any(self.fits(module, member, shape) for module, member in known)

    def fits(self, module: int, member: Member, shape: Shape) -> bool:
        """Whether a call can run a class-level function; True of anything else."""
        facts = self.inference.facts[module]
        if member.kind != "def" or member.decorators or facts.terms[member.term][0] != "F":
            return True
        scope = facts.scopes[facts.terms[member.term][1]]
        return self.inference.fits(scope, *shape, 1)

    def takes_items(self, cid: int) -> bool:
        """Whether ``Class[key]`` may be written: ``__getitem__`` of a class serves its instances alone."""
        node = self.program.classes[cid]
        item = self.program.inherited(node, "__class_getitem__") or self.program.external_attribute(node, "__class_getitem__")
        return node.mro is None or item is not None or any(self.program.with_metaclass(node))

    def weigh_candidates(self) -> None:
        """Give events to the classes whose instances may get there by ways that the inference does not follow."""
        events = [e for e in self.pending if e.kind in FOLLOWED_KINDS and e.receiver and not self.is_of_language(e)]
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
                    missing &= self.boundless | self.answering
                for cid in sorted(missing):
                    self.evidence[cid].doubts.append(event.note)
        self.weigh_answering(told, wide)

    def follow(self) -> None:
        """Do what is to be done for the values that may be at places where not all is known.

        Where instances are among them, what is done is meant for instances.
        """
        for each in self.unsettled:
            values = self.wide().ask(each.module, each.scope, each.term)
            if len({*self.roots(values)}) <= MOST_KINDS:
                names, one_type = self.structure(each.module, each.scope, each.term)
                matching = self.matching(names, one_type)
                known = {v for v in values if v != UNKNOWN and (not matching or v[0] != "inst" or v[1] in matching)}
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
            if not self.is_blurred(found, event):
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
        return len(roots) > MOST_KINDS and (event.kind == "dict" or (event.kind == "store" and not found.isdisjoint(self.having(event.name))))

    def is_operand(self, event: Pending) -> bool:
        """Whether the receiver is what a special method is given: the language calls it with any object, unseen."""
        scope = self.program.scope(event.module, event.scope)
        row = self.program.row(event.module, event.receiver)
        if scope.owner < 0 or not is_special(scope.name) or scope.name in CALLED_BY_NAME:
            return False
        return row[0] == "n" and any(row[1] == param.name for param in scope.params[1:])

    def is_of_language(self, event: Pending) -> bool:
        """Whether an event is a store of a name that Python itself gives a meaning, or that only mocks are told."""
        return self.is_beside(event) and (event.name in LANGUAGE_NAMES or event.name in effects.MOCK_NAMES)

    def is_beside(self, event: Pending) -> bool:
        """Whether an event is a store that is no attribute of a class of the program."""
        kept = event.name in KEPT_NAMES and event.name not in self.declared
        return event.kind in ("store", "class-store") and (kept or is_special(event.name) or event.name in effects.MOCK_NAMES)

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

    def weigh_store(self, event: Pending, matching: frozenset[int], others: bool) -> None:
        """A store on an unknown receiver: a name that some class declares belongs to that class.

        ``matching``: the classes that the other attributes read from the receiver allow, if there are ``others``.
        """
        at, index, name, note = event.module, event.scope, event.name, event.note
        if self.is_beside(event):
            return
        declared = sorted(matching & self.declared.get(name, set()))
        self.store_at_class_level(declared, name, others, note)
        anyone = self.is_operand(event) or self.is_looked_into(at, index, event.receiver)
        if not others and (declared or self.is_known(at, index, event.receiver)) and not anyone:
            return
        reached = matching if others else self.within_reach(at)
        private = self.private_to(at, index, name)
        if private is not None:
            reached &= private
        if event.how in READING:
            reached &= self.boundless | self.answering
        for cid in sorted(reached - self.with_room(name)):
            self.evidence[cid].doubts.append(note)

    def weigh_class_store(self, event: Pending, matching: frozenset[int], others: bool) -> None:
        """A store on the class of something unknown: it takes the place of a slot of that name, and needs none else."""
        name = event.name
        if self.is_beside(event) or (not others and self.is_known(event.module, event.scope, event.receiver)):
            return
        for cid in sorted(matching & self.declared.get(name, set())):
            if name in self.evidence[cid].attributes or self.is_declared(cid, name):
                self.evidence[cid].class_stores.setdefault(name, event.note)

    def private_to(self, at: int, index: int, name: str) -> frozenset[int] | None:
        """The classes that a private name can be meant for: the class it is mangled for, and its kin."""
        owner = self.inference.owner_class(at, index)
        if owner is None or not name.startswith(f"_{self.program.classes[owner].name.lstrip('_')}__"):
            return None
        return frozenset(self.inference.family(owner))
