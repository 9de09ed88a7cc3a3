"""Slots that are no names: not iterable, not strings, no identifiers, used up, without order, or no ``__slots__`` at all.

Found as well: ``__slots__`` beside ``slots=True`` and ``weakref_slot=True`` without it, both a TypeError; keywords and
names of ``object`` as slots; and statements that only look like slots: ``__slot__``, ``__slots__: tuple`` without a
value, or the whole of it under ``if TYPE_CHECKING``.

Before:

    class Point:
        __slots__ = (name for name in ("x", "y"))    # used up: copy and pickle find no names

    class Line:
        __slot__ = ("a", "b")                        # does nothing

After:

    class Point:
        __slots__ = ("x", "y")

    class Line:
        __slots__ = ("a", "b")

Why it pays: some of these stop the import; the others fail in silence, and the class keeps its dict.

Trade-offs: none.

When not to: a set of names works, in an order that differs from run to run; where nothing ever lists the slots, that
does no harm.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.facts import Slots
from slotlint.rules.context import World
from slotlint.rules.layouts import spot
from slotlint.rules.lookalikes import lookalikes, value_problems
from slotlint.rules.pieces import string_of
from slotlint.verdict import Case

RULE = Rule("SLT405", "invalid-slots", "Slots that are not iterable, not strings, no identifiers, used up, or no slots.", __doc__ or "")
# Names that every object has: a slot of that name hides it.
OBJECT = frozenset(n for n in dir(object) if n not in ("__doc__", "__module__", "__slots__")) - {"__dict__", "__weakref__"}


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    for slots in case.node.facts.slots:
        for message in lookalikes(world, case, slots):
            yield world.diagnose(RULE, case, message, **spot(slots))
    for slots in [s for s in case.node.facts.slots if s.form not in ("typo", "annotation")]:
        for message in (*value_problems(world, case, slots), *name_problems(world, case, slots)):
            yield world.diagnose(RULE, case, f"{message} in the slots of {case.node.facts.qualname}", **spot(slots))
    for message in decorator_problems(case):
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots))


def name_problems(world: World, case: Case, slots: Slots) -> Iterator[str]:
    """What is wrong with single names."""
    if string_of(world, case) is not None and not (slots.names and slots.names[0].isidentifier()):
        return
    stored = {*case.evidence.attributes, *(w.name for w in case.evidence.writes)}
    for name in slots.names or (case.shape.declared or ()):
        if not name.isidentifier():
            yield f'"{name}" is no identifier, a TypeError,'
        elif keyword.iskeyword(name):
            yield f'"{name}" is a keyword, which only getattr can reach,'
        elif name in ("__module__", "__slots__") or (name == "__doc__" and "documented" in slots.flags):
            yield f'"{name}" is in the class body, a ValueError,'
        elif name == "__class__" or (name in OBJECT and name not in stored):
            yield f'"{name}" hides what every object has,'
        elif name == "__qualname__" and name not in stored:
            yield '"__qualname__" is never set and hides no name of the instance,'


def decorator_problems(case: Case) -> Iterator[str]:
    """Slots options of a dataclass that cannot go together: a TypeError at import."""
    if case.shape.kind != "dataclass":
        return
    if case.shape.option("slots") and any(s.form not in ("typo", "annotation") and not s.conditional for s in case.node.facts.slots):
        yield f"{case.node.facts.qualname} has __slots__ and slots=True: TypeError at import"
    if case.shape.option("weakref_slot") and case.shape.option("slots") is False and "" not in dict(case.shape.options):
        yield f"{case.node.facts.qualname} has weakref_slot=True without slots=True: TypeError at import"
