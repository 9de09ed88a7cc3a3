"""Dataclasses and attrs classes: their decorators make slots."""

from __future__ import annotations

from typing import Any

from slotlint.diagnostics import AddField, DecoratorArgument
from slotlint.evidence import Evidence
from slotlint.facts import FileFacts, Member, Scope
from slotlint.infer import Inference
from slotlint.program import Program
from slotlint.reach import Reach
from slotlint.shape import decorator_values, spelt
from slotlint.verdict.case import Case
from slotlint.verdict.core import FIELD_KINDS
from slotlint.verdict.fields import attrs_fields, may_make_field
from slotlint.verdict.policy import EVERYWHERE, Options
from slotlint.verdict.state import State

FIELD_READERS = frozenset({"fields", "asdict", "astuple", "replace"})  # of dataclasses


def _lists_fields(facts: FileFacts) -> bool:
    """Whether a module mentions a function that lists the fields of dataclasses, or the table that they are in."""
    modules = {t for t, row in enumerate(facts.terms) if row == ("n", "dataclasses")}
    modules |= {t for t, row in enumerate(facts.terms) if row[0] == "n" and ("m", "dataclasses", 0) in bound(facts, row[1])}
    return any(
        (row[0] == "f" and row[1] == "dataclasses" and row[3] in FIELD_READERS)
        or (row[0] == "a" and (row[2] == "__dataclass_fields__" or (row[1] in modules and row[2] in FIELD_READERS)))
        for row in facts.terms
    ) or "__dataclass_fields__" in {name for scope in facts.scopes for held in scope.loads.values() for name in held}


def bound(facts: FileFacts, name: str) -> list[tuple[object, ...]]:
    """The terms that a module binds a name to."""
    return [facts.terms[term] for term in facts.scopes[0].bindings.get(name, ())]


FIELD_TABLES = frozenset({"__dataclass_fields__", "__annotations__", "__match_args__", "get_type_hints", "get_annotations"})


def reads_fields(facts: FileFacts, row: tuple[Any, ...]) -> bool:
    """Whether a term names something that lists the fields or annotations of a dataclass."""
    if row[0] == "f":
        return (row[1] == "dataclasses" and row[3] in FIELD_READERS) or row[3] in FIELD_TABLES
    if row[0] != "a":
        return False
    if row[2] in FIELD_READERS and facts.terms[row[1]][0] == "n":
        held = facts.scopes[0].bindings.get(facts.terms[row[1]][1], ())
        return any(facts.terms[t] == ("m", "dataclasses", 0) for t in held)
    return row[2] in FIELD_TABLES


