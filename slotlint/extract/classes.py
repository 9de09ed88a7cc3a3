"""Class statements: heads, bodies, and what their methods store."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from slotlint.extract.bindings import Standing
from slotlint.extract.blocks import Blocks
from slotlint.extract.frame import Frame, new
from slotlint.extract.functions import PEP_695
from slotlint.extract.members import Members
from slotlint.extract.statements import STATEMENTS
from slotlint.facts import ClassFacts, Term


class Classes(Blocks):
    """The whole reader: this part knows classes."""

    __slots__ = ("classes", "module")

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.classes: list[ClassFacts | None] = []
        self.module: Sequence[ast.stmt] = ()  # the statements of the file

    def class_(self, node: ast.ClassDef) -> None:
        outer, branch, renamed = self.frame, self.branch, self.frame.renamed
        decorators = tuple(map(self.reference, node.decorator_list)) if node.decorator_list else ()
        if PEP_695 and getattr(node, "type_params", None):
            self.type_params(node)
        bases = self.bases(node, outer.renamed is not renamed)
        keywords = tuple([(k.arg or "", self.term(k.value)) for k in node.keywords]) if node.keywords else ()
        index = len(self.classes)
        self.classes.append(None)
        frame = self.class_frame(node, index)
        members = frame.members = Members(
            frame.class_name, self.surroundings.source, Standing(node.body, self.module if self.sees_module() else ())
        )
        self.branch = 0
        self.body(node.body)
        self.branch = branch
        self.frame = outer
        if outer.renamed is not renamed:
            outer.rename(renamed)
        self.classes[index] = new(ClassFacts, (
            node.name, frame.qualname, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0,
            node.decorator_list[0].lineno if decorators else node.lineno, frame.index, outer.index, bases, keywords,
            decorators, tuple([d.lineno for d in node.decorator_list]) if decorators else (), tuple(members.members), tuple(members.slots),
            branch > 0, self.own_stores(frame),
        ))  # fmt: skip
        self.define(node, "class", self.table["C", index], decorators)

    def class_frame(self, node: ast.ClassDef, index: int) -> Frame:
        """Enter the body of a class."""
        frame = self.push("class", node.name, node.lineno)
        frame.class_name = node.name.lstrip("_")
        frame.owner = index
        return frame

    def sees_module(self) -> bool:
        """Whether the names of this class body are its own or the module's: no function is between."""
        frame = self.frame
        while frame.kind == "class":
            frame = self.frames[frame.parent]
        return frame.index == 0

    def bases(self, node: ast.ClassDef, generic: bool) -> tuple[Term, ...]:
        """The terms of the bases; a class with type parameters has ``typing.Generic`` as its last one (PEP 695)."""
        found = list(map(self.base, node.bases))
        if generic:
            found.append(self.table["[", self.table["f", "typing", 0, "Generic"], 0])
        return tuple(found)

    def base(self, node: ast.expr) -> Term:
        """The term of a base; ``Base[T]`` is a base all the same."""
        if isinstance(node, ast.Subscript):
            base = self.reference(node.value)
            self.term(node.slice)
            return self.table["[", base, 0]
        if isinstance(node, ast.Starred):
            return self.table["*", self.reference(node.value)]
        return self.reference(node)

    # -- what methods store on their first parameter -------------------------------------------------------------------

    def own_stores(self, body: Frame) -> tuple[str, ...]:
        """The names stored on the first parameter of the methods of a class, as spelt, in order of the source."""
        heads: dict[int, str] = {}
        static = self.table["n", "staticmethod"]
        found: list[tuple[int, int, str]] = []
        for frame in self.frames[body.index + 1 :]:
            if frame.parent == body.index:
                head = "" if frame.kind != "function" or static in frame.decorators else _first(frame)
            elif frame.kind == "class" or frame.parent not in heads:
                continue
            else:
                head = heads[frame.parent]
                if any(p.name == head for p in frame.params) or (head in frame.bindings and head not in frame.outer):
                    continue
            if head:
                heads[frame.index] = head
                if frame.stores:
                    plain = self.table["n", head]
                    receivers = (plain, *self.narrowed.get(plain, ()))
                    found += [(s.row, s.column, s.name) for s in frame.stores if s.receiver in receivers]
        prefix = f"_{body.class_name}__"
        spelt = [name[len(prefix) - 2 :] if name.startswith(prefix) else name for _, _, name in sorted(found)]
        return tuple(dict.fromkeys(spelt))


def _first(frame: Frame) -> str:
    """The name of the parameter that a call through an instance fills, or ""."""
    return frame.params[0].name if frame.params and frame.params[0].kind in "pn" else ""


STATEMENTS[ast.ClassDef] = Classes.class_
