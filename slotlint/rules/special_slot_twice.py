"""``"__dict__"`` or ``"__weakref__"`` among the slots although a base has it already: ``TypeError`` at import.

Before:

    class Node:
        __slots__ = ("__weakref__",)

    class Leaf(Node):
        __slots__ = ("value", "__weakref__")   # TypeError: __weakref__ slot disallowed: we already got one

After:

    class Leaf(Node):
        __slots__ = ("value",)

Why it pays: the module cannot be imported.

Trade-offs: none; the base's slot serves the child as well.

When not to: Python 3.15 allows both on any class, so nothing is reported where that is the oldest supported version.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import spot
from slotlint.rules.literals import given_twice, literal_fix
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

RULE = Rule("SLT205", "special-slot-twice", "__dict__ or __weakref__ in slots, and a base has it.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    slots = case.shape.slots
    if slots is None or slots.conditional or case.shape.kind == "attrs":
        return
    for special in SPECIAL:
        holder = given_twice(world, case, special)
        if holder:
            message = f'"{special}" in the slots of {case.node.facts.qualname}: {holder} has it already, which is a TypeError'
            yield world.diagnose(RULE, case, message, **spot(slots), fix=literal_fix(world, case))
