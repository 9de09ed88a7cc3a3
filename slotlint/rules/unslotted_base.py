"""Slots without effect, because a base has a ``__dict__``.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT201", "unslotted-base", "Slots without effect, because a base has a __dict__.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.declared is None or case.node.mro is None or case.shape.kind in ("enum", "namedtuple", "typeddict"):
        return
    blame = unslotted(world, case)
    if blame is not None:
        fix = world.fix(case) or next((world.fix(world.cases[c.cid]) for c in world.program.local_mro(case.node)[1:] if world.fix(world.cases[c.cid])), None)
        yield world.diagnose(RULE, case, f"the slots of {case.node.facts.qualname} save nothing: {blame.message}", notes=(blame,), fix=fix, slots=world.slots(case))


def unslotted(world: World, case: Case) -> Note | None:
    """The base that gives instances a ``__dict__``, if one does."""
    for owner in world.program.local_mro(case.node)[1:]:
        shape = world.cases[owner.cid].shape
        if shape.declared is None and not shape.unreadable and shape.kind not in ("enum", "namedtuple", "typeddict"):
            return Note(f"base {owner.name} has no slots", world.path(owner), owner.facts.row, kind="base")
        if "__dict__" in (shape.declared or ()):
            return Note(f'base {owner.name} has "__dict__" among its slots', world.path(owner), owner.facts.row, kind="base")
    for name in world.program.external_mro(case.node):
        found = external.lookup(name, world.program.targets[-1])
        if found is not None and found.has_dict:
            return Note(f"base {name} has a __dict__", world.path(case.node), case.node.facts.row, kind="base")
    return None
