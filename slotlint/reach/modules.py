"""Which classes may get to a module, going by who imports whom."""

from __future__ import annotations

from slotlint.infer import Inference
from slotlint.program import Program
from slotlint.reach.holders import Holders


def closures(graph: dict[int, set[int]], count: int) -> list[int]:
    """What can be reached from each node of a graph, itself included, as the bits of a number."""
    found = [1 << at for at in range(count)]
    changed = True
    while changed:
        changed = False
        for at, targets in graph.items():
            reached = found[at]
            for target in targets:
                reached |= found[target]
            if reached != found[at]:
                found[at], changed = reached, True
    return found


class Modules(Holders):
    """The part of the collection that knows imports."""

    __slots__ = ("imports", "inside", "reachable", "reaches")

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.imports: dict[int, set[int]] = {}
        self.reaches: list[int] = []  # module to the modules that import it or that it imports, as bits
        self.reachable: dict[int, frozenset[int]] = {}  # those to the classes in them
        self.inside: dict[int, set[int]] = {}  # module to its classes
        for node in program.classes:
            self.inside.setdefault(node.module, set()).add(node.cid)

    def within_reach(self, at: int) -> frozenset[int]:
        """The classes whose instances may get to a module: those of modules that import it, or that it imports."""
        if not self.reaches:
            count = len(self.program.modules)
            targets, users = closures(self.imported(), count), closures(self.importers(), count)
            self.reaches = [used | using for used, using in zip(targets, users, strict=True)]
        modules = self.reaches[at]
        found = self.reachable.get(modules)
        if found is None:
            inside = (at for at, bit in enumerate(reversed(f"{modules:b}")) if bit == "1")
            found = frozenset().union(*(self.inside[at] for at in inside if at in self.inside))
            self.reachable[modules] = found
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
        users: dict[int, set[int]] = {}
        for at, targets in self.imported().items():
            for target in targets:
                users.setdefault(target, set()).add(at)
        return users
