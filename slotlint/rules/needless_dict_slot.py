"""``"__dict__"`` among the slots of a class whose attributes all have slots.

Before:

    class Point:
        __slots__ = ("x", "y", "__dict__")

        def __init__(self, x, y):
            self.x = x
            self.y = y

After:

    class Point:
        __slots__ = ("x", "y")

Why it pays: the slot keeps room for a dict in every instance, lets misspelt names through in silence, and gives a
dict to every subclass.

Trade-offs: the fix is unsafe: code outside the program may store other names, or ask for ``__dict__``.

When not to: where users are meant to store what they like, or a cached property needs the dict. A class with a cached
property or any use of its instance dict is not reported, nor one that has no other slot: its dict is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Applicability, Diagnostic, Fix, RemoveSlots, Rule
from slotlint.rules.cached_property_without_dict import lazy
from slotlint.rules.context import World
from slotlint.rules.layouts import is_malformed, is_settled, own_slots, spot
from slotlint.rules.literals import given_twice, is_literal, literal_fix
from slotlint.rules.unslotted_base import unslotted
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

RULE = Rule("SLT410", "needless-dict-slot", '"__dict__" in slots although the attribute set is closed.', __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or "__dict__" not in (case.shape.declared or ()) or is_malformed(case):
        return
    if case.node.mro is None or not is_settled(world, case) or unslotted(world, case) or given_twice(world, case, "__dict__"):
        return
    if not set(case.shape.declared or ()) - set(SPECIAL) or not all(
        is_closed(world, world.cases[c]) for c in world.inference.family(case.cid)
    ):
        return
    fix = None
    if is_literal(case) and literal_fix(world, case) is None:
        remedy = world.remedy(case, (RemoveSlots(("__dict__",)),))
        fix = Fix(Applicability.UNSAFE, f'remove "__dict__" from the slots of {case.node.name}', f"{case.node.key}.__dict__", (remedy,))
    message = f'"__dict__" in the slots of {case.node.facts.qualname} is needless: every attribute has a slot'
    yield world.diagnose(RULE, case, message, **spot(case.shape.slots), fix=fix)


def is_closed(world: World, case: Case) -> bool:
    """Whether the slots of a class, or its own dict where it declares none, hold all that is stored on it."""
    held, evidence = own_slots(world, case), case.evidence
    if held is None:
        return True
    asked = {(n.path, n.row) for n in evidence.blocks if n.message == "looks up __dict__ of the instance"}
    against = [n for n in (*evidence.blocks, *evidence.doubts) if (n.path, n.row) not in asked]
    if evidence.class_assigned or case.missing or against or evidence.dict_uses or evidence.introspected or evidence.mocked:
        return False
    return not case.shape.obstacles and not any(lazy(world, case, m) for m in case.node.facts.members)
