"""A stored name that is missing from the slots, which only an unslotted base makes work.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.unslotted_base import unslotted
from slotlint.shape import spelt
from slotlint.verdict import Case

RULE = Rule("SLT206", "hidden-missing-slot", "A stored name missing from slots that only an unslotted base makes work.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.shape.unreadable or case.node.mro is None or not case.missing:
        return
    if case.shape.kind != "plain" or "__dict__" in (case.shape.declared or ()):
        return
    blame = unslotted(world, case)
    if blame is None:
        return
    for name in case.missing:
        attribute = case.evidence.attributes.get(name)
        if attribute is None or not attribute.own:
            continue
        message = f"{spelt(name, case.node.name)} is stored on {case.node.facts.qualname} but is no slot; it works only because {blame.message}"
        at = attribute.notes[0]
        yield world.diagnose(RULE, case, message, row=case.shape.slots.row, column=case.shape.slots.column, notes=(at, blame), fix=world.fix(case))
