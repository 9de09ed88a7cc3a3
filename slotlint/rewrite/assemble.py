"""A plan becomes patches, with blank lines between statements and methods as black wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from slotlint.rewrite.body import (
    Insert,
    Item,
    Plan,
    Small,
    attached,
    documents,
    gone,
    is_docstring,
    items_of,
    only_filler,
)
from slotlint.rewrite.values import Patch, Refused


def assemble(plan: Plan) -> list[Patch]:
    """The patches of a plan; raises Refused where nothing would be left of the body."""
    body = plan.segment.node.body
    if isinstance(body, cst.SimpleStatementSuite):
        return [_opened(plan, body)] if _changes(plan) else []
    assert isinstance(body, cst.IndentedBlock)
    return list(_Blocks(plan, items_of(plan.segment, body)).patches())


def _changes(plan: Plan) -> bool:
    return any((plan.head, plan.after_fields, plan.before_defs, plan.end, plan.removed, plan.stripped, plan.shortened))


def _opened(plan: Plan, suite: cst.SimpleStatementSuite) -> Patch:
    """A body on the line of its class, opened: the statements that stay keep one line."""
    segment, layout = plan.segment, plan.segment.layout
    filler = only_filler(suite) if plan.head or plan.after_fields else None
    kept = [small for small in suite.body if id(small) not in plan.removed and small is not filler]
    start, end = segment.span(suite)[0], segment.span(suite.trailing_whitespace)[0]
    pieces: list[tuple[str, tuple[str, ...]]] = []
    if kept and is_docstring(kept[0]):
        pieces.append(("doc", (plan.text(kept.pop(0)),)))
    fields = [("stmt", insert.lines) for insert in plan.after_fields]
    annotated = [isinstance(small, cst.AnnAssign) for small in kept]
    if fields and any(annotated) and not annotated[-1]:
        raise Refused("the fields share their line with other statements")
    pieces += [("stmt", insert.lines) for insert in plan.head] + ([] if any(annotated) else fields)
    if kept:
        pieces.append(("kept", ("; ".join(map(plan.text, kept)),)))
    pieces += fields if any(annotated) else []
    pieces += [("def", insert.lines) for insert in sorted(plan.before_defs + plan.end, key=_order)]
    if not pieces:
        raise Refused("nothing would be left of the body")
    comment = suite.trailing_whitespace.comment
    if comment is not None:
        end = segment.span(comment)[1]
        at = next((at for at, (kind, _) in enumerate(pieces) if kind == "kept"), 0)
        kind, lines = pieces[at]
        pieces[at] = (kind, (*lines[:-1], f"{lines[-1]}  {comment.value}"))
    text, before = layout.newline, "header"
    for kind, lines in pieces:
        text += _gap(before, kind == "def", layout.newline) + layout.block(lines)
        before = kind
    return Patch(start, end, text[: -len(layout.newline)])


def _order(insert: Insert) -> int:
    return insert.order


def _gap(before: str, is_def: bool, newline: str) -> str:
    """The blank line, if any, between what stands before and an insert."""
    return newline if before in ("doc", "def") or (is_def and before != "header") else ""


@dataclass(slots=True)
class _Blocks:
    """The patches of a body with lines of its own."""

    plan: Plan
    items: list[Item]

    def patches(self) -> Iterator[Patch]:
        """All patches, in no order."""
        plan, filler = self.plan, None
        if plan.head or plan.after_fields:
            filler = only_filler(plan.segment.node.body)
        groups: dict[int, list[Insert]] = {}
        for inserts, place in self.places():
            for insert in inserts:
                groups.setdefault(self.survivor(place), []).append(insert)
        if filler is not None:
            yield from self.instead_of(filler, groups)
        if not groups and all(self.gone(item) for item in self.items):
            raise Refused("nothing would be left of the body")
        for at, inserts in groups.items():
            yield self.insertion(at, sorted(inserts, key=_order))
        yield from self.removals()
        yield from self.in_lines()

    def places(self) -> list[tuple[list[Insert], int]]:
        """Each list of inserts with the index of the item that it follows, -1 for none."""
        plan, items = self.plan, self.items
        head = 0 if items[0].smalls and is_docstring(items[0].smalls[0]) else -1
        fields = [at for at, item in enumerate(items) if any(isinstance(x, cst.AnnAssign) for x in item.smalls)]
        after = fields[-1] if fields else head
        while fields and after + 1 < len(items) and documents(items[after + 1]):
            after += 1
        defs = [at for at, item in enumerate(items) if isinstance(item.node, cst.FunctionDef)]
        last = len(items) - 1
        if head == 0 and plan.head and len(items[0].smalls) > 1:
            raise Refused("the docstring shares its line with other statements")
        return [
            (plan.head, head), (plan.after_fields, after),
            (plan.before_defs, defs[0] - 1 if defs else last), (plan.end, last),
        ]  # fmt: skip

    def gone(self, item: Item) -> bool:
        return gone(self.plan, item)

    def survivor(self, at: int) -> int:
        """The last item at or before this one that stays, -1 for none."""
        while at >= 0 and self.gone(self.items[at]):
            at -= 1
        return at

    def next_survivor(self, at: int) -> Item | None:
        return next((item for item in self.items[at + 1 :] if not self.gone(item)), None)

    def instead_of(self, filler: Small, groups: dict[int, list[Insert]]) -> Iterator[Patch]:
        """Put the first insert in the place of ``pass``; what else is inserted follows it."""
        layout, last = self.plan.segment.layout, len(self.items) - 1
        inserts = sorted((insert for group in groups.values() for insert in group), key=_order)
        groups.clear()
        start, end = self.plan.segment.span(filler)
        at = next(at for at, item in enumerate(self.items) if filler in item.smalls)
        if at and not self.items[at].after_blank:
            yield Patch(self.items[at].start, self.items[at].start, layout.newline)
        text = layout.block(inserts[0].lines)[len(layout.indent) : -len(layout.newline)]
        yield Patch(start, end, text)
        if inserts[1:]:
            groups[last] = inserts[1:]

    def insertion(self, at: int, inserts: Sequence[Insert]) -> Patch:
        """The inserts after the item at this index, with the blank lines that black keeps around them."""
        newline = self.plan.segment.layout.newline
        offset = self.items[at].end if at >= 0 else self.items[0].start
        before, text = self.kind(at), ""
        for insert in inserts:
            text += _gap(before, insert.is_def, newline) + self.plan.segment.layout.block(insert.lines)
            before = "def" if insert.is_def else "stmt"
        if not self.blank_after(at):
            text += self.gap_after(at, before == "def")
        return Patch(offset, offset, text)

    def gap_after(self, at: int, is_def: bool) -> str:
        """The blank line between an insert after this item and what follows it."""
        newline, run, follower = self.plan.segment.layout.newline, self.run_after(at), self.next_survivor(at)
        if is_def:
            return newline if follower is not None or (run and self.keeps_lead(run[0], run[-1] + 1)) else ""
        # a comment that a blank line parts from the method below it may follow a statement directly
        apart = follower is not None and any(line.comment is None for line in follower.leading) and not run
        return newline if follower is not None and follower.is_def and not apart else ""

    def kind(self, at: int) -> str:
        if at < 0:
            return "header"
        item = self.items[at]
        if at == 0 and item.smalls and is_docstring(item.smalls[-1]):
            return "doc"
        return "def" if item.is_def else "stmt"

    def blank_after(self, at: int) -> bool:
        """Whether a blank line follows the item at this index once the removals are done."""
        run = self.run_after(at)
        follower = self.next_survivor(at)
        if run and self.keeps_lead(run[0], run[-1] + 1):
            return self.items[run[0]].after_blank
        return follower is not None and follower.after_blank

    def run_after(self, at: int) -> list[int]:
        """The indexes of the items to be removed that follow this one directly."""
        run: list[int] = []
        while at + 1 < len(self.items) and self.gone(self.items[at + 1]):
            at += 1
            run.append(at)
        return run

    def keeps_lead(self, first: int, follower: int) -> bool:
        """Whether what stands above the first of a removed run stays: comments of their own, or the only blank line."""
        item = self.items[first]
        start = attached(self.plan, self.items, first)
        if "#" in self.plan.segment.code[item.start : start]:
            return True
        return item.after_blank and follower < len(self.items) and not self.items[follower].after_blank

    def removals(self) -> Iterator[Patch]:
        """Each run of removed lines goes with the comments of its own; blank lines are kept only where none is left."""
        segment, at = self.plan.segment, -1
        while at < len(self.items):
            run = self.run_after(at)
            for index in run:
                start = attached(self.plan, self.items, index)
                item = self.items[index]
                comments = "#" in segment.code[item.start : start]
                if not comments and not (index == run[0] and self.keeps_lead(index, run[-1] + 1)):
                    start = item.start
                yield Patch(start, item.end, "")
            at += len(run) + 1

    def in_lines(self) -> Iterator[Patch]:
        """Changes inside lines that stay."""
        plan, segment = self.plan, self.plan.segment
        for item in self.items:
            if self.gone(item) or not item.smalls:
                continue
            kept = [small for small in item.smalls if id(small) not in plan.removed]
            if len(kept) < len(item.smalls):
                start, end = segment.span(item.smalls[0])[0], segment.span(item.smalls[-1])[1]
                yield Patch(start, end, "; ".join(map(plan.text, kept)))
                continue
            for small in kept:
                if id(small) in plan.shortened:
                    yield Patch(*plan.span(small), plan.text(small))
                if id(small) in plan.stripped and isinstance(small, cst.AnnAssign) and small.value is not None:
                    yield Patch(segment.span(small.annotation.annotation)[1], segment.span(small.value)[1], "")