class Decorated(State):
    """The part of judging that knows ``slots=True``."""

    __slots__ = ("field_readers",)

    def __init__(
        self, program: Program, inference: Inference, evidence: list[Evidence], reach: Reach, options: Options = EVERYWHERE
    ) -> None:
        super().__init__(program, inference, evidence, reach, options)
        self.field_readers: bool | None = None  # whether some module imports dataclasses.fields or its kin

    def special_forms(self, case: Case) -> None:
        """``slots=True`` for dataclasses and attrs classes, where a second class object does no harm."""
        if case.shape.kind == "dataclass":
            self.dataclass(case)
        elif case.shape.kind == "attrs":
            self.attrs(case)

    def second_class(self, case: Case) -> None:
        """What harm a second class object does (``slots=True`` makes one)."""
        facts = case.node.facts
        if facts.keywords and case.shape.kind == "dataclass":
            self.refuse(case, "slots=True makes a second class without the class keywords", "second-class")
        for owner in self.program.local_mro(case.node):
            where = owner.facts.row, self.program.path(owner)
            if owner.cid != case.cid and self.program.member(owner.cid, "__init_subclass__"):
                self.refuse(case, "slots=True runs __init_subclass__ of a base twice", "second-class", *where)
            if owner.facts.metaclass:
                self.refuse(case, "slots=True runs the metaclass twice", "second-class", *where)
            note = self.reach.subclass_lists.get(owner.cid)
            if note is not None:
                self.refuse_for(case, note, "__subclasses__() lists the class that slots=True discards", "second-class")
        for member in facts.members:
            values = self.inference.ask(case.node.module, facts.scope, member.term) if member.kind == "value" else ()
            if any(v[0] == "inst" and self.program.inherited(self.program.classes[v[1]], "__set_name__") for v in values):
                self.refuse(case, "slots=True runs __set_name__ of a descriptor twice", "second-class", member.row)
        if len(facts.decorators) > case.shape.decorator + 1:
            row = facts.decorator_rows[case.shape.decorator + 1]
            self.refuse(case, "a decorator below keeps the class that slots=True discards", "second-class", row)

    def dataclass(self, case: Case) -> None:
        """``slots=True`` and what goes with it for a dataclass, or slots in its body where the second class does harm."""
        held = len(case.reasons)
        self.second_class(case)
        self.names_itself(case)
        fields = {m.name for m in case.node.facts.members if m.annotation and not self.is_class_variable(case, m)}
        frozen = case.shape.option("frozen") is not False
        if len(case.reasons) > held and self.takes_own_slots(case, fields, frozen):
            del case.reasons[held:]
            return
        extra = [n for n in case.names if n not in fields]
        if frozen:
            self.frozen(case, fields)
        self.field_defaults(case, fields)
        if case.shape.option("slots") is None:
            self.refuse(case, "slots= is given by an expression", "decorator")
        if case.weakref is not None and self.program.targets[0] < (3, 11):
            if frozen or extra or any(self.program.member(case.cid, n) for n in fields):
                message = "weak references need weakref_slot=True, which 3.10 does not have"
                self.refuse_for(case, case.weakref, message, "weakref")
            return
        if extra:
            self.add_fields(case, extra)
        case.actions.insert(0, DecoratorArgument(case.shape.decorator, "slots"))
        if case.weakref is not None:
            case.actions.insert(1, DecoratorArgument(case.shape.decorator, "weakref_slot"))

    def takes_own_slots(self, case: Case, fields: set[str], frozen: bool) -> bool:
        """Whether a dataclass may have its slots in the class body: no second class is made then.

        It does so where its ``__init__`` is its own: a default that a field gets later, for one that the decorator
        writes, would raise ValueError. No field has a value at class level, which a slot would conflict with or hide:
        its default. What is frozen has a ``__setattr__`` that copies, which set each slot, would meet.
        """
        if case.defaults or case.shape.option("slots") is None or self.program.member(case.cid, "__init__") is None:
            return False
        members = {m.name: m.kind for m in case.node.facts.members}
        if any(members.get(name, "annotation") != "annotation" for name in fields.union(case.names)):
            return False
        if any(self.program.member(owner.cid, name) is not None for owner in self.ancestors(case) for name in fields):
            return False
        family = (self.cases[cid].evidence for cid in (case.cid, *self.program.descendants(case.cid)))
        return not (frozen and (self.reach.deep_unknown or any(e.copied or e.maybe_copied for e in family)))

    def field_defaults(self, case: Case, fields: set[str]) -> None:
        """``slots=True`` takes defaults off the class, where instances find them that no ``__init__`` has filled."""
        terms = self.inference.facts[case.node.module].terms
        for member in case.node.facts.members:
            row = terms[member.term]
            made = row[0] == "c" and "default" not in row[3 + row[2] :: 2]  # field(...) leaves nothing on the class
            if member.name in fields and member.kind == "value" and not made:
                message = self.unfilled(case, member.name)
                if message:
                    self.refuse(case, message, "class-name", member.row)

    def unfilled(self, case: Case, name: str) -> str:
        """Why an instance may be without a field that has a default, "" where none can."""
        if not self.makes_init(case) and not self.reach.is_initialised(case.node, name):
            return f"__init__ may not store {name}, and its default would not be found on the class"
        if self.is_init_replaced(case) or self.has_finalizer(case):
            return f"an instance may be met whose __init__ has not stored {name}, and its default would not be found on the class"
        if other := self.unled(case):
            return f"__init__ of {other} may not store {name}, and its default would not be found on the class"
        family = (case.cid, *self.program.descendants(case.cid))
        if any(site.kind == "new" for cid in family for site in self.cases[cid].evidence.sites):
            return f"an instance made without __init__ would not find {name} on the class"
        if any(self.is_deleted(self.cases[cid].evidence, name) for cid in family):
            return f"{name} is deleted somewhere, and its default would not be found on the class"
        if taken := self.field_below(case, name):
            return taken
        if any(self.program.inherited(case.node, hook) for hook in ("__setstate__", "__getstate__")):
            return f"a copy may be without {name}, and its default would not be found on the class"
        return ""

    def makes_init(self, case: Case) -> bool:
        """Whether the decorator writes an ``__init__``: dataclasses keep one that is there."""
        written = self.program.member(case.cid, "__init__") is not None
        return case.shape.kind in FIELD_KINDS and not written and dict(case.shape.options).get("init", True) is True

    def names_itself(self, case: Case) -> None:
        """Before 3.14 ``super()`` and ``__class__`` still name the class without slots."""
        if self.program.targets[0] >= (3, 14):
            return
        message = "super() and __class__ name the class that slots=True discards (before 3.14)"
        for scope in self.program.modules[case.node.module].facts.scopes:
            if "u" in scope.flags and self.in_class(case, scope):
                self.refuse(case, message, "second-class", scope.row)

    def add_fields(self, case: Case, extra: list[str]) -> None:
        """Stored names that are no fields become fields that take no part in anything."""
        field_name = self.field_function(case)
        if field_name is None:
            message = f"stores {extra[0]}, which is no field, and dataclasses.field is not imported"
            self.refuse(case, message, "store")
        elif self.program.descendants(case.cid) or self.introspects_fields():
            self.refuse(case, f"stores {extra[0]}, which is no field", "store")
        else:
            case.actions.append(AddField(tuple((spelt(n, case.node.name), "object") for n in extra), field_name))

    def introspects_fields(self) -> bool:
        """Whether some code lists the fields of dataclasses."""
        if self.field_readers is None:
            modules = [m.facts for m in self.program.modules if not m.foreign]
            self.field_readers = any(_lists_fields(facts) for facts in modules) or any(
                reads_fields(facts, row) for facts in modules for row in facts.terms
            )
        return self.field_readers

    def field_function(self, case: Case) -> str | None:
        """The expression for ``dataclasses.field`` in the module of a class."""
        facts = self.program.modules[case.node.module].facts
        for name, held in facts.scopes[0].bindings.items():
            rows = [facts.terms[t] for t in held]
            if rows == [("f", "dataclasses", 0, "field")]:
                return name
            if rows == [("m", "dataclasses", 0)]:
                return f"{name}.field"
        return None

    def in_class(self, case: Case, scope: Scope) -> bool:
        """Whether a scope lies in a method of the class."""
        scopes = self.program.modules[case.node.module].facts.scopes
        while scope.parent > 0 and scope.owner < 0:
            scope = scopes[scope.parent]
        return scope.owner == case.node.index and scope.kind != "class"

    def frozen(self, case: Case, fields: set[str]) -> None:
        """Frozen dataclasses with slots: state lists every field, unknown names raise another error."""
        for member in case.node.facts.members:
            if self.may_be_unset(case, member):
                message = f"the state of a frozen class with slots lists {member.name}, which may be unset"
                self.refuse(case, message, "state", member.row)
        for attribute in case.evidence.attributes.values():
            if attribute.name not in fields and not attribute.own:
                message = f"stores {attribute.name} on a frozen instance: slots change the error"
                self.refuse_for(case, attribute.notes[0], message, "store")
        for cid in self.program.descendants(case.cid):
            sub = self.cases[cid]
            if sub.shape.kind == "plain" and sub.names:
                where = sub.node.facts.row, self.program.path(sub.node)
                message = f"subclass {sub.node.name} is no dataclass and stores names of its own"
                self.refuse(case, message, "subclass", *where)

    def may_be_unset(self, case: Case, member: Member) -> bool:
        """Whether a field is left out of ``__init__`` and has no default."""
        row = self.inference.facts[case.node.module].terms[member.term] if member.term else ("?",)
        return row[0] == "c" and "init" in row[3 + row[2] :: 2] and "default" not in row and "default_factory" not in row

    def attrs(self, case: Case) -> None:
        """``slots=True`` for an attrs class."""
        self.second_class(case)
        if case.shape.option("slots") is None:
            self.refuse(case, "slots= is given by an expression", "decorator")
        members = case.node.facts.members
        lazy = [m.name for m in members if m.decorators and "functools.cached_property" in self.decorator_names(case, m)]
        made = [m.name for m in members if may_make_field(case.node, m, self.inference)]
        case.names = tuple(dict.fromkeys((*case.names, *made, *lazy)))
        fields = attrs_fields(case.node, case.shape, self.inference, lambda m: not self.is_class_variable(case, m)).union(lazy)
        fields |= {m.name for m in members if m.name not in case.evidence.attributes and (m.kind == "value" or m.annotation)}
        extra = [n for n in case.names if n not in fields]
        if extra and extra[0] in case.evidence.attributes:
            note = case.evidence.attributes[extra[0]].notes[0]
            self.refuse_for(case, note, f"stores {extra[0]}, which is no field", "store")
        elif extra:
            self.refuse(case, f"stores {extra[0]}, which is no field", "store")
        case.reasons = [r for r in case.reasons if r.kind != "class-name" or "stored on instances" in r.message]
        case.weakref = None  # attrs adds __weakref__ itself (weakref_slot=True is its default)
        case.defaults = ()
        case.actions.insert(0, DecoratorArgument(case.shape.decorator, "slots"))

    def decorator_names(self, case: Case, member: Member) -> set[str]:
        """The names of the external decorators of a method."""
        return decorator_values(case.node, member, self.inference)[0]
