"""A stored name that is missing from the slots, which only an unslotted base makes work.

Before:

    class Node:
        pass

    class Leaf(Node):
        __slots__ = ("value",)

        def __init__(self, value):
            self.value = value
            self.seen = False        # lands in the dict that Node gives

After:

    class Leaf(Node):
        __slots__ = ("value", "seen")

Why it pays: it becomes an AttributeError the day the base gains slots. That has happened three times in the standard
library: ``collections.abc`` in 3.5, ``asyncio.Protocol`` in 3.8, the ``contextlib`` ABCs in 3.13.

Trade-offs: the slot costs 8 bytes an instance, and no dict is made for the name any more.

When not to: where the base keeps its dict for good and the name is rare, leave it to the dict.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import found_in, has_hook, is_malformed, is_settled, spot
from slotlint.rules.unslotted_base import unslotted
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT206", "hidden-missing-slot", "A stored name missing from slots that only an unslotted base makes work.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.node.mro is None or is_malformed(case) or not is_settled(world, case):
        return
    if case.shape.kind != "plain" or "__dict__" in (case.shape.declared or ()) or has_hook(world, case, "__setattr__"):
        return
    blame = unslotted(world, case)
    own = {w.name for w in case.evidence.writes if w.own and w.how != "del"}
    for name in case.missing if blame is not None else ():
        attribute = case.evidence.attributes.get(name)
        if attribute is None or name not in own or blame is None or found_in(world, case, name)[0]:
            continue
        shown = spelt(name, case.node.name)
        message = f"{shown} is stored on {case.node.facts.qualname} but is no slot; it works only because {blame.message}"
        notes = (attribute.notes[0], blame)
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=notes, fix=world.fix(case))
