"""``__slots__`` assigned or changed where it has no effect: after the class is made, on an instance, or in a method.

CPython reads ``__slots__`` once, when the class statement ends.

Before:

    class Point:
        def __init__(self):
            __slots__ = ("x",)       # a local variable
            self.x = 0

    Point.__slots__ = ("x",)         # too late
    Point.__slots__.append("y")      # too late

After:

    class Point:
        __slots__ = ("x", "y")

Why it pays: nothing fails, and nothing is saved: instances keep their dict, or lack the slot that was added.

Trade-offs: none.

When not to: a decorator or metaclass that builds a new class from a namespace with slots is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.context import World
from slotlint.rules.slots_changes import changes
from slotlint.verdict import Case

RULE = Rule("SLT408", "slots-changed-too-late", "__slots__ assigned or mutated after the class exists.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    found: dict[tuple[str, int], Note] = {}
    for note in changes(world, case):
        found.setdefault((note.path, note.row), note)
    for note in found.values():
        message = f"{note.message}: {case.node.facts.qualname} is made already, so it changes no layout"
        yield replace(world.diagnose(RULE, case, message, row=note.row, column=note.column - 1), path=note.path)
