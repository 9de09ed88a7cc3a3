"""A weak reference to an instance that has no ``__weakref__`` slot: it raises TypeError.

Slots take weak referencing away unless a class of the chain names ``"__weakref__"``. Found are ``ref``, ``proxy``,
``finalize``, ``WeakMethod``, the weak containers and signals, wherever the program takes them.

Before:

    class Node:
        __slots__ = ("parent",)

        def adopt(self, child):
            child.parent = weakref.ref(self)     # TypeError: cannot create weak reference to 'Node' object

After:

    class Node:
        __slots__ = ("parent", "__weakref__")

Why it pays: weak references are one of the two things that slots broke most often in real projects.

Trade-offs: ``__weakref__`` costs 8 bytes an instance up to Python 3.11 and 16 from 3.12 on.

When not to: where the weak reference is only tried, under a handler for TypeError; such a one is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Applicability, DecoratorArgument, Diagnostic, Fix, Rule
from slotlint.rules.context import World
from slotlint.rules.gaps import lacks_weakref, weak_targets
from slotlint.rules.layouts import is_exposed, spot
from slotlint.rules.literals import literal_fix, weakref_holder
from slotlint.verdict import Case

RULE = Rule("SLT301", "missing-weakref-slot", "A weak reference to a class without __weakref__.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if not case.evidence.weak_targets or not lacks_weakref(world, case) or not is_exposed(world, case):
        return
    targets = weak_targets(world, case)
    if not targets:
        return
    below = [world.cases[d] for d in world.program.descendants(case.cid)]
    if below and not case.evidence.sites and not any(lacks_weakref(world, b) for b in below):
        return
    message = f'{case.node.facts.qualname} has no "__weakref__" slot, and a weak reference to it is taken: TypeError'
    yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=targets[:5], fix=fix(world, case))


def fix(world: World, case: Case) -> Fix | None:
    """The slot, in the topmost class that needs it; ``weakref_slot=True`` for a dataclass, which 3.10 does not know."""
    holder = weakref_holder(world, case)
    if holder is None:
        return None
    shape = holder.shape
    if shape.kind != "dataclass" or not shape.option("slots"):
        return literal_fix(world, holder)
    if world.program.targets[0] < (3, 11) or "weakref_slot" in dict(shape.options):
        return None
    remedy = world.remedy(holder, (DecoratorArgument(shape.decorator, "weakref_slot"),))
    return Fix(Applicability.SAFE, f"give {holder.node.name} weakref_slot=True", f"{holder.node.key}.__weakref__", (remedy,))
