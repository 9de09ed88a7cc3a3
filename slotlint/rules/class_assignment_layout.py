"""``__class__`` assigned between classes whose layouts differ: TypeError.

Two classes have one layout when one derives from the other and adds neither slots nor a ``__dict__``, or when both
have the same bases and the same slots.

Before:

    class Open:
        __slots__ = ("path", "handle")

        def close(self):
            self.__class__ = Closed      # TypeError: object layout differs

    class Closed:
        __slots__ = ("path",)

After:

    class Closed:
        __slots__ = ("path", "handle")

Why it pays: the assignment works for any two classes without slots, so it breaks when one of them gets some.

Trade-offs: a slot that only the other class needs costs 8 bytes an instance.

When not to: a state held in an attribute needs no ``__class__`` assignment at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.assignments import differ, is_real
from slotlint.rules.context import World
from slotlint.rules.layouts import spot
from slotlint.verdict import Case

RULE = Rule("SLT409", "class-assignment-layout", "__class__ assigned between layouts.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class; of a pair, on the one that has slots, or the first."""
    for other, note in dict.fromkeys(case.evidence.class_assigned):
        twin = world.cases[other]
        real = is_real(world, case) and is_real(world, twin) and is_one(world, case, twin, note)
        if real and is_first(case, twin) and differ(world, case, twin):
            message = f"__class__ is changed between {case.node.name} and {twin.node.name}, whose layouts differ: TypeError"
            yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,))


def is_first(case: Case, twin: Case) -> bool:
    """Whether the pair is to be reported here."""
    if (case.shape.declared is None) != (twin.shape.declared is None):
        return case.shape.declared is not None
    return case.shape.declared is not None and case.cid < twin.cid


def is_one(world: World, case: Case, twin: Case, note: Note) -> bool:
    """Whether one of the two is the only class whose instances the assignment is known to change."""
    changed = world.once("class assignments", lambda: assigned(world)).get(note, set())
    return len(changed) == 1 and bool(changed & {case.cid, twin.cid})


def assigned(world: World) -> dict[Note, set[int]]:
    """Each assignment to ``__class__`` with the classes whose instances it may change."""
    found: dict[Note, set[int]] = {}
    for case in world.cases:
        for write in case.evidence.writes:
            if write.name == "__class__":
                found.setdefault(write.note, set()).add(case.cid)
    return found
