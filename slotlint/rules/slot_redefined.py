"""A slot that a base already has.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Applicability, Diagnostic, Fix, Note, RemoveSlots, Rule
from slotlint.rules.context import World
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case

RULE = Rule("SLT202", "slot-redefined", "A slot that a base already has.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.shape.unreadable:
        return
    for owner in world.program.local_mro(case.node)[1:]:
        base = world.cases[owner.cid]
        held = set(base.shape.declared or ()) - set(SPECIAL)
        for name in case.shape.declared or ():
            if name in held:
                note = Note(f"{owner.name} has the slot {name}", world.path(owner), owner.facts.row, kind="base")
                remedy = world.remedy(case, (RemoveSlots((spelt(name, case.node.name),)),))
                fix = Fix(Applicability.UNSAFE, f"remove {name}", f"{case.node.key}.{name}", (remedy,))
                message = f"slot {name} of {case.node.facts.qualname} is one of {owner.name} already: it wastes 8 bytes and hides the base's"
                yield world.diagnose(RULE, case, message, row=case.shape.slots.row, column=case.shape.slots.column, notes=(note,), fix=fix)
