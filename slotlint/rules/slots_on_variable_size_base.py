"""Non-empty slots on ``int``, ``tuple``, ``bytes`` and other bases of variable size: ``TypeError`` at import.

Before:

    class Pair(tuple):
        __slots__ = ("label",)   # TypeError: nonempty __slots__ not supported for subtype of 'tuple'

After:

    class Pair(tuple):
        __slots__ = ()

Why it pays: the module cannot be imported.

Trade-offs: with ``__slots__ = ()`` instances have no room for the name at all; it must be one of the items, or the
class must keep its dict and declare no slots.

When not to: never; ``"__dict__"`` alone is allowed there and is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import spot
from slotlint.verdict import Case

RULE = Rule("SLT204", "slots-on-variable-size-base", "Non-empty slots on int, tuple, bytes and the like.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    slots = case.shape.slots
    if slots is None or slots.conditional or not [n for n in case.shape.declared or () if n != "__dict__"]:
        return
    for name in world.program.external_mro(case.node):
        layouts = external.lookup_all(name, world.program.targets)
        if layouts and all(not found.takes_nonempty and found.solid != "object" for found in layouts):
            message = f"nonempty __slots__ are not supported for subtypes of {name}: {case.node.facts.qualname} raises TypeError at import"
            yield world.diagnose(RULE, case, message, **spot(slots))
            return
