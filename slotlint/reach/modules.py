"""Which classes may get to a module, going by who imports whom."""

from __future__ import annotations

from slotlint.infer import Inference
from slotlint.program import Program
from slotlint.reach.holders import Holders


def closure(graph: dict[int, set[int]], start: int) -> set[int]:
    """Everything that can be reached in a graph, with the start."""
    found = {start}
    stack = [start]
    while stack:
        fresh = graph.get(stack.pop(), set()) - found
        found |= fresh
        stack += fresh
    return found


class Modules(Holders):
    """The part of the collection that knows imports."""

    __slots__ = ("imports", "reachable", "users")

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.imports: dict[int, set[int]] = {}
        self.users: dict[int, set[int]] = {}
        self.reachable: dict[int, list[int]] = {}

    def within_reach(self, at: int) -> list[int]:
        """The classes whose instances may get to a module: those of modules that import it, or that it imports."""
        found = self.reachable.get(at)
        if found is None:
            modules = closure(self.imported(), at) | closure(self.importers(), at)
            found = self.reachable[at] = [n.cid for n in self.program.classes if n.module in modules]
        return found

    def imported(self) -> dict[int, set[int]]:
        """Module to the modules of the program that it imports, at module level or in functions."""
        if not self.imports:
            for at, facts in enumerate(self.inference.facts):
                rows = [row for row in facts.terms if row[0] in ("m", "f")]
                targets = {(row[1], row[2]) for row in rows} | {(t, level) for t, level, _ in facts.stars}
                targets |= {(f"{r[1]}.{r[3]}" if r[1] else r[3], r[2]) for r in rows if r[0] == "f"}
                found = {self.inference.find_module(at, target, level) for target, level in targets}
                self.imports[at] = {f for f in found if f is not None}
        return self.imports

    def importers(self) -> dict[int, set[int]]:
        """Module to the modules of the program that import it."""
        if not self.users:
            for at, targets in self.imported().items():
                for target in targets:
                    self.users.setdefault(target, set()).add(at)
        return self.users
