"""An annotated attribute of a slotted class that has no slot.

Annotations of fields count in a dataclass with hand-written slots: its ``__init__`` stores them, and raises.

Before:

    class Order:
        __slots__ = ("number",)
        number: int
        total: float             # promised to readers and type checkers; storing it raises AttributeError

After:

    class Order:
        __slots__ = ("number", "total")
        number: int
        total: float

Why it pays: a type checker takes the annotation's word for it, so nobody sees the error before it happens.

Trade-offs: the slot costs 8 bytes an instance.

When not to: an annotation that says ``ClassVar``, one of an abstract class whose subclasses have the slot, and one
that a property or ``__getattr__`` answers for are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.gaps import gaps, unslotted_annotations
from slotlint.rules.literals import literal_fix
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT407", "annotation-not-in-slots", "An annotated attribute without slot.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class; what is stored as well is SLT401."""
    stored = {gap.name for gap in gaps(world, case)}
    for member in unslotted_annotations(world, case):
        if member.name not in stored:
            shown = spelt(member.name, case.node.name)
            message = f"{shown} of {case.node.facts.qualname} is annotated, but is no slot"
            fix = literal_fix(world, case) if member.kind == "annotation" else None
            yield world.diagnose(RULE, case, message, row=member.row, fix=fix)
