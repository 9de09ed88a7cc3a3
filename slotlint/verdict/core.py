"""The cases, and what every part of judging needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from slotlint.diagnostics import Note
from slotlint.evidence import Evidence
from slotlint.infer import Inference
from slotlint.program import ClassNode, Program
from slotlint.reach import Reach
from slotlint.shape import shape_of
from slotlint.verdict.case import Case
from slotlint.verdict.policy import EVERYWHERE, Options

STATE_HOOKS = ("__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__")
FIELD_KINDS = ("dataclass", "attrs")
TEST_NAMES = ("test", "tests", "testing", "conftest")


class Core:
    """The part of judging that keeps the cases."""

    __slots__ = ("cases", "inference", "options", "order", "program", "reach")

    def __init__(
        self, program: Program, inference: Inference, evidence: list[Evidence], reach: Reach, options: Options = EVERYWHERE
    ) -> None:
        self.program = program
        self.inference = inference
        self.reach = reach
        self.options = options
        self.cases = [Case(node, shape_of(node, program, inference), evidence[node.cid]) for node in program.classes]
        self.order = sorted(self.cases, key=lambda c: len(c.node.mro or ()))

    def policy(self, case: Case) -> Options:
        """What the user decided for the file of a class."""
        return self.options.for_path(self.program.path(case.node))

    def refuse(self, case: Case, message: str, kind: str, row: int = 0, path: str = "") -> None:
        """Note a reason against slots at a line, by default that of the class."""
        where = path or self.program.path(case.node)
        case.reasons.append(Note(message, where, row or case.node.facts.row, kind=kind))

    def refuse_for(self, case: Case, note: Note, message: str, kind: str) -> None:
        """Note a reason against slots at the place of another note."""
        case.reasons.append(Note(message, note.path, note.row, kind=kind))

    def ancestors(self, case: Case) -> tuple[ClassNode, ...]:
        """The bases of a class in the program, direct or not, nearest first."""
        return self.program.local_mro(case.node)[1:]

    def family_note(self, case: Case, name: str, table: Callable[[Evidence], Mapping[str, Note]]) -> Note | None:
        """The first note on a name in the class, its bases or its subclasses."""
        family = (case.cid, *(c.cid for c in self.ancestors(case)), *self.program.descendants(case.cid))
        tables = (table(self.cases[cid].evidence) for cid in family)
        return next((notes[name] for notes in tables if name in notes), None)

    def is_deleted(self, evidence: Evidence, name: str) -> bool:
        """Whether a name may be deleted from an instance, so that what the class has under it shows up again."""
        return name in evidence.deleted or any(write.name == name and write.how == "del" for write in evidence.writes)

    def is_test(self, node: ClassNode) -> bool:
        """Whether a class stands in test code, going by the name of its module."""
        parts = self.program.modules[node.module].name.split(".")
        return any(p in TEST_NAMES or p.startswith("test_") or p.endswith("_test") for p in parts)
