"""The same name twice among the slots of one class.

Before:

    class Point:
        __slots__ = ("x", "y", "x")

After:

    class Point:
        __slots__ = ("x", "y")

Why it pays: CPython makes two slots and can reach only one, so 8 bytes an instance are lost. The second name was
often meant to be another, which then has no slot at all.

Trade-offs: none; the order of the first occurrences stays.

When not to: never. ``"__dict__"`` or ``"__weakref__"`` twice is a TypeError at import.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import spot
from slotlint.rules.literals import literal_fix
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT403", "duplicate-slot", "The same name twice in the slots.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    slots = case.shape.slots
    if slots is None or case.shape.unreadable or slots.form in ("set", "dict", "string"):
        return
    names = case.shape.declared or ()
    for name in dict.fromkeys(n for at, n in enumerate(names) if n in names[:at]):
        message = f"{spelt(name, case.node.name)} stands twice in the slots of {case.node.facts.qualname}"
        yield world.diagnose(RULE, case, message, **spot(slots), fix=literal_fix(world, case))
