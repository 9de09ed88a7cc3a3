"""Inserted text laid out as black and ``ruff format`` leave it: one line where it fits, else one item a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import libcst as cst


@dataclass(frozen=True, slots=True)
class Layout:
    """The style at one place of a file: ``indent`` is the indentation there, ``unit`` what a block adds to it."""

    indent: str
    unit: str
    newline: str
    quote: str
    line_length: int
    slots_form: str

    def deeper(self) -> Layout:
        """The layout one block further in."""
        return replace(self, indent=self.indent + self.unit)

    def fits(self, line: str) -> bool:
        """Whether the line, without indentation, fits; a tab counts four columns, as the formatters count it."""
        return len(self.indent.replace("\t", "    ")) + len(line) <= self.line_length

    def string(self, name: str) -> str:
        """A name as a string literal."""
        return f"{self.quote}{name}{self.quote}"

    def collection(self, prefix: str, names: Sequence[str], form: str = "tuple") -> list[str]:
        """Lines of ``prefix`` and a tuple or list of these names, without the indentation of the first block."""
        opening, closing = ("[", "]") if form == "list" else ("(", ")")
        items = [self.string(name) for name in names]
        single = "," if form == "tuple" and len(items) == 1 else ""
        line = f"{prefix}{opening}{', '.join(items)}{single}{closing}"
        if self.fits(line) or not items:
            return [line]
        return [f"{prefix}{opening}", *(f"{self.unit}{item}," for item in items), closing]

    def call(self, prefix: str, arguments: Sequence[str]) -> list[str]:
        """Lines of ``prefix`` called with these arguments: one line, the arguments on their own, or one a line."""
        joined = ", ".join(arguments)
        if self.fits(f"{prefix}({joined})") or not arguments:
            return [f"{prefix}({joined})"]
        if self.deeper().fits(joined):
            return [f"{prefix}(", f"{self.unit}{joined}", ")"]
        return [f"{prefix}(", *(f"{self.unit}{argument}," for argument in arguments), ")"]

    def block(self, lines: Iterable[str]) -> str:
        """The lines with indentation and line ends; an empty line stays empty."""
        return "".join((f"{self.indent}{line}" if line else "") + self.newline for line in lines)


def one_line(prefix: str, source: str, value: cst.BaseExpression, layout: Layout) -> list[str]:
    """A value behind a prefix; what gets too long is split once, in parentheses or in the brackets of its call."""
    if layout.fits(prefix + source):
        return [prefix + source]
    if isinstance(value, cst.Call) and value.args and not value.lpar and isinstance(value.func, (cst.Name, cst.Attribute)):
        head, inner = source[: source.index("(") + 1], source[source.index("(") + 1 : -1].strip()
        if layout.deeper().fits(inner) and not inner.endswith(","):
            return [prefix + head, layout.unit + inner, ")"]
    if not any(bracket in source for bracket in "([{") and layout.deeper().fits(source):
        return [f"{prefix}(", layout.unit + source, ")"]
    return [prefix + source]


def several_lines(prefix: str, lines: Sequence[str], value: cst.BaseExpression, layout: Layout) -> list[str]:
    """A value over several lines behind a prefix; joined where one line is enough, now that the line starts elsewhere."""
    as_it_is = [prefix + lines[0], *lines[1:]]
    if len(lines) != 3 or "#" in "".join(lines) or lines[0][-1] not in "([{" or lines[2].strip() not in (")", "]", "}"):
        return as_it_is
    inner = lines[1].strip()
    if lines[0] == "(" and value.lpar and not isinstance(value, (cst.Tuple, cst.GeneratorExp)):
        # parentheses that only hold the line together: not needed where it fits, of no use where it never does
        useless = layout.fits(prefix + inner) or not layout.deeper().fits(inner)
        return [prefix + inner] if useless else as_it_is
    joined = f"{prefix}{lines[0]}{inner}{lines[2].strip()}"
    single = isinstance(value, cst.Tuple) and len(value.elements) == 1
    return [joined] if layout.fits(joined) and (single or not inner.endswith(",")) else as_it_is
