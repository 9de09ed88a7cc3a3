"""A ``setattr``, a patch, a decorator or a loop over ``__slots__`` that uses names which the slots do not have.

Three things are found: a literal name that is no slot, stored by ``setattr``, ``patch.object`` or a decorator of the
program; ``functools.update_wrapper`` and its kin, which store their own names; and loops over ``self.__slots__``,
which see the most derived class only, private names without their mangling, and ``__weakref__`` as if it were data.

Before:

    class Point:
        __slots__ = ("x",)

        def state(self):
            return {name: getattr(self, name) for name in self.__slots__}

    class Point3(Point):
        __slots__ = ("z",)       # state() of a Point3 has no x

After:

    class Point:
        __slots__ = ("x",)

        def state(self):
            names = (n for cls in type(self).__mro__ for n in getattr(cls, "__slots__", ()))
            return {name: getattr(self, name) for name in names}

Why it pays: none of these is an error where it is written, so the failure shows far away, often in a copy or a repr.

Trade-offs: walking the MRO is slower than one tuple; where speed matters, write the names out.

When not to: where a loop is meant for one class only, name that class: ``Point.__slots__`` is never reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.attribute_not_in_slots import reported
from slotlint.rules.context import World
from slotlint.rules.dynamic_names import dynamic_problems
from slotlint.rules.gaps import gaps
from slotlint.rules.layouts import is_dictless, is_exposed, spot
from slotlint.rules.slots_loops import loop_problems
from slotlint.verdict import Case

RULE = Rule("SLT305", "dynamic-attribute", "A setattr, patch or decorator that stores what the slots do not have.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    for gap in gaps(world, case):
        if gap.dynamic:
            yield reported(RULE, world, case, gap)
    if case.shape.slots is None or not is_dictless(world, case) or not is_exposed(world, case):
        return
    for note in dict.fromkeys(n for n in case.evidence.blocks if n.kind == "writer"):
        message = f"{case.node.facts.qualname} has no slots for what is stored: {note.message}"
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,))
    for message, note in (*dynamic_problems(world, case), *loop_problems(world, case)):
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,))
