"""Pickling or copying that cannot work with slots.

Found are state methods that use ``__dict__`` or take the state for a dict, pickles by protocol 0 or 1 of a class
without state methods, and frozen dataclasses with hand-written slots, whose copies cannot be filled.

Before:

    @dataclass(frozen=True)
    class Point:
        __slots__ = ("x",)
        x: int

    copy.copy(Point(1))      # FrozenInstanceError: cannot assign to field 'x'

After:

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int

Why it pays: pickle and copy are one of the two things that slots broke most often in real projects. By protocol 2 and
up, slotted instances need no help: their state is ``(None, {slot: value})``.

Trade-offs: written state methods must be kept up to date with the slots; those of the fix name each slot.

When not to: where instances are never copied nor pickled, forbid it by a ``__reduce__`` that raises.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Fix, Note, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import has_hook, is_dictless, is_exposed, spot, total_slots
from slotlint.rules.state_hooks import (
    dict_uses,
    hand_written,
    is_frozen,
    is_met,
    lost_slots,
    method,
    refuses_stores,
    shape_problems,
    stated,
)
from slotlint.verdict import Case

RULE = Rule("SLT302", "state-needs-dict", "Pickling or copying that breaks with slots.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None and case.shape.declared is None:
        return
    if not is_dictless(world, case) or not is_exposed(world, case):
        return
    for message, notes, fix in problems(world, case):
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=notes, fix=fix)


def problems(world: World, case: Case) -> Iterator[tuple[str, tuple[Note, ...], Fix | None]]:
    """(message, places, fix) of what breaks."""
    name = case.node.facts.qualname
    if not has_hook(world, case, "__getattr__", "__getattribute__"):
        for hook, note in dict(dict_uses(world, case)).items():
            yield f"{hook} of {name} uses __dict__, which its instances do not have", (note,), None
    for message, note in (*shape_problems(world, case), *lost_slots(world, case)):
        yield f"{name}: {message}", (note,), None
    if any(method(world, case, h) for h in ("__reduce__", "__reduce_ex__")):
        return
    getter, setter = (method(world, case, h) for h in ("__getstate__", "__setstate__"))
    hook = "object.__setattr__"
    if is_frozen(world, case) and hand_written(case) and setter is None:
        yield f"{name} is frozen and has hand-written slots: copy and unpickle raise FrozenInstanceError", (), stated(world, case, hook)
    elif refuses_stores(world, case) and case.evidence.copied and setter is None:
        notes = tuple(dict.fromkeys(case.evidence.copied))[:3]
        yield f"copies of {name} are filled by setattr, which its __setattr__ refuses", notes, stated(world, case, hook)
    elif (
        (case.evidence.old_pickles or case.evidence.tried_pickles)
        and getter is None
        and total_slots(world, case)
        and not has_hook(world, case, "__getstate__", "__reduce__")
    ):
        met = [e for e in (*case.evidence.old_pickles, *case.evidence.tried_pickles) if is_met(world, case, e)]
        notes = tuple(dict.fromkeys(e.note for e in met))[:3]
        if notes:  # where the error is handled, what handles it would no longer run
            fix = None if case.evidence.tried_pickles else stated(world, case, "setattr")
            yield f"{name} has slots and no __getstate__: pickle protocols 0 and 1 raise TypeError", notes, fix
