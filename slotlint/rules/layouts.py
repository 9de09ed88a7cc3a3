"""What instances of a class hold room for: which classes are known to have no ``__dict__``, and where a name is found."""

from __future__ import annotations

import keyword
from typing import TypedDict

from slotlint import external
from slotlint.facts import Member, Slots
from slotlint.program import ClassNode
from slotlint.rules.context import World
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

HOOKS = ("__setattr__", "__getattr__", "__getattribute__")


def is_malformed(case: Case) -> bool:
    """Whether the slots statement does not say what was meant, so that its names prove nothing."""
    slots = case.shape.slots
    if slots is None:
        return False
    if "implicit-concatenation" in slots.flags or slots.form == "iterator":
        return True
    return any(not n.isidentifier() or keyword.iskeyword(n) for n in slots.names or ())


def is_grown(world: World, case: Case) -> bool:
    """Whether the class body goes on to change its ``__slots__`` by method calls before the class is made."""
    scope = world.program.scope(case.node.module, case.node.facts.scope)
    return "__slots__" in scope.loads


def is_settled(world: World, case: Case) -> bool:
    """Whether what the class declares is all that there is: no decorator, metaclass or computation adds to it."""
    shape, module = case.shape, world.program.modules[case.node.module]
    if shape.obstacles or shape.unreadable or module.is_stub or is_grown(world, case):
        return False
    options = dict(shape.options)
    return "" not in options and options.get("slots", False) is not None


def own_slots(world: World, case: Case) -> tuple[str, ...] | None:
    """The slots that the class itself adds, mangled, the special ones included; None where it declares none."""
    shape = case.shape
    if shape.declared is None:
        return () if shape.kind == "namedtuple" else None
    if shape.kind not in ("dataclass", "attrs") or not shape.option("slots"):
        return shape.declared
    values = [m.name for m in case.node.facts.members if shape.kind == "attrs" and m.kind == "value"]
    names = (*shape.declared, *(m.name for m in fields(world, case)), *values)
    weak = (
        shape.option("weakref_slot")
        if shape.kind == "dataclass"
        else shape.option("weakref_slot") or "weakref_slot" not in dict(shape.options)
    )
    return (*dict.fromkeys(names), *(("__weakref__",) if weak else ()))


def fields(world: World, case: Case) -> list[Member]:
    """The annotated members of a class that are no class variables."""
    return [m for m in case.node.facts.members if m.annotation and not world.judge.is_class_variable(case, m)]


def is_dictless(world: World, case: Case) -> bool:
    """Whether instances are known to have no ``__dict__``, on some supported version at least."""
    if case.node.mro is None or case.shape.kind in ("enum", "typeddict"):
        return False
    for owner in world.program.local_mro(case.node):
        inner = world.cases[owner.cid]
        held = own_slots(world, inner)
        if held is None or "__dict__" in held or not is_settled(world, inner):
            return False
    versions = world.program.targets
    bases = world.program.external_mro(case.node)
    return any(all(not gives(base, "__dict__", v) for base in bases) for v in versions)


def gives(base: str, special: str, version: tuple[int, int]) -> bool:
    """Whether an external base gives instances the special slot; one that is not known may."""
    found = external.lookup(base, version)
    return found is None or (found.has_dict if special == "__dict__" else found.has_weakref)


def is_exposed(world: World, case: Case) -> bool:
    """Whether instances without a ``__dict__`` are to be expected of the class or of a class derived from it.

    A mixin without slots and a base that every subclass derives with a ``__dict__`` make none.
    """
    family = [case, *(world.cases[d] for d in world.program.descendants(case.cid))]
    lone = len(family) == 1
    for each in family:
        made = each.evidence.sites or not world.program.descendants(each.cid)
        if made and is_dictless(world, each) and (not lone or each.evidence.sites or total_slots(world, each)):
            return True
    return False


def total_slots(world: World, case: Case) -> set[str]:
    """Every slot over the MRO, the special ones aside."""
    found: set[str] = set()
    for owner in world.program.local_mro(case.node):
        found.update(own_slots(world, world.cases[owner.cid]) or ())
    for base in world.program.external_mro(case.node):
        layout = external.lookup(base, world.program.targets[-1])
        found.update(layout.slots if layout else ())
    return found - set(SPECIAL)


def has_hook(world: World, case: Case, *names: str) -> bool:
    """Whether a class of the MRO, below object, defines one of these methods."""
    return any(
        world.program.inherited(case.node, name) is not None or world.program.external_attribute(case.node, name) is not None
        for name in names
    )


def found_in(world: World, case: Case, name: str) -> tuple[str, ClassNode | None, Member | None]:
    """What a store of the name meets first in the MRO.

    ("slot" | "descriptor" | "value" | "unsure" | "", the class, its member); "value" makes the store an error.
    """
    for owner in world.program.local_mro(case.node):
        inner = world.cases[owner.cid]
        if name in (own_slots(world, inner) or ()):
            return "slot", owner, None
        member = world.program.member(owner.cid, name)
        if name in inner.evidence.class_stores or any(n.kind == "dynamic-store" for n in inner.evidence.introspected):
            return "unsure", owner, member
        if member is not None:
            return kind_of(world, inner, name, member), owner, member
    attribute = world.program.external_attribute(case.node, name)
    if attribute is not None:
        return ("descriptor" if attribute.kind == "data" else "unsure"), None, None
    held = {n for b in world.program.external_mro(case.node) if (x := external.lookup(b, world.program.targets[-1])) for n in x.slots}
    return ("slot" if name in held else ""), None, None


def kind_of(world: World, case: Case, name: str, member: Member) -> str:
    """Whether a class-level name takes a store on an instance, refuses it, or cannot be told."""
    if world.judge.is_descriptor(case, name):
        return "descriptor"
    if member.conditional or member.decorators or member.kind in ("import", "class"):
        return "unsure"
    return "value" if member.kind == "def" or member.default in ("const", "mutable") else "unsure"


def lists_slots(case: Case) -> bool:
    """Whether code of the program reads the ``__slots__`` of the class."""
    return bool(case.evidence.slots_reads or case.evidence.slots_scopes)


class Spot(TypedDict, total=False):
    """A place in the file of a class; without one, its class keyword."""

    row: int
    column: int


def spot(slots: Slots | None) -> Spot:
    """Where a slots statement stands, as ``World.diagnose`` takes it."""
    return {} if slots is None else {"row": slots.row, "column": slots.column}
