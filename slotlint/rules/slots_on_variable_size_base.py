"""Non-empty slots on ``int``, ``tuple``, ``bytes`` and other bases of variable size.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT204", "slots-on-variable-size-base", "Non-empty slots on int, tuple, bytes and the like.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or not [n for n in case.shape.declared or () if n != "__dict__"]:
        return
    for name in world.program.external_mro(case.node):
        found = external.lookup(name, world.program.targets[-1])
        if found is not None and not found.takes_nonempty:
            message = f"nonempty __slots__ are not supported for subtypes of {name}: {case.node.facts.qualname} raises TypeError at import"
            yield world.diagnose(RULE, case, message, row=case.shape.slots.row, column=case.shape.slots.column)
            return
