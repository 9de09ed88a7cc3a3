"""A subclass of a slotted class that declares no slots, so that its instances get a ``__dict__`` again.

Before:

    class Point:
        __slots__ = ("x", "y")

    class Pixel(Point):
        def __init__(self, x, y, colour):
            self.x = x
            self.y = y
            self.colour = colour

After:

    class Pixel(Point):
        __slots__ = ("colour",)

Why it pays: the slots of the base are lost on such instances. With six attributes,
an instance takes 416 bytes on Python 3.13, where a plain class takes 120.

Trade-offs: the subclass takes no other attributes any more.

When not to: where the subclass is meant to be extended freely, say so by ``"__dict__"`` in its slots.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.candidates import candidate
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT105", "slots-lost-in-subclass", "An unslotted subclass of a slotted class.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    yield from candidate(RULE, world, case)
