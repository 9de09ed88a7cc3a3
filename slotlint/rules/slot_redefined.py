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
from slotlint.program import ClassNode
from slotlint.rules.context import World
from slotlint.rules.layouts import is_malformed, own_slots, spot
from slotlint.rules.literals import literal_fix, redefined, redundant
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT202", "slot-redefined", "A slot that a base already has.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    for owner in repeated_whole(world, case):
        note = Note(f"the slots of {owner.name}", world.path(owner), owner.facts.row, kind="base")
        message = f"the slots of {case.node.facts.qualname} repeat those of its base {owner.name}: each wastes 8 bytes"
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,))
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


def repeated_whole(world: World, case: Case) -> list[ClassNode]:
    """The bases whose ``Base.__slots__`` is put into the slots of the class, where they hold any."""
    pending = [s.value for s in case.node.facts.slots if s.form == "computed" or s.names is None]
    terms, found = world.inference.facts[case.node.module].terms, []
    while pending:
        row = terms[pending.pop()]
        if row[0] == "a" and row[2] == "__slots__":
            values = world.inference.ask(case.node.module, case.node.facts.scope, row[1])
            found += [v[1] for v in values if v[0] == "cls"]
        elif row[0] in "tl*b":
            pending += row[2:] if row[0] == "b" else row[1:]
        elif row[0] == "c":
            pending += row[3 : 3 + row[2]]
    return [o for o in world.program.local_mro(case.node)[1:] if o.cid in found and own_slots(world, world.cases[o.cid])]
