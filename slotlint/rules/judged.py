"""A program with all its classes judged: what sizes, payoff and rules are worked out from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from slotlint.evidence import Evidence
from slotlint.infer import Inference
from slotlint.program import ClassNode, Program
from slotlint.reach import Reach
from slotlint.verdict import Case, Judge

Answer = TypeVar("Answer")


@dataclass(slots=True)
class Judged:
    """The program, its evidence and its cases."""

    program: Program
    inference: Inference
    evidence: list[Evidence]
    reach: Reach
    judge: Judge
    cases: list[Case]
    answers: dict[Any, Any] = field(default_factory=dict)

    def once(self, key: Any, compute: Callable[[], Answer]) -> Answer:
        """An answer that holds for the whole program, worked out when it is first asked for."""
        if key not in self.answers:
            self.answers[key] = compute()
        found: Answer = self.answers[key]
        return found

    def path(self, node: ClassNode) -> str:
        """The file of a class."""
        return self.program.path(node)
