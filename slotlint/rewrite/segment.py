"""One class as LibCST sees it: its own lines parsed, with the offset of every node.

The bodies of methods and nested classes that a fix does not touch are left out of this: an empty tuple of the same
length stands in their place. That keeps the parse of a class below a millisecond, however long its methods are. A class of
short methods whose stores are read as well is parsed once, with all that stands in it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import libcst as cst
from libcst._nodes.internal import CodegenState

from slotlint.edits import LINE_END
from slotlint.rewrite.layout import Layout
from slotlint.rewrite.source import Place, Source, leading_space
from slotlint.rewrite.values import Refused, Style

_LINE = re.compile(r"[^\r\n]+")
# The share of a class's characters from which on leaving out bodies pays, although the class is parsed again for its
# stores: to write a tree for the positions of its nodes takes a quarter of the time that its parse takes.
WORTH_MASKING = 0.75
Statement = cst.BaseStatement | cst.BaseSmallStatement


class _Positions(CodegenState):
    """Notes at which token each node starts and ends while the code is generated once.

    LibCST's own position providers do the same at five times the cost, because they add up lengths at every token.
    """

    def __init__(self, module: cst.Module) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.starts: dict[int, int] = {}
        self.ends: dict[int, int] = {}

    def before_codegen(self, node: cst.CSTNode) -> None:
        self.starts.setdefault(id(node), len(self.tokens))

    def after_codegen(self, node: cst.CSTNode) -> None:
        self.ends.setdefault(id(node), len(self.tokens))


@dataclass(frozen=True, slots=True)
class Segment:
    """A class and its lines. Offsets count from the start of the class's first line.

    ``code`` always ends in a line end; ``real`` is its length without one that the file does not have.
    """

    node: cst.ClassDef
    code: str
    real: int
    start: int
    shift: int
    offsets: Sequence[int]
    positions: _Positions
    layout: Layout
    default_indent: str
    whole: bool  # nothing is left out

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Start and end of a node, with the whitespace that it owns: of a statement its comments above and its line."""
        start, end = self.positions.starts[id(node)], self.positions.ends[id(node)]
        return self.offsets[start] - self.shift, self.offsets[end] - self.shift

    def source(self, node: cst.CSTNode) -> str:
        """The characters of a node."""
        start, end = self.span(node)
        return self.code[start:end]

    def line_start(self, offset: int) -> int:
        """Where the line of this offset starts."""
        return max(self.code.rfind("\n", 0, offset), self.code.rfind("\r", 0, offset)) + 1

    def line_end(self, offset: int) -> int:
        """Where the line of this offset ends, its line end left out."""
        found = LINE_END.search(self.code, offset)
        return found.start() if found else len(self.code)

    def block_layout(self, block: cst.IndentedBlock) -> Layout:
        """The layout inside the block of a method of this class."""
        unit = self.default_indent if block.indent is None else block.indent
        return replace(self.layout, indent=self.layout.indent + unit, unit=unit)


def read_segment(source: Source, row: int, place: Place, style: Style, keep: str = "", stores: bool = False) -> Segment:
    """Parse the lines of one class, and the method named ``keep`` with its body; ``stores`` are to be read from it, too.

    Raises Refused where LibCST cannot, or does not give the same code back.
    """
    lines = [source.text.line(at) for at in range(place.head, place.end + 1)]
    lines += _trailing_comments(source, place.end, len(leading_space(source.text.line(row)).expandtabs()))
    # a form feed in the indentation sets it back to nothing
    skipped = leading_space(lines[0]).rfind("\f") + 1
    written = "".join(lines)[skipped:]
    code = written if written.endswith(("\n", "\r")) else written + source.newline
    start = source.text.starts[place.head - 1] + skipped
    prefix = "if 1:\n" if code[0] in " \t" else ""
    masked = _masked(code, source, start, place, keep)
    whole = stores and masked.count(" ") - code.count(" ") < WORTH_MASKING * len(code)
    parsed = prefix + (code if whole else masked)
    if parsed.endswith("\r"):  # LibCST forgets a final line end of this kind
        parsed = parsed[:-1] + "\n"
    module = _parse(parsed)
    node = _only_class(module)
    if node is None or node.name.value != place.name:
        raise Refused(f"the class at row {row} is not where it was expected", row)
    positions = _Positions(module)
    module._codegen(positions)
    if "".join(positions.tokens) != parsed:
        raise Refused("LibCST does not give the same code back", row)
    offsets = (0, *itertools.accumulate(map(len, positions.tokens)))
    layout = _layout(source, row, node, module.default_indent, style)
    return Segment(node, code, len(written), start, len(prefix), offsets, positions, layout, module.default_indent, whole)


def read_whole(segment: Segment) -> cst.ClassDef:
    """The class with all that stands in it, without positions."""
    if segment.whole:
        return segment.node
    node = _only_class(_parse("if 1:\n" + segment.code if segment.code[0] in " \t" else segment.code))
    assert node is not None
    return node


def _masked(code: str, source: Source, start: int, place: Place, keep: str) -> str:
    """The code with an empty tuple of the same length and number of lines for each body that is of no account."""
    pieces, at = [], 0
    for name, (row, column, end_row, end_column) in place.inner:
        if name == keep:
            continue
        first = source.text.byte_offset(row, column) - start
        last = source.text.byte_offset(end_row, end_column) - start
        blank = _LINE.sub(lambda line: " " * len(line[0]), code[first + 1 : last - 1])
        pieces += [code[at:first], f"({blank})" if last - first > 1 else "0"]
        at = last
    return "".join((*pieces, code[at:]))


def _parse(code: str) -> cst.Module:
    try:
        return cst.parse_module(code)
    except (cst.ParserSyntaxError, RecursionError) as error:
        raise Refused(f"LibCST cannot parse the class: {str(error).splitlines()[0]}") from error


def _only_class(module: cst.Module) -> cst.ClassDef | None:
    body: Sequence[Statement] = module.body
    if len(body) == 1 and isinstance(body[0], cst.If):
        body = body[0].body.body
    return body[0] if len(body) == 1 and isinstance(body[0], cst.ClassDef) else None


def _trailing_comments(source: Source, end: int, outer: int) -> list[str]:
    """The comment lines after the last statement that still belong to the body, with blank lines between them."""
    kept: list[str] = []
    pending: list[str] = []
    for row in range(end + 1, len(source.text.starts) + 1):
        line = source.text.line(row)
        blank = not line.strip()
        if not blank and (not line.lstrip().startswith("#") or len(leading_space(line).expandtabs()) <= outer):
            break
        pending.append(line)
        if not blank:
            kept, pending = kept + pending, []
    return kept


def _layout(source: Source, row: int, node: cst.ClassDef, default: str, style: Style) -> Layout:
    """The style inside the class body: its own indentation, else what the file uses."""
    line = source.text.line(row)
    unit = source.indent
    if isinstance(node.body, cst.IndentedBlock):
        unit = default if node.body.indent is None else node.body.indent
    outer = leading_space(line)
    outer = outer[outer.rfind("\f") + 1 :]
    end = LINE_END.search(line)
    newline = style.newline or (end[0] if end else source.newline)
    return Layout(outer + unit, unit, newline, style.quote or source.quote, style.line_length, style.slots_form)
