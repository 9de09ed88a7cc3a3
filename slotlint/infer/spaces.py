"""Modules as objects: those that terms mean by how they look, without any inference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from slotlint.facts import FileFacts, Term

Find = Callable[[int, str, int], "int | None"]  # module, target and level of an import, to the module
STEPS = 4  # from name to name, in which a module is followed
IMPORTERS = ("import_module", "__import__")


class Spaces:
    """Finds the modules that terms mean, by how they look: by imports, texts and ``sys.modules``."""

    __slots__ = ("facts", "find", "names")

    def __init__(self, facts: Sequence[FileFacts], names: Sequence[str], find: Find) -> None:
        self.facts = facts
        self.names = names
        self.find = find

    def meant(self, at: int, index: int, term: Term, steps: int = STEPS) -> Iterator[int]:
        """The modules that a term may be."""
        facts = self.facts[at]
        row = facts.terms[term]
        if row[0] == "n" and steps:
            for scope, held in self.bound(facts, index, row[1]):
                yield from self.meant(at, scope, held, steps - 1)
        elif row[0] in ("m", "f"):
            target = row[1] if row[0] == "m" else f"{row[1]}.{row[3]}" if row[1] else row[3]
            yield from self.found(at, target, row[2])
        elif row[0] == "a":
            for module in self.meant(at, index, row[1], steps):
                yield from self.found(module, f"{self.names[module]}.{row[2]}", 0)
        elif row[0] == "c" and row[2] and facts.terms[row[1]][-1] in IMPORTERS:
            yield from self.named(at, row[3])
        elif row[0] == "[" and facts.terms[row[1]][-1] == "modules":
            yield from self.named(at, row[2])

    def bound(self, facts: FileFacts, index: int, name: str) -> Iterator[tuple[int, Term]]:
        """What the nearest scope that binds a name binds it to."""
        at = index
        while at >= 0:
            scope = facts.scopes[at]
            if any(name == param.name for param in scope.params):
                return
            if name in scope.bindings and name not in scope.outer:
                yield from ((at, term) for term in scope.bindings[name])
                return
            at = scope.parent

    def named(self, at: int, term: Term) -> Iterator[int]:
        """The module whose name a term is, as a text or as ``__name__``."""
        row = self.facts[at].terms[term]
        if row == ("n", "__name__"):
            yield at
        elif row[0] == "s":
            dots = len(row[1]) - len(row[1].lstrip("."))
            yield from self.found(at, row[1].lstrip("."), dots)

    def found(self, at: int, target: str, level: int) -> Iterator[int]:
        """The module that an import means, if it is one of the program."""
        module = self.find(at, target, level)
        if module is not None:
            yield module
