"""A dataclass that could have slots.

Before:

    @dataclass
    class Point:
        x: int
        y: int

After:

    @dataclass(slots=True)
    class Point:
        x: int
        y: int

Why it pays: as for any class, an instance with six fields takes 80 bytes instead of 120 (3.12) or 192 (3.10).

Trade-offs: ``slots=True`` makes a second class object from the first. Where that does harm (zero-argument ``super()``
before 3.14, ``__init_subclass__``, a decorator that registers the class), no fix is offered. It needs Python 3.10;
``weakref_slot=True`` needs 3.11.

When not to: where defaults are read through the class: ``Point.x`` is the slot then, not the default.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.candidates import candidate
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT102", "dataclass-without-slots", "A dataclass that could have slots.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    yield from candidate(RULE, world, case)
