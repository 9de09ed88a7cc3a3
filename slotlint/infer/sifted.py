"""Candidates of a name of which a block reads an attribute, or where one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slotlint.infer.marked import Marked
from slotlint.infer.terms import Inference
from slotlint.infer.values import Value, Values

Sift = Callable[[int, str], Iterable[int]]  # a class and an attribute, to what an instance of it may be


class Sifted(Marked):
    """An inference that leaves out instances of which an attribute says that they are not meant.

    ``possessing`` and ``lacking`` say which classes an instance with or without an attribute may be of.
    """

    __slots__ = ("lacking", "possessing")

    def __init__(self, strict: Inference, possessing: Sift, lacking: Sift, returning: bool = True) -> None:
        self.possessing, self.lacking = possessing, lacking
        super().__init__(strict, returning)

    def without_attribute(self, module: int, scope: int, row: Value) -> Values:
        """What a name may be where it has no attribute of some name."""
        return self.of_kind(self.eval(module, scope, row[1]), self.lacking, row[2])

    def with_attribute(self, module: int, scope: int, row: Value) -> Values:
        """What a name may be where it has an attribute of some name."""
        return self.of_kind(self.eval(module, scope, row[1]), self.possessing, row[2])

    def of_kind(self, values: Values, sift: Sift, name: str) -> Values:
        """The values, of the instances those that may be meant."""
        found = {v for v in values if v[0] != "inst"}
        found.update(("inst", cid) for v in values if v[0] == "inst" for cid in sift(v[1], name))
        return frozenset(found)
