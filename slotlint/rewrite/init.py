"""``__init__`` methods: stores put first into one that is there, or a whole new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from slotlint.edits import LINE_END
from slotlint.rewrite.body import Insert, is_docstring, only_filler
from slotlint.rewrite.layout import Layout, one_line, several_lines
from slotlint.rewrite.segment import Segment
from slotlint.rewrite.stores import first_parameter, walk
from slotlint.rewrite.values import Patch, Refused


@dataclass(frozen=True, slots=True)
class Default:
    """A class-level value: its statement, and the lines of a store without the receiver ("x = 0"), comments included."""

    name: str
    statement: cst.Assign | cst.AnnAssign
    value: cst.BaseExpression
    above: tuple[str, ...]
    behind: str


def new_init(segment: Segment, defaults: Sequence[Default], create: str) -> Insert:
    """An ``__init__`` that makes these stores; "forward" then hands its arguments on."""
    layout, forward = segment.layout, create == "forward"
    lines = ["def __init__(self, *args, **kwargs):" if forward else "def __init__(self):"]
    lines += [f"{layout.unit}{line}" for line in _stores(segment, defaults, "self", layout.deeper())]
    if forward:
        lines.append(f"{layout.unit}super().__init__(*args, **kwargs)")
    return Insert(2, tuple(lines), True)


def into_init(segment: Segment, init: cst.FunctionDef, defaults: Sequence[Default]) -> Patch:
    """The stores as first statements of an ``__init__`` that is there, after its docstring."""
    body, receiver = init.body, first_parameter(init)
    if isinstance(body, cst.SimpleStatementSuite):
        layout = segment.layout.deeper()
        return _opened(segment, body, _stores(segment, defaults, receiver, layout), layout)
    assert isinstance(body, cst.IndentedBlock)
    layout = segment.block_layout(body)
    lines = _stores(segment, defaults, receiver, layout)
    filler = only_filler(body)
    if filler is not None:
        return Patch(*segment.span(filler), layout.block(lines)[len(layout.indent) : -len(layout.newline)])
    return _in_block(segment, body, layout.block(lines), layout.newline)


def is_plain(value: cst.BaseExpression | None) -> bool:
    """Whether an expression only names a variable or is a literal, or an empty display: evaluating it has no effect."""
    if isinstance(value, cst.ConcatenatedString):
        return value.evaluated_value is not None
    if isinstance(value, (cst.List, cst.Dict)):
        return not value.elements
    return isinstance(value, (cst.Name, cst.SimpleString, cst.Integer, cst.Float, cst.Imaginary))


def stored_first(init: cst.FunctionDef) -> set[str]:
    """The names that ``__init__`` stores on its first parameter before it does anything but such stores."""
    found: set[str] = set()
    for at, small in enumerate(_leading(init.body)):
        if at == 0 and is_docstring(small):
            continue
        names = _plain_store(small, first_parameter(init))
        if not names:
            break
        found |= names
    return found


def _leading(body: cst.BaseSuite) -> Iterator[cst.BaseSmallStatement]:
    """The simple statements before the first compound one."""
    for line in body.body:
        if isinstance(line, cst.BaseSmallStatement):
            yield line
        elif isinstance(line, cst.SimpleStatementLine):
            yield from line.body
        else:
            return


def _plain_store(small: cst.BaseSmallStatement, receiver: str) -> set[str]:
    """The names stored on the receiver by a statement that does nothing else, else none."""
    if not isinstance(small, (cst.Assign, cst.AnnAssign)) or not is_plain(small.value):
        return set()
    targets = [target.target for target in small.targets] if isinstance(small, cst.Assign) else [small.target]
    names = set()
    for target in targets:
        if not isinstance(target, cst.Attribute) or not isinstance(target.value, cst.Name):
            return set()
        if target.value.value != receiver:
            return set()
        names.add(target.attr.value)
    return names


def _stores(segment: Segment, defaults: Iterable[Default], receiver: str, layout: Layout) -> list[str]:
    """The lines that store the defaults, each with its comments."""
    lines: list[str] = []
    for default in defaults:
        prefix = f"{receiver}.{default.name} = "
        source = segment.source(default.value)
        if LINE_END.search(source) is None:
            found = one_line(prefix, source, default.value, layout)
        else:
            found = several_lines(prefix, _dedented(default, source, segment.layout.indent), default.value, layout)
        lines += (*default.above, *found[:-1], found[-1] + default.behind)
    return lines


def _dedented(default: Default, source: str, old: str) -> list[str]:
    """The lines of a value, those after the first without their old indentation."""
    for node in walk(default.value):
        if isinstance(node, (cst.SimpleString, cst.FormattedStringText)) and LINE_END.search(node.value):
            raise Refused(f"the default of {default.name} holds a string over several lines")
    first, *rest = LINE_END.split(source)
    if not all(line.startswith(old) or not line.strip() for line in rest):
        raise Refused(f"the default of {default.name} is indented less than the class body")
    return [first, *(line[len(old) :] for line in rest)]


def _opened(segment: Segment, suite: cst.SimpleStatementSuite, lines: list[str], layout: Layout) -> Patch:
    """A body on the line of its ``def``, opened: the statements that stay keep one line."""
    start, end = segment.span(suite)[0], segment.span(suite.trailing_whitespace)[0]
    kept = list(suite.body)
    if is_docstring(kept[0]):
        docstring, after = segment.span(kept.pop(0))
        lines = [segment.code[docstring:after].rstrip("; \t"), *lines]
    if kept and only_filler(suite) is None:
        lines = [*lines, segment.code[segment.span(kept[0])[0] : end]]
    return Patch(start, end, (layout.newline + layout.block(lines))[: -len(layout.newline)])


def _in_block(segment: Segment, body: cst.IndentedBlock, text: str, newline: str) -> Patch:
    first = body.body[0]
    if isinstance(first, cst.SimpleStatementLine) and is_docstring(first.body[0]):
        if len(first.body) > 1:
            raise Refused("the docstring of __init__ shares its line with other statements")
        if len(body.body) == 1:
            end = segment.span(first)[1]
            return Patch(end, end, text)
        first = body.body[1]
    offset = segment.span(first)[0]
    for line in getattr(first, "leading_lines", ()):
        if line.comment is not None:
            break
        offset = segment.span(line)[1]
    gap = newline if isinstance(first, (cst.FunctionDef, cst.ClassDef)) else ""
    return Patch(offset, offset, text + gap)
