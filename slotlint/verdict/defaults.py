"""Class-level defaults: whether they can move into ``__init__``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slotlint.facts import FileFacts, Member
from slotlint.verdict.basecalls import is_plain
from slotlint.verdict.case import Case
from slotlint.verdict.core import STATE_HOOKS
from slotlint.verdict.settled import CONSTANTS, Settled


class Defaults(Settled):
    """The part of judging that moves defaults."""

    __slots__ = ()

    def movable(self, case: Case, name: str, member: Member) -> bool:
        """Whether a class-level default can become a store in ``__init__``; refuses where it cannot."""
        seen = (
            self.family_note(case, name, lambda e: e.class_reads)
            or self.family_note(case, name, lambda e: e.class_stores)
            or self.family_note(case, name, lambda e: e.patched)
        )
        if member.kind != "value":
            what = "method" if member.kind == "def" else member.kind
            message = f"{name} is a {what} of the class and is stored on instances"
        elif member.conditional or not member.single:
            message = f"the class-level {name} is bound conditionally or together with others"
        elif not self.is_lasting(case, name, member):
            message = f"the class-level value of {name} is evaluated once; an instance of its own would differ"
        elif seen is not None:
            self.refuse_for(case, seen, f"class-level {name}: {seen.message}", "class-name")
            return False
        else:
            message = self.unset_path(case, name)
        if message:
            self.refuse(case, message, "class-name", member.row)
        return not message

    def is_lasting(self, case: Case, name: str, member: Member) -> bool:
        """Whether a value of its own for each instance is as good as one for all; also where nobody meets it."""
        if member.default == "const" or self.is_settled(case, member) or self.is_constant_call(case, member):
            return True
        return self.is_bare_display(case, member) and self.is_never_met(case, name)

    def is_bare_display(self, case: Case, member: Member) -> bool:
        """Whether a value is a list, set or dict of constants, so that making one has no effect."""
        rows = self.inference.facts[case.node.module].terms
        row = rows[member.term]
        return member.default == "mutable" and row[0] in "ld" and all(rows[term][0] in CONSTANTS for term in row[1:])

    def is_never_met(self, case: Case, name: str) -> bool:
        """Whether no instance is met before ``__init__`` has stored a name: worked out in the part that knows ``__init__``."""
        raise NotImplementedError

    def unset_path(self, case: Case, name: str) -> str:
        """Why a moved default may not be stored before it is read on some path, "" where it always is."""
        inherited = self.program.inherited
        if any(self.program.member(d, name) is not None for d in self.program.descendants(case.cid)):
            return f"a subclass overrides the class-level {name}"
        if taken := self.field_below(case, name):
            return taken
        if case.shape.kind == "protocol":
            return f"a protocol cannot be given an __init__ that stores {name}: instances of it could be made"
        if inherited(case.node, "__getattr__") or inherited(case.node, "__getattribute__"):
            return f"__getattr__ may ask for {name} before it is set"
        if inherited(case.node, "__new__"):
            return f"__new__ may hand out an instance without {name}"
        outside = self.program.external_attribute
        if not inherited(case.node, "__init__") and outside(case.node, "__new__") and not outside(case.node, "__init__"):
            return f"an __init__ to store {name} would hand what __new__ of a base takes to that of object, which takes nothing"
        if self.is_init_replaced(case):
            return f"another function takes the place of the __init__ that would store {name}"
        if self.has_finalizer(case):
            return f"__del__ may meet an instance whose __init__ failed before it stored {name}"
        if self.is_hooked(case):
            return f"a base's __init__ calls a method that may read {name} first"
        if not self.init_runs(case):
            return f"{name} may be read before __init__ has run, or __init__ may never run"
        return self.uncovered(case, name)

    def field_below(self, case: Case, name: str) -> str:
        """Which dataclass derived from a class takes the default of a bare annotation from its class-level value, "" if none."""
        for cid in self.program.descendants(case.cid):
            sub = self.cases[cid]
            bare = any(m.name == name and m.kind == "annotation" for m in sub.node.facts.members)
            if bare and sub.shape.kind == "dataclass":
                return f"the field {name} of {sub.node.name} takes its default from the class"
        return ""

    def uncovered(self, case: Case, name: str) -> str:
        """Why the class-level value may show up again after ``__init__``, "" where it cannot."""
        if self.is_deleted(case.evidence, name):
            return f"{name} is deleted somewhere, and the class-level value would be back"
        if self.is_initialised_again(case):
            return f"__init__ is called on an instance that exists already: {name} would be stored once more"
        if case.evidence.combined:
            return f"a class made at run time may override the class-level {name}"
        if any(self.program.inherited(case.node, h) for h in STATE_HOOKS) or case.evidence.copied:
            return f"copying or pickling relies on the class-level {name}"
        if any(self.program.member(o.cid, name) for o in self.ancestors(case)):
            return f"a base has a class-level {name} as well"
        return ""

    def is_initialised_again(self, case: Case) -> bool:
        """Whether ``x.__init__()`` may be called on an instance; calls through super() or a class are those of making it."""
        again = self.inference.table("initialised", lambda facts: frozenset(self.initialised(facts)))
        return not again.isdisjoint(self.inference.family(case.cid))

    def initialised(self, program: Sequence[FileFacts]) -> Iterator[int]:
        """The classes on whose instances ``__init__`` may be called by name."""
        for at, facts in enumerate(program):
            for index, scope in enumerate(facts.scopes):
                for name in (name for name, loads in scope.loads.items() if "__init__" in loads):
                    for held in self.inference.name(at, index, name):
                        if held[0] == "inst":
                            yield from (held[1], *self.program.descendants(held[1]))

    def is_hooked(self, case: Case) -> bool:
        """Whether ``__init__`` of a base calls a method of the class."""
        scopes = (s for owner in self.ancestors(case) for s in self.program.own_scopes(owner, "__init__") if s.params)
        called = (c for scope in scopes for c in scope.loads.get(scope.params[0].name, {}))
        members = (self.program.member(case.cid, name) for name in called)
        return any(member is not None and member.kind == "def" for member in members)

    def init_runs(self, case: Case) -> bool:
        """Whether ``__init__`` of the class runs for each instance before anything else reads it."""
        own = self.program.member(case.cid, "__init__")
        if (own is not None and not is_plain(own)) or self.unled(case) or self.is_called_by_metaclass(case):
            return False
        if any(site.kind == "new" for cid in (case.cid, *self.program.descendants(case.cid)) for site in self.cases[cid].evidence.sites):
            return False
        below = [self.program.classes[cid] for cid in self.program.descendants(case.cid)]
        if any(self.program.inherited(node, "__new__") for node in below):
            return False
        return own is not None or not any(self.program.member(o.cid, "__new__") for o in self.program.local_mro(case.node))
