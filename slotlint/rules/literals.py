"""The one safe change of a ``__slots__`` literal that all rules on it share, so that no two fixes touch it at once."""

from __future__ import annotations

from slotlint import external
from slotlint.diagnostics import Applicability, ExtendSlots, Fix, RemoveSlots, ReplaceSlots
from slotlint.program import ClassNode
from slotlint.rules.context import World
from slotlint.rules.gaps import gaps, lacks_weakref, unslotted_annotations, weak_targets
from slotlint.rules.layouts import gives, is_malformed, is_settled, lists_slots, own_slots
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case

LITERAL = frozenset({"tuple", "list", "set", "dict"})


def is_literal(case: Case) -> bool:
    """Whether the class has one unconditional ``__slots__`` whose names stand in it."""
    slots = case.shape.slots
    real = [s for s in case.node.facts.slots if s.form not in ("typo", "annotation")]
    return (
        slots is not None and len(real) == 1 and slots.form in LITERAL and slots.names is not None
        and not slots.conditional and "augmented" not in slots.flags
    )  # fmt: skip


def literal_fix(world: World, case: Case) -> Fix | None:
    """What would mend the slots of a class: names added, repeated ones removed; None where that is not safe."""
    if not is_literal(case) or is_malformed(case) or case.shape.slots is None:
        return None
    held = list(case.shape.slots.names or ())
    added, excess = wanted(world, case), [n for n in redundant(world, case) if n in held]
    repeated = list(dict.fromkeys(n for at, n in enumerate(held) if n in held[:at]))
    if added and not set(held) - set(SPECIAL) and joins_others(world, case):
        return None
    action: ExtendSlots | RemoveSlots | ReplaceSlots
    if added and not excess and not repeated:
        action, verb = ExtendSlots(tuple(added)), f"add {', '.join(added)} to"
    elif repeated and not added and not excess:
        action, verb = RemoveSlots(tuple(repeated), duplicates=True), f"name {', '.join(repeated)} once in"
    elif excess and not added and not repeated:
        action, verb = RemoveSlots(tuple(excess)), f"remove {', '.join(excess)} from"
    elif added or excess or repeated:
        names = tuple(dict.fromkeys(n for n in (*held, *added) if n not in excess))
        action, verb = ReplaceSlots(names), "write anew"
    else:
        return None
    remedy = world.remedy(case, (action,))
    return Fix(Applicability.SAFE, f"{verb} the slots of {case.node.name}", f"{case.node.key}.__slots__", (remedy,))


def wanted(world: World, case: Case) -> list[str]:
    """The names to add, as the class body spells them."""
    names = [g.name for g in gaps(world, case) if g.hidden_by is None]
    names += [m.name for m in unslotted_annotations(world, case) if m.kind == "annotation"]
    weak = weakref_holder(world, case)
    special = ["__weakref__"] if weak is case and case.shape.kind != "attrs" else []
    return [*(spelt(n, case.node.name) for n in dict.fromkeys(names)), *special]


def weakref_holder(world: World, case: Case) -> Case | None:
    """The topmost class of the chain that weak references are taken to and that has no room for one."""
    chain = [world.cases[c.cid] for c in world.program.local_mro(case.node)]
    lacking = [c for c in chain if lacks_weakref(world, c) and weak_targets(world, c)]
    if not lacking or any("__weakref__" in (own_slots(world, world.cases[d]) or ()) for d in world.program.descendants(lacking[-1].cid)):
        return None
    return lacking[-1]


def joins_others(world: World, case: Case) -> bool:
    """Whether a known subclass has more bases, with which new slots could conflict."""
    return any(len(world.program.classes[d].bases) > 1 for d in world.program.descendants(case.cid))


def redundant(world: World, case: Case) -> list[str]:
    """The names to remove, as spelt: slots that a base has, and special slots that it gives (a TypeError)."""
    read = lists_slots(case) or bool(case.evidence.class_assigned)
    names = [spelt(n, case.node.name) for n, owner in redefined(world, case) if not read and is_found_behind(world, case, n, owner)]
    return [*names, *(s for s in SPECIAL if given_twice(world, case, s))]


def is_found_behind(world: World, case: Case, name: str, owner: ClassNode | str) -> bool:
    """Whether the slot of a base is what instances find in place of one that a class repeats, once that is gone.

    It is not where a class between the two binds the name, or something stores it on one of them: a decorator or
    ``__init_subclass__`` may do so as soon as the class has no such name itself. What asks one of the classes for the name
    gets another descriptor, and with it the other one of two values.
    """
    program = world.program
    below = [program.classes[cid] for cid in (case.cid, *program.descendants(case.cid))]
    if (
        case.shape.obstacles
        or case.evidence.introspected
        or any(program.member(node.cid, "__init_subclass__") for node in program.local_mro(case.node)[1:])
    ):
        return False
    between: dict[int, ClassNode] = {}
    for node in below:
        above = program.local_mro(node)
        if case.node not in above:
            return False
        start = above.index(case.node) + 1
        stop = above.index(owner) if isinstance(owner, ClassNode) and owner in above else len(above)
        between.update((each.cid, each) for each in above[start:stop])
        if isinstance(owner, ClassNode) and program.external_attribute(node, name) is not None:
            return False
    if any(program.member(cid, name) is not None for cid in between):
        return False
    asked = [world.cases[cid].evidence for cid in {*between, *(node.cid for node in below)}]
    asked += [world.cases[owner.cid].evidence] if isinstance(owner, ClassNode) else []
    return not any(name in names for held in asked for names in (held.class_reads, held.class_stores, held.patched))


def redefined(world: World, case: Case) -> list[tuple[str, ClassNode | str]]:
    """Slots that a base has already, with the base; names are mangled."""
    found: dict[str, ClassNode | str] = {}
    for owner in world.program.local_mro(case.node)[1:]:
        for name in own_slots(world, world.cases[owner.cid]) or ():
            found.setdefault(name, owner)
    for base in world.program.external_mro(case.node):
        layouts = external.lookup_all(base, world.program.targets)
        for name in set(layouts[0].slots).intersection(*(x.slots for x in layouts)) if layouts else ():
            found.setdefault(name, base)
    return [(n, found[n]) for n in case.shape.declared or () if n in found and n not in SPECIAL]


def given_twice(world: World, case: Case, special: str) -> str:
    """The base on which ``type.__new__`` refuses the special slot ('we already got one'), or ""."""
    if special not in (case.shape.declared or ()) or case.node.mro is None or world.program.targets[0] >= (3, 15):
        return ""
    if len(case.node.bases) > 1 or any(len(o.bases) > 1 for o in world.program.local_mro(case.node)):
        return ""  # only the base that fixes the layout counts
    for owner in world.program.local_mro(case.node)[1:]:
        inner = world.cases[owner.cid]
        held = own_slots(world, inner)
        if is_settled(world, inner) and (special in held if held is not None else has_special(world, inner, special)):
            return owner.name
    bases = [b for b in world.program.external_mro(case.node) if external.lookup(b, world.program.targets[-1])]
    return next((b for b in bases if all(gives(b, special, v) for v in world.program.targets)), "")


def has_special(world: World, case: Case, special: str) -> bool:
    """Whether a class without slots has it: a ``__dict__`` always, weak references unless its base is of variable size."""
    bases = world.program.external_mro(case.node)
    return special == "__dict__" or not any(
        not found.takes_nonempty for b in bases if (found := external.lookup(b, world.program.targets[-1]))
    )
