"""A store of a name that is no slot, on an instance that has no ``__dict__``: it raises AttributeError.

The store may stand in any method of the class or its bases, in a subclass, or in another module. A class-level name
of the same spelling makes the store fail as well: the attribute is read-only then.

Before:

    class Cache:
        __slots__ = ("size", "itmes")

        def __init__(self, size):
            self.size = size
            self.items = {}      # AttributeError: 'Cache' object has no attribute 'items'

After:

    class Cache:
        __slots__ = ("size", "itmes", "items")

Why it pays: the store fails on every run that reaches it, and a slot forgotten or misspelt is among the three ways in
which slots most often broke real projects. The slot costs 8 bytes an instance.

Trade-offs: the fix adds the name that is stored. Where it was the slot that was misspelt, the old one is left over,
and SLT402 finds it.

When not to: where the AttributeError is wanted, to keep users from setting the name. A store under a handler for
AttributeError is not reported, nor is one that goes to a property, to another descriptor or to ``__setattr__``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.gaps import Gap, gaps
from slotlint.rules.literals import literal_fix
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT401", "attribute-not-in-slots", "A store of a name that is no slot.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    for gap in gaps(world, case):
        if not gap.dynamic:
            yield reported(RULE, world, case, gap)


def reported(rule: Rule, world: World, case: Case, gap: Gap) -> Diagnostic:
    """The finding on one store, at its line."""
    at, name = gap.notes[0], spelt(gap.name, case.node.name)
    fix = None if gap.hidden_by else literal_fix(world, case)
    why = "is a class-level name and no slot, so it is read-only" if gap.hidden_by else "is no slot"
    notes = (*((gap.hidden_by,) if gap.hidden_by else ()), *gap.notes[1:])
    found = world.diagnose(
        rule, case, f"{name} is stored on {case.node.facts.qualname}, where it {why}: AttributeError",
        row=at.row, column=max(0, at.column - 1), notes=notes, fix=fix,
    )  # fmt: skip
    return replace(found, path=at.path)
