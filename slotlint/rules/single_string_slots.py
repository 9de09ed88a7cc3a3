"""A string where a tuple of names was meant: one name alone, several names in one string, or a missing comma.

Before:

    class Point:
        __slots__ = "x y"            # TypeError: __slots__ must be identifiers

    class Pair:
        __slots__ = ("left" "right")     # one slot, leftright

After:

    class Point:
        __slots__ = ("x", "y")

    class Pair:
        __slots__ = ("left", "right")

Why it pays: a missing comma leaves two attributes without a slot and makes one that nobody asked for. A single string
is one slot, as the data model says, but a loop over it walks its letters.

Trade-offs: ``C.__slots__`` of a single string becomes a tuple; code that compares it with the string sees that.

When not to: ``__slots__ = "name"`` alone is no error; leave it where the project likes that form.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Applicability, Diagnostic, Fix, ReplaceSlots, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import lists_slots, spot
from slotlint.rules.pieces import split_string, split_words, string_of
from slotlint.verdict import Case

RULE = Rule("SLT404", "single-string-slots", "A string where a tuple was meant; a missing comma.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    slots = case.shape.slots
    if slots is None:
        return
    name, text = case.node.facts.qualname, string_of(world, case)
    if "implicit-concatenation" in slots.flags:
        names = split_words(case)
        glued = ", ".join(n for n in slots.names or () if n not in (names or ()))
        yield diagnostic(world, case, f"a comma is missing in the slots of {name}: {glued or 'two strings'} is one slot", names)
    elif text is not None and not text.isidentifier():
        message = f'__slots__ of {name} is the string "{text}", not a tuple of names: TypeError at import'
        yield diagnostic(world, case, message, split_string(text))
    elif text is not None:
        yield diagnostic(world, case, f'__slots__ of {name} is a string, which is the one slot "{text}"', (text,))


def diagnostic(world: World, case: Case, message: str, names: tuple[str, ...] | None) -> Diagnostic:
    """The finding, with the tuple that was meant where it can be told."""
    slots, fix = case.shape.slots, None
    alone = len([s for s in case.node.facts.slots if s.form not in ("typo", "annotation")]) == 1
    if names and alone and slots is not None and not slots.conditional and slots.names is not None:
        safe = not lists_slots(case) and not (case.evidence.introspected or case.evidence.mocked)
        remedy = world.remedy(case, (ReplaceSlots(names),))
        applicability = Applicability.SAFE if safe else Applicability.UNSAFE
        fix = Fix(applicability, f"write the slots of {case.node.name} as a tuple", f"{case.node.key}.__slots__", (remedy,))
    return world.diagnose(RULE, case, message, **spot(slots), fix=fix)
