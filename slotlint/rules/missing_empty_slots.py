"""A class without attributes of its own that gives its children or its instances a ``__dict__``.

Mixins, abstract classes, protocols, generic bases, and subclasses of ``str``, ``tuple``, ``int``, ``bytes``,
``frozenset`` or a named tuple are among them.

Before:

    class Comparable:
        def __lt__(self, other):
            return self.key() < other.key()

After:

    class Comparable:
        __slots__ = ()

        def __lt__(self, other):
            return self.key() < other.key()

Why it pays: slots of a child save nothing as long as one base has none. An instance with six slots and an empty
unslotted base takes 96 bytes on Python 3.13 and 168 on 3.14; with slots all through, 80.

Trade-offs: a child that relied on the base's dict needs slots for all its names; the fix changes them together.

When not to: where nobody slots the children and no instances are made, nothing is gained, and nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.candidates import candidate
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT104", "missing-empty-slots", "A stateless class that gives its children or instances a dict.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    yield from candidate(RULE, world, case)
