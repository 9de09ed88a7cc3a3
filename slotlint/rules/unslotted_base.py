"""Slots that have no effect, because a base gives every instance a ``__dict__``.

Before:

    class Node:
        pass

    class Leaf(Node):
        __slots__ = ("value",)

        def __init__(self, value):
            self.value = value

After:

    class Node:
        __slots__ = ()

    class Leaf(Node):
        __slots__ = ("value",)

Why it pays: an instance carries the slots and the room for a dict. With six attributes in a child of an empty unslotted
base it takes 168 bytes on Python 3.14, where a plain class takes 120 and slots all through take 80.

Trade-offs: slotting the base takes the dict from all its subclasses that have slots, so a name missing from theirs
begins to fail; SLT206 finds those first.

When not to: exceptions have a dict only once a name needs it, so slots do save there; they are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Diagnostic, Fix, Note, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import is_settled, own_slots
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

RULE = Rule("SLT201", "unslotted-base", "Slots without effect, because a base has a __dict__.", __doc__ or "")
NO_SLOTS = ("enum", "namedtuple", "typeddict")
LAZY = frozenset({"BaseException", "type"})  # exceptions make the dict only when it is needed; classes always have one


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.declared is None or case.node.mro is None or case.shape.kind in NO_SLOTS:
        return
    blame = unslotted(world, case)
    if blame is None or (not local(world, case) and not set(own_slots(world, case) or ()) - set(SPECIAL)):
        return
    message = f"the slots of {case.node.facts.qualname} save nothing: {blame.message}"
    yield world.diagnose(RULE, case, message, notes=(blame,), fix=fix(world, case), slots=world.slots(case))


def fix(world: World, case: Case) -> Fix | None:
    """The fix of the class, or of the first base that has one."""
    chain = [world.cases[c.cid] for c in world.program.local_mro(case.node)]
    return next((found for c in chain if (found := world.fix(c)) is not None), None)


def unslotted(world: World, case: Case) -> Note | None:
    """The base that gives instances a ``__dict__`` from the start on every supported version, if one does."""
    if LAZY & set(world.program.external_mro(case.node)):
        return None
    found = local(world, case)
    if found is not None:
        return found
    for name in world.program.external_mro(case.node):
        layouts = external.lookup_all(name, world.program.targets)
        if layouts and all(layout.has_dict for layout in layouts):
            return Note(f"base {name} has a __dict__", world.path(case.node), case.node.facts.row, kind="base")
    return None


def local(world: World, case: Case) -> Note | None:
    """The base in the program that gives instances a ``__dict__``; one that a decorator or metaclass may slot does not count."""
    for owner in world.program.local_mro(case.node)[1:]:
        inner = world.cases[owner.cid]
        held = own_slots(world, inner)
        if inner.shape.kind in NO_SLOTS or not is_settled(world, inner):
            continue
        if held is None or "__dict__" in held:
            what = "has no slots" if held is None else 'has "__dict__" among its slots'
            return Note(f"base {owner.name} {what}", world.path(owner), owner.facts.row, kind="base")
    return None
