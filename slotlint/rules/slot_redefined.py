"""A slot that a base has already. Names count as CPython stores them: ``__x`` of a base and ``__x`` of a child are two.

Before:

    class Point:
        __slots__ = ("x", "y")

    class Point3(Point):
        __slots__ = ("x", "y", "z")

After:

    class Point3(Point):
        __slots__ = ("z",)

Why it pays: each such name costs 8 bytes an instance for room that nothing can reach but ``Point.x`` itself.

Trade-offs: ``Point3.__slots__`` names fewer attributes; where code loops over it, no fix is offered.

When not to: never for the layout's sake; a class that lists its slots for readers can do so in its docstring.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import is_malformed, spot
from slotlint.rules.literals import literal_fix, redefined, redundant
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT202", "slot-redefined", "A slot that a base already has.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.shape.unreadable or case.node.mro is None or is_malformed(case):
        return
    for name, base in redefined(world, case):
        shown = spelt(name, case.node.name)
        held = base if isinstance(base, str) else base.name
        at = case.node if isinstance(base, str) else base
        notes = (Note(f"{held} has the slot {shown}", world.path(at), at.facts.row, kind="base"),)
        fix = literal_fix(world, case) if shown in redundant(world, case) else None
        message = f"slot {shown} of {case.node.facts.qualname} is one of {held} already: it wastes 8 bytes and hides the base's"
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=notes, fix=fix)
