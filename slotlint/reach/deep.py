"""Deep copies and pickles that reach an instance by what holds it, in ways that the inference does not follow."""

from __future__ import annotations

from slotlint.diagnostics import Note
from slotlint.infer import Inference, Sifted, Values
from slotlint.infer.values import NOTHING
from slotlint.program import ClassNode, Program
from slotlint.reach.escapes import Escapes

MOST_KINDS = 16  # of objects that one variable is believed to hold


class Deep(Escapes):
    """The part of the collection that knows what may be copied along with something else."""

    __slots__ = ("followed",)

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.followed: Sifted | None = None

    def copy_along(self) -> None:
        """Tell classes of the deep copies that may reach them, where some class would run code when slots are loaded."""
        deep = frozenset(self.deep)
        copied = {cid: note for cid, e in enumerate(self.evidence) for note in e.copied if note in deep and self.holds_anything(cid)}
        if not (copied or self.deep_open) or not any(map(self.refuses_stores, self.program.classes)):
            return
        wide = self.wide()
        reached: dict[int, Note] = {}
        waiting = list(copied.items())
        for at, index, term, note in self.deep_open:
            waiting += [(cid, note) for cid in self.held_deeply(wide.ask(at, index, term))]
        while waiting:
            cid, note = waiting.pop()
            if cid not in reached:
                reached[cid] = note
                for name in sorted(self.stored_names(cid)):
                    key = -1, name
                    held = wide.attribute(("inst", cid), name) | (wide.bag(key) if key in wide.bags.contents else NOTHING)
                    waiting += [(each, note) for each in self.held_deeply(held)]
        for cid, note in reached.items():
            if cid not in copied:
                self.evidence[cid].maybe_copied.append(note)

    def wide(self) -> Sifted:
        """The inference that follows what the other gives up; it takes what is declared from the collection so far."""
        if self.followed is None:
            self.followed = Sifted(self.inference, self.possessing, self.lacking)
        return self.followed

    def held_deeply(self, values: Values) -> set[int]:
        """The classes of the instances among values or inside them, with those derived from these.

        None where they are of so many kinds that they tell nothing.
        """
        found = set(self.held_instances(values))
        if len({self.program.local_mro(self.program.classes[cid])[-1].cid for cid in found}) > MOST_KINDS:
            return set()
        return found.union(*(self.program.descendants(cid) for cid in found))

    def refuses_stores(self, node: ClassNode) -> bool:
        """Whether a class has a ``__setattr__``, or a decorator that may write one: ``frozen=``."""
        if self.program.modules[node.module].foreign:
            return False
        terms = self.inference.facts[node.module].terms
        rows = [terms[decorator] for decorator in node.facts.decorators]
        frozen = any(row[0] == "c" and "frozen" in row[3 + row[2] :: 2] for row in rows)
        return frozen or self.program.member(node.cid, "__setattr__") is not None
