"""A class whose instances only ever get a known set of attributes, and that declares no slots.

The set is taken from the whole program: its methods, its subclasses, other modules and tests. Everything that slots
would break was looked for, and a fix is called safe only where nothing was found.

Before:

    class Point:
        def __init__(self, x, y):
            self.x = x
            self.y = y

After:

    class Point:
        __slots__ = ("x", "y")

        def __init__(self, x, y):
            self.x = x
            self.y = y

Why it pays: an instance with six attributes takes 80 bytes with slots; with a dict it takes 192 on Python 3.10, 128 on
3.11 and 120 from 3.12 on. From 31 attributes on, a dict costs more than a kilobyte on 3.11 and later. A misspelt
attribute becomes an error.

Trade-offs: no other attribute can be stored, and a weak reference needs its own slot. Speed gains little from 3.12 on;
making an instance takes 1.05 to 1.58 times as long on 3.13.

When not to: few instances, classes that users extend or patch, and classes whose attributes come and go.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.candidates import candidate
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT101", "missing-slots", "A class with a closed attribute set and no slots.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    yield from candidate(RULE, world, case)
