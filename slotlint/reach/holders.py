"""Which classes have which attribute, and which an unknown receiver may be, going by what is read from it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slotlint import external
from slotlint.facts import Scope, Term
from slotlint.infer import Inference
from slotlint.infer.attributes import ANSWERING
from slotlint.infer.puts import SETTERS, put_by_setter
from slotlint.program import ClassNode, Program
from slotlint.reach.calls import Calls
from slotlint.reach.core import Pending


def is_special(name: str) -> bool:
    """Whether a name is one of the language's."""
    return name.startswith("__") and name.endswith("__")


# What uses of an instance dict only read from it; what gets hold of the dict itself may put anything into it.
READ_FORMS = frozenset(["snapshot", "return-copy", "return-item", "item-load", "compare-left", "compare-right", "source", "expected"])


def tells(name: str) -> bool:
    """Whether an attribute tells classes apart: nearly all have those of the language."""
    return name == "__getitem__" or not is_special(name)


class Holders(Calls):
    """The part of the collection that knows who has an attribute."""

    __slots__ = (
        "answering",
        "boundless",
        "certain",
        "declared",
        "deleted",
        "given",
        "holders",
        "matches",
        "narrowed",
        "outside",
        "stored_on",
        "structures",
    )

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.declared: dict[str, set[int]] = {}
        self.outside: list[tuple[frozenset[str], list[int]]] = []
        self.boundless: frozenset[int] = frozenset()  # classes of unknown bases: they may have any attribute
        self.answering: frozenset[int] = frozenset()  # classes that may answer to any name: see ``answers``
        self.narrowed: dict[int, frozenset[Term]] = {}
        self.stored_on: dict[str, list[int]] | None = None
        self.holders: dict[str, frozenset[int]] = {}
        self.deleted: frozenset[str] | None = None
        self.given: dict[tuple[int, str], bool] = {}
        self.structures: dict[tuple[int, int, Term], tuple[frozenset[str], bool]] = {}
        self.certain: dict[tuple[int, int], dict[tuple[int, int], tuple[str, ...]]] = {}  # see read_before
        self.matches: dict[tuple[frozenset[str], bool], frozenset[int]] = {}

    def index_declared(self) -> None:
        """Attribute name to the classes that declare it: by a store, a slot, an annotation or a class-level name."""
        for node in self.program.classes:
            names = set(self.evidence[node.cid].attributes)
            names.update(m.name for m in node.facts.members)
            for slots in node.facts.slots:
                names.update(slots.names or ())
            for name in names:
                self.declared.setdefault(name, set()).add(node.cid)
        nodes = self.program.classes
        self.outside = self.external_names()
        self.boundless = frozenset(n.cid for n in nodes if n.mro is None)
        completed = frozenset(n.cid for n in nodes if self.is_completed(n))
        self.answering = frozenset(n.cid for n in nodes if n.mro and any(self.answers(o, completed) for o in self.program.local_mro(n)))

    def answers(self, owner: ClassNode, completed: frozenset[int]) -> bool:
        """Whether a class makes attributes up as they are read, or may be given some as it is made: see ``is_completed``."""
        stored = self.evidence[owner.cid].class_stores
        return owner.cid in completed or any(name in stored or self.program.member(owner.cid, name) for name in ANSWERING)

    def is_completed(self, node: ClassNode) -> bool:
        """Whether a metaclass, or ``__set_name__`` of what stands in the body, may give a class attributes."""
        if node.facts.metaclass and any(held[0] == "cls" for held in self.inference.own_metaclass(node)):
            return True
        naming = self.program.knowing("__set_name__")
        values = (member.term for member in node.facts.members if member.kind == "value") if naming else ()
        held = (self.inference.ask(node.module, node.facts.scope, term) for term in values)
        return any(v[0] == "inst" and v[1] in naming for found in held for v in found)

    def external_names(self) -> list[tuple[frozenset[str], list[int]]]:
        """The names that external bases give, with the classes of the program that have these bases."""
        grouped: dict[tuple[str, ...], list[int]] = {}
        for node in self.program.classes:
            bases = tuple(b for b in self.program.external_mro(node) if b != "object")
            if bases:
                grouped.setdefault(bases, []).append(node.cid)
        version = self.program.targets[-1]
        names = {b: frozenset(external.attributes(b, version)) for bases in grouped for b in bases}
        plain = names.get("object", frozenset(external.attributes("object", version)))
        return [(frozenset().union(*(names[b] for b in bases)) - plain, cids) for bases, cids in grouped.items()]

    def structure(self, at: int, index: int, receiver: Term) -> tuple[frozenset[str], bool]:
        """The attributes that a function reads from a receiver of unknown type, and whether all are read from one type.

        Names that the function stores there first, or asks ``hasattr`` for, say nothing of what it has already.
        """
        key = at, index, receiver
        if key not in self.structures:
            self.structures[key] = self.structure_of(at, index, receiver)
        return self.structures[key]

    def structure_of(self, at: int, index: int, receiver: Term) -> tuple[frozenset[str], bool]:
        """Work out what ``structure`` says."""
        facts = self.inference.facts[at]
        scope = facts.scopes[index]
        row = facts.terms[receiver] if receiver else ("?",)
        if row[0] in ("I", "A"):
            receiver, row = row[1], facts.terms[row[1]]
        rows = dict(scope.loads.get(row[1], {})) if row[0] == "n" else {r.name: r.row for r in scope.reads if r.receiver == receiver}
        stored: dict[str, int] = {}
        for name, first in (*((s.name, s.row) for s in scope.stores if s.receiver == receiver), *self.stored_here(at, index, receiver)):
            stored[name] = min(first, stored.get(name, first))
        opened = stored.get("", math.inf)
        tried = {name[1:] for name in rows if name[0] == "?"}
        found = {name for name, first in rows.items() if first < min(opened, stored.get(name, opened))} - tried
        found -= self.asked_for(at, scope, receiver)
        found |= self.read_by_methods(at, index, receiver)
        return frozenset(n for n in found if n[0] != "?" and tells(n)), receiver not in self.narrowed_terms(at)

    def stored_here(self, at: int, index: int, receiver: Term) -> Iterator[tuple[str, int]]:
        """The names that a function stores on a receiver by other means than statements, "" for any, with the rows."""
        scope = self.inference.facts[at].scopes[index]
        for key, row in self.set_by_calls(at, index, receiver):
            for name in self.inference.strings(at, index, key) or ("",):
                yield name, row
        for use in (use for use in scope.dict_uses if use.receiver == receiver and use.form not in READ_FORMS):
            names = use.parts[1:2] if use.form in ("item-store", "setdefault") else use.parts[1::2] if use.form == "update-literal" else ()
            for name in names or ("",):
                yield name, use.row

    def set_by_calls(self, at: int, index: int, receiver: Term) -> Iterator[tuple[Term, int]]:
        """The names, as terms, under which ``setattr`` and its kin store on a receiver, with their rows."""
        facts = self.inference.facts[at]
        for call in facts.scopes[index].calls:
            row = facts.terms[call.term]
            if row[0] == "c" and facts.terms[row[1]][-1] in SETTERS:
                yield from ((put.name, call.row) for put in put_by_setter(at, index, facts, row[1], row) if put.receiver == receiver)

    def read_before(self, event: Pending) -> frozenset[str]:
        """The attributes that are read from the receiver of a store on every way there."""
        key = event.module, event.scope
        if key not in self.certain:
            self.certain[key] = {(c.row, c.column + 1): c.names for c in self.program.scope(*key).checked}
        names = self.certain[key].get((event.note.row, event.note.column), ()) if event.kind == "store" else ()
        stored = {name for name, row in self.stored_here(*key, event.receiver) if row <= event.note.row} if names else set()
        return frozenset() if "" in stored else frozenset(filter(tells, names)) - stored

    def read_by_methods(self, at: int, index: int, receiver: Term) -> set[str]:
        """What the other methods of a class read from an attribute of ``self`` that is stored in one place only.

        A method that handles a missing attribute, and what any of them stores there, say nothing.
        """
        facts = self.inference.facts[at]
        row = facts.terms[receiver] if receiver else ("?",)
        owner = self.inference.receiver_class(at, index, row[1]) if row[0] == "a" else None
        if owner is None or not self.is_stored_once(owner, row[2]):
            return set()
        here = facts.scopes[index]
        scopes = [s for s in self.program.own_scopes(self.program.classes[owner]) if s is not here]
        if any(t.name == row[2] and t.how in ("aug", "again") for s in (here, *scopes) for t in s.stores):
            return set()
        plain = [s for s in scopes if not any(c.guarded for c in s.calls) and not any(t.guarded for t in s.stores)]
        asked = (self.asked_for(at, s, receiver) for s in scopes)
        stored = {t.name for s in scopes for t in s.stores if t.receiver == receiver}
        return {r.name for s in plain for r in s.reads if r.receiver == receiver} - stored.union(*asked)

    def is_stored_once(self, cid: int, name: str) -> bool:
        """Whether one statement alone can have stored an attribute of the instances of a class."""
        family = {None, *self.inference.family(cid)}
        stores = self.inference.attribute_stores().get(name, ())
        owners = [self.inference.receiver_class(at, index, receiver) for at, index, receiver, _ in stores]
        return len([owner for owner in owners if owner in family]) == 1

    def narrowed_terms(self, at: int) -> frozenset[Term]:
        """The terms of a module that ``isinstance``, or a handler of a missing attribute, narrows somewhere."""
        found = self.narrowed.get(at)
        if found is None:
            found = self.narrowed[at] = frozenset(row[1] for row in self.inference.facts[at].terms if row[0] in ("I", "A"))
        return found

    def asked_for(self, at: int, scope: Scope, receiver: Term) -> set[str]:
        """The names that ``hasattr`` or ``getattr`` with a default are asked for on a receiver."""
        terms = self.inference.facts[at].terms
        rows = (terms[call.term] for call in scope.calls)
        asking = (("n", "hasattr"), ("n", "getattr"))
        on_it = [r for r in rows if r[0] == "c" and r[2] >= 2 and r[3] == receiver and terms[r[1]] in asking]
        return {terms[r[4]][1] for r in on_it if terms[r[4]][0] == "s"}

    def matching(self, names: frozenset[str], one_type: bool) -> frozenset[int]:
        """The classes that have all these attributes, or one of them where they are read from several types.

        One that may answer to any has some of them itself: it is taken not to answer to all.
        """
        key = names, one_type
        found = self.matches.get(key)
        if found is None:
            if not names:
                found = frozenset(range(len(self.program.classes)))
            else:
                held = [self.having(name) for name in sorted(names)]
                some = frozenset().union(*held)
                every = held[0].intersection(*held[1:]) if one_type else some
                found = every | self.boundless | (some & self.answering)
            self.matches[key] = found
        return found

    def having(self, name: str) -> frozenset[int]:
        """The classes that have an attribute themselves, through a base, or through a subclass."""
        found = self.holders.get(name)
        if found is None:
            given = {each for cid in self.given_names().get(name, ()) for each in self.inference.family(cid)}
            found = self.holders[name] = self.with_room(name) | given
        return found

    def with_room(self, name: str) -> frozenset[int]:
        """Those of them that declare it, or are related to one that does: a class is given a name, and its instances no room for it."""
        here = {each for cid in self.declared.get(name, ()) for each in self.inference.family(cid)}
        outside = {cid for names, cids in self.outside for cid in cids if name in names}
        return frozenset(here | outside)

    def is_at_home(self, cid: int, name: str) -> bool:
        """Whether an instance that may be of a class has room for an attribute: one of a subclass, where it has none itself."""
        if cid not in self.with_room(name) or not self.is_used(cid):
            return cid in self.with_room(name)
        chain = {each.cid for each in self.program.local_mro(self.program.classes[cid])}
        return not chain.isdisjoint(self.declared.get(name, ())) or any(name in names and cid in cids for names, cids in self.outside)

    def given_names(self) -> dict[str, list[int]]:
        """The names that are stored on classes from outside, with the classes."""
        if self.stored_on is None:
            self.stored_on = {}
            for cid, evidence in enumerate(self.evidence):
                for name in (*evidence.class_stores, *evidence.patched):
                    self.stored_on.setdefault(name, []).append(cid)
        return self.stored_on

    def possessing(self, cid: int, name: str) -> list[int]:
        """What an instance of a class may be of where it has an attribute."""
        return [cid] if cid in self.matching(frozenset({name}), True) else []

    def lacking(self, cid: int, name: str) -> list[int]:
        """What an instance of a class, or of one derived from it, may be of where it lacks an attribute.

        A class that is only derived from, never called and never handed around, has no instances of its own.
        """
        below = [each for each in self.program.descendants(cid) if not self.always_has(each, name)]
        if self.is_used(cid):
            return [cid] if below or not self.always_has(cid, name) else []
        return [each for each in below if self.is_used(each)]

    def is_used(self, cid: int) -> bool:
        """Whether a class is called somewhere, or handed around."""
        return bool(self.evidence[cid].sites or self.evidence[cid].escapes)

    def always_has(self, cid: int, name: str) -> bool:
        """Whether reading an attribute of an instance cannot fail: a method, or what ``__init__`` stores."""
        key = cid, name
        if key not in self.given:
            node = self.program.classes[cid]
            found = self.program.inherited(node, name)
            method = found is not None and found[1].kind == "def" and not found[1].decorators
            self.given[key] = node.mro is not None and (method or self.is_initialised(node, name))
        return self.given[key]

    def is_initialised(self, node: ClassNode, name: str) -> bool:
        """Whether ``__init__``, or one that it calls by ``super()``, stores an attribute that nothing deletes."""
        if name in self.deleted_names():
            return False
        for owner in self.program.local_mro(node):
            member = self.program.member(owner.cid, "__init__")
            if member is None:
                continue
            facts = self.inference.facts[owner.module]
            row = facts.terms[member.term]
            if row[0] != "F" or not facts.scopes[row[1]].params:
                return False
            scope = facts.scopes[row[1]]
            own = ("n", scope.params[0].name)
            if any(s.certain and s.name == name and s.how not in ("aug", "again") and facts.terms[s.receiver] == own for s in scope.stores):
                return True
            rows = [facts.terms[c.term] for c in scope.calls if not (c.guarded or c.repeated)]
            callees = [facts.terms[r[1]] for r in rows if r[0] == "c"]
            if not any(c[0] == "a" and c[2] == "__init__" and facts.terms[c[1]] == ("S",) for c in callees):
                return False
        return False

    def deleted_names(self) -> frozenset[str]:
        """The attributes that some code deletes."""
        if self.deleted is None:
            stores = (s for m in self.program.modules for scope in m.facts.scopes for s in scope.stores)
            self.deleted = frozenset(s.name for s in stores if s.how == "del")
        return self.deleted

    def is_declared(self, cid: int, name: str) -> bool:
        """Whether a class names the attribute in its slots or by a bare annotation."""
        facts = self.program.classes[cid].facts
        return any(name in (s.names or ()) for s in facts.slots) or any(m.name == name and m.kind == "annotation" for m in facts.members)

    def mentions(self, cid: int, name: str) -> bool:
        """Whether the body of a class speaks of a name: declares it, or reads it from an instance of its own."""
        if self.is_declared(cid, name) or name in self.program.members[cid]:
            return True
        scopes = self.program.own_scopes(self.program.classes[cid])
        return any(scope.params and name in scope.loads.get(scope.params[0].name, ()) for scope in scopes)
