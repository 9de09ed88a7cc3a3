"""A ``setattr``, a patch, a decorator or a loop over ``__slots__`` that uses names which the slots do not have.

Four things are found: a literal name that is no slot, stored by ``setattr``, ``patch.object`` or a decorator of the
program; ``functools.update_wrapper`` and its kin, which store their own names; uses of ``self.__slots__``, which sees the most
derived class only, private names without their mangling, and ``__weakref__`` as if it were data; and reads of
``__orig_class__``, which ``typing.Generic`` stores only where there is room.

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

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.attribute_not_in_slots import reported
from slotlint.rules.certainty import is_certain, is_expected
from slotlint.rules.context import World
from slotlint.rules.dynamic_names import dynamic_problems
from slotlint.rules.gaps import gaps
from slotlint.rules.layouts import has_hook, is_dictless, is_exposed, spot, total_slots
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
    for message, note in (*dynamic_problems(world, case), *loop_problems(world, case), *origin_problems(world, case)):
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,))


def origin_problems(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(message, place) of each read of ``__orig_class__``, which ``Class[T](...)`` cannot store on instances of the class."""
    if "typing.Generic" not in world.program.external_mro(case.node) or "__orig_class__" in total_slots(world, case):
        return
    if has_hook(world, case, "__getattr__", "__getattribute__"):
        return
    for event in [e for owner in world.program.local_mro(case.node) for e in world.cases[owner.cid].evidence.origin_reads]:
        expected = is_expected(world, event.module, event.scope, event.note.row)
        if not expected and is_certain(world, event.module, event.scope, event.receiver, case.cid):
            yield f"__orig_class__ of a {case.node.facts.qualname} is read, and it has no slot for it: AttributeError", event.note
