"""An ``attrs`` class made by ``attr.s`` without ``slots=True``, or by ``define(slots=False)``, that could have slots.

Before:

    @attr.s
    class Point:
        x = attr.ib()

After:

    @attr.s(slots=True)
    class Point:
        x = attr.ib()

Why it pays: as for any class, an instance with six attributes takes 80 bytes instead of 120 (3.12) or 192 (3.10),
and 8 (3.11) or 16 (3.12) more for the weak references that ``attrs`` allows by itself.

Trade-offs: ``slots=True`` makes a second class object, which ``__init_subclass__`` and registries see too.

When not to: where methods store names that are no fields, or tests patch methods on instances.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.candidates import candidate
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT103", "attrs-without-slots", "An attrs class that could have slots.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    yield from candidate(RULE, world, case)
