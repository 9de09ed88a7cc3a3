"""A case: one class on its way to a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field

from slotlint.diagnostics import Action, Note
from slotlint.evidence import Evidence
from slotlint.program import ClassNode
from slotlint.shape import Shape

POLICY = "policy"  # the kind of a note on what the user decided, without evidence in the program


@dataclass(slots=True)
class Case:
    """What is known of one class on its way to a verdict. ``names`` are mangled, in order of first store."""

    node: ClassNode
    shape: Shape
    evidence: Evidence
    names: tuple[str, ...] = ()
    defaults: tuple[str, ...] = ()
    descriptors: frozenset[str] = frozenset()
    weakref: Note | None = None
    actions: list[Action] = field(default_factory=list)
    reasons: list[Note] = field(default_factory=list)
    doubts: list[Note] = field(default_factory=list)
    missing: tuple[str, ...] = ()
    ok: bool = False  # instances have no dict once the safe fixes are made
    unsafe: bool = False  # only by taking doubts for nothing

    @property
    def is_referenced_weakly(self) -> bool:
        """Whether the program shows a need of ``__weakref__``."""
        return self.weakref is not None and self.weakref.kind != POLICY

    @property
    def cid(self) -> int:
        """The id of the class."""
        return self.node.cid
