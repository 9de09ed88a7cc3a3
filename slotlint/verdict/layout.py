"""Layouts: the lines of classes that fix them, and whether those of several bases can be combined."""

from __future__ import annotations

from slotlint import external
from slotlint.diagnostics import Note
from slotlint.program import Base
from slotlint.shape import SPECIAL
from slotlint.verdict.case import Case
from slotlint.verdict.obstacles import Obstacles

Line = tuple[int | str, ...]  # class ids and names of external classes, most derived first


class Layouts(Obstacles):
    """The part of judging that knows layouts."""

    __slots__ = ()

    def layout_problems(self, alive: set[int]) -> dict[int, Note]:
        """Bases whose layouts cannot be combined ('multiple bases have instance lay-out conflict')."""
        found: dict[int, Note] = {}
        for case in self.cases:
            if case.node.mro is None or len(case.node.bases) < 2:
                continue
            if not self.is_torn(case, alive):
                continue
            lines = self.lines_of(case, alive)
            message = f"{case.node.name} combines bases whose layouts would conflict"
            note = Note(message, self.program.path(case.node), case.node.facts.row, kind="layout")
            for item in (item for line in lines for item in line):
                if isinstance(item, int) and item in alive and self.cases[item].shape.declared is None:
                    found[item] = note
        return found

    def is_torn(self, case: Case, alive: set[int]) -> bool:
        """Whether the bases of a class have layouts of which none goes on from all others."""
        lines = self.lines_of(case, alive)
        longest = max(lines, key=len, default=())
        return any(line != longest[len(longest) - len(line) :] for line in lines)

    def lines_of(self, case: Case, alive: set[int]) -> list[Line]:
        """The layout lines of the bases of a class; of a choice of bases those that meet other lines."""
        fixed = [line for b in case.node.bases if b.kind != "choice" for line in self.base_lines(b, alive) if line]
        if not fixed:
            return []
        return [
            *fixed,
            *(line for b in case.node.bases if b.kind == "choice" for line in self.base_lines(b, alive) if line),
        ]

    def base_lines(self, base: Base, alive: set[int]) -> list[Line]:
        """The layout lines of one base."""
        if base.kind == "external":
            return [self.external_solid(base.name)]
        return [self.solid(cid, alive) for cid in (base.choices or (base.cid,))]

    def solid(self, cid: int, alive: set[int]) -> Line:
        """The chain of classes that fix the layout of a class, most derived first."""
        case = self.cases[cid]
        lines = [line for b in case.node.bases if b.kind != "choice" for line in self.base_lines(b, alive)]
        best = max(lines, key=len, default=())
        slots = case.names if case.shape.declared is None else (*case.shape.declared, *case.missing)
        if cid not in alive:
            slots = case.shape.declared or ()
        return (cid, *best) if any(s not in SPECIAL for s in slots) else best

    def external_solid(self, name: str) -> Line:
        """The chain of external classes that fix the layout of one, most derived first."""
        version = self.program.targets[-1]
        found = external.lookup(name, version)
        if found is None or found.solid == "object":
            return ()
        inner = external.lookup(found.solid, version)
        bases = [(base, external.lookup(base, version)) for base in (inner.mro[1:] if inner else ()) if base != "object"]
        return (found.solid, *(base for base, layout in bases if layout is not None and layout.solid == base))

    def same_layout(self, case: Case, other: Case, alive: set[int]) -> bool:
        """Whether two classes have one layout once slotted: one derives from the other and adds nothing."""
        if case.cid not in alive or other.cid not in alive:
            return False
        if case.cid == other.cid:
            return True
        if case.node.bases == other.node.bases:
            return set(case.names) == set(other.names) and bool(case.weakref) == bool(other.weakref)
        for sub, base in ((case, other), (other, case)):
            if base.node in self.ancestors(sub):
                shared = self.program.local_mro(base.node)
                added = [self.cases[c.cid] for c in self.program.local_mro(sub.node) if c not in shared]
                return not any(c.names or c.weakref for c in added)
        return False
