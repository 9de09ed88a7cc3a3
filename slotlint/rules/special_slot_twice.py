"""``__dict__`` or ``__weakref__`` among the slots although a base has it already.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Applicability, Diagnostic, Fix, RemoveSlots, Rule
from slotlint.rules.context import World
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

RULE = Rule("SLT205", "special-slot-twice", "__dict__ or __weakref__ in slots, and a base has it.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.node.mro is None or case.shape.kind == "attrs":
        return
    for special in SPECIAL:
        if special in (case.shape.declared or ()):
            holder = held_by(world, case, special)
            if holder:
                remedy = world.remedy(case, (RemoveSlots((special,)),))
                fix = Fix(Applicability.SAFE, f"remove {special}", f"{case.node.key}.{special}", (remedy,))
                message = f'"{special}" in the slots of {case.node.facts.qualname}: {holder} has it already, which is a TypeError'
                yield world.diagnose(RULE, case, message, row=case.shape.slots.row, column=case.shape.slots.column, fix=fix)


def held_by(world: World, case: Case, special: str) -> str:
    """The base that has the special slot, or ""."""
    for owner in world.program.local_mro(case.node)[1:]:
        shape = world.cases[owner.cid].shape
        if shape.kind in ("plain", "protocol") and (shape.declared is None or special in shape.declared) and not shape.unreadable:
            if shape.declared is not None or not any_dictless(world, owner.cid, special):
                return owner.name
    for name in world.program.external_mro(case.node):
        found = external.lookup(name, world.program.targets[-1])
        if found is not None and (found.has_dict if special == "__dict__" else found.has_weakref):
            return name
    return ""


def any_dictless(world: World, cid: int, special: str) -> bool:
    """Whether an unslotted class still lacks the special slot, as variable-size bases make it lack weak references."""
    if special == "__dict__":
        return False
    names = world.program.external_mro(world.program.classes[cid])
    return any(not found.takes_nonempty for n in names if (found := external.lookup(n, world.program.targets[-1])))
