"""Inserted text laid out as black and ``ruff format`` leave it: one line where it fits, else one item a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


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
