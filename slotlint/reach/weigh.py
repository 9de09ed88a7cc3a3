"""Events of unknown receivers: each is weighed, and goes to the classes that it may be meant for."""

from __future__ import annotations

from slotlint.diagnostics import Note
from slotlint.evidence import Evidence
from slotlint.facts import Scope
from slotlint.reach.candidates import OPEN_KINDS, READING, Candidates
from slotlint.reach.copies import REDUCERS, mentions_reducers
from slotlint.reach.core import Pending, retold
from slotlint.reach.escapes import SETTING


class Reach(Candidates):
    """Collects the evidence of every class of a program."""

    __slots__ = ()

    def collect(self) -> list[Evidence]:
        """Read every event once, then weigh those whose receiver is not known."""
        for at, module in enumerate(self.program.modules):
            if module.foreign:
                continue
            reducing = mentions_reducers(module.facts)
            for index, scope in enumerate(module.facts.scopes):
                self.scope(at, index, scope)
                if reducing or scope.name in REDUCERS:
                    self.reduced(at, index, scope)
            self.texts(at)
            self.handed_on(at)
        self.stored_pickles()
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

    def stored_pickles(self) -> None:
        """A pickle among the files of the project holds the instance dicts of a class, with what its bases store."""
        for node in self.program.classes:
            path = self.program.pickled.get(node.key, "")
            for owner in self.program.local_mro(node) if path else ():
                self.evidence[owner.cid].doubts.append(Note("may hold its instances, as a dict", path, 1, 1, "pickle"))

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

    def weigh_store(self, event: Pending, matching: frozenset[int], others: bool) -> None:
        """A store on an unknown receiver: a name that some class declares belongs to that class.

        ``matching``: the classes that the other attributes read from the receiver allow, if there are ``others``.
        """
        at, index, name, note = event.module, event.scope, event.name, event.note
        for cid in matching if event.how == "del" else ():
            self.evidence[cid].deleted.add(name)
        if self.is_beside(event):
            return
        declared = sorted(matching & self.declared.get(name, set()))
        self.store_at_class_level(declared, name, others, note)
        if event.how == "outside" and not others:  # of a library that may be handed anything
            return
        anyone = self.is_operand(event) or self.is_looked_into(at, index, event.receiver)
        if not others and (declared or self.is_known(at, index, event.receiver)) and not anyone:
            return
        reached = matching if others else self.within_reach(at)
        private = self.private_to(at, index, name)
        if private is not None:
            reached &= private
        if event.how in READING:
            reached &= self.having_unseen(event)
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
