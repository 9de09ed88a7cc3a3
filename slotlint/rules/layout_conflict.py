"""Bases whose layouts cannot be combined: ``TypeError`` at import.

PAGE
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT203", "layout-conflict", "Bases whose layouts cannot be combined: TypeError at import.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.node.mro is None or len(case.node.bases) < 2:
        return
    judge = world.judge
    lines = [judge.solid(b.cid, set()) if b.kind == "local" else judge.external_solid(b.name) for b in case.node.bases]
    lines = [line for line in lines if line]
    longest = max(lines, key=len, default=())
    if not all(line == longest[len(longest) - len(line) :] for line in lines):
        names = ", ".join(b.name for b in case.node.bases)
        yield world.diagnose(RULE, case, f"the bases {names} of {case.node.facts.qualname} have layouts that cannot be combined")
