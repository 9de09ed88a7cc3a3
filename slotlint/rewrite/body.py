"""The plan for one class body: what goes in where, and what goes away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import libcst as cst

from slotlint.rewrite.segment import Segment

Small = cst.BaseSmallStatement


@dataclass(frozen=True, slots=True)
class Insert:
    """Lines to insert, without the indentation of the body. ``order`` decides between inserts at one place."""

    order: int
    lines: tuple[str, ...]
    is_def: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A statement of the body with the lines that belong to it; ``node`` is None for the comments at the very end."""

    node: cst.BaseStatement | None
    start: int
    end: int
    leading: tuple[cst.EmptyLine, ...]

    @property
    def smalls(self) -> Sequence[Small]:
        """The simple statements of a line, none for a compound statement."""
        return self.node.body if isinstance(self.node, cst.SimpleStatementLine) else ()

    @property
    def is_def(self) -> bool:
        """Whether black keeps a blank line around the statement."""
        return isinstance(self.node, (cst.FunctionDef, cst.ClassDef))

    @property
    def after_blank(self) -> bool:
        """Whether a blank line stands before the statement and its comments."""
        return bool(self.leading) and self.leading[0].comment is None


@dataclass(slots=True)
class Plan:
    """What is to happen to a body: inserts by place, whole statements to remove, annotations to lose their value, names to go."""

    segment: Segment
    head: list[Insert] = field(default_factory=list)
    after_fields: list[Insert] = field(default_factory=list)
    before_defs: list[Insert] = field(default_factory=list)
    end: list[Insert] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)  # ids of simple statements
    stripped: set[int] = field(default_factory=set)  # ids of annotated assignments
    shortened: dict[int, str] = field(default_factory=dict)  # ids of assignments to several names to what stays of them

    def smalls(self) -> list[Small]:
        """The simple statements that stand directly in the body."""
        body = self.segment.node.body
        if isinstance(body, cst.SimpleStatementSuite):
            return list(body.body)
        return [small for line in body.body if isinstance(line, cst.SimpleStatementLine) for small in line.body]

    def span(self, small: Small) -> tuple[int, int]:
        """Where a simple statement stands, without its semicolon."""
        start, end = self.segment.span(small)
        semicolon = getattr(small, "semicolon", None)
        return start, self.segment.span(semicolon)[0] if isinstance(semicolon, cst.Semicolon) else end

    def text(self, small: Small) -> str:
        """A simple statement without its semicolon, and without its value, or one of its names, where that is to go."""
        if id(small) in self.shortened:
            return self.shortened[id(small)]
        start, end = self.span(small)
        if id(small) in self.stripped and isinstance(small, cst.AnnAssign):
            end = self.segment.span(small.annotation.annotation)[1]
        return self.segment.code[start:end]


def is_docstring(small: Small) -> bool:
    """Whether the statement is a string that Python takes as a docstring where it stands first."""
    if not isinstance(small, cst.Expr) or not isinstance(small.value, (cst.SimpleString, cst.ConcatenatedString)):
        return False
    return isinstance(small.value.evaluated_value, str)


def is_filler(small: Small) -> bool:
    """Whether the statement only fills a body: ``pass`` or ``...``."""
    return isinstance(small, cst.Pass) or (isinstance(small, cst.Expr) and isinstance(small.value, cst.Ellipsis))


def only_filler(body: cst.BaseSuite) -> Small | None:
    """The one ``pass`` or ``...`` that a body is, a docstring aside."""
    lines = list(body.body)
    smalls: list[Small] = []
    for line in lines:
        if isinstance(line, Small):
            smalls.append(line)
        elif isinstance(line, cst.SimpleStatementLine):
            smalls += line.body
        else:
            return None
    if smalls and is_docstring(smalls[0]):
        del smalls[0]
    return smalls[0] if len(smalls) == 1 and is_filler(smalls[0]) else None


def documents(item: Item) -> bool:
    """Whether the item is a string, which documents the statement above it."""
    return bool(item.smalls) and is_docstring(item.smalls[0])


def items_of(segment: Segment, block: cst.IndentedBlock) -> list[Item]:
    """The statements of a block, and the comments that end it."""
    found = []
    for node in block.body:
        start, end = segment.span(node)
        found.append(Item(node, start, end, tuple(getattr(node, "leading_lines", ()))))
    end = segment.span(block)[1]
    if found and found[-1].end < end:
        found.append(Item(None, found[-1].end, end, ()))
    return found


def gone(plan: Plan, item: Item) -> bool:
    """Whether all statements of the item are to be removed."""
    return bool(item.smalls) and all(id(small) in plan.removed for small in item.smalls)


def attached(plan: Plan, items: Sequence[Item], at: int) -> int:
    """Where the comments start that belong to this statement alone: those right above it, with no blank line between.

    A comment above several statements, of which the next one stays without a comment of its own, heads them all.
    """
    item, segment = items[at], plan.segment
    offset = item.end
    if item.smalls:
        offset = segment.line_start(segment.span(item.smalls[0])[0])
    follower = items[at + 1] if at + 1 < len(items) else None
    if follower is not None and follower.node is not None and not follower.leading and not gone(plan, follower):
        return offset
    for line in reversed(item.leading):
        if line.comment is None:
            break
        offset = segment.span(line)[0]
    return offset
