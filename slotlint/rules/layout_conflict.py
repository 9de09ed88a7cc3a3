"""Bases whose layouts cannot be combined: ``TypeError`` at import.

Two bases conflict when both have slots of their own, or C fields, and neither derives from the other.

Before:

    class Named:
        __slots__ = ("name",)

    class Sized:
        __slots__ = ("size",)

    class File(Named, Sized):    # TypeError: multiple bases have instance lay-out conflict
        __slots__ = ()

After:

    class Sized:
        __slots__ = ()

    class File(Named, Sized):
        __slots__ = ("size",)

Why it pays: the module cannot be imported; where the class is made late, only that path fails.

Trade-offs: a mixin without slots leaves it to its children to have the names it needs.

When not to: a test that makes such a class on purpose can say so by ``# slotlint: ignore[SLT203]``.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.verdict import Case

RULE = Rule("SLT203", "layout-conflict", "Bases whose layouts cannot be combined: TypeError at import.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class: its own bases, and combinations that ``type()`` makes of it at run time."""
    judge, name = world.judge, case.node.facts.qualname
    for bases, note in case.evidence.combined:
        if note.kind == "combination" and bases[:1] == (case.cid,) and conflict([judge.solid(b, set()) for b in bases]):
            names = ", ".join(world.program.classes[b].name for b in bases)
            yield world.diagnose(RULE, case, f"{names} have layouts that cannot be combined: {note.message}", notes=(note,))
    if case.node.mro is None or len(case.node.bases) < 2:
        return
    lines = [judge.solid(b.cid, set()) if b.kind == "local" else judge.external_solid(b.name) for b in case.node.bases]
    if conflict(lines):
        names = ", ".join(b.name for b in case.node.bases)
        yield world.diagnose(RULE, case, f"the bases {names} of {name} have layouts that cannot be combined")


def conflict(lines: list[tuple[int | str, ...]]) -> bool:
    """Whether no line of layouts holds all others ('multiple bases have instance lay-out conflict')."""
    longest = max(lines, key=len, default=())
    return not all(line == longest[len(longest) - len(line) :] for line in lines)
